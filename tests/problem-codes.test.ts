/**
 * Every problem code that needs more than one mistake in one file (those are in mistakes.ts), each provoked by a
 * minimal site.
 */
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Builder } from '../src/dev/builder.ts';
import { lockFileOf } from '../src/output/out-folder.ts';
import { type ProblemCode, type Severity, severityOfCode } from '../src/problems.ts';
import { writeOrigin } from '../src/render/template-slips.ts';
import { inHead, inSettings, inText, whole } from './mistakes.ts';
import { describePhoto, drawPhoto, pngHeader } from './support/pictures.ts';
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

interface Provocation {
  /** `file:line:column` as far as it is known; `ROOT` is the site’s folder. */
  readonly place: string;
  readonly files: Files;
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

/** Makes a package fail to load. */
function withoutPackage(name: string): void {
  vi.doMock(name, () => {
    throw new Error('not for this machine');
  });
  onTestFinished(() => void vi.doUnmock(name));
}

type Provocations = Readonly<Partial<Record<ProblemCode, Provocation>>>;

const MEMORY = 'content/addresses.txt';
/** Lines of addresses.txt for essays that were published at these addresses. */
const published = (...lines: readonly (readonly [slug: string, file: string])[]) => ({
  [MEMORY]: lines
    .map(([slug, file]) => `/blog/${slug} ${file} 2020-01-01 ${'A'.repeat(38)}\n`)
    .join(''),
});

const errors: Provocations = {
  'address-invalid': { place: `${MEMORY}:1:1`, files: { ...good, [MEMORY]: '<<<<<<< HEAD\n' } },
  'address-taken': {
    place: A,
    files: { ...good, ...b('published: 2020-01-01'), ...published(['a', B]) },
  },
  'addresses-many-gone': {
    place: MEMORY,
    files: { ...good, ...published(...[...'bcdefg'].map((slug) => [slug, B] as const)) },
  },
  'build-running': {
    place: 'ROOT/out',
    files: good,
    prepare: (root) => {
      mkdirSync(join(root, '.blog'));
      const lock = lockFileOf(join(root, '.blog'), join(root, 'out'));
      writeFileSync(lock, `${hostname()} ${process.ppid}`);
    },
  },
  'builder-ended': {
    place: 'templates',
    files: {
      ...good,
      'templates/EssayPage.tsx': "process.kill(process.pid, 'SIGKILL');\nexport default () => 1;\n",
    },
    inThread: true,
  },
  'body-unreadable': { place: `${A}:5:1`, files: body(`${'>'.repeat(100_000)} x\n`) },
  'config-missing': { place: YAML, files: good },
  'essays-misplaced': { place: '_posts', files: { '_posts/a.md': '', 'content/x': '' } },
  // The essay itself comes from the cache, but its page is rendered again for the author's new name, and the file
  // is rewritten in between.
  'file-changed': {
    place: A,
    files: good,
    prepare: async (root) => {
      await buildIn(root);
      writeFiles(root, { [YAML]: SITE_YAML.replace('Ann', 'Ben'), ...b('published: 2020-01-01') });
    },
    options: (root) => ({ onProgress: () => writeFiles(root, { [A]: essay('title: Changed') }) }),
  },
  'file-unreadable': {
    place: B,
    files: { ...good, [B]: '' },
    prepare: (root) => truncateSync(join(root, B), 2 ** 31 + 1),
  },
  'content-missing': { place: 'content', files: { 'README.md': 'x' } },
  'encoding-invalid': {
    place: `${A}:2:11`,
    files: { [A]: Buffer.from('---\ntitle: Caf\xe9\npublished: 2020-01-01\n---\nx\n', 'latin1') },
  },
  'key-missing': { place: YAML, files: { [YAML]: 'name: Ann\n', ...good } },
  'markdown-missing': {
    place: 'content/essays',
    files: good,
    prepare: () => withoutPackage('satteri'),
  },
  'out-dangerous': {
    place: 'ROOT/content',
    files: good,
    options: (root) => ({ outDir: join(root, 'content') }),
  },
  'output-collision': {
    place: 'content/public/blog/a.html',
    files: { ...good, 'content/public/blog/a.html': 'x' },
  },
  'output-failed': { place: 'ROOT/out', files: { ...good, '.blog': 'a file' } },
  'root-missing': {
    place: 'ROOT/gone',
    files: {},
    options: (root) => ({ root: join(root, 'gone') }),
  },
  'slug-duplicate': { place: `${B}:3:7`, files: { ...a('slug: x'), ...b('slug: x\ndate: 2021') } },
  'slug-empty': {
    place: 'content/essays/詩.md',
    files: { 'content/essays/詩.md': essay('title: 詩\npublished: 2020-01-01') },
  },
  'template-invalid': {
    place: `${CARD}:1:26`,
    files: { ...good, [CARD]: 'export const EssayCard = ;\n' },
  },
  'template-threw': {
    place: `${CARD}:2:9`,
    files: { ...good, [CARD]: `export function EssayCard() {\n  throw new Error('x');\n}\n` },
  },
  'template-unknown': {
    place: 'content/pages/b.md:3:11',
    files: { ...good, 'content/pages/b.md': essay('title: B\ntemplate: Gone') },
  },
};

const warnings: Provocations = {
  'address-gone': { place: `${MEMORY}:1:1`, files: { ...good, ...published(['b', B]) } },
  'file-unused': { place: 'content/essays/b.rst', files: { ...good, 'content/essays/b.rst': '' } },
  'style-invalid': {
    place: 'templates/style.css:1:6',
    files: { ...good, 'templates/style.css': 'a { b }\n' },
  },
  'handler-ignored': {
    place: `${CARD}:1:40`,
    files: { ...good, [CARD]: 'export const EssayCard = () => <button onClick={() => 1} />;\n' },
  },
  'image-huge': { place: PNG, files: { ...broken, [PNG]: pngHeader(30_000, 20_000, 10_000) } },
  'image-unreadable': { place: PNG, files: { ...broken, [PNG]: 'not a picture' } },
  'images-unscaled': {
    place: YAML,
    files: { ...broken, [PNG]: pngHeader(600, 9, 10_000) },
    prepare: () => withoutPackage('sharp'),
  },
  'link-outside': {
    place: 'content/public/x',
    files: { ...good, 'content/public/y': '', 'mine/x': '' },
    prepare: (root) => symlinkSync('../../mine', join(root, 'content/public/x')),
  },
  'redirect-ambiguous': {
    place: `${YAML}:5:3`,
    files: {
      ...a('category: x'),
      ...b('category: x\npublished: 2021-01-01'),
      [YAML]: `${SITE_YAML}redirects:\n  /c/:category: /blog/:slug\n`,
    },
  },
  'template-impure': {
    place: `${CARD}:1:43`,
    files: { ...good, [CARD]: 'export const EssayCard = () => <i>{String(new Date())}</i>;\n' },
  },
};

const notices: Provocations = {
  'address-moved': { place: A, files: { ...good, ...published(['b', A]) } },
  'addresses-uncommitted': {
    place: MEMORY,
    files: good,
    options: () => ({ remembers: 'all', isCI: true }),
  },
  'cards-undrawn': {
    place: YAML,
    files: { ...good, [YAML]: SITE_YAML.replace('socialImages: false', '') },
    prepare: () => withoutPackage('@takumi-rs/core'),
  },
  'date-missing': { place: `${A}:1:1`, files: bare('title: A') },
  'essays-none': { place: YAML, files: {} },
  'host-limit': {
    place: YAML,
    files: { ...good, 'content/public/_redirects': '/x/:y / 301\n'.repeat(101) },
  },
  'picture-location': {
    place: 'content/public/b.jpg',
    files: { ...body('![a](/b.jpg)\n'), 'content/public/b.jpg': await located.toBuffer() },
  },
  'text-repaired': { place: `${A}:4:9`, files: a('tags: ["a\\ud800"]') },
  'url-placeholder': {
    place: `${YAML}:2:6`,
    files: { ...good, [YAML]: SITE_YAML.replace('ann.example', 'blog.example.com') },
    options: () => ({ remembers: 'all' }),
  },
  'out-overwritten': { place: 'out', files: { ...good, 'out/index.html': 'mine' } },
  'template-outdated': {
    place: `${CARD}:1:4`,
    files: {
      ...good,
      [CARD]: `// ${writeOrigin('0.0.1', '0123456789')}\nexport const EssayCard = () => null;\n`,
    },
  },
  'texts-missing': {
    place: `${YAML}:5:1`,
    files: { ...good, [YAML]: `${SITE_YAML}# Swedish\nlanguage: sv\n` },
  },
  'out-unknown-files': { place: 'out', files: { ...good, 'out/CNAME': 'mine' } },
};

const provocations = Object.entries({ error: errors, warning: warnings, notice: notices }).flatMap(
  ([severity, cases]) =>
    Object.entries(cases).map(([code, each]) => [code, severity as Severity, each] as const),
);

/** Builds a minimal site with the files of the case. */
async function provoke(code: string, { files, options, prepare, inThread }: Provocation) {
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
    expect([problem.severity, shown]).toEqual([severity, provocation.place.replace('ROOT', root)]);
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
