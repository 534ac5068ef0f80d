/**
 * The room of hosts: what web hosts make of a site's addresses, redirects and headers. `site/` and later rooms import
 * the rules of paths from here, and `blog preview` and `blog build --for` the rest. This file reads `_redirects` and
 * `_headers` as hosts do (Netlify, Cloudflare Pages): placeholders `:name`, `*` for any rest, and queries such as
 * `/ p=123 /blog/x`. Pure.
 */

import { decodePercent } from '../text/text.ts';

/** The page that hosts show at unknown addresses, relative to out/. */
export const NOT_FOUND_OUTPUT = '404.html';

/**
 * The files that may be the 404 page for a decoded path, nearest first, as Cloudflare Pages looks for them:
 * de/x/404.html, de/404.html and 404.html for `/de/x/y`.
 */
export function listNotFoundOutputs(path: string): string[] {
  const folders = path.split('/').slice(1, -1);
  return [...folders.keys(), folders.length]
    .map((depth) => [...folders.slice(0, depth), NOT_FOUND_OUTPUT].join('/'))
    .reverse();
}

/** A line of `_redirects`. */
export interface HostRedirect {
  /** The old path, percent-encoded and perhaps with placeholders, without `.html` or a trailing slash. */
  readonly from: string;
  /** The parameters that a request must have; a value that begins with a colon matches any. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** The target, an ASCII path or URL, perhaps with placeholders of `from`. */
  readonly to: string;
  readonly status: number;
  /** True for a rule that applies even if there is a file at the path. */
  readonly isForced: boolean;
}

/** The headers of a path in `_headers`. */
export interface HeaderRule {
  /** The path, perhaps with placeholders. */
  readonly from: string;
  readonly headers: [name: string, value: string][];
}

/** Where a redirect leads. */
export type RedirectAnswer = Pick<HostRedirect, 'to' | 'status' | 'isForced'>;

/** Parses `_redirects`. Skips lines that aren't rules, as hosts do. */
export function parseHostRedirects(text: string): HostRedirect[] {
  return text.split('\n').flatMap((line) => {
    const [from = '', ...rest] = line.trim().split(/\s+/);
    const at = rest.findIndex((part) => !/^\w+=\S*$/.test(part));
    const to = rest[at];
    const statusText = rest[at + 1] ?? '';
    const status = /^\d+/.test(statusText) ? Number.parseInt(statusText, 10) : 301;
    if (to === undefined || !hasDistinctNames(from) || status < 200 || status > 599) return [];
    const query = rest.slice(0, at).map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name, value.join('=')] as const;
    });
    const encode = (path: string) => path.replace(/[^!-~]/gu, encodeURIComponent);
    const paths = { from: trimPath(encode(from)), to: encode(to) };
    return [{ ...paths, query, status, isForced: statusText.endsWith('!') }];
  });
}

/** Parses `_headers`. Skips rules and headers that can't be sent. */
export function parseHostHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^\s+([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    const isSendable = /^[\t -~\u0080-\u00ff]*$/.test(value);
    if (name !== undefined && isSendable) rules.at(-1)?.headers.push([name, value]);
    else if (/^[^\s#]/.test(line)) rules.push({ from: line.trim(), headers: [] });
  }
  return rules.filter(({ from }) => hasDistinctNames(from));
}

/** True for a path whose placeholders have different names; the name of `*` is `splat`. */
function hasDistinctNames(from: string): boolean {
  const names = ['splat', ...Array.from(from.matchAll(RULE_PLACEHOLDER), ([, name]) => name)];
  return from.startsWith('/') && new Set(names).size === names.length;
}

/**
 * Reads `_redirects`. The returned function applies the first rule that matches a percent-encoded path; null for
 * none.
 */
export function readHostRedirects(
  text: string,
): (path: string, search?: string) => RedirectAnswer | null {
  const rules = parseHostRedirects(text).map((rule) => ({ rule, parts: splitPath(rule.from) }));
  return (path: string, search = '') => {
    const asked = new URLSearchParams(search);
    for (const { rule, parts } of rules) {
      const found = matchParts(parts, trimPath(path));
      const isMeant = ([name, value]: readonly [string, string]) =>
        value.startsWith(':') ? asked.has(name) : asked.get(name) === value;
      if (found === null || !rule.query.every(isMeant)) continue;
      const { to, status, isForced } = rule;
      const fill = (name: string) => found[parts.indexOf(name === ':splat' ? '*' : name)] ?? name;
      return { to: to.replace(RULE_PLACEHOLDER, fill), status, isForced };
    }
    return null;
  };
}

/** Reads `_headers`. The returned function lists the headers of a path; several of one name are joined. */
export function readHostHeaders(text: string): (path: string) => Map<string, string> {
  const rules = parseHostHeaders(text);
  return (path: string): Map<string, string> => {
    const headers = new Map<string, string>();
    for (const rule of rules.filter(({ from }) => matchParts(splitPath(from), path))) {
      for (const [name, value] of rule.headers) {
        const before = headers.get(name);
        headers.set(name, before === undefined ? value : `${before}, ${value}`);
      }
    }
    return headers;
  };
}

/** A placeholder in the target of a rule. */
export const RULE_PLACEHOLDER = /:([A-Za-z]\w*)/g;

/** Splits the path of a rule into parts to be matched. */
export function splitPath(from: string): string[] {
  return from.split(/(\*|:[A-Za-z]\w*)/);
}

/**
 * Matches a text against parts, every second of which is a wildcard: `*` matches any text, a placeholder one or more
 * characters without a slash. Returns the text of each part, earlier wildcards being greedy; null for no match. It
 * never backtracks: the ends of a part are found for all of its starts at once, so the time is linear in both
 * lengths.
 */
export function matchParts(parts: readonly string[], text: string): string[] | null {
  const bounds: number[][] = [[0]];
  for (const [index, part] of parts.entries()) {
    const starts = bounds[index] ?? [];
    if (starts.length === 0) return null;
    const follow = (at: number) => (text.startsWith(part, at) ? at + part.length : []);
    bounds.push(index % 2 === 0 ? starts.flatMap(follow) : listWildcardEnds(part, starts, text));
  }
  let end = text.length;
  if (bounds.at(-1)?.at(-1) !== end) return null;
  const values: string[] = [];
  for (const [index, part] of [...parts.entries()].reverse()) {
    const width = index % 2 === 0 ? part.length : part === '*' ? 0 : 1;
    const start = bounds[index]?.findLast((at) => at + width <= end) ?? 0;
    values.unshift(text.slice(start, end));
    end = start;
  }
  return values;
}

/** The places where a wildcard may end, in ascending order. */
function listWildcardEnds(wildcard: string, starts: readonly number[], text: string): number[] {
  const isStart = new Set(starts);
  let isOpen = false;
  return Array.from({ length: text.length + 1 }, (_, at) => at).filter((at) => {
    const isWithin = isOpen || isStart.has(wildcard === '*' ? at : at - 1);
    isOpen = isWithin && (wildcard === '*' || text[at - 1] !== '/');
    return isOpen;
  });
}

/** Compiles the path of a rule into a regular expression for decoded paths; the first `*` becomes the group `splat`. */
export function compilePath(from: string): string {
  const parts = splitPath(from);
  const compiled = parts.map((part, index) => {
    if (part === '*') return index === parts.indexOf('*') ? '(?<splat>.*)' : '(.*)';
    if (index % 2 === 1) return `(?<${part.slice(1)}>[^/]+)`;
    const escaped = decodePercent(part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // These end the expression in Apache's configuration, even after a backslash.
    return escaped.replaceAll('"', '\\x22').replaceAll('#', '\\x23');
  });
  return `^${compiled.join('')}$`;
}

/** Reduces the forms that hosts treat as the same ("/x/", "/x.html", "/x/index.html") to "/x". */
export function trimPath(path: string): string {
  if (!/\/$|\/index$|\.html?$/i.test(path)) return path === '' ? '/' : path;
  const trimmed = path.replace(/(?:\/index)?\.html?$/i, '').replace(/\/+$/, '');
  return trimmed === '' || trimmed === '/index' ? '/' : trimmed;
}
