/**
 * Translations of other programs' syntax. Each folder of tests/fixtures/translate has a file `before` as another program
 * reads it, `after` in our language, and what stays in it: `left.txt` lists it, a line each; without that file, nothing does.
 * `context.json` has fields of the context that differ.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFrontMatter } from '../../../src/essays/front-matter.ts';
import type { TranslationContext } from '../../../src/translate/dialect.ts';
import { type ForeignFile, translateFile } from '../../../src/translate/translate.ts';
import { packageRoot } from '../../support/site.ts';

const FOLDER = join(packageRoot, 'tests/fixtures/translate');

const CONTEXT: TranslationContext = {
  components: ['chart'],
  math: false,
  siteUrl: 'https://ann.example',
};

const read = (name: string, file: string) => readFileSync(join(FOLDER, name, file), 'utf8');

function readContext(name: string): TranslationContext {
  const isStated = existsSync(join(FOLDER, name, 'context.json'));
  return isStated ? { ...CONTEXT, ...JSON.parse(read(name, 'context.json')) } : CONTEXT;
}

function findBody(name: string, text: string): ForeignFile {
  const path = `content/essays/${name}`;
  return readFrontMatter({ path, bytes: Buffer.from(text) });
}

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const files = readdirSync(join(FOLDER, name));
  const before = files.find((file) => file.startsWith('before.')) ?? '';
  const after = files.find((file) => file.startsWith('after.')) ?? '';
  const context = readContext(name);

  test('becomes our language', () => {
    const { left, text } = translateFile(findBody(before, read(name, before)), context);
    expect(text).toBe(read(name, after));
    const stated = files.includes('left.txt') ? read(name, 'left.txt') : '';
    const lines = left.map(
      ({ at, shown }) => `${text.slice(0, at).split('\n').length}: ${shown}\n`,
    );
    expect(lines.join('')).toBe(stated);
  });

  test('has nothing to translate the second time', () => {
    const text = read(name, after);
    expect(translateFile(findBody(after, text), context).text).toBe(text);
  });
});
