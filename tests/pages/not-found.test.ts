/**
 * The page for unknown addresses, `404.html`: specification, sections 2.2 and 8.
 */
import { expect, test } from 'vitest';
import { buildSite, essay, SITE_YAML } from '../support/site.ts';
import { expectFacts, type Facts, HEADER, SCRIPT } from './texts.ts';

function notFound(fact: string, siteYaml: string, facts: Facts): void {
  test(fact, async () => {
    const site = await buildSite({
      'content/site.yaml': siteYaml,
      'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [ai]'),
    });
    expectFacts(site.page('404.html'), facts);
  });
}

notFound('it is the essay page without an essay', `${SITE_YAML}x: https://x.example/ann\n`, {
  'main > :first-child': ['Post not found.'],
  'main :is(time, ul, article, header)': [],
  main: [expect.not.stringMatching(/min read|by Ann|\bai\b/)],
  ...HEADER,
  'main h2': ['Enjoyed this essay?'],
  'main a@link': [
    ['Follow on X', 'https://x.example/ann'],
    ['← Check out more essays', '/'],
  ],
  title: ['Not found · Ann Author'],
  // Search engines leave it out.
  'meta[name="robots"]@content': ['noindex'],
  'link[rel="canonical"]': [],
  [`${SCRIPT}, style, [style]`]: [],
});

const BELOW = 'name: Ann Author\nurl: https://me.github.io/notes\n';
notFound('its addresses start at the root, so that it works at any depth', BELOW, {
  'link[rel="stylesheet"]@href': [expect.stringMatching(/^\/notes\/assets\/style\./)],
  'body > :is(header, main) a@href': ['/notes/', '/notes/', '/notes/about', '/notes/', '/notes/'],
});
