/**
 * Real formulas: 3,199 of public blogs, of which 13 are prose between wrongly paired dollars.
 *
 * They are in ../shared/corpus, beside the repository and not part of it; without them, these tests are skipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFormula, startTexPage, type TexResult } from '../../src/markdown/tex/temml.ts';
import type { Formula } from '../../src/markdown/tex/tex-edits.ts';
import { packageRoot } from '../support/site.ts';

const FILE = join(packageRoot, '../shared/corpus/formulas.jsonl');

function readFormulas(): Formula[] {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { kind, tex } = JSON.parse(line);
    return { tex, isDisplay: kind === 'block' };
  });
}

function renderEach(formulas: readonly Formula[]): TexResult[] {
  return formulas.map((formula) => readFormula(formula, startTexPage({})));
}

describe.skipIf(!existsSync(FILE))('3,199 real formulas', () => {
  test('are MathML but for 24, whose errors are true', () => {
    const reasons = new Map<string, number>();
    for (const result of renderEach(readFormulas())) {
      if ('html' in result) continue;
      reasons.set(result.message, (reasons.get(result.message) ?? 0) + 1);
    }
    expect(Object.fromEntries(reasons)).toEqual({
      "The text between the dollars isn't TeX": 13,
      "Got function '\\vec' with no arguments as superscript": 2,
      "Got function '\\max' with no arguments as subscript": 2,
      "Got function '\\min' with no arguments as subscript": 1,
      "Unexpected '_'": 4,
      "Unexpected '&'": 2,
    });
  });

  test('are the same in reverse order', () => {
    const formulas = readFormulas();
    const back = renderEach(formulas.toReversed()).toReversed();
    expect(back).toEqual(renderEach(formulas));
  });
});
