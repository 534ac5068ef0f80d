/**
 * Makes the parts of `dist/` that the program's own code describes: JSON Schemas and the compiled templates. Only
 * compile.mjs runs it; it is not part of the compiled program.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_KEYS } from '../essays/config.ts';
import { FRONT_MATTER_KEYS } from '../essays/front-matter.ts';
import { describeTable } from '../essays/key-table.ts';
import * as templates from '../theme/templates.ts';

/** Writes the JSON Schemas of front matter and of site.yaml, for editors. */
export function shipSchemas(packageRoot: string): void {
  const folder = join(packageRoot, 'dist/schemas');
  const readManual = (name: string) => readFileSync(join(packageRoot, 'docs', name), 'utf8');
  const frontMatterKeys = describeKeys(readManual('front-matter.md'), '## Keys');
  const configKeys = describeKeys(readManual('settings.md'), '## content/site.yaml');
  const schemas = {
    // Other generators have keys of their own in front matter; site.yaml has none but these.
    'front-matter': {
      ...describeTable(FRONT_MATTER_KEYS, frontMatterKeys),
      additionalProperties: true,
    },
    site: { ...describeTable(CONFIG_KEYS, configKeys), additionalProperties: false },
  };
  mkdirSync(folder);
  for (const [name, schema] of Object.entries(schemas)) {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ $schema, ...schema })}\n`);
  }
}

/**
 * Reads the description of each key from the table below a heading of the manual. An editor shows the manual's own
 * words, so they are written once. In the tables of keys, every build would load these 56 sentences.
 */
function describeKeys(manual: string, heading: string): Record<string, string> {
  const [, below = ''] = manual.split(`${heading}\n\n`);
  const [table = ''] = below.slice(below.indexOf('| Key')).split('\n\n');
  const rows = table.matchAll(/^\| `(\w+)`[^|]*\| (.*?) *\|/gm);
  const entries = Array.from(rows, ([, key = '', words = '']) => {
    return [key, words.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')];
  });
  return Object.fromEntries(entries);
}

/** Compiles the package's own templates. */
export const shipTemplates = templates.shipTemplates;
