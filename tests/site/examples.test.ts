/**
 * The example sites in docs/examples/: with the files that `blog init` adds, each is a site without problems.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInit } from '../../src/cli/init.ts';
import { buildIn, makeSite, packageRoot } from '../support/site.ts';
import { makeTerminal } from '../support/terminal.ts';

test.each([
  ['essays', '/blog/a-hedge-is-a-slow-argument', 2],
  ['podcast', '/blog/2-a-lower-one', 2],
])('%s', async (name, address, count) => {
  const root = makeSite({});
  cpSync(join(packageRoot, 'docs/examples', name), root, { recursive: true });
  const facts = {
    root,
    packageRoot,
    version: '1.2.3',
    timeZone: 'UTC',
    locale: 'en-GB',
    year: 2026,
  };
  const terminal = makeTerminal();
  expect(await runInit({ ...facts, host: 'github' }, null, terminal)).toBe(0);
  expect(terminal.texts.out).toMatch(/kept {2}content\/site\.yaml\n/);
  const site = await buildIn(root, { isStrict: true });
  expect(site.report).toBe('');
  expect(site.site?.essays).toHaveLength(count);
  expect(site.paths).toContain(`${address.slice(1)}.html`);
});
