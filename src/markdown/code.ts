/**
 * Languages of code, and syntax highlighting.
 *
 * highlight.js is loaded for the first block that a page shows, one language at a time. Its names of languages are in
 * `language-names.json`. The colours of a block depend only on its text and its language.
 */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import manifest from 'highlight.js/package.json' with { type: 'json' };
import { splitNames } from '../text/text.ts';
import names from './language-names.json' with { type: 'json' };
import type { CodePart } from './parts.ts';
import { escapeText } from './write.ts';

/** Part of every page's cache key, because colours depend on it. */
export const HIGHLIGHTER_VERSION = manifest.version;

/** The highlight.js name of a language, by each of its names; similar ones for languages that it lacks. */
export const LANGUAGES: ReadonlyMap<string, string> = splitNames({
  ...names,
  'astro svelte vue': 'xml',
  'dotenv env': 'ini',
  mdx: 'markdown',
});

/** Names for plain text, and that of a formula that isn't closed. */
const PLAIN_NAMES = 'text txt plain plaintext none nohighlight no-highlight math'.split(' ');

/**
 * Reads the class of a block without "language-": the info string of a fence, with anything the author
 * appended, as in `js:title`, `bash{1,3}` or `rust,ignore`. Returns the name in lower case, and a null language
 * if that is unknown. Returns null for plain text, which includes attributes that name no language (`{.wide}`).
 */
export function findLanguage(words: string): { name: string; language: string | null } | null {
  const [, bracket, written = '', equals] = /^(\{?)\.?([^\s{}()[\]:;,=|]*)(=?)/.exec(words) ?? [];
  const name = written.toLowerCase();
  if (name === '' || equals !== '' || PLAIN_NAMES.includes(name)) return null;
  const language = LANGUAGES.get(name) ?? null;
  return language === null && bracket !== '' ? null : { name, language };
}

/** Writes the content of a block: highlighted on pages, with `<span class="hljs-…">`, and plain in feeds. */
export function writeCode({ language, text, marks }: CodePart, isFeed: boolean): string {
  const html = language === '' || isFeed ? escapeText(text) : highlight(text, language);
  return marks === null ? html : writeLines(html, marks, isFeed);
}

/**
 * The limits, in characters, beyond which code stays plain: it is probably data, and some languages take seconds
 * to highlight a word of 20,000 letters.
 */
const [MAX_LENGTH, MAX_LINE] = [100_000, 5_000];

/** Highlights code. Throws if highlight.js is missing. */
function highlight(code: string, language: string): string {
  const isLong = code.length > MAX_LENGTH;
  if (isLong || code.split('\n').some(({ length }) => length > MAX_LINE)) return escapeText(code);
  const highlighter = highlighters.get(language) ?? makeHighlighter(language);
  const { value, errorRaised } = highlighter.highlight(code, { language, ignoreIllegals: true });
  return errorRaised === undefined ? value : escapeText(code);
}

/** Loads a part of highlight.js: its core or a language. Two scripts in `dist/` hold all parts. */
function load(name: string) {
  const require = createRequire(import.meta.url);
  return (require('#highlight/common')[name] ?? require('#highlight/rest')[name])();
}

/** One highlighter per language, which knows only that language and those it can embed. */
const highlighters = new Map<string, HLJSApi>();

function makeHighlighter(language: string): HLJSApi {
  const highlighter: HLJSApi = load('core').newInstance();
  const waiting = [language];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (highlighter.getLanguage(name) !== undefined) continue;
    const define: LanguageFn = load(name);
    highlighter.registerLanguage(name, define);
    listContained(highlighter.getLanguage(name), waiting, new Set());
  }
  highlighters.set(language, highlighter);
  return highlighter;
}

/** The assumed language of an HTTP message's body, which highlight.js would guess. */
const BODY_LANGUAGE = 'json';

/** Adds the languages to which a definition delegates parts of the code. */
function listContained(definition: unknown, names: string[], seen: Set<unknown>): void {
  if (typeof definition !== 'object' || definition === null || seen.has(definition)) return;
  seen.add(definition);
  for (const [key, value] of Object.entries(definition)) {
    if (key !== 'subLanguage') listContained(value, names, seen);
    else if (typeof value === 'string') names.push(value);
    else if (Array.isArray(value)) names.push(...(value.length > 0 ? value : [BODY_LANGUAGE]));
  }
}

const ELEMENTS: Readonly<Record<string, string>> = { m: 'mark', i: 'ins', d: 'del' };

/**
 * Puts an element around each line of highlighted code; `marks` has a letter for each. In feeds, which have no style sheet,
 * only marked lines get one.
 */
function writeLines(html: string, marks: string, inFeeds: boolean): string {
  const lines = splitLines(html).map((line, index) => {
    const name = ELEMENTS[marks[index] ?? '.'] ?? 'span';
    if (!inFeeds) return `<${name} class="line">${line}</${name}>`;
    return name === 'span' ? line : `<${name}>${line}</${name}>`;
  });
  return `${lines.join('\n')}\n`;
}

/**
 * Splits highlighted code at its line ends; an element that crosses one is closed and opened again. The HTML is
 * highlight.js' own, escaped text in `<span>`s, and never an author's.
 */
function splitLines(html: string): string[] {
  const open: string[] = [];
  const pieces = html.replace(/\n$/, '').split(/(<[^>]*>|\n)/);
  const written = pieces.map((piece) => {
    if (piece === '\n') return `${'</span>'.repeat(open.length)}\n${open.join('')}`;
    if (piece === '</span>') open.pop();
    else if (piece.startsWith('<')) open.push(piece);
    return piece;
  });
  return written.join('').split('\n');
}
