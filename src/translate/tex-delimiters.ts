/**
 * Formulas in the delimiters of LaTeX, MathJax and GitHub, and bare environments: `\(…\)`, `\\[…\\]`, `` $`…`$ ``,
 * `\begin{align}`. They become `$$…$$`, or `$…$` where single dollars are on. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { listNodes } from './code-spans.ts';
import { type Dialect, editMatches, type ForeignBody, findLiteral, MARKDOWN } from './dialect.ts';

export const texDelimiters: Dialect = {
  name: 'delimiters of TeX',
  formats: MARKDOWN,
  sign: /\\[([]|\\begin\{|\$\x60/,
  translate: (body) => {
    const environments = editMatches(
      body,
      ENVIRONMENT,
      ({ 0: tex, groups: { before = '' } = {} }) => {
        return `${before}$$\n${renameEnvironment(tex.slice(before.length))}\n${before}$$`;
      },
    );
    const edits = [...environments, ...editDelimited(body, environments), ...editMath(body)];
    // In HTML, dollars enclose nothing.
    const html = listNodes(body.text, HTML, body.context.math);
    const isHtml = (at: number) => html.some(({ start, end }) => start <= at && at < end);
    return { edits: edits.filter(({ at }) => !isHtml(at)), left: [] };
  },
};

const HTML: ReadonlySet<string> = new Set(['html']);
const BETWEEN = String.raw`(?:(?!\n[ \t>]*\n)[\s\S])`;
const ENVIRONMENT = new RegExp(
  String.raw`^(?<before>[ \t>]*)\\begin\{(?<name>(?:equation|align|alignat|gather|multline|flalign|eqnarray|displaymath)\*?)\}${BETWEEN}+?\\end\{\k<name>\}`,
  'gm',
);
const DELIMITED = new RegExp(
  String.raw`(?<!\\)(?<open>\\{1,2}[([])(?<tex>${BETWEEN}+?)(?<!\\)(?<close>\\{1,2}[)\]])`,
  'g',
);
const CLOSING: Readonly<Record<string, string>> = {
  '\\(': '\\)',
  '\\[': '\\]',
  '\\\\(': '\\\\)',
  '\\\\[': '\\\\]',
};

/** Writes environments that aren't read here as those that are. */
function renameEnvironment(tex: string): string {
  const aligned = /\\begin\{eqnarray/.test(tex)
    ? tex.replace(/&\s*([^&\s\\]+|\\\w+)\s*&[ \t]*/g, '&$1 ')
    : tex;
  return aligned
    .replace(/(\\(?:begin|end)\{)(?:eqnarray|flalign)(\*?\})/g, '$1align$2')
    .replace(/(\\(?:begin|end)\{)displaymath(\*?\})/g, '$1equation*}')
    .replace(/equation\*\}\*?\}/g, 'equation*}');
}

/** Replaces delimiters with dollars. */
function editDelimited(body: ForeignBody, others: readonly TextEdit[]): TextEdit[] {
  const { text, literals, context } = body;
  const edits: TextEdit[] = [];
  for (const { 0: was, index, groups = {} } of text.matchAll(DELIMITED)) {
    const { open = '', tex = '', close = '' } = groups;
    const isInside = others.some(({ at, was: other }) => at <= index && index < at + other.length);
    const literal = findLiteral(literals, index, index + was.length);
    if (CLOSING[open] !== close || isInside || literal !== undefined) continue;
    const isDoubled = open.length === 3;
    const end = index + was.length;
    const isAlone = isOwnLine(text, index, end);
    if (!isTex(tex, open, isAlone) && !(context.math && !isDoubled && !IS_LABEL.test(tex)))
      continue;
    const written = isDoubled ? tex.replace(/\\([!-/:-@[-`{-~])/g, '$1') : tex;
    const isInCell = /^[ \t>]*(?:#{1,6}[ \t]|\|)/.test(lineBefore(text, index));
    const isBlock = open.endsWith('[') && !isInCell;
    const before = lineBefore(text, index);
    const lines = splitLines(written, before);
    const edit = { at: index, was, is: writeInline(lines, context.math) };
    edits.push(isBlock ? widen({ ...edit, is: writeBlock(lines, before) }, text) : edit);
  }
  return edits;
}

/** Puts the lines of a formula between other text, without the spaces that were beside it. */
function widen({ at, was, is }: TextEdit, text: string): TextEdit {
  const before = lineBefore(text, at);
  const [left = ''] = OWN_START.test(before) ? [] : (/[ \t]*$/.exec(before) ?? []);
  const [right = ''] = /^[ \t]*/.exec(text.slice(at + was.length)) ?? [];
  const isLast = /^(?:\n|$)/.test(text.slice(at + was.length + right.length));
  const below = isLast ? '' : `\n${indentOf(before)}`;
  return { at: at - left.length, was: left + was + right, is: is + below };
}

/** Splits TeX into its lines, without the signs of the quotation around them. */
function splitLines(tex: string, before: string): string[] {
  const indent = before.trimStart().startsWith('>') ? /\n[ \t>]*/g : /\n[ \t]*/g;
  return tex.replace(indent, '\n').trim().split('\n');
}

/** Returns what begins the lines below one: the signs of a quotation, and spaces for those of a list. */
function indentOf(before: string): string {
  const [prefix = ''] = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/.exec(before) ?? [];
  return prefix.replace(/[^\s>]/g, ' ');
}

/** Boxes of task lists and numbers of notes. */
const IS_LABEL = /^(?:[ xX]|\d+)$/;
const COMMAND = /\\[a-zA-Z]{2,}/;

/** True if escaped brackets enclose TeX: they are common in prose as well. */
function isTex(content: string, open: string, isAlone: boolean): boolean {
  if (/["“”]/.test(content) && !/\\text/.test(content)) return false;
  if (COMMAND.test(content)) return true;
  if (/\p{L}{3,}/u.test(content.replace(/[_^]\{[^{}]*\}|&\w+;/g, ''))) return false;
  if (/(?<!\\)[\^_=<>+]/.test(content)) return true;
  if (open.endsWith('[')) return isAlone && /\p{L}/u.test(content) && content.trim() !== 'x';
  // Not `\(c\)`, the sign of copyright, and not the number of an item.
  return /\p{L}/u.test(content) && !/^\s*(?:[cr]|[ivx]{2,})\s*$/i.test(content);
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
}

const OWN_START = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/;

function isOwnLine(text: string, start: number, end: number): boolean {
  return (
    OWN_START.test(lineBefore(text, start)) &&
    /^[ \t]*[.,;:]?[ \t]*(?:\n|$)/.test(text.slice(end, end + 99))
  );
}

function writeInline(lines: readonly string[], hasDollars: boolean): string {
  const sign = hasDollars ? '$' : '$$';
  return sign + lines.join(' ').trim() + sign;
}

/** Writes a formula on lines of its own. */
function writeBlock(lines: readonly string[], before: string): string {
  const indent = indentOf(before);
  const block = ['$$', ...lines, '$$'].join(`\n${indent}`);
  return OWN_START.test(before) ? block : `\n${indent}${block}`;
}

const MATH: ReadonlySet<string> = new Set(['inlineCode', 'math', 'inlineMath']);
const OTHER_ENVIRONMENT = /\\begin\{(?:eqnarray|flalign|displaymath)\*?\}/;

/** Replaces GitHub's delimiters, and environments in formulas. */
function editMath({ text, context }: ForeignBody): TextEdit[] {
  const mayHave = text.includes('$\x60') || OTHER_ENVIRONMENT.test(text);
  const nodes = mayHave ? listNodes(text, MATH, context.math) : [];
  return nodes.flatMap(({ type, start, end }): TextEdit[] => {
    const isCode = type === 'inlineCode';
    const at = isCode ? start - 1 : start;
    const was = text.slice(at, isCode ? end + 1 : end);
    const { tex } = /^\$(?<ticks>\x60+)(?<tex>[\s\S]+?)\k<ticks>\$$/.exec(was)?.groups ?? {};
    if (tex !== undefined && text[at - 1] !== '\\') {
      return [{ at, was, is: writeInline(splitLines(tex, ''), context.math) }];
    }
    return !isCode && OTHER_ENVIRONMENT.test(was) ? [{ at, was, is: renameEnvironment(was) }] : [];
  });
}
