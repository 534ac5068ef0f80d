/**
 * Comparison of two bodies: a post's original HTML, and the HTML that the build makes of its file. Pure.
 *
 * Only a fixed set of differences is allowed: what no reader sees, and what Markdown always changes, such as
 * quotes, which become typographic. The words are then compared once more as a whole.
 */
import { BLOCKS } from '../markdown/tree.ts';
import { decodeEntities, decodePercent, foldSpace, straighten } from '../text/text.ts';
import { findFilm } from './embeds.ts';
import type { Element } from './tree.ts';
import * as dom from './tree.ts';

/** Elements with the same meaning. */
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };
/** Elements whose tags are ignored: a paragraph around a lone picture, or the only one in an item. */
const UNCOUNTED =
  'thead, tbody, p:has(> img:only-child, > iframe:only-child, > video:only-child, > audio:only-child), li > p:only-of-type, blockquote > p:only-child, td > p:only-of-type, th > p:only-of-type';
/** Parts of footnotes that only screen readers need. */
const REMOVED = '[data-footnote-backref], #footnote-label';
/** Figures without a caption, and those of directives, which have no attributes besides. */
const EMBEDS = 'figure:has(> :is(iframe, video, audio):only-child)';
/** Attributes that are ignored, by element. The build makes heading ids by itself. */
const UNCOUNTED_ATTRIBUTES =
  /^(?:\w+ (?:aria-.*|data-footnote.*|data-embed)|iframe (?!src$).*|(?:video|audio) (?!src$|poster$).*|h[1-6] id|(?:ul|li|section|h2|a) class|input (?:disabled|type))$/;

/** Finds the first difference between two HTML bodies, for the report; null for none. */
export function findDifference(old: string, built: string, parse: dom.Parse): string | null {
  const a = normalize(old, parse);
  const b = normalize(built, parse);
  return firstDifference(listParts(a), listParts(b)) ?? firstDifference(listWords(a), listWords(b));
}

function firstDifference(a: readonly string[], b: readonly string[]): string | null {
  const at = a.findIndex((part, index) => part !== b[index]);
  const index = at === -1 && b.length > a.length ? a.length : at;
  const show = (part = 'nothing') => `\`${part.length > 60 ? `${part.slice(0, 60)}…` : part}\``;
  return index === -1 ? null : `${show(a[index])} became ${show(b[index])}`;
}

function normalize(html: string, parse: dom.Parse): string {
  const tree = dom.parseBody(html, parse);
  dom.removeAll(tree, REMOVED);
  for (const each of dom.listElements(tree, /^pre$/)) mergeCode(each);
  dom.rewrite(tree, (node) => (isBareUrl(node) ? node.children : null));
  dom.unwrapAll(tree, EMBEDS);
  dom.unwrapAll(tree, UNCOUNTED);
  for (const each of dom.listElements(tree, /./)) countElement(each);
  return dom.toHtml(tree.children).replaceAll('&nbsp;', ' ');
}

/** Writes the code in a `pre` without its own element. */
function mergeCode(pre: Element): void {
  const [code, ...others] = dom.elementsIn(pre);
  if (!dom.isElement(code, /^code$/) || others.length > 0) return;
  if (dom.wordsOf(code) !== dom.wordsOf(pre)) return;
  pre.children = code.children;
  if (code.properties.className) pre.properties.className = code.properties.className;
}

/** True for a link whose text is its URL, since the build links bare URLs. */
function isBareUrl(node: dom.Node): node is Element {
  if (!dom.isElement(node, /^a$/) || !('href' in node.properties)) return false;
  const words = dom.textOf(node);
  const isUrl = [words, `http://${words}`, `mailto:${words}`].includes(
    dom.attributeOf(node, 'href'),
  );
  return isUrl && Object.keys(node.properties).every((key) => key === 'href' || key === 'rel');
}

/** Gives an element the name and the attributes that count. */
function countElement(each: Element): void {
  each.tagName = SAME[each.tagName] ?? each.tagName;
  const counted = dom.attributesOf(each).flatMap(([key, value]) => {
    if (UNCOUNTED_ATTRIBUTES.test(`${each.tagName} ${key}`) || key + value === 'alt') return [];
    const isFilm = each.tagName === 'iframe' && key === 'src';
    const written = isFilm ? (findFilm(value) ?? value) : value;
    const read = /^(?:href|src)$/.test(key) ? decodePercent(written) : straighten(written);
    return [[key, foldSpace(read).replace(/;$/, '')] as const];
  });
  each.properties = Object.fromEntries(counted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Lists tags and texts in order; spaces in texts count only inside `<pre>`. */
function listParts(html: string): string[] {
  let isPre = false;
  const parts = html.split(/(<[^<>]*>)/).map((part) => {
    if (/^<\/?pre\b/.test(part)) isPre = !part.startsWith('</');
    if (part.startsWith('<')) return part.replace(/="([^"]*)"/g, '=$1');
    return isPre ? part.replace(/^\n/, '').trimEnd() : straighten(part).replace(/\s+/g, '');
  });
  return parts.filter((part) => part !== '');
}

/** Lists the words that a reader sees, with straight quotes. */
function listWords(html: string): string[] {
  const shown = html.replace(/<\/?(\w+)[^<>]*>/g, (_, name) => (BLOCKS.has(name) ? ' ' : ''));
  return foldSpace(straighten(decodeEntities(shown))).split(' ');
}
