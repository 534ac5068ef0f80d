/**
 * NODE_DEBUG prints what a build reuses, and what it renders.
 */
import { expect, test } from 'vitest';
import { blog } from '../../support/program.ts';
import { essay, makeSite, SITE_YAML, writeFiles } from '../../support/site.ts';

const ONE = 'content/essays/one.md';
const FILES = {
  'content/site.yaml': SITE_YAML,
  [ONE]: essay('title: One\npublished: 2020-01-01'),
  'content/essays/two.md': essay('title: Two\npublished: 2020-01-02\nslug: two'),
};

test('NODE_DEBUG prints what a build reuses, and what it renders', () => {
  const root = makeSite(FILES);
  const env = { NODE_DEBUG: 'blog:*' };
  const first = blog(root, 'build', env).err;
  expect(first).toMatch(/^BLOG:CACHE \d+: there is no .*: this is a cold build$/m);
  expect(first).toMatch(/^BLOG:RENDER \d+: blog\/two\.html is rendered$/m);
  writeFiles(root, { [ONE]: essay('title: One\npublished: 2020-01-01', 'Other words.\n') });
  const second = blog(root, 'build', env).err;
  expect(second).toMatch(
    /^BLOG:PARSE \d+: 1 of 3 essays and pages are parsed: content\/essays\/one\.md$/m,
  );
  expect(second).toMatch(/^BLOG:RENDER \d+: blog\/one\.html is rendered$/m);
  expect(second).not.toContain('blog/two.html is');
  expect(blog(root, 'build').err).not.toContain('BLOG:');
});
