/**
 * The words after a fence as other programs write them, in our form: `js title="app.js" {2,4-5} linenos ins={3} del={4}`.
 * Words that mean nothing here stay. Pure.
 *
 * Hugo: gohugo.io/content-management/syntax-highlighting. Zola: getzola.org/documentation/content/syntax-highlighting.
 * Gatsby and Docusaurus: `js{2}`. Astro: expressive-code.com. Pandoc: pandoc.org/MANUAL.html#fenced-code-blocks.
 */
import { LANGUAGES } from '../markdown/code.ts';
import type { TextEdit } from '../problems/problems.ts';
import { splitNames } from '../text/text.ts';
import { listNodes } from './code-spans.ts';
import { type Dialect, MARKDOWN } from './dialect.ts';

export const codeWords: Dialect = {
  formats: MARKDOWN,
  sign: /(?<![`~])(?:`{3,}(?!`)|~{3,}(?!~))[ \t]*(?:[^\s`]*[{},=][^`\n]*|[^\s`]+[ \t]+[^`\n]+|diff-[^`\n]+)$/m,
  translate: ({ text, context }) => ({
    edits: listNodes(text, 'code', context.math).flatMap(({ start }) => editOpening(text, start)),
  }),
};

const OPENING = /(?<fence>`{3,}|~{3,})(?<space>[ \t]*)(?<info>[^\n]*)/y;
/** Words in our form, in any order. */
const OURS =
  /^[\w+#.-]*(?:\s+(?:title=(?:"[^"]*"|'[^']*')|linenos(?:=\d+)?|(?:ins=|del=)?\{[\d\s,-]+\}))*\s*$/;
/** Pandoc's classes and attributes, of which the first is the language. */
const BRACES = /^\{\s*\.(?<language>[\w+#-]+)(?=[\s}])(?<words>[^{}]*)\}$/;
const PLAIN = /^(?<language>[\w+#.-]*)(?<words>(?:[\s,{].*)?)$/;

function editOpening(text: string, start: number): TextEdit[] {
  OPENING.lastIndex = start;
  const { 0: was, groups = {} } = OPENING.exec(text) ?? {};
  const { fence = '', space = '', info = '' } = groups;
  if (was === undefined || OURS.test(info.replace(/^diff-.*/, '{}'))) return [];
  const written = writeInfo(info.trim());
  const isSame = written === null || written === info.trim();
  return isSame ? [] : [{ at: start, was, is: fence + (written && space + written) }];
}

function writeInfo(info: string): string | null {
  const braces = BRACES.exec(info)?.groups;
  const { language = '', words = '' } = braces ?? PLAIN.exec(info)?.groups ?? {};
  if (language === '') return null;
  const written = readWords(words, braces !== undefined);
  // A class need not be a language, and `diff-js` of Eleventy is a diff.
  const isLanguage = braces === undefined || LANGUAGES.has(language.toLowerCase());
  const name = isLanguage ? language.replace(/^diff-.*/, 'diff') : '';
  // Without a language, the first word would be one.
  return [written.length > 0 ? name || 'text' : name, ...written].join(' ');
}

type KeyKind = 'title' | 'numbers' | 'first' | 'marked' | 'ins' | 'del';

/** By name, in lower case, without hyphens and underscores. */
const KEYS: ReadonlyMap<string, KeyKind> = splitNames<KeyKind>({
  'title file filename name caption lstcap': 'title',
  'linenos linenumbers showlinenumbers numberlines linenums': 'numbers',
  'linenostart startfrom firstline': 'first',
  'hllines lines highlight mark': 'marked',
  'ins add': 'ins',
  'del remove': 'del',
});
const VALUE = String.raw`"[^"]*"|'[^']*'|\{[^{}]*\}|\[[^\]]*\]|\d+(?:[-, ]+\d+)*(?=[\s,}]|$)|[^\s,{}]*`;
const WORD = new RegExp(
  String.raw`(?<=^|[\s,{.])(?<key>[a-zA-Z][\w-]*)(?:=(?<value>${VALUE})|(?<number>\{\d+\}))?(?=[\s,}]|$)|` +
    String.raw`\{(?<lines>[\d\s,-]+)\}|(?<other>[^\s,{}]+|\{[^{}]*[^{}\w\s,.="'[\]-][^{}]*\})`,
  'g',
);

/** Writes words in our form; in braces, those without a meaning are classes and attributes of the block. */
function readWords(words: string, isInBraces: boolean): string[] {
  const written = new Map<KeyKind, string>();
  const others: string[] = [];
  for (const { 0: all, groups = {} } of words.matchAll(WORD)) {
    const { key = '', value = groups.number ?? '', lines } = groups;
    const kind = lines === undefined ? KEYS.get(key.toLowerCase().replace(/[-_]/g, '')) : 'marked';
    const bare = (lines ?? value).replace(/^["'{[]|["'}\]]$/g, '').trim();
    const numbers = bare
      .replace(/["']/g, '')
      .split(/[\s,]+/)
      .join(',');
    if (kind === 'title') written.set(kind, `title="${bare.replaceAll('"', "'")}"`);
    else if (kind === 'first') written.set('numbers', `linenos=${bare}`);
    else if (kind === 'numbers' && bare === 'false') written.delete(kind);
    else if (kind === 'numbers') {
      const first = /^\d+$/.test(bare) ? `linenos=${bare}` : 'linenos';
      written.set(kind, written.get(kind) ?? first);
    } else if (kind !== undefined && /^[\d,-]+$/.test(numbers)) {
      written.set(kind, `${kind === 'marked' ? '' : `${kind}=`}{${numbers}}`);
    } else if (!isInBraces) others.push(all);
  }
  const order: readonly KeyKind[] = ['title', 'marked', 'numbers', 'ins', 'del'];
  return [...order.flatMap((kind) => written.get(kind) ?? []), ...others];
}
