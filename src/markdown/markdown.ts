/**
 * The Markdown engine: converts a body in any format to regular HTML (see `html.ts`), and locates links and code
 * in the author's file, for problems.
 *
 * The engine is satteri (Rust), loaded on demand. It parses raw HTML as a browser does and serializes the tree,
 * so every element is closed. `body.ts` adds the ids of headings.
 */
import { encode as encodeHtml, escape as escapeHtml } from 'he';
import type { Features, MdastNode } from 'satteri';
import {
  BuildStop,
  countParts,
  MAX_LISTED,
  makeProblem,
  type Place,
  type Problem,
  type ProblemCode,
  type ProblemPart,
  partMissing,
  placeAt,
  wholeFile,
} from '../problems/problems.ts';
import {
  BARE_URL,
  decodeEntities,
  decodePercent,
  ENGLISH,
  findQuotes,
  QUOTE,
  typeset,
  typesetPieces,
} from '../text/text.ts';
import { ENGLISH_TEXTS, fillText, type Texts } from '../text/texts.ts';
import { applyAttributes } from './attributes.ts';
import type { Body } from './body.ts';
import { type BodyFormat, type BodySource, type Part, splitAt } from './edits.ts';
import {
  FOREIGN,
  findTag,
  RAW,
  readContent,
  replaceInSrcset,
  traitsOf,
  URL_ATTRIBUTES,
  VOID,
} from './html.ts';

/** A part of Markdown with the engine's node of it. */
interface NodePart extends Part {
  readonly node: MdastNode;
}
type Nodes = readonly NodePart[];
type NodeTypes = readonly MdastNode['type'][];
const LINKS_AND_CODE: NodeTypes = ['code', 'inlineCode', 'link', 'image', 'definition'];
const NO_TEXT: NodeTypes = [...LINKS_AND_CODE, 'linkReference', 'imageReference', 'html'];
/** Everything that is not text, and links. */
const PARTS: NodeTypes = [...NO_TEXT, 'footnoteReference', 'footnoteDefinition'];
/** Blocks, within which quotes are paired; each is listed before its content. */
const BLOCKS: NodeTypes = ['paragraph', 'heading', 'tableCell'];
const TEXTS: NodeTypes = [...BLOCKS, 'text', 'link', 'linkReference'];

export type MarkdownEngine = Awaited<ReturnType<typeof loadMarkdownEngine>>;

export async function loadMarkdownEngine() {
  const { markdownToHtml } = await import('satteri').catch((error: Error) => {
    const text = 'Essays cannot be read because the Markdown engine (satteri) does not start';
    throw new BuildStop(partMissing('markdown-missing', 'content/essays', text, error));
  });
  /** Lists the nodes of these types in Markdown (by default its links and code), in source order. */
  const listNodes = (body: string, types = LINKS_AND_CODE): NodePart[] => {
    const nodes: NodePart[] = [];
    const add = (node: MdastNode) => {
      const { start, end } = node.position ?? {};
      const name = 'identifier' in node ? node.identifier : '';
      nodes.push({ type: node.type, start: start?.offset ?? 0, end: end?.offset ?? 0, name, node });
    };
    const visitors = Object.fromEntries(types.map((type) => [type, add]));
    const mdastPlugins = [{ name: 'nodes', options: { position: true }, ...visitors }];
    const source = isHeavy(body) ? body.replaceAll('&', '+') : body;
    markdownToHtml(source, {
      features: chooseFeatures(source, false, ENGLISH_TEXTS),
      mdastPlugins,
    });
    return nodes;
  };
  /** Lists the parts of Markdown that are not text, in source order, outer before inner. */
  const listParts = (body: string): readonly Part[] =>
    findCrowd(body, 'markdown') === null ? listNodes(body, PARTS) : [];
  /** Typesets the text of Markdown where the engine must not. */
  const typesetBody = (source: string, language: string, isHeavySource: boolean): string => {
    const quotes = findQuotes(language);
    if (isHeavySource) return typesetTexts(source, listNodes(source, TEXTS), spellOut, quotes);
    if (!(quotes === ENGLISH ? UNLIKE : MAY_BE_QUOTE).test(source)) return source;
    const signs = quotes === ENGLISH ? ENGINE_QUOTES : encodeQuotes(quotes);
    return typesetTexts(source, listNodes(source, TEXTS), String, signs, QUOTE);
  };
  const parseHtml = (source: string): string => {
    // The engine accepts only Markdown: a plugin replaces its one paragraph with the HTML.
    const html: MdastNode = { type: 'html', value: FIRST_TAG + source };
    const mdastPlugins = [{ name: 'html', paragraph: () => html }];
    const options = { features: { rawHtml: true }, mdastPlugins };
    return markdownToHtml('x', options).html.slice(FIRST_TAG.length);
  };
  return {
    /**
     * Converts a body to HTML. Markdown is CommonMark with tables, strikethrough, task lists, footnotes and smart
     * punctuation for the language (BCP 47). `texts` label footnotes; `tell` reports a body beyond the engine's limits.
     */
    toHtml(
      source: string,
      format: BodyFormat,
      language = 'en',
      tell: Tell = () => {},
      texts: Texts = ENGLISH_TEXTS,
    ): string {
      if (format === 'text') return plainTextToHtml(source, language);
      const crowd = findCrowd(source, format);
      if (crowd !== null) {
        const message = 'There is too much nesting or markup here to read in a reasonable time';
        const hint = 'Close open elements, put blank lines between blocks, or split the essay.';
        tell(crowd, 'body-unreadable', message, hint);
        return `<pre>${escapeHtml(source)}</pre>`;
      }
      if (format === 'html') return restoreNoscript(parseHtml(hideNoscript(source)), parseHtml);
      const mayBeMisread = /[<~]/.test(source) && MAY_BE_MISREAD.test(source);
      const literal = mayBeMisread ? spellLiterals(source, listNodes(source, NO_TEXT)) : source;
      const isHeavySource = isHeavy(literal);
      const body = typesetBody(literal, language, isHeavySource);
      const repaired = hasTag(body, MAY_NEED_REPAIR) ? repairTags(body, listNodes(body)) : body;
      const mdastPlugins = hasTag(repaired, URL_IN_LINK) ? [unlinkNested(repaired)] : [];
      const features = chooseFeatures(repaired, !isHeavySource, texts);
      const { html } = markdownToHtml(repaired, { features, mdastPlugins });
      return restoreNoscript(applyAttributes(html), parseHtml);
    },

    listParts,

    /**
     * Converts one line of Markdown to HTML without a paragraph around it; null for a line without Markdown. Raw HTML
     * and bare addresses stay text, as does anything that would begin a block.
     */
    toInlineHtml(line: string): string | null {
      if (!/[*_`[<\\]/.test(line) || findCrowd(line, 'markdown') !== null) return null;
      const asText = ({ value }: MdastNode & { type: 'html' }): MdastNode => ({
        type: 'text',
        value,
      });
      // The author's entities are decoded already.
      const source = NO_BLOCK + line.replace(/&(?=#?\w+;)/g, '&amp;');
      const { html } = markdownToHtml(source, {
        features: { gfm: false, frontmatter: false },
        mdastPlugins: [{ name: 'raw', html: asText }],
      });
      return html.trim().slice(`<p>${NO_BLOCK}`.length, -'</p>'.length);
    },

    /**
     * Returns a function that finds the place of a URL, or of code by its class `language-…`. Each further call with
     * the same argument returns the next place, or the last one again.
     */
    makeLocator(source: BodySource, format: BodyFormat) {
      const { path, text, body } = source;
      const found = new Map<string, number>();
      const foundInText = new Map<string, number>();
      let mentions: ReturnType<typeof listMentions> | null = null;
      return (written: string): Place => {
        const key = keyOf(written);
        const last = found.get(key) ?? -1;
        let at = body.indexOf(written, last + 1);
        // Text that occurs only once is found without parsing.
        if (last !== -1 || at === -1 || body.includes(written, at + 1)) {
          mentions ??= listMentions(body, format === 'markdown' ? listNodes(body) : []);
          const same = mentions.get(key);
          const next = same === undefined ? at : same.find((each) => each > last);
          at = Math.max(next ?? last, last);
        }
        found.set(key, at);
        if (at !== -1) return placeAt(path, text, source.offsetInText(at));
        // It was in a mark that has been replaced or removed.
        const before = foundInText.get(written) ?? source.bodyOffset - 1;
        const own = Math.max(text.indexOf(written, before + 1), before);
        foundInText.set(written, own);
        return text.startsWith(written, own) ? placeAt(path, text, own) : wholeFile(path);
      };
    },
  };
}

/** Precedes an HTML body, because the engine skips end tags before the first tag, even the line break `</br>`. */
const FIRST_TAG = '<wbr>';

/** Begins a paragraph before any sign of a block, such as `1.` or `#`, and may precede emphasis. */
const NO_BLOCK = '(';

/** Receives a problem in a body, with its offset. */
export type Tell = (offset: number, code: ProblemCode, message: string, hint: string) => void;

/**
 * The engine copies a run of text at each quote, dash, ellipsis and entity in it. Beyond this number of copied
 * characters (some 300 MB), it gets text that is already typeset and decoded.
 */
const MAX_COPIES = 1e8;
const SMART = /["']|--|\.{3}/g;
const ENTITY = /\\.|&#?\w+;/gs;
const ENTITIES = new RegExp(`(${ENTITY.source})`, 's');
const BLANK_LINE = /\n[ \t]*\n/;

function countCopies(texts: readonly string[], marks: RegExp): number {
  return texts.reduce((sum, text) => sum + text.length * (text.match(marks)?.length ?? 0), 0);
}

function isHeavy(body: string): boolean {
  if (body.length ** 2 <= MAX_COPIES) return false;
  const blocks = body.split(BLANK_LINE);
  return countCopies(blocks, SMART) + countCopies(blocks, ENTITY) > MAX_COPIES;
}

/** Replaces an entity with its character, escaped; text that is escaped already stays. */
function spellOut(written: string): string {
  const character = decodeEntities(written);
  if (written.startsWith('\\') || character === written) return written;
  if (/^[ \t\n\f\r]$/.test(character)) return ' ';
  return /^[!-/:-@[-`{-~]$/.test(character) ? `\\${character}` : character;
}

/** Straight quotes, for the engine to typeset. */
const ENGINE_QUOTES = `" " ' ' '`;

const INCHES = String.raw`(?<=^(?:[^"\n]*"[^"\n]*")*[^"\n]*[\s(]\d[\d.]*")`;
const FEET = String.raw`(?<=\d') ?\d`;
const WORD = String.raw`(?<=(?<![\w"'])')(?:\d\ds?|n|em|til|tis|twas)(?!\w)`;
const CLOSED = String.raw`(?=(?:.|\n(?!\s*\n))*?\S'(?!\w))`;
/**
 * A character that the engine may typeset differently from `typeset`: a prime, or an apostrophe before a word that
 * looks like a quote closed later in the paragraph. Most bodies have none and are spared the extra parsing.
 */
const UNLIKE = new RegExp(`["'](?:${INCHES}|${FEET}|${WORD}${CLOSED})`, 'im');
const MAY_BE_QUOTE = /["']/;

/** Writes quotes and the apostrophe as entities, because these end a preceding URL as straight quotes do. */
function encodeQuotes(quotes: string): string {
  const encode = (sign: string) => encodeHtml(sign, { useNamedReferences: true });
  return `${quotes} ’`.replace(/[^ \u202f]/g, encode);
}

/**
 * Typesets the text of Markdown, except code, HTML, URLs and names of definitions. Replaces escapes and entities in
 * it with the results of `spell`.
 */
function typesetTexts(
  body: string,
  nodes: Nodes,
  spell: (entity: string) => string,
  ...how: readonly [quotes: string, marks?: RegExp]
): string {
  const written: string[] = [];
  let texts: NodePart[] = [];
  let [done, literalEnd] = [0, 0];
  const writeUpTo = (end: number) => {
    const pieces = splitAt(body.slice(0, end), texts, done).flatMap((each, i) => {
      if (i % 2 === 0) return [each];
      return each.split(ENTITIES).map((part, j) => (j % 2 === 0 ? part : spell(part)));
    });
    // Every second piece stays as it is; the empty one makes the first piece such a one.
    written.push(typesetPieces(['', ...pieces], ...how).join(''));
    [done, texts] = [end, []];
  };
  for (const each of nodes) {
    const { node, start, end } = each;
    if (BLOCKS.includes(node.type)) writeUpTo(start);
    else if (node.type === 'text') {
      if (start >= literalEnd) texts.push(each);
    } else if (
      node.type === 'linkReference' ? node.referenceType !== 'full' : body[start] !== '['
    ) {
      // The text is a URL or the name of a definition.
      literalEnd = end;
    }
  }
  writeUpTo(body.length);
  return written.join('');
}

/**
 * For each tag, the engine looks back at all open elements, and for each emphasis mark at all marks of the
 * paragraph. A body that takes more looks (half a second) is not read. Style elements count more: unclosed ones
 * are reopened in every paragraph, as in browsers.
 */
const MAX_LOOKS = 1e8;
const STYLE = /^(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/;
const LOOKS_OF_STYLE = 50;
const CROWDED =
  /<(\/?)([a-z][^\s/>]*)|(?<nest>^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t]))+)|(?<fence>^[ \t]*(?:```|~~~))|(?<end>\n[ \t]*\n)|[*_~@]|www\.|\[\^/gim;
/** Elements that may lack an end tag without being nested. */
const UNCLOSED =
  /^(?:a|p|li|h[1-6]|d[dt]|opt(?:ion|group)|t(?:[dhr]|head|body|foot)|colgroup|r[pt])$/;

/** The most cells that may be missing from table rows, since the engine adds them. */
const MAX_LACKING = 200_000;
/** The row of hyphens and bars below the head of every table. */
const DELIMITER_ROW = /^(?=[ \t>|:-]+$).*\|.*/gm;

/** The offset of the block at which too many table cells are missing; null for any usual body. */
function findSparseTable(body: string): number | null {
  // The most cells that a body of this length can lack: half of it two wide rows, half rows of one cell.
  if (body.length ** 2 / 32 <= MAX_LACKING || body.search(DELIMITER_ROW) === -1) return null;
  const countBars = (text: string) => text.split('|').length - 1;
  let lacking = 0;
  for (const block of body.split(BLANK_LINE)) {
    const [most = 0] = (block.match(DELIMITER_ROW) ?? []).map(countBars).sort((a, b) => b - a);
    lacking += Math.max(0, most * block.split('\n').length - countBars(block));
    if (lacking > MAX_LACKING) return body.indexOf(block);
  }
  return null;
}

/** The offset at which there is too much nesting or markup to read; null for any usual body. */
export function findCrowd(body: string, format: 'html' | 'markdown'): number | null {
  const table = format === 'markdown' && body.includes('|') ? findSparseTable(body) : null;
  if (table !== null) return table;
  const tags = body.split('<').length;
  // The most looks that a body of this length can take.
  if (body.length ** 2 / 10 + (LOOKS_OF_STYLE * tags ** 2) / 2 <= MAX_LOOKS) return null;
  const open = new Map<string, number>();
  let [looks, depth, marks, isFenced] = [0, 0, 0, false];
  for (const { 1: slash, 2: tag, index, groups } of body.matchAll(CROWDED)) {
    if (tag !== undefined) {
      const name = tag.toLowerCase();
      const count = open.get(name) ?? 0;
      const step = slash === '' ? 1 : Math.max(-1, -count);
      if (!(traitsOf(name) & VOID || UNCLOSED.test(name))) {
        open.set(name, count + step);
        depth += STYLE.test(name) ? step * LOOKS_OF_STYLE : step;
      }
      looks += depth;
    } else if (format === 'html') continue;
    else if (groups?.fence) isFenced = !isFenced;
    else if (groups?.end || isFenced) marks = 0;
    else if (groups?.nest) looks += groups.nest.length ** 2 / 10;
    else looks += ++marks / 10;
    if (looks > MAX_LOOKS) return index;
  }
  return null;
}

/** A heading with an explicit id: `## Title {#custom}`. */
const HEADING_ATTRIBUTES = /^ {0,3}#{1,6}[ \t][^{}\n]*\{[^{}\n]*#[^{}\n]*\}[ \t]*#*[ \t]*$/m;

/** A definition list, as in kramdown, PHP Markdown Extra and Hugo. */
const DEFINITION = /\n {0,3}:[ \t]/;

function chooseFeatures(body: string, smartPunctuation: boolean, texts: Texts): Features {
  const [label, backLabel] = [fillText(texts.footnotes), fillText(texts.backToReference)];
  return {
    // The variation selector keeps the back arrow of footnotes text: phones would show an emoji.
    gfm: { footnotes: { clobberPrefix: '', backContent: '\u21a9\ufe0e', label, backLabel } },
    frontmatter: false,
    smartPunctuation,
    definitionList: DEFINITION.test(body),
    headingAttributes: body.includes('{') && HEADING_ATTRIBUTES.test(body),
    // Parsing raw HTML doubles the time.
    rawHtml: hasTag(body, /<[a-z!/?]/i),
  };
}

/** Tests a pattern that begins with `<`. In a text without that character, searching for it alone is much faster. */
const hasTag = (text: string, pattern: RegExp) => text.includes('<') && pattern.test(text);
const URL_IN_LINK = /<a\s[^<>]*>[^<]*(?:https?:\/\/|www\.|@)/i;

/** Makes a plugin that turns links that GFM creates inside raw links back into text. */
function unlinkNested(body: string) {
  let isInLink = false;
  return {
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
}

/** CommonMark (section 6.6) allows `<a href=/blog/x>`; satteri 0.10 shows such a tag as text. */
const ATTRIBUTE = String.raw`\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?`;
const TAG = new RegExp(String.raw`<\/?[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*\s*\/?>`, 'g');
const VALUES = /"[^"]*"|'[^']*'|(=\s*)([^\s"'=<>`]*\/[^\s"'=<>`]*)(?=[\s>])/g;
const MAY_NEED_REPAIR = /<[A-Za-z][^<>]*=[^\s"'=<>`/]*\/[^<>]*>|<noscript\b/i;

/** Repairs raw tags in Markdown, except in code. */
function repairTags(body: string, nodes: Nodes): string {
  const repair = (tag: string) =>
    hideNoscript(tag).replace(VALUES, (part, equals, value) =>
      equals === undefined ? part : `${equals}"${value}"`,
    );
  const pieces = splitAt(body, nodes.filter(isCode));
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
function spellLiterals(body: string, nodes: Nodes): string {
  const encode = (sign: string) => `&#${sign.charCodeAt(0)};`;
  let isInCode = false;
  const pieces = splitAt(body, nodes).map((each, i) => {
    if (i % 2 === 0) {
      isInCode &&= !BLANK_LINE.test(each);
      return each.replace(isInCode ? IN_CODE : RANGE, encode);
    }
    const [, slash] = CODE_TAG.exec(each) ?? [];
    if (slash !== undefined) isInCode = slash === '';
    return each;
  });
  return pieces.join('');
}

/**
 * Renames `<noscript>` to an element whose content is not parsed, since browsers with scripting do not parse it
 * either. Parsed in place, part of it could move out of the element and be shown.
 */
function hideNoscript(html: string): string {
  return html.replace(/(<\/?)noscript\b/gi, '$1noembed');
}

/** Restores the name in the engine's HTML, and parses the content by itself; in a drawing it stays text. */
function restoreNoscript(html: string, parseHtml: (source: string) => string): string {
  if (!html.includes('<noembed')) return html;
  const pieces: string[] = [];
  /** For each drawing, and each part of one that is HTML again: true in the drawing. */
  const around: boolean[] = [];
  let [done, at] = [0, 0];
  for (let tag = findTag(html, 0); tag !== null; tag = findTag(html, at)) {
    const isDrawing = (traitsOf(tag.name) & FOREIGN) > 0;
    const isForeign = around.at(-1) === true;
    at = tag.end;
    // Everything after it is text.
    if (tag.name === 'plaintext') break;
    if (isDrawing || tag.name === 'foreignObject') {
      if (tag.isClosing) around.pop();
      else around.push(isDrawing);
    }
    if (isForeign || tag.isClosing || !(traitsOf(tag.name) & RAW)) continue;
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

function isCode({ type }: Part): boolean {
  return type === 'code' || type === 'inlineCode';
}

/** Matches comments, and attributes that hold URLs or classes, in raw HTML. */
const RAW_VALUE = new RegExp(
  String.raw`<!--[^]*?(?:-->|$)|\b(?:${[...URL_ATTRIBUTES.keys(), 'class'].join('|')})` +
    String.raw`\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)`,
  'gi',
);

/** Lists the offsets of each URL and class, in order. `nodes` is empty unless the body is Markdown. */
function listMentions(body: string, nodes: Nodes) {
  const mentions: { readonly key: string; readonly at: number }[] = [];
  const add = (written: string, at: number) => void mentions.push({ key: keyOf(written), at });
  const blank = (each: string, i: number) => (i % 2 === 0 ? each : ' '.repeat(each.length));
  const withoutCode = splitAt(body, nodes.filter(isCode)).map(blank).join('');
  for (const { 0: attribute, 1: quoted, index } of withoutCode.matchAll(RAW_VALUE)) {
    if (quoted === undefined) continue;
    const value = quoted.replace(/^["']|["']$/g, '');
    const start = index + attribute.lastIndexOf(value);
    const addUrl = (url: string, at: number) => {
      add(decodeEntities(url), start + at);
      return url;
    };
    if (/^srcset/i.test(attribute)) replaceInSrcset(value, addUrl);
    else addUrl(value, 0);
  }
  for (const { node, start, end } of nodes) {
    const source = body.slice(start, end);
    if (node.type === 'code' && node.lang) {
      // It follows the fence characters; not found if it is written with an entity.
      add(`language-${node.lang}`, start + Math.max(0, source.indexOf(node.lang)));
    } else if ('url' in node) {
      // The URL comes after the text: `[text](url)`, `[name]: url`. A bare URL is its own text.
      const at = node.url === '' ? 0 : source.lastIndexOf(node.url);
      add(node.url, start + Math.max(0, at));
    }
  }
  const offsets = new Map<string, number[]>(mentions.map(({ key }) => [key, []]));
  for (const { key, at } of mentions.sort((a, b) => a.at - b.at)) offsets.get(key)?.push(at);
  return offsets;
}

/** Normalizes a URL, because the engine escapes characters and browsers ignore white space. */
function keyOf(written: string): string {
  return decodePercent(written.replace(/[\s\p{Cc}]/gu, ''));
}

/** True if the address of a picture with this fault is at the offset, as far as the text around it shows. */
function isPicture(body: string, at: number, code: string): boolean {
  const before = body.slice(Math.max(0, at - 200), at);
  const [, alt] = /!\[([^\]\n]*)\]\(<?$/.exec(before) ?? [];
  if (alt !== undefined) return code !== 'alt-missing' || alt.trim() === '';
  const [tag] = /<img\b[^<>]*$/i.exec(before) ?? [];
  const rest = body.slice(at, at + 200).split('>', 1)[0];
  return tag !== undefined && (code !== 'alt-missing' || !/\balt\b/i.test(tag + rest));
}

/** Turns the faults of a body into problems with places, and into parts of problems that files share. */
export function describeBody(
  faults: Body['faults'],
  source: BodySource,
  locate: (written: string) => Place,
): { problems: Problem[]; parts: ProblemPart[] } {
  const own = faults.filter(({ isShared }) => !isShared).slice(0, MAX_LISTED);
  const problems = own.map(({ code, message, hint, written }, index) => {
    const rest = index === MAX_LISTED - 1 ? '; what follows in this file is not listed' : '';
    // Other links to the same address have a text.
    const empty = `[](${written}`;
    const isEmpty = code === 'link-empty' && written !== '' && source.body.includes(empty);
    const place = locate(isEmpty ? empty : written);
    const column = isEmpty && place.column !== null ? place.column + '[]('.length : place.column;
    return makeProblem(code, { ...place, column }, message + rest, hint);
  });
  const shared = faults.filter(({ isShared }) => isShared);
  const parts = countParts(shared, ({ code, written }) => {
    const { path, text, body } = source;
    // The first such picture will do: locating each one would mean parsing the body again.
    const first = body.indexOf(written);
    let at = first;
    for (let tries = 0; at !== -1 && !isPicture(body, at, code); tries++) {
      at = tries < MAX_LISTED ? body.indexOf(written, at + 1) : -1;
    }
    if (at === -1) at = first;
    return at === -1 ? wholeFile(path) : placeAt(path, text, source.offsetInText(at));
  });
  return { problems, parts };
}

const BARE_URLS = new RegExp(`(${BARE_URL.source})`, 'i');

/** Converts plain text: blank lines separate paragraphs, line breaks are kept, bare URLs become links. */
function plainTextToHtml(body: string, language: string): string {
  return body
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => typeset(paragraph, language))
    .map((paragraph) => `<p>${paragraph.split('\n').map(lineToHtml).join('<br>\n')}</p>\n`)
    .join('');
}

function lineToHtml(line: string): string {
  const indented = line
    .trimEnd()
    .replace(/^[ \t]+/, (indent) => '\u00a0'.repeat(indent.replace(/\t/g, '    ').length));
  const pieces = indented.split(BARE_URLS).map((piece) => escapeHtml(piece));
  return pieces.map((each, i) => (i % 2 === 0 ? each : `<a href="${each}">${each}</a>`)).join('');
}
