import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONFIG_KEYS } from '../src/content/config.ts';
import { FRONT_MATTER_KEYS } from '../src/content/front-matter.ts';
import type { Row, Table } from '../src/content/values.ts';
import { packageRoot } from './support/site.ts';

/** The first and the last cell of a key's row in the README: its names, and its default if that is a word. */
function describeRow([name, row]: [string, Row]): unknown[] {
  const names = (row.also ?? []).map((each) => `\`${each}\``).join(', ');
  const isWord = typeof row.default !== 'object' && (row.default ?? '') !== '';
  const word = isWord ? `\`${row.default}\`` : expect.not.stringMatching('^(required|`.*`)$');
  return [`\`${name}\`${names && ` (also ${names})`}`, row.isRequired ? 'required' : word];
}

test.each<[heading: string, table: Table]>([
  ['Front matter', FRONT_MATTER_KEYS],
  ['content/site.yaml', CONFIG_KEYS],
])(
  'the README’s table below "%s" has all keys, their other names and their defaults',
  (heading, table) => {
    const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
    const [, , ...rows] =
      readme.split(`### ${heading}\n\n`)[1]?.split('\n\n')[0]?.split('\n') ?? [];
    const cells = rows.map((row) => row.split(/ ?\| ?/));
    expect(cells.map(([, names, , otherwise]) => [names, otherwise])).toEqual(
      Object.entries(table).map(describeRow),
    );
  },
);
