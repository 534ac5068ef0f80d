/**
 * The riskiest single edits: after each, the incremental build must equal a clean one.
 * `edits.test.ts` tries random combinations, `write.test.ts` tests which files a build writes.
 */
import { expect, test } from 'vitest';
import { describeResult } from '../../support/rebuild.ts';
import { essay, type Files, makeSite, SITE_YAML } from '../../support/site.ts';
import { Sandbox, verifyBuild } from './verify.ts';
import { Workspace } from './workspace.ts';

const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const C = 'content/essays/c.md';
const YAML = 'content/site.yaml';

/** Long enough that its end is not in the excerpt. */
const LONG = 'There are many words in this. '.repeat(12);

const FILES = {
  [YAML]: SITE_YAML,
  [A]: essay('title: Alpha\npublished: 2020-01-01\nslug: stated', `${LONG}\n\nThe end.\n`),
  [B]: essay('title: Beta\npublished: 2019-01-01\naliases: /old/b', 'Read [it](a.md).\n'),
  [C]: essay('title: Gamma\npublished: 2018-01-01', 'Nothing here.\n'),
  'content/public/robots.txt': 'User-agent: *\n',
};

/** The effect of an edit: another site or other problems, no change in either, or an error. */
type Effect = 'changes' | 'same' | 'fails';
type Step = readonly [Effect, Readonly<Record<string, string | Uint8Array | null>> | Act];
type Act = (workspace: Workspace) => void;

/** Builds the site with the given files, and verifies the build after each step. */
function example(fact: string, given: Files, ...steps: readonly Step[]): void {
  test(fact, async () => {
    const sandbox = new Sandbox(makeSite({}));
    const workspace = new Workspace(makeSite({ ...FILES, ...given }));
    let last = describeResult(await verifyBuild(workspace, sandbox, true));
    for (const [effect, change] of steps) {
      if (typeof change === 'function') change(workspace);
      else workspace.apply(change);
      const site = await verifyBuild(workspace, sandbox, true);
      const next = describeResult(site);
      expect(site.commit === null).toBe(effect === 'fails');
      if (effect === 'same') expect(next).toEqual(last);
      else expect(next).not.toEqual(last);
      last = next;
    }
  });
}

const setNow =
  (now: number): Act =>
  (workspace) => {
    workspace.flags = { ...workspace.flags, now };
  };

const twin = (year: number) => essay(`title: Twin\npublished: ${year}-01-01`, `Of ${year}.\n`);
example(
  'an essay keeps its numbered address when the oldest of its title is deleted, and older ones come',
  {
    'content/essays/1.md': twin(2001),
    'content/essays/2.md': twin(2002),
    'content/essays/link.md': essay('title: L\npublished: 2010-01-01', '[2](/blog/twin-2)\n'),
  },
  ['changes', { 'content/essays/1.md': null }],
  ['changes', { 'content/essays/0.md': twin(2000) }],
  ['changes', { 'content/essays/-1.md': twin(1999) }],
);

const MOMENT = Date.UTC(2026, 10, 21, 13);
example(
  'an essay dated later on the same day appears at that moment',
  { [A]: essay('title: A\npublished: 2026-11-21 13:00 UTC') },
  ['same', setNow(MOMENT - 1)],
  ['changes', setNow(MOMENT)],
  ['changes', setNow(MOMENT - 1)],
);

example(
  'a base path that is added changes the links of the site’s own style sheet',
  { 'templates/style.css': 'p { background: url(/x.png) }\n' },
  ['changes', { [YAML]: SITE_YAML.replace('ann.example', 'ann.example/blog') }],
);

const QUOTED = essay('title: Its "name"\npublished: 2019-01-01', 'It is "so".\n');
example(
  'the language of the site, and then of an essay, changes',
  { [B]: QUOTED },
  ['changes', { [YAML]: `${SITE_YAML}language: fr\n` }],
  ['changes', { [B]: QUOTED.replace('title', 'lang: de\ntitle') }],
  ['changes', { [YAML]: `${SITE_YAML}language: ar\n` }],
);

const main = (file: string) => ({
  'node_modules/words/package.json': `{ "name": "words", "main": "${file}" }\n`,
});
example(
  'a package that a template imports changes its main file',
  {
    'templates/EssayCard.tsx': `import { word } from 'words';\nexport const EssayCard = () => <li>{word}</li>;\n`,
    ...main('one.js'),
    'node_modules/words/one.js': `export const word = 'one';\n`,
    'node_modules/words/two.js': `export const word = 'two';\n`,
  },
  ['changes', main('two.js')],
);

example(
  'a failed build reports no problems of stale pages, and the next one fails again',
  {
    'content/about.md': '## Early\n\nWords.\n',
    'content/essays/link.md': essay('title: L\npublished: 2010-01-01', '[x](/about#early)\n'),
  },
  ['fails', { 'content/about.md': '## Late\n\nWords.\n', [C]: essay('published: 2020-01-01') }],
);

example(
  'files beside essays become essays and data, and permalinks follow their essays',
  { 'content/essays/w/poem.txt': essay('title: Poem\npublished: 2017-01-01\npermalink: /old/p') },
  ['changes', { 'content/essays/w/index.md': essay('title: Walk\npublished: 2016-01-01') }],
  ['changes', { 'content/essays/w/index.md': null }],
  ['changes', { 'content/essays/b.rst': 'x', 'content/essays/c.rst': 'x' }],
  ['changes', { [C]: essay('title: Gamma\npublished: 2018-01-01', '[x](b.rst)\n') }],
  ['changes', { [C]: '+++\ntitle = "Gamma"\ndate = 2018-01-01\npath = "g"\n+++\n[x](c.rst)\n' }],
  ['fails', { [C]: '+++\ntitle = Gamma\n+++\n' }],
);

example(
  'a text lies outside the folders for essays, moves and goes',
  {},
  ['changes', { 'content/b.md': 'x' }],
  ['changes', { 'content/b.md': null, 'content/notes/b.md': 'x' }],
  ['changes', { 'content/notes/c.md': 'x' }],
  ['same', { 'content/notes/c.txt': 'x' }],
  ['changes', { 'content/notes/b.md': null, 'content/notes/c.md': null }],
);
