/**
 * The cards of pages without a picture: which pages have one, how their heads describe it, what it is drawn from, and
 * that it is drawn once.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import imageSize from 'image-size';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SiteConfig } from '../../../src/essays/config.ts';
import { digest } from '../../../src/files/fingerprint.ts';
import { makeEssayCard, makePageCard } from '../../../src/render/social-cards.ts';
import type { Essay } from '../../../src/site/resolved-essay.ts';
import { ENGLISH_TEXTS } from '../../../src/text/texts.ts';
import { RENDERER } from '../../../src/theme/card-template.ts';
import { DEFAULT_PALETTE } from '../../../src/theme/palette.ts';
import { DAMAGES } from '../../support/damages.ts';
import { PNG } from '../../support/exports.ts';
import { withPlaces } from '../../support/problems.ts';
import { type BuiltSite, buildSite, essay, packageRoot, shareSite } from '../../support/site.ts';
import { expectFacts } from '../../support/texts.ts';
import { readCharacters } from '../../support/woff2.ts';

const ON = 'name: Ann Author\nurl: https://ann.example\n';
const OFF = `${ON}socialImages: false\n`;
const A = 'content/essays/a.md';
const TEMPLATE = 'templates/SocialCard.tsx';
/** A font in which A, N, 日 and 本 are black squares of a whole em; it has nothing else. */
const SQUARES = readFileSync(join(packageRoot, 'tests/support/squares.ttf'));
const ONE = { 'content/site.yaml': ON, [A]: essay('title: A\npublished: 2020-01-01') };
const TEXTS = 'title: Notes\nintro: On things.\ndescription: Ann writes.\n';

const shared = shareSite({ ...ONE, 'content/site.yaml': ON + TEXTS });

const bytesOf = ({ root }: BuiltSite, path: string) => readFileSync(join(root, 'out', path));
const memoryOf = ({ root }: BuiltSite) => join(root, '.blog/cards');
const imagesOf = (site: BuiltSite, path = 'blog/a.html') => {
  const $ = site.page(path);
  return Array.from($('meta[property="og:image"]'), (meta) => $(meta).attr('content') ?? '');
};
const allCardsOf = ({ paths }: BuiltSite) => paths.filter((path) => /^assets\/card\./.test(path));
/** The cards of the essays. */
const cardsOf = (site: BuiltSite) => {
  const others = ['index.html', 'about.html'].flatMap((path) => imagesOf(site, path));
  return allCardsOf(site).filter((path) => !others.some((url) => url.endsWith(path)));
};

/** The colour of a pixel, as `rgb`. */
async function colorAt(site: BuiltSite, x: number, y: number): Promise<string> {
  const [path = ''] = cardsOf(site);
  const image = sharp(bytesOf(site, path)).extract({ left: x, top: y, width: 1, height: 1 });
  return (await image.removeAlpha().raw().toBuffer()).join(' ');
}

describe('a page without a picture', () => {
  test.each([
    ['blog/a.html', 'A'],
    ['index.html', 'Notes'],
    ['about.html', 'Ann Author'],
  ])('has a card of 1200 × 630 pixels, of which it speaks: %s', (path, alt) => {
    const site = shared();
    expect(site.report).toBe('');
    expect(allCardsOf(site)).toHaveLength(3);
    const [url = ''] = imagesOf(site, path);
    expect(url).toMatch(/^https:\/\/ann\.example\/assets\/card\.[0-9a-f]{10}\.png$/);
    const card = bytesOf(site, new URL(url).pathname);
    expect(imageSize(card)).toMatchObject({ width: 1200, height: 630, type: 'png' });
    expect(card.length).toBeLessThan(60_000);
    expectFacts(site.page(path), {
      'meta[property^="og:image"]@content': [url, 'image/png', '1200', '630', alt],
      'meta[name="twitter:card"]@content': ['summary_large_image'],
    });
    // As an essay, it names it to search engines too.
    expect(site.text(path).includes(`"image":"${url}"`)).toBe(path.startsWith('blog/'));
  });

  test('is not a draft, nor an essay with a picture', async () => {
    const files = {
      'content/site.yaml': ON,
      [A]: essay('title: A\npublished: 2020-01-01\ndraft: true'),
      'content/essays/b.md': essay('title: B\npublished: 2020-01-01\nimage: p.png'),
      'content/essays/p.png': PNG,
    };
    const site = await buildSite(files, { showDrafts: true });
    expect([cardsOf(site), imagesOf(site, 'blog/a.html')]).toEqual([[], []]);
    expect(imagesOf(site, 'blog/b.html')[0]).toMatch(/assets\/p\..*png$/);
    expectFacts(site.page('blog/b.html'), { 'meta[property="og:image:type"]': [] });
  });

  test('shares its card with another of the same title and year', async () => {
    const site = await buildSite({
      ...ONE,
      'content/essays/b.md': essay('title: A\npublished: 2020-05-01\nslug: b'),
      'content/essays/c.md': essay('title: A\npublished: 2021-05-01\nslug: c'),
    });
    const [a, b, c] = ['a', 'b', 'c'].map((slug) => imagesOf(site, `blog/${slug}.html`));
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
    expect(cardsOf(site)).toHaveLength(2);
  });
});

test('the about page’s card bears its name in the language of the site', async () => {
  const draw = async (settings: string) => {
    const site = await buildSite({ ...ONE, 'content/site.yaml': ON + settings });
    return bytesOf(site, new URL(imagesOf(site, 'about.html')[0] ?? '').pathname);
  };
  const german = await draw('language: de\n');
  expect(await draw('')).not.toEqual(german);
  expect(await draw('texts: { about: Über mich }\n')).toEqual(german);
});

describe('the cards of the home page and the about page', () => {
  test.each<[page: 'home' | 'about', settings: Partial<SiteConfig>, texts: string[] | null]>([
    ['home', {}, ['Notes', 'On things.']],
    ['about', {}, ['Ann', 'Ann writes.']],
    ['home', { intro: 'On 🎉 things.' }, ['Notes', 'On things.']],
    ['home', { intro: '日本' }, ['Notes', '']],
    ['home', { title: '日本' }, null],
    ['about', { title: '日本' }, ['Ann', 'Ann writes.']],
    ['about', { name: '日本' }, null],
  ])('say on it, for %s with %j: %j', (page, settings, texts) => {
    const site = { title: 'Notes', intro: 'On things.', description: 'Ann writes.' };
    const card = makePageCard(page, { ...config, ...site, ...settings }, template);
    expect(card && [card.props.title, card.props.subtitle]).toEqual(texts);
    expect(card?.props.year ?? null).toBeNull();
  });
});

const colours = DEFAULT_PALETTE.light;
const template = {
  script: '',
  fonts: [],
  digest: '',
  hasOwnFonts: false,
  colours,
};
const config = { name: 'Ann', language: 'en', texts: ENGLISH_TEXTS } as unknown as SiteConfig;

describe('a card’s title', () => {
  const language = 'en';
  const facts = { title: 'A', author: 'Ann', image: null, draft: false, year: 2020, language };
  const plain = { ...facts, page: null };

  const cardOf = (more: Partial<Essay>, hasOwnFonts = false) =>
    makeEssayCard({ ...plain, ...more } as Essay, config, { ...template, hasOwnFonts });

  const titles: readonly [title: string, onCard: string | null][] = [
    ['Größe — “ça va?” ½ € → ∞', 'Größe — “ça va?” ½ € →'],
    ['✓ Done', 'Done'],
    ['0.1 + 0.2 ≠ 0.3', '0.1 + 0.2 != 0.3'],
    ['a ≤ b ≥ c ≈ d', 'a <= b >= c ~ d'],
    ['H₂O, x⁵ and ①', 'H2O, x5 and 1'],
    ['20 ℃, 5 ㎏ ⇒ warm ☃', '20 °C, 5 kg warm'],
    ['✓', null],
    ['Größe — “ça va?” ½ € → Їжак, Łódź', 'Größe — “ça va?” ½ € → Їжак, Łódź'],
    ['U\u0308ber', 'Über'],
    ['soft\u00adhyphen\u200b', 'softhyphen'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['I 🎉 ship 👩🏽‍💻 it 🇪🇺', 'I ship it'],
    ['❤️ © 1️⃣ #1', '© #1'],
    ['🎉', null],
    ['日本', null],
    ['x\u0302', null],
    ['\u{10FFFF}', null],
  ];
  test.each(titles)('%j is set as %j', (title, onCard) => {
    expect(cardOf({ title })?.props.title ?? null).toBe(onCard);
  });

  test('is set as it is in a site with fonts of its own, but for emoji', () => {
    expect(cardOf({ title: '日本 🎉 می‌شود' }, true)?.props.title).toBe('日本 می‌شود');
  });

  test('stands with the author’s and the site’s name, in the language of its essay', () => {
    const names = { title: 'A', subtitle: '', author: 'Ben', name: 'Ann' };
    const props = { page: 'essay', ...names, year: '2020', label: '', language: 'de', colours };
    expect(cardOf({ author: 'Ben', language: 'de' })?.props).toEqual(props);
    expect(cardOf({ author: '日本' })).toBeNull();
  });

  test('may have exactly the characters that the package’s fonts can place, in both styles', () => {
    const folder = join(packageRoot, 'templates/fonts/source-serif-4');
    const read = (style: RegExp) => {
      const files = readdirSync(folder).filter((name) => style.test(name));
      const codes = files.flatMap((name) => readCharacters(readFileSync(join(folder, name))));
      return new Set(codes.map((code) => String.fromCharCode(code)));
    };
    const [normal, italic] = [read(/-normal.*woff2$/), read(/-italic.*woff2$/)];
    expect(normal.size).toBeGreaterThan(800);
    // Marks are composed, spaces folded, and characters without an appearance left out.
    const characters = Array.from({ length: 0xd800 }, (_, code) =>
      String.fromCharCode(code),
    ).filter((each) => /[^\p{M}\p{DI}\p{C}\s]/u.test(each) && each.normalize() === each);
    const covered = characters.filter((each) => normal.has(each) && italic.has(each));
    const settable = characters.filter((title) => cardOf({ title })?.props.title === title);
    expect(settable.join('')).toBe(covered.join(''));
  });

  test('is drawn by the renderer version that its address names', () => {
    const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    expect(RENDERER).toBe(`@takumi-rs/core ${manifest.devDependencies['@takumi-rs/core']}`);
  });
});

describe('a site’s own template', () => {
  const RED = `import { createContext, useContext, useMemo } from 'react';
import type { SocialCardProps } from 'essay-blog';
const Color = createContext('blue');
function Box({ title }: { readonly title: string }) {
  const backgroundColor = useContext(Color);
  const style = useMemo(() => ({ width: '100%', height: '100%', backgroundColor }), [backgroundColor]);
  return <div style={style}>{title}</div>;
}
export default ({ title }: SocialCardProps) => (
  <Color.Provider value="#ff0000"><Box title={title} /></Color.Provider>
);
`;

  test('draws the cards at other addresses, and may use all of React that needs no browser', async () => {
    const [theirs] = cardsOf(shared());
    // A template of another page changes no address.
    const part = 'export const CallToAction = () => <hr />;\n';
    const other = await buildSite({ ...ONE, 'templates/CallToAction.tsx': part });
    expect(cardsOf(other)).toEqual([theirs]);
    const own = await other.rebuild({ [TEMPLATE]: RED });
    expect([own.report, await colorAt(own, 1100, 600)]).toEqual(['', '255 0 0']);
    expect(cardsOf(own)).not.toEqual([theirs]);
    expect(cardsOf(await own.rebuild({ [TEMPLATE]: null }))).toEqual([theirs]);
  });

  const faults: readonly [text: string, code: string, place: string][] = [
    ['export default () => <div>oh</b>;\n', 'template-invalid', ':1:31'],
    ['export const SocialCard = () => <div />;\n', 'template-invalid', ''],
    ['export default () => {\n  throw new Error("x");\n};\n', 'template-threw', ':2:9'],
    ['throw new Error("x");\nexport default () => <div />;\n', 'template-threw', ':1:7'],
    ['export default () => <p style={{ color: "none" }}>x</p>;\n', 'template-threw', ''],
  ];
  test.each(faults)('that is wrong stops the build: %j', async (text, code, place) => {
    const other = { 'content/essays/b.md': essay('title: B\npublished: 2020-05-01') };
    const site = await buildSite({ ...ONE, ...other, [TEMPLATE]: text });
    expect(site.commit).toBeNull();
    expect(site.codes).toEqual([code]);
    const [report = ''] = withPlaces(site.problems);
    expect(report).toMatch(new RegExp(`^\\S+ ${TEMPLATE + place} `));
    if (code === 'template-threw') {
      expect(report).toContain('drawing the social card of /blog/b (content/essays/b.md)');
      // Of the other essay, of home and of the about page.
      expect(report).toMatch(/\(and for 3 more cards\)$/);
    }
  });

  test('is ignored in a site without cards, whose pages have none', async () => {
    const wrong = { [TEMPLATE]: faults[0]?.[0] ?? '', 'templates/fonts/x.ttf': 'no font' };
    const site = await buildSite({ ...ONE, ...wrong, 'content/site.yaml': OFF });
    expect([site.report, allCardsOf(site), imagesOf(site, 'index.html')]).toEqual(['', [], []]);
    expect((await site.rebuild({ 'content/site.yaml': ON })).codes).toEqual(['template-invalid']);
  });
});

describe('a site’s own font', () => {
  const FONT = 'templates/fonts/squares.ttf';

  test('is tried first, and is not published', async () => {
    const plain = await buildSite(ONE);
    // In the title’s first letter, where that of a text face has none.
    const [x, y] = [290, 80];
    expect(await colorAt(plain, x, y)).toBe('250 248 243');
    const own = await plain.rebuild({ [FONT]: SQUARES });
    expect(own.report).toBe('');
    expect(cardsOf(own)).not.toEqual(cardsOf(plain));
    expect(await colorAt(own, x, y)).toBe('33 31 28');
    expect(own.paths.filter((path) => path.includes('squares'))).toEqual([]);
  });

  test('sets titles that the program’s own cannot', async () => {
    const title = essay('title: 日本\nslug: a\npublished: 2020-01-01');
    const site = await buildSite({ ...ONE, [A]: title, [FONT]: SQUARES });
    expect(site.report).toBe('');
    expect(cardsOf(site)).toHaveLength(1);
    expect(cardsOf(await site.rebuild({ [FONT]: null }))).toEqual([]);
  });

  test('that cannot be read is an error that names it', async () => {
    const broken = {
      'cut-in-half.ttf': SQUARES.subarray(0, 200),
      'empty.ttf': '',
      'no-font.ttf': 'a font',
      'without-its-last-table.ttf': SQUARES.subarray(0, 380),
    };
    const files = Object.entries(broken).map(([name, bytes]) => [`templates/fonts/${name}`, bytes]);
    const { problems } = await buildSite({ ...ONE, ...Object.fromEntries(files) });
    expect(problems).toMatchObject(files.map(([file]) => ({ code: 'template-invalid', file })));
  });
});

describe('a card that was drawn', () => {
  const readNames = (site: BuiltSite) => readdirSync(memoryOf(site)).sort();

  /** The name of the essay's card in the cache. */
  function findKept(site: BuiltSite): string {
    const ending = `.${digest(bytesOf(site, cardsOf(site)[0] ?? ''))}.png`;
    return readNames(site).find((name) => name.endsWith(ending)) ?? '';
  }

  test('is drawn again only by another version of the program', async () => {
    const site = await buildSite(ONE);
    const [path = ''] = cardsOf(site);
    const [own, other] = [bytesOf(site, path), Buffer.from('another picture')];
    const name = findKept(site);
    // Its name holds the digest of its bytes.
    writeFileSync(join(memoryOf(site), `${name.split('.')[0]}.${digest(other)}.png`), other);
    rmSync(join(memoryOf(site), name));
    expect(bytesOf(await site.rebuild({ out: null }), path)).toEqual(other);
    const again = await site.rebuild({ out: null }, { program: 'another program' });
    expect(bytesOf(again, path)).toEqual(own);
  });

  test('is drawn again if the cached file is damaged', async () => {
    const site = await buildSite(ONE);
    const [path = ''] = cardsOf(site);
    const before = bytesOf(site, path);
    const names = readNames(site);
    for (const [, damage] of DAMAGES) {
      damage(join(memoryOf(site), findKept(site)));
      const again = await site.rebuild({ out: null });
      expect(again.report).toBe('');
      expect(bytesOf(again, path)).toEqual(before);
      expect(readNames(again)).toEqual(names);
    }
  });

  test('is forgotten with the title that it was for, and with all cards, but not by a build that fails', async () => {
    const site = await buildSite(ONE);
    const [before, names] = [findKept(site), readNames(site)];
    const failed = await site.rebuild({ [A]: essay('title: B\npublished: 2020-02-30') });
    expect([failed.commit, readNames(failed)]).toEqual([null, expect.arrayContaining(names)]);
    const other = await site.rebuild({ [A]: essay('title: B\nslug: a\npublished: 2020-01-01') });
    expect(readNames(other)).toHaveLength(names.length);
    expect(readNames(other)).not.toContain(before);
    expect(readNames(await other.rebuild({ 'content/site.yaml': OFF }))).toEqual([]);
  });
});

test('where no card can be drawn, no page is rendered twice', async () => {
  vi.doMock('@takumi-rs/core', () => {
    throw new Error('not for this machine');
  });
  onTestFinished(() => void vi.doUnmock('@takumi-rs/core'));
  const count = `let count = 0;\nexport default () => <html><body>{count++}</body></html>;\n`;
  const numbers = [...Array(50).keys()];
  const essays = numbers.map((each) => {
    return [`content/essays/${each}.md`, essay(`title: E${each}\npublished: 2020-01-01`)];
  });
  const files = { 'content/site.yaml': ON, 'templates/EssayPage.tsx': count };
  const site = await buildSite({ ...files, ...Object.fromEntries(essays) });
  expect([site.codes, cardsOf(site)]).toEqual([['cards-undrawn'], []]);
  const counts = numbers.map((each) => Number(site.page(`blog/e${each}.html`)('body').text()));
  expect(counts.sort((a, b) => a - b)).toEqual(numbers);
});
