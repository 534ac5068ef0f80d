/**
 * Translates the syntax of other generators in a body to Markdown and HTML before the engine parses the body, and
 * lists what is not understood. Pure.
 *
 * One scan stops at every character that syntax may begin with, and asks the dialects in the order of the list below.
 * Every replacement is recorded, so that problems in the translated body can be located in the author's file.
 */
import { type ForeignMark, listIndented } from '../markdown/components.ts';
import {
  applyMarkEdits,
  type BodyFormat,
  type BodySource,
  type Edit,
  type Part,
  passParts,
} from '../markdown/edits.ts';
import type { Texts } from '../text/texts.ts';
import { ABBREVIATION, expandAbbreviations } from './abbreviations.ts';
import { alerts } from './alerts.ts';
import { code, skipIndented } from './code.ts';
import { type Dialect, LINE_START, type Scan, type Step, type Syntax } from './dialect.ts';
import { htmlDocument } from './html-document.ts';
import { hugo } from './hugo.ts';
import { kramdown } from './kramdown.ts';
import { liquid } from './liquid.ts';
import { mdx } from './mdx.ts';
import { obsidian } from './obsidian.ts';
import { pandoc } from './pandoc.ts';
import { pelican } from './pelican.ts';
import { pythonMarkdown } from './python-markdown.ts';
import { spacedLinks } from './spaced-links.ts';
import { wordpress } from './wordpress.ts';
import { zola } from './zola.ts';

/** The first whose pattern matches reads the text. Liquid's values look like the shortcodes of Hugo and Zola. */
const DIALECTS: readonly Dialect[] = [
  wordpress,
  pandoc,
  pelican,
  kramdown,
  pythonMarkdown,
  obsidian,
  alerts,
  spacedLinks,
  hugo,
  zola,
  liquid,
  htmlDocument,
  code,
  mdx,
];

/** Everything that translating a body depends on, besides the body. */
export interface DialectContext {
  readonly format: BodyFormat;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** Label alerts. */
  readonly texts: Texts;
  /** The names of the author's components. */
  readonly components: readonly string[];
  /** Lists the parts of Markdown that are not text. */
  listParts(body: string): readonly Part[];
}

/** A translated body, and what is not understood in it. */
interface Translation<Source extends BodySource> {
  readonly source: Source;
  /** With offsets in the body before its translation. */
  readonly foreign: readonly ForeignMark[];
}

/** Translates the syntax of other generators in a body. */
export function translateDialects<Source extends BodySource>(
  source: Source,
  context: DialectContext,
): Translation<Source> {
  const { format, listParts } = context;
  if (format === 'text' || !SIGNS.test(source.body)) return { source, foreign: [] };
  const isMarkdown = format === 'markdown';
  const list = (body: string) => (isMarkdown ? listIndented(body, context) : []);
  const indented = list(source.body);
  let foreign: readonly ForeignMark[] = [];
  const edit = (torn: ReadonlySet<number>) => {
    const scan = beginScan(source, context, torn);
    foreign = scan.foreign;
    return listEdits(scan, GRAMMARS[format], indented);
  };
  const translated = applyMarkEdits(source, edit, list);
  const expanded = isMarkdown ? expandAbbreviations(translated, listParts) : translated;
  return { source: expanded, foreign };
}

/** Matches in every body with the syntax of a dialect. */
const SIGNS = new RegExp(
  [...new Set([...DIALECTS.flatMap(({ signs }) => signs), ABBREVIATION])].join('|'),
);

function beginScan(
  source: BodySource,
  { format, siteUrl, texts, components }: DialectContext,
  torn: ReadonlySet<number>,
): Scan {
  return {
    source,
    isMarkdown: format === 'markdown',
    siteUrl,
    texts,
    components,
    definitions: new Set(source.body.match(/(?<=^ {0,3}\[)[^\]\n]+(?=\]:)/gm)),
    torn,
    foreign: [],
    unclosed: new Set(),
    paragraphEnd: 0,
    isContained: false,
  };
}

/** The syntaxes in bodies of one format. */
interface Grammar {
  /** Matches where syntax may begin. */
  readonly starts: RegExp;
  /** By the character that they begin with, or `LINE_START`. */
  readonly syntaxes: ReadonlyMap<string, readonly Syntax[]>;
}

const GRAMMARS = { markdown: makeGrammar('markdown'), html: makeGrammar('html') };

function makeGrammar(format: BodyFormat): Grammar {
  const all = DIALECTS.flatMap(({ syntaxes }) => syntaxes);
  const used = all.filter(({ formats }) => formats.includes(format));
  const starts = [...new Set(used.flatMap((syntax) => [...syntax.starts]))];
  const characters = starts.filter((start) => start !== LINE_START).join('');
  const lineStart = starts.includes(LINE_START) ? '(?<lineStart>^)|' : '';
  return {
    starts: new RegExp(`${lineStart}[${characters.replace(/[\\[\]^-]/g, '\\$&')}]`, 'gm'),
    syntaxes: new Map(
      starts.map((start) => [start, used.filter((syntax) => syntax.starts.includes(start))]),
    ),
  };
}

/** Lists the replacements in a body; `indented` lists its code by indentation. */
function listEdits(scan: Scan, grammar: Grammar, indented: readonly Part[]): Edit[] {
  const { body } = scan.source;
  const edits: Edit[] = [];
  const nextCode = passParts(indented);
  const starts = new RegExp(grammar.starts);
  for (let start = starts.exec(body); start !== null; start = starts.exec(body)) {
    const { index } = start;
    starts.lastIndex = index + 1;
    const found = findSyntax(body, index, start.groups?.lineStart !== undefined, grammar);
    if (found === null) continue;
    const { end, text } = step(found, scan, nextCode(index));
    starts.lastIndex = Math.max(end, index + 1);
    if (text !== undefined && text !== body.slice(index, end)) edits.push([index, end, text]);
  }
  return edits;
}

/** The first syntax that matches at an offset, with its match. */
interface Found {
  readonly syntax: Syntax;
  readonly match: RegExpExecArray;
}

function findSyntax(
  body: string,
  index: number,
  isLineStart: boolean,
  { syntaxes }: Grammar,
): Found | null {
  const atLine = isLineStart ? (syntaxes.get(LINE_START) ?? []) : [];
  for (const all of [atLine, syntaxes.get(body.charAt(index)) ?? []]) {
    for (const syntax of all) {
      syntax.pattern.lastIndex = index;
      const match = syntax.pattern.exec(body);
      if (match !== null) return { syntax, match };
    }
  }
  return null;
}

/** Translates syntax, or skips it if it is in code by indentation; the other code is a syntax. */
function step({ syntax, match }: Found, scan: Scan, part: Part | undefined): Step {
  const { 0: whole, index } = match;
  const isCode = part !== undefined && index + whole.search(/\S/) >= part.start;
  if (!isCode) return syntax.translate(match, scan);
  return skipIndented(index, part.start, part.end, scan.source.body);
}
