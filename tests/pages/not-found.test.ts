/**
 * What an unknown address shows, `404.html`: specification, sections 2.2 and 8.
 */
import type { CheerioAPI } from 'cheerio';
import { expect, test } from 'vitest';
import { buildSite, essay, SITE_YAML } from '../support/site.ts';
import { links, SCRIPT } from './texts.ts';

async function buildNotFound(siteYaml = SITE_YAML): Promise<CheerioAPI> {
  const site = await buildSite({
    'content/site.yaml': siteYaml,
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [ai]'),
  });
  return site.page('404.html');
}

test('the body is "Post not found."', async () => {
  const $ = await buildNotFound();
  expect($('main > :first-child').text()).toBe('Post not found.');
});

test('there is no title block: no year, no read time, no author, no tags', async () => {
  const $ = await buildNotFound();
  expect($('main time, main ul, main article, main header').length).toBe(0);
  expect($('main').text()).not.toMatch(/min read|by Ann|\bai\b/);
});

test("the frame is the essay page's: its header, its call to action, a link to more essays", async () => {
  const $ = await buildNotFound(`${SITE_YAML}x: https://x.example/ann\n`);
  expect(links($, 'body > header a')).toEqual([
    ['Ann Author', '/'],
    ['Essays', '/'],
    ['About', '/about'],
    ['Sign In', '/'],
  ]);
  expect($('main h2').text()).toBe('Enjoyed this essay?');
  expect(links($, 'main a')).toEqual([
    ['Follow on X', 'https://x.example/ann'],
    ['← Check out more essays', '/'],
  ]);
});

test('search engines are told to leave it out, and it has no canonical address', async () => {
  const $ = await buildNotFound();
  expect($('meta[name="robots"]').attr('content')).toBe('noindex');
  expect($('link[rel="canonical"]').length).toBe(0);
});

test('it has one title and carries no script and nothing inline', async () => {
  const $ = await buildNotFound();
  expect($('title').text()).toBe('Not found · Ann Author');
  expect($(`${SCRIPT}, style, [style]`).length).toBe(0);
});

test('its addresses start at the root, so that it works at any depth', async () => {
  const $ = await buildNotFound('name: Ann Author\nurl: https://me.github.io/notes\n');
  expect($('link[rel="stylesheet"]').attr('href')).toMatch(/^\/notes\/assets\/style\./);
  expect(links($, 'body > :not(:first-child) a').map(([, href]) => href)).toEqual([
    '/notes/',
    '/notes/',
    '/notes/about',
    '/notes/',
    '/notes/',
  ]);
});
