/**
 * Lists the author's files: essays, pages, the files beside them, and those in content/public. An edge.
 *
 * The listing of the last build stands as long as the states of its folders and symlinks do (`build/read.ts`).
 */
import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import fastGlob from 'fast-glob';
import { findStats } from '../files/file-state.ts';
import { fileUnreadable, makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { joinSome } from '../text/text.ts';
import type { SiteConfig } from './config.ts';
import { listLanguageTags } from './editions.ts';
import {
  ABOUT_PATH,
  ESSAYS_FOLDER,
  isPublic,
  NO_ABOUT_PATH,
  PAGES_FOLDER,
  PUBLIC_FOLDER,
  splitLanguage,
} from './paths.ts';

/** The paths of the files and folders below content/. */
export interface ContentListing {
  /** The essays, sorted, as are all the files below. */
  readonly essays: readonly string[];
  /** The pages in content/pages, and about pages beside about.md in other languages of the site. */
  readonly pages: readonly string[];
  /** The other files in content/essays and content/pages, and the media beside content/about.md. */
  readonly neighbours: readonly string[];
  /** Texts in none of the folders for essays, pages and public files. */
  readonly misplaced: readonly string[];
  readonly publicFiles: readonly string[];
  /** The files and folders in content/public that aren't published, because their names begin with a dot. */
  readonly dotted: readonly string[];
  /** All folders and symlinks: the listing is stale when the state of one has changed. */
  readonly folders: readonly string[];
  /** Symlinks that lead out of content/ and aren't followed. */
  readonly outside: readonly string[];
  /** The settings with which the listing was made. */
  readonly settings: ListingSettings;
}

/** The settings that the listing of files depends on. */
export interface ListingSettings {
  readonly followLinks: boolean;
  /** The tags of all languages of the site, the main one first; none for a site in one language. */
  readonly languages: readonly string[];
}

/** Picks the settings that the listing of files depends on. */
export function pickListingSettings(config: SiteConfig): ListingSettings {
  return { followLinks: config.followLinks, languages: listLanguageTags(config) };
}

/** The content of a site. */
export interface FoundContent {
  readonly listing: ContentListing;
  /** The pages: those listed, the about page, and the one that takes its place if it is missing or held back. */
  readonly pages: readonly string[];
}

const ESSAY_FILE = /\.(md|markdown|html|htm|txt)$/i;
/** Markdown with code. Essays can't be in this format. */
const MDX_FILE = /\.mdx$/i;
/** A section page of Hugo or Zola, which isn't an essay. */
const SECTION_PAGE = /\/_index\.[^/]+$/i;
/** Files that look like essays, and what to do about them. */
const UNREAD: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [
    /^content\/(?!essays\/|pages\/).*\.(mdx?|markdown|html?)$/i,
    'Move it to content/essays; a page, to content/pages.',
  ],
  [
    /\/_index\.[^/]+$|\.(mkdn?|mkdown|mdown|[qr]md|njk|rst|textile|a(scii)?doc|org|ipynb|docx?|odt|rtf|tex|pages|wps|wpd|json|xml)$/i,
    'If it is an essay, convert it to Markdown, as with pandoc, and save that as .md; otherwise move or delete it.',
  ],
];
/** The file of an essay or page with a folder of its own, below content/essays or content/pages. */
const INDEX_FILE = /^content\/(?:essays|pages)\/.*\/index\.(md|markdown|html|htm)$/i;
/** A text file without a date in its name. */
const DATA_FILE = /\/(?!\d{4}-\d{1,2}-\d{1,2}[-_])[^/]*\.txt$/i;
/** Files that operating systems and editors leave behind. */
const LITTER = /\/(\.DS_Store|Thumbs\.db|desktop\.ini|[^/]*\.swp|[^/]*~)$/;
/** The folders below content/ whose files are listed. */
const TOP_FOLDERS = [ESSAYS_FOLDER, PAGES_FOLDER, PUBLIC_FOLDER];
const LISTING = {
  dot: true,
  // A repository's own files are too many to list.
  ignore: ['**/.git/**', '**/.git'],
  onlyFiles: false,
  followSymbolicLinks: false,
};

/** A text that may be an essay, by its path. */
const MISPLACED = /\/(?!README\.|_index\.|\.)[^/]+\.(mdx?|markdown|html?)$/i;
/** What an about page may show or offer. */
const MEDIA = /\/(?!\.)[^/]+\.(png|jpe?g|gif|webp|avif|svg|mp[34]|m4[av]|webm|ogg|pdf)$/i;

/**
 * Finds the content of the site at `root` (absolute), which has a folder `content`. Symlinks that lead out of it are
 * followed only if `followLinks` is true. `listed` is the last listing if that is up to date.
 */
export function findContent(
  root: string,
  settings: ListingSettings,
  listed: ContentListing | null = null,
): { value: FoundContent; problems: Problem[] } {
  const problems: Problem[] = [];
  const listing = listed ?? listContent(root, settings, problems);
  problems.push(...listing.outside.map(linkOutside), ...listing.dotted.map(dotFileUnpublished));
  problems.push(...listing.neighbours.filter((path) => MDX_FILE.test(path)).map(essayFormat));
  const isOutside = listing.outside.includes(ABOUT_PATH);
  const isThere = !isOutside && findStats(join(root, ABOUT_PATH))?.isFile() === true;
  const about = isThere ? [ABOUT_PATH, NO_ABOUT_PATH] : [NO_ABOUT_PATH];
  return { value: { listing, pages: [...about, ...listing.pages] }, problems };
}

/** Lists all files and folders below content/, by kind; no files if a folder can't be listed. */
function listContent(root: string, settings: ListingSettings, problems: Problem[]): ContentListing {
  const { languages } = settings;
  const walk = new ContentWalk(root, settings.followLinks);
  let files: readonly string[] = [];
  try {
    files = walk.listFiles();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const place = path ? relative(root, path).split(sep).join('/') : 'content';
    problems.push(fileUnreadable(place, code));
  }
  const written = files.filter((path) => !isPublic(path) && !path.includes('/.'));
  const isIndex = (path: string) => INDEX_FILE.test(splitLanguage(path, languages).path);
  const bundles = new Set(written.filter(isIndex).map(dirname));
  const others = walk.listOthers('content', 3).sort();
  const beside = others.filter((path) => MISPLACED.test(path));
  const media = others.filter((path) => MEDIA.test(path));
  const abouts = beside.filter((path) => {
    const isNamed = splitLanguage(path, languages).path === ABOUT_PATH;
    return isNamed && findStats(join(walk.root, path))?.isFile() && !walk.leaves(path);
  });
  // A text file beside index.md is data of that essay.
  const isEssay = (path: string) =>
    ESSAY_FILE.test(path) &&
    !SECTION_PAGE.test(path) &&
    !(bundles.has(dirname(path)) && DATA_FILE.test(path));
  return {
    essays: written.filter((path) => isEssay(path) && path.startsWith(ESSAYS_FOLDER)),
    pages: [...abouts, ...written.filter((path) => isEssay(path) && path.startsWith(PAGES_FOLDER))],
    neighbours: [...media, ...written.filter((path) => !isEssay(path))].sort(),
    misplaced: beside.filter((path) => !abouts.includes(path)),
    publicFiles: files.filter((path) => isPublic(path) && findDotted(path) === null),
    dotted: [...new Set(files.filter(isPublic).flatMap((path) => findDotted(path) ?? []))],
    folders: walk.folders,
    outside: walk.outside,
    settings,
  };
}

/** Names with a dot that are meant for a host. The last ones only keep a folder in git, and reveal nothing. */
const DOTTED = /^\.(?:well-known|nojekyll|htaccess|domains|assetsignore|gitkeep|keep)$/;

/** Finds the file or folder whose name keeps a path in content/public from being published; null for none. */
function findDotted(path: string): string | null {
  const names = path.split('/');
  const at = names.findIndex((name) => name.startsWith('.') && !DOTTED.test(name));
  return at === -1 ? null : names.slice(0, at + 1).join('/');
}

/** A walk through the folders below content/. */
class ContentWalk {
  /** The folders and symlinks found so far. A missing folder is there too: the listing is stale once it appears. */
  readonly folders = [...TOP_FOLDERS];
  /** The symlinks found so far that lead out of content/. */
  readonly outside: string[] = [];

  readonly root: string;
  private readonly followLinks: boolean;

  constructor(root: string, followLinks: boolean) {
    this.root = root;
    this.followLinks = followLinks;
  }

  /** Lists the files for essays, pages and public files, sorted. Throws if a folder can't be listed. */
  listFiles(): string[] {
    const files: string[] = [];
    if (findStats(join(this.root, ABOUT_PATH)) !== null) this.leaves(ABOUT_PATH);
    for (const top of TOP_FOLDERS) {
      if (!findStats(join(this.root, top))?.isDirectory()) continue;
      if (!this.leaves(top)) this.addFiles(top, [], files);
    }
    return files.sort();
  }

  /** Adds the files of a folder; `above` holds the real paths of the folders with the symlinks followed so far. */
  private addFiles(folder: string, above: readonly string[], files: string[]): void {
    const { root } = this;
    const pattern = `${fastGlob.escapePath(folder)}/**`;
    const entries = fastGlob.sync(pattern, { ...LISTING, objectMode: true, cwd: root });
    for (const { path, dirent } of entries) {
      // A folder whose name isn't UTF-8 can't be opened and looks empty: this throws for it.
      if (path.includes('\ufffd') && !dirent.isFile()) lstatSync(join(root, path));
      const target = dirent.isSymbolicLink() ? findStats(join(root, path)) : dirent;
      if (target !== dirent || !target.isFile()) this.folders.push(path);
      if (target === null || (target !== dirent && this.leaves(path))) continue;
      if (target.isFile() && !LITTER.test(path)) files.push(path);
      if (target === dirent || !target.isDirectory()) continue;
      // A symlink to one of these folders, or to a folder above one, would be a loop.
      const linked = this.realPath(path);
      const here = [...above, this.realPath(dirname(path))];
      if (!here.some((each) => each.startsWith(linked))) this.addFiles(path, here, files);
    }
  }

  /** Lists the texts and media in a folder beside those for essays, pages and public files. */
  listOthers(folder: string, depth: number): string[] {
    this.folders.push(folder);
    return readEntries(join(this.root, folder)).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      const isOpen = depth > 1 && !TOP_FOLDERS.includes(path) && !entry.name.startsWith('.');
      if (entry.isDirectory()) return isOpen ? this.listOthers(path, depth - 1) : [];
      if (MEDIA.test(path)) return entry.isFile() ? [path] : [];
      return path !== ABOUT_PATH && MISPLACED.test(path) ? [path] : [];
    });
  }

  /** True for a path that leads out of content/, which it records. */
  leaves(path: string): boolean {
    const isLeaving =
      !this.followLinks && !this.realPath(path).startsWith(this.realPath('content'));
    if (isLeaving) this.outside.push(path);
    return isLeaving;
  }

  /** The real path with a slash at its end, which the root of a drive has already. */
  private realPath(path: string): string {
    const real = realpathSync(join(this.root, path));
    return real.endsWith(sep) ? real : real + sep;
  }
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // The site can be built without it.
  }
}

/**
 * Reports files beside essays that look like essays but can't be read as such, unless they are `linked`; once for
 * each kind of file.
 */
export function reportUnread(
  neighbours: readonly string[],
  linked: { has(path: string): boolean },
): Problem[] {
  return UNREAD.flatMap(([pattern, hint]) => {
    const files = neighbours.filter((path) => pattern.test(path) && !linked.has(path));
    const [first, ...others] = files;
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : `, like ${joinSome(others)}`;
    const message = `This file is not read as an essay, so it is left out of the site${more}`;
    return [makeProblem('file-unused', wholeFile(first), message, hint)];
  });
}

function dotFileUnpublished(path: string): Problem {
  const message = 'Its name begins with a dot, so it is left out of the site';
  const hint =
    "Move it out of content/public; to publish it, give it a name that doesn't begin with a dot.";
  return makeProblem('dot-file', wholeFile(path), message, hint);
}

function essayFormat(path: string): Problem {
  const message = 'MDX essays are not supported';
  const hint = 'Run `blog fix` to rename this file to `.md` and translate it.';
  return makeProblem('essay-format', wholeFile(path), message, hint);
}

function linkOutside(path: string): Problem {
  const message = 'This symlink leads out of `content`, so it is left out of the site';
  const hint = 'Move its target into `content`, or add `followLinks: true` to content/site.yaml.';
  return makeProblem('link-outside', wholeFile(path), message, hint);
}
