/**
 * The rules of `_redirects` and `_headers`, read as hosts read them (Netlify, Cloudflare Pages): placeholders
 * `:name`, `*` for any rest, and queries such as `/ p=123 /blog/x`. Pure.
 */
import { trimPath } from './urls.ts';

/** A line of `_redirects`. */
export type RedirectRule = ReturnType<typeof parseHostRedirects>[number];
/** The headers of a path in `_headers`. */
export type HeaderRule = ReturnType<typeof parseHostHeaders>[number];

/** Reads `_redirects`. Lines that are no rules are skipped, as hosts do. */
export function parseHostRedirects(text: string) {
  return text.split('\n').flatMap((line) => {
    const [from = '', ...rest] = line.trim().split(/\s+/);
    const at = rest.findIndex((part) => !/^\w+=\S*$/.test(part));
    const to = rest[at];
    if (to === undefined || !from.startsWith('/')) return [];
    // The parameters that a request must have; a value that begins with a colon stands for any.
    const query = rest.slice(0, at).map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name, value.join('=')] as const;
    });
    const status = Number.parseInt(rest[at + 1] ?? '', 10) || 301;
    return [{ from: trimPath(from), query, to, status }];
  });
}

/** Reads `_headers`. */
export function parseHostHeaders(text: string) {
  const rules: { from: string; headers: [name: string, value: string][] }[] = [];
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^\s+([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined) rules.at(-1)?.headers.push([name, value]);
    else if (line.startsWith('/')) rules.push({ from: line.trim(), headers: [] });
  }
  return rules;
}

/**
 * Reads `_redirects`. The returned function finds where a path leads, percent-encoded: by its first rule, or null
 * for none.
 */
export function readHostRedirects(text: string) {
  const rules = parseHostRedirects(text).map((rule) => ({ rule, pattern: compilePath(rule.from) }));
  return (path: string, search = '') => {
    const asked = new URLSearchParams(search);
    for (const { rule, pattern } of rules) {
      const found = new RegExp(pattern).exec(trimPath(path));
      const isMeant = ([name, value]: readonly [string, string]) =>
        value.startsWith(':') ? asked.has(name) : asked.get(name) === value;
      if (found === null || !rule.query.every(isMeant)) continue;
      const { to, status } = rule;
      const fill = (written: string, name: string) => found.groups?.[name] ?? written;
      return { to: to.replace(PLACEHOLDER, fill), status };
    }
    return null;
  };
}

/** Reads `_headers`. The returned function lists the headers of a path; several of one name are joined. */
export function readHostHeaders(text: string) {
  const rules = parseHostHeaders(text);
  return (path: string): Map<string, string> => {
    const headers = new Map<string, string>();
    for (const rule of rules.filter(({ from }) => new RegExp(compilePath(from)).test(path))) {
      for (const [name, value] of rule.headers) {
        const before = headers.get(name);
        headers.set(name, before === undefined ? value : `${before}, ${value}`);
      }
    }
    return headers;
  };
}

/** A placeholder in the target of a rule. */
export const PLACEHOLDER = /:([A-Za-z]\w*)/g;

/** Compiles the path of a rule to the source of an expression; the first `*` is the placeholder `splat`. */
export function compilePath(from: string): string {
  const escaped = from.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const named = escaped.replace(PLACEHOLDER, '(?<$1>[^/]+)');
  const [head = '', ...rests] = named.split('*');
  const tail = rests.length === 0 ? '' : `(?<splat>.*)${rests.join('.*')}`;
  return `^${head}${tail}$`;
}
