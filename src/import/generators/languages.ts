/**
 * Blogs in several languages: finds out which language each file is in. Pure.
 *
 * A language's key is the name that the generator's settings, files and addresses use for it, in lower case.
 */
import { posix } from 'node:path';
import { readLanguage } from '../../text/language-tags.ts';
import type { JsonRecord } from '../json.ts';
import { findKey } from './settings.ts';

/** The languages of a blog's posts. */
export interface BlogLanguages {
  readonly main: string;
  /** The beginning of the addresses in the main language, such as `/en`; empty for most blogs. */
  readonly mainPrefix: string;
  /** The settings of each language other than the main one, by its key. */
  readonly others: ReadonlyMap<string, JsonRecord>;
  /** The key of the language of a file. */
  of(path: string): string;
}

/** The languages as a generator states them, whether there are posts in them or not. */
interface StatedLanguages extends Pick<BlogLanguages, 'main' | 'of'> {
  readonly mainPrefix?: string;
  readonly keys: Iterable<string>;
  settingsOf?(key: string): JsonRecord;
}

/** The languages that have posts; undefined if all posts are in the main one. */
export function findLanguages(
  stated: StatedLanguages,
  posts: readonly string[],
): BlogLanguages | undefined {
  const { main, mainPrefix = '', keys, settingsOf, of } = stated;
  const written = new Set(posts.map(of));
  const others = [...new Set(keys)].filter((key) => key !== main && written.has(key));
  if (others.length === 0) return undefined;
  const settings = new Map(others.map((key) => [key, settingsOf?.(key) ?? {}]));
  return { main, mainPrefix, others: settings, of };
}

/** The languages of a blog whose generator has no rule for them. */
export interface PlainLanguages {
  /** Undefined if all posts are in the main one. */
  readonly languages: BlogLanguages | undefined;
  /** The path of a file without the folder of its language. */
  nameOf(path: string): string;
  /** The folder of a file's language, as written; empty for a file outside such folders. */
  folderOf(path: string): string;
}

/**
 * Finds languages by the plain rule: a post is in the language that its `lang` states, or else in that of its folder. A
 * language counts if the settings name it, or if a post in it is a translation or lies in a folder named after it. A
 * lone post in another language, such as a guest's, doesn't make the blog multilingual.
 */
export function findPlainLanguages(
  stated: Omit<StatedLanguages, 'of'>,
  base: string,
  posts: readonly string[],
  fronts: ReadonlyMap<string, string>,
): PlainLanguages {
  const splitAt = (path: string, keys: ReadonlySet<string>) =>
    splitFolder(posix.relative(base, path), keys);
  const langOf = (path: string) => toLanguageKey(findKey(fronts.get(path), 'lang'));
  const ofPosts = posts.filter(
    (path) => findRef(fronts.get(path)) !== '' || splitAt(path, new Set([langOf(path)])).key !== '',
  );
  const keys = new Set([...stated.keys, ...ofPosts.map(langOf)].filter((key) => key !== ''));
  const of = (path: string) => {
    const key = langOf(path) || splitAt(path, keys).key;
    return keys.has(key) ? key : stated.main;
  };
  const languages = findLanguages({ ...stated, keys, of }, posts);
  const split = (path: string) => splitAt(path, languages === undefined ? new Set() : keys);
  return {
    languages,
    nameOf: (path) => posix.join(base, split(path).path),
    folderOf: (path) => split(path).written,
  };
}

/** Finds the name that a post shares with its translations; empty for none. */
export function findRef(front: string | undefined): string {
  return findKey(front, 'ref') || findKey(front, 'page_id');
}

/** A language's key: its tag, in lower case. Empty for a text that isn't a tag. */
export function toLanguageKey(written: string): string {
  return (readLanguage(written) ?? '').toLowerCase();
}

/** A path without its language. */
interface SplitPath {
  /** Empty for a path without a language. */
  readonly key: string;
  /** The key as written, such as `pt-BR`. */
  readonly written: string;
  readonly path: string;
}

/** Takes the language out of a file's name: `tin.de.md` → `de` and `tin.md`. */
export function splitName(path: string, keys: ReadonlySet<string>): SplitPath {
  const [, before = '', written = '', extension = ''] =
    /^(.*[^/])\.([\w-]+)(\.[^./]+)$/.exec(path) ?? [];
  const key = toLanguageKey(written);
  return keys.has(key)
    ? { key, written, path: before + extension }
    : { key: '', written: '', path };
}

/** Takes the first folder that is named after a language out of a path: `de/posts/tin.md` → `de` and `posts/tin.md`. */
function splitFolder(path: string, keys: ReadonlySet<string>): SplitPath {
  const parts = path.split('/');
  const at = parts.findIndex(
    (part, index) => index < parts.length - 1 && keys.has(toLanguageKey(part)),
  );
  const written = parts[at];
  if (written === undefined) return { key: '', written: '', path };
  return { key: toLanguageKey(written), written, path: parts.toSpliced(at, 1).join('/') };
}
