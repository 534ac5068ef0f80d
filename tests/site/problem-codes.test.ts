/**
 * Every problem code is provoked by a test: by one of the mistakes of authors, by one below, or by another file's.
 */
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Builder } from '../../src/dev/builder.ts';
import { hasErrors, type ProblemCode, severityOfCode } from '../../src/problems/problems.ts';
import { inHead, inSettings, inText, whole } from '../support/mistakes.ts';
import { pngHeader } from '../support/pictures.ts';
import { expectWellTold } from '../support/problems.ts';
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
} from '../support/site.ts';

/** What is set up besides the author's files. */
interface Circumstances {
  readonly options?: (root: string) => Options;
  readonly prepare?: (root: string) => unknown;
}

const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const PNG = 'content/essays/b.png';
const YAML = 'content/site.yaml';

/** The essay a.md with further front matter or another body. */
const a = (frontMatter: string, body?: string): Files => ({
  [A]: essay(`title: A\npublished: 2020-01-01\n${frontMatter}`, body),
});
const good = a('');

/** A film with a place in its metadata. */
const FILM = '\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x10moov....loci';

/** `place` is `file:line:column` as far as it is known. */
const provocations: readonly [code: ProblemCode, place: string, Files, more?: Circumstances][] = [
  ['contrast-low', `${YAML}:4:19`, { ...good, [YAML]: `${SITE_YAML}colors: { accent: pink }\n` }],
  ['comment-unclosed', `${A}:5:7`, a('', 'Words %% and more\n')],
  ['link-password', `${A}:5:5`, a('', '[x](https://ann:secret@b.example/)\n')],
  ['html-indented', `${A}:7:1`, a('', '<div>\n\n    <p>x</p>\n</div>\n')],
  ['name-repeated', `${A}:9:1`, a('', 'Words[^1]\n\n[^1]: a\n\n[^1]: b\n')],
  ['link-unread', `${A}:5:23`, a('', '<p style="background: url(\'b.png\')">x</p>\n')],
  ['directive-invalid', `${A}:5:1`, a('', '::galery{folder="hills"}\n')],
  ['hidden-by', `${A}:4:1`, a('hidePost: true')],
  ['dot-file', 'content/public/.env', { ...good, 'content/public/.env': 'KEY=1' }],
  ['media-metadata', 'content/public/a.mp4', { ...good, 'content/public/a.mp4': FILM }],
  ['math-unclosed', `${A}:7:1`, a('', 'Words\n\n$$\n\\alpha\n\nWords\n')],
  ['math-invalid', `${A}:7:4`, a('', '$$x \\label{a}$$\n\nBy \\eqref{b}.\n')],
  ['body-unreadable', `${A}:5:1`, a('', `${'>'.repeat(100_000)} x\n`)],
  // The essay itself comes from the cache, but its page is rendered again for the author's new name, and the file
  // is rewritten in between.
  [
    'file-changed',
    A,
    good,
    {
      prepare: async (root) => {
        await buildIn(root);
        writeFiles(root, {
          [YAML]: SITE_YAML.replace('Ann', 'Ben'),
          [B]: essay('title: B\npublished: 2020-01-01'),
        });
      },
      options: (root) => ({ onProgress: () => writeFiles(root, { [A]: essay('title: Changed') }) }),
    },
  ],
  ['file-unreadable', B, { [B]: '' }, { prepare: (root) => truncateSync(join(root, B), 2 ** 31) }],
  ['image-unreadable', PNG, { ...a('', '![a](b.png)'), [PNG]: pngHeader(30_000, 20_000, 10_000) }],
  ['texts-missing', `${YAML}:5:1`, { ...good, [YAML]: `${SITE_YAML}# Catalan\nlanguage: ca\n` }],
  [
    'url-placeholder',
    `${YAML}:2:6`,
    { ...good, [YAML]: SITE_YAML.replace('ann.example', 'blog.example.com') },
    { options: () => ({ remembers: 'all' }) },
  ],
];

test.each(provocations)('%s is reported once, at %s', async (code, place, files, more = {}) => {
  const root = makeSite({ [YAML]: SITE_YAML, ...files });
  await more.prepare?.(root);
  const { problems, commit } = await buildIn(root, more.options?.(root));
  const places = problems
    .filter((problem) => problem.code === code)
    .map(({ file, line, column }) => {
      return [file, line, column].filter((part) => part !== null).join(':');
    });
  expect(places).toEqual([place]);
  expect(commit === null).toBe(hasErrors(problems));
});

test('builder-ended is reported if a template ends the process', async () => {
  const template = "process.kill(process.pid, 'SIGKILL');\nexport default () => 1;\n";
  const root = makeSite({ [YAML]: SITE_YAML, ...good, 'templates/EssayPage.tsx': template });
  const builder = new Builder(join(packageRoot, 'bin/blog.js'), { onProgress() {} });
  onTestFinished(() => builder.close());
  const { problems, commit } = await builder.build(makeRequest(root));
  expect([commit, problems]).toMatchObject([null, [{ code: 'builder-ended', file: 'templates' }]]);
  problems.forEach(expectWellTold);
});

/** The codes that other files provoke. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'unit/essays/essay': 'date-missing',
  'site/essays/files':
    'config-missing content-missing essays-none file-unused link-outside root-missing',
  'unit/essays/front-matter': 'value-ignored',
  'unit/text/text': 'encoding-invalid',
  'unit/essays/values': 'key-missing',
  'long/output/concurrent': 'build-running',
  'site/output/out-folder': 'out-dangerous',
  'site/output/write': 'out-overwritten out-unknown-files output-failed',
  'site/render/social-cards': 'cards-undrawn',
  'site/render/template-lint':
    'handler-ignored script-moved style-invalid template-impure template-outdated',
  'site/render/templates': 'template-invalid template-threw',
  'site/render/themes': 'theme-incompatible theme-missing',
  'site/addresses':
    'address-dropped address-gone address-invalid address-moved address-taken addresses-many-gone addresses-uncommitted addresses-unrecorded',
  'site/collisions': 'output-collision',
  'site/components': 'essay-format',
  'site/languages': 'translation-duplicate',
  'site/pages': 'template-unknown',
  'site/pages/typeface': 'font-invalid',
  'long/pictures/photographs': 'images-unscaled picture-location picture-metadata',
  'site/pictures': 'image-unreadable',
  'site/slugs': 'name-reserved slug-duplicate slug-empty',
  'site/dev/home-size': 'home-large',
  'site/tag-pages': 'tag-page-lost',
  'unit/essays/lint': 'date-in-name',
  'long/start': 'markdown-missing',
};

test('every code is provoked', () => {
  const missing = Object.entries(ELSEWHERE).flatMap(([file, codes]) => {
    const text = readFileSync(join(packageRoot, `tests/${file}.test.ts`), 'utf8');
    return codes.split(' ').filter((code) => !text.includes(code));
  });
  expect(missing).toEqual([]);
  const mistakes = [...inText, ...inHead, ...inSettings, ...whole].map(([, code]) => code);
  const elsewhere = Object.values(ELSEWHERE).flatMap((codes) => codes.split(' '));
  const codes = [...provocations.map(([code]) => code), ...mistakes, ...elsewhere, 'builder-ended'];
  expect([...new Set(codes)].sort()).toEqual(Object.keys(severityOfCode).sort());
});
