/**
 * The words after a fence as many programs write them: a title, line numbers, and marked, inserted and deleted lines, in
 * some twenty forms. Read here, and written in ours: `js title="app.js" {2,4-5} linenos ins={3} del={4}`. Pure.
 *
 * Hugo: gohugo.io/content-management/syntax-highlighting. Zola: getzola.org/documentation/content/syntax-highlighting.
 * Docusaurus: docusaurus.io/docs/markdown-features/code-blocks. Astro: expressive-code.com/key-features/text-markers.
 * VitePress: vitepress.dev/guide/markdown. Pandoc: pandoc.org/MANUAL.html#fenced-code-blocks.
 */
import { LANGUAGES } from '../markdown/code.ts';
import { splitNames } from '../text/text.ts';

/** The lists of lines that a block has. */
export type LineKind = 'marked' | 'inserted' | 'deleted';

/** What the words after a fence say. */
export interface FenceWords {
  readonly language: string;
  readonly title: string;
  /** The number of the first line; null for code without numbers. */
  readonly firstNumber: number | null;
  readonly lines: Readonly<Record<LineKind, readonly number[]>>;
  /** Words that mean nothing here, as written. */
  readonly others: readonly string[];
}

type KeyKind = LineKind | 'title' | 'numbers' | 'ignored';

/** By name, in lower case, without hyphens, underscores and a leading dot. */
const KEYS: ReadonlyMap<string, KeyKind> = splitNames<KeyKind>({
  'title file filename name caption lstcap': 'title',
  'linenos lineno showlinenumbers linenumbers numberlines numberlinesn linenums nolinenumbers':
    'numbers',
  'linenostart startfrom startlinenumber startline firstline firstnumber datastart': 'numbers',
  'hllines marklines highlight highlightlines mark lines dataline emphasizelines focus': 'marked',
  'ins add added insert': 'inserted',
  'del remove removed delete': 'deleted',
  'copy nocopy wrap nowrap live exec ignore shouldpanic norun compilefail editable runnable':
    'ignored',
  'noplayground playground noinline frame twoslash preserveindent hangingindent collapse':
    'ignored',
  'eval echo include class id style theme anchorlinenos lineanchors linenumbersintable': 'ignored',
  'guesssyntax tabwidth noclasses nohl hlinline wrapperclass url linktext linenumber': 'ignored',
});

/** Editions and error codes of Rust, ids, and data for scripts. */
const IGNORED = /^(?:edition\d{4}|e\d{4}|v?\d+(?:\.\d+)+|#.*|data.+)$/;
const QUOTED = `"[^"]*"|'[^']*'`;
const NUMBERS = String.raw`\d+(?:-\d+)?(?: +\d+(?:-\d+)?)*(?=[\s,}]|$)`;
const VALUE = String.raw`${QUOTED}|\{[^{}]*\}|\[[^\]]*\]|${NUMBERS}|[^\s,{}]*`;
const WORD = new RegExp(
  [
    String.raw`(?<key>[^\s,{}[\]"'=:/][^\s,{}[\]"'=:]*)(?:[=:]\s*(?<value>${VALUE})|(?<first>\{\d+\}))?`,
    String.raw`\{(?<lines>[\d\s,-]+)\}`,
    String.raw`\[(?<title>[^\]]+)\]`,
    String.raw`(?<other>${QUOTED}|/[^/\s]+/)`,
  ].join('|'),
  'g',
);
/** The language at the start, and what a colon attaches to it. */
const START =
  /^\{?\s*(?:\.?(?<language>[^\s{}()[\]:;,=|"']+)(?!=)(?=[\s{}()[\]:;,|]|$))?(?::(?<attached>[^\s{}]+))?/;

/** Reads the words after a fence. */
export function readFenceWords(written: string): FenceWords {
  const words = spellStart(written.trim());
  const { 0: start = '', groups = {} } = START.exec(words) ?? {};
  const { attached = '' } = groups;
  // In braces, the first class need not be a language.
  const isLanguage = !words.startsWith('{') || LANGUAGES.has(groups.language?.toLowerCase() ?? '');
  const language = isLanguage ? (groups.language ?? '') : '';
  const found = { title: '', first: 1, isNumbered: false };
  const lines: Record<LineKind, readonly number[]> = { marked: [], inserted: [], deleted: [] };
  const others: string[] = [];
  const apply = (key: string, value: string, all: string) => {
    const folded = foldKey(key);
    const kind = KEYS.get(folded);
    if (kind === 'title') found.title = value;
    else if (kind === 'numbers') {
      found.isNumbered = !/^(?:false|off|none)$/i.test(value) && !folded.startsWith('no');
      if (/^\d+$/.test(value)) found.first = Number(value);
    } else if (kind === undefined) {
      if (!IGNORED.test(folded)) others.push(all);
    } else if (kind !== 'ignored') {
      const numbers = readNumbers(value);
      lines[kind] = [...lines[kind], ...numbers];
      if (numbers.length === 0 && value !== '') others.push(all);
    }
  };
  const isTitle = attached !== '' && !attached.includes('=') && !KEYS.has(foldKey(attached));
  if (isTitle) found.title = attached;
  const rest = (isTitle ? '' : attached) + words.slice(start.length);
  for (const { 0: all, groups: part = {} } of rest.matchAll(WORD)) {
    const { key, value, first, lines: numbers, title, other } = part;
    if (key !== undefined) apply(key, unquote(value ?? first ?? ''), all);
    else if (numbers !== undefined) lines.marked = [...lines.marked, ...readNumbers(numbers)];
    else if (title !== undefined) found.title ||= title;
    else if (other !== undefined) others.push(other);
  }
  const { title, isNumbered, first } = found;
  return {
    language,
    title: title.trim(),
    firstNumber: isNumbered ? first : null,
    lines,
    // In braces, the others are classes and attributes of the block.
    others: words.startsWith('{') ? [] : others,
  };
}

/** Writes what begins the words as most programs do: `js=101` as `js linenos=101`, `{#a .js}` and `{{js}}` as `{js}`. */
function spellStart(words: string): string {
  return words
    .replace(/^\{\{(\w+)\}\}/, '{$1}')
    .replace(/^\{(?:\s|#[\w:-]+(?=\s))+/, '{')
    .replace(/^([\w#-]+)=(\d*)(?=[\s{]|$)/, (whole, name, first) =>
      KEYS.has(foldKey(name)) ? whole : `${name} linenos=${first}`,
    );
}

/** Reads numbers of lines: `2,4-5`, `[2, "4-5"]`, `2 4-5`. Returns none for any other text. */
function readNumbers(text: string): number[] {
  if (!/^[\d\s,'"[\]-]+$/.test(text)) return [];
  return [...text.matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)].flatMap(([, from, to = from]) => {
    const [first = 0, last = 0] = [Number(from), Number(to)].sort((a, b) => a - b);
    const length = Math.min(last - first, MAX_LINES) + 1;
    return Array.from({ length }, (_, i) => first + i);
  });
}

const MAX_LINES = 10_000;

function foldKey(key: string): string {
  return key.toLowerCase().replace(/^[.:]|[_-]|=.*$/g, '');
}

function unquote(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, '$2').replace(/^\{(.*)\}$/s, '$1');
}

/** Writes the words after a fence. */
export function writeFenceWords({
  language,
  title,
  firstNumber,
  lines,
  others,
}: FenceWords): string {
  const { marked, inserted, deleted } = lines;
  const words = [
    title && `title="${title.replaceAll('"', "'")}"`,
    marked.length > 0 && writeNumbers(marked),
    firstNumber !== null && (firstNumber === 1 ? 'linenos' : `linenos=${firstNumber}`),
    inserted.length > 0 && `ins=${writeNumbers(inserted)}`,
    deleted.length > 0 && `del=${writeNumbers(deleted)}`,
    ...others,
  ].filter(Boolean);
  // Without a language, the first word would be one.
  return [words.length > 0 ? language || 'text' : language, ...words].join(' ');
}

/** Writes numbers of lines as `{2,4-5}`. */
function writeNumbers(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const each of sorted) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === each - 1) last[1] = each;
    else runs.push([each, each]);
  }
  return `{${runs.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(',')}}`;
}
