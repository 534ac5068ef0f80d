import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stampFile } from '../../src/content/stamps.ts';
import { Staging } from '../../src/output/staging.ts';
import { type Files, listFiles, makeSite } from '../support/site.ts';

const PATH = 'blog/a.html';

/** A folder with an output folder of these files, and a staging folder for it. */
function makeStaging(files: Files = {}) {
  const root = makeSite(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`out/${path}`, text])),
  );
  const folder = join(root, 'staging');
  return { root, folder, staging: new Staging(folder, join(root, 'out')) };
}

describe('an output is staged', () => {
  const cases: readonly [name: string, isPresent: boolean, files: Files][] = [
    ['where there is no file', false, {}],
    ['where there was said to be a file, and is none', true, {}],
    ['where there is another text', true, { [PATH]: 'another text' }],
    ['where there is another text of the same length', true, { [PATH]: 'Caf\u00ea' }],
    ['where there is only its beginning', true, { [PATH]: 'Caf' }],
    ['where there is an empty file', true, { [PATH]: '' }],
    ['where there is a folder', true, { [`${PATH}/x`]: 'Café' }],
    ['where nobody has looked', false, { [PATH]: 'Café' }],
  ];
  test.each(cases)('%s', (_, isPresent, files) => {
    const { root, folder, staging } = makeStaging(files);
    const before = listFiles(join(root, 'out'));
    const staged = staging.put(PATH, 'Café', isPresent);
    expect(staged).toEqual({ isNew: true, stamp: stampFile(join(folder, PATH)) });
    expect(staged.stamp?.size).toBe(5);
    expect(listFiles(join(root, 'out'))).toEqual(before);
  });

  test.each(cases)('%s, as a copy', (_, isPresent, files) => {
    const { root, folder, staging } = makeStaging(files);
    writeFileSync(join(root, 'original'), 'Café');
    const staged = staging.putCopy(PATH, join(root, 'original'), isPresent);
    expect(staged).toEqual({ isNew: true, stamp: stampFile(join(folder, PATH)) });
    expect(readFileSync(join(folder, PATH), 'utf8')).toBe('Café');
  });

  test('where there is a link that leads nowhere', () => {
    const { root, folder, staging } = makeStaging({ 'blog/b.html': '' });
    symlinkSync('gone', join(root, 'out', PATH));
    const stamp = () => stampFile(join(folder, PATH));
    expect(staging.put(PATH, 'Café', true)).toEqual({ isNew: true, stamp: stamp() });
    writeFileSync(join(root, 'original'), 'Café');
    const copied = staging.putCopy(PATH, join(root, 'original'), true);
    expect(copied).toEqual({ isNew: true, stamp: stamp() });
  });

  test('with the bytes of a picture as they are', () => {
    const bytes = Uint8Array.of(0, 255, 10, 13);
    const { folder, staging } = makeStaging({ 'a.png': Uint8Array.of(0, 255, 10, 14) });
    expect(staging.put('a.png', bytes, true).isNew).toBe(true);
    expect(staging.put('b.png', bytes.subarray(1, 3), false).stamp?.size).toBe(2);
    expect(readFileSync(join(folder, 'a.png'))).toEqual(Buffer.from(bytes));
  });
});

describe('nothing is staged', () => {
  const bytes = Uint8Array.of(0, 255, 10, 13);
  const cases: readonly [name: string, contents: string | Uint8Array, files: Files][] = [
    ['where the same text is', 'Café', { [PATH]: 'Café' }],
    ['where the same bytes are', bytes, { [PATH]: bytes }],
    ['for nothing, where nothing is', '', { [PATH]: '' }],
  ];
  test.each(cases)('%s', (_, contents, files) => {
    const { root, folder, staging } = makeStaging(files);
    const present = { isNew: false, stamp: stampFile(join(root, 'out', PATH)) };
    expect(staging.put(PATH, contents, true)).toEqual(present);
    writeFileSync(join(root, 'original'), contents);
    expect(staging.putCopy(PATH, join(root, 'original'), true)).toEqual(present);
    expect(listFiles(folder)).toEqual([]);
  });

  test.each([true, false])('without a staging folder, file or none: %s', (isPresent) => {
    const { root } = makeStaging({ [PATH]: 'another text' });
    const looking = new Staging(null, join(root, 'out'));
    expect(looking.put(PATH, 'Café', isPresent).isNew).toBe(false);
    expect(looking.putCopy(PATH, join(root, 'out', PATH), isPresent).isNew).toBe(false);
    expect(listFiles(root)).toEqual([`out/${PATH}`]);
  });
});

test('several fill one folder, each with files of its own', () => {
  const { root, folder, staging } = makeStaging();
  const other = new Staging(folder, join(root, 'out'));
  staging.put('blog/a.html', 'a', false);
  other.put('blog/b.html', 'b', false);
  staging.put('index.html', 'c', false);
  other.put('old/deep/x.html', 'd', false);
  expect(listFiles(folder)).toEqual([
    'blog/a.html',
    'blog/b.html',
    'index.html',
    'old/deep/x.html',
  ]);
});

test('what cannot be written is an error', () => {
  const { root, folder, staging } = makeStaging();
  writeFileSync(folder, 'a file');
  expect(() => staging.put(PATH, 'Café', false)).toThrow(/ENOTDIR|EEXIST/);
  expect(listFiles(root)).toEqual(['staging']);
});
