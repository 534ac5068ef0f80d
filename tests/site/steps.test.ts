/**
 * The steps that derive a site, each alone: publish, address, index, resolve, select and record.
 */
import { describe, expect, test } from 'vitest';
import type { LinkedFile, Variant } from '../../src/essays/images.ts';
import type { BodyLink } from '../../src/markdown/body-link.ts';
import { addressSite } from '../../src/site/address-assignment.ts';
import type { LinkableFiles } from '../../src/site/link-index.ts';
import { indexSite } from '../../src/site/link-index.ts';
import { gatherLinks, resolveLinks } from '../../src/site/link-resolution.ts';
import { parseAddresses } from '../../src/site/memory/lines.ts';
import { recordAddresses, rememberAddresses } from '../../src/site/memory/record.ts';
import { traceAddresses } from '../../src/site/memory/traces.ts';
import { resolvePath } from '../../src/site/resolution.ts';
import { selectOutputs } from '../../src/site/site-outputs.ts';
import { type ResolveSettings, resolveSite } from '../../src/site/site-resolution.ts';
import type { SluggedEssay } from '../../src/site/slugs.ts';
import { selectTexts } from '../../src/site/text-selection.ts';
import { essayPath, makeSiteUrls, slugOfAddress } from '../../src/site/urls.ts';
import { makeParsed, placeIn, readSettings } from '../support/parsed.ts';
import { NOW, statesOf } from '../support/site.ts';

const DAY_MS = 86_400_000;
const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const CAT = 'content/essays/cat.png';
const CONFIG = readSettings();
const NONE: ReadonlySet<string> = new Set();

const old = makeParsed(A, NOW - 2 * DAY_MS, { ids: ['part-one'], aliases: [alias('/old/a')] });
const fresh = makeParsed(B, NOW - DAY_MS, { tags: ['one'] });
const publication = { showDrafts: false, showPrivate: false, previewUrl: null, now: NOW };
const noFiles: LinkableFiles = { files: new Map(), publicFiles: [], neighbours: [], services: [] };

function alias(value: string) {
  return { value, place: placeIn(A) };
}

function makeVariant(width: number): Variant {
  return { width, height: width, hash: `hash${width}`, file: `cat-${width}.webp`, state: '' };
}

const cat: LinkedFile = {
  path: CAT,
  hash: '0123456789',
  byteCount: 1,
  size: { width: 400, height: 300 },
  isTurned: false,
  hasLocation: false,
  variants: {},
};
const shownCat: LinkedFile = {
  ...cat,
  variants: {
    body: { variants: [makeVariant(200), makeVariant(300)], wantsOriginal: false, fault: null },
  },
};

/** Runs the steps up to the index, for essays newest first. */
function prepare(essays = [fresh, old], linkable = noFiles, lines = '', addresses = '') {
  const config = readSettings(lines);
  const published = selectTexts(essays, config, publication);
  const file = { path: 'content/addresses.txt', bytes: Buffer.from(addresses) };
  const addressed = addressSite(published, config, [], file);
  const links = { ...linkable, unpublished: [] };
  const indexed = indexSite(addressed, config, links, makeSiteUrls(config.url));
  return { config, addressed, indexed, linkable };
}

/** Runs the remaining steps as well. */
function finish({ config, addressed, indexed, linkable }: ReturnType<typeof prepare>) {
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
  const recorded = recordAddresses(addressed, indexed.statedRules, selected, config, recording);
  return { addressed, resolved, selected, recorded };
}

describe('publish', () => {
  const draft = makeParsed('content/essays/draft.md', NOW - DAY_MS, {
    hidden: { state: 'draft', key: 'draft' },
    draft: true,
  });
  const future = makeParsed('content/essays/future.md', NOW + DAY_MS);
  const about = makeParsed('content/about.md', 0, { page: '/about' });
  const all = [old, draft, future, fresh, about];
  test.each([
    ['drafts and the future are left out', false, false, 'b a', 'b a', 'draft, not yet'],
    ['both are shown', true, false, 'future b draft a', 'b a', 'draft+, not yet+'],
    ['the future is published', false, true, 'future b a', 'future b a', 'draft'],
  ])('%s', (_, showDrafts, publishFuture, shown, recorded, heldBack) => {
    const config = { publishFuture, timezone: 'UTC' };
    const published = selectTexts(all, config, { showDrafts, showPrivate: false, now: NOW });
    const namesOf = ({ essays }: typeof published.withoutDrafts) =>
      essays.map(({ fileName }) => fileName).join(' ');
    expect(namesOf(published)).toBe(shown);
    expect(namesOf(published.withoutDrafts)).toBe(recorded);
    expect(published).toMatchObject({ pages: [about] });
    expect(statesOf(published).join(', ')).toBe(heldBack);
    expect(published.problems.map(({ code }) => code)).toEqual(['date-future']);
  });
});

describe('address', () => {
  test('essays of one title get numbers, pages the address of their file, tags their pages', () => {
    const again = makeParsed('content/essays/2/a.md', NOW - DAY_MS, { tags: ['C#', 'C'] });
    const page = makeParsed('content/pages/now.md', 0, { page: '/now' });
    const { addressed } = prepare([again, old, page], noFiles, 'tagPages: true\n');
    expect(addressed.all.map(({ address }) => address)).toEqual(['/blog/a-2', '/blog/a', '/now']);
    expect(addressed.listings).toEqual(['/tags', '/tags/c', '/tags/c-2']);
    expect(addressed).toMatchObject({ isComplete: true, isSettled: false, problems: [] });
  });

  test('an essay without a valid slug leaves the addresses incomplete', () => {
    const bad = { ...old, statedSlug: { value: 'a b', place: placeIn(A) } };
    const { addressed } = prepare([bad]);
    expect(addressed).toMatchObject({ isComplete: false, recorded: [] });
    expect(addressed.problems.map(({ code }) => code)).toEqual(['slug-invalid']);
  });

  test('a published address stays with its essay, and a second build has nothing to write', () => {
    const first = finish(prepare([fresh, old]));
    const text = first.recorded.newText ?? '';
    const renamed = { ...old, path: 'content/essays/c.md', fileName: 'c' };
    expect(prepare([fresh, old], noFiles, '', text).addressed.isSettled).toBe(true);
    const { addressed } = prepare([fresh, renamed], noFiles, '', text);
    expect(addressed.isSettled).toBe(false);
    expect(addressed.traces.get('/blog/a')?.essay?.path).toBe('content/essays/c.md');
  });
});

test('the slug in an address is that of its essay', () => {
  expect(slugOfAddress(essayPath('a-2'))).toBe('a-2');
  expect(slugOfAddress('/about')).toBe(null);
});

/** An essay with its address. */
function makeSlugged(path: string, slug: string, day: number): SluggedEssay {
  return { ...makeParsed(path, day * DAY_MS), slug, address: essayPath(slug) };
}

describe('what becomes of a published address', () => {
  const first = makeSlugged(A, 'a', 100);
  const always = () => true;
  const never = () => false;
  const recording = { remembers: 'all', forgets: false, now: NOW, settings: '' } as const;
  const facts = { timeZone: 'UTC', answers: always, isGivenUp: never };
  const site = { essays: [], ...facts };
  const write = (essays: readonly SluggedEssay[]) => {
    const known = rememberAddresses({ ...site, essays, traces: new Map() }, recording);
    const text = [...known.lines.values()].map(({ address, file, day }) => {
      return `${address} ${file} ${day}\n`;
    });
    return parseAddresses({ path: 'content/addresses.txt', bytes: Buffer.from(text.join('')) });
  };
  const { value: lines } = write([first]);

  const C = 'content/essays/c.md';
  test.each<[title: string, after: SluggedEssay[], file: string | null, page: string | null]>([
    ['nothing has changed', [first], A, 'own'],
    ['the day is different', [makeSlugged(A, 'a', 9)], A, 'own'],
    ['the file is renamed', [makeSlugged(C, 'a', 100)], C, 'own'],
    ['the slug is different', [makeSlugged(A, 'b', 100)], A, null],
    ['the file and the slug are different', [makeSlugged(C, 'b', 100)], C, null],
    ['the file, the slug and the day are different', [makeSlugged(C, 'b', 9)], null, null],
    [
      'the file is gone, and two new essays have its day',
      [makeSlugged(C, 'b', 100), makeSlugged(B, 'c', 100)],
      null,
      null,
    ],
    ['the essay is deleted', [], null, null],
    ['another essay has the address', [makeSlugged(C, 'a', 9)], C, 'other'],
    [
      'the essay and another one have changed names',
      [makeSlugged(A, 'c', 9), makeSlugged(C, 'a', 100)],
      C,
      'own',
    ],
  ])('if %s', (_, essays, file, page) => {
    const trace = traceAddresses(lines, essays, NONE, CONFIG).value.get('/blog/a');
    expect([trace?.essay?.path ?? null, trace?.page]).toEqual([file, page]);
  });

  test('a text that is hidden keeps its address from others of the same day', () => {
    const other = makeSlugged(C, 'c', 100);
    const find = (heldBack: ReadonlySet<string>) =>
      traceAddresses(lines, [other], heldBack, CONFIG).value.get('/blog/a')?.essay?.path;
    expect([find(NONE), find(new Set([A]))]).toEqual([C, undefined]);
  });

  const moved = makeSlugged(A, 'b', 100);
  const forgets = { forgets: true };
  const uncommitted = { readCommitted: () => new Set<string>() };
  const committed = { readCommitted: () => new Set(['/blog/a']) };
  test.each<[string, SluggedEssay[], object, object, lines: string, codes: string]>([
    ['it stays', [first], {}, {}, '/blog/a', ''],
    ['it moves', [moved], {}, {}, '/blog/a /blog/b', 'address-moved'],
    ['it moves and is given up', [moved], { isGivenUp: always }, {}, '/blog/a /blog/b', ''],
    ['it is gone', [], { answers: never }, {}, '/blog/a gone', 'address-gone'],
    [
      'it is gone, and committed',
      [],
      { answers: never },
      committed,
      '/blog/a gone',
      'address-gone',
    ],
    ['it is gone, never committed', [], { answers: never }, uncommitted, '', 'address-dropped'],
    ['it is gone and forgotten', [], { answers: never }, forgets, '', ''],
    ['a file is in its place', [], {}, {}, '/blog/a gone', ''],
  ])('the record if %s', (_, essays, changed, how, written, codes) => {
    const traces = traceAddresses(lines, essays, NONE, CONFIG).value;
    const known = rememberAddresses(
      { ...site, essays, traces, ...changed },
      { ...recording, ...how },
    );
    const found = Array.from(known.lines, ([address, line]) => {
      return line.isGone ? `${address} gone` : address;
    });
    expect(found.join(' ')).toBe(written);
    expect(known.problems.map(({ code }) => code).join(' ')).toBe(codes);
  });
});

describe('index and resolve', () => {
  const linkable = {
    ...noFiles,
    files: new Map([[CAT, cat]]),
    publicFiles: ['content/public/cv.pdf'],
    services: ['feed.xml'],
  };
  const lines = 'elsewhere:\n  - /shop\nredirects:\n  /now: /blog/b\n  /x: /y\n  /y: /x\n';
  const { indexed } = prepare([fresh, old], linkable, lines);
  const { index } = indexed;
  const origin = { sitePath: '/blog/b', source: B };
  const cases: readonly [url: string, kind: string, address: string][] = [
    ['/blog/a', 'found', '/blog/a'],
    ['/blog/a/', 'found', '/blog/a'],
    ['/blog/a#part-one', 'found', '/blog/a#part-one'],
    ['/blog/a#part-two', 'missing-anchor', '/blog/a#part-two'],
    ['#top', 'found', '#top'],
    ['#unknown', 'open', '#unknown'],
    ['a.md', 'found', '/blog/a'],
    ['a', 'found', '/blog/a'],
    ['/blog/post/a', 'found', '/blog/a'],
    ['/old/a', 'found', '/blog/a'],
    ['/now', 'found', '/blog/b'],
    ['/x', 'loop', '/x'],
    ['/shop/shoes', 'found', '/shop/shoes'],
    ['/feed.xml', 'found', '/feed.xml'],
    ['/cv.pdf', 'found', '/cv.pdf'],
    ['cat.png', 'found', '/assets/cat.0123456789.png'],
    ['/nothing', 'missing-target', '/nothing'],
  ];
  test.each(cases)('%s is %s', (url, kind, address) => {
    expect(resolvePath(url, origin, index)).toMatchObject({ kind, address });
  });

  test.each([
    ['a path in another case', '/blog/A', '/blog/a'],
    ['a file that is misspelt', 'cta.png', 'cat.png'],
    ['an old path that ends in a slug', '/posts/a/', '/blog/a'],
    ['an anchor that is misspelt', '/blog/a#part-oen', 'part-one'],
  ])('%s has a suggestion', (_, url, suggestion) => {
    expect(resolvePath(url, origin, index).suggestion).toBe(suggestion);
  });

  test('resolving a link changes nothing in the index', () => {
    const { findNamesake: _, suggest: __, ...data } = index;
    const before = structuredClone(data);
    for (const [url] of cases) resolveLinks([makeLink(url, 1)], origin, index);
    expect(data).toEqual(before);
  });

  test('the same link resolves alike in any order', () => {
    const resolve = ([url]: (typeof cases)[number]) =>
      resolveLinks([makeLink(url, 1)], origin, index);
    expect(cases.toReversed().map(resolve).toReversed()).toEqual(cases.map(resolve));
  });
});

/** The link of an `a`, or of an `img` with `attributesSlot`. */
function makeLink(url: string, slot: number, attributesSlot: number | null = null): BodyLink {
  const element = attributesSlot === null ? 'a' : 'img';
  const none = { placement: null, holder: null, posterSlot: null, unlinked: null };
  return { slot, url, written: url, element, attributesSlot, stated: {}, ...none };
}

describe('the files that links publish', () => {
  const origin = { sitePath: '/blog/b', source: B };
  const resolve = (file: LinkedFile, ...links: BodyLink[]) => {
    const { indexed } = prepare([fresh, old], { ...noFiles, files: new Map([[CAT, file]]) });
    return resolveLinks(links, origin, indexed.index);
  };
  const gather = (...parts: ReturnType<typeof resolve>[]) => {
    const { usedFiles, variants, brokenLinks, openLinks } = gatherLinks(parts);
    return {
      used: [...usedFiles],
      variants: variants.map(({ outputPath }) => outputPath),
      broken: brokenLinks.map(({ link }) => link.written),
      open: openLinks.map(({ link }) => link.written),
    };
  };

  test('a link to a file publishes it, once for all links', () => {
    const link = resolve(cat, makeLink('cat.png', 1));
    expect(link.fills).toEqual([[1, '/assets/cat.0123456789.png']]);
    expect(gather(link, link)).toEqual({ used: [CAT], variants: [], broken: [], open: [] });
  });

  test('a picture in a body publishes its narrower copies, and names them for windows of each width', () => {
    const picture = resolve(shownCat, makeLink('cat.png', 1, 2));
    const [url, attributes] = picture.fills;
    expect(url).toEqual([1, '/assets/cat.0123456789.png', '/assets/cat-300.hash300.webp']);
    expect(attributes?.[1]).toMatchObject({
      srcset: expect.stringMatching(/^\/assets\/cat-200\.hash200\.webp 200w, \/assets\/cat-300/),
    });
    expect(gather(picture, picture)).toMatchObject({
      used: [CAT],
      variants: ['assets/cat-200.hash200.webp', 'assets/cat-300.hash300.webp'],
    });
  });

  test('broken and open links are gathered in their order', () => {
    const urls = ['/none', '#open', '/blog/a', '/blog/a#none', '#other'];
    const [first, ...others] = urls.map((url) => makeLink(url, 1));
    const parts = [resolve(cat, first as BodyLink), resolve(cat, ...others)];
    expect(gather(...parts)).toEqual({
      used: [],
      variants: [],
      broken: ['/none', '/blog/a#none'],
      open: ['#open', '#other'],
    });
  });
});

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
  const linkable = { ...noFiles, files: new Map([[CAT, shownCat]]), services: ['feed.xml'] };
  const lines =
    'tagPages: true\nhomeEssays: 1\nnav: [About]\nredirects:\n  /old/:slug: /blog/:slug\n';
  const shown = { ...fresh, links: [makeLink('cat.png', 1, 2), makeLink('/blog/a', 3)] };
  const { recorded } = finish(prepare([shown, old], linkable, lines));
  const text = recorded.newText ?? '';
  const renamed = { ...old, path: 'content/essays/c.md', aliases: [alias('/blog/b')] };
  const steps = prepare([shown, renamed], linkable, lines, text);
  freeze(steps);
  expect(finish(steps).recorded.newText).toContain('/blog/a content/essays/c.md');
});

describe('select and record', () => {
  test('an author’s file takes the place of a generated one', () => {
    const linkable = {
      ...noFiles,
      publicFiles: ['content/public/robots.txt', 'content/public/_headers'],
      services: ['robots.txt', 'feed.xml'],
    };
    const { selected } = finish(prepare([fresh, old], linkable));
    const { services, copies, redirects } = selected.outputs;
    expect([...services]).toEqual(['feed.xml', 'favicon.svg']);
    expect(copies.map(({ outputPath }) => outputPath)).toEqual(['robots.txt']);
    expect(redirects.map(({ from, to }) => [from, to])).toEqual([['/old/a', '/blog/a']]);
    expect(selected.paths).toContain('blog/a.html');
    expect(selected.problems).toEqual([]);
  });

  test('two files at one path are a problem', () => {
    const aliased = { ...fresh, aliases: [{ value: '/blog/a', place: placeIn(B) }] };
    const { selected } = finish(prepare([aliased, old]));
    expect(selected.problems.map(({ code }) => code)).toEqual(['output-collision']);
  });

  test('the addresses of a new site are recorded, and then left alone', () => {
    const { recorded } = finish(prepare());
    const text = recorded.newText ?? '';
    expect(text.match(/^\S+ \S+/gm)).toEqual([`/blog/a ${A}`, `/blog/b ${B}`]);
    expect(finish(prepare([fresh, old], noFiles, '', text)).recorded.newText).toBe(null);
    expect(finish(prepare([fresh], noFiles, '', text)).recorded).toMatchObject({
      newText: expect.stringContaining(' gone\n'),
      isPassing: true,
      problems: [{ code: 'address-gone' }],
    });
  });
});
