/**
 * Attribute lists after an element, as in kramdown and Pandoc: they go through the engine as comments, and the
 * elements get their attributes afterwards. Pure.
 */
import { escape as escapeHtml } from 'he';
import { decodeEntities } from '../text/text.ts';

/** Writes a tag's attributes, except empty ones, and escapes their values. Entities in the values stay as they are. */
export function escapeAttributes(attributes: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value)
    .map(([name, value]) => ` ${name}="${escapeHtml(decodeEntities(value ?? ''))}"`)
    .join('');
}

/** Marks a link whose text isn't a label of the author's: `[[name]]`. */
export const BARE = 'data-bare';

/** Writes an attribute list as a comment, which the engine copies into its HTML. */
export function writeAttributeComment(
  attributes: Readonly<Record<string, string | undefined>>,
): string {
  return `<!--{:${escapeAttributes(attributes)}}-->`;
}

/** A list in a comment. The author's own comments may look similar, so only these attributes match. */
const LIST_COMMENT =
  /<!--\{:((?: class="[\w -]*")?(?: id="[\w:-]*")?(?: width="\d+%?")?(?: height="\d+%?")?(?: data-info="[^"<>]*")?(?: data-label="[^"<>]*")?(?: alt="[^"<>]*")?(?: data-bare="1")?)\}-->/;

/** Applies each attribute list to the preceding picture, heading, paragraph, link, table or code. */
export function applyAttributes(html: string): string {
  if (!html.includes('<!--{:')) return html;
  const pieces = html.split(LIST_COMMENT);
  const written = pieces.map((each, i) => {
    const before = pieces[i - (i % 2)] ?? '';
    // A list inside one of the author's comments ends that comment.
    const isInComment = before.lastIndexOf('<!--') > before.lastIndexOf('-->');
    if (i % 2 === 1) return isInComment ? '-->' : '';
    return isInComment ? each : addAttributes(each, pieces[i + 1]);
  });
  return written.join('');
}

/** A paragraph that is a picture: a size in the list below it is that of the picture. */
const PICTURE_ALONE = /<p><img [^<>]*><\/p>$/;
const SIZE = / (?:width|height)="[^"]*"/g;
/** What is said of a block of code. */
const INFO = / data-info="[^"]*"/;
const TARGET = /^<(?:\/(p|h[1-6]|a|em|strong|table|pre|blockquote)>|(img)\b)/;

/** Adds attributes to the element that ends the HTML; those that it already has take precedence. */
function addAttributes(html: string, attributes = ''): string {
  const text = html.trimEnd();
  const isSizeOfPicture = PICTURE_ALONE.test(text) && attributes.search(SIZE) >= 0;
  const [, closed, found = closed] = TARGET.exec(text.slice(text.lastIndexOf('<'))) ?? [];
  if (found === undefined) return html;
  const name = isSizeOfPicture ? 'img' : found;
  // The lookahead excludes longer names: `<p` also begins `<plaintext`.
  const tags = [...text.matchAll(new RegExp(`<${name}(?=[\\s/>])`, 'g'))];
  const start = tags.at(-1)?.index;
  if (start === undefined) return html;
  // The language of a block belongs on its code element.
  const isCode = attributes.includes('"language-') && text.startsWith('<pre><code', start);
  const at = start + (isCode ? '<pre><code' : `<${name}`).length;
  const [info = ''] = (name === 'pre' && INFO.exec(attributes)) || [];
  const stated = attributes.replace(INFO, '');
  const own = name === 'img' ? stated : stated.replace(SIZE, '');
  const ofBlock = start + '<pre'.length;
  const rest = own.includes(' alt="') ? html.slice(at).replace(' alt=""', '') : html.slice(at);
  if (info === '') return html.slice(0, at) + own + rest;
  return html.slice(0, ofBlock) + info + html.slice(ofBlock, at) + own + html.slice(at);
}
