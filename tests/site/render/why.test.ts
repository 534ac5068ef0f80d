/**
 * With NODE_DEBUG, a build prints what it reuses, and why it renders each page again.
 */
import { expect, test } from 'vitest';
import { passTick } from '../../support/damages.ts';
import { blog } from '../../support/program.ts';
import { essay, makeSite, SITE_YAML, writeFiles } from '../../support/site.ts';

const ONE = 'content/essays/one.md';
const FILES = {
  'content/site.yaml': SITE_YAML,
  [ONE]: essay('title: One\npublished: 2020-01-01'),
  'content/essays/two.md': essay('title: Two\npublished: 2020-01-02\nslug: two'),
};

const RENAMED = essay('title: Second\npublished: 2020-01-02\nslug: two');

const DEBUG = { NODE_DEBUG: 'blog:*' };

test.each<[name: string, changes: Parameters<typeof writeFiles>[1], page: string, reason: string]>([
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
])('when %s', (_, changes, page, reason) => {
  const root = makeSite(FILES);
  passTick(root);
  blog(root, 'build');
  writeFiles(root, changes);
  const lines = blog(root, 'build', DEBUG).err.split('\n');
  const found = lines.find((line) => line.includes(` ${page.slice(1)}.html: `));
  expect(found).toMatch(new RegExp(`: ${reason}`));
});

test('NODE_DEBUG prints what a build reuses, and why it renders a page', () => {
  const root = makeSite(FILES);
  const first = blog(root, 'build', DEBUG).err;
  expect(first).toMatch(/^BLOG:CACHE \d+: there is no .*: this is a cold build$/m);
  expect(first).toMatch(/^BLOG:RENDER \d+: blog\/one\.html: no build has made it yet$/m);
  writeFiles(root, { [ONE]: essay('title: One\npublished: 2020-01-01', 'Other words.\n') });
  const second = blog(root, 'build', DEBUG).err;
  expect(second).toMatch(
    /^BLOG:PARSE \d+: 1 of 3 essays and pages are parsed: content\/essays\/one\.md$/m,
  );
  expect(second).toMatch(/^BLOG:RENDER \d+: blog\/one\.html: changed: its text/m);
  expect(second).not.toContain('blog/two.html:');
  expect(blog(root, 'build').err).not.toContain('BLOG:');
});
