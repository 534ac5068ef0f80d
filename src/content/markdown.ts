/**
 * The Markdown engine: converts a body in any format to regular HTML (see `html.ts`), and finds the places of
 * links and code in the author's file, for problems.
 *
 * The engine is satteri (Rust), loaded when needed. It parses raw HTML as a browser does and serializes the
 * tree, so every element is closed. `body.ts` adds the ids of headings.
 */
import { escape as escapeHtml } from 'he';
import type { Features, MdastNode } from 'satteri';
import {
  BuildStop,
  makeProblem,
  type Place,
  type Problem,
  placeAt,
  wholeFile,
} from '../problems.ts';
import type { Body } from './body.ts';
import type { BodyFormat, EssaySource } from './front-matter.ts';
import { replaceInSrcset, URL_ATTRIBUTES } from './html.ts';
import { ESSAYS_FOLDER } from './paths.ts';
import { decodeEntities, decodePercent } from './text.ts';

export type MarkdownEngine = Awaited<ReturnType<typeof loadMarkdownEngine>>;

export async function loadMarkdownEngine() {
  const { markdownToHtml } = await import('satteri').catch((error: Error) => {
    throw new BuildStop(markdownMissing(error));
  });
  /** Lists the links and code of Markdown, in the order of the source. */
  const listNodes = (body: string): MdastNode[] => {
    const nodes: MdastNode[] = [];
    const add = (node: MdastNode) => void nodes.push(node);
    const visitors = { code: add, inlineCode: add, link: add, image: add, definition: add };
    const plugin = { name: 'nodes', options: { position: true }, ...visitors };
    markdownToHtml(body, { features: chooseFeatures(body), mdastPlugins: [plugin] });
    return nodes;
  };
  return {
    /** Markdown is CommonMark with tables, strikethrough, task lists, footnotes and smart punctuation. */
    toHtml(body: string, format: BodyFormat): string {
      if (format === 'text') return plainTextToHtml(body);
      if (format === 'html') {
        // The engine only takes Markdown: a plugin replaces its one paragraph by the HTML.
        const html: MdastNode = { type: 'html', value: hideNoscript(body) };
        const mdastPlugins = [{ name: 'html', paragraph: () => html }];
        return markdownToHtml('x', { features: { rawHtml: true }, mdastPlugins }).html;
      }
      const repaired = MAY_NEED_REPAIR.test(body) ? repairTags(body, listNodes(body)) : body;
      const mdastPlugins = URL_IN_LINK.test(repaired) ? [unlinkNested(repaired)] : [];
      return markdownToHtml(repaired, { features: chooseFeatures(repaired), mdastPlugins }).html;
    },

    /**
     * Returns a function that finds the place of a URL, or of code by its class `language-…`. Each call
     * with the same argument returns the next place, or the last one again.
     */
    makeLocator({ path, text, body, bodyOffset }: EssaySource, format: BodyFormat) {
      const found = new Map<string, number>();
      let mentions: ReturnType<typeof listMentions> | null = null;
      return (written: string): Place => {
        const key = keyOf(written);
        const last = found.get(key) ?? -1;
        let at = body.indexOf(written, last + 1);
        // Text that occurs once needs no parsing.
        if (last !== -1 || at === -1 || body.includes(written, at + 1)) {
          mentions ??= listMentions(body, format === 'markdown' ? listNodes(body) : []);
          const same = mentions.filter((mention) => mention.key === key);
          const next = same.length > 0 ? same.find((mention) => mention.at > last)?.at : at;
          at = Math.max(next ?? last, last);
        }
        found.set(key, at);
        return at === -1 ? wholeFile(path) : placeAt(path, text, bodyOffset + at);
      };
    },
  };
}

/** A heading with an explicit id: `## Title {#custom}`. */
const HEADING_ATTRIBUTES = /^ {0,3}#{1,6}[ \t][^{}\n]*\{[^{}\n]*#[^{}\n]*\}[ \t]*#*[ \t]*$/m;

function chooseFeatures(body: string): Features {
  return {
    // The selector makes the arrow back from a footnote text: phones would show an emoji.
    gfm: { footnotes: { clobberPrefix: '', backContent: '\u21a9\ufe0e' } },
    frontmatter: false,
    smartPunctuation: true,
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
  const pieces = splitAtCode(body, nodes);
  return pieces.map((each, i) => (i % 2 === 0 ? each.replace(TAG, repair) : each)).join('');
}

/**
 * Renames `<noscript>` to an element whose content is not parsed, as browsers with scripting do not parse
 * it. `body-elements.ts` restores the name.
 */
function hideNoscript(html: string): string {
  return html.replace(/(<\/?)noscript\b/gi, '$1noembed');
}

/** Splits the source; every second piece is code. */
function splitAtCode(body: string, nodes: readonly MdastNode[]): string[] {
  const pieces: string[] = [];
  let done = 0;
  for (const { type, position } of nodes) {
    if (position === undefined || (type !== 'code' && type !== 'inlineCode')) continue;
    const { start, end } = position;
    pieces.push(body.slice(done, start.offset), body.slice(start.offset, end.offset));
    done = end.offset ?? done;
  }
  return [...pieces, body.slice(done)];
}

/** Matches, in raw HTML, comments and the attributes that hold URLs or classes. */
const RAW_VALUE = new RegExp(
  String.raw`<!--[^]*?(?:-->|$)|\b(?:${[...URL_ATTRIBUTES.keys(), 'class'].join('|')})` +
    String.raw`\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)`,
  'gi',
);

/** Lists URLs and classes with their offsets, in order. Only Markdown has nodes. */
function listMentions(body: string, nodes: readonly MdastNode[]) {
  const mentions: { readonly key: string; readonly at: number }[] = [];
  const add = (written: string, at: number) => void mentions.push({ key: keyOf(written), at });
  const blank = (each: string, i: number) => (i % 2 === 0 ? each : ' '.repeat(each.length));
  const withoutCode = splitAtCode(body, nodes).map(blank).join('');
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
      add(node.url, start + Math.max(0, source.lastIndexOf(node.url)));
    }
  }
  return mentions.sort((a, b) => a.at - b.at);
}

/** Normalizes a URL, because the engine escapes characters and browsers skip white space. */
function keyOf(written: string): string {
  return decodePercent(written.replace(/[\s\p{Cc}]/gu, ''));
}

/** The number of faults that are listed for one body. */
const MAX_LISTED = 500;

/** Describes the faults of a body, each at its place. */
export function describeBody({ faults }: Body, locate: (written: string) => Place): Problem[] {
  return faults.slice(0, MAX_LISTED).map(({ code, message, hint, written }, index) => {
    const rest = index === MAX_LISTED - 1 ? '; what follows in this file is not listed' : '';
    return makeProblem(code, locate(written), message + rest, hint);
  });
}

/** A URL in plain text, without trailing punctuation or an unmatched closing bracket. */
const BARE_URL = /(\bhttps?:\/\/(?:[^\s<>"()]|\([^\s<>"()]*\))+(?<![.,;:!?'\u2019\u201D]))/i;

/** Converts plain text: blank lines separate paragraphs, line breaks stay, bare URLs become links. */
function plainTextToHtml(body: string): string {
  return body
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(lineToHtml).join('<br>\n')}</p>\n`)
    .join('');
}

function lineToHtml(line: string): string {
  const indented = line
    .trimEnd()
    .replace(/^[ \t]+/, (indent) => '\u00a0'.repeat(indent.replace(/\t/g, '    ').length));
  const pieces = indented.split(BARE_URL).map((piece) => escapeHtml(piece));
  return pieces.map((each, i) => (i % 2 === 0 ? each : `<a href="${each}">${each}</a>`)).join('');
}

/** The engine is native, and not available for every machine. */
function markdownMissing({ message }: Error): Problem {
  const [reason] = message.split('\n');
  const text = `Essays cannot be read, since the Markdown engine (satteri) does not start: ${reason}`;
  const hint = 'Install the packages again on this machine, then build again.';
  return makeProblem('markdown-missing', wholeFile(ESSAYS_FOLDER), text, hint);
}
