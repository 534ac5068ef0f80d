/**
 * Five small sites of Jekyll, Hugo, Zola, Eleventy and Astro with a site.yaml, translated by `blog fix`: nothing is lost,
 * posts are at the addresses that they state, and their other old addresses work.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFix } from '../../src/cli/fix.ts';
import { buildIn, follow, makeRequest, makeSite, packageRoot } from '../support/site.ts';
import { makeTerminal } from '../support/terminal.ts';

interface Post {
  /** The title, the date and the tags, as the page shows them. */
  readonly head: readonly string[];
  /** Paths in the other generator: the post's own and its aliases. */
  readonly old: readonly string[];
  /** The address that the post states for itself. */
  readonly own?: string;
  /** The text of the body, and the addresses in it; `marks.test.ts` has the elements. */
  readonly text: string;
  readonly urls: readonly string[];
}

const FILM = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

const SITES: Readonly<Record<string, Readonly<Record<string, Post>>>> = {
  jekyll: {
    'the-last-ferry': {
      head: ['The Last Ferry', 'March 5, 2011', 'Lisbon', 'boats'],
      old: ['/rivers/crossings/2011/03/05/the-last-ferry.html'],
      text: 'The pier at night. puts "cast off" Next: the fog, also as a link.',
      urls: ['/assets/pier.svg', '/blog/fog', '/blog/fog'],
    },
    fog: {
      head: ['Fog', 'April 1, 2011', 'weather'],
      old: ['/rivers/2011/04/01/fog.html', '/2011/fog/', '/old/fog.php', '/old/mist.html'],
      text: 'In Liquid one writes {{ page.title }}; this essay is Fog.',
      urls: [],
    },
    'index-cards': {
      head: ['Index Cards', 'June 30, 2012'],
      old: ['/cards/'],
      own: '/cards/',
      text: 'Note Kept in a shoe box. Box where cards are kept',
      urls: [],
    },
  },
  hugo: {
    'bread-again-again': {
      head: ['Bread, Again & Again', 'February 3, 2018', 'baking', 'habit'],
      old: ['/2018/02/bread-again-again/', '/bread/', '/p/12'],
      text: 'A loaf As said in rye and in salt. fmt.Println("rise") {{% a comment is shown %}}',
      urls: ['/loaf.svg', '/cereals/rye.html', '/blog/salt#sea'],
    },
    rye: {
      head: ['Rye', 'November 30, 2019', 'baking'],
      old: ['/2019/11/rye/', '/cereals/rye.html'],
      own: '/cereals/rye.html',
      text: '',
      urls: ['/assets/ears.f90cd0f9b6.svg', FILM],
    },
    salt: {
      head: ['Salt', 'May 6, 2020', 'taste'],
      old: ['/2020/05/salt/'],
      text: 'From the sea Or from a mountain.',
      urls: [],
    },
  },
  zola: {
    'first-frost': {
      head: ['First Frost', 'April 5, 2021', 'garden', 'winter'],
      old: ['/garden/first-frost/'],
      text: 'The beans are gone, as feared. {{ not a shortcode }}',
      urls: ['/blog/beans#height', FILM],
    },
    beans: {
      head: ['Beans', 'June 1, 2020'],
      old: ['/climbers/beans/', '/pulses/'],
      text: 'Height Two metres, and frost ends it.',
      urls: ['/blog/first-frost'],
    },
  },
  eleventy: {
    'tin-cans': {
      head: ['Tin Cans', 'January 9, 2022', 'things'],
      old: ['/notes/tin-cans/'],
      text: 'A can needs a lid.',
      urls: ['/string/'],
    },
    'a-piece-of-string': {
      head: ['A Piece of String', 'February 10, 2022', 'things', 'length'],
      old: ['/notes/string/', '/string/'],
      own: '/string/',
      text: '{{ length }} is what it has. See .',
      urls: ['/img/string.svg'],
    },
  },
  astro: {
    'night-train': {
      head: ['Night Train', 'July 8, 2024', 'trains'],
      old: ['/blog/2024/night-train/'],
      text: 'Berth 61Bring earplugs. Then the harbour.',
      urls: ['/blog/the-harbour'],
    },
    'the-harbour': {
      head: ['Harbour', 'July 9, 2024'],
      old: ['/blog/2024/harbour/'],
      text: '„Ahoj“, said someone.',
      urls: [],
    },
  },
};

test.each(Object.entries(SITES))('a site of %s', async (generator, posts) => {
  const root = makeSite({});
  cpSync(join(packageRoot, 'tests/fixtures/other-generators', generator), root, {
    recursive: true,
  });
  await runFix(
    makeRequest(root),
    [],
    async () => true,
    makeTerminal(),
    async () => [],
  );
  const site = await buildIn(root);
  expect(site.report).toBe('');
  const usual = site.paths.flatMap((path) => /^blog\/([^/]+)\.html$/.exec(path)?.[1] ?? []);
  const own = Object.keys(posts).filter((slug) => posts[slug]?.own !== undefined);
  const found = [...usual, ...own].map((slug) => {
    const stated = posts[slug]?.own;
    const address = stated ?? `/blog/${slug}`;
    const file = address.slice(1).replace(/\/$/, '/index.html');
    const addresses = posts[slug]?.old ?? [];
    const url = `https://ines.example${address}`;
    const old = addresses.filter((each) => follow(site, each) === url);
    const $ = site.page(stated === undefined ? `${file}.html` : file);
    const text = $('.prose').text().replace(/\s+/g, ' ').trim();
    const urls = Array.from($('.prose :is([href], [src]):not(.anchor)'), ({ attribs }) => {
      return attribs.href ?? attribs.src ?? '';
    });
    const head = Array.from($('h1, .byline > time:first, .chip'), (each) => $(each).text());
    const post: Post = { head, old, text, urls };
    return [slug, stated === undefined ? post : { ...post, own: stated }];
  });
  expect(Object.fromEntries(found)).toEqual(posts);
});
