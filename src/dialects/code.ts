/**
 * Code, comments and escapes, in which no dialect's syntax is read. Only the escapes of template engines are removed
 * from code, since they apply there as well. Pure.
 */
import type { Part } from '../markdown/edits.ts';
import {
  type Dialect,
  type DialectScan,
  findClosing,
  inAnyCase,
  LIST_STARTS,
  MARKDOWN_AND_HTML,
  type Match,
  type Step,
} from './dialect.ts';

const ELEMENTS = ['pre', 'code', 'script', 'style', 'textarea', 'svg', 'math', 'xmp'];
/** A component may have the name of such an element: `<Code … />` has no content. */
const ELEMENT =
  String.raw`<(?![A-Z][a-z]+\s[^<>]{0,999}/>)` +
  String.raw`(?<name>!--|(?:${ELEMENTS.map(inAnyCase).join('|')})(?=[\s>]))`;

export const code: Dialect = {
  name: 'code',
  signs: ['>\\n<pre'],
  syntaxes: [
    {
      starts: `\`~${LIST_STARTS}`,
      isAtLineStart: true,
      pattern: /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?<fence>`{3,}(?=[^`\n]*$)|~{3,})/my,
      translate: skipFenced,
    },
    {
      starts: '\\',
      pattern: /\\[^\n]/y,
      translate: () => null,
    },
    { starts: '`', pattern: /`+/y, translate: skipTicks },
    {
      starts: '<',
      formats: MARKDOWN_AND_HTML,
      pattern: new RegExp(ELEMENT, 'y'),
      translate: skipElement,
    },
  ],
};

/** Skips a block of code between fences. */
export function skipFenced({ start, end, groups: { fence = '' } }: Match, scan: DialectScan): Step {
  const { body } = scan.source;
  const run = `${fence.charAt(0)}{${fence.length},}`;
  const closing = new RegExp(`\n[ \\t>]*${run}[ \\t]*$`, 'gm');
  closing.lastIndex = end;
  return skipCode(start, closing.test(body) ? closing.lastIndex : body.length, body);
}

/** A blank line, or a line that begins an item, a heading or a block of code. */
const NEXT_BLOCK = /\n[ \t>]*(?:\n|[-*+][ \t]|#{1,6}[ \t]|`{3}[^`\n]*$|~{3})/gm;

/** Skips code between backticks, or only the backticks if their paragraph does not close them. */
function skipTicks({ text, start, end }: Match, scan: DialectScan): Step | null {
  const { body } = scan.source;
  if (scan.paragraphEnd < end) {
    const next = new RegExp(NEXT_BLOCK);
    next.lastIndex = end;
    scan.paragraphEnd = next.exec(body)?.index ?? body.length;
  }
  const closing = findClosing(`(?<!\x60)\x60{${text.length}}(?!\x60)`, end, scan);
  const isClosed = closing !== null && closing.end <= scan.paragraphEnd;
  return isClosed ? skipCode(start, closing.end, body) : null;
}

/** Skips a comment, or an element whose content is code. */
function skipElement({ start, end, groups }: Match, scan: DialectScan): Step {
  const { body } = scan.source;
  const name = groups.name?.toLowerCase() ?? '';
  const closing = findClosing(name === '!--' ? '-->' : `</${name}\\b`, end, scan);
  const step = skipCode(start, closing?.end ?? end, body);
  // A blank line ends HTML (CommonMark, section 4.6), except in a <pre> that begins the block.
  const isBelow =
    scan.format === 'markdown' && name === 'pre' && body.slice(start - 2, start) === '>\n';
  const isTorn = isBelow && /\n[ \t]*\n/.test(step.text ?? '');
  return isTorn ? { ...step, text: `\n${step.text}` } : step;
}

/** The first line of indented code, in Python-Markdown. */
const LANGUAGE = /^(?: {4}|\t)[ \t]*:::[\w+-]+[ \t]*\n/;

/** Skips the rest of indented code, from an offset on. */
export function skipIndented(from: number, { start, end }: Part, body: string): Step {
  const text = removeEscapes(body.slice(from, end));
  return { end, text: from <= start ? text.replace(LANGUAGE, '') : text };
}

function skipCode(start: number, end: number, body: string): Step {
  return { end, text: removeEscapes(body.slice(start, end)) };
}

const RAW_TAG = /^[ \t]*\{%-?\s*(?:end)?raw\s*-?%\}[ \t]*\n|\{%-?\s*(?:end)?raw\s*-?%\}/gm;
const ESCAPE = /(\{\{[<%]?|\{%)\/\*((?:[^*{]|\*(?!\/)|\{(?!\{))*)\*\/([>%]?\}\}|%\})/g;

/** Removes `{% raw %}` and the escapes of Hugo and Zola. */
export function removeEscapes(text: string): string {
  const isPair = /\{%-?\s*raw\b/.test(text) && /\{%-?\s*endraw\b/.test(text);
  const bare = isPair ? text.replace(RAW_TAG, '') : text;
  return bare.includes('/*') ? bare.replace(ESCAPE, '$1$2$3') : bare;
}
