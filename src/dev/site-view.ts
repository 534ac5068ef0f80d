/**
 * Decides what the development server shows at each path: a page, a file, a redirect, or the problems.
 *
 * Paths lead to files as on a static host. Nothing outside of the output folder is ever found, not even
 * through symbolic links.
 */

import { realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'he';
import { isWithin } from '../build/out-folder.ts';
import { readSiteFile } from '../essays/files.ts';
import { digest } from '../files/fingerprint.ts';
import type { Problem } from '../problems/problems.ts';
import {
  ASSETS_FOLDER,
  encodePath,
  HOME_OUTPUT,
  listNotFoundOutputs,
  NOT_FOUND_OUTPUT,
  pagePath,
} from '../site/urls.ts';
import { decodePercent } from '../text/text.ts';
import { decodePath } from './guard.ts';
import * as pages from './pages.ts';

// Both patterns match an ending first and look back from there: a large home page has megabytes.
/** The URL of a page's style sheet, which can be replaced without reloading the page. */
const STYLE_URL = /\/assets\/style\.\w+\.css(?=")(?<=href="([^"]*))/g;
/** The URLs of files that a browser loads with a page, judged by their extensions. */
const LOADED_URL =
  /\.(?:avif|bmp|css|gif|ico|jpe?g|jxl|js|m4a|mjs|mp3|mp4|oga|ogg|ogv|opus|otf|png|svg|ttf|vtt|wav|webm|webp|woff2?)(?=[?#&"'),\s])(?<=[\s"'(),=]([^\s"'(),=]+))/gi;

export class SiteView {
  /** All problems of the last build. */
  all: readonly Problem[] = [];
  /** Those of them that kept it from writing; null before the first build. */
  problems: readonly pages.ShownProblem[] | null = null;
  /** Their summary for the script of every page, as JSON. */
  summary = 'null';
  /** The base path decoded, as the paths of requests are. */
  private basePath = '';
  /** The decoded site paths of essays that have moved in this session, by their old ones. */
  private readonly moved = new Map<string, string>();
  /** Pages of the running build, by their paths in the folder. */
  private readonly early = new Map<string, string>();

  readonly folder: string;
  private base: string;

  /** `folder` is the output folder, absolute; `base` the base path of the URLs. */
  constructor(folder: string, base = '') {
    this.folder = folder;
    this.base = base;
  }

  /**
   * Takes the result of a build. `problems` are those that kept it from writing, none for a good build;
   * `base` is null where the build stopped before it was known. `moved` are the essays that it has moved, `all`
   * all problems.
   */
  update(
    problems: readonly pages.ShownProblem[],
    base: string | null,
    moved: readonly (readonly [from: string, to: string])[] = [],
    all: readonly Problem[] = [],
  ): void {
    for (const move of moved) {
      const [from, to] = [decodePercent(move[0]), decodePercent(move[1])];
      this.moved.set(from, to);
      this.moved.delete(to);
    }
    this.early.clear();
    this.problems = problems;
    this.base = base ?? this.base;
    this.basePath = decodePath(this.base) ?? this.base;
    this.all = all;
    this.summary = JSON.stringify(pages.summarizeProblems(all, problems));
  }

  /** Shows a page before its build has ended, unless one of its assets is still to be written. */
  showEarly(path: string, html: string): void {
    const assets = listFileUrls(html).filter((url) => url.includes(`/${ASSETS_FOLDER}/`));
    if (assets.every((url) => this.stampOf(url, path) !== '')) this.early.set(path, html);
  }

  /**
   * Returns the answer at a path of the server, decoded: a document, a file (its path in the output folder) or a
   * redirect, which keeps the query, `search`.
   */
  answer(path: string, search: string) {
    if (this.problems === null) return showDocument(503, pages.renderLoadingPage());
    const { base, basePath } = this;
    const redirect = (to: string) => ({ kind: 'redirect' as const, url: base + to + search });
    if (base !== '' && (path === '/' || path === basePath)) return redirect('/');
    const located = this.locate(path);
    if (located?.kind === 'redirect') return redirect(encodePath(located.path));
    if (located?.kind === 'file') return { kind: located.kind, path: located.path };
    const moved = located === null ? this.findMoved(path.slice(basePath.length)) : null;
    const isThere = moved !== null && this.locate(basePath + moved) !== null;
    if (isThere) return redirect(pagePath(moved));
    if (this.problems.length === 0 || this.hasPages) {
      const output = located?.path ?? this.findNotFound(path);
      return this.showPage(output, located === null ? 404 : 200);
    }
    return showDocument(500, pages.renderProblemPage(this.problems));
  }

  /** Returns the state of a page, to be compared with that in a browser; null before the first build. */
  describe(path: string): pages.PageState | null {
    if (this.problems === null) return null;
    const answer = this.answer(path, '');
    if (answer.kind === 'document') return answer.state;
    // No page in a browser has such a version, so an open page is reloaded.
    return { version: answer.kind, style: '', showsProblems: false };
  }

  /** True when there are pages to show, even of an earlier build. A template that throws hides them all. */
  get hasPages(): boolean {
    return !pages.hasThrown(this.problems ?? []) && findFile(this.folder, HOME_OUTPUT) !== null;
  }

  /** Reads a file of the output folder as text; null if there is none. */
  readText(path: string): string | null {
    const bytes = findFile(this.folder, path) && readSiteFile(this.folder, path).value?.bytes;
    return bytes ? Buffer.from(bytes).toString() : null;
  }

  /** Looks up a path of the server. */
  locate(path: string): Located {
    if (!path.startsWith(`${this.basePath}/`)) return null;
    return locate(this.folder, path.slice(this.basePath.length));
  }

  /** Follows the moves of an essay in this session; null for a path without one. */
  private findMoved(path: string): string | null {
    const next = this.moved.get(path);
    return next === undefined ? null : (this.findMoved(next) ?? next);
  }

  /** The 404 page for an unknown path. */
  findNotFound(path: string): string {
    const outputs = listNotFoundOutputs(path.slice(this.basePath.length));
    return outputs.find((each) => findFile(this.folder, each) !== null) ?? NOT_FOUND_OUTPUT;
  }

  /** Shows a page of the output folder. */
  private showPage(output: string, status: number) {
    const file = findFile(this.folder, output) && readSiteFile(this.folder, output);
    const bytes = file?.value?.bytes;
    const html = this.early.get(output) ?? (bytes && Buffer.from(bytes).toString());
    if (html === undefined) {
      const [fault, text] = file ? [503, file.problem?.message ?? ''] : [404, 'Not found.'];
      return showDocument(fault, text, 'none', '');
    }
    const [[, style = ''] = []] = html.matchAll(STYLE_URL);
    const stamps = listFileUrls(html)
      .filter((url) => url !== style)
      .map((url) => this.stampOf(url, output));
    const version = digest(html.replace(STYLE_URL, '') + stamps.join());
    return showDocument(status, html, `${status}-${version}`, style);
  }

  /** Returns a text that changes with the file at a URL in a page; empty if the site has no such file. */
  private stampOf(url: string, pagePath: string): string {
    try {
      const { pathname, host } = new URL(url, `http://site${this.base}/${encodePath(pagePath)}`);
      const located = host === 'site' ? this.locate(decodeURIComponent(pathname)) : null;
      const stats = located?.kind === 'file' ? findFile(this.folder, located.path) : null;
      return stats === null ? '' : `${stats.size}-${stats.mtimeMs}`;
    } catch {
      return ''; // An invalid URL.
    }
  }
}

/** `style` is the URL of a page's style sheet; null for one of the server's own pages. */
function showDocument(
  status: number,
  html: string,
  version = digest(html),
  style: string | null = null,
) {
  const state = { version, style: style ?? '', showsProblems: style === null };
  return { kind: 'document' as const, status, html, state };
}

/** Lists the URLs of the files that a page loads, each once. */
function listFileUrls(html: string): string[] {
  const urls = Array.from(html.matchAll(LOADED_URL), ([, url = '']) => url);
  return [...new Set(urls)].map((url) => decode(url));
}

/**
 * The result of looking up a path of a site: a page or a file, whose `path` is relative to the folder, or
 * a redirect to another path, decoded. Null for nothing.
 */
type Located = {
  readonly kind: 'page' | 'file' | 'redirect';
  readonly path: string;
} | null;

/** An empty name, or one that begins with a dot, except for the folder of RFC 8615. */
const HIDDEN = /^\.(?!well-known(\/|$))|\/\.|^\/|\/\//;

/**
 * Looks up a path of the site (decoded, with a leading slash) in a folder (absolute): `/blog/x` is
 * `blog/x.html`, and every other form of a URL redirects to that one.
 */
function locate(folder: string, path: string): Located {
  const inside = path.slice(1);
  if (HIDDEN.test(inside)) return null;
  const name = inside.replace(/\/$/, '');
  const forms = name === '' ? [HOME_OUTPUT] : [`${name}.html`, `${name}/index.html`];
  // Where both files exist, `/x/` is the folder, as on most hosts.
  const names = inside === name ? [name, ...forms] : forms.toReversed();
  const bare = name.replace(/\.html$/, '');
  const others = bare === name ? [] : [`${bare}.html`, `${bare}/index.html`];
  const found = [...names, ...others].find((each) => findFile(folder, each) !== null);
  if (found === undefined) return null;
  const plain = `/${found}`.replace(/(^|\/)index\.html$|\.html$/, '$1');
  const isPlain = plain === path || (path === `/${found}` && keepsEnding(folder, found));
  if (!isPlain) return { kind: 'redirect', path: plain };
  return { kind: found.endsWith('.html') ? 'page' : 'file', path: found };
}

/** True for a page whose canonical URL ends in `.html`. */
function keepsEnding(folder: string, path: string): boolean {
  if (!path.endsWith('.html') || path.endsWith('index.html')) return false;
  const head = readSiteFile(folder, path).value?.bytes.toString().slice(0, HEAD) ?? '';
  return /<link rel="canonical" href="[^"]*\.html"/.test(head);
}

/** The canonical URL of a page stands within this number of characters. */
const HEAD = 20_000;

/** Finds a regular file that really lies in the folder; null for anything else. */
function findFile(folder: string, path: string): Stats | null {
  try {
    const file = join(folder, path);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return null;
    const [real, inside] = [realpathSync.native(file), realpathSync.native(folder)];
    const asked = join(inside, path);
    // A disk that ignores case finds files that a case-sensitive host would miss.
    const isOtherCase = real !== asked && real.toLowerCase() === asked.toLowerCase();
    return isWithin(real, inside) && !isOtherCase ? stats : null;
  } catch {
    return null; // A name that is too long, a file used as a folder, or just deleted.
  }
}
