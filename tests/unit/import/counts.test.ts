/** What more than half of the posts have. */
import { expect, test } from 'vitest';
import { findMajority } from '../../../src/import/counts.ts';

test.each([
  [['zh', 'zh', ''], 'zh'],
  [['ann', '', 'ann', 'bea', 'ann'], 'ann'],
  [['zh', ''], ''],
  [['', '', 'zh'], ''],
  [[], ''],
])('most of %j is %j', (texts, most) => expect(findMajority(texts)).toBe(most));
