/**
 * What the site answers at a path, in the state that it is in: a page, a file, another address, or
 * what went wrong.
 */
import { readFileSync, type Stats } from 'node:fs';
import { digest } from '../content/fingerprint.ts';
import { encodePath, NOT_FOUND_OUTPUT } from '../site/urls.ts';
import type { ShownProblem } from './code-frame.ts';
import {
  hasThrown,
  type PageState,
  renderLoadingPage,
  renderOverlay,
  renderProblemPage,
} from './dev-pages.ts';
import { decodePath } from './guard.ts';
import { listShown } from './shown-files.ts';
import { type Located, locate, locatePage } from './static-files.ts';

/** What a request is answered with. */
export type Answer =
  | { readonly kind: 'document'; readonly status: number; readonly html: string; state: PageState }
  /** `path` is relative to the folder. */
  | { readonly kind: 'file'; readonly path: string; readonly stats: Stats }
  | { readonly kind: 'redirect'; readonly url: string };

const LOADING: Answer = {
  kind: 'document',
  status: 503,
  html: renderLoadingPage(),
  state: { version: 'loading', style: '', showsProblems: true },
};

/** The style sheet's address, which is a page's least reason to be loaded again. */
const STYLE_URL = /(?<=href=")[^"]*\/assets\/style\.\w+\.css(?=")/g;

/** The built site, as far as there is one. */
export class SiteView {
  /** The base path decoded, as requests are. */
  private basePath = '';
  private problems: readonly ShownProblem[] | null = null;
  private readonly pages = new Map<string, KnownPage>();

  /** `folder` is what the site is built into, absolute; `base` the base path of its URLs. */
  constructor(
    readonly folder: string,
    private base = '',
  ) {}

  /** What lies over every page; null where nothing is wrong. */
  overlay: string | null = null;

  /** True until a build has come to its end. */
  get isLoading(): boolean {
    return this.problems === null;
  }

  /**
   * Takes note of a build. `problems` are what kept it from writing, none after a good one; `base` is
   * null where it did not come so far as to know.
   */
  update(problems: readonly ShownProblem[], base: string | null): void {
    this.problems = problems;
    this.base = base ?? this.base;
    this.basePath = decodePath(this.base) ?? this.base;
    this.overlay = problems.length === 0 ? null : renderOverlay(problems);
  }

  /** What is answered at a path of the server, decoded; `search` is handed on to other addresses. */
  answer(path: string, search: string): Answer {
    if (this.problems === null) return LOADING;
    const { base, basePath } = this;
    if (base !== '' && (path === '/' || path === basePath)) return redirect(`${base}/`, search);
    const located: Located = path.startsWith(`${basePath}/`)
      ? locate(this.folder, path.slice(basePath.length))
      : { kind: 'missing' };
    if (located.kind === 'redirect') return redirect(base + encodePath(located.to), search);
    if (located.kind === 'file') return located;
    return this.failure() ?? this.showPage(located);
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
    const problems = this.problems ?? [];
    return !hasThrown(problems) && locatePage(this.folder, 'index.html').kind === 'page';
  }

  /** The page that stands for all of them, when none can be shown. */
  private failure(): Answer | null {
    const problems = this.problems ?? [];
    if (problems.length === 0 || this.hasPages) return null;
    const html = renderProblemPage(problems);
    const state = { version: digest(html), style: '', showsProblems: true };
    return { kind: 'document', status: 500, html, state };
  }

  private showPage(located: Located): Answer {
    const status = located.kind === 'page' ? 200 : 404;
    const page = located.kind === 'page' ? located : locatePage(this.folder, NOT_FOUND_OUTPUT);
    const html = page.kind === 'page' ? readText(page.file) : null;
    if (page.kind !== 'page' || html === null) {
      const state = { version: 'none', style: '', showsProblems: false };
      return { kind: 'document', status: 404, html: 'Not found.', state };
    }
    const { version, style, shown } = this.know(page.path, html);
    const files = shown.map((url) => this.stampShown(url, page.path)).join();
    const state = { version: `${status}-${digest(version + files)}`, style, showsProblems: false };
    return { kind: 'document', status, html, state };
  }

  /** What is known of a page, looked for again only when its text is another. */
  private know(path: string, html: string): KnownPage {
    const known = this.pages.get(path);
    if (known?.html === html) return known;
    const version = digest(html.replace(STYLE_URL, ''));
    const [style = ''] = html.match(STYLE_URL) ?? [];
    const shown = listShown(html).filter((url) => url !== style);
    const page = { html, version, style, shown };
    this.pages.set(path, page);
    return page;
  }

  /** Changes with the file that a page shows from an address of the site. */
  private stampShown(url: string, pagePath: string): string {
    try {
      const { pathname, host } = new URL(url, `http://site${this.base}/${encodePath(pagePath)}`);
      if (host !== 'site' || !pathname.startsWith(`${this.base}/`)) return '';
      const path = decodeURIComponent(pathname.slice(this.base.length));
      const located = locate(this.folder, path);
      return located.kind === 'file' ? `${located.stats.size}-${located.stats.mtimeMs}` : '';
    } catch {
      return ''; // No address at all.
    }
  }
}

interface KnownPage {
  readonly html: string;
  readonly version: string;
  readonly style: string;
  /** Addresses of pictures and the like. */
  readonly shown: readonly string[];
}

function redirect(path: string, search: string): Answer {
  return { kind: 'redirect', url: path + search };
}

/** Null for a file that is gone in this moment. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
