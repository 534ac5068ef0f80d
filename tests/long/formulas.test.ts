/**
 * Real formulas: 3,199 of public blogs, of which 13 are prose between wrongly paired dollars.
 *
 * They are in ../shared/corpus, beside the repository and not part of it; without them, these tests are skipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Formula, renderFormulas, type TexResult } from '../../src/markdown/tex.ts';
import { packageRoot } from '../support/site.ts';

const FILE = join(packageRoot, '../shared/corpus/formulas.jsonl');

function readFormulas(): Formula[] {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { kind, tex } = JSON.parse(line);
    return { tex, isDisplay: kind === 'block' };
  });
}

function renderEach(formulas: readonly Formula[]): (TexResult | undefined)[] {
  return formulas.map((formula) => renderFormulas([formula], {}).results[0]);
}

describe.skipIf(!existsSync(FILE))('3,199 real formulas', () => {
  test('are MathML but for 24, whose errors are true', () => {
    const reasons = new Map<string, number>();
    for (const result of renderEach(readFormulas())) {
      if (result === undefined || 'html' in result) continue;
      reasons.set(result.message, (reasons.get(result.message) ?? 0) + 1);
    }
    expect(Object.fromEntries(reasons)).toEqual({
      'A `$` is missing or wrongly paired: the formula seems to begin here': 13,
      '`\\vec` needs braces after `^`': 2,
      '`\\max` needs braces after `_`': 2,
      '`\\min` needs braces after `_`': 1,
      "`_` isn't text": 4,
      "`&` isn't text": 2,
    });
  });

  test('are the same in reverse order', () => {
    const formulas = readFormulas();
    const back = renderEach(formulas.toReversed()).toReversed();
    expect(back).toEqual(renderEach(formulas));
  });
});
