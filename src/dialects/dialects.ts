/**
 * The list of dialects, and what the scan of a body needs from it. A new dialect is a file beside this one and a row in
 * the list. Pure.
 */
import type { BodyFormat } from '../markdown/edits.ts';
import { abbreviations } from './abbreviations.ts';
import { alerts } from './alerts.ts';
import { code } from './code.ts';
import { contents } from './contents.ts';
import type { Dialect, Syntax } from './dialect.ts';
import { directives } from './directives.ts';
import { htmlDocument } from './html-document.ts';
import { hugo } from './hugo.ts';
import { kramdown } from './kramdown.ts';
import { liquid } from './liquid.ts';
import { mdx } from './mdx.ts';
import { obsidian } from './obsidian.ts';
import { pandoc } from './pandoc.ts';
import { pelican } from './pelican.ts';
import { pythonMarkdown } from './python-markdown.ts';
import { quarto } from './quarto.ts';
import { spacedLinks } from './spaced-links.ts';
import { vitepress } from './vitepress.ts';
import { wordpress } from './wordpress.ts';
import { zola } from './zola.ts';

/**
 * In the order in which they are asked; the first whose pattern matches reads the text. The order matters only where
 * one syntax looks like another: Liquid's values like the shortcodes of Hugo and Zola, and HTML elements.
 */
const DIALECTS: readonly Dialect[] = [
  wordpress,
  pandoc,
  quarto,
  directives,
  pelican,
  contents,
  kramdown,
  pythonMarkdown,
  abbreviations,
  obsidian,
  alerts,
  spacedLinks,
  hugo,
  zola,
  liquid,
  vitepress,
  htmlDocument,
  code,
  mdx,
];

const SIGNS = joinSigns([...new Set(DIALECTS.flatMap(({ signs }) => signs))].sort());

/**
 * Joins signs into two expressions: V8 skips text in which none can begin only while they begin with few different
 * characters, and one expression of all takes five times as long.
 */
function joinSigns(signs: readonly string[]): readonly RegExp[] {
  const half = Math.ceil(signs.length / 2);
  return [signs.slice(0, half), signs.slice(half)].map((part) => new RegExp(part.join('|')));
}

/** False for a body without the syntax of any dialect, as most are: these searches are all that they pay. */
export function mayHaveSyntax(body: string): boolean {
  // At the start of a line, signs name the line end before it, which is much faster than `^`.
  const lines = `\n${body}`;
  return SIGNS.some((signs) => signs.test(lines));
}

/** The syntaxes in bodies of one format, in the order of the dialects. */
export interface Grammar {
  /** Matches where syntax may begin; at the start of a line, `first` is its first character but white space and `>`. */
  readonly starts: RegExp;
  /** Those at the start of a line, by that character. */
  readonly atLineStart: SyntaxIndex;
  /** The others, by the character that they begin with. */
  readonly anywhere: SyntaxIndex;
}

const MARKDOWN: readonly BodyFormat[] = ['markdown'];

type SyntaxIndex = ReadonlyMap<string, readonly Syntax[]>;

export const GRAMMARS: Readonly<Record<Exclude<BodyFormat, 'text'>, Grammar>> = {
  markdown: makeGrammar('markdown'),
  html: makeGrammar('html'),
};

function makeGrammar(format: BodyFormat): Grammar {
  const all = DIALECTS.flatMap(({ syntaxes }) => syntaxes);
  const syntaxes = all.filter(({ formats = MARKDOWN }) => formats.includes(format));
  const atLineStart = indexSyntaxes(syntaxes.filter((each) => each.isAtLineStart));
  const anywhere = indexSyntaxes(syntaxes.filter((each) => !each.isAtLineStart));
  const first = `(?<first>${matchAny(atLineStart.keys())})`;
  const starts = new RegExp(`^(?=[ \\t>]*${first})|${matchAny(anywhere.keys())}`, 'gm');
  return { starts, atLineStart, anywhere };
}

function indexSyntaxes(syntaxes: readonly Syntax[]): SyntaxIndex {
  const characters = new Set(syntaxes.flatMap(({ starts }) => [...starts]));
  const listAt = (start: string) => syntaxes.filter(({ starts }) => starts.includes(start));
  return new Map([...characters].map((each) => [each, listAt(each)]));
}

/** A pattern of one of these characters; without any, it matches nothing. */
function matchAny(characters: Iterable<string>): string {
  const escaped = Array.from(characters, (each) => each.replace(/\W/, '\\$&'));
  return `[${escaped.join('')}]`;
}
