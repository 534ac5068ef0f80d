/**
 * The place of the table of contents.
 */
import { expect, test } from 'vitest';
import { readSource } from '../../../support/bodies.ts';

test.each([
  ['[TOC]', 1],
  ['[toc]', 1],
  ['Text [TOC]', 0],
  ['`[TOC]`', 0],
  ['> [TOC]', 1],
])('%j is %j place', (source, count) => {
  const { parts } = readSource(`${source}\n\n## A\n\n## B`);
  expect(JSON.stringify(parts).split('<nav class=').length - 1).toBe(count);
});
