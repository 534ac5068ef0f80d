/**
 * Changes of the author's files during a session: each reaches the served tree, which then equals that of a
 * clean build.
 */
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFilter, SiteWatch } from '../../../src/dev/watch.ts';
import { essay, makeSite, SITE_YAML, writeFiles } from '../../support/site.ts';
import * as steps from './steps.ts';
import { ALPHA, afterErrors, card, inTurn, move, put, type Step, titled, WALK } from './steps.ts';

const GAMMA = 'blog/gamma.html';
const gamma = (body?: string) => titled('Gamma', body);
const putNew = put({ [ALPHA]: titled('Alpha', 'New.') });
const NEW = { 'blog/alpha.html': 'New.' };

/** Replaces a file atomically, as many editors do: writes the new text beside it, and renames. */
const replace: typeof put = (changes) => (places) => {
  for (const [path, text] of Object.entries(changes)) {
    put({ [`${path}~`]: text })(places);
    move(`${path}~`, path)(places);
  }
};

/** Performs an act in the folder outside of the site. */
const outside =
  (act: typeof put): ((changes: steps.Changes) => Step[0]) =>
  (changes) =>
  (places) =>
    act(changes)({ root: places.outside });

/** A step that writes an essay, and expects it at its address. */
const write = (
  path: string,
  title: string,
  body = `${title}s, ${title}ish.`,
  by: (_: steps.Changes) => Step[0] = put,
): Step => [by({ [path]: titled(title, body) }), { [`blog/${title.toLowerCase()}.html`]: body }];

function checkAll(
  title: string,
  setting: steps.Setting,
  cases: Record<string, readonly Step[]>,
): void {
  describe(title, () => {
    test.each(Object.entries(cases))('%s', (_, each) => steps.check(setting, each));
  });
}

checkAll(
  'an essay, saved now and then,',
  { isPaced: true },
  {
    'edited in place, and repeatedly replaced by a rename': [
      write(ALPHA, 'Alpha', 'New.'),
      ...['One.', 'Two.'].map((text) => write(ALPHA, 'Alpha', text, replace)),
    ],
  },
);

// Random combinations of what can happen to files and folders are in storm.test.ts.
checkAll(
  'a folder',
  {
    mayBeMissed: true,
    outside: { 'trip/c.md': gamma(), 'trip/far/d.md': titled('Delta') },
  },
  {
    'with the name of a package folder': [
      write('content/essays/node_modules/c.md', 'Gamma'),
      write('content/essays/node_modules/c.md', 'Gamma', 'New.'),
    ],
    'moved in from elsewhere, with files': [
      [
        ({ root, outside }) => renameSync(join(outside, 'trip'), join(root, 'content/essays/trip')),
        { [GAMMA]: 'Gamma', 'blog/delta.html': 'Delta' },
      ],
      write('content/essays/trip/far/d.md', 'Delta', 'New.'),
    ],
    'with all content, renamed away and back': [
      [
        afterErrors(move('content', 'elsewhere'), inTurn(move('elsewhere', 'content'), putNew)),
        NEW,
      ],
      write(`${WALK}/beta.md`, 'Beta', 'New.'),
    ],
  },
);

const yaml = (name: string) => `name: ${name}\nurl: https://ann.example\nsocialImages: false\n`;
const words = (word: string) => ({ 'lib/words.ts': `export const word = "${word}";\n` });
const WORD_CARD = `import { word } from '../lib/words';
export const EssayCard = ({ card }) => <li>{card.title} {word}</li>;
`;

checkAll(
  'the rest of the site',
  {},
  {
    'settings that are edited, deleted and restored': [
      [put({ 'content/site.yaml': yaml('Bob') }), { 'index.html': 'Bob' }],
      [
        afterErrors(put({ 'content/site.yaml': null }), put({ 'content/site.yaml': yaml('Cleo') })),
        { 'index.html': 'Cleo' },
      ],
    ],
    'a public file added, edited and deleted': [
      [put({ 'content/public/x/a.txt': 'One' }), { 'x/a.txt': 'One' }],
      [put({ 'content/public/x/a.txt': 'Two' }), { 'x/a.txt': 'Two' }],
      [put({ 'content/public/x/a.txt': null }), { 'x/a.txt': null }],
    ],
    'the first template, with its folder; edited and deleted': [
      [put({ 'templates/EssayCard.tsx': card('one') }), { 'index.html': 'one' }],
      [put({ 'templates/EssayCard.tsx': card('two') }), { 'index.html': 'two' }],
      [put({ 'templates/EssayCard.tsx': null, [ALPHA]: titled('Alpha', 'New.') }), NEW],
    ],
    'a module outside of templates/ that a template imports': [
      [put({ ...words('one'), 'templates/EssayCard.tsx': WORD_CARD }), { 'index.html': 'one' }],
      [put(words('two')), { 'index.html': 'two' }],
      [replace(words('three')), { 'index.html': 'three' }],
      [afterErrors(put({ 'lib/words.ts': null }), put(words('four'))), { 'index.html': 'four' }],
    ],
  },
);

const link =
  (path: string, to: string): NonNullable<steps.Setting['prepare']> =>
  ({ root, outside }) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    rmSync(join(root, path), { force: true });
    symlinkSync(join(outside, to), join(root, path));
    writeFiles(root, { 'content/site.yaml': `${SITE_YAML}followLinks: true\n` });
  };
// Of different dates, since a new essay of the same date would be taken for the old one, moved.
const far = {
  'far/c.md': essay('title: Gamma\npublished: 2019-01-01'),
  'farther/d.md': titled('Delta'),
};

checkAll(
  'behind a symbolic link',
  { mayBeMissed: true, outside: far, prepare: link('content/essays/c.md', 'far/c.md') },
  {
    'an essay is edited, replaced, deleted and recreated': [
      write('far/c.md', 'Gamma', 'One.', outside(put)),
      ...['Two.', 'Three.'].map((text) => write('far/c.md', 'Gamma', text, outside(replace))),
      [outside(put)({ 'far/c.md': null }), { [GAMMA]: null }],
      write('far/c.md', 'Gamma', 'Four.', outside(put)),
    ],
  },
);

checkAll(
  'behind a symbolic link to a folder',
  { mayBeMissed: true, outside: far, prepare: link('content/essays/far', 'far') },
  {
    'essays change': [
      write('far/c.md', 'Gamma', 'One.', outside(put)),
      write('far/deep/e.md', 'Epsilon', 'One.', outside(put)),
      write('far/deep/e.md', 'Epsilon', 'Two.', outside(put)),
      [outside(put)({ 'far/c.md': null }), { [GAMMA]: null }],
    ],
    'the link gets another target': [
      [link('content/essays/far', 'farther'), { [GAMMA]: null, 'blog/delta.html': 'Delta' }],
      write('farther/d.md', 'Delta', 'New.', outside(put)),
    ],
  },
);

/** Starts a watch of a site with these symlinks beside the essay `a.md`, and waits until it is ready. */
async function startWatch(links: Readonly<Record<string, string>>) {
  const root = makeSite({ [A]: '' });
  for (const [name, target] of Object.entries(links)) {
    symlinkSync(target, join(root, 'content/essays', name));
  }
  const ignore = () => {};
  const watch = new SiteWatch(root, ignore, ignore);
  onTestFinished(() => watch.close());
  const untilReady = async () => expect(await watch.next(5000)).toEqual([]);
  await watch.next(0);
  await untilReady();
  return { root, watch, untilReady };
}
const A = 'content/essays/a.md';

test.each([
  ['to their own folder', { x: '.', y: '.' }],
  ['to the root of the disk', { x: '/', y: '../..' }],
])('symlinks %s cause no endless loop', async (_, links) => {
  const { root, watch } = await startWatch(links);
  writeFiles(root, { [A]: 'new' });
  expect(await watch.next(5000)).toEqual([A]);
});

test('the target of a symlink that the build leaves out is not watched', async () => {
  const outside = makeSite({ 'far.md': '' });
  const { root, watch, untilReady } = await startWatch({ x: outside });
  watch.choose([], [join(root, 'content/essays/x')]);
  await untilReady();
  writeFiles(outside, { 'far.md': 'new' });
  writeFiles(root, { [A]: 'new' });
  expect(await watch.next(5000)).toEqual([A]);
});

describe.each([
  ['on Linux', '/home/ann/site', '/home/ann/lib/words.ts', '/'],
  ['on Windows', 'C:\\Ann\\site', 'D:\\lib\\words.ts', '\\'],
  ['in the root of a drive', 'D:\\', 'C:\\lib\\words.ts', '\\'],
  ['on a network drive', '\\\\server\\share\\site', 'C:\\lib\\words.ts', '\\'],
])('a site %s', (_, root, other, slash) => {
  const top = root.endsWith(slash) ? root : root + slash;
  const toFile = (path: string) => top + path.replaceAll('/', slash);
  const isWanted = makeFilter(root, [other], [toFile('content/essays/linked')]);

  test.each([
    ['content/essays/a.md', true],
    ['templates/SiteFooter.tsx', true],
    ['package.json', true],
    ['content/essays/linked', false],
    ['content/essays/linked/b.md', false],
    ['templates/node_modules', false],
    ['content/essays/.git', false],
    ['out/index.html', false],
    ['contents/a.md', false],
  ])('is watched at %s: %s, with either slash', (path, isExpected) => {
    const file = toFile(path);
    expect([file, file.replaceAll('\\', '/')].map(isWanted)).toEqual([isExpected, isExpected]);
  });

  test('is watched in its own folder, and at files elsewhere that its templates import', () => {
    const files = [root, other].flatMap((file) => [file, file.replaceAll('\\', '/')]);
    expect(files.filter((file) => !isWanted(file))).toEqual([]);
  });
});
