/**
 * `blog build --why` tells why a page was rendered again, and NODE_DEBUG prints the same for every output.
 */
import { expect, test } from 'vitest';
import { runBuild } from '../../../src/cli/build.ts';
import { passTick } from '../../support/damages.ts';
import { blog } from '../../support/program.ts';
import { essay, makeRequest, makeSite, SITE_YAML, writeFiles } from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const ONE = 'content/essays/one.md';
const FILES = {
  'content/site.yaml': SITE_YAML,
  [ONE]: essay('title: One\npublished: 2020-01-01'),
  'content/essays/two.md': essay('title: Two\npublished: 2020-01-02\nslug: two'),
};

/** Builds a site, changes it, builds it again, and returns what `--why` prints. */
async function explain(changes: Parameters<typeof writeFiles>[1], page: string): Promise<string> {
  const root = makeSite(FILES);
  passTick(root);
  const run = async () => {
    const terminal = makeTerminal();
    const report = { workspace: null, why: page };
    await runBuild(makeRequest(root), 'text', terminal, async () => [], report);
    return terminal.texts.out;
  };
  await run();
  writeFiles(root, changes);
  const lines = (await run()).split('\n');
  return lines.find((line) => line.includes(page)) ?? '';
}

const SHIFTED = essay('title: Two\npublished: 2020-01-02\nslug: two\ntags: [x]');
const RENAMED = essay('title: Second\npublished: 2020-01-02\nslug: two');

test.each<[name: string, changes: Parameters<typeof writeFiles>[1], page: string, reason: string]>([
  ['nothing changed', {}, '/blog/one', 'nothing that it is made from has changed'],
  [
    'another essay got a tag',
    { 'content/essays/two.md': SHIFTED },
    '/blog/one',
    'nothing that it is made from has changed',
  ],
  [
    'its text changed',
    { [ONE]: essay('title: One\npublished: 2020-01-01', 'Other words.\n') },
    '/blog/one',
    'changed: its text, or the address of something it links to',
  ],
  [
    'a neighbour has another title',
    { 'content/essays/two.md': RENAMED },
    '/blog/one',
    'changed: the essays that it lists or links to',
  ],
  [
    'a setting changed',
    { 'content/site.yaml': `${SITE_YAML}title: Notes\n` },
    '/blog/one',
    'changed: the settings',
  ],
  [
    'a template changed',
    { 'templates/NotFoundPage.tsx': 'export default () => <p>Gone</p>;\n' },
    '/about',
    'changed: the templates',
  ],
  [
    'it is new',
    { 'content/essays/new.md': essay('title: New\npublished: 2019-01-01') },
    '/blog/new',
    'no build has made it yet',
  ],
  [
    'its file is lost',
    { 'out/blog/one.html': null },
    '/blog/one',
    'its file is missing or was changed',
  ],
])('when %s', async (_, changes, page, reason) => {
  expect(await explain(changes, page)).toBe(`${page}: ${reason}`);
});

test('of a page that does not exist', async () => {
  expect(await explain({}, '/blog/none')).toBe('There is no page /blog/none in the site');
});

test('NODE_DEBUG prints what a build reuses, and why it renders a page', () => {
  const root = makeSite(FILES);
  const env = { NODE_DEBUG: 'blog:*' };
  const first = blog(root, 'build', env).err;
  expect(first).toMatch(/^BLOG:CACHE \d+: there is no .*: this is a cold build$/m);
  expect(first).toMatch(/^BLOG:RENDER \d+: blog\/one\.html: no build has made it yet$/m);
  writeFiles(root, { [ONE]: essay('title: One\npublished: 2020-01-01', 'Other words.\n') });
  const second = blog(root, 'build', env).err;
  expect(second).toMatch(
    /^BLOG:PARSE \d+: 1 of 3 essays and pages are parsed: content\/essays\/one\.md$/m,
  );
  expect(second).toMatch(/^BLOG:RENDER \d+: blog\/one\.html: changed: its text/m);
  expect(second).not.toContain('blog/two.html:');
  expect(blog(root, 'build').err).not.toContain('BLOG:');
});
