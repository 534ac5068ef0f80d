/**
 * The parts of a body in which other programs' syntax isn't read: code, formulas, comments, and HTML elements whose
 * content isn't text. The engine says where they are, except in raw HTML, where this file does. Pure.
 */
import { type MdastNode, markdownToMdast } from 'satteri';
import { findComments, mayHaveComments } from '../markdown/comments.ts';

/** How the engine reads a body: MDX has no code by indentation. */
export type BodyFormat = 'markdown' | 'mdx' | 'html';

/** A part of a body. */
export interface Span {
  /** The engine's name of a node, such as `code`, `inlineCode`, `math`, `inlineMath`; `html` for raw HTML. */
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const LITERALS = 'code inlineCode math inlineMath';

/** HTML's comments, and elements whose content isn't text. */
const HTML_LITERAL =
  /(?<!\\)(?:<!--[\s\S]*?-->|<(?<name>pre|code|script|style|textarea|svg|math|xmp)(?=[\s>])[^<>]*(?<!\/)>[\s\S]*?<\/\k<name>\s*>)/gi;

/** Lists the parts of a body that dialects must not change, in order and without overlaps. */
export function listLiterals(text: string, format: BodyFormat, math: boolean): Span[] {
  const literals = format === 'html' ? [] : listNodes(maskTags(text), LITERALS, math);
  const code = format === 'mdx' ? literals.flatMap((span) => cutIndented(span, text)) : literals;
  const spans: Span[] = [];
  let next = 0;
  const pattern = new RegExp(HTML_LITERAL);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index } = match;
    while (next < code.length && (code[next]?.end ?? 0) <= index) next += 1;
    const around = code[next];
    if (around !== undefined && around.start <= index) pattern.lastIndex = around.end;
    else spans.push({ type: 'html', start: index, end: pattern.lastIndex });
  }
  const isIn = (at: number) => (span: Span) => span.start <= at && at < span.end;
  // Comments that our language reads as well.
  const { comments } = mayHaveComments(text)
    ? findComments(text, (at) => [...spans, ...code].some(isIn(at)))
    : { comments: [] };
  const all = [...spans, ...comments.map(({ start, end }) => ({ type: 'html', start, end }))];
  const outside = code.filter(({ start }) => !all.some(isIn(start)));
  return [...all, ...outside].sort((a, b) => a.start - b.start);
}

const TAG = /(^[ \t>]*)?<\/?[A-Z](?:"[^"]*"|'[^']*'|[^"'<>])*>(?=([ \t]*$)?)/gm;

/** Replaces the tags of components, since those on lines of their own would make their content HTML. */
function maskTags(text: string): string {
  return text.replace(TAG, (tag, before: string | undefined, after: string | undefined) => {
    const isAlone = before !== undefined && after !== undefined;
    return (before ?? '') + tag.slice(before?.length ?? 0).replace(/[^\n]/g, isAlone ? ' ' : 'x');
  });
}

const CODE = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\1[`~]*[ \t]*$|(`+)(?!`)[^`\n]+\2(?!`)/gm;

/** In MDX, indented lines aren't code; lists the code inside them. */
function cutIndented(span: Span, text: string): Span[] {
  if (!isIndentedCode(span, text)) return [span];
  const matches = [...text.slice(span.start, span.end).matchAll(CODE)];
  return matches.map(({ 0: { length }, index }) => {
    return { type: 'code', start: span.start + index, end: span.start + index + length };
  });
}

/** True for code without a fence. */
export function isIndentedCode({ type, start }: Span, text: string): boolean {
  return type === 'code' && !/[`~]/.test(text.charAt(start));
}

/** One of the engine's nodes, and its place. */
export interface ParsedNode extends Span {
  readonly node: MdastNode;
  readonly parent: ParsedNode | null;
}

/** Lists the engine's nodes of these types, whose names have spaces between them, in order, outer before inner. */
export function listNodes(
  text: string,
  types: string,
  math: boolean,
  directive = false,
): ParsedNode[] {
  const wanted = types.split(' ');
  const parsed: ParsedNode[] = [];
  const visit = (node: MdastNode, parent: ParsedNode | null): void => {
    const { start, end } = node.position ?? {};
    const span = { type: node.type, start: start?.offset ?? 0, end: end?.offset ?? 0 };
    const each = { ...span, node, parent };
    if (wanted.includes(node.type)) parsed.push(each);
    if ('children' in node) for (const child of node.children) visit(child, each);
  };
  const features = {
    ...{ gfm: true, frontmatter: false, directive },
    math: { singleDollarTextMath: math },
  };
  visit(markdownToMdast(text, { features }), null);
  return parsed;
}
