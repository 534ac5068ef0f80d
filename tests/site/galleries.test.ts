/**
 * Galleries: the pictures of a folder, their order and captions, and what an incremental build makes of a change in it.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeGalleryLister } from '../../src/essays/galleries.ts';
import { stemOf } from '../../src/essays/paths.ts';
import type { InputStates } from '../../src/files/file-state.ts';
import { passTick } from '../support/damages.ts';
import { pngHeader as png } from '../support/pictures.ts';
import { buildFresh, buildSettled, describeResult, settle } from '../support/rebuild.ts';
import { type BuiltSite, buildSite, essay, type Files, writeFiles } from '../support/site.ts';

const ESSAY = 'content/essays/trip/index.md';
const HILLS = 'content/essays/trip/hills';
const FILES: Files = {
  [ESSAY]: essay(
    'title: Trip\npublished: 2020-01-01',
    'Hills:\n\n::gallery{folder="hills"}\n\nEnd.\n',
  ),
  [`${HILLS}/10.png`]: png(800, 600),
  [`${HILLS}/2.png`]: png(600, 800),
  [`${HILLS}/notes.pdf`]: 'x',
  [`${HILLS}/captions.yaml`]: '2.png: The *second* hill\n10.png: The tenth hill\n',
};

/** The captions and descriptions of the pictures on the page. */
const show = (site: BuiltSite) =>
  site
    .page('blog/trip.html')('.folder-gallery > figure')
    .toArray()
    .map((figure) => {
      const of = site.page('blog/trip.html')(figure);
      return [of.find('img').attr('alt'), of.find('figcaption').text().trim()];
    });

test('the pictures of a folder are in the order of their numbers, with their captions', async () => {
  const site = await buildSite(FILES);
  expect(show(site)).toEqual([
    ['The second hill', 'The second hill'],
    ['The tenth hill', 'The tenth hill'],
  ]);
  expect(site.codes).toEqual([]);
  expect(site.text('blog/trip.html')).toContain('<figcaption>\n<p>The <em>second</em> hill</p>');
  expect(site.text('blog/trip.html')).toMatch(
    /<figure class="tile" style="--ratio:0.750"><img src="[^"]+" alt="[^"]+" width="600"/,
  );
  expect(site.text('blog/trip.html')).toMatch(/href="[^"]*gallery[^"]*\.css"/);
});

test.each([
  ['The <b>second</b> hill', 'The second hill'],
  ['A [hill](https://a.example/?a=<b>) & `x < y`', 'A hill & x < y'],
  ['![A hill](x.png) from *afar*', 'from afar'],
  ['"Quoted" <img src=x onerror=alert(1)>', '“Quoted”'],
])('a picture is described by the words of its caption: %s', async (caption, alt) => {
  const captions = `2.png: ${JSON.stringify(caption)}\n`;
  const site = await buildSite({ ...FILES, [`${HILLS}/captions.yaml`]: captions });
  expect(show(site)[0]?.[0]).toBe(alt);
});

test.each([
  ['::gallery{folder="hills/"}', 2],
  ['::gallery{folder="hills/1*.png"}', 1],
  ['- ::gallery{folder="hills"}', 2],
  ['::gallery{folder="/photos"}', 1],
])('%s shows %i pictures', async (written, count) => {
  const body = essay('title: Trip\npublished: 2020-01-01', written);
  const site = await buildSite({
    ...FILES,
    [ESSAY]: body,
    'content/public/photos/a.png': png(9, 9),
  });
  expect(show(site)).toHaveLength(count);
});

test('a picture without a caption is reported once, at the gallery', async () => {
  const site = await buildSite({
    ...FILES,
    [`${HILLS}/3.png`]: png(9, 9),
    [`${HILLS}/4.png`]: png(9, 9),
  });
  expect(site.problems).toMatchObject([{ code: 'alt-missing', file: ESSAY, line: 7, column: 1 }]);
});

test('a folder without pictures is reported', async () => {
  const body = essay('title: Trip\npublished: 2020-01-01', '::gallery{folder="none"}');
  const site = await buildSite({ ...FILES, [ESSAY]: body });
  expect(site.codes).toEqual(['directive-invalid']);
  expect(site.problems[0]?.message).toContain("doesn't name a folder with pictures");
});

const CAPTIONS = `${HILLS}/captions.yaml`;

test.each<[change: string, files: Files, gone: string[]]>([
  ['a new picture', { [`${HILLS}/3.png`]: png(300, 300) }, []],
  ['a new caption', { [CAPTIONS]: '2.png: Another hill\n10.png: The tenth hill\n' }, []],
  ['a picture that is gone', {}, [`${HILLS}/2.png`]],
  ['captions that are gone', {}, [CAPTIONS]],
])('%s: the next build is as one from scratch', async (_, files, gone) => {
  const first = await buildSettled(FILES);
  const before = show(first);
  writeFiles(first.root, files);
  for (const path of gone) rmSync(join(first.root, path));
  passTick(first.root);
  const next = await first.rebuild();
  expect(describeResult(next)).toEqual(await buildFresh(first.root));
  expect(show(next)).not.toEqual(before);
  await settle(next);
});

test('a fault in the captions is reported at its place', async () => {
  const site = await buildSite({ ...FILES, [CAPTIONS]: '2.png: The hill\n10.png: [a\n' });
  const fault = { file: CAPTIONS, line: 2, severity: 'error' };
  expect(site.problems).toEqual(expect.arrayContaining([expect.objectContaining(fault)]));
});

test('essays that show the same folder read its captions once, and each gets its own addresses', async () => {
  const { root } = await buildSite(FILES);
  const read: string[] = [];
  const states: Pick<InputStates, 'of'> = {
    of: (path) => {
      read.push(path);
      return '';
    },
  };
  const list = makeGalleryLister(root, Object.keys(FILES), states);
  const second = 'content/essays/trip/more/second.md';
  expect(list({ path: ESSAY, stem: stemOf(ESSAY, []) }, 'hills').pictures).toEqual([
    { address: 'hills/2.png', caption: 'The *second* hill' },
    { address: 'hills/10.png', caption: 'The tenth hill' },
  ]);
  expect(list({ path: second, stem: stemOf(second, []) }, '@/trip/hills/2*').pictures).toEqual([
    { address: '../hills/2.png', caption: 'The *second* hill' },
  ]);
  expect(read).toEqual([CAPTIONS]);
});
