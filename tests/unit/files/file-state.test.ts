/**
 * File states: they recognize an unchanged file, and detect every change.
 */
import fs, { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  hasFileState,
  InputStates,
  readFileClock,
  readFileState,
  whileHeld,
  withRealCase,
} from '../../../src/files/file-state.ts';
import { explainRefusal } from '../../../src/files/system-errors.ts';
import { passTick } from '../../support/damages.ts';
import { makeSite } from '../../support/site.ts';

/** Makes a root with a file `a` and a folder `f`, both either settled or just written. */
function makePlace(isSettled: boolean) {
  const root = makeSite({ a: 'one', 'f/x': 'x' });
  if (isSettled) passTick(root);
  return { root, clockMs: isSettled ? readFileClock(root) : statSync(join(root, 'a')).ctimeMs };
}

const replaceUnseen = (file: string) => {
  const { atime, mtime } = statSync(file);
  writeFileSync(`${file}.new`, 'two');
  utimesSync(`${file}.new`, atime, mtime);
  renameSync(`${file}.new`, file);
};

const replaceFolder = (file: string) => {
  rmSync(file, { recursive: true });
  writeFileSync(file, '');
};

type Case = [name: string, path: string, act: (file: string) => void, isSame: boolean | 'if racy'];
const cases: readonly Case[] = [
  ['nothing', 'a', () => {}, true],
  ['other bytes of the same length', 'a', (file) => writeFileSync(file, 'two'), false],
  ['another file with its size and time', 'a', replaceUnseen, false],
  ['the same bytes again', 'a', (file) => writeFileSync(file, 'one'), 'if racy'],
  ['a change of its times', 'a', (file) => utimesSync(file, 1, 1), 'if racy'],
  ['its removal', 'a', (file) => rmSync(file), false],
  ['a folder in its place', 'a', (file) => [rmSync(file), mkdirSync(file)], false],
  ['its creation', 'new', (file) => writeFileSync(file, ''), false],
  ['nothing where there is no file', 'new', () => {}, true],
  ['nothing where a file is in the way', 'a/new', () => {}, true],
  ['nothing in a folder', 'f', () => {}, true],
  ['a new file in a folder', 'f', (file) => writeFileSync(join(file, 'y'), ''), false],
  ['a file in a folder’s place', 'f', replaceFolder, false],
];

describe.each([
  ['settled', true],
  ['racy: written in the same clock tick', false],
])('a state that is %s', (_, isSettled) => {
  test.each(cases)('is compared with that after %s', (_, path, act, isSame) => {
    const { root, clockMs } = makePlace(isSettled);
    const file = join(root, path);
    const state = readFileState(file, clockMs);
    const isThere = path === 'a' || path === 'f';
    expect(state.startsWith('=')).toBe(isThere && !isSettled);
    // In the same clock tick, if possible.
    act(file);
    expect(hasFileState(file, state)).toBe(isSame === 'if racy' ? !isSettled : isSame);
  });
});

describe('the state of an input', () => {
  /** The inputs of a build some time after the last one, in which nothing has changed yet. */
  function makeInputs(changed: ReadonlySet<string> | null) {
    const { root, clockMs } = makePlace(true);
    const file = join(root, 'a');
    const last = { a: readFileState(file, clockMs) };
    passTick(root);
    return { file, inputs: new InputStates(root, readFileClock(root), last, changed) };
  }

  test('is determined once, and only for files reported as changed', () => {
    const { file, inputs } = makeInputs(new Set(['b']));
    expect(inputs.of('b')).toBe('');
    for (const each of [file, join(file, '../b')]) writeFileSync(each, 'two');
    expect([inputs.isUnchanged('a'), inputs.of('b')]).toEqual([true, '']);
  });

  test('matches nothing if the file was read before and has changed since', () => {
    const { file, inputs } = makeInputs(null);
    writeFileSync(file, 'two');
    inputs.takeLate('a');
    expect(hasFileState(file, inputs.of('a'))).toBe(false);
  });
});

const refusals: Readonly<Record<string, string>> = {
  'EACCES mkdir /a': '/a cannot be written: its permissions do not allow it (EACCES)',
  'EACCES scandir /a': '/a cannot be read: its permissions do not allow it (EACCES)',
  'ENOSPC open /a': '/a cannot be written: the disk is full (ENOSPC)',
  'ESTALE open /a': '/a: EIO: i/o error',
  'ENOSPC write': 'A file cannot be written: the disk is full (ENOSPC)',
  'ENOENT open /a': '/a cannot be written: it, or a folder on its path, is missing (ENOENT)',
  'EIO read /a': '/a cannot be read: the disk reported an error (EIO)',
};
test.each<[platform: NodeJS.Platform, code: string, reason: string]>([
  ['linux', 'EBUSY', 'another program has it open'],
  ['linux', 'EPERM', 'its permissions do not allow it'],
  ['win32', 'EBUSY', 'another program has it open'],
  ['win32', 'EPERM', 'another program has it open, or its permissions do not allow it'],
  ['win32', 'EACCES', 'another program has it open, or its permissions do not allow it'],
  ['win32', 'ENOSPC', 'the disk is full'],
])('on %s, %s means that %s', (platform, code, reason) => {
  const error = Object.assign(new Error(''), { code, syscall: 'rename', path: 'x' });
  expect(explainRefusal(error, platform)).toBe(`x cannot be written: ${reason} (${code})`);
});

describe('a file that another program holds', () => {
  /** Makes a call that fails some times; returns the result or the error, and the time it has waited. */
  function attempt(code: string, failures: number, platform: NodeJS.Platform) {
    let [left, waitedMs] = [failures, 0];
    const call = () => {
      if (left-- > 0) throw Object.assign(new Error(), { code });
      return 'done';
    };
    try {
      return [whileHeld(call, platform, (ms) => (waitedMs += ms)), waitedMs];
    } catch (error) {
      return [(error as NodeJS.ErrnoException).code, waitedMs];
    }
  }

  test.each<[code: string, failures: number, NodeJS.Platform, result: string, waitedMs: number]>([
    ['EBUSY', 5, 'win32', 'done', 310],
    ['EPERM', 10, 'win32', 'done', 4270],
    ['EACCES', 15, 'win32', 'done', 9270],
    ['ENOTEMPTY', 3, 'win32', 'done', 70],
    ['EBUSY', Infinity, 'win32', 'EBUSY', 9270],
    ['ENOSPC', Infinity, 'win32', 'ENOSPC', 0],
    ['EBUSY', 5, 'linux', 'done', 310],
    ['EPERM', Infinity, 'linux', 'EPERM', 310],
    ['EACCES', Infinity, 'linux', 'EACCES', 0],
    ['ENOTEMPTY', Infinity, 'linux', 'ENOTEMPTY', 0],
  ])('(%s, %d times) is waited for on %s: %s after %d ms', (code, failures, platform, ...rest) => {
    expect(attempt(code, failures, platform)).toEqual(rest);
  });
});

test.each(Object.entries(refusals))('a system error is explained: %s', (facts, text) => {
  const [code, syscall, path] = facts.split(' ');
  const error = Object.assign(new Error('EIO: i/o error'), { code, syscall, path });
  expect(explainRefusal(error)).toBe(text);
});

test.each([
  ['C:\\site\\a.md', 'C:\\Site\\A.md', 'C:\\Site\\A.md'],
  ['C:\\site\\link.md', 'C:\\elsewhere\\a.md', 'C:\\site\\link.md'],
])('%s, which the disk knows as %s, is called %s', (file, onDisk, name) => {
  vi.spyOn(fs.realpathSync, 'native').mockReturnValue(onDisk);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(withRealCase(file)).toBe(name);
});
