/**
 * The steps that derive a site: what one has made is never changed by another, and addresses that are settled are found
 * in one go. What the steps make is tested by what is published.
 */
import { expect, test } from 'vitest';
import type { LinkedFile } from '../../src/essays/images.ts';
import type { BodyLink } from '../../src/markdown/body-link.ts';
import { addressSite } from '../../src/site/address-assignment.ts';
import type { LinkableFiles } from '../../src/site/link-index.ts';
import { indexSite } from '../../src/site/link-index.ts';
import { resolveLinks } from '../../src/site/link-resolution.ts';
import { recordAddresses } from '../../src/site/memory/record.ts';
import { selectOutputs } from '../../src/site/site-outputs.ts';
import { type ResolveSettings, resolveSite } from '../../src/site/site-resolution.ts';
import { selectTexts } from '../../src/site/text-selection.ts';
import { makeSiteUrls } from '../../src/site/urls.ts';
import { makeParsed, placeIn, readSettings } from '../support/parsed.ts';
import { NOW } from '../support/site.ts';

const DAY_MS = 86_400_000;
const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const CAT = 'content/essays/cat.png';

const old = makeParsed(A, NOW - 2 * DAY_MS, { ids: ['part-one'], aliases: [alias('/old/a')] });
const fresh = makeParsed(B, NOW - DAY_MS, {
  tags: ['one'],
  links: [makeLink('cat.png', 1, 2), makeLink('/blog/a', 3)],
});
const publication = { showDrafts: false, showPrivate: false, previewUrl: null, now: NOW };

function alias(value: string) {
  return { value, place: placeIn(A) };
}

/** The link of an `a`, or of an `img` with `attributesSlot`. */
function makeLink(url: string, slot: number, attributesSlot: number | null = null): BodyLink {
  const element = attributesSlot === null ? 'a' : 'img';
  const none = { placement: null, holder: null, posterSlot: null, unlinked: null };
  return { slot, url, written: url, element, attributesSlot, stated: {}, ...none };
}

const copy = { width: 300, height: 300, hash: 'hash', file: 'cat-300.webp', state: '' };
const cat: LinkedFile = {
  path: CAT,
  hash: '0123456789',
  byteCount: 1,
  size: { width: 400, height: 300 },
  isTurned: false,
  hasLocation: false,
  variants: { body: { variants: [copy], wantsOriginal: false, fault: null } },
};
const linkable: LinkableFiles = {
  files: new Map([[CAT, cat]]),
  publicFiles: ['content/public/cv.pdf'],
  neighbours: [],
  services: ['feed.xml'],
};
const SETTINGS = `tagPages: true
homeEssays: 1
nav: [About]
elsewhere: [/shop]
redirects: { /old/:slug: /blog/:slug, /now: /blog/b, /x: /y, /y: /x }
`;

/** Runs the steps up to the index, for essays newest first. */
function prepare(essays = [fresh, old], addresses = '') {
  const config = readSettings(SETTINGS);
  const published = selectTexts(essays, config, publication);
  const file = { path: 'content/addresses.txt', bytes: Buffer.from(addresses) };
  const addressed = addressSite(published, config, [], file);
  const links = { ...linkable, unpublished: [] };
  const indexed = indexSite(addressed, config, links, makeSiteUrls(config.url));
  return { config, addressed, indexed };
}

/** Runs the remaining steps as well. */
function finish({ config, addressed, indexed }: ReturnType<typeof prepare>) {
  const intro = { text: '', parts: [], links: [], faults: [] };
  const words = { intro, callToAction: null, footer: null };
  const branding = { logo: null, darkLogo: null, favicon: null };
  const settings: ResolveSettings = {
    settings: [{ config, words }],
    branding,
    year: 2024,
    lastRelated: {},
  };
  const resolved = resolveSite(addressed, indexed, settings);
  const selected = selectOutputs(addressed, indexed, resolved, linkable);
  const recording = { remembers: 'all', forgets: false, now: NOW, settings: '' } as const;
  return recordAddresses(addressed, indexed.statedRules, selected, config, recording);
}

/** Makes any later change of a value throw, that of a map or a set too. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  const isTable = value instanceof Map || value instanceof Set;
  const refuse = () => {
    throw new Error('A result was changed after it was made.');
  };
  if (isTable) Object.assign(value, { set: refuse, add: refuse, delete: refuse, clear: refuse });
  Object.freeze(value);
  for (const part of isTable ? [...value].flat() : Object.values(value)) freeze(part);
}

test('no step changes what an earlier one has made', () => {
  const text = finish(prepare()).newText ?? '';
  const renamed = { ...old, path: 'content/essays/c.md', aliases: [alias('/blog/b')] };
  const steps = prepare([fresh, renamed], text);
  freeze(steps);
  expect(finish(steps).newText).toContain('/blog/a content/essays/c.md');
});

test('the addresses are settled if no essay has moved since they were recorded', () => {
  const text = finish(prepare()).newText ?? '';
  const renamed = { ...old, path: 'content/essays/c.md' };
  const settled = ['', text].map((each) => prepare([fresh, old], each).addressed.isSettled);
  expect([...settled, prepare([fresh, renamed], text).addressed.isSettled]).toEqual([
    false,
    true,
    false,
  ]);
});

test('links resolve alike in any order, and change nothing in the index', () => {
  const { indexed } = prepare();
  const { index } = indexed;
  const { findNamesake: _, suggest: __, ...data } = index;
  const before = structuredClone(data);
  const origin = { sitePath: '/blog/b', source: B };
  const urls =
    '/blog/a /blog/a/ /blog/a#part-one /blog/a#part-two #top #unknown a.md a /old/a /now /x ' +
    '/shop/shoes /feed.xml /cv.pdf cat.png /nothing /blog/A cta.png /posts/a/';
  const links = urls.split(' ').map((url) => makeLink(url, 1));
  const resolve = (link: BodyLink) => resolveLinks([link], origin, index);
  const resolved = links.map(resolve);
  expect(links.toReversed().map(resolve).toReversed()).toEqual(resolved);
  expect(data).toEqual(before);
});
