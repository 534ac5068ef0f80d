/**
 * Plain text → HTML, for bodies of `.txt` files. Pure.
 */
import { escape as escapeHtml } from 'he';
import { BARE_URL, typeset } from '../text/text.ts';

const BARE_URLS = new RegExp(`(${BARE_URL.source})`, 'i');

/** Converts plain text: blank lines separate paragraphs, line breaks are kept, bare URLs become links. */
export function plainTextToHtml(body: string, language: string): string {
  return body
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => typeset(paragraph, language))
    .map((paragraph) => `<p>${paragraph.split('\n').map(lineToHtml).join('<br>\n')}</p>\n`)
    .join('');
}

function lineToHtml(line: string): string {
  const indented = line
    .trimEnd()
    .replace(/^[ \t]+/, (indent) => '\u00a0'.repeat(indent.replace(/\t/g, '    ').length));
  const pieces = indented.split(BARE_URLS).map((piece) => escapeHtml(piece));
  return pieces.map((each, i) => (i % 2 === 0 ? each : `<a href="${each}">${each}</a>`)).join('');
}
