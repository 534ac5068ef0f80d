import { expect, test } from 'vitest';
import { describeUnread } from '../../../src/import/pipeline.ts';

test('three addresses can be compared with those of the old site', () => {
  const assumed = ['/blog/a', '/blog/b', '/blog/c', '/blog/d', '/blog/é'];
  expect(describeUnread(assumed, 'https://ann.example/')).toBe(
    "I couldn't find the form of your addresses for 5 posts, and assumed `/blog/…`. Compare these: " +
      'https://ann.example/blog/a https://ann.example/blog/b https://ann.example/blog/c ' +
      'If the old site has others, import again with `--sitemap https://ann.example/sitemap.xml`.',
  );
});

test('without a URL, the paths are shown', () => {
  expect(describeUnread(['/a/'], '')).toMatch(
    /assumed `\/…\/`\. Compare these: \/a\/ If .*`--sitemap FILE`\.$/,
  );
});
