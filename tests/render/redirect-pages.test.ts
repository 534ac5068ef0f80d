import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import {
  findPassedLimits,
  renderRedirectLines,
  renderRedirectPage,
} from '../../src/render/service-files.ts';

const atRoot = { origin: 'https://ann.example', base: '' };
const atBase = { origin: 'https://me.github.io', base: '/blog' };

describe('a page that redirects', () => {
  const evil = 'https://x.example/"><script>';
  const cases: readonly [to: string, urls: typeof atRoot, url: string, canonical: string][] = [
    ['/blog/a#b', atRoot, '/blog/a#b', 'https://ann.example/blog/a#b'],
    ['/', atBase, '/blog/', 'https://me.github.io/blog/'],
    ['/blog/a?x=1&y=2', atBase, '/blog/blog/a?x=1&y=2', 'https://me.github.io/blog/blog/a?x=1&y=2'],
    [evil, atRoot, evil, evil],
    ['mailto:a@b.example', atBase, 'mailto:a@b.example', 'mailto:a@b.example'],
  ];
  test.each(cases)(
    'leads to %s, escaped, also where nobody follows',
    (to, urls, url, canonical) => {
      const html = renderRedirectPage(to, urls, 'pt-BR');
      expect(html.startsWith('<!doctype html>\n<html lang="pt-BR">')).toBe(true);
      const $ = load(html);
      expect($('title').text()).toBe('This page has moved');
      expect($('meta[http-equiv=refresh]').attr('content')).toBe(`0; url=${url}`);
      expect([$('a').attr('href'), $('a').text()]).toEqual([url, url]);
      expect($('link[rel=canonical]').attr('href')).toBe(canonical);
      expect($('meta[name=robots]').attr('content')).toBe('noindex');
      expect($('script')).toHaveLength(0);
    },
  );
});

describe('_redirects', () => {
  const [first, ...others] = [
    { from: '/a', to: '/b' },
    { from: '/x', to: 'https://x.example/' },
    { from: '/:year/:slug', to: '/blog/:slug' },
  ] as const;

  test('holds a line for each rule, once, with the base path on the site’s own addresses', () => {
    expect(renderRedirectLines([first, ...others, ...others], atBase, '')).toBe(
      '/blog/a /blog/b 301\n/blog/x https://x.example/ 301\n/blog/:year/:slug /blog/blog/:slug 301\n',
    );
  });

  test.each([
    ['ends in a line break', '# mine\n', '# mine\n/a /b 301\n'],
    ['does not', '# mine', '# mine\n/a /b 301\n'],
    ['is empty', '', '/a /b 301\n'],
  ])('begins with the author’s own, which %s', (_, own, lines) => {
    expect(renderRedirectLines([first], atRoot, own)).toBe(lines);
  });
});

describe('a known limit of hosts', () => {
  const exact = (count: number) => '/a /b 301\n'.repeat(count);
  const patterns = (count: number) => '/a/:slug /b/:slug 301\n'.repeat(count);
  const take = (limit: string) => `Cloudflare Pages takes ${limit}`;
  const cases: readonly [name: string, redirects: string, files: number, messages: string[]][] = [
    ['is not passed', `# mine\n\n${exact(2000)}${patterns(100)}`, 20_000, []],
    [
      'of exact lines is passed',
      exact(2001),
      1,
      [take('2000 exact lines in _redirects on its free plan, and there are 2001')],
    ],
    [
      'of patterns is passed, which all lines from the first on count as',
      `/a/* /b 301\n${exact(100)}`,
      1,
      [take('100 patterns in _redirects on its free plan, and there are 101')],
    ],
    [
      'of files is passed',
      '',
      20_001,
      [take('20000 files in out/ on its free plan, and there are 20001')],
    ],
  ];
  test.each(cases)('%s', (_, redirects, fileCount, messages) => {
    const problems = findPassedLimits(redirects, fileCount);
    expect(problems.map(({ code, message }) => [code, message])).toEqual(
      messages.map((message) => ['host-limit', message]),
    );
  });
});
