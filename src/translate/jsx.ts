/**
 * HTML in MDX, which is JSX: attributes with values in braces, elements that close themselves, Markdown in elements,
 * values in the text, and indented lines, which aren't code. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import type { Arguments } from './arguments.ts';
import { isIndentedCode, listNodes, type Span } from './code-spans.ts';
import {
  type Dialect,
  type DialectResult,
  editMatches,
  type ForeignBody,
  type Untranslated,
} from './dialect.ts';

/** Braces, nested three deep. */
const INNER = String.raw`\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}`;
export const BRACES = String.raw`\{[^{}]*(?:${INNER}[^{}]*)*\}`;
/** The attributes of an element. */
export const ATTRIBUTES = String.raw`(?:\s+(?:[\w:.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|${BRACES}))?|\{\.\.\.[^{}]*\}))*`;
const ATTRIBUTE = new RegExp(
  String.raw`(?<key>[\w:.-]+)(?:\s*=\s*(?:(?<quoted>"[^"]*"|'[^']*')|(?<braces>${BRACES})))?|(?<spread>\{\.\.\.)`,
  'g',
);

/** Reads attributes; null if a value is an expression that only a program could evaluate. */
export function readAttributes(
  written: string,
  pictures: ReadonlyMap<string, string>,
): Arguments | null {
  const props = new Map<string, string>();
  for (const { groups = {} } of written.matchAll(ATTRIBUTE)) {
    const { key, quoted, braces } = groups;
    const value =
      braces === undefined ? (quoted?.slice(1, -1) ?? 'true') : readLiteral(braces, pictures);
    if (key === undefined || value === null) return null;
    props.set(key, value);
  }
  return { args: [], props };
}

/** Reads `{1}`, `{"a"}`, `{true}` and `{Hill.src}`, whose picture was imported; null for any other expression. */
function readLiteral(braces: string, pictures: ReadonlyMap<string, string>): string | null {
  const value = braces.slice(1, -1).trim();
  if (/^(?:-?[\d.]+|true|false)$/.test(value)) return value;
  const [, , text] = /^(["'`])([^"'`\\$]*)\1$/.exec(value) ?? [];
  return text ?? pictures.get(value.replace(/\.src$/, '')) ?? null;
}

const ELEMENT = new RegExp(
  String.raw`<(?<name>[a-z][\w-]*)(?<given>${ATTRIBUTES})\s*(?<slash>\/?)>`,
  'g',
);
const VOID = /^(?:area|br|col|embed|hr|img|input|link|source|track|wbr)$/;
/** A text in quotes, or an expression, which begins with a name. */
const VALUE =
  /(?<![=)\]{])\{\s*(?:(["'`])(?<text>[^"'`{}\n]*)\1|(?<![\w}"'\\^_]\{\s*)(?<path>[a-zA-Z_$][^{}\n=]*?))\s*\}/g;
const OPENS = new RegExp(
  String.raw`^([ \t]*<[a-z][\w-]*${ATTRIBUTES}\s*>[ \t]*)\n(?=[ \t]*[^\s<])`,
  'gm',
);
const CLOSES = /\n(?<=^[ \t]*[^\s<][^\n]*\n)(?=[ \t]*<\/[a-z][\w-]*>[ \t]*$)/gm;

/** Translates elements and values. */
export function translateJsx(
  body: ForeignBody,
  pictures: ReadonlyMap<string, string>,
): Required<DialectResult> {
  const left: Untranslated[] = [];
  const elements = editMatches(body, ELEMENT, ({ 0: all, index: at, groups = {} }) => {
    const { name = '', given = '', slash } = groups;
    const end = slash && !VOID.test(name) ? `></${name}>` : `${slash && ' /'}>`;
    if (!/\{|className/.test(given)) {
      return slash && !VOID.test(name) ? all.replace(/\s*\/>$/, end) : null;
    }
    const attributes = readAttributes(given, pictures);
    if (attributes === null) {
      left.push({ at, shown: `<${name}>`, hint: 'Write plain values: `a="b"`.' });
      return null;
    }
    const written = [...attributes.props].map(([key, value]) => {
      if (value === 'false') return '';
      return ` ${key === 'className' ? 'class' : key}${value === 'true' ? '' : `="${value}"`}`;
    });
    return `<${name}${written.join('')}${end}`;
  });
  const values = editMatches(body, VALUE, ({ index: at, groups = {} }) => {
    const { text, path = '' } = groups;
    const key = /^(?:frontmatter|props|meta|metadata)\.(?:frontmatter\.)?(\w+)$/.exec(path)?.[1];
    const is = text ?? (key === undefined ? undefined : body.readKey(key));
    if (is === undefined) {
      const shown = `{${/^[\w$.]+/.exec(path)?.[0]}}`;
      left.push({ at, shown, hint: 'Replace it with its value.' });
    }
    return is ?? null;
  });
  const opens = editMatches(body, OPENS, ([, tag]) => `${tag}\n\n`);
  const closes = editMatches(body, CLOSES, () => '\n\n');
  return { edits: [...elements, ...values, ...opens, ...closes], left };
}

/** Indented lines, which MDX doesn't read as code; it runs after `mdx.ts`. */
export const mdxIndentation: Dialect = {
  formats: ['mdx'],
  sign: /^(?: {4}| {0,3}\t)/m,
  translate: ({ text, context }) => {
    const code = listNodes(text, 'code', context.math, true);
    const indented = code.filter((span) => isIndentedCode(span, text));
    return { edits: indented.flatMap((span) => removeIndent(text, span)) };
  },
};

/** Removes the indentation of the first line from all lines of indented code, which may be in a list or quotation. */
function removeIndent(text: string, { start, end }: Span): TextEdit[] {
  const base = start - text.lastIndexOf('\n', start - 1) - 1;
  const [first = ''] = /^[ \t]*/.exec(text.slice(start, end)) ?? [];
  const edits: TextEdit[] = [];
  for (let at = start; at < end; at = text.indexOf('\n', at) + 1 + base) {
    const [was = ''] = new RegExp(`^[ \\t]{0,${first.length}}`).exec(text.slice(at, end)) ?? [];
    if (was !== '') edits.push({ at, was, is: '' });
    if (text.indexOf('\n', at) === -1) break;
  }
  return edits;
}
