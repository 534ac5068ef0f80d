/**
 * `blog check`: all problems in full, in three formats.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { type CheckOptions, runCheck } from '../../../src/cli/check.ts';
import { formatAnnotation } from '../../../src/cli/report.ts';
import { makeProblem, wholeFile } from '../../../src/problems/problems.ts';
import {
  buildIn,
  essay,
  type Files,
  makeRequest,
  makeSite,
  packageRoot,
  SITE_YAML,
} from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const site = (files: Files) => makeSite({ 'content/site.yaml': SITE_YAML, ...files });
const GOOD = { 'content/essays/a.md': essay('title: A\npublished: 2020-01-01') };
const BAD = {
  ...GOOD,
  'content/essays/b.md': essay('title: B\npublished: 2020-01-01', 'See [x](/gone).\n'),
  'content/essays/c/c.md': essay('title: C\npublished: 2020-01-01', '```nolanguage\nx\n```\n'),
};

async function check(root: string, options: Partial<CheckOptions> = {}) {
  const terminal = makeTerminal();
  const all = { files: [], format: 'text', workspace: root, ...options } as const;
  const code = await runCheck(makeRequest(root), all, terminal, async () => []);
  return { code, ...terminal.texts };
}

describe('blog check', () => {
  test('exits with 0 for a site without problems, and writes nothing', async () => {
    const root = site(GOOD);
    expect(await check(root)).toEqual({ code: 0, out: '✓ No problems\n', err: '' });
    expect(existsSync(join(root, 'out'))).toBe(false);
  });

  test('shows every problem in full, however many there are', async () => {
    const links = Array.from({ length: 30 }, (_, i) => `[x](/gone-${i})\n`).join('\n');
    const many = { 'content/essays/m.md': essay('title: M\npublished: 2020-01-01', links) };
    const { code, out } = await check(site({ ...GOOD, ...many }));
    expect(code).toBe(1);
    expect(out.match(/ {2}→ /g)).toHaveLength(30);
    expect(out).toMatch(/\n30 warnings\n$/);
  });

  test('with files or folders shows only their problems', async () => {
    const root = site(BAD);
    const folder = await check(root, { files: [join(root, 'content/essays/c')] });
    expect(folder.code).toBe(0); // A notice only.
    expect(folder.out).toMatch(/^notice \[code-language-unknown\] .*\n\n1 notice\n$/s);
    const file = await check(root, { files: [join(root, 'content/essays/b.md')] });
    expect(file).toMatchObject({ code: 1, out: expect.stringMatching(/\n\n1 warning\n$/) });
    const good = await check(root, { files: [join(root, 'content/essays/a.md')] });
    expect(good).toMatchObject({ code: 0, out: '✓ No problems\n' });
    const none = await check(root, { files: ['no/such/file.md'] });
    expect(none).toEqual({ code: 2, out: '', err: 'error: there is no file no/such/file.md\n' });
  });

  test('with a file shows what the whole site shows once for several files, at its place there', async () => {
    const marks = (text: string) => essay('title: M\npublished: 2020-01-01', text);
    const files = {
      'content/essays/m1.md': marks('{{< x >}}\n'),
      'content/essays/m2.md': marks('A.\n\n{{< x >}}\n'),
    };
    const root = site({ ...GOOD, ...files });
    await buildIn(root);
    const foreign = "`{{< x >}}` is another program's syntax, so readers see it as written";
    const { out } = await check(root, { files: [join(root, 'content/essays/m2.md')] });
    expect(out).toContain(`${foreign}\n  content/essays/m2.md:7:1\n`);
    const all = await check(root);
    expect(all.out).toContain(`${foreign} (2 times in 2 files)\n  content/essays/m1.md:5:1\n`);
  });

  test('prints a version and every problem as JSON', async () => {
    const { code, out } = await check(site(BAD), { format: 'json' });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      problems: [{ code: 'code-language-unknown' }, { code: 'link-broken', line: 5, column: 9 }],
    });
  });

  test('prints the edits that fix a problem as JSON', async () => {
    const text = 'See [x](/blog/hlls).\n';
    const files = { 'content/essays/hills.md': essay('title: Hills\npublished: 2020-01-01', text) };
    const { out } = await check(site({ ...GOOD, ...files }), { format: 'json' });
    const { problems } = JSON.parse(out);
    const at = String(files['content/essays/hills.md']).indexOf('/blog/hlls');
    expect(problems).toMatchObject([
      {
        code: 'link-broken',
        subject: '/blog/…',
        edits: [{ at, was: '/blog/hlls', is: '/blog/hills' }],
      },
    ]);
    const path = join(packageRoot, 'docs/json.schema.json');
    const schema = JSON.parse(readFileSync(path, 'utf8'));
    const validate = new Ajv({ allowUnionTypes: true }).compile({
      $defs: schema.$defs,
      $ref: '#/$defs/problem',
    });
    expect([problems.every((each: object) => validate(each)), validate.errors]).toEqual([
      true,
      null,
    ]);
  });

  test('prints annotations for GitHub Actions, with paths from the root of the repository', async () => {
    const root = site({
      ...GOOD,
      'content/essays/b.md': essay('title: B\npublished: 2020-01-01', 'See [x](/50%25).\n'),
    });
    const { out } = await check(root, { format: 'github', workspace: join(root, '..') });
    const folder = root.slice(root.lastIndexOf('/') + 1);
    expect(out).toMatch(
      `::warning file=${folder}/content/essays/b.md,line=5,col=9,title=link-broken::` +
        'The link `/50%2525` leads to nothing in the site%0ACorrect it, ',
    );
  });
});

test.each([
  ['content/a.md', '/work/site', '/work', 'site/content/a.md', posix],
  ['content/a.md', 'D:\\a\\repo\\site', 'D:\\a\\repo', 'site/content/a.md', win32],
  ['content/a.md', 'E:\\', 'E:\\', 'content/a.md', win32],
  ['content/a.md', 'd:\\a\\repo', 'D:\\a\\repo', 'content/a.md', win32],
  ['D:\\a\\repo\\out', 'D:\\a\\repo\\site', 'D:\\a\\repo', 'out', win32],
  ['/work/out', '/work/site', '/work', 'out', posix],
])('an annotation names %s of the site %s, in the workspace %s, as %s', (...facts) => {
  const [file, root, workspace, named, path] = facts;
  const problem = makeProblem('link-broken', wholeFile(file), 'Gone', 'Correct it.');
  const text = formatAnnotation(problem, root, workspace, path);
  expect(text).toBe(`::warning file=${named},title=link-broken::Gone%0ACorrect it.\n`);
});
