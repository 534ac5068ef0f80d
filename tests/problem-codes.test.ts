/**
 * Every problem code, each provoked by a site that has hardly anything else.
 */
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Builder } from '../src/dev/builder.ts';
import { lockFileOf } from '../src/output/out-folder.ts';
import { type ProblemCode, type Severity, severityOfCode } from '../src/problems.ts';
import { writeOrigin } from '../src/render/template-slips.ts';
import { describePhoto, drawPhoto, pngHeader } from './support/pictures.ts';
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
  /** What must be there beside the author's files, or must have happened. */
  readonly prepare?: (root: string) => unknown;
  /** Built as `blog dev` does it, in a thread of its own. */
  readonly inThread?: true;
}

const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const PNG = 'content/essays/b.png';
const YAML = 'content/site.yaml';
const CARD = 'templates/EssayCard.tsx';

/** An essay of the file a.md with other front matter, or another body. */
const a = (frontMatter: string, body?: string): Files => ({
  [A]: essay(overrideKeys(`title: A\npublished: 2020-01-01\n${frontMatter}`), body),
});
const body = (text: string): Files => a('', text);
const bare = (frontMatter: string): Files => ({ [A]: essay(frontMatter) });
const b = (frontMatter: string): Files => ({ [B]: essay(`title: B\n${frontMatter}`) });
const good = a('');
const located = describePhoto(drawPhoto(9, 9)).jpeg();
const broken = { ...body('![a](b.png)\n') };

/** Makes a package one that does not load. */
function withoutPackage(name: string): void {
  vi.doMock(name, () => {
    throw new Error('not for this machine');
  });
  onTestFinished(() => void vi.doUnmock(name));
}

type Provocations = Readonly<Partial<Record<ProblemCode, Provocation>>>;

const MEMORY = 'content/addresses.txt';
/** Lines of essays that were published at these addresses. */
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
  'alias-invalid': { place: `${A}:4:10`, files: a('aliases: /x?y=1') },
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
  // What an earlier build remembers of the essay is taken, and its page is made anew for the author's new
  // name, from a file that is rewritten in between.
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
  'conflict-marker': {
    place: `${A}:5:1`,
    files: body('<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> main\n'),
  },
  'content-missing': { place: 'content', files: { 'README.md': 'x' } },
  'date-impossible': { place: `${A}:3:12`, files: a('published: 2021-02-29') },
  'date-unreadable': { place: `${A}:3:12`, files: a('published: last summer') },
  'encoding-invalid': {
    place: `${A}:2:11`,
    files: { [A]: Buffer.from('---\ntitle: Caf\xe9\npublished: 2020-01-01\n---\nx\n', 'latin1') },
  },
  'front-matter-invalid': { place: `${A}:2:1`, files: bare('- title\n- date') },
  'front-matter-unclosed': { place: `${A}:1:1`, files: { [A]: '---\ntitle: A\n\nWords.\n' } },
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
  'redirect-invalid': {
    place: `${YAML}:5:3`,
    files: { ...good, [YAML]: `${SITE_YAML}redirects:\n  /x: nowhere\n` },
  },
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
  'slug-invalid': { place: `${A}:4:7`, files: a('slug: ../x') },
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
  'title-missing': { place: `${A}:1:1`, files: bare('published: 2020-01-01') },
  'value-invalid': { place: `${A}:4:8`, files: a('draft: maybe') },
  'yaml-invalid': { place: `${A}:4:7`, files: a('tags: [a, b') },
};

const warnings: Provocations = {
  'address-gone': { place: `${MEMORY}:1:1`, files: { ...good, ...published(['b', B]) } },
  'anchor-broken': { place: `${A}:5:9`, files: body('See [x](#gone).\n') },
  'body-empty': { place: `${A}:1:1`, files: body('\n') },
  'date-weekday': { place: `${A}:3:12`, files: a('published: Monday, December 3, 2020') },
  'fence-unclosed': { place: `${A}:7:1`, files: body('Words\n\n```\nx\n') },
  'file-unused': { place: 'content/essays/b.rst', files: { ...good, 'content/essays/b.rst': '' } },
  'handler-ignored': {
    place: `${CARD}:1:40`,
    files: { ...good, [CARD]: 'export const EssayCard = () => <button onClick={() => 1} />;\n' },
  },
  'footnote-undefined': { place: `${A}:5:2`, files: body('a[^1]\n') },
  'footnote-unused': { place: `${A}:7:1`, files: body('a\n\n[^1]: b\n') },
  'front-matter-fence': {
    place: `${A}:1:1`,
    files: { [A]: '———\ntitle: A\ndate: 2020-01-01\n———\nWords.\n' },
  },
  'front-matter-quotes': { place: `${A}:4:7`, files: a('slug: “x”') },
  'heading-space': { place: `${A}:5:1`, files: body('##Heading\n') },
  'image-format': {
    place: `${A}:5:6`,
    files: { ...body('![a](b.heic)\n'), 'content/essays/b.heic': 'x' },
  },
  'image-huge': { place: PNG, files: { ...broken, [PNG]: pngHeader(30_000, 20_000, 10_000) } },
  'image-missing': { place: `${A}:5:6`, files: body('![a](gone.png)\n') },
  'image-unreadable': { place: PNG, files: { ...broken, [PNG]: 'not a picture' } },
  'images-unscaled': {
    place: YAML,
    files: { ...broken, [PNG]: pngHeader(600, 9, 10_000) },
    prepare: () => withoutPackage('sharp'),
  },
  'key-repeated': {
    place: `${A}:5:1`,
    files: { [A]: essay('title: A\ndate: 2020-01-01\nx: 1\nx: 2') },
  },
  'key-unknown': { place: `${A}:4:1`, files: a('tgas: x') },
  'link-broken': { place: `${A}:5:9`, files: body('See [x](/gone).\n') },
  'link-empty': { place: `${A}:5:5`, files: body('See [x]().\n') },
  'link-local': { place: `${A}:5:9`, files: body('See [x](http://localhost:4321/x).\n') },
  'link-old': { place: `${A}:5:9`, files: body('See [x](/2020/a).\n') },
  'link-outside': {
    place: 'content/public/x',
    files: { ...good, 'content/public/y': '', 'mine/x': '' },
    prepare: (root) => symlinkSync('../../mine', join(root, 'content/public/x')),
  },
  'link-scheme-missing': { place: `${A}:5:9`, files: body('See [x](www.ann.example).\n') },
  'link-space': { place: `${A}:5:5`, files: body('See [x] (https://ann.example).\n') },
  'markup-foreign': { place: `${A}:5:3`, files: body('a {% b %}\n\n{% b %}\n') },
  'menu-broken': { place: `${YAML}:4:7`, files: { ...good, [YAML]: `${SITE_YAML}nav: [x]\n` } },
  'permalink-unread': { place: `${A}:4:12`, files: a('permalink: /{{ slug }}/') },
  'redirect-ambiguous': {
    place: `${YAML}:5:3`,
    files: {
      ...a('category: x'),
      ...b('category: x\npublished: 2021-01-01'),
      [YAML]: `${SITE_YAML}redirects:\n  /c/:category: /blog/:slug\n`,
    },
  },
  'reference-undefined': { place: `${A}:5:5`, files: body('See [x][y].\n') },
  'script-url': { place: `${A}:5:10`, files: body('<a href="javascript:alert(1)">x</a>\n') },
  'template-impure': {
    place: `${CARD}:1:43`,
    files: { ...good, [CARD]: 'export const EssayCard = () => <i>{String(new Date())}</i>;\n' },
  },
  'slug-taken': { place: `${B}:4:7`, files: { ...good, ...b('published: 2021-01-01\nslug: a') } },
};

const notices: Provocations = {
  'address-moved': { place: A, files: { ...good, ...published(['b', A]) } },
  'alt-missing': { place: `${A}:5:11`, files: body('<img src="https://x.example/a">\n') },
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
  'code-language-unknown': {
    place: `${A}:9:6`,
    files: body('Words\n\n- x\n\n  ```javscript {3}\n  x\n  ```\n'),
  },
  'date-missing': { place: `${A}:1:1`, files: bare('title: A') },
  'date-future': { place: A, files: a('published: 2099-01-01') },
  'essays-none': { place: YAML, files: {} },
  'host-limit': {
    place: YAML,
    files: { ...good, 'content/public/_redirects': '/x/:y / 301\n'.repeat(101) },
  },
  'image-insecure': { place: `${A}:5:6`, files: body('![a](http://x.example/a.png)\n') },
  'picture-location': {
    place: 'content/public/b.jpg',
    files: { ...body('![a](/b.jpg)\n'), 'content/public/b.jpg': await located.toBuffer() },
  },
  'tag-similar': {
    place: `${B}:3:8`,
    files: { ...a('tags: [x y]'), ...b('tags: [X-y]\ndate: 2019-01-01') },
  },
  'text-repaired': { place: `${A}:4:9`, files: a('tags: ["a\\ud800"]') },
  'language-ignored': { place: `${A}:4:11`, files: a('language: German') },
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

/** Builds a site with nothing around it but what the case gives. */
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
    const { file, line, column, message, excerpt, hint } = problem;
    const shown = [file, line, column].filter((part) => part !== null).join(':');
    expect([problem.severity, shown]).toEqual([severity, provocation.place.replace('ROOT', root)]);
    expect(message).toMatch(/^\S.*\S$/);
    if (line !== null) expect(excerpt).not.toBeNull();
    // What is no mere notice says what to do.
    if (severity !== 'notice') expect(hint).toMatch(/[.?]$/);
  }
  expect(site.commit === null).toBe(severity === 'error');
});

/** Found by `blog check --links` only, whose tests they are in. */
const OUTER = { 'link-gone': 'warning', 'link-unsure': 'notice' };

test('every code there is has its case, and its severity', () => {
  const severities = [
    ...provocations.map(([code, severity]) => [code, severity]),
    ...Object.entries(OUTER),
  ];
  expect(Object.fromEntries(severities)).toEqual(severityOfCode);
});
