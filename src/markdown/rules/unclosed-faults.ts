/**
 * Faults of what is never closed, so that nothing after it is read as intended: code blocks, elements that hide their content,
 * and values of attributes; and conflicts that Git has left.
 */
import { findConflict } from '../../text/text.ts';
import { type NodeOf, placeOf, sourceOf } from '../markdown-nodes.ts';
import type { Fault, Rule } from '../rule.ts';

/** Elements that hide everything after them; the parser closes them at the end. */
const HIDING =
  'audio|iframe|noembed|noframes|noscript|object|script|select|style|template|textarea|title|video|xmp';
const TAGS = new RegExp(
  String.raw`<!--[\s\S]*?-->|<(\/?)(${HIDING})\b(?:"[^"]*"|'[^']*'|[^<>"'])*>?`,
  'gi',
);
const OPEN_VALUE = /<[a-z](?:[^<>"]|"[^"]*")*="[^"]*$/i;
/** A fence, after any signs of quotations and lists. */
const FENCES = /^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?:`{3,}(?=[^`\n]*$)|~{3,})/gm;
const OPENING = new RegExp(`<(?:${HIDING})\\b`, 'gi');
const CLOSING = new RegExp(`</(?:${HIDING})\\b`, 'gi');
/** A value without a closing quote before the next blank line. */
const OPEN_QUOTE = /="(?:[^"\n]|\n(?![ \t]*\n))*(?:\n[ \t]*\n|$)/;

const count = (source: string, pattern: RegExp) => source.match(pattern)?.length ?? 0;

/** False for most bodies: each fence, tag and quote has its end. */
function maybeOpen(source: string): boolean {
  return (
    ((source.includes('```') || source.includes('~~~')) && hasUnevenFences(source)) ||
    (source.includes('<') && hasUnevenTags(source)) ||
    (source.includes('="') && OPEN_QUOTE.test(source)) ||
    source.includes('<<<<<<< ')
  );
}

/** True unless each fence is closed by one with the same signs of quotations and the same indentation. */
function hasUnevenFences(source: string): boolean {
  let open: string | null = null;
  for (const { index } of source.matchAll(FENCES)) {
    const start = source.lastIndexOf('\n', index) + 1;
    const [line = ''] = source.slice(start).split('\n', 1);
    if (open === null) open = line.replace(/([`~]{3,}).*/, '$1').replace(/[-*+]|\d+[.)]/g, ' ');
    else if (line.startsWith(open) && /[`~][ \t]*$/.test(line)) open = null;
    else if (/[`~]{3}[ \t]*(?:[a-z]+[ \t]*)?$/.test(line)) return true;
  }
  return open !== null;
}

/** An end tag may be in code. */
function hasUnevenTags(source: string): boolean {
  const opened = count(source, OPENING);
  return opened !== count(source, CLOSING) || (opened > 0 && /`[^`\n]*<\//.test(source));
}

interface OpenTag {
  readonly name: string;
  readonly tag: string;
  readonly at: number;
}

export const unclosedFaults: Rule = ({ found, options, source }) => {
  if (!maybeOpen(source)) return null;
  let open: OpenTag | null = null;
  let hasOpenFence = false;
  const codes: { readonly start: number; readonly end: number }[] = [];
  const readHtml = (html: string, start: number) => {
    for (const { 0: tag, 1: slash, 2: name, index } of html.matchAll(TAGS)) {
      if (name === undefined) continue;
      // Until an element ends, other tags are its content.
      if (open === null && slash === '')
        open = { name: name.toLowerCase(), tag, at: start + index };
      else if (open?.name === name.toLowerCase() && slash === '/') open = null;
    }
    const value = OPEN_VALUE.exec(html);
    if (value !== null && open === null) found.faults.push(valueOpen(start + value.index));
  };
  return {
    needsPlaces: true,
    markdown: {
      html: (node) => readHtml(node.value, placeOf(node).start),
      code(node) {
        codes.push(placeOf(node));
        // After the first one, no other is read as intended.
        if (hasOpenFence || !isOpen(node, source)) return;
        hasOpenFence = true;
        found.faults.push(fenceOpen(node, source));
      },
    },
    afterMarkdown() {
      const conflict = findConflict(source);
      const isInCode = codes.some(
        ({ start, end }) => conflict && start < conflict.at && conflict.at < end,
      );
      if (conflict !== null && !isInCode) found.faults.push({ ...conflict, written: '<<<<<<<' });
      if (options.format === 'html') readHtml(source, 0);
      if (open !== null) found.faults.push(elementOpen(open));
    },
  };
};

function elementOpen({ name, tag, at }: OpenTag): Fault {
  const [slash = ''] = /\s*\/>$/.exec(tag) ?? [];
  const isEmpty = slash !== '';
  return {
    code: 'element-unclosed',
    message: `\`<${name}>\` is never closed, so nothing that follows it is shown`,
    hint: `Write \`</${name}>\` where it ends: HTML has no \`<${name} />\`.`,
    at,
    written: tag,
    edits: isEmpty ? [{ at: at + tag.length - slash.length, was: slash, is: `></${name}>` }] : [],
  };
}

function valueOpen(at: number): Fault {
  const message = 'A value in this tag has no closing quote, so nothing that follows it is shown';
  const hint = 'Add a closing `"` after the value.';
  return { code: 'element-unclosed', message, hint, at, written: '' };
}

const FENCE = /^(?:`{3,}|~{3,})/;

/** True for a code block that only the end of the text, or of what it is in, closes. */
function isOpen(node: NodeOf<'code'>, source: string): boolean {
  const written = sourceOf(node, source);
  const [fence] = FENCE.exec(written) ?? [];
  if (fence === undefined) return false;
  const end = new RegExp(`\\n[ \\t>]*${fence.charAt(0)}{${fence.length},}[ \\t]*\\n?$`);
  const isNextOpening = new RegExp(
    `\\n[ \\t>]*${fence.charAt(0)}{${fence.length},}[ \\t]*[a-z]+[ \\t]*\\n`,
  );
  return !end.test(written) || isNextOpening.test(written);
}

function fenceOpen(node: NodeOf<'code'>, source: string): Fault {
  const { start: at } = placeOf(node);
  const [fence = ''] = FENCE.exec(sourceOf(node, source)) ?? [];
  return {
    code: 'fence-unclosed',
    message: 'The code block that begins here is never closed',
    hint: `Add a line with ${fence} after the last line of code, indented as far as the opening fence.`,
    at,
    written: fence,
  };
}
