/**
 * Every problem code, each provoked by a site that has hardly anything else.
 */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fingerprint } from '../src/content/fingerprint.ts';
import { Builder } from '../src/dev/builder.ts';
import { type ProblemCode, type Severity, severityOfCode } from '../src/problems.ts';
import { pngHeader } from './support/pictures.ts';
import {
  buildIn,
  essay,
  type Files,
  makeRequest,
  makeSite,
  type Options,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from './support/site.ts';

interface Provocation {
  readonly severity: Severity;
  readonly files: Files;
  /** `file:line:column` as far as it is known; `ROOT` is the folder of the site. */
  readonly place: string;
  readonly options?: (root: string) => Options;
  /** What must be there beside the author's files, or must have happened. */
  readonly prepare?: (root: string) => unknown;
  /** Built as `blog dev` does it, in a thread of its own. */
  readonly inThread?: true;
}

const A = 'content/essays/a.md';
const good = essay('title: A\npublished: 2020-01-01');
const withBody = (body: string): Files => ({ [A]: essay('title: A\npublished: 2020-01-01', body) });
const withFrontMatter = (lines: string): Files => ({
  [A]: essay(`title: A\npublished: 2020-01-01\n${lines}`),
});
const withConfig = (lines: string): Files => ({
  'content/site.yaml': SITE_YAML + lines,
  [A]: good,
});

const provocations: Readonly<Record<ProblemCode, Provocation>> = {
  'alias-invalid': {
    severity: 'error',
    files: withFrontMatter('aliases: /x?y=1'),
    place: `${A}:4:10`,
  },
  'anchor-broken': { severity: 'warning', files: withBody('See [x](#gone).\n'), place: `${A}:5:9` },
  'body-empty': { severity: 'warning', files: withBody('\n'), place: `${A}:1:1` },
  'build-running': {
    severity: 'error',
    files: { [A]: good },
    place: 'ROOT/out',
    prepare: (root) => {
      mkdirSync(join(root, '.blog'));
      const lock = join(root, '.blog', `lock-${fingerprint(join(root, 'out'))}`);
      writeFileSync(lock, `${hostname()} ${process.ppid}`);
    },
  },
  'builder-ended': {
    severity: 'error',
    files: {
      [A]: good,
      'templates/EssayPage.tsx': 'process.exit(3);\nexport default () => null;\n',
    },
    place: 'templates',
    inThread: true,
  },
  'code-language-unknown': {
    severity: 'notice',
    files: withBody('Words\n\n- x\n\n  ```javscript {3}\n  x\n  ```\n'),
    place: `${A}:9:6`,
  },
  'config-missing': {
    severity: 'error',
    files: { 'content/site.yaml': '', [A]: good },
    place: 'content/site.yaml',
  },
  // What an earlier build remembers of the essay is taken, and its page is made anew for the author's new
  // name, from a file that is rewritten in between.
  'file-changed': {
    severity: 'error',
    files: { [A]: good },
    place: A,
    prepare: async (root) => {
      await buildIn(root);
      writeFiles(root, {
        'content/site.yaml': SITE_YAML.replace('Ann', 'Ben'),
        'content/essays/b.md': essay('title: B\npublished: 2020-01-01'),
      });
    },
    options: (root) => ({ onProgress: () => writeFiles(root, { [A]: essay('title: Changed') }) }),
  },
  'file-unreadable': {
    severity: 'error',
    files: { [A]: good },
    place: 'content/essays/huge.md',
    prepare: (root) => {
      const file = join(root, 'content/essays/huge.md');
      writeFileSync(file, '');
      truncateSync(file, 2 ** 31 + 1);
    },
  },
  'content-missing': { severity: 'error', files: { 'README.md': 'x' }, place: 'content' },
  'date-future': {
    severity: 'notice',
    files: { [A]: essay('title: A\npublished: 2099-01-01') },
    place: A,
  },
  'date-impossible': {
    severity: 'error',
    files: { [A]: essay('title: A\npublished: 2021-02-29') },
    place: `${A}:3:12`,
  },
  'date-missing': { severity: 'error', files: { [A]: essay('title: A') }, place: `${A}:1:1` },
  'date-unreadable': {
    severity: 'error',
    files: { [A]: essay('title: A\npublished: last summer') },
    place: `${A}:3:12`,
  },
  'date-weekday': {
    severity: 'warning',
    files: { [A]: essay('title: A\npublished: Monday, December 3, 2020') },
    place: `${A}:3:12`,
  },
  'element-unclosed': {
    severity: 'warning',
    files: withBody('Words\n\n<div>\n\nmore\n'),
    place: `${A}:7:1`,
  },
  'encoding-invalid': {
    severity: 'error',
    files: { [A]: Buffer.from('---\ntitle: Caf\xe9\npublished: 2020-01-01\n---\nx\n', 'latin1') },
    place: `${A}:2:11`,
  },
  'end-tag-stray': { severity: 'warning', files: withBody('Words\n\n</div>\n'), place: `${A}:7:1` },
  'essays-none': { severity: 'notice', files: {}, place: 'content/site.yaml' },
  'front-matter-invalid': {
    severity: 'error',
    files: { [A]: '---\n- title\n- date\n---\nWords.\n' },
    place: `${A}:2:1`,
  },
  'front-matter-unclosed': {
    severity: 'error',
    files: { [A]: '---\ntitle: A\npublished: 2020-01-01\n\nWords.\n' },
    place: `${A}:1:1`,
  },
  'host-limit': {
    severity: 'notice',
    files: withConfig(
      `redirects:\n${Array.from({ length: 101 }, (_, i) => `  /p${i}/:slug: /blog/:slug\n`).join('')}`,
    ),
    place: 'content/site.yaml',
  },
  'image-huge': {
    severity: 'warning',
    files: {
      ...withBody('![a](b.png)\n'),
      'content/essays/b.png': pngHeader(30_000, 20_000, 10_000),
    },
    place: 'content/essays/b.png',
  },
  'image-missing': { severity: 'warning', files: withBody('![a](gone.png)\n'), place: `${A}:5:6` },
  'image-unreadable': {
    severity: 'warning',
    files: { ...withBody('![a](b.png)\n'), 'content/essays/b.png': 'not a picture' },
    place: 'content/essays/b.png',
  },
  'images-unscaled': {
    severity: 'warning',
    files: { ...withBody('![a](b.png)\n'), 'content/essays/b.png': pngHeader(600, 9, 10_000) },
    place: 'content/site.yaml',
    prepare: () => {
      vi.doMock('sharp', () => {
        throw new Error('not for this machine');
      });
      onTestFinished(() => void vi.doUnmock('sharp'));
    },
  },
  'key-missing': {
    severity: 'error',
    files: { 'content/site.yaml': 'name: Ann\n', [A]: good },
    place: 'content/site.yaml',
  },
  'key-unknown': { severity: 'warning', files: withFrontMatter('tgas: x'), place: `${A}:4:1` },
  'link-broken': { severity: 'warning', files: withBody('See [x](/gone).\n'), place: `${A}:5:9` },
  'out-dangerous': {
    severity: 'error',
    files: { [A]: good },
    place: 'ROOT/content',
    options: (root) => ({ outDir: join(root, 'content') }),
  },
  'out-overwritten': {
    severity: 'notice',
    files: { [A]: good, 'out/index.html': 'mine' },
    place: 'out',
  },
  'out-unknown-files': {
    severity: 'notice',
    files: { [A]: good, 'out/CNAME': 'mine' },
    place: 'out',
  },
  'output-collision': {
    severity: 'error',
    files: { [A]: good, 'content/public/blog/a.html': 'x' },
    place: 'content/public/blog/a.html',
  },
  'output-failed': {
    severity: 'error',
    files: { [A]: good, '.blog': 'a file' },
    place: 'ROOT/out',
  },
  'redirect-invalid': {
    severity: 'error',
    files: withConfig('redirects:\n  /x: nowhere\n'),
    place: 'content/site.yaml:5:3',
  },
  'root-missing': {
    severity: 'error',
    files: {},
    place: 'ROOT/gone',
    options: (root) => ({ root: join(root, 'gone') }),
  },
  'script-url': {
    severity: 'warning',
    files: withBody('<a href="javascript:alert(1)">x</a>\n'),
    place: `${A}:5:10`,
  },
  'slug-duplicate': {
    severity: 'error',
    files: {
      [A]: essay('title: A\npublished: 2021-01-01\nslug: x'),
      'content/essays/b.md': essay('title: B\npublished: 2020-01-01\nslug: x'),
    },
    place: `${A}:4:7`,
  },
  'slug-taken': {
    severity: 'warning',
    files: {
      [A]: essay('title: A\npublished: 2020-01-01'),
      'content/essays/b.md': essay('title: B\npublished: 2021-01-01\nslug: a'),
    },
    place: 'content/essays/b.md:4:7',
  },
  'slug-empty': {
    severity: 'error',
    files: { 'content/essays/詩.md': essay('title: 詩\npublished: 2020-01-01') },
    place: 'content/essays/詩.md',
  },
  'slug-invalid': { severity: 'error', files: withFrontMatter('slug: ../x'), place: `${A}:4:7` },
  'template-invalid': {
    severity: 'error',
    files: { [A]: good, 'templates/EssayCard.tsx': 'export const EssayCard = ;\n' },
    place: 'templates/EssayCard.tsx:1:26',
  },
  'template-threw': {
    severity: 'error',
    files: {
      [A]: good,
      'templates/EssayCard.tsx': `export function EssayCard() {\n  throw new Error('x');\n}\n`,
    },
    place: 'templates/EssayCard.tsx:2:9',
  },
  'title-missing': {
    severity: 'error',
    files: { [A]: essay('published: 2020-01-01') },
    place: `${A}:1:1`,
  },
  'value-invalid': { severity: 'error', files: withFrontMatter('draft: maybe'), place: `${A}:4:8` },
  'yaml-invalid': { severity: 'error', files: withFrontMatter('tags: [a, b'), place: `${A}:4:7` },
};

/** Builds a site with nothing around it but what the case gives. */
async function provoke(code: ProblemCode) {
  const { files, options, prepare, inThread } = provocations[code];
  const isBare = code === 'content-missing' || code === 'config-missing';
  const root = makeSite(isBare ? {} : { 'content/site.yaml': SITE_YAML });
  const given = Object.entries(files).filter(([path]) => !isBare || path !== 'content/site.yaml');
  for (const [path, text] of given) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  await prepare?.(root);
  const site = inThread ? await buildInThread(root) : await buildIn(root, options?.(root));
  return { site, root };
}

async function buildInThread(root: string) {
  const builder = new Builder(packageRoot, () => {});
  onTestFinished(() => builder.close());
  const { problems, commit } = await builder.build(makeRequest(root));
  return { problems, commit, report: problems.map(({ message }) => message).join('\n') };
}

test.each(Object.entries(provocations))('%s', async (name, { severity, place }) => {
  const code = name as ProblemCode;
  const { site, root } = await provoke(code);
  const found = site.problems.filter((problem) => problem.code === code);
  expect(found, site.report).toHaveLength(1);
  const [problem] = found;
  const { file, line, column } = problem ?? {};
  const shown = [file, line, column].filter((part) => part !== null).join(':');
  expect([problem?.severity, shown]).toEqual([severity, place.replace('ROOT', root)]);
  expect(problem?.message).toMatch(/^\S.*\S$/);
  if (line !== null) expect(problem?.excerpt).not.toBeNull();
  expect(site.commit === null).toBe(severity === 'error');
});

test('every code there is has its case, and its severity', () => {
  const severities = Object.entries(provocations).map(([code, { severity }]) => [code, severity]);
  expect(Object.fromEntries(severities)).toEqual(severityOfCode);
});

test('every problem but a notice says what to do', async () => {
  for (const code of ['link-broken', 'slug-invalid', 'date-missing', 'yaml-invalid'] as const) {
    const { site } = await provoke(code);
    for (const { hint } of site.problems) expect(hint).toMatch(/\.$|\?$/);
  }
});
