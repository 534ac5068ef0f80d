/**
 * The riskiest single edits, one by one. `edits.test.ts` tries everything together.
 */
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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

/** What lies in a folder: bytes, and which were written anew. */
function observe(folder: string): Record<string, string> {
  return Object.fromEntries(
    listFiles(folder).map((path) => {
      const file = join(folder, path);
      return [path, `${statSync(file).ino} ${fingerprint(readFileSync(file))}`];
    }),
  );
}

const outOf = (site: BuiltSite) => join(site.root, 'out');

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
    writeWithTime(file, readFileSync(file, 'utf8').replace('The end.', 'The top.'));
    expect([statSync(file).size, statSync(file).mtimeMs]).toEqual([before.size, before.mtimeMs]);
    const again = await site.rebuild();
    expect(again.text('blog/stated.html')).toContain('The top.');
    expect(again.commit).toMatchObject({ written: 1 + FEEDS.length });
  });

  test('back to an old version, with the time of then, is noticed', async () => {
    const site = await buildSite();
    const file = join(site.root, A);
    const [text, stats] = [readFileSync(file, 'utf8'), statSync(file)];
    const changed = await site.rebuild({ [A]: text.replace('The end.', 'The beginning.') });
    expect(changed.text('blog/stated.html')).toContain('The beginning.');
    writeWithTime(file, text, stats);
    const again = await site.rebuild();
    expect(again.text('blog/stated.html')).toContain('The end.');
    expect(again.commit).toMatchObject({ written: 1 + FEEDS.length });
  });

  test('only in its time changes nothing', async () => {
    const site = await buildSite();
    const before = observe(outOf(site));
    utimesSync(join(site.root, A), WHOLE_SECONDS, WHOLE_SECONDS);
    expect((await site.rebuild()).commit).toMatchObject({ written: 0 });
    expect(observe(outOf(site))).toEqual(before);
  });
});

describe('an essay’s address', () => {
  test('stays when its file is renamed and its slug is stated', async () => {
    const site = await buildSite();
    const before = observe(outOf(site));
    renameSync(join(site.root, A), join(site.root, 'content/essays/z.md'));
    const again = await site.rebuild();
    expect(again.commit).toMatchObject({ written: 1 + FEEDS.length, removed: 0 });
    // The essay that links to the file is another page; the renamed one is not.
    const after = observe(outOf(site));
    expect(after['blog/stated.html']).toBe(before['blog/stated.html']);
    expect(again.report).toContain('leads to nothing');
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
    expect(site.report).toBe('');
    expect(site.text('blog/twin.html')).toContain('Of 2001.');
    const less = await site.rebuild({ 'content/essays/1.md': null });
    expect(less.text('blog/twin.html')).toContain('Of 2002.');
    expect(less.text('blog/twin-2.html')).toContain('Of 2003.');
    expect(less.paths).not.toContain('blog/twin-3.html');
    expect(less.report).toContain('content/essays/link.md:5:5');
    const more = await site.rebuild({ 'content/essays/0.md': twin(2000) });
    expect(more.text('blog/twin.html')).toContain('Of 2000.');
    expect(more.text('blog/twin-3.html')).toContain('Of 2003.');
    expect(more.report).toBe('');
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
    built
      .page('index.html')('.essays > li')
      .toArray()
      .map((card) => card.attribs['data-t']);
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
  const now = Date.UTC(2026, 10, 21, 12);
  const site = await buildSite(
    { [A]: essay('title: A\npublished: 2026-11-21 13:00 UTC') },
    { now },
  );
  expect(site.codes).toEqual(['date-future']);
  const [before, then] = [Date.UTC(2026, 10, 21, 13) - 1, Date.UTC(2026, 10, 21, 13)];
  expect((await site.rebuild({}, { now: before })).codes).toEqual(['date-future']);
  expect((await site.rebuild({}, { now: then })).codes).toEqual([]);
  expect((await site.rebuild({}, { now: before })).codes).toEqual(['date-future']);
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
  const card = (word: string) => `export const EssayCard = () => <li>${word}</li>;\n`;
  const file = 'templates/EssayCard.tsx';
  const shadowed = await site.rebuild({ [file]: card('one') });
  expect(shadowed.page('index.html')('.essays').text()).toBe('oneoneone');
  const changed = await site.rebuild({ [file]: card('two') });
  expect(changed.page('index.html')('.essays').text()).toBe('twotwotwo');
  expect(
    (await site.rebuild({ [file]: 'export const EssayCard = () => <li>;\n' })).commit,
  ).toBeNull();
  expect((await site.rebuild({ [file]: card('two') })).commit).toMatchObject({ written: 0 });
  const back = await site.rebuild({ [file]: null });
  expect(back.commit).toMatchObject({ written: 1 });
  expect(back.text('index.html')).toBe(before);
});

describe('what the templates import from outside of templates/', () => {
  const card = (from: string) => ({
    'templates/EssayCard.tsx': `import { word } from '${from}';
export const EssayCard = () => <li>{word}</li>;
`,
  });
  const word = (text: string) => `export const word = '${text}';\n`;
  const cards = (site: BuiltSite) => site.page('index.html')('.essays').text();

  test('is changed', async () => {
    const site = await buildSite({ ...card('../lib/word.js'), 'lib/word.js': word('one') });
    const again = await site.rebuild({ 'lib/word.js': word('two') });
    expect(cards(again)).toBe('twotwotwo');
  });

  test('gives way to a new file that the compiler prefers', async () => {
    const site = await buildSite({ ...card('../lib/word'), 'lib/word.js': word('one') });
    const again = await site.rebuild({ 'lib/word.ts': word('two') });
    expect(cards(again)).toBe('twotwotwo');
  });

  test('is another file of a package now', async () => {
    const main = (file: string) => ({
      'node_modules/words/package.json': `{ "name": "words", "main": "${file}" }\n`,
    });
    const site = await buildSite({
      ...card('words'),
      ...main('one.js'),
      'node_modules/words/one.js': word('one'),
      'node_modules/words/two.js': word('two'),
    });
    expect(cards(await site.rebuild(main('two.js')))).toBe('twotwotwo');
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
    const before = observe(outOf(site));
    rmSync(join(site.root, '.blog'), { recursive: true });
    const again = await site.rebuild();
    expect(again.commit).toEqual({ written: 0, unchanged: site.paths.length, removed: 0 });
    expect(again.report).toBe('');
    expect(observe(outOf(site))).toEqual(before);
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
  const style = (color: string) => `p { color: ${color} }\n`;
  const edits: readonly [name: string, path: string, text: string, written: string[]][] = [
    [
      'a body, deep in one essay',
      A,
      String(files[A]).replace('The end.', 'Good bye.'),
      ['blog/stated.html', ...FEEDS],
    ],
    [
      'the title of an essay that states its slug',
      A,
      String(files[A]).replace('Alpha', 'Omega'),
      ['blog/stated.html', 'index.html', ...FEEDS],
    ],
    [
      'the name of the site',
      'content/site.yaml',
      SITE_YAML.replace('Ann Author', 'Ben Author'),
      [...PAGES, 'blog/stated.html', 'favicon.svg', ...FEEDS],
    ],
    [
      'the style sheet',
      'templates/style.css',
      style('blue'),
      [...PAGES, 'blog/stated.html', expect.stringMatching(/^assets\/style\.\w+\.css$/)],
    ],
    ['a public file', 'content/public/robots.txt', 'User-agent: x\n', ['robots.txt']],
    ['a redirect', B, String(files[B]).replace('/old/b', '/old/c'), ['_redirects', 'old/c.html']],
  ];
  test.each(edits)('%s', async (_, path, text, written) => {
    const site = await buildSite({ 'templates/style.css': style('red') });
    const before = observe(outOf(site));
    const again = await site.rebuild({ [path]: text });
    const after = observe(outOf(site));
    const changed = Object.keys(after).filter((each) => after[each] !== before[each]);
    expect(changed).toEqual(expect.arrayContaining(written));
    expect(changed).toHaveLength(written.length);
    expect(again.commit?.written).toBe(written.length);
  });
});
