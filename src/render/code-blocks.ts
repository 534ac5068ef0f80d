/**
 * A finished body's HTML → the same with its code blocks coloured.
 *
 * Pure: who knows the languages is handed in (`workers/highlighter.ts`). Only the author's own pages
 * are coloured; what others show of a body, as feeds do, keeps its plain code. A block is left as it
 * is where there is the least doubt, and its text is the same before and after.
 */
import { version } from 'highlight.js/package.json';
import { findLanguage } from '../content/code-languages.ts';
import { decodeEntities } from '../content/text.ts';

/** Colours code: HTML of `<span class="hljs-…">`, or null where it cannot. */
export type Highlight = (code: string, language: string) => string | null;

/** What decides about the spans: part of the key of every page. */
export const HIGHLIGHTER_VERSION = version;

/**
 * Longer code stays plain, and so does code with a longer line, in characters: both are data, and on
 * a word of 20,000 letters some languages spend seconds.
 */
const [MAX_LENGTH, MAX_LINE] = [100_000, 5_000];

const ATTRIBUTES = `(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*`;
/** A block of nothing but text. */
const BLOCK = String.raw`(<pre(?:\s${ATTRIBUTES})?><code class="language-([^"]*)"${ATTRIBUTES}>)([^<]+)(?=<\/code>)`;
/** What may hold the text of a block that is none; few bodies have any of it. */
const HIDING = String.raw`<!--[^]*?-->|<(?:script\b[^]*?<\/script|style\b[^]*?<\/style|textarea\b[^]*?<\/textarea)`;
const MAY_HIDE = ['<!--', '<script', '<style', '<textarea'];
const BLOCKS = new RegExp(BLOCK, 'g');
const BLOCKS_AND_HIDING = new RegExp(`${BLOCK}|${HIDING}`, 'g');

/** Colours every block whose language is known. */
export function highlightBlocks(html: string, highlight: Highlight): string {
  if (!html.includes('<code class="language-')) return html;
  const blocks = MAY_HIDE.some((tag) => html.includes(tag)) ? BLOCKS_AND_HIDING : BLOCKS;
  return html.replace(blocks, (whole, opening?: string, words = '', code = '') => {
    if (opening === undefined) return whole;
    const language = findLanguage(decodeEntities(words))?.language ?? null;
    if (language === null) return whole;
    const text = decodeEntities(code);
    if (isData(text)) return whole;
    const coloured = highlight(text, language);
    return coloured === null ? whole : opening + coloured;
  });
}

function isData(text: string): boolean {
  if (text.length <= MAX_LINE) return false;
  return text.length > MAX_LENGTH || text.split('\n').some(({ length }) => length > MAX_LINE);
}
