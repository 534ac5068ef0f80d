/**
 * Places of problems in the author's file. In Markdown, a rule knows the offset of what it reads; in HTML, URLs are
 * searched for. Pure.
 */
import { moveEdits, replaceFrom } from '../problems/edits.ts';
import {
  countParts,
  MAX_LISTED,
  makeProblem,
  type Place,
  type Problem,
  type ProblemPart,
  placeAt,
  wholeFile,
} from '../problems/problems.ts';
import { decodeEntities, decodePercent } from '../text/text.ts';
import type { BodySource } from './body-source.ts';
import type { MarkdownEngine } from './engine.ts';
import { type PlacedNode, placeOf } from './markdown-nodes.ts';
import type { Fault } from './rule.ts';
import { readWikilink, writeAddress } from './rules/wikilinks.ts';
import { replaceInSrcset } from './url-syntax.ts';

/** Finds the place of a URL in the author's file. */
export type Locate = (written: string) => Place;

/**
 * Returns a function that finds places. Each further call with the same argument returns the next place, or the last
 * one again.
 */
export function makeLocator(
  { path, text, body, bodyOffset }: BodySource,
  isMarkdown: boolean,
  engine: MarkdownEngine,
): Locate {
  const found = new Map<string, number>();
  let mentions: ReadonlyMap<string, readonly number[]> | null = null;
  return (written) => {
    const key = keyOf(written);
    const last = found.get(key) ?? -1;
    let at = body.indexOf(written, last + 1);
    // Text that occurs only once is found without parsing.
    if (last !== -1 || at === -1 || body.includes(written, at + 1)) {
      mentions ??= listMentions(body, isMarkdown, engine);
      const same = mentions.get(key);
      const next = same === undefined ? at : same.find((each) => each > last);
      at = Math.max(next ?? last, last);
    }
    found.set(key, at);
    if (at !== -1) return placeAt(path, text, bodyOffset + at);
    // The front matter names a recording.
    const front = text.lastIndexOf(written, bodyOffset);
    return front === -1 || written === '' ? wholeFile(path) : placeAt(path, text, front);
  };
}

/** Matches comments, and attributes that hold URLs, in raw HTML. */
const RAW_VALUE =
  /<!--[\s\S]*?(?:-->|$)|\b(?:href|src|srcset|poster|data|action|cite|formaction|longdesc)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)/gi;

/** Lists the offsets of each URL in a body, in order. */
function listMentions(
  body: string,
  isMarkdown: boolean,
  engine: MarkdownEngine,
): ReadonlyMap<string, readonly number[]> {
  const mentions: { readonly key: string; readonly at: number }[] = [];
  const add = (written: string, at: number) => void mentions.push({ key: keyOf(written), at });
  const codes: { readonly start: number; readonly end: number }[] = [];
  const addUrl = (node: { url: string } & PlacedNode) => {
    // The URL comes after the text: `[text](url)`, `[name]: url`. A bare URL is its own text.
    const { start, end } = placeOf(node);
    const written = body.slice(start, end);
    const at = node.url === '' ? 0 : written.lastIndexOf(node.url);
    const link = /^!?\[\[/.test(written) ? readWikilink(body.slice(start)) : null;
    add(link === null ? node.url : writeAddress(link), start + Math.max(0, at));
  };
  const addCode = (node: PlacedNode) => void codes.push(placeOf(node));
  if (isMarkdown) {
    const visitors = { code: addCode, inlineCode: addCode, link: addUrl, image: addUrl };
    const pass = { name: 'places', options: { position: true }, ...visitors, definition: addUrl };
    engine.toHtml(body, { frontmatter: false, wikilinks: body.includes('[[') }, [pass]);
  }
  for (const { 0: attribute, 1: quoted, index } of body.matchAll(RAW_VALUE)) {
    const isCode = codes.some(({ start, end }) => start <= index && index < end);
    if (quoted === undefined || isCode) continue;
    const value = quoted.replace(/^["']|["']$/g, '');
    const start = index + attribute.lastIndexOf(value);
    let done = 0;
    const addNext = (url: string) => {
      done = value.indexOf(url, done);
      add(decodeEntities(url), start + done);
      return url;
    };
    if (/^srcset/i.test(attribute)) replaceInSrcset(value, addNext);
    else addNext(value);
  }
  const offsets = new Map<string, number[]>(mentions.map(({ key }) => [key, []]));
  for (const { key, at } of mentions.sort((a, b) => a.at - b.at)) offsets.get(key)?.push(at);
  return offsets;
}

/** Normalizes a URL, because the engine escapes characters and browsers ignore white space. */
function keyOf(written: string): string {
  return decodePercent(written.replace(/[\s\p{Cc}]/gu, ''));
}

/** The offset of an address, by the fault beside it, since other links may have the same address; null if unknown. */
function findElement(code: Fault['code'], written: string, body: string): number | null {
  if (written === '') return null;
  const empty = code === 'link-empty' ? body.indexOf(`[](${written}`) : -1;
  if (empty !== -1) return empty + '[]('.length;
  if (code !== 'alt-missing') return null;
  for (const { 0: tag, index } of body.matchAll(/<img\b[^<>]*/gi)) {
    if (!/\balt\b/i.test(tag) && tag.includes(written)) return index + tag.indexOf(written);
  }
  return null;
}

/** Turns the faults of a body into problems with places, and into parts of problems that files share. */
export function describeBody(
  faults: readonly Fault[],
  source: BodySource,
  locate: Locate,
): { problems: Problem[]; parts: ProblemPart[] } {
  const { path, text, bodyOffset } = source;
  const find = ({ code, at, written }: Fault): Place => {
    const known = at ?? findElement(code, written, source.body);
    return known === null ? locate(written) : placeAt(path, text, bodyOffset + known);
  };
  const mend = ({ edits = [], replacement }: Fault, place: Place) => {
    const moved = moveEdits(edits, text, (offset) => bodyOffset + offset);
    return moved.length > 0 ? moved : replaceFrom(place, replacement?.was ?? '', replacement?.is);
  };
  const own = faults.filter(({ isShared }) => !isShared).slice(0, MAX_LISTED);
  const problems = own.map((fault, index) => {
    const { code, message, hint, subject = '' } = fault;
    const rest = index === MAX_LISTED - 1 ? '; what follows in this file is not listed' : '';
    const place = find(fault);
    return makeProblem(code, place, message + rest, hint, { edits: mend(fault, place), subject });
  });
  const shared = faults.filter(({ isShared }) => isShared);
  return { problems, parts: countParts(shared, find, mend) };
}
