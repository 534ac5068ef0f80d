/**
 * HTML in MDX, which is JSX: attributes with values in braces, elements that close themselves, Markdown in elements,
 * and values in the text. Pure.
 */

import { VOIDS } from '../markdown/tree.ts';
import type { TextEdit } from '../problems/problems.ts';
import { ATTRIBUTES, BRACES, readLiteral } from './arguments.ts';
import { isIndentedCode, listNodes, type Span } from './code-spans.ts';
import {
  type Dialect,
  type DialectResult,
  editMatches,
  type ForeignBody,
  findLiteral,
  type Untranslated,
} from './dialect.ts';
import type { Range } from './places.ts';

const ELEMENT = new RegExp(
  String.raw`<(?<name>[a-z][\w-]*)(?<given>${ATTRIBUTES})\s*(?<void>\/?)>`,
  'g',
);
const ATTRIBUTE = new RegExp(String.raw`([\w:.-]+)=(${BRACES})|\b(className|htmlFor)=`, 'g');
const NAMES: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' };
/** A text in quotes, or an expression, which begins with a name. */
const VALUE =
  /(?<![=)\]])\{\s*(?:(["'`])(?<text>[^"'`{}\n]*)\1|(?<![\w}"'\\^_]\{\s*)(?<path>[a-zA-Z_$][^{}\n=]*?))\s*\}/g;
const OPENS = new RegExp(
  String.raw`^([ \t]*<[a-z][\w-]*${ATTRIBUTES}\s*>[ \t]*)\n(?=[ \t]*[^\s<])`,
  'gm',
);
const CLOSES = /(?<=^[ \t]*[^\s<][^\n]*)\n(?=[ \t]*<\/[a-z][\w-]*>[ \t]*$)/gm;

/** Translates elements and values. */
export function translateJsx(
  body: ForeignBody,
  pictures: ReadonlyMap<string, string>,
): DialectResult {
  const elements = editMatches(body, ELEMENT, ({ 0: all, groups = {} }) => {
    const { name = '', void: slash } = groups;
    const tag = all.replace(ATTRIBUTE, (written, attribute, braces, renamed) => {
      if (renamed !== undefined) return `${NAMES[renamed]}=`;
      const value = attribute === 'style' ? readStyle(braces) : readLiteral(braces, pictures);
      if (value === 'true' || value === 'false') return value === 'true' ? attribute : '';
      return value === null ? written : `${NAMES[attribute] ?? attribute}="${value}"`;
    });
    return slash && !VOIDS.has(name) ? `${tag.replace(/\s*\/>$/, '>')}</${name}>` : tag;
  });
  const values = translateValues(body);
  const opens = editMatches(body, OPENS, ([, tag]) => `${tag}\n\n`);
  const closes = editMatches(body, CLOSES, () => '\n\n');
  return { edits: [...elements, ...values.edits, ...opens, ...closes], left: values.left };
}

/** Writes `{{ marginTop: 10, color: 'red' }}` as CSS; null for anything but plain values. */
function readStyle(braces: string): string | null {
  const entries = braces.replace(/^\{\s*\{|,?\s*\}\s*\}$/g, '').split(',');
  const written = entries.map((entry) => {
    const [, name = '', , text, number] =
      /^\s*["']?([\w-]+)["']?\s*:\s*(?:(["'])([^"']*)\2|(-?[\d.]+))\s*$/.exec(entry) ?? [];
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return name === '' ? null : `${property}: ${text ?? `${number}px`}`;
  });
  return written.includes(null) ? null : written.join('; ');
}

/** Replaces texts and values of the front matter in braces. */
function translateValues(body: ForeignBody): DialectResult {
  const edits: TextEdit[] = [];
  const left: Untranslated[] = [];
  for (const { index: at, 0: was, groups = {} } of body.text.matchAll(VALUE)) {
    if (findLiteral(body.literals, at)) continue;
    const { text, path = '' } = groups;
    const key = /^(?:frontmatter|props|meta|metadata)\.(?:frontmatter\.)?(\w+)$/.exec(path)?.[1];
    const is = text ?? (key === undefined ? undefined : body.readKey(key));
    if (is !== undefined) edits.push({ at, was, is });
    else left.push({ at, shown: `{${/^[\w$.]+/.exec(path)?.[0]}}`, hint: 'Write its value here.' });
  }
  return { edits, left };
}

/** Lists the values of attributes in braces, which are code. */
export function listExpressions(text: string): Range[] {
  const ranges: Range[] = [];
  const pattern = /(?<=[\w-]=)\{/g;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let depth = 0;
    let end = match.index;
    do {
      if (text[end] === '{') depth += 1;
      else if (text[end] === '}') depth -= 1;
      end += 1;
    } while (depth > 0 && end < text.length);
    ranges.push({ start: match.index, end });
    pattern.lastIndex = end;
  }
  return ranges;
}

/** Leaves out what begins in one of these ranges. */
export function keepOutside<Found extends { readonly at: number }>(
  found: readonly Found[],
  ranges: readonly Range[],
): Found[] {
  return found.filter(({ at }) => !ranges.some(({ start, end }) => start < at && at < end));
}

/** Indented lines, which MDX doesn't read as code; it runs after `mdx.ts`. */
export const mdxIndentation: Dialect = {
  name: 'indentation of MDX',
  formats: ['mdx'],
  sign: /^(?: {4}| {0,3}\t)/m,
  translate: ({ text, context }) => {
    const code = listNodes(text, new Set(['code']), context.math);
    const indented = code.filter((span) => isIndentedCode(span, text));
    const edits = indented.flatMap((span) => removeIndent(text, span));
    return { edits: keepOutside(edits, listExpressions(text)), left: [] };
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
