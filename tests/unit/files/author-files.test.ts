/**
 * Writing the author's files: what is replaced, and what is left alone.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLock, moveNew, rewriteFile, writeNew } from '../../../src/files/author-files.ts';
import { makeSite } from '../../support/site.ts';

const OLD = Buffer.from('old');

/** A folder with the file `a`, and a cache folder. */
function make() {
  const root = makeSite({ a: 'old', 'else/b': 'old' });
  const [file, cacheDir] = [join(root, 'a'), join(root, '.blog')];
  const read = () => fs.readFileSync(file, 'utf8');
  return { root, file, cacheDir, read };
}

describe('a file of the author’s is replaced', () => {
  test('as a whole, with its permissions, and nothing is left beside it', () => {
    const { root, file, cacheDir, read } = make();
    fs.chmodSync(file, 0o640);
    expect(rewriteFile(file, OLD, 'new', cacheDir)).toBe(true);
    expect([read(), fs.statSync(file).mode & 0o777]).toEqual(['new', 0o640]);
    expect([fs.readdirSync(root).sort(), fs.readdirSync(cacheDir)]).toEqual([
      ['.blog', 'a', 'else'],
      [],
    ]);
  });

  test('through a symlink, which stays', () => {
    const { root, file, cacheDir, read } = make();
    fs.rmSync(file);
    fs.symlinkSync('else/b', file);
    expect(rewriteFile(file, OLD, 'new', cacheDir)).toBe(true);
    expect([read(), fs.readlinkSync(file)]).toEqual(['new', 'else/b']);
    expect(fs.readFileSync(join(root, 'else/b'), 'utf8')).toBe('new');
  });

  test('only with the bytes that the new text was made from', () => {
    const { root, file, cacheDir, read } = make();
    expect(rewriteFile(file, Buffer.from('older'), 'new', cacheDir)).toBe(false);
    expect(rewriteFile(file, null, 'new', cacheDir)).toBe(false);
    expect(rewriteFile(join(root, 'none'), OLD, 'new', cacheDir)).toBe(false);
    expect([read(), fs.existsSync(join(root, 'none'))]).toEqual(['old', false]);
  });
});

test.each<[name: string, lock: (root: string, file: string) => void, reason: RegExp]>([
  ['is write-protected', (_, file) => fs.chmodSync(file, 0o444), /cannot be written|is write-prot/],
  ['has a hard link', (root, file) => fs.linkSync(file, join(root, 'twin')), /a hard link/],
  [
    'is a link to nowhere',
    (root, file) => {
      fs.rmSync(file);
      fs.symlinkSync(join(root, 'unmounted/a'), file);
    },
    /is a link to a missing file/,
  ],
])('a file that %s is left alone', (_, lock, reason) => {
  const { root, file, cacheDir } = make();
  lock(root, file);
  const before = fs.lstatSync(file).ino;
  expect(findLock(file)).toMatch(reason);
  const old = fs.existsSync(file) ? OLD : null;
  expect(() => rewriteFile(file, old, 'new', cacheDir)).toThrow(reason);
  expect([fs.lstatSync(file).ino, fs.readdirSync(root).includes('a')]).toEqual([before, true]);
});

describe('a new file', () => {
  test('is written with its folder', () => {
    const { root, cacheDir } = make();
    const file = join(root, 'x/y');
    expect([writeNew(file, 'new', cacheDir), fs.readFileSync(file, 'utf8')]).toEqual([true, 'new']);
    expect(fs.statSync(file).nlink).toBe(1);
  });

  test.each<[what: string, put: (file: string) => void]>([
    ['a file', (file) => fs.writeFileSync(file, 'old')],
    ['a link to nowhere', (file) => fs.symlinkSync('nowhere', file)],
    ['a folder', (file) => fs.mkdirSync(file)],
  ])('never replaces %s', (_, put) => {
    const { root, file: from, cacheDir } = make();
    const file = join(root, 'new');
    put(file);
    const before = fs.lstatSync(file).ino;
    expect([writeNew(file, 'new', cacheDir), moveNew(from, file)]).toEqual([false, false]);
    expect([fs.lstatSync(file).ino, fs.existsSync(from)]).toEqual([before, true]);
  });
});
