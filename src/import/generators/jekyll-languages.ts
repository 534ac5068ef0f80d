/**
 * Languages in Jekyll, which doesn't support them itself: `lang` in a post or in the defaults of its folder, or the name
 * of a folder.
 */
import { posix } from 'node:path';
import type { ImportInput } from '../input.ts';
import { findValue, type JsonRecord, listRecords, toText } from '../json.ts';
import type { FolderBlog } from './generator.ts';
import { findLanguages, splitFolder, toLanguageKey } from './languages.ts';
import { isInFolder, trimFolder } from './pages.ts';
import { findKey, listTexts, readFronts } from './settings.ts';

/** How a blog's languages affect its posts. */
interface JekyllLanguages extends Pick<FolderBlog, 'languages' | 'nameOf' | 'placeOf' | 'keysOf'> {
  /** Adds a post's language to the pattern of its address. */
  addLanguage(pattern: string, path: string): string;
}

/** Reads the languages of the posts. */
export async function readJekyllLanguages(
  input: ImportInput,
  settings: JsonRecord,
  { base, posts }: Pick<FolderBlog, 'base' | 'posts'>,
): Promise<JekyllLanguages> {
  const fronts = await readFronts(input, posts);
  const innerOf = (path: string) => posix.relative(base, path);
  const statedOf = (path: string) =>
    toLanguageKey(
      findKey(fronts.get(path), 'lang') || findDefault(settings, innerOf(path), 'lang'),
    );
  /** The name that a post shares with its translations. */
  const refOf = (path: string) =>
    findKey(fronts.get(path), 'ref') || findKey(fronts.get(path), 'page_id');
  const isFolder = (path: string) =>
    splitFolder(innerOf(path), new Set([statedOf(path)])).key !== '';
  // A single post in another language, by a guest for example, doesn't make the blog multilingual.
  const ofPosts = posts.filter((path) => refOf(path) !== '' || isFolder(path)).map(statedOf);
  const ofPlugin = listTexts(settings.languages);
  const ofDefaults = listRecords(settings.defaults).map((each) =>
    toText(findValue(each, 'values.lang')),
  );
  const main = findMain(settings);
  const stated = [main, ...[...ofPlugin, ...ofDefaults].map(toLanguageKey), ...ofPosts];
  const keys = new Set(stated.filter((key) => key !== ''));
  const split = (path: string) => splitFolder(innerOf(path), keys);
  const of = (path: string) => {
    const key = statedOf(path) || split(path).key;
    return keys.has(key) ? key : main;
  };
  const languages = findLanguages({ main, keys, of }, posts);
  if (languages === undefined) return { addLanguage: (pattern) => pattern };
  /** Plugins publish the languages of the settings below their names, whatever `permalink` a post states. */
  const prefixOf = (path: string) => {
    const written = ofPlugin.find((each) => toLanguageKey(each) === of(path));
    return written === undefined || of(path) === main ? '' : `/${written}`;
  };
  return {
    languages,
    // The plugin Multiple Languages has all folders of posts in `_i18n`.
    nameOf: (path) => posix.join(base, split(path).path.replace(/^_i18n\//, '')),
    placeOf: (path) => path,
    keysOf(path): Record<string, string> {
      const [ref, permalink] = [refOf(path), findKey(fronts.get(path), 'permalink')];
      const prefix = prefixOf(path);
      const address = prefix && permalink && posix.join(prefix, '/', permalink);
      return {
        ...(ref === '' ? {} : { translationKey: JSON.stringify(ref) }),
        ...(address === '' ? {} : { permalink: JSON.stringify(address) }),
      };
    },
    addLanguage(pattern, path) {
      if (ofPlugin.length > 0) return prefixOf(path) + pattern;
      // A folder above `_posts` is a category.
      const { written } = split(path);
      const isAbove = written !== '' && innerOf(path).startsWith(`${written}/`);
      return isAbove ? pattern.replace(':categories', () => `${written}/:categories`) : pattern;
    },
  };
}

/** Finds the key of the main language. */
function findMain(settings: JsonRecord): string {
  const keys = ['default_lang', 'lang', 'locale', 'language'];
  const stated = keys.map((key) => toText(settings[key])).find((each) => each !== '');
  return toLanguageKey(stated ?? listTexts(settings.languages)[0] ?? '') || 'en';
}

/** Finds the default that the settings give to a post: that of its innermost folder that has one; empty for none. */
export function findDefault(settings: JsonRecord, path: string, key: string): string {
  const values = listRecords(settings.defaults).flatMap((each) => {
    const folder = trimFolder(toText(findValue(each, 'scope.path')));
    const isFit = /^(?:posts)?$/.test(toText(findValue(each, 'scope.type')));
    const value = toText(findValue(each, `values.${key}`));
    return isFit && folder !== '' && value !== '' && isInFolder(path, folder)
      ? [{ folder, value }]
      : [];
  });
  return values.sort((a, b) => b.folder.length - a.folder.length)[0]?.value ?? '';
}
