import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONFIG_KEYS } from '../src/content/config.ts';
import { FRONT_MATTER_KEYS } from '../src/content/front-matter.ts';
import { tableOfKeys } from './support/readme-tables.ts';
import { packageRoot } from './support/site.ts';

test.each([
  ['Front matter', tableOfKeys(FRONT_MATTER_KEYS, 'Without it')],
  ['content/site.yaml', tableOfKeys(CONFIG_KEYS, 'Default')],
])('the README’s table below "%s" is what the program knows of its keys', (heading, table) => {
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  const section = readme.split(`### ${heading}\n\n`)[1]?.split('\n\n')[0];
  expect(section).toBe(table);
});
