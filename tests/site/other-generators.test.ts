/**
 * Five small sites of Jekyll, Hugo, Zola, Eleventy and Astro are imported: nothing is lost, and all old addresses of
 * their posts work.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importIn } from '../support/import.ts';
import { follow, makeSite, packageRoot } from '../support/site.ts';

interface Post {
  /** The title, the date and the tags, as the page shows them. */
  readonly head: readonly string[];
  /** Paths in the other generator: the post's own and its aliases. */
  readonly old: readonly string[];
  /** The text of the body, and the addresses in it; `marks.test.ts` has the elements. */
  readonly text: string;
  readonly urls: readonly string[];
}

/** The heading of what stays of other programs' syntax. */
const LOST = /^## markup of other programs.*/m;
const FILM = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

const SITES: Readonly<Record<string, Readonly<Record<string, Post>>>> = {
  jekyll: {
    'The Last Ferry': {
      head: ['The Last Ferry', 'March 5, 2011', 'Lisbon', 'boats'],
      old: ['/rivers/crossings/2011/03/05/the-last-ferry.html'],
      text: 'The pier at night. puts "cast off" Next: the fog, also as a link.',
      urls: ['/assets/pier.svg', '/rivers/2011/04/01/fog.html', '/rivers/2011/04/01/fog.html'],
    },
    Fog: {
      head: ['Fog', 'April 1, 2011', 'weather'],
      old: ['/rivers/2011/04/01/fog.html', '/2011/fog/', '/old/fog.php', '/old/mist.html'],
      text: 'In Liquid one writes {{ page.title }}; this essay is Fog.',
      urls: [],
    },
    'Index Cards': {
      head: ['Index Cards', 'June 30, 2012'],
      old: ['/cards/'],
      text: 'Note Kept in a shoe box. Box where cards are kept',
      urls: [],
    },
  },
  hugo: {
    'Bread, Again & Again': {
      head: ['Bread, Again & Again', 'February 3, 2018', 'baking', 'habit'],
      old: ['/2018/02/bread-again-again/', '/bread/', '/p/12'],
      text: 'A loaf As said in rye and in salt. fmt.Println("rise") {{% a comment is shown %}}',
      urls: ['/loaf.svg', '/cereals/rye.html', '/2020/05/salt/#sea'],
    },
    Rye: {
      head: ['Rye', 'November 30, 2019', 'baking'],
      old: ['/cereals/rye.html'],
      text: '',
      urls: ['/assets/ears.f90cd0f9b6.svg', FILM],
    },
    Salt: {
      head: ['Salt', 'May 6, 2020', 'taste'],
      old: ['/2020/05/salt/'],
      text: 'From the sea Or from a mountain.',
      urls: [],
    },
  },
  zola: {
    'First Frost': {
      head: ['First Frost', 'April 5, 2021', 'garden', 'winter'],
      old: ['/garden/first-frost/'],
      text: 'The beans are gone, as feared. {{ not a shortcode }}',
      urls: ['/climbers/beans/#height', FILM],
    },
    Beans: {
      head: ['Beans', 'June 1, 2020'],
      old: ['/climbers/beans/', '/pulses/'],
      text: 'Height Two metres, and frost ends it.',
      urls: ['/garden/first-frost/'],
    },
  },
  eleventy: {
    'Tin Cans': {
      head: ['Tin Cans', 'January 9, 2022', 'things'],
      old: ['/notes/tin-cans/'],
      text: 'A can needs Tin Cans.',
      urls: ['/string/'],
    },
    'A Piece of String': {
      head: ['A Piece of String', 'February 10, 2022', 'things', 'length'],
      old: ['/string/'],
      text: '{{ length }} is what it has. See .',
      urls: ['/img/string.svg'],
    },
  },
  astro: {
    'Night Train': {
      head: ['Night Train', 'July 8, 2024', 'trains'],
      old: ['/blog/2024/night-train/'],
      text: 'Berth 61 Bring earplugs. Then the harbour.',
      urls: ['/blog/2024/harbour/'],
    },
    Harbour: {
      head: ['Harbour', 'July 9, 2024'],
      old: ['/blog/2024/harbour/'],
      text: '„Ahoj“, said someone.',
      urls: [],
    },
  },
};

test.each(Object.entries(SITES))('a site of %s', async (generator, posts) => {
  const folder = makeSite({ 'new/package.json': '{}' });
  const fixture = join(packageRoot, 'tests/fixtures/other-generators', generator);
  cpSync(fixture, join(folder, 'old'), { recursive: true });
  const imported = await importIn(join(folder, 'new'), ['../old']);
  expect(imported.text('import-report.md').match(LOST)).toBe(null);

  const site = await imported.build();
  expect(site.report).toBe('');
  const found = (site.site?.essays ?? []).map(({ title, address }) => {
    const path = address.slice(1);
    const $ = site.page(path.endsWith('/') ? `${path}index.html` : path);
    $('.prose p').append(' ');
    const text = $('.prose').text().replace(/\s+/g, ' ').trim();
    const urls = Array.from($('.prose :is([href], [src]):not(.anchor)'), ({ attribs }) => {
      return attribs.href ?? attribs.src ?? '';
    });
    const head = Array.from($('h1, .byline > time:first, .chip'), (each) => $(each).text());
    const addresses = posts[title]?.old ?? [];
    const old = addresses.filter((each) => follow(site, each) === `https://ines.example${address}`);
    return [title, { head, old, text, urls }];
  });
  expect(Object.fromEntries(found)).toEqual(posts);
});
