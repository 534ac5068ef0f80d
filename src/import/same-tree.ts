/**
 * Comparison of two bodies: a post's original HTML, and the HTML that the build makes of its file. Pure.
 *
 * Only a fixed set of differences is allowed: what no reader sees, and what Markdown always changes, such as
 * quotes, which become typographic. The words are then compared once more as a whole.
 */
import type { Element } from 'domhandler';
import { BLOCKS } from '../markdown/tree.ts';
import { decodeEntities, decodePercent, foldSpace, straighten } from '../text/text.ts';
import { htmlOf, loadBody } from './clean.ts';
import { findFilm } from './embeds.ts';
import { removeNodes, setChildren, unwrapNodes } from './tree.ts';

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
export function findDifference(old: string, built: string): string | null {
  const a = normalize(old);
  const b = normalize(built);
  return firstDifference(listParts(a), listParts(b)) ?? firstDifference(listWords(a), listWords(b));
}

function firstDifference(a: readonly string[], b: readonly string[]): string | null {
  const at = a.findIndex((part, index) => part !== b[index]);
  const index = at === -1 && b.length > a.length ? a.length : at;
  const show = (part = 'nothing') => `\`${part.length > 60 ? `${part.slice(0, 60)}…` : part}\``;
  return index === -1 ? null : `${show(a[index])} became ${show(b[index])}`;
}

function normalize(html: string): string {
  const $ = loadBody(html);
  removeNodes($(REMOVED));
  for (const each of $('pre').get()) {
    const inner = $(each).children('code');
    const isCode = inner.length === 1 && inner.text().trim() === $(each).text().trim();
    const classes = isCode ? inner.attr('class') : undefined;
    const content = isCode ? inner.contents() : $(each).contents();
    setChildren(each, content.get());
    if (classes) $(each).attr('class', classes);
  }
  // Unwrap links whose text is their URL, since the build links bare URLs.
  const isBareUrl = (each: Element) => {
    const text = $(each).text();
    const isUrl = [text, `http://${text}`, `mailto:${text}`].includes(each.attribs.href ?? '');
    return isUrl && Object.keys(each.attribs).every((key) => key === 'href' || key === 'rel');
  };
  unwrapNodes($('a[href]').get().filter(isBareUrl));
  unwrapNodes($(EMBEDS));
  unwrapNodes($(UNCOUNTED));
  for (const each of $('iframe[src]').get())
    each.attribs.src = findFilm(each.attribs.src ?? '') ?? each.attribs.src ?? '';
  for (const each of $<Element, '*'>('*').get()) {
    each.name = SAME[each.name] ?? each.name;
    const counted = Object.entries(each.attribs).flatMap(([key, value]) => {
      if (UNCOUNTED_ATTRIBUTES.test(`${each.name} ${key}`) || key + value === 'alt') return [];
      const read = /^(?:href|src)$/.test(key) ? decodePercent(value) : straighten(value);
      return [[key, foldSpace(read).replace(/;$/, '')] as const];
    });
    each.attribs = Object.fromEntries(counted.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  return htmlOf($).replaceAll('&nbsp;', ' ');
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
