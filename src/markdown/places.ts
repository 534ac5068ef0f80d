/**
 * Places of problems in the author's file: finds the URL or the code that a problem in a body is about. Pure.
 */
import { replaceFrom } from '../problems/edits.ts';
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
import type { Body } from './body.ts';
import type { Fault } from './body-scan.ts';
import { type BodySource, splitAt } from './edits.ts';
import { replaceInSrcset, URL_ATTRIBUTES } from './html.ts';
import { unwrapLink } from './lint.ts';
import { isCode, type NodePart } from './nodes.ts';

/** Finds the place of a URL, or of code by its class `language-…`, in the author's file. */
export type Locate = (written: string) => Place;

/**
 * Returns a function that finds places. Each further call with the same argument returns the next place, or the last
 * one again. `listNodes` lists the nodes of the body if it is Markdown.
 */
export function makeLocator(source: BodySource, listNodes: () => readonly NodePart[]): Locate {
  const { path, text, body } = source;
  const found = new Map<string, number>();
  const foundInText = new Map<string, number>();
  let mentions: Mentions | null = null;
  return (written) => {
    const key = keyOf(written);
    const last = found.get(key) ?? -1;
    let at = body.indexOf(written, last + 1);
    // Text that occurs only once is found without parsing.
    if (last !== -1 || at === -1 || body.includes(written, at + 1)) {
      mentions ??= listMentions(body, listNodes());
      const same = mentions.get(key);
      const next = same === undefined ? at : same.find((each) => each > last);
      at = Math.max(next ?? last, last);
    }
    found.set(key, at);
    if (at !== -1) return placeAt(path, text, source.offsetInText(at));
    // It was in a shortcode that has been replaced or removed.
    const before = foundInText.get(written) ?? source.bodyOffset - 1;
    const own = Math.max(text.indexOf(written, before + 1), before);
    foundInText.set(written, own);
    return text.startsWith(written, own) ? placeAt(path, text, own) : wholeFile(path);
  };
}

/** The offsets of each URL and class in a body, in order. */
type Mentions = ReadonlyMap<string, readonly number[]>;

/** Matches comments, and attributes that hold URLs or classes, in raw HTML. */
const RAW_VALUE = new RegExp(
  String.raw`<!--[^]*?(?:-->|$)|\b(?:${[...URL_ATTRIBUTES.keys(), 'class'].join('|')})` +
    String.raw`\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)`,
  'gi',
);

function listMentions(body: string, nodes: readonly NodePart[]): Mentions {
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

/** True if the offset is in a line that begins a block of code. */
function isOnFence(body: string, at: number): boolean {
  const line = body.slice(body.lastIndexOf('\n', at) + 1, at);
  return /`{3}|~{3}|<(?:pre|code)\b/.test(line);
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
  const problems = own.map((fault, index) => {
    const { code, message, hint, written, replacement, subject = '' } = fault;
    const rest = index === MAX_LISTED - 1 ? '; what follows in this file is not listed' : '';
    // Other links to the same address have a text.
    const empty = `[](${written}`;
    const isEmpty = code === 'link-empty' && written !== '' && source.body.includes(empty);
    const place = locate(isEmpty ? empty : written);
    const column = isEmpty && place.column !== null ? place.column + '[]('.length : place.column;
    const edits =
      code === 'link-empty' && written === ''
        ? unwrapLink(source.text, place.offset ?? 0)
        : replaceFrom(place, replacement?.was ?? '', replacement?.is);
    return makeProblem(code, { ...place, column }, message + rest, hint, { edits, subject });
  });
  const shared = faults.filter(({ isShared }) => isShared);
  const findFirst = ({ code, written }: Fault): Place => {
    const isThere = code === 'code-word-unknown' ? isOnFence : isPicture;
    const { path, text, body } = source;
    // The first such place will do: locating each one would mean parsing the body again.
    const first = body.indexOf(written);
    let at = first;
    for (let tries = 0; at !== -1 && !isThere(body, at, code); tries++) {
      at = tries < MAX_LISTED ? body.indexOf(written, at + 1) : -1;
    }
    if (at === -1) at = first;
    return at === -1 ? wholeFile(path) : placeAt(path, text, source.offsetInText(at));
  };
  const parts = countParts(shared, findFirst, ({ replacement }, place) => {
    return replaceFrom(place, replacement?.was ?? '', replacement?.is);
  });
  return { problems, parts };
}
