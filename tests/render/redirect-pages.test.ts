import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { renderRedirectLines, renderRedirectPage } from '../../src/render/service-files.ts';

const atRoot = { origin: 'https://ann.example', base: '' };
const atBase = { origin: 'https://me.github.io', base: '/blog' };

function render(to: string, urls = atRoot, language = 'en') {
  return renderRedirectPage({ to }, urls, language);
}

describe('a page that redirects', () => {
  test('is whole: a language, a title, and a link for browsers that do not follow', () => {
    const html = render('/blog/a', atRoot, 'pt-BR');
    expect(html.startsWith('<!doctype html>\n<html lang="pt-BR">')).toBe(true);
    const $ = load(html);
    expect($('meta[charset]').attr('charset')).toBe('utf-8');
    expect($('title').text()).toBe('This page has moved');
    expect($('body').text().trim()).toBe('This page has moved to /blog/a.');
    expect($('script')).toHaveLength(0);
  });

  const cases: readonly [to: string, urls: typeof atRoot, url: string, canonical: string][] = [
    ['/blog/a#b', atRoot, '/blog/a#b', 'https://ann.example/blog/a#b'],
    ['/', atBase, '/blog/', 'https://me.github.io/blog/'],
    ['/blog/a?x=1&y=2', atBase, '/blog/blog/a?x=1&y=2', 'https://me.github.io/blog/blog/a?x=1&y=2'],
    [
      'https://x.example/"><script>',
      atRoot,
      'https://x.example/"><script>',
      'https://x.example/"><script>',
    ],
    ['mailto:a@b.example', atBase, 'mailto:a@b.example', 'mailto:a@b.example'],
  ];
  test.each(cases)('leads to %s, escaped', (to, urls, url, canonical) => {
    const $ = load(render(to, urls));
    expect($('meta[http-equiv=refresh]').attr('content')).toBe(`0; url=${url}`);
    expect($('a').attr('href')).toBe(url);
    expect($('a').text()).toBe(url);
    expect($('link[rel=canonical]').attr('href')).toBe(canonical);
    expect($('meta[name=robots]').attr('content')).toBe('noindex');
    expect($('script')).toHaveLength(0);
  });
});

describe('_redirects', () => {
  const rules = [
    { from: '/a', to: '/b' },
    { from: '/:year/:slug', to: '/blog/:slug' },
    { from: '/x', to: 'https://x.example/' },
  ];

  test('holds a line for each rule, with the base path on the site’s own addresses', () => {
    expect(renderRedirectLines(rules, atBase, '')).toBe(
      '/blog/a /blog/b 301\n/blog/:year/:slug /blog/blog/:slug 301\n/blog/x https://x.example/ 301\n',
    );
  });

  test('holds equal lines once', () => {
    expect(renderRedirectLines([...rules, ...rules], atRoot, '').split('\n')).toHaveLength(4);
  });

  test.each([
    ['ends in a line break', '# mine\n', '# mine\n/a /b 301\n'],
    ['does not', '# mine', '# mine\n/a /b 301\n'],
    ['is empty', '', '/a /b 301\n'],
  ])('begins with the author’s own, which %s', (_, own, lines) => {
    expect(renderRedirectLines(rules.slice(0, 1), atRoot, own)).toBe(lines);
  });
});
