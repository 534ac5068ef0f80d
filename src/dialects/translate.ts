/**
 * Translates the syntax of other generators in a body to Markdown and HTML before the engine parses the body, and
 * lists what is not understood. Each generator has a file in this room; only `essays/` imports from it, this file. Pure.
 *
 * One scan stops wherever syntax may begin, and asks the dialects. Every replacement is recorded, so that problems in
 * the translated body can be located in the author's file.
 */
import { listIndented, type SyntaxProblem } from '../markdown/component-tags.ts';
import {
  applyEdits,
  applyShortcodeEdits,
  type BodySource,
  type Edit,
  type Part,
  passParts,
} from '../markdown/edits.ts';
import { expandAbbreviations } from './abbreviations.ts';
import { listAdmonitions, mayHaveAdmonition } from './admonitions.ts';
import { skipIndented } from './code.ts';
import type { DialectContext, DialectScan, Match, Step, Syntax } from './dialect.ts';
import { GRAMMARS, type Grammar, mayHaveSyntax } from './dialects.ts';
import { numberFigures } from './figures.ts';

/** A translated body, and what is not understood in it. */
export interface DialectResult<Source extends BodySource> {
  readonly source: Source;
  /** With offsets in the body before its translation. */
  readonly foreign: readonly SyntaxProblem[];
}

/** Translates the syntax of other generators in a body. */
export function translateDialects<Source extends BodySource>(
  source: Source,
  context: DialectContext,
): DialectResult<Source> {
  const { format, listParts } = context;
  if (format === 'text' || !mayHaveSyntax(source.body)) return { source, foreign: [] };
  const isMarkdown = format === 'markdown';
  const hasAdmonitions = isMarkdown && mayHaveAdmonition(source.body);
  const admonitions = hasAdmonitions ? listAdmonitions(source.body, listParts(source.body)) : [];
  const contained = applyEdits(source, admonitions);
  const list = (body: string) => (isMarkdown ? listIndented(body, context) : []);
  const indented = list(contained.body);
  let foreign: readonly SyntaxProblem[] = [];
  const edit = (torn: ReadonlySet<number>) => {
    const scan = beginScan(contained, context, torn);
    foreign = scan.foreign;
    return listEdits(scan, GRAMMARS[format], indented);
  };
  const translated = applyShortcodeEdits(contained, edit, list);
  const expanded = isMarkdown ? expandAbbreviations(translated, listParts) : translated;
  if (admonitions.length === 0) return { source: expanded, foreign };
  const { offsetInText } = applyEdits({ body: source.body, offsetInText: Number }, admonitions);
  return {
    source: expanded,
    foreign: foreign.map((each) => ({ ...each, at: offsetInText(each.at) })),
  };
}

function beginScan(
  source: BodySource,
  context: DialectContext,
  torn: ReadonlySet<number>,
): DialectScan {
  return {
    ...context,
    source,
    definitions: listDefinitions(source.body),
    figures: numberFigures(source.body, context),
    torn,
    foreign: [],
    unclosed: new Set(),
    paragraphEnd: 0,
    hasUnreadable: false,
    containers: [],
    containerEdits: [],
  };
}

/** Lists the names of link definitions. Most bodies have no definitions, which the first search finds out quickly. */
function listDefinitions(body: string): ReadonlySet<string> {
  return new Set(body.includes(']:') ? body.match(/(?<=^ {0,3}\[)[^\]\n]+(?=\]:)/gm) : []);
}

/** Lists the replacements in a body; `indented` lists its code by indentation. */
function listEdits(scan: DialectScan, grammar: Grammar, indented: readonly Part[]): Edit[] {
  const { body } = scan.source;
  const edits: Edit[] = [];
  const nextIndented = passParts(indented);
  const starts = new RegExp(grammar.starts);
  for (let start = starts.exec(body); start !== null; start = starts.exec(body)) {
    const { index, groups } = start;
    const atLineStart = grammar.atLineStart.get(groups?.first ?? '') ?? [];
    const anywhere = grammar.anywhere.get(body.charAt(index)) ?? [];
    const found = findFirst(atLineStart, body, index) ?? findFirst(anywhere, body, index);
    const step = found === null ? null : translateMatch(found, nextIndented(index), scan);
    starts.lastIndex = Math.max(step?.end ?? 0, index + 1);
    if (step?.text !== undefined && step.text !== body.slice(index, step.end)) {
      edits.push([index, step.end, step.text]);
    }
  }
  for (const each of scan.containers) each.reportUnclosed();
  return [...edits, ...scan.containerEdits];
}

/** A syntax, and its match in a body. */
interface Found {
  readonly syntax: Syntax;
  readonly match: Match;
}

/** Finds the first of these syntaxes that matches at an offset. */
function findFirst(syntaxes: readonly Syntax[], body: string, index: number): Found | null {
  for (const syntax of syntaxes) {
    syntax.pattern.lastIndex = index;
    const found = syntax.pattern.exec(body);
    if (found === null) continue;
    const { 0: text, groups = {} } = found;
    return { syntax, match: { text, start: index, end: index + text.length, groups } };
  }
  return null;
}

/** Translates syntax, unless it is in code by indentation; `indented` is the next such code. */
function translateMatch(
  { syntax, match }: Found,
  indented: Part | undefined,
  scan: DialectScan,
): Step {
  const { text, start, end } = match;
  const isCode = indented !== undefined && start + text.search(/\S/) >= indented.start;
  if (isCode) return skipIndented(start, indented, scan.source.body);
  const translation = syntax.translate(match, scan);
  if (translation === null) return { end };
  return typeof translation === 'string' ? { end, text: translation } : translation;
}
