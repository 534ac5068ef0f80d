import { expect, test } from 'vitest';
import { isTitle, makeHeadingId } from '../../src/content/headings.ts';

function check(text: string, taken: string[], expected: string | null): void {
  expect(makeHeadingId(text, new Set(taken))).toBe(expected);
}

test.each([
  ['Why I Write', [], 'why-i-write'],
  ['What’s new in 2.0?', [], 'whats-new-in-20'],
  ['snake_case and kebab-case', [], 'snake_case-and-kebab-case'],
  ['A & b', [], 'a--b'],
  ['Über Größe', [], 'über-größe'],
  ['日本語 の見出し', [], '日本語-の見出し'],
  ['हिन्दी', [], 'हिन्दी'],
  ['2020', [], '2020'],
])('the heading %j has an id in the form that GitHub makes', check);

test.each([
  ['!!!', [], null],
  ['', [], null],
  ['— …', [], null],
])('a heading without a letter or digit, %j, has none', check);

test.each([
  ['Part', ['part'], 'part-1'],
  ['Part', ['part', 'part-1'], 'part-2'],
  ['Part', ['part-1'], 'part'],
])('an id is taken once: %j beside %j', check);

test.each([
  ['Why I Write', 'Why I Write'],
  ['why i write', 'Why I Write'],
  ['  Why  I\nWrite ', 'Why I Write'],
  ['It’s “here”', 'It\'s "here"'],
  ['It\'s "here"', 'It’s “here”'],
  ['‘One’', "'One'"],
  ['Now…', 'Now...'],
  ['A – B', 'A - B'],
  ['A — B', 'A --- B'],
  ['A – B', 'A -- B'],
  ['In the middle with', 'In the middle with <center>'],
])('the heading %j repeats the title %j', (heading, title) => {
  expect(isTitle(heading, title)).toBe(true);
});

test.each([
  ['Why I Write', 'Why I Wrote'],
  ['Why I Write', 'Why I Write, Part 2'],
  ['', ''],
  ['', 'Why I Write'],
])('the heading %j does not repeat the title %j', (heading, title) => {
  expect(isTitle(heading, title)).toBe(false);
});
