/**
 * What an opening tag of a body is by its own attributes.
 */
import { TEXTLESS_ELEMENTS } from './html-elements.ts';
import type { Tag } from './html-tokens.ts';

/**
 * True for a link whose text is its URL. Markdown makes one even of a URL that is the text of a raw
 * link already.
 */
export function isAutolink({ name, attributes }: Tag, end: number, source: string): boolean {
  const [href] = attributes;
  if (name !== 'a' || href?.name !== 'href') return false;
  const url = source.slice(href.valueStart, href.valueEnd);
  const text = source.slice(end, source.indexOf('<', end));
  return ['', 'http://', 'https://', 'mailto:'].some((head) => head + text === url);
}

/** True for an element whose text is not the essay's, such as a script or the mark of a footnote. */
export function isTextless({ name, attributes }: Tag, source: string): boolean {
  if (TEXTLESS_ELEMENTS.has(name)) return true;
  return attributes.some(
    ({ name, valueStart, valueEnd }) =>
      name === 'data-footnote-ref' ||
      name === 'data-footnote-backref' ||
      (name === 'id' && source.slice(valueStart, valueEnd) === 'footnote-label'),
  );
}
