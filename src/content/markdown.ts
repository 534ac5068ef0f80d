/**
 * The Markdown engine: converts a body in any format to regular HTML (see `html.ts`), and finds the places of
 * links and code in the author's file, for problems.
 *
 * The engine is satteri (Rust), loaded when needed. It parses raw HTML as a browser does and serializes the
 * tree, so every element is closed. `body.ts` adds the ids of headings.
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
} from '../problems.ts';
import type { Body } from './body.ts';
import type { BodyFormat, EssaySource } from './front-matter.ts';
import { replaceInSrcset, traitsOf, URL_ATTRIBUTES, VOID } from './html.ts';
import { applyAttributes } from './marks.ts';
import { ESSAYS_FOLDER } from './paths.ts';
import type { Part } from './slips.ts';
import {
  BARE_URL,
  decodeEntities,
  decodePercent,
  ENGLISH,
  findQuotes,
  QUOTE,
  typeset,
  typesetPieces,
} from './text.ts';
import { ENGLISH_TEXTS, fillText, type Texts } from './texts.ts';

type NodeTypes = readonly MdastNode['type'][];
const LINKS_AND_CODE: NodeTypes = ['code', 'inlineCode', 'link', 'image', 'definition'];
/** All that is not text, and the links. */
const PARTS: NodeTypes = [
  ...LINKS_AND_CODE,
  'linkReference',
  'imageReference',
  'footnoteReference',
  'footnoteDefinition',
  'html',
];
/** Blocks, whose quotes are paired, before what is in them. */
const BLOCKS: NodeTypes = ['paragraph', 'heading', 'tableCell'];
const TEXTS: NodeTypes = [...BLOCKS, 'text', 'link', 'linkReference'];

export type MarkdownEngine = Awaited<ReturnType<typeof loadMarkdownEngine>>;

export async function loadMarkdownEngine() {
  const { markdownToHtml } = await import('satteri').catch((error: Error) => {
    const text = 'Essays cannot be read because the Markdown engine (satteri) does not start';
    throw new BuildStop(partMissing('markdown-missing', ESSAYS_FOLDER, text, error));
  });
  /** Lists the links and code of Markdown, or its texts, in the order of the source. */
  const listNodes = (body: string, types = LINKS_AND_CODE): MdastNode[] => {
    const nodes: MdastNode[] = [];
    const add = (node: MdastNode) => void nodes.push(node);
    const visitors = Object.fromEntries(types.map((type) => [type, add]));
    const mdastPlugins = [{ name: 'nodes', options: { position: true }, ...visitors }];
    const source = isHeavy(body) ? body.replaceAll('&', '+') : body;
    markdownToHtml(source, {
      features: chooseFeatures(source, false, ENGLISH_TEXTS),
      mdastPlugins,
    });
    return nodes;
  };
  /** Lists the parts of Markdown that are not text, in the order of the source, what holds others first. */
  const listParts = (body: string) =>
    (findCrowd(body, 'markdown') === null ? listNodes(body, PARTS) : []).map((node): Part => {
      const { start, end } = node.position ?? {};
      const name = 'identifier' in node ? node.identifier : '';
      return { type: node.type, start: start?.offset ?? 0, end: end?.offset ?? 0, name };
    });
  /** Typesets the texts of Markdown, if the engine is not to do it. */
  const typesetBody = (source: string, language: string): string => {
    const quotes = findQuotes(language);
    if (isHeavy(source)) return typesetTexts(source, listNodes(source, TEXTS), spellOut, quotes);
    if (!(quotes === ENGLISH ? UNLIKE : MAY_BE_QUOTE).test(source)) return source;
    const signs = quotes === ENGLISH ? ENGINE_QUOTES : encodeQuotes(quotes);
    return typesetTexts(source, listNodes(source, TEXTS), String, signs, QUOTE);
  };
  return {
    /**
     * Markdown is CommonMark with tables, strikethrough, task lists, footnotes and smart punctuation, by the
     * language (a BCP 47 tag); `texts` name the parts of footnotes. `tell` is called where a body passes a limit of the engine.
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
      if (format === 'html') {
        // The engine only takes Markdown: a plugin replaces its one paragraph by the HTML.
        const html: MdastNode = { type: 'html', value: FIRST_TAG + hideNoscript(source) };
        const mdastPlugins = [{ name: 'html', paragraph: () => html }];
        const options = { features: { rawHtml: true }, mdastPlugins };
        return markdownToHtml('x', options).html.slice(FIRST_TAG.length);
      }
      const body = typesetBody(source, language);
      const repaired = MAY_NEED_REPAIR.test(body) ? repairTags(body, listNodes(body)) : body;
      const mdastPlugins = URL_IN_LINK.test(repaired) ? [unlinkNested(repaired)] : [];
      const features = chooseFeatures(repaired, !isHeavy(source), texts);
      return applyAttributes(markdownToHtml(repaired, { features, mdastPlugins }).html);
    },

    listParts,

    /**
     * Returns a function that finds the place of a URL, or of code by its class `language-…`. Each call
     * with the same argument returns the next place, or the last one again.
     */
    makeLocator(source: EssaySource, format: BodyFormat) {
      const { path, text, body } = source;
      const found = new Map<string, number>();
      let mentions: ReturnType<typeof listMentions> | null = null;
      return (written: string): Place => {
        const key = keyOf(written);
        const last = found.get(key) ?? -1;
        let at = body.indexOf(written, last + 1);
        // Text that occurs once needs no parsing.
        if (last !== -1 || at === -1 || body.includes(written, at + 1)) {
          mentions ??= listMentions(body, format === 'markdown' ? listNodes(body) : []);
          const same = mentions.get(key);
          const next = same === undefined ? at : same.find((each) => each > last);
          at = Math.max(next ?? last, last);
        }
        found.set(key, at);
        if (at !== -1) return placeAt(path, text, source.offsetInText(at));
        // A mark in whose place another text or nothing stands.
        const own = text.indexOf(written, source.bodyOffset);
        return own === -1 ? wholeFile(path) : placeAt(path, text, own);
      };
    },
  };
}

/** Stands before an HTML body: up to the first tag, the engine skips end tags, even `</br>`, a line break. */
const FIRST_TAG = '<wbr>';

/** Receives a problem of a body, with its offset there. */
export type Tell = (offset: number, code: ProblemCode, message: string, hint: string) => void;

/**
 * The engine copies a run of text at each quote, dash, ellipsis and entity in it; from this number of
 * characters on, which take some 300 MB, it is given the signs themselves.
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

/** Replaces an entity by its character, escaped; what is escaped already stays. */
function spellOut(written: string): string {
  const character = decodeEntities(written);
  if (written.startsWith('\\') || character === written) return written;
  if (/^[ \t\n\f\r]$/.test(character)) return ' ';
  return /^[!-/:-@[-`{-~]$/.test(character) ? `\\${character}` : character;
}

/** The quotes that the engine is to set itself. */
const ENGINE_QUOTES = `" " ' ' '`;

const INCHES = String.raw`(?<=^(?:[^"\n]*"[^"\n]*")*[^"\n]*[\s(]\d[\d.]*")`;
const FEET = String.raw`(?<=\d') ?\d`;
const WORD = String.raw`(?<=(?<![\w"'])')(?:\d\ds?|n|em|til|tis|twas)(?!\w)`;
const CLOSED = String.raw`(?=(?:.|\n(?!\s*\n))*?\S'(?!\w))`;
/**
 * A mark that the engine may set otherwise than `typeset`: an apostrophe before a word whose quote seems to
 * be closed later in the paragraph; a prime. Most bodies have none, and need not be parsed for their texts.
 */
const UNLIKE = new RegExp(`["'](?:${INCHES}|${FEET}|${WORD}${CLOSED})`, 'im');
const MAY_BE_QUOTE = /["']/;

/** Writes quotes and the apostrophe as entities, which end a URL before them as straight quotes do. */
function encodeQuotes(quotes: string): string {
  const encode = (sign: string) => encodeHtml(sign, { useNamedReferences: true });
  return `${quotes} ’`.replace(/[^ \u202f]/g, encode);
}

/**
 * Typesets the texts of Markdown: all but code, HTML, URLs and the names of definitions; replaces their
 * escapes and entities by what `spell` returns.
 */
function typesetTexts(
  body: string,
  nodes: readonly MdastNode[],
  spell: (entity: string) => string,
  ...how: readonly [quotes: string, marks?: RegExp]
): string {
  const written: string[] = [];
  let texts: MdastNode[] = [];
  let [done, literalEnd] = [0, 0];
  const writeUpTo = (end: number) => {
    const pieces = splitAt(body, texts, done, end).flatMap((each, i) => {
      if (i % 2 === 0) return [each];
      return each.split(ENTITIES).map((part, j) => (j % 2 === 0 ? part : spell(part)));
    });
    // Before the first piece comes an empty one, since every second one stays as it is.
    written.push(typesetPieces(['', ...pieces], ...how).join(''));
    [done, texts] = [end, []];
  };
  for (const node of nodes) {
    const { start, end } = node.position ?? {};
    if (start?.offset === undefined || end?.offset === undefined) continue;
    if (BLOCKS.includes(node.type)) writeUpTo(start.offset);
    else if (node.type === 'text') {
      if (start.offset >= literalEnd) texts.push(node);
    } else if (
      node.type === 'linkReference' ? node.referenceType !== 'full' : body[start.offset] !== '['
    ) {
      // Its text is a URL or the name of a definition.
      literalEnd = end.offset;
    }
  }
  writeUpTo(body.length);
  return written.join('');
}

/**
 * The engine looks back at everything open for each tag, and at all marks of a paragraph for each; from
 * this number of looks on, which take half a second, a body is not read. Styles that are never closed it
 * opens again in every paragraph, as browsers do.
 */
const MAX_LOOKS = 1e8;
const STYLE = /^(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/;
const LOOKS_OF_STYLE = 50;
const CROWDS = {
  html: /<(\/?)([a-z][^\s/>]*)/gi,
  markdown:
    /<(\/?)([a-z][^\s/>]*)|(?<nest>^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t]))+)|(?<fence>^[ \t]*(?:```|~~~))|(?<end>\n[ \t]*\n)|[*_~@]|www\.|\[\^/gim,
};
/** Elements that may follow each other without an end tag, and are not nested then. */
const UNCLOSED =
  /^(?:a|p|li|h[1-6]|d[dt]|opt(?:ion|group)|t(?:[dhr]|head|body|foot)|colgroup|r[pt])$/;

/** The most cells that rows of tables may lack: the engine adds them. */
const MAX_LACKING = 200_000;
/** A row of hyphens and bars, which every table has below its head. */
const DELIMITER_ROW = /^(?=[ \t>|:-]+$).*\|.*/gm;

/** The offset of the block in which tables lack too many cells; null for any usual body. */
function findSparseTable(body: string): number | null {
  // Two rows of two characters per cell, and rows of two, lack no more cells than that.
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

/** The offset at which more is nested or marked up than can be read; null for any usual body. */
export function findCrowd(body: string, format: 'html' | 'markdown'): number | null {
  const table = format === 'markdown' && body.includes('|') ? findSparseTable(body) : null;
  if (table !== null) return table;
  const tags = body.split('<').length;
  // More looks than that are impossible.
  if (body.length ** 2 / 10 + (LOOKS_OF_STYLE * tags ** 2) / 2 <= MAX_LOOKS) return null;
  const open = new Map<string, number>();
  let [looks, depth, marks, isFenced] = [0, 0, 0, false];
  for (const { 1: slash, 2: tag, index, groups } of body.matchAll(CROWDS[format])) {
    if (tag !== undefined) {
      const name = tag.toLowerCase();
      const count = open.get(name) ?? 0;
      const step = slash === '' ? 1 : Math.max(-1, -count);
      if (!(traitsOf(name) & VOID || UNCLOSED.test(name))) {
        open.set(name, count + step);
        depth += STYLE.test(name) ? step * LOOKS_OF_STYLE : step;
      }
      looks += depth;
    } else if (groups?.fence) isFenced = !isFenced;
    else if (groups?.end || isFenced) marks = 0;
    else if (groups?.nest) looks += groups.nest.length ** 2 / 10;
    else looks += ++marks / 10;
    if (looks > MAX_LOOKS) return index;
  }
  return null;
}

/** A heading with an explicit id: `## Title {#custom}`. */
const HEADING_ATTRIBUTES = /^ {0,3}#{1,6}[ \t][^{}\n]*\{[^{}\n]*#[^{}\n]*\}[ \t]*#*[ \t]*$/m;

/** A definition, as kramdown, PHP Markdown Extra and Hugo have it. */
const DEFINITION = /\n {0,3}:[ \t]/;

function chooseFeatures(body: string, smartPunctuation: boolean, texts: Texts): Features {
  const [label, backLabel] = [fillText(texts.footnotes), fillText(texts.backToReference)];
  return {
    // The selector makes the arrow back from a footnote text: phones would show an emoji.
    gfm: { footnotes: { clobberPrefix: '', backContent: '\u21a9\ufe0e', label, backLabel } },
    frontmatter: false,
    smartPunctuation,
    definitionList: DEFINITION.test(body),
    headingAttributes: body.includes('{') && HEADING_ATTRIBUTES.test(body),
    // Parsing raw HTML doubles the time.
    rawHtml: /<[a-z!/?]/i.test(body),
  };
}

const URL_IN_LINK = /<a\s[^<>]*>[^<]*(?:https?:\/\/|www\.|@)/i;

/** Turns a link that GFM makes of a URL inside a raw link back into text. */
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
      // Reading the link's children would make the engine serialize its whole tree each time.
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

/** Repairs the raw tags of Markdown, outside code. */
function repairTags(body: string, nodes: readonly MdastNode[]): string {
  const repair = (tag: string) =>
    hideNoscript(tag).replace(VALUES, (part, equals, value) =>
      equals === undefined ? part : `${equals}"${value}"`,
    );
  const pieces = splitAt(body, nodes.filter(isCode));
  return pieces.map((each, i) => (i % 2 === 0 ? each.replace(TAG, repair) : each)).join('');
}

/**
 * Renames `<noscript>` to an element whose content is not parsed, as browsers with scripting do not parse
 * it. `body-elements.ts` restores the name.
 */
function hideNoscript(html: string): string {
  return html.replace(/(<\/?)noscript\b/gi, '$1noembed');
}

function isCode({ type }: MdastNode): boolean {
  return type === 'code' || type === 'inlineCode';
}

/** Splits the source, or a part of it; every second piece is one of the nodes. */
function splitAt(body: string, nodes: readonly MdastNode[], from = 0, to = body.length): string[] {
  const pieces: string[] = [];
  let done = from;
  for (const { position } of nodes) {
    if (position === undefined) continue;
    const { start, end } = position;
    pieces.push(body.slice(done, start.offset), body.slice(start.offset, end.offset));
    done = end.offset ?? done;
  }
  return [...pieces, body.slice(done, to)];
}

/** Matches, in raw HTML, comments and the attributes that hold URLs or classes. */
const RAW_VALUE = new RegExp(
  String.raw`<!--[^]*?(?:-->|$)|\b(?:${[...URL_ATTRIBUTES.keys(), 'class'].join('|')})` +
    String.raw`\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)`,
  'gi',
);

/** Lists the offsets of each URL and class, in order. Only Markdown has nodes. */
function listMentions(body: string, nodes: readonly MdastNode[]) {
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
  for (const node of nodes) {
    const start = node.position?.start.offset ?? 0;
    const source = body.slice(start, node.position?.end.offset);
    if (node.type === 'code' && node.lang) {
      // After the characters of the fence; a language with an entity is spelled differently.
      add(`language-${node.lang}`, start + Math.max(0, source.indexOf(node.lang)));
    } else if ('url' in node) {
      // The URL follows the text: `[text](url)`, `[name]: url`. A bare URL is its own text.
      const at = node.url === '' ? 0 : source.lastIndexOf(node.url);
      add(node.url, start + Math.max(0, at));
    }
  }
  const offsets = new Map<string, number[]>(mentions.map(({ key }) => [key, []]));
  for (const { key, at } of mentions.sort((a, b) => a.at - b.at)) offsets.get(key)?.push(at);
  return offsets;
}

/** Normalizes a URL, because the engine escapes characters and browsers skip white space. */
function keyOf(written: string): string {
  return decodePercent(written.replace(/[\s\p{Cc}]/gu, ''));
}

/** Describes the faults of a body, each at its place, and its parts of problems that all files share. */
export function describeBody(
  faults: Body['faults'],
  source: EssaySource,
  locate: (written: string) => Place,
): { problems: Problem[]; parts: ProblemPart[] } {
  const own = faults.filter(({ isShared }) => !isShared).slice(0, MAX_LISTED);
  const problems = own.map(({ code, message, hint, written }, index) => {
    const rest = index === MAX_LISTED - 1 ? '; what follows in this file is not listed' : '';
    return makeProblem(code, locate(written), message + rest, hint);
  });
  const shared = faults.filter(({ isShared }) => isShared);
  const parts = countParts(shared, ({ written }) => {
    const { path, text, body } = source;
    // The first mention will do: to find the place of each would mean to parse the body again.
    const at = body.indexOf(written);
    return at === -1 ? wholeFile(path) : placeAt(path, text, source.offsetInText(at));
  });
  return { problems, parts };
}

const BARE_URLS = new RegExp(`(${BARE_URL.source})`, 'i');

/** Converts plain text: blank lines separate paragraphs, line breaks stay, bare URLs become links. */
function plainTextToHtml(body: string, language: string): string {
  return body
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
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
