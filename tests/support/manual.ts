/**
 * The code of the manual, so that tests can run it as it is printed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './site.ts';

/** The blocks of a language in a file of `docs/`, in order. */
export function readManualCode(file: string, language: string): string[] {
  const text = readFileSync(join(packageRoot, 'docs', file), 'utf8');
  const blocks = text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm);
  return [...blocks].flatMap(([, own, code = '']) => (own === language ? [code] : []));
}
