/**
 * Pages: distinguishes posts, pages, folders and files that belong to posts by their paths.
 */
import { posix } from 'node:path';
import { listFoldersAbove } from '../../essays/paths.ts';
import type { ImportInput } from '../input.ts';
import type { FolderBlog } from './generator.ts';

/** Files that are, or may be, posts and pages. */
export const PAGE = /\.(?:md|markdown|mdx|[qr]md|html?)$/i;
/** Files that belong to the repository, and hidden ones. */
export const NO_PAGE = /(?:^|\/)(?:[._]|readme|license|changelog)/i;

/** Lists the files that may be posts and pages, except for those that match `except`. */
export function listPages(files: readonly string[], except = NO_PAGE): string[] {
  return files.filter((path) => PAGE.test(path) && !except.test(path));
}

/**
 * Separates posts from pages in Hugo and Zola: posts are in sections of the content folder, everything else is a page.
 * Texts beside an `index.md` are neither. `nameOf` takes the language out of a path.
 */
export function splitPages(
  files: readonly string[],
  base: string,
  nameOf: (path: string) => string,
): Pick<FolderBlog, 'base' | 'posts' | 'pages'> {
  const all = listPages(files).filter((path) => isInFolder(path, base));
  const isIndex = (path: string) => /\/index\.[^/]*$/.test(nameOf(path));
  const bundles = new Set(all.filter(isIndex).map((path) => posix.dirname(nameOf(path))));
  bundles.delete(base || '.');
  const isOwn = (path: string) =>
    isIndex(path) || !listFoldersAbove(nameOf(path)).some((folder) => bundles.has(folder));
  const own = all.filter(isOwn);
  const isPost = (path: string) =>
    /^(?!pages?(?:\/|$))./.test(postFolderOf(posix.relative(base, nameOf(path))));
  return {
    base,
    posts: own.filter(isPost),
    pages: own.filter((path) => !isPost(path)),
  };
}

/** Texts and data that may belong to a post. */
const ATTACHED = /(?<!\.11tydata)\.(?:html?|txt|json|ya?ml|toml|xml)$/i;

/** Lists the texts and data below the folders of posts that have one of their own; those with front matter are pages. */
export async function listAttached(
  { files, head }: ImportInput,
  { posts, pages }: Pick<FolderBlog, 'posts' | 'pages'>,
): Promise<string[]> {
  const own = new Set([...posts, ...pages]);
  const bundles = new Set(posts.filter((each) => /\/index\.[^/]*$/.test(each)).map(posix.dirname));
  const beside = files.filter(
    (path) =>
      ATTACHED.test(path) &&
      !own.has(path) &&
      listFoldersAbove(path).some((folder) => bundles.has(folder)),
  );
  const heads = await Promise.all(beside.map(head));
  return beside.filter((_, at) => !/^(?:---|\+\+\+)[ \t\r]*\n/.test(heads[at] ?? ''));
}

/** The folder of a post; for an `index.md`, the folder above its own. */
export function postFolderOf(path: string): string {
  const folder = posix.dirname(path.replace(/\/index\.[^./]+$/, '.md'));
  return folder === '.' ? '' : folder;
}

/** True for a path in a folder; the empty folder contains everything. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** The innermost folder that contains all of these. */
export function commonFolder(folders: readonly string[]): string {
  const parts = (folders[0] ?? '').split('/');
  while (!folders.every((each) => isInFolder(each, parts.join('/')))) parts.pop();
  return parts.join('/');
}

/** A folder from settings without `./` before and `/` after it; empty for the folder of the blog. */
export function trimFolder(folder: string): string {
  return folder.replace(/^(?:\.?\/)+|^\.$|\/+$/g, '');
}
