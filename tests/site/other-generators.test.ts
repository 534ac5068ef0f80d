/**
 * Five small sites of Jekyll, Hugo, Zola, Eleventy and Astro, built unchanged except for a site.yaml: nothing is
 * lost, and their old addresses work.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIn, follow, makeSite, packageRoot } from '../support/site.ts';

interface Post {
  /** The title, the date and the tags, as the page shows them. */
  readonly head: readonly string[];
  /** Paths in the other generator: the post's own and its aliases. */
  readonly old: readonly string[];
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
      text: 'Note Kept in a shoe box. Box where cards are kept',
      urls: [],
    },
  },
  hugo: {
    'bread-again-again': {
      head: ['Bread, Again & Again', 'February 3, 2018', 'baking', 'habit'],
      old: ['/2018/02/bread-again-again/', '/bread/', '/p/12'],
      text: 'A loaf As said in rye and in salt. fmt.Println("rise") {{% a comment is shown %}}',
      urls: ['/loaf.svg', '/blog/rye', '/blog/salt#sea'],
    },
    rye: {
      head: ['Rye', 'November 30, 2019', 'baking'],
      old: ['/2019/11/rye/', '/cereals/rye.html'],
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
      text: 'A can needs Tin Cans.',
      urls: ['/blog/a-piece-of-string'],
    },
    'a-piece-of-string': {
      head: ['A Piece of String', 'February 10, 2022', 'things', 'length'],
      old: ['/notes/string/', '/string/'],
      text: '{{ length }} is what it has. See .',
      urls: ['/img/string.svg'],
    },
  },
  astro: {
    'night-train': {
      head: ['Night Train', 'July 8, 2024', 'trains'],
      old: ['/blog/2024/night-train/'],
      text: 'Berth 61 Bring earplugs. Then the harbour.',
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
  const site = await buildIn(root);
  expect(site.report).toBe('');
  const built = site.paths.flatMap((path) => /^blog\/([^/]+)\.html$/.exec(path)?.[1] ?? []);
  const found = built.map((slug) => {
    const addresses = posts[slug]?.old ?? [];
    const url = `https://ines.example/blog/${slug}`;
    const old = addresses.filter((address) => follow(site, address) === url);
    const $ = site.page(`blog/${slug}.html`);
    const text = $('.prose').text().replace(/\s+/g, ' ').trim();
    const urls = Array.from($('.prose :is([href], [src]):not(.anchor)'), ({ attribs }) => {
      return attribs.href ?? attribs.src;
    });
    const head = Array.from($('h1, .byline > time:first, .chip'), (each) => $(each).text());
    return [slug, { head, old, text, urls }];
  });
  expect(Object.fromEntries(found)).toEqual(posts);
});
