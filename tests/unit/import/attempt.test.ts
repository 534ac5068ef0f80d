/**
 * Errors while one post is read: those of the post leave it out, and those of the disk stop the import.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attemptPost } from '../../../src/import/attempt.ts';
import { ImportFault } from '../../../src/import/input.ts';
import { startReport } from '../../../src/import/report.ts';
import { makeSite } from '../../support/site.ts';

const write = (path: string) => writeFileSync(join(makeSite({}), path), '');

test.each<[what: string, work: () => void]>([
  [
    'a bug',
    () => {
      throw new TypeError('x is undefined');
    },
  ],
  ['a name that is too long for the disk', () => write('x'.repeat(300))],
])('%s leaves the post out, and the report names it', async (_, work) => {
  const report = startReport('records');
  expect(await attemptPost('records:1', report, work)).toBe(null);
  expect(report.leftOut).toEqual({ "posts that can't be read": 1 });
  expect(Object.values(report.notes)).toEqual([[expect.stringMatching(/^records:1: ./)]]);
});

test.each<[what: string, work: () => void]>([
  ['a folder that is gone', () => write('gone/a.md')],
  [
    'a fault of the whole export',
    () => {
      throw new ImportFault('the archive is damaged', 'Download it again.');
    },
  ],
])('%s stops the import', async (_, work) => {
  const report = startReport('records');
  await expect(attemptPost('records:1', report, work)).rejects.toThrow();
  expect(report.leftOut).toEqual({});
});
