/**
 * Reads `_redirects` and `_headers` as hosts do (Netlify, Cloudflare Pages): placeholders `:name`, `*` for any rest, and
 * queries such as `/ p=123 /blog/x`. Pure.
 */
import { matchParts, RULE_PLACEHOLDER, splitPath } from '../site/path-patterns.ts';
import { trimPath } from '../site/urls.ts';

/** A line of `_redirects`. */
interface HostRedirect {
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
interface HeaderRule {
  /** The path, perhaps with placeholders. */
  readonly from: string;
  readonly headers: [name: string, value: string][];
}

/** Where a redirect leads. */
export type RedirectAnswer = Pick<HostRedirect, 'to' | 'status' | 'isForced'>;

/** Parses `_redirects`. Skips lines that aren't rules, as hosts do. */
function parseHostRedirects(text: string): HostRedirect[] {
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
function parseHostHeaders(text: string): HeaderRule[] {
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
