/**
 * A hundred mistakes as authors make them: each is told once, by its code, at its place, and nothing else is told.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ProblemCode, severityOfCode } from '../src/problems.ts';
import { inHead, inSettings, inText, whole } from './mistakes.ts';
import { expectWellTold } from './support/problems.ts';
import { buildSite, essay, type Files, packageRoot, SITE_YAML } from './support/site.ts';

const YAML = 'content/site.yaml';
const A = 'content/essays/a.md';
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

/** What stands beside every mistake. */
const AROUND: Files = {
  'content/essays/hills.md': essay(
    'title: Hills\npublished: 2019-01-01\ntags: [walking]',
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

async function check(files: Files, file: string, code: ProblemCode, place: string): Promise<void> {
  const site = await buildSite({ ...AROUND, ...files });
  const told = site.problems.map((each) => `${each.code} ${each.file}:${each.line}:${each.column}`);
  expect(told).toEqual([`${code} ${file}:${place}`]);
  for (const problem of site.problems) expectWellTold(problem);
  expect(site.commit === null).toBe(severityOfCode[code] === 'error');
  expect(explained).toContain(`\n## ${code}\n`);
}

describe('a mistake', () => {
  test.each(inText)('in a text, %j, is %s at %s', (text, code, place) =>
    check({ [A]: essay(HEAD, `${text}\n`) }, A, code, place),
  );
  test.each(inHead)('in front matter, %j, is %s at %s', (line, code, place) =>
    check({ [A]: essay(`${HEAD}\n${line}`) }, A, code, place),
  );
  test.each(inSettings)('in site.yaml, %j, is %s at %s', (lines, code, place) =>
    check({ [YAML]: `${SITE_YAML}${lines}\n` }, YAML, code, place),
  );
  test.each(whole)('in an essay, %j, is %s at %s', (text, code, place) =>
    check({ [A]: text }, A, code, place),
  );
});

test('these are a hundred', () => {
  expect(inText.length + inHead.length + inSettings.length + whole.length).toBe(100);
});
