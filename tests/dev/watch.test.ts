/**
 * Whatever happens to the author's files reaches the tree that is served, and the tree is then that of
 * a clean build.
 */
import {
  appendFileSync,
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
import { essay, writeFiles } from '../support/site.ts';
import { untilQuiet } from './clean-build.ts';
import {
  ALPHA,
  type Case,
  card,
  check,
  move,
  picture,
  put,
  putOutside,
  replaceFile,
  titled,
  WALK,
  WORD_CARD,
} from './steps.ts';

describe('an essay', () => {
  const page = 'blog/alpha.html';
  const cases: Record<string, Case> = {
    'edited in place': {
      steps: [{ act: put({ [ALPHA]: titled('Alpha', 'New.\n') }), shows: { [page]: 'New.' } }],
    },
    'truncated and then written, through one handle': {
      steps: [
        {
          act({ root }) {
            const handle = openSync(join(root, ALPHA), 'r+');
            ftruncateSync(handle);
            writeSync(handle, titled('Alpha', 'New.\n'));
            closeSync(handle);
          },
          shows: { [page]: 'New.' },
        },
      ],
    },
    'added to': {
      steps: [
        {
          act: ({ root }) => appendFileSync(join(root, ALPHA), 'More.'),
          shows: { [page]: 'More.' },
        },
      ],
    },
    'replaced by a rename, again and again': {
      steps: ['One.', 'Two.'].map((text) => ({
        act: ({ root }) => replaceFile(join(root, ALPHA), titled('Alpha', text)),
        shows: { [page]: text },
      })),
    },
    'kept as a backup copy and made anew': {
      steps: [
        {
          act({ root }) {
            renameSync(join(root, ALPHA), join(root, `${ALPHA}~`));
            writeFiles(root, { [ALPHA]: titled('Alpha', 'New.\n'), [`${ALPHA}~`]: null });
          },
          shows: { [page]: 'New.' },
        },
      ],
    },
    'deleted and made anew': {
      steps: [
        {
          act({ root }) {
            put({ [ALPHA]: null })({ root });
            put({ [ALPHA]: titled('Alpha', 'New.\n') })({ root });
          },
          shows: { [page]: 'New.' },
        },
      ],
    },
    'that is new, and then deleted': {
      steps: [
        { act: put({ 'content/essays/new.md': titled('New') }), shows: { 'blog/new.html': 'New' } },
        { act: put({ 'content/essays/new.md': null }), shows: { 'blog/new.html': null } },
      ],
    },
    'under another name': {
      steps: [
        {
          act({ root }) {
            move(ALPHA, 'content/essays/omega.md')({ root });
            put({ 'content/essays/omega.md': titled('Omega') })({ root });
          },
          shows: { 'blog/omega.html': 'Omega', [page]: null },
        },
      ],
    },
    'with a picture beside it that changes and goes': {
      steps: [
        {
          act: put({ [`${WALK}/pic.svg`]: picture(8) }),
          shows: { 'blog/beta.html': 'width="8"' },
        },
        {
          act: put({ [`${WALK}/beta.md`]: titled('Beta'), [`${WALK}/pic.svg`]: null }),
          shows: { 'blog/beta.html': 'Some words.' },
        },
      ],
    },
    'whose errors are mended': {
      steps: [
        {
          act({ root, site }) {
            put({ [ALPHA]: essay('title: Alpha\npublished: never') })({ root });
            void site
              .until((last) => last?.commit === null)
              .then(() => put({ [ALPHA]: titled('Alpha', 'Mended.\n') })({ root }));
          },
          shows: { [page]: 'Mended.' },
        },
      ],
    },
  };
  test.each(Object.entries(cases))('%s', (_, each) => check(each));
});

describe('a folder', () => {
  const cases: Record<string, Case> = {
    'that is new, with an essay in it that is edited then': {
      steps: [
        {
          act: put({ 'content/essays/new/gamma.md': titled('Gamma') }),
          shows: { 'blog/gamma.html': 'Gamma' },
        },
        {
          act: put({ 'content/essays/new/gamma.md': titled('Gamma', 'New.\n') }),
          shows: { 'blog/gamma.html': 'New.' },
        },
      ],
    },
    'that is new, with folders in it made at once': {
      steps: [
        {
          act: put({ 'content/essays/a/b/c/d/gamma.md': titled('Gamma') }),
          shows: { 'blog/gamma.html': 'Gamma' },
        },
        {
          act: put({ 'content/essays/a/b/c/delta.md': titled('Delta') }),
          shows: { 'blog/delta.html': 'Delta' },
        },
      ],
    },
    'that is new and empty, and filled later': {
      steps: [
        {
          act({ root }) {
            mkdirSync(join(root, 'content/essays/a/b'), { recursive: true });
            put({ [ALPHA]: titled('Alpha', 'New.\n') })({ root });
          },
          shows: { 'blog/alpha.html': 'New.' },
        },
        {
          act: put({ 'content/essays/a/b/gamma.md': titled('Gamma') }),
          shows: { 'blog/gamma.html': 'Gamma' },
        },
      ],
    },
    'deleted, and later made anew': {
      steps: [
        { act: put({ [WALK]: null }), shows: { 'blog/beta.html': null } },
        { act: put({ [`${WALK}/c.md`]: titled('Gamma') }), shows: { 'blog/gamma.html': 'Gamma' } },
        { act: put({ [`${WALK}/d.md`]: titled('Delta') }), shows: { 'blog/delta.html': 'Delta' } },
      ],
    },
    'deleted and made anew at once': {
      steps: [
        {
          act({ root }) {
            rmSync(join(root, WALK), { recursive: true });
            put({ [`${WALK}/c.md`]: titled('Gamma') })({ root });
          },
          shows: { 'blog/beta.html': null, 'blog/gamma.html': 'Gamma' },
        },
        {
          act: put({ [`${WALK}/c.md`]: titled('Gamma', 'New.\n') }),
          shows: { 'blog/gamma.html': 'New.' },
        },
        { act: put({ [`${WALK}/d.md`]: titled('Delta') }), shows: { 'blog/delta.html': 'Delta' } },
      ],
    },
    'with all essays deleted and made anew at once': {
      steps: [
        {
          act({ root }) {
            rmSync(join(root, 'content/essays'), { recursive: true });
            put({ 'content/essays/x/c.md': titled('Gamma') })({ root });
          },
          shows: { 'blog/beta.html': null, 'blog/gamma.html': 'Gamma' },
        },
        {
          act: put({ 'content/essays/x/c.md': titled('Gamma', 'New.\n') }),
          shows: { 'blog/gamma.html': 'New.' },
        },
        { act: put({ [ALPHA]: titled('Alpha') }), shows: { 'blog/alpha.html': 'Alpha' } },
      ],
    },
    renamed: {
      steps: [
        {
          act: move(WALK, 'content/essays/hike'),
          shows: { 'blog/beta.html': 'x' },
        },
        {
          act: put({ 'content/essays/hike/c.md': titled('Gamma') }),
          shows: { 'blog/gamma.html': 'Gamma' },
        },
      ],
    },
    'with the name of one that holds packages elsewhere': {
      steps: [
        {
          act: put({ 'content/essays/node_modules/c.md': titled('Gamma') }),
          shows: { 'blog/gamma.html': 'Gamma' },
        },
        {
          act: put({ 'content/essays/node_modules/c.md': titled('Gamma', 'New.\n') }),
          shows: { 'blog/gamma.html': 'New.' },
        },
      ],
    },
    'moved away and back at once': {
      steps: [
        {
          act({ root }) {
            move(WALK, 'elsewhere')({ root });
            move('elsewhere', WALK)({ root });
            put({ [ALPHA]: titled('Alpha', 'New.\n') })({ root });
          },
          shows: { 'blog/alpha.html': 'New.' },
        },
        { act: put({ [`${WALK}/c.md`]: titled('Gamma') }), shows: { 'blog/gamma.html': 'Gamma' } },
      ],
    },
    'that changes places with another': {
      files: { 'content/essays/other/c.md': titled('Gamma') },
      steps: [
        {
          act({ root }) {
            move(WALK, 'elsewhere')({ root });
            move('content/essays/other', WALK)({ root });
            move('elsewhere', 'content/essays/other')({ root });
            put({ [`${WALK}/c.md`]: titled('Gamma', 'New.\n') })({ root });
          },
          shows: { 'blog/gamma.html': 'New.' },
        },
        {
          act: put({ [`${WALK}/c.md`]: titled('Gamma', 'Newer.\n') }),
          shows: { 'blog/gamma.html': 'Newer.' },
        },
        {
          act: put({ 'content/essays/other/d.md': titled('Delta') }),
          shows: { 'blog/delta.html': 'Delta' },
        },
      ],
    },
    'moved in from elsewhere, with files': {
      outside: { 'trip/c.md': titled('Gamma'), 'trip/far/d.md': titled('Delta') },
      steps: [
        {
          act: ({ root, outside }) =>
            renameSync(join(outside, 'trip'), join(root, 'content/essays/trip')),
          shows: { 'blog/gamma.html': 'Gamma', 'blog/delta.html': 'Delta' },
        },
        {
          act: put({ 'content/essays/trip/far/d.md': titled('Delta', 'New.\n') }),
          shows: { 'blog/delta.html': 'New.' },
        },
      ],
    },
    'of all content renamed away and back': {
      steps: [
        {
          act({ root, site }) {
            move('content', 'elsewhere')({ root });
            void site
              .until((last) => last?.commit === null)
              .then(() => {
                move('elsewhere', 'content')({ root });
                put({ [ALPHA]: titled('Alpha', 'New.\n') })({ root });
              });
          },
          shows: { 'blog/alpha.html': 'New.' },
        },
        {
          act: put({ [`${WALK}/beta.md`]: titled('Beta', 'New.\n') }),
          shows: { 'blog/beta.html': 'New.' },
        },
      ],
    },
  };
  test.each(Object.entries(cases))('%s', (_, each) => check({ ...each, changesFolders: true }));
});

describe('the rest of the site', () => {
  const yaml = (name: string) => `name: ${name}\nurl: https://ann.example\n`;
  const cases: Record<string, Case> = {
    'settings that are edited': {
      steps: [
        { act: put({ 'content/site.yaml': yaml('Bob') }), shows: { 'index.html': 'Bob' } },
        { act: put({ 'content/site.yaml': yaml('Cleo') }), shows: { 'index.html': 'Cleo' } },
      ],
    },
    'settings that are deleted and restored': {
      steps: [
        {
          act({ root, site }) {
            put({ 'content/site.yaml': null })({ root });
            void site
              .until((last) => last?.commit === null)
              .then(() => put({ 'content/site.yaml': yaml('Bob') })({ root }));
          },
          shows: { 'index.html': 'Bob' },
        },
      ],
    },
    'about.md edited, deleted and made anew': {
      steps: [
        { act: put({ 'content/about.md': 'I am Eve.' }), shows: { 'about.html': 'I am Eve.' } },
        {
          act: put({ 'content/about.md': null, [ALPHA]: titled('Alpha', 'New.') }),
          shows: { 'blog/alpha.html': 'New.' },
        },
        { act: put({ 'content/about.md': 'I am Zoe.' }), shows: { 'about.html': 'I am Zoe.' } },
      ],
    },
    'a public file added, edited and deleted': {
      changesFolders: true,
      steps: [
        { act: put({ 'content/public/x/a.txt': 'One' }), shows: { 'x/a.txt': 'One' } },
        { act: put({ 'content/public/x/a.txt': 'Two' }), shows: { 'x/a.txt': 'Two' } },
        { act: put({ 'content/public/x/a.txt': null }), shows: { 'x/a.txt': null } },
      ],
    },
    'the first template, with its folder; edited and deleted': {
      steps: [
        { act: put({ 'templates/EssayCard.tsx': card('one') }), shows: { 'index.html': 'one' } },
        { act: put({ 'templates/EssayCard.tsx': card('two') }), shows: { 'index.html': 'two' } },
        {
          act: put({ 'templates/EssayCard.tsx': null, [ALPHA]: titled('Alpha the first') }),
          shows: { 'index.html': 'Alpha the first' },
        },
      ],
    },
    'a style sheet and a client script of its own': {
      files: { 'templates/EssayCard.tsx': card('one') },
      steps: [
        {
          act: ({ root, site }) => {
            const [sheet = ''] = site.read('index.html')?.match(/assets\/style\.\w+\.css/) ?? [];
            put({ 'templates/style.css': `${site.read(sheet)}\n.mine{color:red}` })({ root });
            put({ 'templates/EssayCard.tsx': card('two') })({ root });
          },
          shows: { 'index.html': 'two' },
        },
        {
          act: put({
            'templates/home.client.ts': 'console.log("mine");',
            'templates/EssayCard.tsx': card('three'),
          }),
          shows: { 'index.html': 'three' },
        },
      ],
    },
    'a module outside of templates/ that a template imports': {
      files: {
        'lib/words.ts': 'export const word = "one";\n',
        'templates/EssayCard.tsx': WORD_CARD,
      },
      steps: [
        {
          act: put({ 'lib/words.ts': 'export const word = "two";\n' }),
          shows: { 'index.html': 'two' },
        },
        {
          act: ({ root }) =>
            replaceFile(join(root, 'lib/words.ts'), 'export const word = "three";\n'),
          shows: { 'index.html': 'three' },
        },
        {
          act({ root, site }) {
            put({ 'lib/words.ts': null })({ root });
            void site
              .until((last) => last?.commit === null)
              .then(() => untilQuiet(site))
              .then(() => put({ 'lib/words.ts': 'export const word = "four";\n' })({ root }));
          },
          shows: { 'index.html': 'four' },
        },
      ],
    },
    'a module outside of templates/ that is imported before it is there': {
      steps: [
        {
          act({ root, site }) {
            put({ 'templates/EssayCard.tsx': WORD_CARD })({ root });
            void site
              .until((last) => last?.commit === null)
              .then(() => untilQuiet(site))
              .then(() => put({ 'lib/words.ts': 'export const word = "one";\n' })({ root }));
          },
          shows: { 'index.html': 'one' },
        },
      ],
    },
    'a module outside of templates/ that is broken from the start': {
      files: {
        'templates/EssayCard.tsx': WORD_CARD,
        'lib/words.ts': 'export { word } from "./more/words";\n',
        'lib/more/words.ts': 'export const = ;\n',
      },
      steps: [
        {
          act: put({ 'lib/more/words.ts': 'export const word = "one";\n' }),
          shows: { 'index.html': 'one' },
        },
      ],
    },
  };
  test.each(Object.entries(cases))('%s', (_, each) => check(each));
});

describe('behind a symbolic link', () => {
  const link =
    (path: string, to: string): NonNullable<Case['prepare']> =>
    ({ root, outside }) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync(join(outside, to), join(root, path));
    };
  const cases: Record<string, Case> = {
    'an essay is edited, replaced, deleted and made anew': {
      outside: { 'far/c.md': titled('Gamma'), 'far/other.md': 'x' },
      prepare: link('content/essays/c.md', 'far/c.md'),
      steps: [
        {
          act: putOutside({ 'far/c.md': titled('Gamma', 'One.\n') }),
          shows: { 'blog/gamma.html': 'One.' },
        },
        {
          act: ({ outside }) => replaceFile(join(outside, 'far/c.md'), titled('Gamma', 'Two.\n')),
          shows: { 'blog/gamma.html': 'Two.' },
        },
        {
          act: ({ outside }) => replaceFile(join(outside, 'far/c.md'), titled('Gamma', 'Three.\n')),
          shows: { 'blog/gamma.html': 'Three.' },
        },
        {
          act({ outside, site }) {
            const before = site.builds.length;
            putOutside({ 'far/c.md': null })({ outside });
            void site
              .until(() => site.builds.length > before)
              .then(() => untilQuiet(site))
              .then(() => putOutside({ 'far/c.md': titled('Gamma', 'Four.\n') })({ outside }));
          },
          shows: { 'blog/gamma.html': 'Four.' },
        },
      ],
    },
    'a folder of essays changes': {
      outside: { 'far/c.md': titled('Gamma') },
      prepare: link('content/essays/far', 'far'),
      steps: [
        {
          act: putOutside({ 'far/c.md': titled('Gamma', 'One.\n') }),
          shows: { 'blog/gamma.html': 'One.' },
        },
        { act: putOutside({ 'far/d.md': titled('Delta') }), shows: { 'blog/delta.html': 'Delta' } },
        {
          act: putOutside({ 'far/deep/e.md': titled('Epsilon') }),
          shows: { 'blog/epsilon.html': 'Epsilon' },
        },
        {
          act: putOutside({ 'far/deep/e.md': titled('Epsilon', 'Two.\n') }),
          shows: { 'blog/epsilon.html': 'Two.' },
        },
        { act: putOutside({ 'far/c.md': null }), shows: { 'blog/gamma.html': null } },
      ],
    },
    'the link is led elsewhere': {
      outside: { 'far/c.md': titled('Gamma'), 'farther/d.md': titled('Delta') },
      prepare: link('content/essays/far', 'far'),
      steps: [
        {
          act({ root, outside }) {
            rmSync(join(root, 'content/essays/far'));
            link('content/essays/far', 'farther')({ root, outside });
          },
          shows: { 'blog/gamma.html': null, 'blog/delta.html': 'Delta' },
        },
        {
          act: putOutside({ 'farther/d.md': titled('Delta', 'New.\n') }),
          shows: { 'blog/delta.html': 'New.' },
        },
      ],
    },
  };
  test.each(Object.entries(cases))('%s', (_, each) => check({ ...each, changesFolders: true }));
});
