/**
 * The body of an essay → its HTML on a page with other essays: its ids differ from those of the other essays, and its
 * headings are one level lower, because the title of the essay is an `<h2>`. Pure.
 */
import type { PageBody } from './body.ts';
import { findTag, RAW, readContent } from './html.ts';

/** Attributes with ids. All have double quotes. */
const IDS =
  /(\s(?:id|for|form|list|headers|popovertarget|aria-(?:labelledby|describedby|details|controls|owns))=")([^"]*)/g;
/** Attributes with fragments, and the names that these also lead to. */
const FRAGMENTS = /(\s(?:xlink:)?(?:href|usemap)="#|="url\(#|^<(?:a|map)\b[^>]*\sname=")(?=[^"])/g;
/** `</h6>` can't get any lower. */
const HEADING = /^(<\/?h)([2-5])/;

/** Gives all ids in a body a prefix, and lowers its headings. */
export function embedBody(body: PageBody, prefix: string): PageBody {
  const rename = (tag: string) =>
    tag
      .replace(HEADING, (_, start, level) => start + (Number(level) + 1))
      .replace(IDS, (_, start, ids) => start + ids.replace(/\S+/g, (id: string) => prefix + id))
      .replace(FRAGMENTS, (start) => start + prefix);
  const { html } = body;
  let embedded = '';
  let done = 0;
  for (let tag = findTag(html, 0); tag !== null; tag = findTag(html, done)) {
    embedded += html.slice(done, tag.start) + rename(html.slice(tag.start, tag.end));
    // The contents of scripts and styles have no tags.
    const isRaw = RAW.has(tag.name) && !tag.isClosing;
    done = isRaw ? readContent(tag, html).end : tag.end;
    embedded += html.slice(tag.end, done);
  }
  const headings = body.headings.map((heading) => {
    return { ...heading, id: prefix + heading.id, level: heading.level + 1 };
  });
  return { ...body, html: embedded + html.slice(done), headings };
}
