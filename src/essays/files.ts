/**
 * Lists and reads the author's files, and parses essays and pages. An edge, and the first stage of the pipeline.
 *
 * Unchanged essays are not read, and essays with the same digest are not parsed: they come from the cache. Only
 * bodies in feeds are cached. Those of essays just parsed stay in memory; any other essay is parsed again when an
 * output needs its body.
 */
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import fastGlob from 'fast-glob';
import { findStats, type InputStates } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import type { PageBody } from '../markdown/body.ts';
import {
  fileUnreadable,
  makeProblem,
  type Problem,
  type ProblemPart,
  wholeFile,
} from '../problems/problems.ts';
import { joinSome, type SourceFile } from '../text/text.ts';
import { type EssayParser, type ParsedEssay, parseEssay } from './essay.ts';
import {
  ABOUT_ADDRESS,
  ABOUT_PATH,
  ESSAYS_FOLDER,
  isPublic,
  NO_ABOUT_PATH,
  PAGES_FOLDER,
  PUBLIC_FOLDER,
  pageAddressOf,
} from './paths.ts';

/** The paths of the files and folders below content/. */
export type ContentListing = Readonly<ReturnType<typeof listContent>>;

const ESSAY_FILE = /\.(mdx?|markdown|html|htm|txt)$/i;
/** A section page of Hugo or Zola, which is not an essay. */
const SECTION_PAGE = /\/_index\.[^/]+$/i;
/** Files that look like essays, and what to do about them. */
const UNREAD: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/^content\/(?!essays\/|pages\/)/, 'Move it to content/essays; a page, to content/pages.'],
  [SECTION_PAGE, 'What it says of the section can go into content/about.md or content/site.yaml.'],
  [/\.(mkdn?|mkdown|mdown|[qr]md)$/i, 'Rename it so that it ends in .md.'],
  [/\.njk$/i, 'Save the text that it makes as .md or .html.'],
  [
    /\.(rst|textile|a(scii)?doc|org|ipynb|docx|odt|rtf|tex)$/i,
    'Convert it to Markdown, as with pandoc.',
  ],
  [/\.(doc|pages|wps|wpd)$/i, 'Save it as .docx, and convert that to Markdown, as with pandoc.'],
  [/\.(json|xml)$/i, 'If it holds essays, save each as a .md file; otherwise move or delete it.'],
];
/** The file of an essay or page with a folder of its own, below content/essays or content/pages. */
const INDEX_FILE = /^content\/(?:essays|pages)\/.*\/index\.(mdx?|markdown|html|htm)$/i;
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

function toText(html: KeptBody['html']): string {
  return typeof html === 'string' ? html : new TextDecoder().decode(html);
}

/** Reads a file of the site; null if it is missing. */
export function readOptional(root: string, path: string) {
  if (!findStats(join(root, path))?.isFile()) return { value: null, problems: [] };
  const { value, problem } = readFile(root, path);
  return { value, problems: problem === null ? [] : [problem] };
}

/**
 * Lists the content of the site at `root` (absolute), which has a folder `content`. `listed` is the last listing if
 * it is up to date. Symlinks that lead out of the folder are followed only if `followLinks` is true.
 */
export function readContent(root: string, listed: ContentListing | null, followLinks: boolean) {
  const problems: Problem[] = [];
  const listing = listed ?? listContent(root, followLinks, problems);
  problems.push(...listing.outside.map(linkOutside));
  const isOutside = listing.outside.includes(ABOUT_PATH);
  const isThere = !isOutside && findStats(join(root, ABOUT_PATH))?.isFile() === true;
  const hasOther = listing.pages.some((path) => pageAddressOf(path) === ABOUT_ADDRESS);
  const about = isThere ? [ABOUT_PATH] : hasOther ? [] : [NO_ABOUT_PATH];
  /** The pages: those listed, and the about page, even if its file is missing. */
  const pages = [...about, ...listing.pages];
  return { value: { listing, pages }, problems };
}

/**
 * Lists all files and folders below content/essays, content/pages and content/public, by kind; no files if one cannot
 * be listed.
 */
function listContent(root: string, followLinks: boolean, problems: Problem[]) {
  const files: string[] = [];
  // Missing ones too: the listing is stale when one of them appears.
  const folders = [...TOP_FOLDERS];
  const outside: string[] = [];
  /** The real path with a slash at its end, which the root of a drive has already. */
  const follow = (path: string) => {
    const real = realpathSync(join(root, path));
    return real.endsWith(sep) ? real : real + sep;
  };
  const inside = follow('content');
  /** True for a path that leads out of content/, which it records. */
  const leaves = (path: string) => {
    const isLeaving = !followLinks && !follow(path).startsWith(inside);
    if (isLeaving) outside.push(path);
    return isLeaving;
  };
  /** `above` holds the real paths of the folders with the symlinks followed so far. */
  const list = (folder: string, above: readonly string[]) => {
    const pattern = `${fastGlob.escapePath(folder)}/**`;
    for (const { path, dirent } of fastGlob.sync(pattern, {
      ...LISTING,
      objectMode: true,
      cwd: root,
    })) {
      // A folder whose name is not UTF-8 cannot be opened and looks empty: this throws for it.
      if (path.includes('\ufffd') && !dirent.isFile()) lstatSync(join(root, path));
      const target = dirent.isSymbolicLink() ? findStats(join(root, path)) : dirent;
      if (target !== dirent || !target.isFile()) folders.push(path);
      if (target === null || (target !== dirent && leaves(path))) continue;
      if (target.isFile() && !LITTER.test(path)) files.push(path);
      if (target === dirent || !target.isDirectory()) continue;
      // A symlink to one of these folders, or to a folder above one, would be a loop.
      const linked = follow(path);
      const here = [...above, follow(dirname(path))];
      if (!here.some((each) => each.startsWith(linked))) list(path, here);
    }
  };
  /** Lists the texts in a folder beside those folders. */
  const listMisplaced = (folder: string, depth: number): string[] => {
    folders.push(folder);
    return readFolder(join(root, folder)).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      const isOpen = depth > 1 && !TOP_FOLDERS.includes(path) && !entry.name.startsWith('.');
      if (entry.isDirectory()) return isOpen ? listMisplaced(path, depth - 1) : [];
      return path !== ABOUT_PATH && MISPLACED.test(path) ? [path] : [];
    });
  };
  try {
    if (findStats(join(root, ABOUT_PATH)) !== null) leaves(ABOUT_PATH);
    for (const top of TOP_FOLDERS) {
      if (!findStats(join(root, top))?.isDirectory()) continue;
      if (!leaves(top)) list(top, []);
    }
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const place = path ? relative(root, path).split(sep).join('/') : 'content';
    problems.push(fileUnreadable(place, code));
    files.length = 0;
  }
  files.sort();
  const written = files.filter((path) => !isPublic(path) && !path.includes('/.'));
  const bundles = new Set(written.filter((path) => INDEX_FILE.test(path)).map(dirname));
  // A text file beside index.md is data of that essay.
  const isEssay = (path: string) =>
    ESSAY_FILE.test(path) &&
    !SECTION_PAGE.test(path) &&
    !(bundles.has(dirname(path)) && DATA_FILE.test(path));
  return {
    /** All sorted: the essays, the pages in content/pages, and the other files in these two folders. */
    essays: written.filter((path) => isEssay(path) && path.startsWith(ESSAYS_FOLDER)),
    pages: written.filter((path) => isEssay(path) && path.startsWith(PAGES_FOLDER)),
    neighbours: written.filter((path) => !isEssay(path)),
    /** Texts in none of the folders for essays, pages and public files. */
    misplaced: listMisplaced('content', 3).sort(),
    publicFiles: files.filter(isPublic),
    /** All folders and symlinks: the listing is stale when the state of one has changed. */
    folders,
    /** Symlinks that lead out of content/ and are not followed. */
    outside,
    followLinks,
  };
}

/**
 * Reports files beside essays that look like essays but cannot be read as such, unless they are `linked`; once for
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

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // The site can be built without it.
  }
}

/** The cache entry of an essay. */
interface CachedEssay {
  readonly essay: ParsedEssay;
  readonly problems: readonly Problem[];
  readonly parts: readonly ProblemPart[];
  /** Only for essays in feeds, which are rebuilt whenever one of their essays changes. */
  readonly body?: KeptBody;
}

/** Essays by path. */
export type CachedEssays = Readonly<Record<string, CachedEssay>>;

interface KeptBody extends Omit<PageBody, 'html'> {
  /** The digest of the essay's file. */
  readonly digest: string;
  /**
   * A string if it comes from the cache, else UTF-8: strings would double the heap, and a small `Buffer` keeps the
   * whole pool that it is cut from.
   */
  readonly html: Uint8Array | string;
}

/** The number of essays read before yielding to the event loop, so that templates can go on compiling. */
const BATCH = 40;

/** Reads the essays and pages of the site at `root`, and keeps the bodies of those that it parsed. */
export class EssayReader {
  private readonly bodies = new Map<string, KeptBody>();

  private readonly root: string;
  readonly parser: EssayParser;

  constructor(root: string, parser: EssayParser) {
    this.root = root;
    this.parser = parser;
  }

  /** Reads the essays at `paths`, in this order. Skips a file that cannot be read, and adds a problem. */
  async readAll(
    paths: readonly string[],
    cached: CachedEssays,
    inputs: InputStates,
    onProgress: (done: number, total: number) => void,
  ): Promise<{ value: Record<string, CachedEssay>; problems: Problem[] }> {
    const value: Record<string, CachedEssay> = {};
    const problems: Problem[] = [];
    let [read, told] = [0, 0];
    for (const [index, path] of paths.entries()) {
      if (read - told === BATCH) {
        told = read;
        onProgress(index, paths.length);
        await yieldToEvents();
      }
      const known = cached[path];
      if (known !== undefined && inputs.isUnchanged(path)) {
        value[path] = known;
        if (known.body) this.bodies.set(path, known.body);
        continue;
      }
      inputs.of(path);
      const { value: file, problem } = readFile(this.root, path);
      if (file === null) {
        problems.push(problem);
        continue;
      }
      const isSame = known !== undefined && known.essay.digest === digest(file.bytes);
      value[path] = isSame ? known : this.parse(file);
      read++;
    }
    if (read > told) onProgress(paths.length, paths.length);
    return { value, problems };
  }

  /**
   * Returns an essay's body, its HTML with holes; null if the file has another digest. Unless `mayBeCached`, it
   * reads the file even if the body is in the cache of the last build.
   */
  readBody(source: string, digest: string, mayBeCached = false): PageBody | null {
    const last = this.bodies.get(source);
    const isFresh = mayBeCached || typeof last?.html !== 'string';
    if (last?.digest !== digest || !isFresh) {
      const { value: file } = readFile(this.root, source);
      if (file !== null) this.parse(file);
    }
    const known = this.bodies.get(source);
    if (known?.digest !== digest) return null;
    return { ...known, html: toText(known.html) };
  }

  /** Adds the known bodies of these essays for the cache, and removes all others. */
  addBodies(essays: CachedEssays, paths: ReadonlySet<string>): CachedEssays {
    const entries = Object.entries(essays).map(([path, { body: _, ...entry }]) => {
      const body = paths.has(path) ? this.bodies.get(path) : undefined;
      if (body?.digest !== entry.essay.digest) return [path, entry];
      return [path, { ...entry, body: { ...body, html: toText(body.html) } }];
    });
    return Object.fromEntries(entries);
  }

  /** Frees a body once no output needs it. */
  forget(source: string): void {
    this.bodies.delete(source);
  }

  private parse(file: SourceFile): CachedEssay {
    const { essay, body, problems, parts } = parseEssay(file, this.parser);
    const { headings, wordCount } = body;
    const html = new TextEncoder().encode(body.html);
    this.bodies.set(essay.path, { digest: essay.digest, html, headings, wordCount });
    return { essay, problems, parts };
  }
}

/** Reads a file of the site; returns a problem if it cannot be read. */
export function readFile(root: string, path: string) {
  if (path === NO_ABOUT_PATH) return { value: { path, bytes: new Uint8Array() }, problem: null };
  try {
    return { value: { path, bytes: readFileSync(join(root, path)) }, problem: null };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { value: null, problem: fileUnreadable(path, code) };
  }
}

/** Makes the problem for a file that changed after the build had read it. */
export function sourceChanged(path: string): Problem {
  const message = 'This file changed while the site was being built';
  return makeProblem('file-changed', wholeFile(path), message, 'Build again.');
}

function linkOutside(path: string): Problem {
  const message = 'This is a link to a place outside `content`, so it is left out of the site';
  const hint = 'Move its target into `content`, or add `followLinks: true` to content/site.yaml.';
  return makeProblem('link-outside', wholeFile(path), message, hint);
}
