/**
 * The about page, `/about`, as it is built: specification, section 2.3.
 */
import type { CheerioAPI } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { buildSite, essay, type Files, SITE_YAML } from '../support/site.ts';
import { links, SCRIPT, texts } from './texts.ts';

async function buildAbout(settings: string, files: Files = {}): Promise<CheerioAPI> {
  const site = await buildSite({
    'content/site.yaml': SITE_YAML + settings,
    'content/about.md': 'I *founded* several networks.\n',
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01'),
    ...files,
  });
  return site.page('about.html');
}

test('the header links are Home and Blog, both to /, and About', async () => {
  const $ = await buildAbout('');
  expect(links($, 'body > header a')).toEqual([
    ['Home', '/'],
    ['Blog', '/'],
    ['About', '/about'],
  ]);
  expect(texts($, 'header')[0]).toContain('Ann Author');
});

test('the heading is "About", above the biography and what the blog is about', async () => {
  const $ = await buildAbout('description: It is about startups & society.\n');
  expect(texts($, 'main h1')).toEqual(['About']);
  expect(texts($, 'main p').slice(0, 2)).toEqual([
    'I founded several networks.',
    'It is about startups & society.',
  ]);
  expect($('main em').text()).toBe('founded');
});

describe('Get in touch', () => {
  const mail = 'email: ann@ann.example\n';
  const profile = 'x: https://x.com/ann\n';

  test('names the mail address and the profile', async () => {
    const $ = await buildAbout(mail + profile);
    expect(texts($, 'main section h2')).toEqual(['Get in touch']);
    expect(links($, 'main section a')).toEqual([
      ['ann@ann.example', 'mailto:ann@ann.example'],
      ['x.com/ann', 'https://x.com/ann'],
    ]);
  });

  test.each([
    ['a mail address', profile, ['https://x.com/ann']],
    ['a profile', mail, ['mailto:ann@ann.example']],
  ])('without %s leaves its link out', async (_, settings, addresses) => {
    const $ = await buildAbout(settings);
    expect(links($, 'main section a').map(([, href]) => href)).toEqual(addresses);
  });

  test('without either is left out', async () => {
    const $ = await buildAbout('');
    expect($('main').text()).not.toContain('Get in touch');
    expect($('main section').length).toBe(0);
  });
});

test('the page ends with a link back to all essays', async () => {
  const $ = await buildAbout('email: ann@ann.example\n');
  expect(links($, 'main a').at(-1)).toEqual(['← Back to all essays', '/']);
});

test('without about.md the page still stands', async () => {
  const site = await buildSite({
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01'),
  });
  const $ = site.page('about.html');
  expect(texts($, 'main h1')).toEqual(['About']);
  expect(links($, 'main a').at(-1)).toEqual(['← Back to all essays', '/']);
});

test('the head has one title, language, description and canonical address', async () => {
  const $ = await buildAbout('language: fr\ndescription: Of bees.\n');
  expect($('html').attr('lang')).toBe('fr');
  expect(texts($, 'title')).toEqual(['About · Ann Author']);
  expect($('meta[name="description"]').attr('content')).toBe('Of bees.');
  expect($('link[rel="canonical"]').attr('href')).toBe('https://ann.example/about');
  expect($('meta[name="robots"]').length).toBe(0);
});

test('the page carries no script and nothing inline', async () => {
  const $ = await buildAbout('email: ann@ann.example\nx: https://x.com/ann\n');
  expect($(`${SCRIPT}, style, [style]`).length).toBe(0);
});

test('a counted outbound link in the biography loads the script there too', async () => {
  const $ = await buildAbout('analytics:\n  outbound: https://stats.example/out\n', {
    'content/about.md': `<a href="https://eff.org/" onclick="_gaq.push(['x'])">law</a>\n`,
  });
  expect($('main a').first().attr('data-outbound')).toBe('');
  expect($(SCRIPT).attr('src')).toMatch(/^\/assets\/outbound\./);
});

test('a biography with an unclosed element leaves the rest of the page whole', async () => {
  const $ = await buildAbout('email: ann@ann.example\n', {
    'content/about.md': '<div><p>I <b>founded</div></main>\n',
  });
  expect($('main > section h2').text()).toBe('Get in touch');
  expect(links($, 'main > p > a')).toEqual([['← Back to all essays', '/']]);
});

test('under a base path every address carries it', async () => {
  const $ = await buildAbout('', {
    'content/site.yaml': 'name: Ann Author\nurl: https://me.github.io/notes\n',
  });
  expect(links($, 'nav a, main a').map(([, href]) => href)).toEqual([
    '/notes/',
    '/notes/',
    '/notes/about',
    '/notes/',
  ]);
});
