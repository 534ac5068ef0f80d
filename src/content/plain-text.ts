/**
 * Plain text → HTML that keeps the lines: blank lines part paragraphs, a single line break stays one,
 * bare URLs become links. Old poems must look as they were typed.
 */
import { escape as escapeHtml } from 'he';

const URL = /\bhttps?:\/\/[^\s<>"]+/gi;
/** Characters that end a sentence rather than a URL. */
const SENTENCE_ENDS = '.,;:!?\'"\u2019\u201D';

export function plainTextToHtml(source: string): string {
  return source
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(lineToHtml).join('<br>\n')}</p>\n`)
    .join('');
}

/** Escapes a line, keeps the indent at its head, and links its URLs. */
function lineToHtml(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const kept = '\u00a0'.repeat(indent.replace(/\t/g, '    ').length);
  let html = kept;
  let done = indent.length;
  for (const match of line.matchAll(URL)) {
    const url = trimUrl(match[0]);
    html += escapeHtml(line.slice(done, match.index));
    html += `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
    done = match.index + url.length;
  }
  return html + escapeHtml(line.slice(done).trimEnd());
}

/** Leaves a sentence's punctuation, and a bracket that the URL did not open, outside the link. */
function trimUrl(url: string): string {
  let unmatched = url.split(')').length - url.split('(').length;
  let end = url.length;
  for (; end > 0; end--) {
    const last = url[end - 1] ?? '';
    if (last === ')' && unmatched > 0) unmatched--;
    else if (!SENTENCE_ENDS.includes(last)) break;
  }
  return url.slice(0, end);
}
