/**
 * A hundred typical mistakes of authors: each is reported once, with its code and place, and nothing else is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../../src/problems/group-by.ts';
import { hasErrors, severityOfCode } from '../../src/problems/problems.ts';
import { inHead, inSettings, inText, type Mistake, whole } from '../support/mistakes.ts';
import { buildSite, essay, type Files, packageRoot, SITE_YAML } from '../support/site.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

/** The rest of the site. */
const AROUND: Files = {
  'content/essays/hills.md': essay(
    'title: Hills\ndate: 2019-01-01\ntags: [walking]',
    '## The End\n',
  ),
  'content/essays/valley.md': essay('title: Valley\npublished: 2018-01-01\ntags: [walking]'),
  'content/essays/dale.md': essay('title: Dale\npublished: 2017-01-01\ntags: [walking]'),
  'content/essays/door.svg': PICTURE,
  'content/essays/door.heic': 'x',
  'content/public/loom.svg': PICTURE,
};

const HEAD = 'title: A\npublished: 2020-12-03';

const explained = readFileSync(join(packageRoot, 'docs/problems.md'), 'utf8');

/** The mistakes of essays, each as a whole file. */
const essays: readonly Mistake[] = [
  ...inText.map(([text, ...report]): Mistake => [essay(HEAD, `${text}\n`), ...report]),
  ...inHead.map(([line, ...report]): Mistake => [essay(`${HEAD}\n${line}`), ...report]),
  ...whole,
];

/** The mistakes of each site. They have the same severity and different codes. */
const sites = groupBy(essays.entries(), ([i, [, code]]) => {
  const before = essays.slice(0, i).filter(([, each]) => each === code);
  return `${severityOfCode[code]} ${before.length + 1}`;
});

/** Expects that each file's mistake is reported, and nothing else. */
async function check(mistakes: Readonly<Record<string, Mistake>>): Promise<void> {
  const files = Object.entries(mistakes).map(([path, [text]]) => [path, text]);
  const site = await buildSite({ ...AROUND, ...Object.fromEntries(files) });
  const reports = site.problems.map((p) => `${p.code} ${p.file}:${p.line}:${p.column}`);
  const expected = Object.entries(mistakes).map(([path, [, ...at]]) => at.join(` ${path}:`));
  expect(reports.sort()).toEqual(expected.sort());
  for (const problem of site.problems) {
    expect(explained).toContain(`\n## ${problem.code}\n`);
  }
  expect(site.commit === null).toBe(hasErrors(site.problems));
}

describe('a mistake is reported once, at its place', () => {
  test.each([...sites])('in essays: %s', (_, mistakes) =>
    check(Object.fromEntries(mistakes.map(([i, each]) => [`content/essays/m${i}.md`, each]))),
  );
  test.each(inSettings)('in site.yaml: %j', (lines, ...report) =>
    check({ 'content/site.yaml': [`${SITE_YAML}${lines}\n`, ...report] }),
  );
});

test('there are a hundred mistakes', () => expect([...essays, ...inSettings]).toHaveLength(100));
