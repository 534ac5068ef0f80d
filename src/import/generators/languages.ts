/**
 * Blogs in several languages: finds out which language each file is in. Pure.
 *
 * A language's key is the name that the generator's settings, files and addresses use for it, in lower case.
 */
import { readLanguage } from '../../text/language-tags.ts';
import type { JsonRecord } from '../json.ts';

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

/** A language's key: its tag, in lower case. Empty for a text that isn't a tag. */
export function toLanguageKey(written: string): string {
  return (readLanguage(written) ?? '').toLowerCase();
}

/** A path without its language. */
export interface SplitPath {
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
export function splitFolder(path: string, keys: ReadonlySet<string>): SplitPath {
  const parts = path.split('/');
  const at = parts.findIndex(
    (part, index) => index < parts.length - 1 && keys.has(toLanguageKey(part)),
  );
  const written = parts[at];
  if (written === undefined) return { key: '', written: '', path };
  return { key: toLanguageKey(written), written, path: parts.toSpliced(at, 1).join('/') };
}
