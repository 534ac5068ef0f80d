/**
 * The languages of a site: which one an essay or page belongs to, by its path and its front matter, and what that means
 * for its address, its name and its texts.
 */
import { describe, expect, test } from 'vitest';
import type { SiteConfig } from '../../../src/essays/config.ts';
import { listEditions, placeEssay } from '../../../src/essays/editions.ts';
import { parseEssay } from '../../../src/essays/essay.ts';
import { pickParserConfig } from '../../../src/essays/essay-body.ts';
import { splitLanguage, stemOf } from '../../../src/essays/paths.ts';
import { loadMarkdownEngine } from '../../../src/markdown/engine.ts';
import { matchLanguage } from '../../../src/text/language-tags.ts';
import { pageOf } from '../../support/bodies.ts';
import { readSettings } from '../../support/parsed.ts';

const markdown = await loadMarkdownEngine();
const ONE = readSettings();
const SEVERAL = readSettings('languages: { de: {}, pt-BR: {}, zh-Hant: {} }\n');

function parse(config: SiteConfig, path: string, lines = '', body = 'Words.\n') {
  const text = lines === '' ? body : `---\n${lines}\n---\n${body}`;
  const parser = { config: pickParserConfig(config, []), markdown };
  return parseEssay({ path: `content/${path}`, bytes: Buffer.from(text) }, parser);
}

describe('the language of an essay, and the stem and name of its file:', () => {
  test.each<[path: string, lang: string | null, edition: string, stem: string, name: string]>([
    ['walking.md', null, 'en', 'walking', 'walking'],
    ['walking.de.md', null, 'de', 'walking', 'walking'],
    ['walking.DE.html', null, 'de', 'walking', 'walking'],
    ['walking.en.md', null, 'en', 'walking', 'walking'],
    ['walking.pt_br.md', null, 'pt-BR', 'walking', 'walking'],
    ['walking.pt.md', null, 'pt-BR', 'walking', 'walking'],
    ['walking.zh-hant.txt', null, 'zh-Hant', 'walking', 'walking'],
    ['walking/index.md', null, 'en', 'walking', 'walking'],
    ['walking/index.de.md', null, 'de', 'walking', 'walking'],
    ['2020-12-03-walking.de.md', null, 'de', '2020-12-03-walking', 'walking'],
    ['2020-12-03-walking/index.de.md', null, 'de', '2020-12-03-walking', 'walking'],
    ['de/walking.md', null, 'de', 'walking', 'walking'],
    ['De/2020/walking.md', null, 'de', '2020/walking', 'walking'],
    ['posts/de/walking/index.md', null, 'de', 'posts/walking', 'walking'],
    ['en/walking.md', null, 'en', 'walking', 'walking'],
    // The name takes precedence over the folder, and the front matter over both.
    ['en/walking.de.md', null, 'de', 'walking', 'walking'],
    ['walking.md', 'de', 'de', 'walking', 'walking'],
    ['walking.de.md', 'en-GB', 'en', 'walking', 'walking'],
    ['de/walking.md', 'de-AT', 'de', 'walking', 'walking'],
    ['gehen.md', 'pt', 'pt-BR', 'gehen', 'gehen'],
    // Names that aren't languages of the site, or that contain more than a tag.
    ['walking.fr.md', null, 'en', 'walking.fr', 'walking.fr'],
    ['walking.md', 'fr', 'en', 'walking', 'walking'],
    ['de/walking.md', 'fr', 'de', 'walking', 'walking'],
    ['de-facto/walking.de-facto.md', null, 'en', 'de-facto/walking.de-facto', 'walking.de-facto'],
    ['de.md', null, 'en', 'de', 'de'],
  ])('%s with `lang: %s` is %s', (file, lang, edition, stem, name) => {
    const path = `content/essays/${file}`;
    const place = placeEssay(path, lang, listEditions(SEVERAL));
    expect(place).toMatchObject({ page: null, kind: 'essay', stem: `content/essays/${stem}` });
    expect([place.edition?.language, place.name.name]).toEqual([edition, name]);
  });
});

describe('the address of a page and its kind:', () => {
  test.each<[path: string, lang: string | null, address: string, kind: string]>([
    ['about.md', null, '/about', 'about'],
    ['about.md', 'de', '/about', 'about'],
    ['about.de.md', null, '/de/about', 'about'],
    ['about.en.md', null, '/about', 'about'],
    ['pages/about.de.md', null, '/de/about', 'about'],
    ['pages/de/about.md', null, '/de/about', 'about'],
    ['pages/books.md', null, '/books', 'page'],
    ['pages/books.md', 'de', '/de/books', 'page'],
    ['pages/books.de.md', null, '/de/books', 'page'],
    ['pages/de/books.md', null, '/de/books', 'page'],
    ['pages/books/index.pt.md', null, '/pt-br/books', 'page'],
    ['pages/index.md', null, '/', 'home'],
    ['pages/index.de.md', null, '/de/', 'home'],
    ['pages/de/index.md', null, '/de/', 'home'],
    ['pages/404.zh-Hant.md', null, '/zh-hant/404', 'notFound'],
    ['pages/de.md', null, '/de', 'page'],
  ])('%s with `lang: %s` is %s', (file, lang, page, kind) => {
    const place = placeEssay(`content/${file}`, lang, listEditions(SEVERAL));
    expect(place).toMatchObject({ page, kind });
  });
});

test('only essays, pages and the about page have a language in their paths', () => {
  for (const path of ['content/public/de/a.md', 'content/walking.de.md', 'content/de/about.md']) {
    expect(splitLanguage(path, ['en', 'de'])).toEqual({ language: null, path });
  }
});

test('in a site in one language, names and folders have no language', () => {
  for (const path of ['content/essays/walking.de.md', 'content/essays/de/walking/index.md']) {
    expect(splitLanguage(path, [])).toEqual({ language: null, path });
    expect(stemOf(path, [])).toBe(path.replace(/\.md$/, ''));
  }
  expect(parse(ONE, 'essays/walking.de.md', 'published: 2020-12-03\nlang: de').essay).toMatchObject(
    {
      ...{ edition: 'en', stem: 'content/essays/walking.de', fileName: 'walking.de', page: null },
      statedLanguage: 'de',
    },
  );
  expect(parse(ONE, 'pages/books.de.md', 'title: B').essay.page).toBe('/books.de');
});

describe('a file is parsed with the texts and the typography of its language:', () => {
  const dated = 'published: 2020-12-03';

  test.each([
    ['walking.md', dated, '“A”', '“b”'],
    ['walking.de.md', dated, '„A“', '„b“'],
    ['de/walking.md', dated, '„A“', '„b“'],
    ['walking.md', `${dated}\nlang: de`, '„A“', '„b“'],
    // An essay in another language among the German ones.
    ['walking.de.md', `${dated}\nlang: fr`, '« A »', '« b »'],
  ])('%s with %j', (file, lines, title, words) => {
    const { essay, body } = parse(SEVERAL, `essays/${file}`, `title: '"A"'\n${lines}`, '"b"\n');
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
    expect(plain(essay.title)).toBe(title);
    expect(plain(pageOf(body))).toContain(words);
  });

  test('titles of pages without one', () => {
    expect(parse(SEVERAL, 'about.de.md').essay.title).toBe('Über mich');
    expect(parse(SEVERAL, 'about.md').essay.title).toBe('About');
    expect(parse(SEVERAL, 'pages/404.de.md').essay.title).not.toBe(
      parse(SEVERAL, 'pages/404.md').essay.title,
    );
  });

  test('labels of callouts, and names of several authors', () => {
    const lines = `title: A\n${dated}\nauthor: [Ann, Ben]`;
    const { essay, body } = parse(SEVERAL, 'essays/a.de.md', lines, '> [!NOTE]\n> b\n');
    expect(essay.author).toBe('Ann und Ben');
    expect(pageOf(body)).toContain('Hinweis');
  });
});

test('translations state a key', () => {
  const { essay, parts } = parse(
    SEVERAL,
    'essays/gehen.de.md',
    'published: 2020-12-03\nlang-ref: walk',
  );
  expect([essay.translationKey, parts]).toEqual(['walk', []]);
});

test('new words on the German pages leave the parsed essays as they are', () => {
  const of = (words: string) =>
    pickParserConfig(readSettings(`languages: { de: {${words}} }\n`), []);
  expect(of('title: A, intro: B, description: C, dates: full')).toEqual(of(''));
  expect(of('texts: { about: Ich }')).not.toEqual(of(''));
});

test.each([
  ['de-AT', ['en', 'de'], 'de'],
  ['pt', ['pt-PT', 'pt-BR'], 'pt-BR'],
  ['pt-AO', ['pt-BR', 'pt-PT'], 'pt-BR'],
  ['zh-TW', ['zh', 'zh-Hant'], 'zh-Hant'],
  ['zh-CN', ['zh-Hant', 'zh'], 'zh'],
  ['EN_gb', ['en', 'en-GB'], 'en-GB'],
  ['zh_', ['zh', 'zh-Hant'], 'zh'],
  ['fr', ['en', 'de'], null],
  ['de', [], null],
])('%s means, of %j, %j', (tag, languages, expected) => {
  expect(matchLanguage(tag, languages)).toBe(expected);
});
