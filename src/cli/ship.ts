/**
 * Makes the parts of `dist/` that the program's own code describes: JSON Schemas and the compiled templates. Only
 * compile.mjs runs it; it is not part of the compiled program.
 */
import { CONFIG_KEYS } from '../essays/config.ts';
import { FRONT_MATTER_KEYS } from '../essays/front-matter.ts';
import { describeTable } from '../essays/key-table.ts';
import * as templates from '../theme/templates.ts';

/** Returns the description of each key in the table below a heading of a file in docs/. */
type DescribeKeys = (file: string, heading: string) => Record<string, string>;

/** Makes the JSON Schemas of front matter and of site.yaml, by their names in `dist/schemas/`. */
export function makeSchemas(describe: DescribeKeys) {
  return {
    'front-matter': describeTable(FRONT_MATTER_KEYS, describe('write.md', '## Front matter')),
    site: describeTable(CONFIG_KEYS, describe('settings.md', '## content/site.yaml')),
  };
}

/** Compiles the package's own templates. */
export const shipTemplates = templates.shipTemplates;
