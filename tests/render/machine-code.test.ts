import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recallMachineCode, rememberMachineCode } from '../../src/render/machine-code.ts';
import { listFiles, makeSite } from '../support/site.ts';

describe('what V8 made of a bundle', () => {
  const CODE = Uint8Array.of(1, 2, 0, 255);

  test('is recalled by the digest of that bundle alone', () => {
    const folder = join(makeSite({}), 'deep/templates');
    rememberMachineCode(folder, 'abc', CODE);
    expect(Buffer.from(recallMachineCode(folder, 'abc') ?? [])).toEqual(Buffer.from(CODE));
    expect(recallMachineCode(folder, 'abd')).toBeNull();
    expect(recallMachineCode(join(folder, 'gone'), 'abc')).toBeNull();
  });

  test('replaces what it made of it before', () => {
    const folder = makeSite({});
    rememberMachineCode(folder, 'abc', Uint8Array.of(7));
    rememberMachineCode(folder, 'abc', CODE);
    expect(Buffer.from(recallMachineCode(folder, 'abc') ?? [])).toEqual(Buffer.from(CODE));
    expect(listFiles(folder)).toEqual(['abc.v8']);
  });

  test('is not there when a folder stands in its place', () => {
    const folder = makeSite({ 'abc.v8/x': '' });
    expect(recallMachineCode(folder, 'abc')).toBeNull();
  });
});
