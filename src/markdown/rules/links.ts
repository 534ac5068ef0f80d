/**
 * Addresses in a body: those that may lead into this site become slots, which the site fills when it knows all pages;
 * those that run a script are removed; links to other sites get `rel="noopener"`.
 */

import { detach } from '../../text/text.ts';
import type { BodyLink, Unlinked } from '../body-link.ts';
import type { Slot } from '../parts.ts';
import { type Found, newSlot, type Options, type Rule } from '../rule.ts';
import {
  classesOf,
  type Element,
  MEDIA,
  type Pieces,
  type Properties,
  readText,
  type Value,
} from '../tree.ts';
import {
  hasScheme,
  isExternalUrl,
  isScriptUrl,
  replaceInSrcset,
  stripSiteUrl,
} from '../url-syntax.ts';
import { readPlacement } from './pictures.ts';

/**
 * The attributes that hold addresses, with the elements on which those into the site are checked; null for one whose
 * addresses are completed but not checked.
 */
const ADDRESSES: ReadonlyMap<string, readonly string[] | null> = new Map(
  Object.entries({
    href: ['a', 'area', 'feImage', 'image', 'link', 'use'],
    xLinkHref: ['a', 'feImage', 'image', 'use'],
    src: ['audio', 'embed', 'iframe', 'img', 'input', 'script', 'source', 'track', 'video'],
    srcSet: ['img', 'source'],
    poster: ['video'],
    data: ['object'],
    action: null,
    cite: null,
    formAction: null,
    longDesc: null,
  }),
);

/** The elements of drawings that show a file, or a shape of the drawing itself. */
const SHAPES = /^(?:feImage|image|use)$/;

/** The attributes of a picture that a page doesn't add where an author states them. */
const STATED = ['width', 'height', 'loading', 'decoding', 'srcset', 'sizes'];

/** What can have a width and a height: in HTML, numbers of pixels. */
const SIZED = /^(?:img|video|iframe|embed|object)$/;
const SIDES = ['width', 'height'];
const SHARE = /^\s*[\d.]+%\s*$/;

/** Makes a width or height in percent a style. */
function moveToStyle(node: Element, side: string): void {
  const share = readText(node.properties[side]) ?? '';
  if (!SHARE.test(share)) return;
  delete node.properties[side];
  for (const properties of [node.properties, node.feed]) {
    const style = (readText(properties?.style) ?? '').trim().replace(/(?<=[^;])$/, ';');
    if (properties !== undefined) properties.style = `${style}${side}:${share.trim()}`;
  }
}

const NO_PICTURE = {
  attributesSlot: null,
  posterSlot: null,
  stated: {},
  placement: null,
  holder: null,
};

export const SCRIPT_URL = {
  code: 'script-url',
  message: 'This URL would run a script, so it was removed',
  hint: 'Link to a page instead.',
} as const;

export const links: Rule = ({ found, options }) => ({
  elements: {
    '*'(node, { parents }) {
      if (MEDIA.has(node.tagName) || 'dataEmbed' in node.properties) found.hasMedia = true;
      const isChosen = parents.at(-1)?.tagName === 'picture';
      // In a `<picture>`, the author offers the copies.
      const chosen: Record<string, string> = isChosen ? { srcset: '' } : {};
      const stated = node.tagName === 'img' ? { ...chosen, ...readStated(node.properties) } : {};
      if (SIZED.test(node.tagName)) for (const side of SIDES) moveToStyle(node, side);
      for (const name in node.properties) {
        const owners = ADDRESSES.get(name);
        if (owners === undefined) continue;
        const url = readText(node.properties[name]) ?? '';
        // A shape of the same drawing, in feeds too.
        if (SHAPES.test(node.tagName) && url.startsWith('#')) continue;
        if (isScriptUrl(url)) {
          found.faults.push({ ...SCRIPT_URL, written: url });
          delete node.properties[name];
        } else if (owners === null)
          node.properties[name] = addSlots(url, name, null, found, options);
        else if (owners.includes(node.tagName)) readAddress(node, name, stated, found, options);
      }
    },
  },
});

/** Reads what an author states about a picture, by the names in HTML. */
export function readStated(values: Properties): Record<string, string> {
  const all = Object.entries(values).map(([name, value]) => [name.toLowerCase(), readText(value)]);
  return Object.fromEntries(all.filter(([name = '']) => STATED.includes(name)));
}

/** Makes a slot of an attribute's address, and adds slots for what a picture or video may also get. */
function readAddress(
  node: Element,
  name: string,
  stated: Record<string, string>,
  found: Found,
  options: Options,
): void {
  const { tagName, properties } = node;
  const written = readText(properties[name]) ?? '';
  const first = found.links.length;
  properties[name] = addSlots(written, name, tagName, found, options);
  const isOwn = found.links.length > first;
  if (found.links.slice(first).some(({ unlinked }) => unlinked !== null)) {
    delete properties[name];
    return;
  }
  if (tagName === 'a' && !isOwn && /^\s*(https?:)?\/\//i.test(written)) {
    found.outerUrls.push(written);
    const rel = Array.isArray(properties.rel) ? properties.rel : [];
    properties.rel = [...new Set([...rel, 'noopener'])];
  }
  if (!isOwn || name !== 'src') return;
  if (tagName === 'img') {
    const holder = found.holders.get(node) ?? null;
    const { placement } = holder ?? { placement: readPlacement(classesOf(node), options.format) };
    node.inTag = [...(node.inTag ?? []), addPicture(first, { stated, placement, holder }, found)];
  } else if (tagName === 'video' && !('poster' in properties)) {
    const slot = newSlot(found);
    node.inTag = [...(node.inTag ?? []), slot];
    updateLink(found, first, { posterSlot: slot.slot });
  }
}

function updateLink({ links: all }: Found, index: number, fields: Partial<BodyLink>): void {
  const link = all[index];
  if (link !== undefined) all[index] = { ...link, ...fields };
}

/** Adds a slot for further attributes to the link of a picture of this site. */
export function addPicture(
  index: number,
  picture: Pick<BodyLink, 'stated' | 'placement' | 'holder'>,
  found: Found,
): Slot {
  const slot = newSlot(found);
  updateLink(found, index, { ...picture, attributesSlot: slot.slot });
  return slot;
}

/** Makes slots of the addresses in an attribute's value. `element` is the one on which they are checked, or null. */
function addSlots(
  value: string,
  name: string,
  element: string | null,
  found: Found,
  options: Options,
): Value {
  const pieces: (string | Slot)[] = [];
  const add = (url: string) => {
    const isUnlinked = recordUnlinked(url, element, found, options) !== null;
    pieces.push((isUnlinked ? null : addLink(url, element, found, options)) ?? url);
    return url;
  };
  if (name === 'srcSet') splitSrcset(value, pieces, add);
  else add(value);
  const all: Pieces = { pieces };
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : all;
}

function splitSrcset(value: string, pieces: (string | Slot)[], add: (url: string) => string): void {
  let done = 0;
  replaceInSrcset(value, (url) => {
    const at = value.indexOf(url, done);
    pieces.push(value.slice(done, at));
    done = at + url.length;
    return add(url);
  });
  pieces.push(value.slice(done));
}

/** Records a link that becomes its label, and returns why; null for any other link. */
export function recordUnlinked(
  value: string,
  element: string | null,
  found: Found,
  { siteUrl, unlinks }: Options,
): Unlinked | null {
  if (unlinks.size === 0 || element === null) return null;
  const written = value.trim();
  const url = stripSiteUrl(written, siteUrl) ?? written;
  const unlinked = isExternalUrl(url) ? null : (unlinks.get(url) ?? null);
  if (unlinked !== null) {
    const kept = { url: detach(url), written: detach(written) };
    found.links.push({ ...NO_PICTURE, slot: -1, ...kept, element, unlinked });
  }
  return unlinked;
}

/** Adds a link, and returns its slot; null for an address of another site, which stays as it is. */
export function addLink(
  value: string,
  element: string | null,
  found: Found,
  { siteUrl }: Options,
): Slot | null {
  const trimmed = value.trim();
  const isLink = element !== null && !isExternalUrl(stripSiteUrl(trimmed, siteUrl) ?? trimmed);
  if (!isLink && hasScheme(trimmed)) return null;
  const written = detach(trimmed);
  const url = stripSiteUrl(written, siteUrl) ?? written;
  const slot = newSlot(found, written);
  if (isLink)
    found.links.push({ ...NO_PICTURE, slot: slot.slot, url, written, element, unlinked: null });
  return slot;
}
