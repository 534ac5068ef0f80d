/**
 * Whatever happens to the author's files reaches the tree that is served, and the tree is then that of
 * a clean build.
 */
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'vitest';
import { essay } from '../support/site.ts';
import {
  ALPHA,
  afterErrors,
  card,
  check,
  inTurn,
  move,
  picture,
  put,
  putOutside,
  replaceFile,
  type Setting,
  type Step,
  titled,
  WALK,
} from './steps.ts';

const NEW = titled('Alpha', 'New.\n');
const C = `${WALK}/c.md`;
const gamma = (body?: string) => titled('Gamma', body);
const page = 'blog/alpha.html';
const gammaPage = 'blog/gamma.html';
const delta: Step = [put({ [`${WALK}/d.md`]: titled('Delta') }), { 'blog/delta.html': 'Delta' }];
const editGamma = (path: string): Step => [
  put({ [path]: gamma('New.\n') }),
  { [gammaPage]: 'New.' },
];

function checkAll(title: string, setting: Setting, cases: Record<string, readonly Step[]>): void {
  describe(title, () => {
    test.each(Object.entries(cases))('%s', (_, steps) => check(setting, steps));
  });
}

checkAll(
  'an essay, saved now and then,',
  { isPaced: true },
  {
    'edited in place, and replaced by a rename, again and again': [
      [put({ [ALPHA]: NEW }), { [page]: 'New.' }],
      ...['One.', 'Two.'].map((text): Step => {
        const file = (root: string) => join(root, ALPHA);
        return [({ root }) => replaceFile(file(root), titled('Alpha', text)), { [page]: text }];
      }),
    ],
  },
);

checkAll(
  'an essay',
  {},
  {
    'truncated and then written, through one handle': [
      [
        ({ root }) => {
          const handle = openSync(join(root, ALPHA), 'r+');
          ftruncateSync(handle);
          writeSync(handle, NEW);
          closeSync(handle);
        },
        { [page]: 'New.' },
      ],
    ],
    'kept as a backup copy and made anew': [
      [
        inTurn(move(ALPHA, `${ALPHA}~`), put({ [ALPHA]: NEW, [`${ALPHA}~`]: null })),
        { [page]: 'New.' },
      ],
    ],
    'deleted and made anew': [
      [inTurn(put({ [ALPHA]: null }), put({ [ALPHA]: NEW })), { [page]: 'New.' }],
    ],
    'that is new, and then deleted': [
      [put({ 'content/essays/c.md': gamma() }), { [gammaPage]: 'Gamma' }],
      [put({ 'content/essays/c.md': null }), { [gammaPage]: null }],
    ],
    'with a picture beside it that changes and goes': [
      [put({ [`${WALK}/pic.svg`]: picture(8) }), { 'blog/beta.html': 'width="8"' }],
      [
        put({ [`${WALK}/beta.md`]: titled('Beta'), [`${WALK}/pic.svg`]: null }),
        { 'blog/beta.html': 'Some words.' },
      ],
    ],
    'whose errors are mended': [
      [
        afterErrors(
          put({ [ALPHA]: essay('title: Alpha\npublished: never') }),
          put({ [ALPHA]: NEW }),
        ),
        { [page]: 'New.' },
      ],
    ],
  },
);

checkAll(
  'a folder',
  { mayBeMissed: true, outside: { 'trip/c.md': gamma(), 'trip/far/d.md': titled('Delta') } },
  {
    'that is new, with folders in it made at once': [
      [put({ 'content/essays/a/b/c/d/gamma.md': gamma() }), { [gammaPage]: 'Gamma' }],
      editGamma('content/essays/a/b/c/d/gamma.md'),
      [put({ 'content/essays/a/b/c/d.md': titled('Delta') }), { 'blog/delta.html': 'Delta' }],
    ],
    'that is new and empty, and filled later': [
      [
        ({ root }) => {
          mkdirSync(join(root, 'content/essays/a/b'), { recursive: true });
          put({ [ALPHA]: NEW })({ root });
        },
        { [page]: 'New.' },
      ],
      [put({ 'content/essays/a/b/gamma.md': gamma() }), { [gammaPage]: 'Gamma' }],
    ],
    'deleted, and later made anew': [
      [put({ [WALK]: null }), { 'blog/beta.html': null }],
      [put({ [C]: gamma() }), { [gammaPage]: 'Gamma' }],
      delta,
    ],
    'deleted and made anew at once': [
      [
        inTurn(put({ [WALK]: null }), put({ [C]: gamma() })),
        { 'blog/beta.html': null, [gammaPage]: 'Gamma' },
      ],
      editGamma(C),
      delta,
    ],
    'with all essays deleted and made anew at once': [
      [
        inTurn(put({ 'content/essays': null }), put({ 'content/essays/x/c.md': gamma() })),
        { 'blog/beta.html': null, [gammaPage]: 'Gamma' },
      ],
      editGamma('content/essays/x/c.md'),
      [put({ [ALPHA]: titled('Alpha') }), { [page]: 'Alpha' }],
    ],
    renamed: [
      [move(WALK, 'content/essays/hike'), { 'blog/beta.html': 'x' }],
      [put({ 'content/essays/hike/c.md': gamma() }), { [gammaPage]: 'Gamma' }],
    ],
    'with the name of one that holds packages elsewhere': [
      [put({ 'content/essays/node_modules/c.md': gamma() }), { [gammaPage]: 'Gamma' }],
      editGamma('content/essays/node_modules/c.md'),
    ],
    'that changes places with another': [
      [put({ 'content/essays/other/c.md': gamma() }), { [gammaPage]: 'Gamma' }],
      [
        inTurn(
          move(WALK, 'elsewhere'),
          move('content/essays/other', WALK),
          move('elsewhere', 'content/essays/other'),
          put({ [C]: gamma('New.\n') }),
        ),
        { [gammaPage]: 'New.' },
      ],
      [put({ [C]: gamma('Newer.\n') }), { [gammaPage]: 'Newer.' }],
      delta,
    ],
    'moved in from elsewhere, with files': [
      [
        ({ root, outside }) => renameSync(join(outside, 'trip'), join(root, 'content/essays/trip')),
        { [gammaPage]: 'Gamma', 'blog/delta.html': 'Delta' },
      ],
      [
        put({ 'content/essays/trip/far/d.md': titled('Delta', 'New.\n') }),
        { 'blog/delta.html': 'New.' },
      ],
    ],
    'of all content renamed away and back': [
      [
        afterErrors(
          move('content', 'elsewhere'),
          inTurn(move('elsewhere', 'content'), put({ [ALPHA]: NEW })),
        ),
        { [page]: 'New.' },
      ],
      [put({ [`${WALK}/beta.md`]: titled('Beta', 'New.\n') }), { 'blog/beta.html': 'New.' }],
    ],
  },
);

const yaml = (name: string) => `name: ${name}\nurl: https://ann.example\n`;
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
    'about.md edited, deleted and made anew': [
      [put({ 'content/about.md': 'I am Eve.' }), { 'about.html': 'I am Eve.' }],
      [put({ 'content/about.md': null, [ALPHA]: NEW }), { [page]: 'New.' }],
      [put({ 'content/about.md': 'I am Zoe.' }), { 'about.html': 'I am Zoe.' }],
    ],
    'a public file added, edited and deleted': [
      [put({ 'content/public/x/a.txt': 'One' }), { 'x/a.txt': 'One' }],
      [put({ 'content/public/x/a.txt': 'Two' }), { 'x/a.txt': 'Two' }],
      [put({ 'content/public/x/a.txt': null }), { 'x/a.txt': null }],
    ],
    'the first template, with its folder; edited and deleted': [
      [put({ 'templates/EssayCard.tsx': card('one') }), { 'index.html': 'one' }],
      [put({ 'templates/EssayCard.tsx': card('two') }), { 'index.html': 'two' }],
      [
        put({ 'templates/EssayCard.tsx': null, [ALPHA]: titled('Alpha the first') }),
        { 'index.html': 'Alpha the first' },
      ],
    ],
    'a client script of its own': [
      [
        put({
          'templates/home.client.ts': 'console.log("mine");',
          'templates/EssayCard.tsx': card('three'),
        }),
        { 'index.html': 'three' },
      ],
    ],
    'a module outside of templates/ that a template imports': [
      [put({ ...words('one'), 'templates/EssayCard.tsx': WORD_CARD }), { 'index.html': 'one' }],
      [put(words('two')), { 'index.html': 'two' }],
      [
        ({ root }) => replaceFile(join(root, 'lib/words.ts'), words('three')['lib/words.ts']),
        { 'index.html': 'three' },
      ],
      [afterErrors(put({ 'lib/words.ts': null }), put(words('four'))), { 'index.html': 'four' }],
    ],
    'a module outside of templates/ that is imported before it is there': [
      [
        afterErrors(put({ 'templates/EssayCard.tsx': WORD_CARD }), put(words('one'))),
        { 'index.html': 'one' },
      ],
    ],
  },
);

const link =
  (path: string, to: string): NonNullable<Setting['prepare']> =>
  ({ root, outside }) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    rmSync(join(root, path), { force: true });
    symlinkSync(join(outside, to), join(root, path));
  };
const outside = { 'far/c.md': gamma(), 'farther/d.md': titled('Delta') };

checkAll(
  'behind a symbolic link',
  { mayBeMissed: true, outside, prepare: link('content/essays/c.md', 'far/c.md') },
  {
    'an essay is edited, replaced, deleted and made anew': [
      [putOutside({ 'far/c.md': gamma('One.\n') }), { [gammaPage]: 'One.' }],
      ...['Two.', 'Three.'].map((text): Step => {
        const file = (folder: string) => join(folder, 'far/c.md');
        return [({ outside }) => replaceFile(file(outside), gamma(text)), { [gammaPage]: text }];
      }),
      [putOutside({ 'far/c.md': null }), { [gammaPage]: null }],
      [putOutside({ 'far/c.md': gamma('Four.\n') }), { [gammaPage]: 'Four.' }],
    ],
  },
);

checkAll(
  'behind a symbolic link to a folder',
  { mayBeMissed: true, outside, prepare: link('content/essays/far', 'far') },
  {
    'essays change': [
      [putOutside({ 'far/c.md': gamma('One.\n') }), { [gammaPage]: 'One.' }],
      [putOutside({ 'far/deep/e.md': titled('Epsilon') }), { 'blog/epsilon.html': 'Epsilon' }],
      [putOutside({ 'far/deep/e.md': titled('Epsilon', 'Two.') }), { 'blog/epsilon.html': 'Two.' }],
      [putOutside({ 'far/c.md': null }), { [gammaPage]: null }],
    ],
    'the link is led elsewhere': [
      [link('content/essays/far', 'farther'), { [gammaPage]: null, 'blog/delta.html': 'Delta' }],
      [putOutside({ 'farther/d.md': titled('Delta', 'New.') }), { 'blog/delta.html': 'New.' }],
    ],
  },
);
