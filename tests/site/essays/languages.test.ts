/**
 * The files of a site in several languages: which are pages and bundles, and which pictures belong to a translation.
 */
import { describe, expect, test } from 'vitest';
import { makeGalleryLister } from '../../../src/essays/galleries.ts';
import { findLinkedFiles } from '../../../src/essays/images.ts';
import { findContent } from '../../../src/essays/listing.ts';
import { listBeside, NO_ABOUT_PATH, stemOf } from '../../../src/essays/paths.ts';
import { makeParsed } from '../../support/parsed.ts';
import { picture } from '../../support/rebuild.ts';
import { buildSite, essay, makeSite, SITE_YAML } from '../../support/site.ts';

const LANGUAGES = ['en', 'de'];

function list(paths: readonly string[], languages: readonly string[]) {
  const files = Object.fromEntries(paths.map((path) => [`content/${path}`, '']));
  const { value } = findContent(makeSite(files), { followLinks: false, languages });
  const { essays, neighbours, misplaced } = value.listing;
  const bare = (found: readonly string[]) => found.map((path) => path.replace(/^content\//, ''));
  const pages = value.pages.filter((path) => path !== NO_ABOUT_PATH);
  return { pages: bare(pages), essays: bare(essays), beside: bare(neighbours), misplaced };
}

describe('the about page in another language', () => {
  test('is a page beside that of the main language', () => {
    const paths = ['about.md', 'about.de.md', 'essays/a.md'];
    expect(list(paths, LANGUAGES)).toMatchObject({
      pages: ['about.md', 'about.de.md'],
      misplaced: [],
    });
  });

  test('is misplaced in a site in one language', () => {
    const paths = ['about.md', 'about.de.md', 'essays/a.md'];
    const misplaced = ['content/about.de.md'];
    expect(list(paths, [])).toMatchObject({ pages: ['about.md'], misplaced });
  });

  test.each([
    ['about.de.md', true],
    ['pages/about.de.md', true],
    ['pages/de/about.md', true],
    ['about.en.md', false],
    ['pages/about.en.md', false],
    ['pages/en/about.md', false],
    ['pages/about.md', false],
  ])('stands in for that of the main language or not: %s', async (path, lacks) => {
    const site = await buildSite({
      'content/site.yaml': `${SITE_YAML}languages: { de: {} }\n`,
      [`content/${path}`]: 'I am Ann.\n',
      'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
    });
    expect(site.text('about.html').includes('I am Ann.')).toBe(!lacks);
  });
});

test('a text beside index.de.md is its data', () => {
  const paths = ['essays/walking/index.de.md', 'essays/walking/notes.txt'];
  expect(list(paths, LANGUAGES)).toMatchObject({ essays: [paths[0]], beside: [paths[1]] });
  expect(list(paths, [])).toMatchObject({ essays: paths, beside: [] });
});

const FOLDER = 'content/essays';

describe('pictures of an essay and its translations:', () => {
  test.each<[essay: string, picture: string, isFound: boolean]>([
    ['walking/index.de.md', 'walking/hill.svg', true],
    ['walking.de.md', 'walking/hill.svg', true],
    ['walking.de.md', 'hill.svg', true],
    ['de/walking.md', 'hill.svg', true],
    ['de/walking.md', 'walking/hill.svg', true],
    ['de/walking/index.md', 'walking/hill.svg', true],
    ['de/walking.md', 'de/hill.svg', true],
    ['walking.md', 'de/hill.svg', false],
    ['walking/index.de.md', 'hill.svg', false],
    ['walking/index.md', 'hill.svg', false],
  ])('%s has %s: %s', (essay, picture, isFound) => {
    const [path, file] = [`${FOLDER}/${essay}`, `${FOLDER}/${picture}`];
    const place = placeOfPicture('hill.svg');
    const parsed = makeParsed(path, 0, { stem: stemOf(path, LANGUAGES), image: place });
    const config = { url: 'https://ann.example', originals: false, cover: null };
    const linked = findLinkedFiles([parsed], [file], config, '/blog');
    expect([...linked.keys()]).toEqual(isFound ? [file] : []);
    expect(listBeside('hill.svg', path, parsed.stem).includes(file)).toBe(isFound);
  });

  test('on a site in one language, they are looked up nowhere else', () => {
    const path = `${FOLDER}/walking.de.md`;
    const places = [`${FOLDER}/hill.svg`, `${FOLDER}/walking.de/hill.svg`];
    expect(listBeside('hill.svg', path, stemOf(path, []))).toEqual(places);
    expect(listBeside('hill.svg', path)).toEqual(places);
  });

  test('they are shown on the page of the translation', async () => {
    const site = await buildSite({
      'content/site.yaml': `${SITE_YAML}languages: { de: {} }\n`,
      [`${FOLDER}/walking/index.md`]: essay('title: Walking\npublished: 2020-01-01'),
      [`${FOLDER}/walking/hill.svg`]: picture(3),
      [`${FOLDER}/de/walking.md`]: essay('title: Gehen\npublished: 2020-01-01', '![a](hill.svg)\n'),
    });
    expect(site.codes).toEqual([]);
    expect(site.page('de/blog/gehen.html')('img').attr('src')).toMatch(/^\/assets\/hill\..*svg$/);
  });

  test('a gallery is that of the original', () => {
    const pictures = [`${FOLDER}/walking/hills/1.svg`, `${FOLDER}/walking/hills/2.svg`];
    const listGallery = makeGalleryLister('', pictures, { of: () => '' });
    const path = `${FOLDER}/de/walking.md`;
    const gallery = listGallery({ path, stem: stemOf(path, LANGUAGES) }, 'hills');
    const sources = gallery.pictures.map(({ address }) => address);
    expect(sources).toEqual(['../walking/hills/1.svg', '../walking/hills/2.svg']);
  });
});

function placeOfPicture(value: string) {
  return { value, place: { file: 'a.md', line: 1, column: 1, excerpt: '' } };
}
