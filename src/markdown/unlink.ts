/**
 * Links to texts that aren't published become their labels, before anything else is read from the HTML of a body: its
 * headings, its excerpt and its feeds know nothing of them. Pure.
 */
import { BARE } from './attributes.ts';
import type { BodyLink } from './body.ts';
import { readLink } from './body-attributes.ts';
import { findTag, RAW, readAttributes, readContent, readElement } from './html.ts';

/**
 * Why a link becomes its label: `hidden` for a text that isn't published, of which a page also gives away no name that
 * stands in for a label; `missing` for the file of a text that isn't there.
 */
export type Unlinked = 'hidden' | 'missing';

/** The links to become their labels, by their URLs (`BodyLink.url`). */
export type Unlinks = ReadonlyMap<string, Unlinked>;

/**
 * Leaves out the tags of the links in the engine's HTML that are `unlinks`; of a hidden text's also the label, if that
 * is only its address, or its name in `[[name]]`. Returns these links as well.
 */
export function unlink(
  source: string,
  place: { readonly siteUrl: string; readonly unlinks: Unlinks },
): { readonly html: string; readonly links: readonly BodyLink[] } {
  const links: BodyLink[] = [];
  if (place.unlinks.size === 0) return { html: source, links };
  const pieces: string[] = [];
  /** For each open link, outermost first, whether its tags are left out. */
  const open: boolean[] = [];
  let [at, done] = [0, 0];
  const leaveOut = (start: number, end: number) => {
    pieces.push(source.slice(done, start));
    at = end;
    done = end;
  };
  for (let tag = findTag(source, at); tag !== null; tag = findTag(source, at)) {
    const { name, isClosing, start, end } = tag;
    at = RAW.has(name) && !isClosing ? readContent(tag, source).end : end;
    if (name !== 'a') continue;
    if (isClosing) {
      if (open.pop() === true) leaveOut(start, end);
      continue;
    }
    const attributes = readAttributes(tag);
    const raw = attributes.get('href') ?? '';
    const link = readLink(raw, name, place);
    const unlinked = link?.unlinked ?? null;
    const isBare = attributes.has(BARE) || source.startsWith(`${raw}</a>`, end);
    if (link !== null && unlinked !== null) links.push(link);
    if (unlinked === 'hidden' && isBare) {
      leaveOut(start, readElement(tag, source).end);
      continue;
    }
    open.push(unlinked !== null);
    if (unlinked !== null) leaveOut(start, end);
  }
  return { html: pieces.join('') + source.slice(done), links };
}
