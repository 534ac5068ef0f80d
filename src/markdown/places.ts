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

/** An HTML comment, or an attribute value, possibly of `srcset`. */
const VALUE = /<!--[\s\S]*?(?:-->|$)|(srcset\s*)?=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)/gi;

/** Lists the offsets of each URL in a body, in order. */
function listMentions(
  body: string,
  isMarkdown: boolean,
  engine: MarkdownEngine,
): ReadonlyMap<string, readonly number[]> {
  const mentions = new Map<string, number[]>();
  const add = (written: string, at: number) => {
    const key = keyOf(written);
    const places = mentions.get(key);
    if (places === undefined) mentions.set(key, [at]);
    else places.push(at);
  };
  const addUrl = (node: { url: string } & PlacedNode) => {
    // The URL comes after the text: `[text](url)`, `[name]: url`. A bare URL is its own text.
    const { start, end } = placeOf(node);
    const written = body.slice(start, end);
    const at = node.url === '' ? 0 : written.lastIndexOf(node.url);
    const link = /^!?\[\[/.test(written) ? readWikilink(body.slice(start)) : null;
    add(link === null ? node.url : writeAddress(link), start + Math.max(0, at));
  };
  const addValues = (start: number, end: number) => {
    const values = body.slice(start, end).matchAll(VALUE);
    for (const { 0: match, 1: srcset, 2: quoted = '', index } of values) {
      const value = quoted.replace(/^["']|["']$/g, '');
      const at = start + index + match.lastIndexOf(value);
      add(decodeEntities(value), at);
      if (srcset === undefined) continue;
      for (const word of value.matchAll(/[^\s,]+/g)) add(decodeEntities(word[0]), at + word.index);
    }
  };
  if (!isMarkdown) addValues(0, body.length);
  else {
    const html = (node: PlacedNode) => addValues(placeOf(node).start, placeOf(node).end);
    const visitors = { html, link: addUrl, image: addUrl, definition: addUrl };
    const pass = { name: 'places', options: { position: true }, ...visitors };
    engine.toHtml(body, { frontmatter: false, wikilinks: body.includes('[[') }, [pass]);
  }
  for (const places of mentions.values()) places.sort((a, b) => a - b);
  return mentions;
}

/** Normalizes a URL, because the engine escapes characters and browsers ignore white space. */
function keyOf(written: string): string {
  return decodePercent(written.replace(/[\s\p{Cc}]/gu, ''));
}

/** Turns the faults of a body into problems with places, and into parts of problems that files share. */
export function describeBody(
  faults: readonly Fault[],
  source: BodySource,
  locate: Locate,
): { problems: Problem[]; parts: ProblemPart[] } {
  const { path, text, bodyOffset } = source;
  const find = ({ code, at, written }: Fault): Place => {
    // Other links may have the same address.
    const empty =
      code === 'link-empty' && written !== '' ? source.body.indexOf(`[](${written}`) : -1;
    const known = at ?? (empty === -1 ? null : empty + '[]('.length);
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
