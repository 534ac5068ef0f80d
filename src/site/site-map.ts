/**
 * Everything in the site that a link can lead to, and the finding of it.
 *
 * Knows pages, redirects and files by their site paths, and essays and the files beside them by the
 * paths of their sources. Says of a link where it leads, in the site's current addresses.
 */
import { posix } from 'node:path';
import { isExternalUrl } from '../content/link-urls.ts';
import { fillPlaceholders, type RedirectRule, toRegExp, trimPath } from './redirect-rules.ts';
import { encodePath } from './urls.ts';

/** A page or a file, as a link's target. */
export interface Target {
  /** A site path, percent-encoded, without query and fragment; or an external URL. */
  readonly address: string;
  /** What a fragment can name, or null where that is not known. */
  readonly ids: ReadonlySet<string> | null;
  /** The source of a file that a link shows, for its size, or null. */
  readonly file: string | null;
}

export type LinkReading =
  | {
      readonly kind: 'found';
      readonly address: string;
      readonly file: string | null;
      /** An anchor of a page whose ids only its template knows; null for none. */
      readonly openAnchor: OpenAnchor | null;
    }
  | { readonly kind: 'missing-target'; readonly path: string }
  | { readonly kind: 'missing-anchor'; readonly path: string; readonly anchor: string };

/** An anchor that can be looked for only in the rendered page. */
export interface OpenAnchor {
  /** Site path. */
  readonly path: string;
  readonly anchor: string;
}

/** Where a link stands: what relative addresses are relative to. */
export interface LinkOrigin {
  /** The page's site path. */
  readonly sitePath: string;
  /** The file that the link is written in. */
  readonly source: string;
  /** The ids of the page's own body. */
  readonly ids: ReadonlySet<string>;
}

const MAX_REDIRECTS = 10;
const INDEX = 'index.html';

export class SiteMap {
  private readonly pages = new Map<string, Target>();
  private readonly files = new Map<string, Target>();
  private readonly services = new Set<string>();
  private readonly sources = new Map<string, Target>();
  private readonly redirects = new Map<string, string>();
  private readonly patterns: { from: RegExp; to: string }[] = [];

  /** Adds a page; `source` is the file it is made of. */
  addPage(sitePath: string, source: string | null, ids: ReadonlySet<string> | null): void {
    const target = { address: sitePath, ids, file: null };
    this.pages.set(sitePath, target);
    if (source !== null) this.sources.set(source, target);
  }

  /** Adds a file that is published under its own name. */
  addPublicFile(sitePath: string, source: string): void {
    const target = { address: encodePath(sitePath), ids: null, file: source };
    this.files.set(sitePath, target);
    this.sources.set(source, target);
  }

  /** Adds a file that the program makes; what the author has at that path takes its place. */
  addService(sitePath: string): void {
    this.services.add(sitePath);
  }

  /** Adds a file beside an essay, published at `address`. */
  addNeighbour(source: string, address: string): void {
    this.sources.set(source, { address, ids: null, file: source });
  }

  addRedirect({ from, to, isPattern }: RedirectRule): void {
    if (isPattern) this.patterns.push({ from: toRegExp(from), to });
    else this.redirects.set(trimPath(from), to);
  }

  /** True when a pattern also matches a page or a file that the site has. */
  hasPathLike(pattern: string): boolean {
    const form = toRegExp(pattern);
    return [...this.pages.keys(), ...this.files.keys(), ...this.services].some((path) =>
      form.test(trimPath(path)),
    );
  }

  /** Says where a link of the site leads. `url` is not external. */
  read(url: string, origin: LinkOrigin): LinkReading {
    // Most links are the very address of a page.
    const page = this.pages.get(url);
    if (page !== undefined && !this.hasFileFor(url)) {
      return { kind: 'found', address: page.address, file: null, openAnchor: null };
    }
    const { path, query, anchor } = splitUrl(url);
    if (path === '') {
      const isKnown = hasAnchor(origin.ids, anchor);
      const openAnchor = isKnown ? null : { path: origin.sitePath, anchor };
      return { kind: 'found', address: url, file: null, openAnchor };
    }
    const target = this.findTarget(decodePath(path), origin);
    if (target === null) return { kind: 'missing-target', path };
    const goal = splitUrl(target.address);
    const wanted = goal.anchor || anchor;
    if (!isExternalUrl(target.address) && target.ids && !hasAnchor(target.ids, wanted)) {
      return { kind: 'missing-anchor', path: goal.path, anchor: wanted };
    }
    const fragment = goal.anchor === '' && anchor !== '' ? `#${anchor}` : '';
    const isOpen = target.ids === null && this.pages.has(goal.path) && readAnchor(wanted) !== null;
    return {
      kind: 'found',
      address: goal.path + (goal.query || query) + (goal.anchor ? `#${goal.anchor}` : fragment),
      file: target.file,
      openAnchor: isOpen ? { path: goal.path, anchor: wanted } : null,
    };
  }

  private hasFileFor(path: string): boolean {
    if (this.files.size === 0) return false;
    return this.files.has(path) || this.files.has(posix.join(path, INDEX));
  }

  private findTarget(path: string, origin: LinkOrigin): Target | null {
    if (!path.startsWith('/')) {
      const beside = this.sources.get(posix.join(posix.dirname(origin.source), path));
      if (beside !== undefined) return beside;
    }
    const absolute = posix.resolve(posix.dirname(origin.sitePath), path);
    return this.findPath(path.endsWith('/') && absolute !== '/' ? `${absolute}/` : absolute, 0);
  }

  private findPath(path: string, redirectCount: number): Target | null {
    const file = this.files.get(path) ?? this.files.get(posix.join(path, INDEX));
    if (file !== undefined) return file;
    const trimmed = trimPath(path);
    const page = this.pages.get(trimmed) ?? this.files.get(`${trimmed}.html`);
    if (page !== undefined) return page;
    const isService = this.services.has(trimmed) && !this.redirects.has(trimmed);
    if (isService) return { address: trimmed, ids: null, file: null };
    const to = this.findRedirect(trimmed);
    if (to === null || redirectCount >= MAX_REDIRECTS) return null;
    if (isExternalUrl(to)) return { address: to, ids: null, file: null };
    const { path: next, query, anchor } = splitUrl(to);
    const target = this.findPath(decodePath(next), redirectCount + 1);
    if (target === null) return null;
    const fragment = anchor === '' ? '' : `#${anchor}`;
    return { ...target, address: target.address + query + fragment };
  }

  private findRedirect(path: string): string | null {
    const stated = this.redirects.get(path);
    if (stated !== undefined) return stated;
    for (const { from, to } of this.patterns) {
      const groups = from.exec(path)?.groups;
      if (groups !== undefined) return fillPlaceholders(to, groups);
    }
    return null;
  }
}

function splitUrl(url: string): { path: string; query: string; anchor: string } {
  const match = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url);
  return { path: match?.[1] ?? '', query: match?.[2] ?? '', anchor: match?.[3] ?? '' };
}

/**
 * The id that an anchor names, or null for one that every page has: "" and "top" (HTML standard,
 * section 7.4.6.4), and text fragments, which name none.
 */
export function readAnchor(anchor: string): string | null {
  const id = decodePath(anchor.split(':~:')[0] ?? '');
  return id === '' || id.toLowerCase() === 'top' ? null : id;
}

function hasAnchor(ids: ReadonlySet<string>, anchor: string): boolean {
  const id = readAnchor(anchor);
  return id === null || ids.has(id);
}

/** Percent-decodes; a malformed escape stays as it is. */
function decodePath(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
