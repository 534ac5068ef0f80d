/**
 * Attribute lists of kramdown on a line of their own, `{: .lead }` below or above a block, or at the end of a heading.
 * Lists below a quotation may name a callout, and those below a block of code its language and file. Pure.
 */
import { CALLOUTS } from '../markdown/callouts.ts';
import type { TextEdit } from '../problems/problems.ts';
import { LISTS, listOfPicture, readList } from './attribute-list.ts';
import { listNodes, type ParsedNode } from './code-spans.ts';
import { type Dialect, findLiteral, MARKDOWN, type Untranslated } from './dialect.ts';
import { writeAttributes } from './writing.ts';

export const blockAttributes: Dialect = {
  name: 'attributes of blocks',
  formats: MARKDOWN,
  sign: /\{:/,
  translate: (body) => {
    const edits: TextEdit[] = [];
    const left: Untranslated[] = [];
    const blocks = listNodes(body.text, BLOCKS, body.context.math);
    for (const { 0: line, index, groups = {} } of body.text.matchAll(LINE)) {
      const { before = '', list = '', heading } = groups;
      const at = index + before.length;
      if (!list.includes('{:') || findLiteral(body.literals, at) !== undefined) continue;
      const attributes = readList(list);
      if (attributes === null) {
        left.push({ at, shown: '{: … }', hint: 'Write `{.class}`, or HTML with the attributes.' });
      } else if (heading === undefined) {
        const found = { at, list, attributes, lineStart: index, lineEnd: index + line.length };
        edits.push(...editLine(found, blocks, body.text));
      } else edits.push({ at, was: list, is: writeAttributes(attributes) });
    }
    return { edits, left };
  },
};

const BLOCKS: ReadonlySet<string> = new Set('heading code table blockquote paragraph list'.split(' '));
const LINE = new RegExp(
  String.raw`^(?<before>[ \t>]*|(?<heading> {0,3}#{1,6}[ \t][^\n]*?[ \t]*(?<![\w*_)\]\x60])))(?<list>${LISTS})[ \t]*$`,
  'gm',
);

/** A list, and the line that it stands in. */
interface FoundList {
  readonly at: number;
  readonly list: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly lineStart: number;
  readonly lineEnd: number;
}

function editLine(found: FoundList, blocks: readonly ParsedNode[], text: string): TextEdit[] {
  const { at, list, attributes, lineStart, lineEnd } = found;
  const [above = ''] = /[^\n]*(?=\n$)/.exec(text.slice(0, lineStart)) ?? [];
  const replace = { at, was: list, is: writeAttributes(listOfPicture(attributes)) };
  if (/^[ \t>]*$/.test(above)) {
    // kramdown gives a list below a blank line to the block below it.
    const next = blocks.find(({ start, end }) => start <= lineEnd + 1 && lineEnd + 1 < end);
    const drop = { at: lineStart, was: text.slice(lineStart, lineEnd + 1), is: '' };
    if (next === undefined || text.charAt(lineEnd + 1) === '\n') return [drop];
    return [drop, { at: next.end, was: '', is: `\n${text.slice(lineStart, at)}${replace.is}` }];
  }
  const last = lineStart - 1 - (above.length - above.trimEnd().length) - 1;
  const around = blocks.filter(({ start, end }) => start <= last && last < end);
  const drop = { at: lineStart - 1, was: text.slice(lineStart - 1, lineEnd), is: '' };
  const code = around.find(({ type }) => type === 'code');
  if (code !== undefined) {
    const infoEnd = text.indexOf('\n', code.start);
    const words = writeCodeWords(attributes, text.slice(code.start, infoEnd));
    return [drop, { at: infoEnd, was: '', is: words }];
  }
  const isQuoted = text.slice(lineStart, at).includes('>');
  const quote = isQuoted ? undefined : around.find(({ type }) => type === 'blockquote');
  const kind = quote && findKind(attributes);
  if (quote === undefined || kind === undefined) return [replace];
  const indent = text.slice(text.lastIndexOf('\n', quote.start - 1) + 1, quote.start);
  const head = `> [!${kind}]\n${indent.replace(/[^\s>]/g, ' ')}`;
  return [drop, { at: quote.start, was: '', is: head }];
}

/** Returns the kind of callout that a class names: `.prompt-tip`, `.note`. */
function findKind(attributes: ReadonlyMap<string, string>): string | undefined {
  const names = attributes.get('class')?.split(' ') ?? [];
  const kinds = names.map((name) => name.replace(/^prompt-/, '').toLowerCase());
  return kinds.find((kind) => CALLOUTS.has(kind))?.toUpperCase();
}

/** Writes what a list says of a block of code as words after its fence. */
function writeCodeWords(attributes: ReadonlyMap<string, string>, opening: string): string {
  const names = attributes.get('class') ?? '';
  const [, language = ''] = /(?:^| )language-(\S+)/.exec(names) ?? [];
  const file = attributes.get('file');
  const words = [
    ...(file === undefined ? [] : [`title="${file}"`]),
    ...(/(?:^| )line-?numbers/.test(names) ? ['linenos'] : []),
  ];
  const hasLanguage = /[^`~\s]/.test(opening);
  const name = words.length > 0 ? language || 'text' : language;
  return [hasLanguage ? '' : name, ...words].join(' ');
}
