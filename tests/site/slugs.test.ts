import { describe, expect, test } from 'vitest';
import { slugify } from '../../src/site/slugs.ts';
import { inFull, withPlaces } from '../support/problems.ts';
import { buildSite, essay, type Files, SITE_YAML } from '../support/site.ts';

describe('a title or a file name becomes a slug', () => {
  const cases: readonly [text: string, slug: string][] = [
    ['It’d Be Hilarious', 'itd-be-hilarious'],
    ['ʼ‘Twas', 'twas'],
    ['  Spaces   and\ttabs ', 'spaces-and-tabs'],
    ['Über die Straße', 'uber-die-strasse'],
    ['Crème brûlée, señor', 'creme-brulee-senor'],
    ['Ærø, Łódź & Þór', 'aero-lodz-thor'],
    ['ISTANBUL İstanbul ılık', 'istanbul-istanbul-ilik'],
    ['ﬁne ½ ２０', 'fine-1-2-20'],
    ['C++ / C# … 100%', 'c-c-100'],
    ['日本語', ''],
  ];
  test.each(cases)('%j → %j', (text, slug) => expect(slugify(text)).toBe(slug));
});

/** The slugs of the built site by file name, and the codes of its problems. */
async function deriveSlugs(files: Record<string, string>, config = '') {
  const inEssays = Object.entries(files).map(([name, text]) => [`content/essays/${name}`, text]);
  const site = await buildSite({
    'content/site.yaml': SITE_YAML + config,
    ...(Object.fromEntries(inEssays) as Files),
  });
  const essays = site.site?.essays ?? [];
  const slugs = essays.map(({ source, slug }) => [source.replace(/^.*essays\//, ''), slug]);
  return { ...site, slugs: Object.fromEntries(slugs) as Record<string, string> };
}

/** Expects these slugs of essays, given with their front matter, and no problems. */
async function check(cases: Readonly<Record<string, [slug: string, front: string]>>, config = '') {
  const pick = (at: 0 | 1) => Object.entries(cases).map(([name, each]) => [name, each[at]]);
  const files = pick(1).map(([name = '', front = '']) => [name, essay(front)]);
  const built = await deriveSlugs(Object.fromEntries(files), config);
  expect(built.report).toBe('');
  expect(built.slugs).toEqual(Object.fromEntries(pick(0)));
  return built;
}

test('with `slugs: title` the title gives the slug, and the file name where it gives none', () =>
  check({
    '2020-01-02-file-name.md': ['the-title', 'title: The Title'],
    '2020-01-03-haiku.md': ['俳句', 'title: 俳句'],
    'walk/index.md': ['walk', 'title: 🚶\npublished: 2020-01-04'],
    'entity.md': ['itd-more', 'title: It&#8217;d &amp; More\npublished: 2020-01-05'],
    // Names that hosts misread.
    'one.md': ['index-1', 'title: Index\npublished: 2020-01-06'],
    'device.md': ['con-1', 'title: CON\npublished: 2020-01-06'],
    'two.html.md': ['two', 'title: "!"\npublished: 2020-01-07'],
  }));

describe('a name that Windows reserves', () => {
  test('gets a number with `slugs: file`, before a dot', () =>
    check(
      {
        'nul.md': ['nul-1', 'title: A\npublished: 2020-01-01'],
        'Com1.v2.md': ['Com1-1.v2', 'title: B\npublished: 2020-01-02'],
        'console.md': ['console', 'title: C\npublished: 2020-01-03'],
      },
      'slugs: file\n',
    ));

  test('stays where it was published, stated, or is that of a public file, and is reported', async () => {
    const site = await buildSite(
      {
        'content/site.yaml': SITE_YAML,
        'content/essays/con.md': essay('title: CON\npublished: 2020-01-01'),
        'content/essays/b.md': essay('title: B\nslug: aux\npublished: 2020-01-02'),
        'content/addresses.txt': `/blog/con content/essays/con.md 2020-01-01\n`,
        'content/public/lpt1/x.txt': 'x',
        'content/public/odd.': 'x',
        'content/public/what?.txt': 'x',
        'content/essays/c.md': essay('title: C\npublished: 2020-01-03\naliases: [/a:b, "/x|y"]'),
        'content/public/console.txt': 'x',
      },
      { remembers: 'all' },
    );
    const found = withPlaces(site.problems).map(
      (each) => each.split(',')[0]?.split('name-reserved ')[1],
    );
    expect(found).toEqual([
      "content/essays/b.md:3:7 Windows can't open out/blog/aux.html",
      "content/essays/c.md:4:11 Windows can't open out/a:b.html",
      "content/essays/c.md:4:18 Windows can't open out/x|y.html",
      "content/essays/con.md Windows can't open out/blog/con.html",
      "content/public/lpt1/x.txt Windows can't open out/lpt1/x.txt",
      "content/public/odd. Windows can't open out/odd.",
      "content/public/what?.txt Windows can't open out/what?.txt",
    ]);
  });
});

test.each(['en', 'de', 'fr'])(
  'in the language %s, slugs are those of straight quotes',
  async (lang) => {
    const titles = { 'its-so': `"It's" -- so...`, '62-tall': `6'2" tall`, 'l-a-dab': `l'"a" d'ab` };
    const files = Object.entries(titles).flatMap(([slug, title]) => [
      [`${slug}.md`, essay(`title: '${title.replaceAll("'", "''")}'\npublished: 2020-01-01`)],
      [`${slug}-2.md`, essay('published: 2021-01-01', `# ${title}\n\nx`)],
    ]);
    const { slugs } = await deriveSlugs(Object.fromEntries(files), `language: ${lang}\n`);
    for (const [name, slug] of Object.entries(slugs)) expect(name).toBe(`${slug}.md`);
    expect(Object.keys(slugs)).toHaveLength(6);
  },
);

test('with `slugs: file` the file name gives the slug as it is, and the title where it cannot', () => {
  const cases: Parameters<typeof check>[0] = {
    '2020-01-02-file-name.md': ['file-name', 'title: The Title'],
    'deep/2020-01-03-Kept_As.it-is.md': ['Kept_As.it-is', 'title: B'],
    'walk/index.md': ['walk', 'title: C\npublished: 2020-01-04'],
    'two words.md': ['two-words', 'title: D\npublished: 2020-01-05'],
    '俳句.md': ['俳句', 'title: Haiku\npublished: 2020-01-06'],
    'stated.md': ['my-own', 'title: E\npublished: 2020-01-07\nslug: my-own'],
  };
  return check(cases, 'slugs: file\n');
});

test('of equal titles the oldest keeps the slug, whatever the files are called', async () => {
  const { paths, rebuild } = await check({
    'a.md': ['notes-4', 'title: Notes\npublished: 2022-01-01'],
    'b.md': ['notes', 'title: Notes!\npublished: 2020-01-01'],
    'c.md': ['notes-3', 'title: NOTES\npublished: 2021-01-01'],
    'd.md': ['notes-2', 'title: Notes 2\npublished: 2019-01-01'],
  });
  expect(paths).toEqual(expect.arrayContaining(['blog/notes.html', 'blog/notes-4.html']));
  // A newer one moves no published address.
  const newer = essay('title: Notes\npublished: 2023-01-01');
  const after = await rebuild({ 'content/essays/0.md': newer });
  const order = ['notes-5', 'notes-4', 'notes-3', 'notes', 'notes-2'];
  expect(after.site?.essays.map(({ slug }) => slug)).toEqual(order);
});

test('a stated slug has precedence over every derived one, even of an older essay', async () => {
  const { slugs, problems } = await deriveSlugs({
    'old.md': essay('title: Notes\npublished: 2001-01-01'),
    'new.md': essay('title: Other\npublished: 2021-01-01\nslug: notes'),
  });
  expect(slugs).toEqual({ 'old.md': 'notes-2', 'new.md': 'notes' });
  expect(problems).toEqual([]);
});

test('a stated slug that no address can end in is an error at its place, with a valid suggestion', async () => {
  const cases: readonly [slug: string, better: string | null][] = [
    ['../x', 'x'],
    ['a/b', 'a-b'],
    ['two words', 'two-words'],
    ['二 語', '二-語'],
    ['a?b', 'a-b'],
    ['a%2Fb', 'a-2fb'],
    ['日\u200b本', '日本'],
    ['.hidden', 'hidden'],
    ['end.', 'end'],
    ['..', null],
    ['日本。', '日本'],
    ['two.html', 'two-html'],
    ['index', null],
  ];
  const files = cases.map(([slug], i) => [
    `${i + 10}.md`,
    essay(`title: T${i}\npublished: 2020-01-01\nslug: '${slug}'`),
  ]);
  const { problems, commit } = await deriveSlugs(Object.fromEntries(files));
  expect(commit).toBeNull();
  const told = cases.map(([slug, better], i) => {
    const hint = `Use letters, digits and hyphens${better === null ? '' : `, such as \`${better}\``}.`;
    return `slug-invalid content/essays/${i + 10}.md:4:8 \`${slug}\` can't be a slug → ${hint}`;
  });
  expect(inFull(problems)).toEqual(told);
});

test.each(['same', 'Same'])(
  'rejects two essays that state the slugs `same` and `%s`, and names both files',
  async (slug) => {
    const { problems, commit } = await deriveSlugs({
      'a.md': essay(`title: A\npublished: 2021-01-01\nslug: ${slug}`),
      'b.md': essay('title: B\npublished: 2020-01-01\nslug: same'),
    });
    expect(commit).toBeNull();
    const message = `\`${slug}\` is used here and in content/essays/b.md`;
    expect(inFull(problems)).toEqual([
      `slug-duplicate content/essays/a.md:4:7 ${message} → Change one of them.`,
    ]);
  },
);

test('derived slugs that differ in case only get a number like equal ones', () => {
  const cases: Parameters<typeof check>[0] = {
    'x/Notes.md': ['Notes', 'title: A\npublished: 2019-01-01'],
    'y/NOTES.md': ['NOTES-3', 'title: B\npublished: 2020-01-01'],
    'z/notes-2.md': ['notes-2', 'title: C\npublished: 2018-01-01'],
    'x/word.md': ['word-2', 'title: D\npublished: 2020-01-01'],
    'other.md': ['Word', 'title: E\npublished: 2020-01-01\nslug: Word'],
  };
  return check(cases, 'slugs: file\n');
});

test.each([
  ['ΟΔΟΣ', 'οδοσ'],
  ['Straße', 'STRASSE'],
  ['ﬁne', 'FINE'],
  ['Ⅳ', 'ⅳ'],
])('the slugs `%s` and `%s` are one on some disks, so they are an error', async (first, second) => {
  const stated = (slug: string, year: number) =>
    essay(`title: A\npublished: ${year}-01-01\nslug: ${slug}`);
  const { codes } = await deriveSlugs({
    'a.md': stated(first, 2020),
    'b.md': stated(second, 2021),
  });
  expect(codes).toEqual(['slug-duplicate']);
});

test('an essay whose title and file name hold no letter is an error that says what to add', async () => {
  const { problems } = await deriveSlugs({
    '🎉.md': essay('title: "🎉"\npublished: 2020-01-01'),
  });
  expect(inFull(problems)).toEqual([
    "slug-empty content/essays/🎉.md Neither the title `🎉` nor the file's name gives a slug → Add a line `slug: …` of letters, " +
      'digits and hyphens to the front matter.',
  ]);
});

describe('titles and file names in other scripts', () => {
  test('give slugs in their script, and the title has precedence', () =>
    check({
      'a.md': ['走る', 'title: 走る\npublished: 2020-01-01'],
      '散歩.md': ['散歩', 'title: 歩く\nslug: 散歩\npublished: 2020-01-02'],
      '歩.md': ['歩くこと', 'title: 歩くこと\npublished: 2020-01-03'],
      'chapter-8.md': [
        '歩くことについて-第8章',
        'title: 歩くことについて…第8章\npublished: 2020-01-04',
      ],
      'x/歩.md': ['歩くこと-2', 'title: 歩くこと\npublished: 2020-01-05'],
    }));

  test('give the composed slug of a decomposed file name, which equals it', () =>
    check(
      {
        'x/й.md': ['й', 'title: A\npublished: 2020-01-01\nslug: й'],
        [`y/${'йод'.normalize('NFD')}.md`]: ['йод', 'title: Йод\npublished: 2020-01-02'],
        'z/йод.md': ['йод-2', 'title: Йод\npublished: 2020-01-03'],
      },
      'slugs: file\n',
    ));

  test('have Latin letters as the language of the essay spells them, also in tags', async () => {
    const { paths } = await check(
      {
        'a.md': ['ueber-uns', 'title: Über uns\ntags: [Küche, 日本 React]\npublished: 2020-01-01'],
        'b.md': ['aa-i-loen', 'title: Å i løn\nlang: da\npublished: 2020-01-02'],
        'c.md': ['a-i-lon', 'title: Å i lön\nlang: sv\npublished: 2020-01-03'],
      },
      'language: de\ntagPages: true\n',
    );
    expect(paths).toEqual(expect.arrayContaining(['tags/kueche.html', 'tags/日本-react.html']));
  });

  test('are transliterated with `slugs: ascii`, by the language of the essay', () =>
    check(
      {
        'a.md': ['ueber-uns', 'title: Über uns\npublished: 2020-01-01'],
        'b.md': ['kyiv', 'title: Київ\nlang: uk\npublished: 2020-01-02'],
        'c.md': ['bu-ku', 'title: 歩く\nlang: ja\npublished: 2020-01-03'],
      },
      'language: de\nslugs: ascii\n',
    ));

  test('are transliterated from file names with `slugs: file-ascii`', () =>
    check(
      {
        'прогулка.md': ['progulka', 'title: Другое\nlang: ru\npublished: 2020-01-01'],
        'Kept_As.md': ['Kept_As', 'title: Другое\nlang: ru\npublished: 2020-01-02'],
      },
      'slugs: file-ascii\n',
    ));
});

test('a very long title gives a slug that every file system accepts', async () => {
  const { slugs, report } = await deriveSlugs({
    'a.md': essay(`title: ${'Word '.repeat(80)}\npublished: 2020-01-01`),
  });
  expect(report).toBe('');
  expect(`${slugs['a.md']}.html`.length).toBeLessThan(255);
  expect(slugs['a.md']).toMatch(/^word(-word)+$/);
});
