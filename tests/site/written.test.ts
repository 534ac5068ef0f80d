/**
 * The tables "What you write, and what it becomes" of docs/write.md, row by row: each file in `written/` has the rows
 * of one table, with an essay for each and what its page shows.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { buildSite, packageRoot, SITE_YAML } from '../support/site.ts';
import type { Row } from '../support/written.ts';

const HEADING = '## What you write, and what it becomes';

/** Lists the first cells of the tables in that section of the manual. */
function listRows(): string[] {
  const manual = readFileSync(join(packageRoot, 'docs/write.md'), 'utf8');
  const [section = ''] = manual.split(HEADING).slice(1);
  const [tables = ''] = section.split(/^## /m);
  const lines = tables.split('\n').filter((line) => line.startsWith('| '));
  const cells = lines.map(
    (line) =>
      line
        .split(/(?<!\\) \|/)[0]
        ?.slice(2)
        .trim() ?? '',
  );
  return cells.filter((cell) => cell !== 'You write' && !/^-+$/.test(cell));
}

const files = fastGlob.sync('tests/site/written/*.ts', { cwd: packageRoot, absolute: true });
const topics = await Promise.all(
  files.sort().map(async (file) => {
    const { rows } = (await import(file)) as { readonly rows: readonly Row[] };
    return { topic: basename(file, '.ts'), rows };
  }),
);

it('each row of the manual has an essay here, and each essay a row', () => {
  const written = topics.flatMap(({ rows }) => rows.map((row) => row.written));
  expect(written.toSorted()).toEqual(listRows().toSorted());
});

describe.each(topics)('$topic', ({ rows }) => {
  it.each(rows)('$written', async ({ body, front = '', settings = '', files = {}, ...row }) => {
    const site = await buildSite({
      'content/site.yaml': `${SITE_YAML}${settings}\n`,
      'content/essays/2026-01-02-row.md': `---\ntitle: Row\n${front}\n---\n${body}\n`,
      ...files,
    });
    const page = site.text('blog/row.html');
    for (const part of row.shown) expect(page).toContain(part);
    for (const part of row.hidden ?? []) expect(page).not.toContain(part);
    expect(site.codes).toEqual(row.codes ?? []);
  });
});
