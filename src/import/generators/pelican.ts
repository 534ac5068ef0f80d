/**
 * Pelican: settings in Python, of which only strings are read, and articles in Markdown below `content/`.
 */
import { posix } from 'node:path';
import type { Generator } from './generator.ts';
import { isInFolder, listPages, trimFolder } from './pages.ts';
import { readAll, readDateForm } from './settings.ts';

export const pelican: Generator = {
  settings: /^(?:pelicanconf|pelican\.conf|settings|publishconf)\.py$/,
  isOwn: (settings) => /^(?:SITENAME|SITEURL|ARTICLE_URL)\s*=/m.test(settings),
  feed: ['/feeds/all.atom.xml', '/feed.xml'],
  tagPages: '/tag/:tag.html',
  async read(input, settingsPath) {
    // The settings for publishing come first, so they take precedence.
    const code = `${await readAll(input, /^publishconf\.py$/)}\n${await input.readText(settingsPath)}`;
    const base = trimFolder(findString(code, 'PATH')) || 'content';
    const files = listPages(input.files).filter((path) => isInFolder(path, base));
    const pagePaths = findList(code, 'PAGE_PATHS') ?? ['pages'];
    const isPage = (path: string) =>
      pagePaths.some((each) => isInFolder(path, posix.join(base, trimFolder(each))));
    const statics = findList(code, 'STATIC_PATHS') ?? ['images'];
    const address = findString(code, 'ARTICLE_URL') || findString(code, 'ARTICLE_SAVE_AS');
    return {
      base,
      posts: files.filter((path) => !isPage(path)),
      pages: files.filter(isPage),
      statics: statics.map((each) => [posix.join(base, trimFolder(each)), trimFolder(each)]),
      settings: {
        title: findString(code, 'SITENAME'),
        url: findString(code, 'SITEURL'),
        author: findString(code, 'AUTHOR'),
        description: findString(code, 'SITESUBTITLE'),
        language: findString(code, 'DEFAULT_LANG'),
        timezone: findString(code, 'TIMEZONE'),
      },
      addressDates: 'written',
      addressOf: () => readAddress(address || '{slug}.html', code),
      // It isn't one of Pelican's keys.
      editFront: (front) => front.replace(/^permalink[ \t]*:.*\n/gim, ''),
    };
  },
};

/** Finds the text that is assigned to a name; empty for none. */
function findString(code: string, name: string): string {
  return new RegExp(`^${name}\\s*=\\s*u?(["'])(.*?)\\1`, 'm').exec(code)?.[2] ?? '';
}

/** Finds the list of texts that is assigned to a name; undefined for none. */
function findList(code: string, name: string): string[] | undefined {
  const [, list] = new RegExp(`^${name}\\s*=\\s*[[(]([^\\])]*)[\\])]`, 'm').exec(code) ?? [];
  return list === undefined
    ? undefined
    : Array.from(list.matchAll(/["']([^"']*)["']/g), ([, text = '']) => text);
}

/** Converts a form of addresses: `posts/{date:%Y}/{slug}/`; empty if it has a value that isn't known. */
function readAddress(written: string, code: string): string {
  const isOfFile = findString(code, 'SLUGIFY_SOURCE') === 'basename';
  const form = written
    .replace(/\{date:([^{}]*)\}/g, (_, date: string) => readDateForm(date))
    .replaceAll('{slug}', isOfFile ? ':slugorbasename' : ':slugorplaintitle')
    .replace(/(?:^|\/)index\.html$/, '/');
  return /[{}]/.test(form) ? '' : `/${form.replace(/^\//, '')}`;
}
