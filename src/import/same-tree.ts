/**
 * Comparison of two bodies: that of a post as it was, and the one that the build makes of its file. Pure.
 *
 * Only the differences of a table are allowed, which no reader sees or which Markdown is known for, such as
 * typographic quotes. The texts are compared a second time as a whole, with their spaces.
 */
import { load } from 'cheerio';
import type { Element } from 'domhandler';
import { readText } from '../content/html.ts';
import { decodePercent, foldSpace, straighten } from '../content/text.ts';

/** Elements that say the same. */
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };
/** Elements whose tags do not count: a paragraph around a picture alone, one that is all of an item. */
const UNCOUNTED =
  'thead, tbody, p:has(> img:only-child, > iframe:only-child, > video:only-child, > audio:only-child), li > p:only-of-type, blockquote > p:only-child, td > p:only-of-type, th > p:only-of-type';
/** What only screen readers have of notes. */
const REMOVED = '[data-footnote-backref], #footnote-label';
/** Attributes that do not count, by the elements that have them; ids of headings are the build’s own. */
const UNCOUNTED_ATTRIBUTES =
  /^(?:\w+ (?:aria-.*|data-footnote.*)|h[1-6] id|(?:ul|li|section|h2|a) class|input (?:disabled|type))$/;

/** The first difference between two bodies of HTML, for the report; null for none. */
export function findDifference(old: string, built: string): string | null {
  const [a = '', b = ''] = [old, built].map(normalize);
  return firstDifference(listParts(a), listParts(b)) ?? firstDifference(listWords(a), listWords(b));
}

function firstDifference(a: readonly string[], b: readonly string[]): string | null {
  const at = a.findIndex((part, index) => part !== b[index]);
  const index = at === -1 && b.length > a.length ? a.length : at;
  const show = (part = 'nothing') => `\`${part.length > 60 ? `${part.slice(0, 60)}…` : part}\``;
  return index === -1 ? null : `${show(a[index])} became ${show(b[index])}`;
}

function normalize(html: string): string {
  const $ = load(html, null, false);
  $(REMOVED).remove();
  for (const each of $('pre').get()) {
    const inner = $(each).children('code');
    const isCode = inner.length === 1 && inner.text().trim() === $(each).text().trim();
    const classes = isCode ? inner.attr('class') : undefined;
    const content = isCode ? inner.contents() : $(each).contents();
    $(each).empty().append(content);
    if (classes) $(each).attr('class', classes);
  }
  // A URL in a text becomes a link to itself.
  for (const each of $('a[href]').get()) {
    const text = $(each).text();
    const isUrl = [text, `http://${text}`, `mailto:${text}`].includes($(each).attr('href') ?? '');
    if (isUrl && Object.keys(each.attribs).length === 1) $(each).replaceWith($(each).contents());
  }
  for (const each of $(UNCOUNTED).get().reverse()) $(each).replaceWith($(each).contents());
  for (const each of $<Element, '*'>('*').get()) {
    each.name = SAME[each.name] ?? each.name;
    const counted = Object.entries(each.attribs).flatMap(([key, value]) => {
      if (UNCOUNTED_ATTRIBUTES.test(`${each.name} ${key}`) || key + value === 'alt') return [];
      const read = /^(?:href|src)$/.test(key) ? decodePercent(value) : straighten(value);
      return [[key, foldSpace(read).replace(/;$/, '')] as const];
    });
    each.attribs = Object.fromEntries(counted.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  return $.html().replaceAll('&nbsp;', ' ');
}

/** Tags and texts in order; of texts, spaces count in `<pre>` alone. */
function listParts(html: string): string[] {
  let isPre = false;
  const parts = html.split(/(<[^<>]*>)/).map((part) => {
    if (/^<\/?pre\b/.test(part)) isPre = !part.startsWith('</');
    if (part.startsWith('<')) return part.replace(/="([^"]*)"/g, '=$1');
    return isPre ? part.replace(/^\n/, '').trimEnd() : straighten(part).replace(/\s+/g, '');
  });
  return parts.filter((part) => part !== '');
}

/** The words that a reader sees, with straight quotes. */
const listWords = (html: string) => foldSpace(straighten(readText(html))).split(' ');
