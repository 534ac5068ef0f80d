/**
 * Languages in Jekyll, which doesn't support them itself: blogs use `lang` in posts or for folders, or the plugins
 * Polyglot and Multiple Languages, which publish `/de/` beside the main language.
 */
import { posix } from 'node:path';
import { addCount, type Counts } from '../counts.ts';
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

/** What is known about the languages of the posts. */
interface PostLanguages {
  readonly main: string;
  readonly keys: ReadonlySet<string>;
  /** True if a plugin publishes the other languages. */
  readonly isPlugged: boolean;
  of(path: string): string;
  /** Makes a path relative to the blog's folder, and takes the language's folder out of it. */
  split(path: string): ReturnType<typeof splitFolder>;
  /** A value of a post's front matter. */
  get(path: string, key: string): string;
  /** What a plugin puts before the address of a post. */
  prefixOf(path: string): string;
}

/** The keys by which posts name their translations: a convention, and Polyglot's key. */
const REFS = ['ref', 'page_id'];

async function readPostLanguages(
  input: ImportInput,
  settings: JsonRecord,
  { base, posts }: Pick<FolderBlog, 'base' | 'posts'>,
): Promise<PostLanguages> {
  const fronts = await readFronts(input, posts);
  const get = (path: string, key: string) => findKey(fronts.get(path), key);
  const innerOf = (path: string) => posix.relative(base, path);
  const statedOf = (path: string) =>
    toLanguageKey(get(path, 'lang') || findDefault(settings, innerOf(path), 'lang'));
  const main = findMain(settings);
  const ofPlugin = listTexts(settings.languages);
  const ofDefaults = listRecords(settings.defaults).map((each) =>
    toText(findValue(each, 'values.lang')),
  );
  // A single post in another language, by a guest for example, doesn't make the blog multilingual.
  const isLinked = (path: string) => REFS.some((key) => get(path, key) !== '');
  const isFolder = (path: string) =>
    splitFolder(innerOf(path), new Set([statedOf(path)])).key !== '';
  const ofPosts = posts.filter((path) => isLinked(path) || isFolder(path)).map(statedOf);
  const stated = [main, ...[...ofPlugin, ...ofDefaults].map(toLanguageKey), ...ofPosts];
  const keys = new Set(stated.filter((key) => key !== ''));
  const split = (path: string) => splitFolder(innerOf(path), keys);
  const of = (path: string) => {
    const key = statedOf(path) || split(path).key;
    return keys.has(key) ? key : main;
  };
  const prefixOf = (path: string) => {
    const written = ofPlugin.find((each) => toLanguageKey(each) === of(path));
    return written === undefined || of(path) === main ? '' : `/${written}`;
  };
  return { main, keys, isPlugged: ofPlugin.length > 0, of, split, get, prefixOf };
}

/** Reads the languages of the posts. */
export async function readJekyllLanguages(
  input: ImportInput,
  settings: JsonRecord,
  { base, posts }: Pick<FolderBlog, 'base' | 'posts'>,
): Promise<JekyllLanguages> {
  const ofPosts = await readPostLanguages(input, settings, { base, posts });
  const { isPlugged, split, get, prefixOf } = ofPosts;
  // Polyglot shows them; `default_lang` is one of its settings.
  const showsUntranslated = isPlugged && settings.default_lang !== undefined;
  const languages = findLanguages({ ...ofPosts, showsUntranslated }, posts);
  if (languages === undefined) return { addLanguage: (pattern) => pattern };
  const refOf = (path: string) => {
    const [ref] = REFS.map((key) => get(path, key)).filter((each) => each !== '');
    return ref ?? (isPlugged ? get(path, 'permalink') : '');
  };
  const uses: Counts = {};
  for (const path of posts) addCount(uses, refOf(path));
  const outside = (path: string) => path.replace(/^_i18n\//, '');
  return {
    languages,
    nameOf: (path) => posix.join(base, outside(split(path).path)),
    placeOf: (path) => posix.join(base, outside(posix.relative(base, path))),
    keysOf(path) {
      const ref = refOf(path);
      const isShared = ref !== '' && (uses[ref] ?? 0) > 1;
      const permalink = get(path, 'permalink');
      const isPrefixed = prefixOf(path) !== '' && permalink !== '';
      const address = posix.join(prefixOf(path), '/', permalink);
      return {
        ...(isShared ? { translationKey: JSON.stringify(ref) } : {}),
        ...(isPrefixed ? { permalink: JSON.stringify(address) } : {}),
      };
    },
    addLanguage(pattern, path) {
      if (isPlugged) return prefixOf(path) + pattern;
      // A folder above `_posts` is a category.
      const { written } = split(path);
      const isAbove = written !== '' && posix.relative(base, path).startsWith(`${written}/`);
      return isAbove ? pattern.replace(':categories', () => `${written}/:categories`) : pattern;
    },
  };
}

/** Finds the key of the main language. */
function findMain(settings: JsonRecord): string {
  const [first = ''] = settings.default_lang === undefined ? listTexts(settings.languages) : [];
  const stated = ['default_lang', 'lang', 'locale', 'language'].map((key) => toText(settings[key]));
  const written = first || (stated.find((each) => each !== '') ?? '');
  const key = toLanguageKey(written);
  return key === '' ? 'en' : key;
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
