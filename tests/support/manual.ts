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

/** The code blocks in a section of `docs/recipes.md`, by their language and position. */
export function readRecipe(title: string): (language: string, at?: number) => string {
  const manual = readFileSync(join(packageRoot, 'docs/recipes.md'), 'utf8');
  const [, section = ''] = manual.split(`## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  const blocks = [...own.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
  return (language, at = 0) => {
    const found = blocks.filter(([, each]) => each === language)[at]?.[2];
    if (found === undefined) throw new Error(`"${title}" has no such code: ${language}`);
    return found;
  };
}
