/**
 * Every problem code that needs more than one mistake in one file (those are in mistakes.ts), each provoked by a
 * minimal site.
 */
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Builder } from '../src/dev/builder.ts';
import { lockFileOf } from '../src/output/out-folder.ts';
import { type ProblemCode, type Severity, severityOfCode } from '../src/problems.ts';
import { writeOrigin } from '../src/render/template-slips.ts';
import { inHead, inSettings, inText, whole } from './mistakes.ts';
import { describePhoto, drawPhoto, pngHeader, withoutPackage } from './support/pictures.ts';
import { expectWellTold } from './support/problems.ts';
import {
  buildIn,
  essay,
  type Files,
  makeRequest,
  makeSite,
  type Options,
  overrideKeys,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from './support/site.ts';

/** `place` is `file:line:column` as far as it is known; `ROOT` is the site’s folder. */
type Provocation = readonly [place: string, files: Files, more?: Circumstances];

interface Circumstances {
  readonly options?: (root: string) => Options;
  /** Sets up anything besides the author's files. */
  readonly prepare?: (root: string) => unknown;
  /** Builds as `blog dev` does, in its builder. */
  readonly inThread?: true;
}

const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const PNG = 'content/essays/b.png';
const YAML = 'content/site.yaml';
const CARD = 'templates/EssayCard.tsx';

/** The essay a.md with other front matter or another body. */
const a = (frontMatter: string, body?: string): Files => ({
  [A]: essay(overrideKeys(`title: A\npublished: 2020-01-01\n${frontMatter}`), body),
});
const body = (text: string): Files => a('', text);
const bare = (frontMatter: string): Files => ({ [A]: essay(frontMatter) });
const b = (frontMatter: string): Files => ({ [B]: essay(`title: B\n${frontMatter}`) });
const good = a('');
const located = describePhoto(drawPhoto(9, 9)).jpeg();
const broken = { ...body('![a](b.png)\n') };

type Provocations = Readonly<Partial<Record<ProblemCode, Provocation>>>;

const MEMORY = 'content/addresses.txt';
/** Lines of addresses.txt for essays that were published at these addresses. */
const published = (...lines: readonly (readonly [slug: string, file: string])[]) => ({
  [MEMORY]: lines
    .map(([slug, file]) => `/blog/${slug} ${file} 2020-01-01 ${'A'.repeat(38)}\n`)
    .join(''),
});

const errors: Provocations = {
  'address-invalid': [`${MEMORY}:1:1`, { ...good, [MEMORY]: '<<<<<<< HEAD\n' }],
  'address-taken': [A, { ...good, ...b('published: 2020-01-01'), ...published(['a', B]) }],
  'addresses-many-gone': [
    MEMORY,
    { ...good, ...published(...[...'bcdefg'].map((slug) => [slug, B] as const)) },
  ],
  'build-running': [
    'ROOT/out',
    good,
    {
      prepare: (root) => {
        mkdirSync(join(root, '.blog'));
        const lock = lockFileOf(join(root, '.blog'), join(root, 'out'));
        writeFileSync(lock, `${hostname()} ${process.ppid}`);
      },
    },
  ],
  'builder-ended': [
    'templates',
    {
      ...good,
      'templates/EssayPage.tsx': "process.kill(process.pid, 'SIGKILL');\nexport default () => 1;\n",
    },
    { inThread: true },
  ],
  'body-unreadable': [`${A}:5:1`, body(`${'>'.repeat(100_000)} x\n`)],
  'config-missing': [YAML, good],
  'essays-misplaced': ['_posts', { '_posts/a.md': '', 'content/x': '' }],
  // The essay itself comes from the cache, but its page is rendered again for the author's new name, and the file
  // is rewritten in between.
  'file-changed': [
    A,
    good,
    {
      prepare: async (root) => {
        await buildIn(root);
        writeFiles(root, {
          [YAML]: SITE_YAML.replace('Ann', 'Ben'),
          ...b('published: 2020-01-01'),
        });
      },
      options: (root) => ({ onProgress: () => writeFiles(root, { [A]: essay('title: Changed') }) }),
    },
  ],
  'file-unreadable': [
    B,
    { ...good, [B]: '' },
    { prepare: (root) => truncateSync(join(root, B), 2 ** 31 + 1) },
  ],
  'content-missing': ['content', { 'README.md': 'x' }],
  'encoding-invalid': [
    `${A}:2:11`,
    { [A]: Buffer.from('---\ntitle: Caf\xe9\npublished: 2020-01-01\n---\nx\n', 'latin1') },
  ],
  'key-missing': [YAML, { [YAML]: 'name: Ann\n', ...good }],
  'markdown-missing': ['content/essays', good, { prepare: () => withoutPackage('satteri') }],
  'out-dangerous': [
    'ROOT/content',
    good,
    { options: (root) => ({ outDir: join(root, 'content') }) },
  ],
  'output-collision': [
    'content/public/blog/a.html',
    { ...good, 'content/public/blog/a.html': 'x' },
  ],
  'output-failed': ['ROOT/out', { ...good, '.blog': 'a file' }],
  'root-missing': ['ROOT/gone', {}, { options: (root) => ({ root: join(root, 'gone') }) }],
  'slug-duplicate': [`${B}:3:7`, { ...a('slug: x'), ...b('slug: x\ndate: 2021') }],
  'slug-empty': [
    'content/essays/詩.md',
    { 'content/essays/詩.md': essay('title: 詩\npublished: 2020-01-01') },
  ],
  'template-invalid': [`${CARD}:1:26`, { ...good, [CARD]: 'export const EssayCard = ;\n' }],
  'template-threw': [
    `${CARD}:2:9`,
    { ...good, [CARD]: `export function EssayCard() {\n  throw new Error('x');\n}\n` },
  ],
  'template-unknown': [
    'content/pages/b.md:3:11',
    { ...good, 'content/pages/b.md': essay('title: B\ntemplate: Gone') },
  ],
};

const warnings: Provocations = {
  'address-gone': [`${MEMORY}:1:1`, { ...good, ...published(['b', B]) }],
  'file-unused': ['content/essays/b.rst', { ...good, 'content/essays/b.rst': '' }],
  'style-invalid': ['templates/style.css:1:6', { ...good, 'templates/style.css': 'a { b }\n' }],
  'handler-ignored': [
    `${CARD}:1:40`,
    { ...good, [CARD]: 'export const EssayCard = () => <button onClick={() => 1} />;\n' },
  ],
  'image-huge': [PNG, { ...broken, [PNG]: pngHeader(30_000, 20_000, 10_000) }],
  'image-unreadable': [PNG, { ...broken, [PNG]: 'not a picture' }],
  'images-unscaled': [
    YAML,
    { ...broken, [PNG]: pngHeader(600, 9, 10_000) },
    { prepare: () => withoutPackage('sharp') },
  ],
  'link-outside': [
    'content/public/x',
    { ...good, 'content/public/y': '', 'mine/x': '' },
    { prepare: (root) => symlinkSync('../../mine', join(root, 'content/public/x')) },
  ],
  'redirect-ambiguous': [
    `${YAML}:5:3`,
    {
      ...a('category: x'),
      ...b('category: x\npublished: 2021-01-01'),
      [YAML]: `${SITE_YAML}redirects:\n  /c/:category: /blog/:slug\n`,
    },
  ],
  'template-impure': [
    `${CARD}:1:43`,
    { ...good, [CARD]: 'export const EssayCard = () => <i>{String(new Date())}</i>;\n' },
  ],
};

const notices: Provocations = {
  'address-moved': [A, { ...good, ...published(['b', A]) }],
  'addresses-uncommitted': [MEMORY, good, { options: () => ({ remembers: 'all', isCI: true }) }],
  'cards-undrawn': [
    YAML,
    { ...good, [YAML]: SITE_YAML.replace('socialImages: false', '') },
    { prepare: () => withoutPackage('@takumi-rs/core') },
  ],
  'date-missing': [`${A}:1:1`, bare('title: A')],
  'essays-none': [YAML, {}],
  'host-limit': [YAML, { ...good, 'content/public/_redirects': '/x/:y / 301\n'.repeat(101) }],
  'picture-location': [
    'content/public/b.jpg',
    { ...body('![a](/b.jpg)\n'), 'content/public/b.jpg': await located.toBuffer() },
  ],
  'text-repaired': [`${A}:4:9`, a('tags: ["a\\ud800"]')],
  'url-placeholder': [
    `${YAML}:2:6`,
    { ...good, [YAML]: SITE_YAML.replace('ann.example', 'blog.example.com') },
    { options: () => ({ remembers: 'all' }) },
  ],
  'out-overwritten': ['out', { ...good, 'out/index.html': 'mine' }],
  'template-outdated': [
    `${CARD}:1:4`,
    {
      ...good,
      [CARD]: `// ${writeOrigin('0.0.1', '0123456789')}\nexport const EssayCard = () => null;\n`,
    },
  ],
  'texts-missing': [`${YAML}:5:1`, { ...good, [YAML]: `${SITE_YAML}# Swedish\nlanguage: sv\n` }],
  'out-unknown-files': ['out', { ...good, 'out/CNAME': 'mine' }],
};

const provocations = Object.entries({ error: errors, warning: warnings, notice: notices }).flatMap(
  ([severity, cases]) =>
    Object.entries(cases).map(([code, each]) => [code, severity as Severity, each] as const),
);

/** Builds a minimal site with the files of the case. */
async function provoke(code: string, [, files, more = {}]: Provocation) {
  const { options, prepare, inThread } = more;
  const hasSettings = code !== 'content-missing' && code !== 'config-missing';
  const root = makeSite(hasSettings ? { [YAML]: SITE_YAML, ...files } : files);
  await prepare?.(root);
  const site = inThread ? await buildInThread(root) : await buildIn(root, options?.(root));
  return { site, root };
}

async function buildInThread(root: string) {
  const builder = new Builder(packageRoot, { onProgress() {}, onPage() {} });
  onTestFinished(() => builder.close());
  const { problems, commit } = await builder.build(makeRequest(root));
  return { problems, commit, report: problems.map(({ message }) => message).join('\n') };
}

test.each(provocations)('%s', async (code, severity, provocation) => {
  const { site, root } = await provoke(code, provocation);
  const found = site.problems.filter((problem) => problem.code === code);
  expect(found, site.report).toHaveLength(1);
  for (const problem of found) {
    const { file, line, column } = problem;
    const shown = [file, line, column].filter((part) => part !== null).join(':');
    expect([problem.severity, shown]).toEqual([severity, provocation[0].replace('ROOT', root)]);
    expectWellTold(problem);
  }
  expect(site.commit === null).toBe(severity === 'error');
});

/** Codes that only `blog check --links` reports; its tests cover them. */
const OUTER = ['link-gone', 'link-unsure'];

test('every code has a case, here or among the mistakes of authors', () => {
  const mistakes = [...inText, ...inHead, ...inSettings, ...whole].map(([, code]) => code);
  const codes = [...provocations.map(([code]) => code), ...mistakes, ...OUTER];
  expect([...new Set(codes)].sort()).toEqual(Object.keys(severityOfCode).sort());
});
