/**
 * Comparison of two bodies: that of a post as it was, and the one that the build makes of its file. Pure.
 *
 * Only the differences of a table are allowed, which no reader sees or which Markdown is known for, such as
 * typographic quotes. The texts are compared a second time as a whole, with their spaces.
 */
import { type CheerioAPI, load } from 'cheerio';
import type { AnyNode, Element } from 'domhandler';
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
const BLOCK =
  /^(?:address|article|aside|blockquote|br|center|d[dlt]|details|div|fig.*|footer|form|h[1-6]|header|hr|li|[ou]l|p|pre|section|summary|table|t[dhr]|iframe)$/;

/** The first difference between two bodies of HTML, for the report; null for none. */
export function findDifference(old: string, built: string): string | null {
  const sides = [old, built].map((html) => normalize(html));
  const [a = [], b = []] = sides.map(($) => [...listParts($.root().contents().get())]);
  const [wordsA = [], wordsB = []] = sides.map(($) => textOf($.root().contents().get()).split(' '));
  return firstDifference(a, b) ?? firstDifference(wordsA, wordsB);
}

function firstDifference(a: readonly string[], b: readonly string[]): string | null {
  const at = a.findIndex((part, index) => part !== b[index]);
  const index = at === -1 && b.length > a.length ? a.length : at;
  const show = (part = 'nothing') => `\`${part.length > 60 ? `${part.slice(0, 60)}…` : part}\``;
  return index === -1 ? null : `${show(a[index])} became ${show(b[index])}`;
}

/** The text as a reader sees it, with straight quotes. */
export function textOf(nodes: readonly AnyNode[]): string {
  const join = (all: readonly AnyNode[]): string =>
    all
      .map((node) => {
        if (node.type === 'text') return node.data;
        if (!('children' in node)) return '';
        const gap = node.type === 'tag' && BLOCK.test(node.name) ? ' ' : '';
        return gap + join(node.children) + gap;
      })
      .join('');
  return foldSpace(straighten(join(nodes)));
}

function normalize(html: string): CheerioAPI {
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
  return $;
}

/** Tags and texts in order; of texts, spaces count in `<pre>` alone. */
function* listParts(nodes: readonly AnyNode[], isPre = false): Generator<string> {
  let text = '';
  const flush = function* () {
    const written = isPre ? text.replace(/^\n|\s+$/g, '') : straighten(text).replace(/\s+/g, '');
    text = '';
    if (written !== '') yield written;
  };
  for (const node of nodes) {
    if (node.type === 'text') text += node.data;
    if (node.type !== 'tag' && node.type !== 'script' && node.type !== 'style') continue;
    yield* flush();
    const name = SAME[node.name] ?? node.name;
    yield `<${name}${listAttributes(node)}>`;
    yield* listParts(node.children, isPre || node.name === 'pre');
    yield `</${name}>`;
  }
  yield* flush();
}

function listAttributes({ name, attribs }: Element): string {
  const counted = Object.entries(attribs).filter(([key, value]) => {
    return !UNCOUNTED_ATTRIBUTES.test(`${name} ${key}`) && !(key === 'alt' && value === '');
  });
  const write = (key: string, value: string) =>
    ` ${key}=${foldSpace(/^(?:href|src)$/.test(key) ? decodePercent(value) : straighten(value)).replace(/;$/, '')}`;
  return counted
    .map(([key, value]) => write(key, value))
    .sort()
    .join('');
}
