import { expect, test } from 'vitest';
import { PNG } from '../support/exports.ts';
import { buildSite, essay, type Files } from '../support/site.ts';
import { expectFacts } from '../support/texts.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

/** A site that uses every kind of address. */
const files: Files = {
  'content/essays/a/index.md': essay(
    'title: A\npublished: 2020-01-01\ntags: [t]\naliases: /old/a\nimage: pic.png',
    [
      '[b](/blog/b) [old](/blog/post/b) [about](/about) [home](/) [file](/cv.pdf) [here](#top)',
      '[own](https://me.github.io/blog/blog/b#top) [gone](/gone) [out](https://me.github.io/other)',
      `<a href='/blog/b'>raw</a> <video src="/v.mp4" poster="/p.svg"></video>`,
      '![beside](pic.svg) ![public](/p.svg)',
      '<img alt="" src="/p.svg" srcset="/p.svg 1x, pic.svg 2x">',
      '',
    ].join('\n\n'),
  ),
  'content/essays/a/pic.png': PNG,
  'content/essays/a/pic.svg': picture,
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01'),
  'content/public/cv.pdf': 'x',
  'content/public/v.mp4': 'x',
  'content/public/p.svg': picture,
  'content/about.md': 'See [a](/blog/a) and [b](blog/b).\n',
  'content/site.yaml':
    'name: Ann\nurl: https://me.github.io/blog/\nsocialImages: false\nredirects:\n  /essays/:slug: /blog/:slug\n  /x: https://x.example/\n',
};

test('with a base path, files are published without it, and links in bodies carry it', async () => {
  const site = await buildSite(files);
  expect(site.paths).toEqual(
    expect.arrayContaining(['index.html', 'blog/a.html', 'cv.pdf', 'old/a.html']),
  );
  const assetOf = (name: RegExp) => `/blog/${site.paths.find((path) => name.test(path))}`;
  const asset = assetOf(/^assets\/pic\..*svg$/);
  const image = assetOf(/^assets\/pic\..*png$/);
  expectFacts(site.page('blog/a.html'), {
    '.prose a@href': [
      ...['/blog/blog/b', '/blog/blog/b', '/blog/about', '/blog/', '/blog/cv.pdf', '#top'],
      ...['/blog/blog/b#top', '/blog/gone', 'https://me.github.io/other', '/blog/blog/b'],
    ],
    'meta[property="og:image"]@content': [`https://me.github.io${image}`],
    'video@src': ['/blog/v.mp4'],
    'video@poster': ['/blog/p.svg'],
    '.prose img@src': [asset, '/blog/p.svg', '/blog/p.svg'],
    '.prose img:last@srcset': [`/blog/p.svg 1x, ${asset} 2x`],
  });
  expectFacts(site.page('index.html'), { '.essays img@src': [image] });
});
