/**
 * The riskiest single edits, one by one. `edits.test.ts` tries everything together.
 */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/content/fingerprint.ts';
import { texts } from '../pages/texts.ts';
import {
  type BuiltSite,
  buildSite as buildOnce,
  essay,
  type Files,
  listFiles,
  type Options,
  SITE_YAML,
} from '../support/site.ts';
import { png } from './desk.ts';

const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const C = 'content/essays/c.md';

/** Long enough that its end is not in the excerpt. */
const LONG = 'There are many words in this. '.repeat(12);

const files: Files = {
  [A]: essay('title: Alpha\npublished: 2020-01-01\nslug: stated', `${LONG}\n\nThe end.\n`),
  [B]: essay('title: Beta\npublished: 2019-01-01\naliases: /old/b', 'Read [it](a.md).\n'),
  [C]: essay('title: Gamma\npublished: 2018-01-01', 'Nothing here.\n'),
  'content/public/robots.txt': 'User-agent: *\n',
};
const FEEDS = ['feed.json', 'feed.xml', 'rss.xml'];
const PAGES = ['index.html', 'about.html', '404.html', 'blog/beta.html', 'blog/gamma.html'];

/** Builds a site, and again until all that can be remembered of it is. */
async function buildSite(more: Files = {}, options: Options = {}): Promise<BuiltSite> {
  const site = await buildOnce({ ...files, ...more }, options);
  let again = await site.rebuild();
  for (let tries = 0; again.site !== null && tries < 20; tries++) again = await site.rebuild();
  expect(again.site).toBeNull();
  return site;
}

/** What lies in out/: bytes, and which were written anew. */
function observe({ root }: BuiltSite): Record<string, string> {
  const folder = join(root, 'out');
  return Object.fromEntries(
    listFiles(folder).map((path) => {
      const file = join(folder, path);
      return [path, `${statSync(file).ino} ${fingerprint(readFileSync(file))}`];
    }),
  );
}

const text = (path: string) => String(files[path]);
const cards = (site: BuiltSite) => site.page('index.html')('.essays').text();

/** Writes a file in place, and sets its times to what they were or to those given. */
function writeWithTime(file: string, text: string, { atime, mtime } = statSync(file)): void {
  writeFileSync(file, text);
  utimesSync(file, atime, mtime);
}

const WHOLE_SECONDS = new Date('2021-02-03T04:05:06Z');

describe('a file that changes', () => {
  test('and keeps its size and its time is noticed', async () => {
    const site = await buildOnce(files);
    const file = join(site.root, A);
    utimesSync(file, WHOLE_SECONDS, WHOLE_SECONDS);
    await site.rebuild();
    const before = statSync(file);
    writeWithTime(file, text(A).replace('The end.', 'The top.'));
    expect([statSync(file).size, statSync(file).mtimeMs]).toEqual([before.size, before.mtimeMs]);
    const again = await site.rebuild();
    expect(again.text('blog/stated.html')).toContain('The top.');
    expect(again.commit).toMatchObject({ written: 1 + FEEDS.length });
  });

  test('back to an old version, with the time of then, is noticed', async () => {
    const site = await buildSite();
    const stats = statSync(join(site.root, A));
    const changed = await site.rebuild({ [A]: text(A).replace('The end.', 'The beginning.') });
    expect(changed.text('blog/stated.html')).toContain('The beginning.');
    writeWithTime(join(site.root, A), text(A), stats);
    const again = await site.rebuild();
    expect(again.text('blog/stated.html')).toContain('The end.');
    expect(again.commit).toMatchObject({ written: 1 + FEEDS.length });
  });

  test('only in its time changes nothing', async () => {
    const site = await buildSite();
    const before = observe(site);
    utimesSync(join(site.root, A), WHOLE_SECONDS, WHOLE_SECONDS);
    expect((await site.rebuild()).commit).toMatchObject({ written: 0 });
    expect(observe(site)).toEqual(before);
  });
});

describe('an essay’s address', () => {
  test('stays when its file is renamed and its slug is stated', async () => {
    const site = await buildSite();
    const before = observe(site);
    const again = await site.rebuild({ [A]: null, 'content/essays/z.md': text(A) });
    // The essay that links to the file is another page; the renamed one is not.
    expect(again.commit).toMatchObject({ written: 1 + FEEDS.length, removed: 0 });
    expect(observe(site)['blog/stated.html']).toBe(before['blog/stated.html']);
    expect(again.report).toContain(`${B}:6:11`);
  });

  test('goes to the next essay of its title when the oldest is deleted', async () => {
    const twin = (year: number) => essay(`title: Twin\npublished: ${year}-01-01`, `Of ${year}.\n`);
    const site = await buildSite({
      'content/essays/1.md': twin(2001),
      'content/essays/2.md': twin(2002),
      'content/essays/3.md': twin(2003),
      'content/essays/link.md': essay('title: L\npublished: 2010-01-01', '[3](/blog/twin-3)\n'),
    });
    const years = (built: BuiltSite) =>
      ['twin', 'twin-2', 'twin-3'].map((slug) =>
        built.paths.includes(`blog/${slug}.html`)
          ? /Of (\d+)\./.exec(built.text(`blog/${slug}.html`))?.[1]
          : null,
      );
    expect([years(site), site.report]).toEqual([['2001', '2002', '2003'], '']);
    const less = await site.rebuild({ 'content/essays/1.md': null });
    expect(years(less)).toEqual(['2002', '2003', null]);
    expect(less.report).toContain('content/essays/link.md:5:5');
    const more = await site.rebuild({ 'content/essays/0.md': twin(2000) });
    expect([years(more), more.report]).toEqual([['2000', '2002', '2003'], '']);
  });
});

test('a tag that overtakes another renumbers all cards', async () => {
  const tagged = (title: string, tags: string) =>
    essay(`title: ${title}\npublished: 2020-01-01\ntags: [${tags}]`);
  const site = await buildOnce({
    [A]: tagged('A', 'x'),
    [B]: tagged('B', 'x'),
    [C]: tagged('C', 'y'),
  });
  const numbers = (built: BuiltSite) =>
    Array.from(built.page('index.html')('.essays > li'), (card) => card.attribs['data-t']);
  expect(numbers(site)).toEqual(['0', '0', '1']);
  const again = await site.rebuild({ [A]: tagged('A', 'y') });
  expect(numbers(again)).toEqual(['0', '1', '0']);
  expect(again.commit).toMatchObject({ written: 2 + FEEDS.length });
});

test('a new year changes the dates of the old year’s essays and of its own', async () => {
  const now = Date.UTC(2026, 11, 31, 12);
  const site = await buildSite(
    {
      [A]: essay('title: A\npublished: 2026-03-04'),
      [B]: essay('title: B\npublished: 2027-01-02'),
    },
    { now },
  );
  const dates = (built: BuiltSite) => texts(built.page('index.html'), '.card time');
  expect(dates(site)).toEqual(['2027', 'Mar 4', '2018']);
  const later = await site.rebuild({}, { now: Date.UTC(2027, 0, 3) });
  expect(dates(later)).toEqual(['Jan 2', '2026', '2018']);
  expect(later.commit).toMatchObject({ written: 1 });
  const back = await site.rebuild({}, { now });
  expect(dates(back)).toEqual(['2027', 'Mar 4', '2018']);
});

test('a moment that an essay is dated for is not missed, though it is the same day', async () => {
  const dated = { [A]: essay('title: A\npublished: 2026-11-21 13:00 UTC') };
  const moment = Date.UTC(2026, 10, 21, 13);
  const site = await buildSite(dated, { now: moment - 3_600_000 });
  expect(site.codes).toEqual(['date-future']);
  for (const [now, codes] of [
    [moment - 1, ['date-future']],
    [moment, []],
    [moment - 1, ['date-future']],
  ] as const) {
    expect((await site.rebuild({}, { now })).codes).toEqual(codes);
  }
});

test('a picture of another size changes the page that shows it, and the picture’s name', async () => {
  const site = await buildSite({
    'content/essays/trip/index.md': essay('title: Trip\npublished: 2020-01-01', '![](pic.png)\n'),
    'content/essays/trip/pic.png': png(640, 480),
  });
  const image = (built: BuiltSite) => built.page('blog/trip.html')('.prose img').attr();
  const again = await site.rebuild({ 'content/essays/trip/pic.png': png(320, 480) });
  expect(image(site)).toMatchObject({ width: '320' });
  expect(again.commit).toMatchObject({ written: 2 + FEEDS.length, removed: 1 });
  const { src, width } = image(again) ?? {};
  expect([width, again.paths.includes(src?.slice(1) ?? '')]).toEqual(['320', true]);
});

test('a template of the package is shadowed, changed and back again', async () => {
  const site = await buildSite();
  const before = site.text('index.html');
  const build = (text: string | null) => site.rebuild({ 'templates/EssayCard.tsx': text });
  const card = (word: string) => `export const EssayCard = () => <li>${word}</li>;\n`;
  expect(cards(await build(card('one')))).toBe('oneoneone');
  expect(cards(await build(card('two')))).toBe('twotwotwo');
  expect((await build('export const EssayCard = () => <li>;\n')).commit).toBeNull();
  expect((await build(card('two'))).commit).toMatchObject({ written: 0 });
  const back = await build(null);
  expect(back.commit).toMatchObject({ written: 1 });
  expect(back.text('index.html')).toBe(before);
});

test('a base path is new in the links of a style sheet of the site’s own', async () => {
  const site = await buildSite({ 'templates/style.css': 'p { background: url(/x.png) }\n' });
  const sheet = (built: BuiltSite) =>
    built.text(built.paths.find((path) => path.endsWith('.css')) ?? '');
  expect(sheet(site)).toContain('url(/x.png)');
  const moved = await site.rebuild({
    'content/site.yaml': SITE_YAML.replace('ann.example', 'ann.example/blog'),
  });
  expect(sheet(moved)).toContain('url(/blog/x.png)');
});

describe('what the templates import from outside of templates/', () => {
  const card = (from: string) => ({
    'templates/EssayCard.tsx': `import { word } from '${from}';
export const EssayCard = () => <li>{word}</li>;
`,
  });
  const word = (text: string) => `export const word = '${text}';\n`;
  const main = (file: string) => ({
    'node_modules/words/package.json': `{ "name": "words", "main": "${file}" }\n`,
  });

  const imports: readonly [fact: string, from: string, files: Files, change: typeof files][] = [
    [
      'is changed',
      '../lib/word.js',
      { 'lib/word.js': word('one') },
      { 'lib/word.js': word('two') },
    ],
    [
      'gives way to a new file that the compiler prefers',
      '../lib/word',
      { 'lib/word.js': word('one') },
      { 'lib/word.ts': word('two') },
    ],
    [
      'is another file of a package now',
      'words',
      {
        ...main('one.js'),
        'node_modules/words/one.js': word('one'),
        'node_modules/words/two.js': word('two'),
      },
      main('two.js'),
    ],
  ];
  test.each(imports)('%s', async (_, from, given, change) => {
    const site = await buildSite({ ...card(from), ...given });
    expect(cards(site)).toBe('oneoneone');
    expect(cards(await site.rebuild(change))).toBe('twotwotwo');
  });
});

test('a link breaks when its target goes, and is whole when the target comes back', async () => {
  const site = await buildSite();
  expect(site.report).toBe('');
  const gone = await site.rebuild({ [A]: null });
  const broken = [
    'warning [link-broken] The link `a.md` leads to nothing in the site',
    `  ${B}:6:11`,
    '  6 | Read [it](a.md).',
    '    |           ^',
    '  → Correct it, put the file into content/public, or add the path to `redirects` in site.yaml.',
  ].join('\n');
  expect(gone.report).toBe(broken);
  expect(gone.page('blog/beta.html')('.prose a').attr('href')).toBe('a.md');
  expect((await site.rebuild()).report).toBe(broken);
  const mended = await site.rebuild({ [A]: files[A] ?? null });
  expect(mended.report).toBe('');
  expect(mended.page('blog/beta.html')('.prose a').attr('href')).toBe('/blog/stated');
});

test('other words per minute are other reading times, on cards and pages', async () => {
  const site = await buildSite();
  const faster = `${SITE_YAML}wordsPerMinute: 10\n`;
  const again = await site.rebuild({ 'content/site.yaml': faster });
  expect(again.page('blog/stated.html')('.essay').text()).toContain('8 min read');
  expect(again.page('index.html')('.card').first().text()).toContain('8 min read');
  expect(again.commit).toMatchObject({ written: 2 });
});

describe('what lies in out/ and .blog/', () => {
  test('.blog/ is deleted: out/ is the same, and not written', async () => {
    const site = await buildSite();
    const before = observe(site);
    rmSync(join(site.root, '.blog'), { recursive: true });
    const again = await site.rebuild();
    expect(again.commit).toEqual({ written: 0, unchanged: site.paths.length, removed: 0 });
    expect(again.report).toBe('');
    expect(observe(site)).toEqual(before);
  });

  test('a file of out/ is altered, with its length and time as before: it is made whole', async () => {
    const site = await buildSite();
    const file = join(site.root, 'out/blog/stated.html');
    const text = readFileSync(file, 'utf8');
    writeWithTime(file, text.replace('The end.', 'The xxx.'));
    const again = await site.rebuild();
    expect(again.text('blog/stated.html')).toBe(text);
    expect(again.commit).toMatchObject({ written: 1 });
  });

  test('a page of another hand in out/ is named, though nothing else is new', async () => {
    const site = await buildSite();
    writeFileSync(join(site.root, 'out/mine.html'), 'mine');
    expect((await site.rebuild()).codes).toEqual(['out-unknown-files']);
    rmSync(join(site.root, 'out/mine.html'));
    expect((await site.rebuild()).codes).toEqual([]);
  });

  test('a build that fails for another reason says nothing of pages that are out of date', async () => {
    const link = essay('title: L\npublished: 2010-01-01', '[x](/about#early)\n');
    const about = (id: string) => ({ 'content/about.md': `## ${id}\n\nWords.\n` });
    const site = await buildSite({ ...about('Early'), 'content/essays/link.md': link });
    expect(site.report).toBe('');
    const wrong = { [C]: essay('title: C') };
    const failed = await site.rebuild({ ...about('Late'), ...wrong });
    const clean = await buildOnce({
      ...files,
      ...about('Late'),
      'content/essays/link.md': link,
      ...wrong,
    });
    expect(failed.report).toBe(clean.report);
  });
});

describe('what a build remembers of essays is not what the last one for out/ was made of', () => {
  test('after one that failed: it fails again', async () => {
    const site = await buildSite();
    const twin = { [C]: essay('title: Gamma\npublished: 2018-01-01\nslug: stated', 'Nothing.\n') };
    const failed = await site.rebuild(twin);
    expect(failed.codes).toEqual(['slug-duplicate']);
    for (const again of [await site.rebuild(), await site.rebuild()]) {
      expect(again.codes).toEqual(['slug-duplicate']);
      expect(again.commit).toBeNull();
    }
  });

  test('after one into another folder: the edit arrives in both', async () => {
    const site = await buildSite();
    const other = { outDir: join(site.root, 'other') };
    const edit = { [A]: essay('title: Omega\npublished: 2020-01-01\nslug: stated', 'New.\n') };
    expect((await site.rebuild(edit, other)).text('index.html')).toContain('Omega');
    expect((await site.rebuild()).text('index.html')).toContain('Omega');
  });
});

describe('only what an edit changes is written', () => {
  const essayPage = 'blog/stated.html';
  const sheet = expect.stringMatching(/^assets\/style\.\w+\.css$/);
  const edits: readonly [path: string, from: string, to: string, written: string[]][] = [
    [A, 'The end.', 'Good bye.', [essayPage, ...FEEDS]],
    [A, 'Alpha', 'Omega', [essayPage, 'index.html', ...FEEDS]],
    ['content/site.yaml', 'Ann A', 'Ben A', [...PAGES, essayPage, 'favicon.svg', ...FEEDS]],
    ['templates/style.css', 'red', 'blue', [...PAGES, essayPage, sheet]],
    ['content/public/robots.txt', '*', 'x', ['robots.txt']],
    [B, '/old/b', '/old/c', ['_redirects', 'old/c.html']],
  ];
  test.each(edits)('%s: "%s" becomes "%s"', async (path, from, to, written) => {
    const site = await buildSite({ 'templates/style.css': 'p { color: red }\n' });
    const before = observe(site);
    const old = readFileSync(join(site.root, path), 'utf8');
    const again = await site.rebuild({ [path]: old.replace(from, to) });
    const after = observe(site);
    const changed = Object.keys(after).filter((each) => after[each] !== before[each]);
    expect(changed).toEqual(expect.arrayContaining(written));
    expect([changed.length, again.commit?.written]).toEqual([written.length, written.length]);
  });
});
