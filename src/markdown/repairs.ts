/**
 * Repairs of what the engine misreads: in Markdown before it is parsed, and in the engine's HTML afterwards. Pure.
 */
import type { MdastNode, MdastPluginInput } from 'satteri';
import { decodeEntities } from '../text/text.ts';
import { INFO_ATTRIBUTE } from './delimiters.ts';
import { type Edit, splitAt } from './edits.ts';
import { DRAWINGS, findTag, RAW, readContent } from './html.ts';
import { BLANK_LINE } from './limits.ts';
import { editMarkdown, isCode, type MarkdownText, NO_TEXT } from './nodes.ts';

const URL_IN_LINK = /<a\s[^<>]*>[^<]*(?:https?:\/\/|www\.|@)/i;

/** Makes a plugin that turns links that GFM creates inside raw links back into text; none if there are no such links. */
export function unlinkNested(body: string): MdastPluginInput[] {
  if (!hasTag(body, URL_IN_LINK)) return [];
  let isInLink = false;
  const plugin: MdastPluginInput = {
    name: 'links',
    options: { position: true },
    html({ value }: MdastNode & { type: 'html' }) {
      const tag = value.match(/<\/?a\b/gi)?.at(-1);
      if (tag !== undefined) isInLink = !tag.startsWith('</');
    },
    link({ position }: MdastNode & { type: 'link' }): MdastNode | undefined {
      // Accessing the link's children would make the engine serialize its whole tree each time.
      const text = body.slice(position?.start.offset, position?.end.offset);
      if (!isInLink || text.startsWith('[')) return;
      return { type: 'text', value: decodeEntities(text.replace(/^<(.*)>$/s, '$1')) };
    },
  };
  return [plugin];
}

/** A fence with words after its language, which the engine would drop. */
const LONG_FENCE = /(?:`{3}|~{3})[ \t]*[^\s`]{1,200}[ \t]+[^\s`]/;

/** Makes a plugin that writes what follows the language of a fence into an attribute; none if there is no such fence. */
export function keepInfo(body: string): MdastPluginInput[] {
  if (!LONG_FENCE.test(body)) return [];
  const code = (node: MdastNode & { type: 'code' }): MdastNode | undefined => {
    const { lang, meta, value } = node;
    if (!meta) return;
    return { type: 'code', lang, meta, value, data: { hProperties: { [INFO_ATTRIBUTE]: meta } } };
  };
  return [{ name: 'info', code }];
}

/** CommonMark (section 6.6) allows `<a href=/blog/x>`; satteri 0.10 shows such a tag as text. */
const ATTRIBUTE = String.raw`\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?`;
const TAG = new RegExp(String.raw`<\/?[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*\s*\/?>`, 'g');
const VALUES = /"[^"]*"|'[^']*'|(=\s*)([^\s"'=<>`]*\/[^\s"'=<>`]*)(?=[\s>])/g;
const MAY_NEED_REPAIR = /<[A-Za-z][^<>]*=[^\s"'=<>`/]*\/[^<>]*>|<noscript\b/i;

/** Tests a pattern that begins with `<`. In a text without that character, searching for it alone is much faster. */
const hasTag = (text: string, pattern: RegExp) => text.includes('<') && pattern.test(text);

/** Repairs raw tags in Markdown, except in code. */
export function repairTags({ body, listNodes }: MarkdownText): string {
  if (!hasTag(body, MAY_NEED_REPAIR)) return body;
  const repair = (tag: string) =>
    hideNoscript(tag).replace(VALUES, (part, equals, value) =>
      equals === undefined ? part : `${equals}"${value}"`,
    );
  const pieces = splitAt(body, listNodes(false).filter(isCode));
  return pieces.map((each, i) => (i % 2 === 0 ? each.replace(TAG, repair) : each)).join('');
}

const CODE_TAG = /^<(\/?)(?:code|kbd|samp|tt)\b[^<>]*>$/i;
const IN_CODE = /["'~]|-(?=-)|\.(?=\.)/g;
const RANGE = /~(?<=[\p{L}\p{N}]~)(?=[\p{L}\p{N}])/gu;
const MAY_BE_MISREAD = /<(?:code|kbd|samp|tt)\b|[\p{L}\p{N}]~[\p{L}\p{N}]/iu;

/**
 * Writes as entities what the engine would misread: quotes, dashes and dots of code in HTML, which it would typeset,
 * and the tilde of `5~10`, which would strike out everything up to the next one.
 */
export function spellLiterals(text: MarkdownText): MarkdownText {
  const { body } = text;
  if (!/[<~]/.test(body) || !MAY_BE_MISREAD.test(body)) return text;
  const edits: Edit[] = [];
  let isInCode = false;
  let start = 0;
  const others = text.listNodes(false).filter(({ type }) => NO_TEXT.includes(type));
  for (const [i, piece] of splitAt(body, others).entries()) {
    if (i % 2 === 0) {
      isInCode &&= !BLANK_LINE.test(piece);
      for (const { 0: sign, index } of piece.matchAll(isInCode ? IN_CODE : RANGE)) {
        const at = start + index;
        edits.push([at, at + sign.length, `&#${sign.charCodeAt(0)};`]);
      }
    } else {
      const [, slash] = CODE_TAG.exec(piece) ?? [];
      if (slash !== undefined) isInCode = slash === '';
    }
    start += piece.length;
  }
  return editMarkdown(text, edits);
}

/**
 * Renames `<noscript>` to an element whose content is not parsed, since browsers with scripting do not parse it
 * either. Parsed in place, part of it could move out of the element and be shown.
 */
export function hideNoscript(html: string): string {
  return html.replace(/(<\/?)noscript\b/gi, '$1noembed');
}

/** Restores the name in the engine's HTML, and parses the content by itself; in a drawing it stays text. */
export function restoreNoscript(html: string, parseHtml: (source: string) => string): string {
  if (!html.includes('<noembed')) return html;
  const pieces: string[] = [];
  /** For each drawing, and each part of one that is HTML again: true in the drawing. */
  const around: boolean[] = [];
  let [done, at] = [0, 0];
  for (let tag = findTag(html, 0); tag !== null; tag = findTag(html, at)) {
    const isDrawing = DRAWINGS.has(tag.name);
    const isInDrawing = around.at(-1) === true;
    at = tag.end;
    // Everything after it is text.
    if (tag.name === 'plaintext') break;
    if (isDrawing || tag.name === 'foreignObject') {
      if (tag.isClosing) around.pop();
      else around.push(isDrawing);
    }
    if (isInDrawing || tag.isClosing || !RAW.has(tag.name)) continue;
    const { content, end } = readContent(tag, html);
    at = end;
    if (tag.name !== 'noembed') continue;
    // A browser that does not parse the content ends it at the first end tag, even inside an attribute.
    const parsed = parseHtml(content).replace(/<(?=\/noscript)/gi, '&lt;');
    pieces.push(html.slice(done, tag.start), `<noscript${tag.attributes}>`, parsed.trimEnd());
    pieces.push('</noscript>');
    done = at;
  }
  return pieces.join('') + html.slice(done);
}
