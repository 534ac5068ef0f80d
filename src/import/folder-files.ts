/**
 * Files of a folder: decides where each goes in the site, and copies them.
 */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findLinkedFiles } from '../essays/images.ts';
import {
  ABOUT_ADDRESS,
  ESSAYS_FOLDER,
  listFoldersAbove,
  PAGES_FOLDER,
  PUBLIC_FOLDER,
  pageAddressOf,
} from '../essays/paths.ts';
import { replaceFile } from '../files/file-state.ts';
import { ESSAYS_PATH } from '../site/urls.ts';
import { attemptPost } from './attempt.ts';
import { addCount } from './counts.ts';
import type { FolderPost } from './folder-posts.ts';
import { asMarkdown, type FolderBlog, placeOf } from './generators/generator.ts';
import { commonFolder, isInFolder, PAGE } from './generators/pages.ts';
import type { ImportJob } from './job.ts';
import { recordLeftOut } from './report.ts';
import type { Translate, TranslatedFile } from './translation.ts';

/** Files that the author has to do something about, by their description in the report. */
const LEFT: Readonly<Record<string, RegExp>> = {
  'shortcodes and components, to be rewritten in templates/shortcodes/':
    /^(?:layouts|templates)\/_?shortcodes\/|^src\/components\//,
  'files to convert to Markdown first': /\.(?:textile|org|a(?:scii)?doc|rst|mdoc|pandoc)$/i,
  'texts that are neither posts nor pages': /\.(?:md|markdown|mdx|[qr]md)$/i,
};
/** Files of editors and repositories. */
const HIDDEN = /(?:^|\/)\./;
/** The home page and the 404 page. */
const BUILT_PAGE = /^(?:index|404)\.[^./]*$/;
/** Files beside a post that don't belong to it. */
const CODE =
  /\.(?:md|markdown|mdx|[qr]md|html?|textile|org|a(?:scii)?doc|rst|mdoc|pandoc|txt|json|ya?ml|toml|[cm]?[jt]sx?|astro|vue|svelte|njk|liquid|webc|s?css|sass|xml)$|(?:^|\/)[._][^/]*$/i;

/** The longest name, in bytes. Most file systems allow 255, but a file has a longer name while it is written. */
const MAX_NAME = 220;

/** The paths in the site of the files to import, by their paths in the folder. */
export type Targets = ReadonlyMap<string, string>;

/** Decides where each file goes, and records the files that are left out. */
export function placeFiles(
  blog: FolderBlog,
  posts: readonly FolderPost[],
  job: ImportJob,
): Targets {
  const inFolder = posts.map(({ path, essay }) => ({ ...essay, path }));
  const linked = findLinkedFiles(inFolder, job.input.files, job.config, ESSAYS_PATH);
  const shown = new Set([...linked.keys()].filter((path) => !PAGE.test(path)));
  // Pictures outside the posts' folder keep their relative place, so that paths in posts stay valid.
  const base = commonFolder([blog.base, ...[...shown].map(posix.dirname)]);
  const ofPosts = posts.map(({ path }) => {
    return [path, placeIn(ESSAYS_FOLDER, posix.relative(base, placeOf(blog, path)))] as const;
  });
  const all = [...placeOthers(blog, posts, shown, base, job), ...ofPosts, ...placePages(blog, job)];
  return new Map(
    all.flatMap(([path, target]) => {
      const isLong = target?.split('/').some((part) => Buffer.byteLength(part) > MAX_NAME);
      if (isLong) recordLeftOut(job.report, 'files whose names are too long', path);
      return target === null || isLong ? [] : [[path, target]];
    }),
  );
}

/** A file with its path in the site; null for a path that leads out of the site. */
type Placed = readonly [path: string, target: string | null];

function placeIn(folder: string, inner: string): string | null {
  return inner.split('/').includes('..') ? null : posix.join(folder, inner);
}

/** Places the files that posts show, the files beside posts, and the files that are published as they are. */
function placeOthers(
  blog: FolderBlog,
  posts: readonly FolderPost[],
  shown: ReadonlySet<string>,
  base: string,
  { input, report }: ImportJob,
): Placed[] {
  const texts = new Set([...blog.posts, ...blog.pages]);
  const attached = new Set(blog.attached);
  const folders = new Set(posts.map(({ path }) => posix.dirname(path)));
  const isBeside = (path: string) => listFoldersAbove(path).some((folder) => folders.has(folder));
  const placed: Placed[] = [];
  for (const path of input.files.filter((each) => !texts.has(each))) {
    const published = blog.statics.find(([from]) => isInFolder(path, from));
    const what = Object.keys(LEFT).find((key) => LEFT[key]?.test(path));
    const demo = attached.has(path) && PAGE.test(path) ? placeDemo(path, posts) : null;
    if (demo !== null) placed.push([path, demo]);
    else if (
      shown.has(path) ||
      (isBeside(path) && !CODE.test(path)) ||
      (attached.has(path) && !PAGE.test(path))
    ) {
      const place = blog.placeOf?.(path) ?? path;
      placed.push([path, placeIn(ESSAYS_FOLDER, posix.relative(base, place))]);
    } else if (published !== undefined) {
      const [from, to] = published;
      placed.push([path, placeIn(PUBLIC_FOLDER, posix.join(to, posix.relative(from, path)))]);
    } else if (!HIDDEN.test(path))
      recordLeftOut(report, what ?? 'other files of the old program', path);
  }
  return placed;
}

/** Places HTML that belongs to a post: in the site's folder of essays, it would be an essay. Null without an address. */
function placeDemo(path: string, posts: readonly FolderPost[]): string | null {
  const post = posts.find((each) => isInFolder(path, posix.dirname(each.path)));
  const address = post?.oldAddress.path ?? '';
  if (post === undefined || address === '') return null;
  const folder = address.replace(/[^/]*$/, '');
  return placeIn(
    PUBLIC_FOLDER,
    posix.join(folder.slice(1), posix.relative(posix.dirname(post.path), path)),
  );
}

function placePages(blog: FolderBlog, { options, report, hasAbout }: ImportJob): Placed[] {
  const placed: Placed[] = [];
  for (const path of blog.pages) {
    const inner = asMarkdown(posix.relative(blog.base, blog.placeOf?.(path) ?? path));
    const named = posix.relative(blog.base, blog.nameOf?.(path) ?? path);
    const isAbout = pageAddressOf(`${PAGES_FOLDER}/${inner}`) === ABOUT_ADDRESS;
    if (BUILT_PAGE.test(named)) recordLeftOut(report, 'pages that the build generates', path);
    else if (isAbout && hasAbout)
      recordLeftOut(report, 'pages with the address of content/about.md', path);
    else if (options.pages) placed.push([path, placeIn(PAGES_FOLDER, inner)]);
    else recordLeftOut(report, 'pages (--pages)', path);
  }
  return placed;
}

/** A page in our language. */
interface FolderPage extends TranslatedFile {
  readonly path: string;
}

/** Reads and translates the pages to import. */
export async function readPages(
  blog: FolderBlog,
  targets: Targets,
  { input, report }: ImportJob,
  translate: Translate,
): Promise<FolderPage[]> {
  const pages: FolderPage[] = [];
  for (const path of blog.pages.filter((each) => targets.has(each))) {
    const bytes = await input.read(path);
    const page = await attemptPost(path, report, () => ({ path, ...translate(path, bytes) }));
    if (page !== null) pages.push(page);
  }
  return pages;
}

/** Writes the files that aren't posts into the site. */
export async function writeOthers(
  targets: Targets,
  posts: readonly { readonly id: string }[],
  pages: readonly FolderPage[],
  { root, input, report, extras }: ImportJob,
): Promise<void> {
  const written = new Set(posts.map(({ id }) => id));
  const translated = new Map(pages.map(({ path, bytes }) => [path, bytes]));
  for (const [path, target] of [...targets].filter(([each]) => !written.has(each))) {
    if (existsSync(join(root, target))) {
      recordLeftOut(report, 'files that the site already has', target);
      continue;
    }
    replaceFile(join(root, target), translated.get(path) ?? (await input.read(path)));
    extras.push(target);
    const isPage = target.startsWith(`${PAGES_FOLDER}/`) && PAGE.test(target);
    addCount(report.counts, isPage ? 'pages' : 'files');
  }
}
