/**
 * Excerpts: what lists of essays show of an essay that doesn't state an excerpt, cut from the beginning of its text.
 * Pure.
 */
import {
  closeUp,
  cutExcerpt,
  decodeEntities,
  dropControls,
  findQuotes,
  foldSpace,
  typesetPieces,
} from '../text/text.ts';
import type { BodyScan } from './body-scan.ts';
import { CODE_DELIMITER } from './delimiters.ts';
import type { BodyFormat } from './edits.ts';

/** The number of characters an excerpt is cut from: enough even with entities. */
export const EXCERPT_SOURCE = 1000;
/** The comment that ends the excerpt in Jekyll, Hugo, Hexo, Zola, WordPress and Docusaurus. */
export const MORE = /^<!--\s*(?:more|truncate)\b/i;
const CALLS = String.raw`\{%.*?%\}|\{\{.*?\}\}`;
/** A line that ends with the name of a file. The engine has typeset its quotes. */
const IMPORT = String.raw`import\s(?:[^\n]*\sfrom\s*)?[\p{Pi}\p{Pf}\p{Ps}][^\n]*[\p{Pi}\p{Pf}\p{Pe}];?[ \t]*(?=\n)`;
/** Untranslated shortcodes at the start of a text, by format. Code is not matched: it starts with `CODE_DELIMITER`. */
const FOREIGN_HEADS: Readonly<Record<BodyFormat, RegExp>> = {
  text: /^/,
  html: new RegExp(`^(?:\\s*(?:${CALLS}))+`, 's'),
  markdown: new RegExp(
    String.raw`^(?:\s*(?:${CALLS}|\{:[^}]*\}|:::[^\n]*|\[![^\]]*\]|${IMPORT}))+`,
    'su',
  ),
};

/** Cuts the excerpt from the opening up to the author's comment; if nothing is left, from the text of the whole body. */
export function findExcerpt(
  { opening, excerptEnd, format }: BodyScan,
  whole: string,
  language: string,
): string {
  const cut = (text: string) => makeExcerpt(text, language, format);
  return cut(opening.slice(0, excerptEnd ?? undefined)) || cut(opening) || cut(whole);
}

/** Code in the text of an excerpt. */
const CODE_TEXTS = new RegExp(`${CODE_DELIMITER}([^${CODE_DELIMITER}]*)${CODE_DELIMITER}`);

function makeExcerpt(text: string, language: string, format: BodyFormat): string {
  const source = text.slice(0, EXCERPT_SOURCE).replace(FOREIGN_HEADS[format], '');
  const pieces = source.split(CODE_TEXTS).map(decodeEntities);
  const set = typesetPieces(pieces, findQuotes(language)).join('');
  return cutExcerpt(foldSpace(closeUp(dropControls(set))));
}
