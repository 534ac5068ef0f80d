/**
 * The info string of a fence, as many programs write it: after the language, a title, line numbers, and lines or words
 * to mark. Pure.
 *
 * Hugo: gohugo.io/content-management/syntax-highlighting. Zola: getzola.org/documentation/content/syntax-highlighting.
 * Docusaurus: docusaurus.io/docs/markdown-features/code-blocks. Astro: expressive-code.com/key-features/text-markers.
 * VitePress: vitepress.dev/guide/markdown. Pandoc: pandoc.org/MANUAL.html#fenced-code-blocks.
 */
import { splitNames } from '../text/text.ts';
import { findLanguage, LANGUAGES } from './code.ts';

/** How a line is marked: highlighted, inserted, deleted, wrong, or left out. */
export type LineMark = 'm' | 'i' | 'd' | 'e' | 'h';

/** Lines to mark, counted from 1; both ends are included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
  readonly mark: LineMark;
}

/** What an info string says. */
export interface CodeInfo {
  /** The language's name; empty for plain text. */
  readonly name: string;
  /** The highlight.js name; null for plain text and unknown languages. */
  readonly language: string | null;
  readonly title: string;
  /** The number of the first line; null for code without numbers. */
  readonly firstNumber: number | null;
  readonly ranges: readonly LineRange[];
  /** Text to mark in every line. */
  readonly words: readonly string[];
  /** True for code in a language whose lines begin with `+`, `-` or a space, as in a diff. */
  readonly isDiff: boolean;
  /** The words that have no effect, as written. */
  readonly unknown: readonly string[];
}

type KeyKind = LineMark | 'title' | 'numbers' | 'start' | 'language' | 'ignored';

/** By name, in lower case, without hyphens, underscores and a leading dot. */
const KEYS: ReadonlyMap<string, KeyKind> = splitNames<KeyKind>({
  'title file filename name caption': 'title',
  'linenos lineno showlinenumbers linenumbers numberlines numberlinesn linenums nolinenumbers':
    'numbers',
  'linenostart startfrom startlinenumber startline firstline firstnumber datastart': 'start',
  'hllines marklines highlight highlightlines mark lines dataline emphasizelines focus': 'm',
  'ins add added insert': 'i',
  'del remove removed delete': 'd',
  hidelines: 'h',
  lang: 'language',
  'copy nocopy wrap nowrap live exec ignore shouldpanic norun compilefail editable runnable':
    'ignored',
  'noplayground playground noinline frame twoslash preserveindent hangingindent collapse':
    'ignored',
  'eval echo include class id style theme anchorlinenos lineanchors linenumbersintable': 'ignored',
  'guesssyntax tabwidth noclasses nohl hlinline wrapperclass url linktext linenumber': 'ignored',
});

/** The names to suggest, as their programs write them. */
export const CODE_WORDS = 'title filename linenos linenostart hl_lines showLineNumbers'.split(' ');

/** Editions and error codes of Rust. */
const IGNORED = /^(?:edition\d{4}|e\d{4}|v?\d+(?:\.\d+)+)$/;

/** The language at the start of an info string, what is attached to it with a colon, and the rest. */
const START = /^(\{?)\s*(?:\.?[^\s{}()[\]:;,=|]+(?!=)(?=[\s{}()[\]:;,|]|$))?(?::([^\s{]+))?/;

const QUOTED = `"[^"]*"|'[^']*'`;
/** Numbers of lines may be separated by spaces. */
const NUMBERS = String.raw`\d+(?:-\d+)?(?: +\d+(?:-\d+)?)*(?=[\s,}]|$)`;
const VALUE = String.raw`${QUOTED}|\{[^{}]*\}|\[[^\]]*\]|${NUMBERS}|[^\s,{}]*`;
const PART = new RegExp(
  [
    String.raw`(?<key>[^\s,{}[\]"'=:/][^\s,{}[\]"'=:]*)(?:[=:]\s*(?<value>${VALUE})|(?<attached>\{\d+\}))?`,
    String.raw`\{(?<lines>[\d\s,-]+)\}`,
    `(?<text>${QUOTED})`,
    String.raw`/(?<pattern>[^/\s]+)/`,
    String.raw`\[(?<title>[^\]]+)\]`,
  ].join('|'),
  'g',
);

/** The most characters that are read of an info string, and the most lines that it can refer to. */
const [MAX_INFO, MAX_LINE] = [1000, 100_000];

/** Reads an info string. */
export function readCodeInfo(written: string): CodeInfo {
  const words = spellStart(written.slice(0, MAX_INFO));
  const [start = '', bracket, attached = ''] = START.exec(words) ?? [];
  const named = findDiffLanguage(words) ?? findLanguage(words);
  const found = { title: '', start: 1, isNumbered: false, language: '' };
  const ranges: LineRange[] = [];
  const marked: string[] = [];
  const unknown: string[] = [];
  const apply = (key: string, stated: string | undefined) => {
    const folded = foldKey(key);
    const kind = KEYS.get(folded);
    const value = unquote(stated ?? '');
    if (kind === 'title') found.title = value;
    else if (kind === 'language') found.language = value;
    else if (kind === 'numbers' || kind === 'start') {
      found.isNumbered = !/^(?:false|off|none)$/i.test(value) && !folded.startsWith('no');
      if (/^\d+$/.test(value)) found.start = Math.min(Number(value), MAX_LINE);
    } else if (kind === undefined) {
      if (!IGNORED.test(folded) && !key.startsWith('#')) unknown.push(key);
    } else if (kind !== 'ignored') {
      const lines = readRanges(value, kind);
      ranges.push(...lines);
      if (lines.length === 0 && value !== '') marked.push(value);
    }
  };
  // A program that runs the code reads the options of `{r, echo=FALSE}`.
  const isChunk = bracket !== '' && /^\{\s*[a-z]/i.test(words) && named !== null;
  const isTitle = attached !== '' && !attached.includes('=') && !KEYS.has(foldKey(attached));
  if (isTitle) found.title = attached;
  const rest = isTitle ? words.slice(start.length) : attached + words.slice(start.length);
  for (const { groups = {} } of isChunk ? [] : rest.matchAll(PART)) {
    const { key, value, lines, text, pattern, title } = groups;
    if (key !== undefined) apply(key, value ?? groups.attached);
    else if (lines !== undefined) ranges.push(...readRanges(lines, 'm'));
    else if (title !== undefined) found.title ||= title;
    else marked.push(pattern ?? unquote(text ?? ''));
  }
  const inDiff = named?.name === 'diff' ? LANGUAGES.get(found.language.toLowerCase()) : undefined;
  return {
    name: named?.name ?? '',
    language: inDiff ?? named?.language ?? null,
    title: found.title.trim(),
    firstNumber: found.isNumbered ? found.start : null,
    ranges,
    words: marked.filter((word) => word !== ''),
    isDiff: inDiff !== undefined || named?.name.startsWith('diff-') === true,
    unknown,
  };
}

/** A language and the number of its first line, as in HackMD: `js=`, `js=101`. */
const NUMBERED = /^([\w#-]+)=(\d*)(?=[\s{]|$)/;

/** Writes what begins an info string as most programs do: `js=101` as `js linenos=101`, `{#a .js}` as `{.js}`. */
function spellStart(words: string): string {
  return words
    .replace(/^\{(?:\s|#[\w:-]+(?=\s))+/, '{')
    .replace(NUMBERED, (whole, name, first) =>
      KEYS.has(foldKey(name)) ? whole : `${name} linenos=${first}`,
    );
}

/** Reads the language of the lines of a diff: `diff-js`. */
function findDiffLanguage(words: string): { name: string; language: string } | null {
  const [, name = ''] = /^diff-([\w+#-]+)/i.exec(words) ?? [];
  const language = LANGUAGES.get(name.toLowerCase());
  return language === undefined ? null : { name: `diff-${name.toLowerCase()}`, language };
}

/** Reads numbers of lines: `2,4-5`, `[2, "4-5"]`, `2 4-5`. Returns none for any other text. */
function readRanges(text: string, mark: LineMark): LineRange[] {
  if (!/^[\d\s,'"[\]-]+$/.test(text)) return [];
  return [...text.matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)].map(([, first, last = first]) => {
    const [from, to] = [Number(first), Number(last)].sort((a, b) => a - b);
    return { from: from ?? 0, to: to ?? 0, mark };
  });
}

function foldKey(key: string): string {
  return key.toLowerCase().replace(/^[.:]|[_-]|=.*$/g, '');
}

function unquote(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, '$2').replace(/^\{(.*)\}$/s, '$1');
}
