/**
 * The site as it is shown at this moment: the answer at each path is a page, a file, another address,
 * or what went wrong.
 *
 * Paths lead to files as on a static host. Nothing outside the folder is ever found, also not through
 * symbolic links.
 */
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { decode } from 'he';
import { digest } from '../content/fingerprint.ts';
import { encodePath, NOT_FOUND_OUTPUT } from '../site/urls.ts';
import { decodePath } from './guard.ts';
import {
  hasThrown,
  type PageState,
  renderLoadingPage,
  renderOverlay,
  renderProblemPage,
  type ShownProblem,
} from './pages.ts';

/** What a request is answered with. */
export type Answer =
  | { readonly kind: 'document'; readonly status: number; readonly html: string; state: PageState }
  /** `path` is relative to the folder. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'redirect'; readonly url: string };

const LOADING: Answer = {
  kind: 'document',
  status: 503,
  html: renderLoadingPage(),
  state: { version: 'loading', style: '', showsProblems: true },
};

/** The style sheet's address, which is a page's least reason to be loaded again. */
const STYLE_URL = /(?<=href=")[^"]*\/assets\/style\.\w+\.css(?=")/g;
/** What looks like the address of a file that a browser loads with a page. */
const SHOWN_URL =
  /(?<=[\s"'(),=])[^\s"'(),=]+\.(?:avif|bmp|css|gif|ico|jpe?g|jxl|js|m4a|mjs|mp3|mp4|oga|ogg|ogv|opus|png|svg|vtt|wav|webm|webp|woff2?)(?=[?#&"'),\s])/gi;

export class SiteView {
  /** What lies over every page; null where nothing is wrong. */
  overlay: string | null = null;
  /** The base path decoded, as requests are. */
  private basePath = '';
  private problems: readonly ShownProblem[] | null = null;
  /** Pages of a build that goes on, by their paths in the folder. */
  private readonly early = new Map<string, string>();
  private readonly known = new Map<string, KnownPage>();

  /** `folder` is what the site is built into, absolute; `base` the base path of its URLs. */
  constructor(
    readonly folder: string,
    private base = '',
  ) {}

  /** True until a build has come to its end. */
  get isLoading(): boolean {
    return this.problems === null;
  }

  /**
   * Takes note of the end of a build. `problems` are what kept it from writing, none after a good one;
   * `base` is null where it did not come so far as to know.
   */
  update(problems: readonly ShownProblem[], base: string | null): void {
    this.early.clear();
    this.problems = problems;
    this.base = base ?? this.base;
    this.basePath = decodePath(this.base) ?? this.base;
    this.overlay = problems.length === 0 ? null : renderOverlay(problems);
  }

  /** Shows a page before its build has come to its end, unless some asset of it is still to be written. */
  showEarly(path: string, html: string): void {
    const { style, shown } = this.read(path, html);
    const assets = [style, ...shown].filter((url) => url.includes('/assets/'));
    if (assets.every((url) => this.stamp(url, path) !== '')) this.early.set(path, html);
  }

  /** The file of the page (relative to the folder) at a path of the server; null where there is none. */
  outputAt(path: string): string | null {
    const located = this.locate(path);
    return located.kind === 'page' ? located.path : null;
  }

  /** What is answered at a path of the server, decoded; `search` is handed on to other addresses. */
  answer(path: string, search: string): Answer {
    if (this.problems === null) return LOADING;
    const { base, basePath } = this;
    if (base !== '' && (path === '/' || path === basePath)) return redirect(`${base}/`, search);
    const located = this.locate(path);
    if (located.kind === 'redirect') return redirect(base + encodePath(located.to), search);
    if (located.kind === 'file') return located;
    if (this.problems.length === 0 || this.hasPages) return this.showPage(located);
    const html = renderProblemPage(this.problems);
    const state = { version: digest(html), style: '', showsProblems: true };
    return { kind: 'document', status: 500, html, state };
  }

  /** The version of what is at a path, to be compared with what a browser has. */
  describe(path: string): PageState {
    const answer = this.answer(path, '');
    if (answer.kind === 'document') return answer.state;
    const version = answer.kind === 'redirect' ? `to ${answer.url}` : 'file';
    return { version, style: '', showsProblems: false };
  }

  /** True when pages are shown, if only those of an earlier build; a template that throws hides all. */
  get hasPages(): boolean {
    return !hasThrown(this.problems ?? []) && findFile(this.folder, 'index.html') !== null;
  }

  private locate(path: string): Located {
    if (!path.startsWith(`${this.basePath}/`)) return MISSING;
    return locate(this.folder, path.slice(this.basePath.length));
  }

  private showPage(located: Located): Answer {
    const [status, path] = located.kind === 'page' ? [200, located.path] : [404, NOT_FOUND_OUTPUT];
    const html = this.early.get(path) ?? readPage(this.folder, path);
    if (html === null) {
      const state = { version: 'none', style: '', showsProblems: false };
      return { kind: 'document', status: 404, html: 'Not found.', state };
    }
    const { version, style, shown } = this.read(path, html);
    const stamps = shown.map((url) => this.stamp(url, path)).join();
    const state = { version: `${status}-${digest(version + stamps)}`, style, showsProblems: false };
    return { kind: 'document', status, html, state };
  }

  /** What is known of a page, looked for again only when its text is another. */
  private read(path: string, html: string): KnownPage {
    const known = this.known.get(path);
    if (known?.html === html) return known;
    const [style = ''] = html.match(STYLE_URL) ?? [];
    const shown = (html.match(SHOWN_URL) ?? []).filter((url) => url !== style);
    const version = digest(html.replace(STYLE_URL, ''));
    const page = { html, version, style, shown: [...new Set(shown)].map((url) => decode(url)) };
    this.known.set(path, page);
    return page;
  }

  /** Changes with the file at an address that stands in a page; empty for no file of the site. */
  private stamp(url: string, pagePath: string): string {
    try {
      const { pathname, host } = new URL(url, `http://site${this.base}/${encodePath(pagePath)}`);
      const located = host === 'site' ? this.locate(decodeURIComponent(pathname)) : MISSING;
      return located.kind === 'file' ? `${located.stats.size}-${located.stats.mtimeMs}` : '';
    } catch {
      return ''; // No address at all.
    }
  }
}

interface KnownPage {
  readonly html: string;
  /** Changes with the page, but for its style sheet. */
  readonly version: string;
  readonly style: string;
  /** Addresses of pictures and the like. */
  readonly shown: readonly string[];
}

/** What lies at a path of a site. */
export type Located =
  /** `path` is relative to the folder. */
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly stats: Stats }
  /** To another path of the site, decoded. */
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'missing' };

const MISSING: Located = { kind: 'missing' };

/**
 * Looks for a path of the site (decoded, with a slash at its start) in a folder (absolute): `/blog/x`
 * is `blog/x.html`, and every other form of an address leads to that one.
 */
export function locate(folder: string, path: string): Located {
  const inside = path.slice(1);
  const isFolderLike = inside === '' || inside.endsWith('/');
  const name = isFolderLike ? inside.slice(0, -1) : inside;
  if (inside !== '' && !isServed(name.split('/'))) return MISSING;
  const index = name === '' ? 'index.html' : `${name}/index.html`;
  if (isFolderLike) {
    const hasPage = name !== '' && findFile(folder, `${name}.html`) !== null;
    return hasPage ? { kind: 'redirect', to: `/${name}` } : locatePage(folder, index);
  }
  const stats = findFile(folder, name);
  if (stats !== null && name.endsWith('.html')) {
    return { kind: 'redirect', to: `/${name}`.replace(/(^|\/)index\.html$|\.html$/, '$1') };
  }
  if (stats !== null) return { kind: 'file', path: name, stats };
  const page = locatePage(folder, `${name}.html`);
  const hasIndex = page === MISSING && findFile(folder, index) !== null;
  return hasIndex ? { kind: 'redirect', to: `/${name}/` } : page;
}

function locatePage(folder: string, path: string): Located {
  return findFile(folder, path) === null ? MISSING : { kind: 'page', path };
}

/** Files whose names begin with a dot are nobody's business, but for RFC 8615's folder. */
function isServed(segments: readonly string[]): boolean {
  return segments.every(
    (segment, index) =>
      segment !== '' && (!segment.startsWith('.') || (index === 0 && segment === '.well-known')),
  );
}

/** A regular file that really lies in the folder; null for anything else. */
function findFile(folder: string, path: string): Stats | null {
  try {
    const file = join(folder, path);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return null;
    const [real, inside] = [realpathSync.native(file), realpathSync.native(folder)];
    const asked = join(inside, path);
    // Disks that ignore case find files that the host, which does not, will not find.
    const isOtherCase = real !== asked && real.toLowerCase() === asked.toLowerCase();
    return real.startsWith(inside + sep) && !isOtherCase ? stats : null;
  } catch {
    return null; // A name that is too long, a file on the way to it, or gone in this moment.
  }
}

/** Null for a page that is not there, or gone in this moment. */
function readPage(folder: string, path: string): string | null {
  try {
    return findFile(folder, path) && readFileSync(join(folder, path), 'utf8');
  } catch {
    return null;
  }
}

function redirect(path: string, search: string): Answer {
  return { kind: 'redirect', url: path + search };
}
