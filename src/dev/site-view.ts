/**
 * Decides what the development server shows at each path: a page, a file, a redirect, or the problems.
 *
 * Paths lead to files as on a static host. Nothing outside of the output folder is ever found, not even
 * through symbolic links.
 */

import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../build/out-folder.ts';
import { readSiteFile } from '../essays/files.ts';
import { ifThere } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import { hasErrors, type Problem } from '../problems/problems.ts';
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

export class SiteView {
  /** The problems of the last build; null before the first one. */
  problems: readonly Problem[] | null = null;
  /** The address of the newest essay; null without any. */
  newest: string | null = null;
  /** Their summary for the script of every page, as JSON. */
  summary = 'null';
  /** The base path decoded, as the paths of requests are. */
  private basePath = '';
  /** The decoded site paths of essays that have moved in this session, by their old ones. */
  private readonly moved = new Map<string, string>();
  /** The URL of the style sheet of all pages, which can be replaced without reloading a page; empty for none. */
  private style = '';
  /** Counts the changes of public files, which keep their names, so that no page shows that one has changed. */
  private files = 0;

  /** Pages of the running build, by their paths in the folder. */
  private readonly early = new Map<string, string>();

  readonly folder: string;
  base: string;

  /** `folder` is the output folder, absolute; `base` the base path of the URLs. */
  constructor(folder: string, base = '') {
    this.folder = folder;
    this.base = base;
  }

  /**
   * Takes the result of a build. `base` is null where the build stopped before it was known. `moved` are the essays
   * that it has moved; `isPublic` is true if public files have changed.
   */
  update(
    problems: readonly Problem[],
    base: string | null,
    moved: readonly (readonly [from: string, to: string])[] = [],
    isPublic = false,
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
    const assets = ifThere(() => readdirSync(join(this.folder, ASSETS_FOLDER))) ?? [];
    const sheet = assets.find((name) => /^style\.\w+\.css$/.test(name));
    this.style = sheet === undefined ? '' : `${this.base}/${ASSETS_FOLDER}/${sheet}`;
    if (isPublic) this.files++;
    this.summary = JSON.stringify(pages.summarizeProblems(problems));
  }

  /** Shows a page before its build has ended. */
  showEarly(path: string, html: string): void {
    this.early.set(path, html);
  }

  /**
   * Returns the answer at a path of the server, decoded: a document, a file (its path in the output folder) or a
   * redirect, which keeps the query, `search`.
   */
  answer(path: string, search: string) {
    if (this.problems === null) return showDocument(503, pages.renderLoadingPage());
    if (path === pages.LIST_URL) return showDocument(200, pages.renderProblemPage(this.problems));
    const { base, basePath } = this;
    const redirect = (to: string) => ({ kind: 'redirect' as const, url: base + to + search });
    if (base !== '' && (path === '/' || path === basePath)) return redirect('/');
    const located = this.locate(path);
    if (located?.kind === 'redirect') return redirect(encodePath(located.path));
    if (located?.kind === 'file') return { kind: located.kind, path: located.path };
    const moved = located === null ? this.findMoved(path.slice(basePath.length)) : null;
    const isThere = moved !== null && this.locate(basePath + moved) !== null;
    if (isThere) return redirect(pagePath(moved));
    if (!hasErrors(this.problems) || this.hasPages) {
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
  private get hasPages(): boolean {
    return !pages.hasThrown(this.problems ?? []) && findFile(this.folder, HOME_OUTPUT) !== null;
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
    const style = html.includes(this.style) ? this.style : '';
    const version = digest(html.replaceAll(style, ''));
    return showDocument(status, html, `${status}-${version}-${this.files}`, style);
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

/** True for a page whose canonical URL ends in `.html`: nothing else names a page with that ending in its head. */
function keepsEnding(folder: string, path: string): boolean {
  if (!path.endsWith('.html') || path.endsWith('index.html')) return false;
  const head = readSiteFile(folder, path).value?.bytes.toString().slice(0, HEAD) ?? '';
  return head.includes(`${encodePath(`/${path}`)}"`);
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
