/**
 * Five small sites of Jekyll, Hugo, Zola, Eleventy and Astro, built unchanged except for a site.yaml: nothing is
 * lost, and their old addresses work.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BuiltSite, buildIn, follow, makeSite, packageRoot } from './support/site.ts';

interface Post {
  readonly title: string;
  /** The date as the page shows it. */
  readonly day: string;
  readonly tags: readonly string[];
  /** Paths in the other generator: the post's own and its aliases. */
  readonly addresses: readonly string[];
  /** The HTML of its body, with white space folded. */
  readonly body: string;
}

const FILM =
  '<figure data-embed="youtube"><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" ' +
  'width="560" height="315" loading="lazy" allowfullscreen="" ' +
  'title="Embedded content from www.youtube-nocookie.com"></iframe></figure>';
const lazy = 'width="4" height="3" loading="lazy" decoding="async"';

const SITES: Readonly<Record<string, Readonly<Record<string, Post>>>> = {
  jekyll: {
    'the-last-ferry': {
      ...{ title: 'The Last Ferry', day: 'March 5, 2011', tags: ['Lisbon', 'boats'] },
      addresses: ['/rivers/crossings/2011/03/05/the-last-ferry.html'],
      body:
        '<p class="lead">The pier at night.</p> <!--more--> ' +
        '<pre tabindex="0"><code class="language-ruby">puts <span class="hljs-string">"cast off"</span> ' +
        `</code></pre> <p><img class="wide" src="/assets/pier.svg" alt="The pier" ${lazy}></p> ` +
        '<p>Next: <a href="/blog/fog">the fog</a>, also as <a href="/blog/fog">a link</a>.</p>',
    },
    fog: {
      ...{ title: 'Fog', day: 'April 1, 2011', tags: ['weather'] },
      addresses: ['/rivers/2011/04/01/fog.html', '/2011/fog/', '/old/fog.php'],
      body: '<p>In Liquid one writes <code>{{ page.title }}</code>; this essay is Fog.</p>',
    },
    'index-cards': {
      ...{ title: 'Index Cards', day: 'June 30, 2012', tags: [] },
      addresses: ['/cards/'],
      body:
        '<blockquote> <p><strong>Note</strong></p> <p>Kept in a shoe box.</p> </blockquote> ' +
        '<dl> <dt>Box</dt> <dd>where cards are kept</dd> </dl>',
    },
  },
  hugo: {
    'bread-again-again': {
      ...{ title: 'Bread, Again & Again', day: 'February 3, 2018', tags: ['baking', 'habit'] },
      addresses: ['/2018/02/bread-again-again/', '/bread/', '/p/12'],
      body:
        `<figure data-embed="figure"><img src="/loaf.svg" alt="A round loaf" ${lazy}>` +
        '<figcaption> <p>A loaf</p> </figcaption></figure> ' +
        '<p>As said in <a href="/blog/rye">rye</a> and in <a href="/blog/salt#sea">salt</a>.</p> ' +
        '<pre tabindex="0"><code class="language-go">fmt.Println(<span class="hljs-string">"rise"</span>) ' +
        '</code></pre> <p>{{% a comment is shown %}}</p>',
    },
    rye: {
      ...{ title: 'Rye', day: 'November 30, 2019', tags: ['baking'] },
      addresses: ['/2019/11/rye/', '/cereals/rye.html'],
      body: `<p><img src="/assets/ears.f90cd0f9b6.svg" alt="Ears" ${lazy}></p> <!--more--> ${FILM}`,
    },
    salt: {
      ...{ title: 'Salt', day: 'May 6, 2020', tags: ['taste'] },
      addresses: ['/2020/05/salt/'],
      body:
        '<h2 id="sea">From the sea</h2><a class="anchor" href="#sea" ' +
        'aria-label="Link to “From the sea”"></a> <p>Or from a mountain.</p>',
    },
  },
  zola: {
    'first-frost': {
      ...{ title: 'First Frost', day: 'April 5, 2021', tags: ['garden', 'winter'] },
      addresses: ['/garden/first-frost/'],
      body: `<p>The beans are gone, as <a href="/blog/beans#height">feared</a>.</p> ${FILM} <p>{{ not a shortcode }}</p>`,
    },
    beans: {
      ...{ title: 'Beans', day: 'June 1, 2020', tags: [] },
      addresses: ['/climbers/beans/', '/pulses/'],
      body:
        '<h2 id="height">Height</h2><a class="anchor" href="#height" aria-label="Link to “Height”"></a> ' +
        '<p>Two metres, and <a href="/blog/first-frost">frost</a> ends it.</p>',
    },
  },
  eleventy: {
    'tin-cans': {
      ...{ title: 'Tin Cans', day: 'January 9, 2022', tags: ['things'] },
      addresses: ['/notes/tin-cans/'],
      body: '<p>A <a href="/blog/a-piece-of-string">can</a> needs Tin Cans.</p>',
    },
    'a-piece-of-string': {
      ...{ title: 'A Piece of String', day: 'February 10, 2022', tags: ['things', 'length'] },
      addresses: ['/notes/string/', '/string/'],
      body: `<p>{{ length }} is what it has. See <img src="/img/string.svg" alt="string" ${lazy}>.</p>`,
    },
  },
  astro: {
    'night-train': {
      ...{ title: 'Night Train', day: 'July 8, 2024', tags: ['trains'] },
      addresses: ['/blog/2024/night-train/'],
      body:
        '<aside><strong>Berth 61</strong> <p>Bring <strong>earplugs</strong>.</p> </aside> ' +
        '<p>Then <a href="/blog/harbour">the harbour</a>.</p>',
    },
    harbour: {
      ...{ title: 'Harbour', day: 'July 9, 2024', tags: [] },
      addresses: ['/blog/2024/harbour/'],
      body: '<p>„Ahoj“, said <em>someone</em>.</p>',
    },
  },
};

test.each(Object.entries(SITES))('a site of %s', async (generator, posts) => {
  const root = makeSite({});
  cpSync(join(packageRoot, 'tests/other-generators', generator), root, { recursive: true });
  const site = await buildIn(root);
  expect(site.report).toBe('');
  const built = site.paths.flatMap((path) => /^blog\/([^/]+)\.html$/.exec(path)?.[1] ?? []);
  const found = built.map((slug) => {
    const old = posts[slug]?.addresses ?? [];
    const url = `https://ines.example/blog/${slug}`;
    const addresses = old.filter((address) => follow(site, address) === url);
    return [slug, { ...readPost(site, slug), addresses }];
  });
  expect(Object.fromEntries(found)).toEqual(posts);
});

/** The facts of an essay's page. */
function readPost(site: BuiltSite, slug: string): Omit<Post, 'addresses'> {
  const $ = site.page(`blog/${slug}.html`);
  return {
    title: $('h1').text(),
    day: $('.byline > time').first().text(),
    tags: $('.chip')
      .map((_, chip) => $(chip).text())
      .get(),
    body: ($('.prose').html() ?? '').replace(/\s+/g, ' ').replaceAll('&quot;', '"').trim(),
  };
}
