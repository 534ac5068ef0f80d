import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type FileStamp,
  isSameStamp,
  isSettled,
  readFileClock,
  stampFile,
} from '../../src/content/stamps.ts';
import { passTick } from '../support/damages.ts';
import { makeSite } from '../support/site.ts';

const stamp: FileStamp = { size: 7, modifiedMs: 1_000_000.25, changedMs: 1_000_000.5, inode: 12 };

describe('two stamps', () => {
  const cases: readonly [name: string, a: FileStamp | null, b: FileStamp | null, same: boolean][] =
    [
      ['of the same values are the same', stamp, { ...stamp }, true],
      ['of no file are the same', null, null, true],
      ['of a file and of none differ', stamp, null, false],
      ['of none and of a file differ', null, stamp, false],
      ['differ by size', stamp, { ...stamp, size: 8 }, false],
      ['differ by modification time', stamp, { ...stamp, modifiedMs: 1_000_000.5 }, false],
      ['differ by time of change', stamp, { ...stamp, changedMs: 1_000_000.75 }, false],
      ['differ by inode', stamp, { ...stamp, inode: 13 }, false],
    ];
  test.each(cases)('%s', (_, a, b, same) => expect(isSameStamp(a, b)).toBe(same));
});

describe('by a clock, a stamp', () => {
  const second = 1_000_000;
  const cases: readonly [name: string, changedMs: number, clockMs: number, settled: boolean][] = [
    ['of the same tick is not settled', second + 0.5, second + 0.5, false],
    ['of the tick before is', second + 0.5, second + 0.75, true],
    ['of a later tick is not', second + 0.75, second + 0.5, false],
    ['of long ago is', second + 0.5, second * 2, true],
    ['in whole seconds, of the same second, is not', second, second, false],
    ['in whole seconds, of one second before, is not', second, second + 1000, false],
    ['in whole seconds, of two seconds before, is not', second, second + 2000, false],
    ['in whole seconds, of more than two seconds before, is', second, second + 2000.25, true],
    ['of no clock is never settled', second + 0.5, 0, false],
  ];
  test.each(cases)('%s', (_, changedMs, clockMs, settled) => {
    expect(isSettled({ ...stamp, changedMs }, clockMs)).toBe(settled);
  });
});

describe('there is no stamp of', () => {
  const cases: readonly [name: string, path: string, prepare?: (root: string) => void][] = [
    ['a file that is missing', 'gone'],
    ['a file in a folder that is missing', 'gone/gone'],
    ['a path that leads through a file', 'file/gone'],
    ['a link that leads nowhere', 'link', (root) => symlinkSync('gone', join(root, 'link'))],
    ['a link that leads to itself', 'link', (root) => symlinkSync('link', join(root, 'link'))],
    ['a name that no system takes', 'x'.repeat(10_000)],
  ];
  test.each(cases)('%s', (_, path, prepare) => {
    const root = makeSite({ file: 'x' });
    prepare?.(root);
    expect(stampFile(join(root, path))).toBeNull();
  });
});

describe('the stamp', () => {
  const LONG_AGO = new Date('2001-02-03T04:05:06Z');

  /** What the stamp of `path` is before and after a change. */
  function observe(path: string, change: (root: string) => void, prepare = (_root: string) => {}) {
    const root = makeSite({ file: 'one', 'folder/inside': '' });
    utimesSync(join(root, 'file'), LONG_AGO, LONG_AGO);
    prepare(root);
    const before = stampFile(join(root, path)) as FileStamp;
    passTick(root);
    change(root);
    return { before, after: stampFile(join(root, path)) as FileStamp };
  }

  const rewrite = (root: string) => {
    writeFileSync(join(root, 'file'), 'two');
    utimesSync(join(root, 'file'), LONG_AGO, LONG_AGO);
  };

  test('is the same as long as nothing happens', () => {
    const { before, after } = observe('file', () => {});
    expect(after).toEqual(before);
    expect(before).toMatchObject({ size: 3, modifiedMs: LONG_AGO.getTime() });
  });

  test('changes with a write that keeps size and modification time', () => {
    const { before, after } = observe('file', rewrite);
    expect(after).toEqual({ ...before, changedMs: expect.any(Number) });
    expect(after.changedMs).toBeGreaterThan(before.changedMs);
    expect(isSameStamp(before, after)).toBe(false);
  });

  test('changes with a file that takes the place of another of its size and time', () => {
    const { before, after } = observe('file', (root) => {
      writeFileSync(join(root, 'new'), 'two');
      utimesSync(join(root, 'new'), LONG_AGO, LONG_AGO);
      renameSync(join(root, 'new'), join(root, 'file'));
    });
    expect(after).toMatchObject({ size: before.size, modifiedMs: before.modifiedMs });
    expect(after.inode).not.toBe(before.inode);
    expect(isSameStamp(before, after)).toBe(false);
  });

  test.each([
    ['is added', (root: string) => writeFileSync(join(root, 'folder/new'), '')],
    ['is removed', (root: string) => rmSync(join(root, 'folder/inside'))],
    ['is renamed', (root: string) => renameSync(join(root, 'folder/inside'), `${root}/folder/x`)],
  ])('of a folder changes when a file %s', (_, change) => {
    const { before, after } = observe('folder', change);
    expect(isSameStamp(before, after)).toBe(false);
  });

  test('of a folder does not change with what is written to its files', () => {
    const { before, after } = observe('folder', (root) =>
      writeFileSync(join(root, 'folder/inside'), 'new'),
    );
    expect(after).toEqual(before);
  });

  test('of a link is that of the file that it leads to, and changes with it', () => {
    const link = (root: string) => symlinkSync('file', join(root, 'link'));
    const { before, after } = observe('link', rewrite, link);
    expect(before).toMatchObject({ size: 3, modifiedMs: LONG_AGO.getTime() });
    expect(isSameStamp(before, after)).toBe(false);
  });

  test('of a link changes when it comes to lead elsewhere', () => {
    const { before, after } = observe(
      'link',
      (root) => {
        writeFileSync(join(root, 'other'), 'one');
        rmSync(join(root, 'link'));
        symlinkSync('other', join(root, 'link'));
      },
      (root) => symlinkSync('file', join(root, 'link')),
    );
    expect(isSameStamp(before, after)).toBe(false);
  });
});

describe('the clock that stamps files', () => {
  const TIMES = 100;

  test('is never behind a file that was written before it was read', () => {
    const root = makeSite({});
    for (let time = 0; time < TIMES; time++) {
      writeFileSync(join(root, 'file'), `${time}`);
      expect(stampFile(join(root, 'file'))?.changedMs).toBeLessThanOrEqual(readFileClock(root));
    }
  });

  test('settles no file that is written after it was read', () => {
    const root = makeSite({});
    for (let time = 0; time < TIMES; time++) {
      const clockMs = readFileClock(root);
      writeFileSync(join(root, 'file'), `${time}`);
      expect(isSettled(stampFile(join(root, 'file')) as FileStamp, clockMs)).toBe(false);
    }
  });

  test('settles a file once it has gone on', () => {
    const root = makeSite({ file: 'x' });
    passTick(root);
    const clockMs = readFileClock(root);
    expect(isSettled(stampFile(join(root, 'file')) as FileStamp, clockMs)).toBe(true);
  });

  test('makes the folder that it is read in', () => {
    const root = makeSite({});
    expect(readFileClock(join(root, 'a/b'))).toBeGreaterThan(0);
    expect(stampFile(join(root, 'a/b'))).not.toBeNull();
  });

  test('needs a folder that can be written', () => {
    const root = makeSite({ file: 'x' });
    expect(() => readFileClock(join(root, 'file'))).toThrow(/EEXIST|ENOTDIR/);
    mkdirSync(join(root, 'a/clock'), { recursive: true });
    expect(() => readFileClock(join(root, 'a'))).toThrow(/EISDIR/);
  });
});
