/**
 * Rebuilds: the last result stays valid until an input changes; then the next equals a clean build, whatever it
 * reuses. A session names the changed files, and the build trusts the others.
 */
import { mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cacheFileOf } from '../../src/build/cache.ts';
import { passTick } from '../support/damages.ts';
import {
  buildFresh,
  buildSettled,
  describeResult,
  FILES,
  isStanding,
  picture,
  rewriteUnseen,
  settle,
} from '../support/rebuild.ts';
import {
  buildIn,
  buildSite,
  essay,
  listFiles,
  NOW,
  type Options,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../support/site.ts';

const HOUR = 3_600_000;
const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const headed = (lines: string, body?: string) => essay(`published: 2019-01-01\n${lines}`, body);
const twin = (year: number) => essay(`title: Twin\npublished: ${year}-01-01`, `Of ${year}.\n`);

test('while nothing changes the result stays valid, with its problems and counts', async () => {
  const broken = { 'content/essays/c.md': headed('title: C', '[x](/gone)') };
  const site = await buildSite({ ...FILES, ...broken });
  const standing = await settle(site);
  expect(describeResult(standing)).toEqual(describeResult(site));
  expect([standing.codes, standing.summary]).toEqual([['link-broken'], site.summary]);
  expect(standing.commit).toEqual({ written: 0, unchanged: site.paths.length, removed: 0 });
});

describe('a result stays valid', () => {
  const cases: readonly [name: string, options: Options, stands: boolean][] = [
    ['a moment later', { now: NOW + 1 }, true],
    ['until the end of the day', { now: NOW + 12 * HOUR - 1 }, true],
    ['not on the next day', { now: NOW + 12 * HOUR }, false],
    ['not if the clock was set back', { now: NOW - 1 }, false],
    ['not for another program', { program: 'another' }, false],
    ['not with drafts', { showDrafts: true }, false],
    ['not if warnings are errors', { isStrict: true }, false],
    ['not from templates elsewhere', { packageRoot: `${process.cwd()}/.` }, false],
  ];
  test('for a while, and for the same options', async () => {
    const site = await buildSettled();
    for (const [name, options, stands] of cases) {
      expect(isStanding(await site.rebuild({}, options)), name).toBe(stands);
      if (!stands) await settle(site);
    }
  });

  test('for each output folder, and if files beside the content change', async () => {
    const site = await buildSettled();
    const other = await settle(await buildIn(site.root, { outDir: join(site.root, 'other') }));
    expect(isStanding(other)).toBe(true);
    expect(isStanding(await site.rebuild({ 'README.md': 'x', 'lib/x.js': 'x' }))).toBe(true);
    expect(isStanding(await site.rebuild({ 'lib/x.js': null }))).toBe(true);
  });

  test('if the build itself has written addresses into content/', async () => {
    const site = await buildSettled();
    const options = { remembers: 'all' } as const;
    await site.rebuild({}, options);
    expect(readFileSync(join(site.root, 'content/addresses.txt'), 'utf8')).toContain('/blog/');
    passTick(site.root);
    expect(isStanding(await site.rebuild({}, options))).toBe(true);
  });
});

type Changes = Readonly<Record<string, string | Uint8Array | null>>;
type Step = readonly [name: string, Changes | ((root: string) => void), options?: Options];

const move = (from: string, to: string) => (root: string) =>
  renameSync(join(root, from), join(root, to));

const CARD = 'templates/EssayCard.tsx';
const card = (code: string) => ({ [CARD]: `export const EssayCard = ${code};\n` });

const FIGURE = 'templates/shortcodes/Figure.tsx';
const mark = (element: string) => `export default ({ a }) => ${element};\n`;
const SCRIPT = '<script dangerouslySetInnerHTML={{ __html: a }} />';
const marked = (a: string) => headed('title: A', `::figure{a="${a}"}\n\n::note\n`);
const CARDS = 'name: Ann\nurl: https://ann.example\n';
const SQUARES = readFileSync(join(packageRoot, 'tests/support/squares.ttf'));

/** Consecutive changes: each applies to the result of those before it. */
const STEPS: readonly Step[] = [
  ['an essay’s words', { [B]: headed('title: B', 'y\n') }],
  ['a letter, with size and time as before', (root) => rewriteUnseen(join(root, B), 'y\n', 'z\n')],
  ['a heading that another links to', { [B]: headed('title: New', '## Other\n') }],
  ['a draft', { [B]: headed('title: New\ndraft: true') }],
  ['the option for drafts', {}, { showDrafts: true }],
  ['the case of a slug', { [B]: headed('title: New\nslug: NEW') }],
  ['an error', { [B]: essay('published: 2020-01-01') }],
  ['a new essay beside the error', { 'content/essays/x/y/e.md': headed('title: A') }],
  ['no error', { [B]: headed('title: New') }],
  ['a file’s name', move(B, 'content/essays/z.md')],
  ['a folder’s name', move('content/essays/walk', 'content/essays/ride')],
  ['a picture', { 'content/essays/ride/pic.svg': picture(7) }],
  ['warnings as errors', {}, { isStrict: true }],
  [
    'two essays of one title',
    { 'content/essays/1.md': twin(2001), 'content/essays/2.md': twin(2002) },
  ],
  ['the older one, gone', { 'content/essays/1.md': null }],
  ['one that is older', { 'content/essays/0.md': twin(2000) }],
  ['a poem in a folder', { 'content/essays/w/poem.txt': headed('title: Poem\npermalink: /old/p') }],
  ['the essay of that folder', { 'content/essays/w/index.md': headed('title: Walk') }],
  [
    'files in a format that isn’t read',
    { 'content/essays/b.rst': 'x', 'content/essays/c.rst': 'x' },
  ],
  ['a link to one of them', { [A]: headed('title: A', '[x](b.rst)') }],
  ['a text outside the folders of essays', { 'content/notes/b.md': 'x' }],
  ['that text, gone', { 'content/notes/b.md': null }],
  ['the language of the site', { 'content/site.yaml': `${SITE_YAML}language: fr\n` }],
  ['the language of an essay', { [A]: headed('title: Its "name"\nlang: de', 'It is "so".') }],
  ['a public file', { 'content/public/robots.txt': 'User-agent: x\n' }],
  ['a letter in it', (root) => rewriteUnseen(join(root, 'content/public/robots.txt'), 'x', 'y')],
  ['a public file where a folder will be', { 'content/public/x': 'x' }],
  ['that folder', { 'content/public/x': null, 'content/public/x/y/z': 'x' }],
  ['two files for one path', { 'content/public/index.html': 'x' }],
  ['own redirects', { 'content/public/_redirects': '/y /blog/a 301\n' }],
  ['one file for each path', { 'content/public/index.html': null }],
  ['no public files', { 'content/public': null }],
  [
    'another base path',
    { 'content/site.yaml': 'name: Ann\nurl: https://ann.example/blog\nsocialImages: false\n' },
  ],
  ['the year', {}, { now: Date.UTC(2027, 5, 1) }],
  ['the clock, back', {}, { now: Date.UTC(2019, 5, 1) }],
  ['the biography', { 'content/about.md': 'I am Ben.\n' }],
  ['a template', card('() => <li />')],
  ['a template that throws', card('() => { throw new Error("no"); }')],
  ['an error in it', card(';')],
  ['components of shortcodes', { [FIGURE]: mark('<hr />'), [A]: marked('go()') }],
  ['a component that was missing', { 'templates/shortcodes/note.jsx': mark('<b>Note</b>') }],
  ['a component with a script', { [FIGURE]: mark(SCRIPT) }],
  ['the attributes of a shortcode', { [A]: marked('stop()') }],
  ['no components', { 'templates/shortcodes': null }],
  ['cards', { 'content/site.yaml': CARDS }],
  ['their language', { 'content/site.yaml': `${CARDS}language: de\n` }],
  ['their template', { 'templates/SocialCard.tsx': mark('<div>x</div>') }],
  ['a font', { 'templates/fonts/squares.ttf': SQUARES }],
  ['an icon', { 'content/public/favicon.ico': 'x' }],
  ['a style sheet with a broken import', { 'templates/style.css': '@import "./gone.css";' }],
  ['a style sheet', { 'templates/style.css': 'p { color: red }\n' }],
  ['no essays', { 'content/essays': null }],
  ['no settings', { 'content/site.yaml': null }],
];

describe('after a change, the result equals that of a clean build', () => {
  /** The files of a site, with their contents. */
  const lookAt = (root: string) => {
    const paths = ['content', 'templates'].flatMap((folder) =>
      listFiles(join(root, folder)).map((path) => `${folder}/${path}`),
    );
    return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  };

  // tests/long/incremental/ tries the same in processes of their own.
  test('in a session that is told the paths', async () => {
    let last = await buildSettled();
    let { files } = describeResult(last);
    const { root } = last;
    for (const [name, change, options = {}] of STEPS) {
      const [before] = [lookAt(root), passTick(root)];
      if (typeof change === 'function') change(root);
      else writeFiles(root, change);
      const after = lookAt(root);
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (path) => before.get(path) !== after.get(path),
      );
      // After a failed build, a session checks every file.
      const told = { changed: last.commit && changed, memory: last.memory };
      last = await buildIn(root, { ...options, ...told });
      const expected = await buildFresh(root, options);
      // A build with errors writes nothing.
      files = last.commit === null ? files : expected.files;
      expect(describeResult(last), name).toEqual({ files, report: expected.report });
    }
    expect(last.codes).toContain('config-missing');
  });

  const NEWS = { 'elsewhere/e.md': headed('title: News'), 'elsewhere/x.pdf': 'news' };
  const OLD = { 'elsewhere/e.md': headed('title: Old'), 'elsewhere/x.pdf': 'old' };
  const links: readonly [name: string, path: string, target: string, old: typeof OLD | null][] = [
    ['of the target of an essay’s symlink', 'essays/e.md', 'e.md', OLD],
    ['in a symlinked folder', 'essays/linked', '', OLD],
    ['of the target of a public file’s symlink', 'public/x.pdf', 'x.pdf', OLD],
    ['that creates the target of an essay’s dangling symlink', 'essays/e.md', 'e.md', null],
    ['that creates the target of a public file’s dangling symlink', 'public/x.pdf', 'x.pdf', null],
  ];
  test.each(links)('%s', async (_, path, target, old) => {
    const settings = { 'content/site.yaml': `${SITE_YAML}followLinks: true\n` };
    const first = await buildSite({ ...FILES, ...settings, ...old });
    mkdirSync(join(first.root, 'elsewhere'), { recursive: true });
    symlinkSync(join('../../elsewhere', target), join(first.root, 'content', path));
    const site = await settle(await first.rebuild());
    const before = describeResult(site);
    const again = await site.rebuild(NEWS);
    expect(describeResult(again)).toEqual(await buildFresh(site.root));
    expect(describeResult(again)).not.toEqual(before);
  });
});

describe('in a session', () => {
  const ROBOTS = 'content/public/robots.txt';

  test('only the changed paths are checked', async () => {
    const site = await buildSettled();
    const edits = { [A]: headed('title: Alpha'), [ROBOTS]: 'x', 'out/about.html': 'by hand' };
    const again = await site.rebuild(edits, { changed: [A], memory: site.memory });
    expect(again.page('index.html')('.essays').text()).toContain('Alpha');
    expect([again.text('robots.txt'), again.text('about.html')]).toEqual([
      FILES[ROBOTS],
      'by hand',
    ]);
    const told = await site.rebuild({}, { changed: [ROBOTS], memory: again.memory });
    expect([told.text('robots.txt'), told.commit?.written]).toEqual(['x', 1]);
    // A build without a list of changes finds the rest.
    expect(describeResult(await site.rebuild())).toEqual(await buildFresh(site.root));
  });

  test('an essay whose change was not reported is not mixed with its cached state', async () => {
    const site = await buildSettled();
    const edits = { [A]: headed('title: Alpha'), [B]: headed('title: Beta') };
    const mixed = await site.rebuild(edits, { changed: [A], memory: site.memory });
    expect([mixed.codes, mixed.commit]).toEqual([['file-changed'], null]);
    const again = await site.rebuild({}, { changed: [B], memory: mixed.memory });
    expect(describeResult(again)).toEqual(await buildFresh(site.root));
  });

  test('the state in memory is not used if that of .blog/ is lost, or from another build', async () => {
    const site = await buildSettled();
    const lost = { '.blog': null, [ROBOTS]: 'x' };
    const again = await site.rebuild(lost, { changed: [], memory: site.memory });
    expect(again.text('robots.txt')).toBe('x');
    const { memory } = await settle(site);
    await site.rebuild({ [A]: headed('title: Alpha') });
    const late = await site.rebuild({ [A]: headed('title: Omega') }, { changed: [A], memory });
    expect(describeResult(late)).toEqual(await buildFresh(site.root));
  });

  test('after a check of every file, only the edited essay is read again', async () => {
    // No list of essays shows the end of the text.
    const long = (end: string) => ({ [B]: headed('title: B', `${'word '.repeat(60)}${end}\n`) });
    const site = await buildSite({ ...FILES, ...long('x') });
    const told = await site.rebuild(long('y'), { changed: [B], memory: site.memory });
    expect([...(told.memory?.read?.derived.edited ?? [])]).toEqual([B]);
  });

  test('requested pages are rendered first, and reported before anything is written', async () => {
    const many = Array.from({ length: 50 }, (_, i) => {
      return [`content/essays/${i}.md`, headed(`title: T${i}`)];
    });
    const waiting = ['blog/t49.html', 'index.html'];
    const told: string[] = [];
    const pages: Record<string, string> = {};
    const site = await buildSite(Object.fromEntries(many), {
      awaited: [...waiting, 'none.html'],
      onPage(path, html) {
        told.push(path);
        pages[path] = html;
      },
      onProgress: (stage, done, total) => told.push(`${stage} ${done} of ${total}`),
    });
    // A new file, such as a picture on the page, isn't there before it is written.
    expect(told.filter((each) => !each.includes(' '))).toEqual([]);
    told.length = 0;
    const again = await site.rebuild({ 'content/essays/49.md': headed('title: T49', 'New.\n') });
    const all = again.commit?.written;
    expect(told[0]).toBe('reading 51 of 51');
    expect(told.slice(1).sort()).toEqual([...waiting, `rendering ${all} of ${all}`]);
    for (const [path, html] of Object.entries(pages)) expect(again.text(path)).toBe(html);
    told.length = 0;
    await site.rebuild({ [B]: essay('title: No date'), 'content/about.md': 'I am Ben.\n' });
    expect(told.filter((each) => !each.includes(' '))).toEqual([]);
  });
});

test('the cache holds the bodies of essays in the feeds, and no others', async () => {
  const of = (year: number) => ({
    [`content/essays/${year}.md`]: essay(`title: T\ndate: ${year}-01-01`, `Words of ${year}.\n`),
  });
  const settings = { 'content/site.yaml': `${SITE_YAML}feedItems: 2\n` };
  const site = await buildSite({ ...settings, ...of(2018), ...of(2019), ...of(2020) });
  const listBodies = () => {
    const file = cacheFileOf(join(site.root, '.blog'), join(site.root, 'out'));
    return readFileSync(file, 'utf8')
      .match(/(?<=<p>Words of )\d+/g)
      ?.sort();
  };
  expect(listBodies()).toEqual(['2019', '2020']);
  await site.rebuild(of(2021));
  expect(listBodies()).toEqual(['2020', '2021']);
});
