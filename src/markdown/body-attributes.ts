/**
 * The attributes of elements in a body: removes event handlers and script URLs, turns other URLs into slots, and
 * records ids. A table says what handles which attribute.
 */
import { decodeEntities } from '../text/text.ts';
import { BARE } from './attributes.ts';
import type { BodyLink } from './body.ts';
import { numberNote, placeNotes } from './body-notes.ts';
import { readPlacement } from './body-pictures.ts';
import type { BodyScan, Element } from './body-scan.ts';
import { SLOT } from './delimiters.ts';
import * as html from './html.ts';
import { judgeElement } from './lint.ts';

interface Attribute {
  readonly key: string;
  /** The value as written, with entities. */
  readonly raw: string;
}

type Handler = (attribute: Attribute, element: Element, scan: BodyScan) => void;

/** The handlers by attribute. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  ['id', addId],
  ['name', addAnchorName],
  ['data-outbound', markOutbound],
  ['data-embed', leaveOutEmbed],
  [BARE, ({ key }: Attribute, { attributes }: Element) => void attributes.delete(key)],
  ['data-footnotes', readNotes],
  ['data-footnote-ref', readNoteNumber],
  ...[...html.URL_ATTRIBUTES.keys()].map((key) => [key, rewriteUrl] as const),
]);

const EVENT = /^on[a-z]+$/;

function findHandler(key: string): Handler | undefined {
  if (EVENT.test(key)) return dropEventHandler;
  return key.startsWith(html.FOOTNOTE_LINK) ? leaveOutText : HANDLERS.get(key);
}

/** Checks an element's link or picture, and rewrites its attributes. */
export function rewriteAttributes(element: Element, scan: BodyScan): void {
  const { name, attributes } = element;
  scan.faults.push(...judgeElement(element, scan.source, scan.siteUrl));
  const stated = name === 'img' ? readStated(attributes) : {};
  const first = scan.links.length;
  for (const [key, value] of attributes) {
    const handle = HANDLERS.get(key) ?? findHandler(key);
    handle?.({ key, raw: value ?? '' }, element, scan);
  }
  addPictureSlot(element, stated, scan);
  if (name === 'video') addPosterSlot(element, first, scan);
}

/** Rewrites the attributes of a component: its id, and the values that are URLs. */
export function rewriteProps(element: Element, scan: BodyScan): void {
  const stated = readStated(element.attributes);
  for (const [key, value] of element.attributes) {
    const attribute = { key, raw: value ?? '' };
    const owner = findOwner(key, decodeEntities(attribute.raw));
    if (key === 'id') addId(attribute, element, scan);
    else if (owner === null) continue;
    else if (html.isScriptUrl(decodeEntities(attribute.raw)))
      removeScriptUrl(attribute, element, scan);
    else makeSlots(attribute, owner, element, scan);
  }
  addPictureSlot(element, stated, scan);
}

const PICTURE = /^[^\s<>]+\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?$/i;

const MEDIA = /^[^\s<>]+\.(?:m4a|m4v|mp3|mp4|ogg|vtt|webm)(?:[?#]\S*)?$/i;

/** The element that a component's value would be a URL of; null for a value that is not a URL. */
function findOwner(key: string, value: string): 'img' | 'video' | null {
  const isUrl = /^(?:src|href|poster)$/.test(key);
  // Elsewhere, white space is a sign of text.
  const name = isUrl ? value.replaceAll(' ', '_') : value;
  const isText = /^(?:alt|caption|code|title)$/.test(key);
  if (PICTURE.test(name) && !isText) return 'img';
  return isUrl || (MEDIA.test(value) && !isText) ? 'video' : null;
}

function addId({ raw }: Attribute, _: Element, { ids }: BodyScan): void {
  if (raw !== '') ids.push(decodeEntities(raw));
}

function addAnchorName(attribute: Attribute, element: Element, scan: BodyScan): void {
  if (element.name === 'a') addId(attribute, element, scan);
}

/** Removes an event handler. On a link, it reported clicks that lead to other sites. */
function dropEventHandler({ key }: Attribute, element: Element, scan: BodyScan): void {
  element.attributes.delete(key);
  markOutbound({ key, raw: '' }, element, scan);
}

function markOutbound(_: Attribute, { name, attributes }: Element, scan: BodyScan): void {
  if (name !== 'a') return;
  attributes.set('data-outbound', null);
  scan.hasOutboundLinks = true;
}

function leaveOutText(_: Attribute, element: Element): void {
  element.inside = { ...element.inside, isTextless: true };
}

function leaveOutEmbed(_: Attribute, element: Element, scan: BodyScan): void {
  element.inside = { ...element.inside, isTextless: true };
  scan.hasMedia = true;
}

function readNoteNumber(_: Attribute, element: Element, scan: BodyScan): void {
  element.inside = { ...element.inside, isTextless: true };
  numberNote(element, scan);
}

function readNotes(_: Attribute, element: Element, scan: BodyScan): void {
  element.inside = { ...element.inside, isUnquoted: true };
  placeNotes(element, scan);
}

const SCRIPT_URL = {
  code: 'script-url',
  message: 'This URL would run a script, so it was removed',
  hint: 'Link to a page instead.',
} as const;

function removeScriptUrl({ key, raw }: Attribute, { attributes }: Element, scan: BodyScan): void {
  attributes.delete(key);
  scan.faults.push({ ...SCRIPT_URL, written: decodeEntities(raw) });
}

function rewriteUrl(attribute: Attribute, element: Element, scan: BodyScan): void {
  const { key, raw } = attribute;
  const { name, attributes } = element;
  const owners = html.URL_ATTRIBUTES.get(key);
  if (html.isScriptUrl(decodeEntities(raw))) removeScriptUrl(attribute, element, scan);
  else if (owners === 'any') makeSlots(attribute, null, element, scan);
  else if (owners?.includes(name)) {
    const isOwn = makeSlots(attribute, name, element, scan);
    if (name === 'a' && !isOwn && /^\s*(https?:)?\/\//i.test(raw)) {
      const words = (attributes.get('rel') ?? '').split(/\s+/).filter((word) => word !== '');
      attributes.set('rel', [...new Set([...words, 'noopener'])].join(' '));
    }
  }
}

/**
 * Turns the relative URLs of an attribute, and those into this site, into slots. `owner` is the element on which they
 * are checked; null for unchecked ones. Returns true if one of them may lead into this site.
 */
function makeSlots(
  { key, raw }: Attribute,
  owner: string | null,
  element: Element,
  scan: BodyScan,
): boolean {
  const first = scan.links.length;
  const replace = (url: string) => makeSlot(scan, url, owner);
  const written = key === 'srcset' ? html.replaceInSrcset(raw, replace) : replace(raw);
  if (scan.links.slice(first).some(({ unlinked }) => unlinked !== null)) {
    element.attributes.delete(key);
    return false;
  }
  element.attributes.set(key, written);
  const isOwn = scan.links.length > first;
  if (isOwn && owner === 'img' && key === 'src') element.picture = first;
  return isOwn;
}

/** The fields of a link that only pictures have. */
const NO_PICTURE = {
  attributesSlot: null,
  posterSlot: null,
  stated: {},
  placement: null,
  holder: null,
};

function makeSlot(scan: BodyScan, raw: string, element: string | null): string {
  const link = element === null ? null : readLink(raw, element, scan);
  if (link === null && html.hasScheme(decodeEntities(raw).trim())) return raw;
  if (link !== null && link.unlinked !== null) {
    scan.links.push(link);
    return raw;
  }
  const slot = scan.slots++;
  if (link !== null) scan.links.push({ ...link, slot });
  return SLOT + raw.trim() + SLOT;
}

/** Reads a link without a slot; null for one that can't lead into this site. */
export function readLink(
  raw: string,
  element: string,
  { siteUrl, unlinks }: Pick<BodyScan, 'siteUrl' | 'unlinks'>,
): BodyLink | null {
  const written = decodeEntities(raw).trim();
  const url = html.stripSiteUrl(written, siteUrl) ?? written;
  if (html.isExternalUrl(url)) return null;
  return { ...NO_PICTURE, slot: -1, url, written, element, unlinked: unlinks.get(url) ?? null };
}

const STATED_OF_IMAGES = ['width', 'height', 'loading', 'decoding', 'srcset', 'sizes'];

function readStated(attributes: html.Attributes): Record<string, string> {
  const stated = [...attributes].filter(([key]) => STATED_OF_IMAGES.includes(key));
  return Object.fromEntries(stated.map(([key, value]) => [key, value ?? '']));
}

/** Adds a slot for a poster to a video of this site that has none. */
function addPosterSlot(element: Element, index: number, scan: BodyScan): void {
  const link = scan.links[index];
  if (link === undefined || element.attributes.has('poster')) return;
  scan.links[index] = { ...link, posterSlot: scan.slots++ };
  element.inTag += SLOT + SLOT;
}

/** Adds a slot for further attributes to a picture of this site. */
function addPictureSlot(element: Element, stated: Record<string, string>, scan: BodyScan): void {
  const link = element.picture === null ? undefined : scan.links[element.picture];
  if (element.picture === null || link === undefined) return;
  // The author's sources in a <picture> act as the srcset of its image.
  const isInPicture = scan.open.at(-1)?.name === 'picture';
  const all = isInPicture ? { ...stated, srcset: '' } : stated;
  const isHeld = scan.holder !== null && element.tag.start < scan.holder.end;
  const holder = isHeld ? (scan.holder?.holder ?? null) : null;
  scan.links[element.picture] = {
    ...link,
    attributesSlot: scan.slots++,
    stated: all,
    placement: holder === null ? readPlacement(element.attributes, scan) : holder.placement,
    holder,
  };
  element.inTag += SLOT + SLOT;
}
