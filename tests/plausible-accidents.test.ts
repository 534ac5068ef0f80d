import { join } from 'node:path';
import { expect, test } from 'vitest';
import { costOf } from './support/cost.ts';
import { buildIn, buildSite, essay, makeSite, SITE_YAML, writeFiles } from './support/site.ts';

const A = 'content/essays/a.md';
const withBody = (body: string, more = {}) =>
  buildSite({ [A]: essay('title: A\npublished: 2020-01-01', body), ...more });

test('the name of a picture may be as long as the file system allows', async () => {
  const name = `${'n'.repeat(240)}.svg`;
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
  const site = await withBody(`![x](${name})\n`, { [`content/essays/${name}`]: picture });
  expect(site.report).toBe('');
});

test.each(['content', 'content/essays'])('a file counts as a missing folder: %s', async (path) => {
  const { codes } = await buildIn(makeSite({ [path]: 'x' }));
  expect(codes.filter((code) => /missing|none/.test(code))).not.toEqual([]);
});

test('two builds of one site in one process exclude each other', async () => {
  const { lockOutput } = await import('../src/output/out-folder.ts');
  const root = makeSite({});
  const lock = () => lockOutput(join(root, '.blog'), join(root, 'out'));
  const [first, second] = [lock(), lock()];
  expect('problem' in second && second.problem.code).toBe('build-running');
  if ('release' in first) first.release();
  expect('release' in lock()).toBe(true);
});

test('removing hundreds of stale pages costs no more than writing them', async () => {
  const essays = Array.from({ length: 400 }, (_, index) => [
    `content/essays/n${index}.md`,
    essay(`title: Title ${index}\npublished: 2020-01-01`),
  ]);
  const root = makeSite({ 'content/site.yaml': SITE_YAML, ...Object.fromEntries(essays) });
  const cold = await costOf(() => buildIn(root));
  writeFiles(root, { 'content/site.yaml': `${SITE_YAML}slugs: file\n` });
  let removed: number | undefined;
  const again = await costOf(async () => {
    removed = (await buildIn(root)).commit?.removed;
  });
  expect(removed).toBe(400);
  expect(again).toBeLessThan(cold * 4);
});
