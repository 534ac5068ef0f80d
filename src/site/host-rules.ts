/**
 * The rules of `_redirects` and `_headers`, read as hosts read them (Netlify, Cloudflare Pages): placeholders
 * `:name`, `*` for any rest, and queries such as `/ p=123 /blog/x`. Pure.
 */
import { trimPath } from './urls.ts';

interface HostRedirect {
  readonly to: string;
  readonly status: number;
}

interface Rule {
  readonly pattern: RegExp;
  /** The parameters that a request must have. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly redirect: HostRedirect;
}

/**
 * Reads `_redirects`. The returned function finds where a path leads, percent-encoded: by its first rule, or null
 * for none. Lines that are no rules are skipped, as hosts do.
 */
export function readHostRedirects(text: string) {
  const rules = text.split('\n').flatMap((line): Rule[] => {
    const [from = '', ...rest] = line.trim().split(/\s+/);
    const at = rest.findIndex((part) => !/^\w+=\S*$/.test(part));
    const to = rest[at];
    if (to === undefined || !from.startsWith('/')) return [];
    const query = rest.slice(0, at).map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name, value.join('=')] as const;
    });
    const status = Number.parseInt(rest[at + 1] ?? '301', 10) || 301;
    return [{ pattern: compile(trimPath(from)), query, redirect: { to, status } }];
  });
  return (path: string, search = ''): HostRedirect | null => {
    const asked = new URLSearchParams(search);
    for (const { pattern, query, redirect } of rules) {
      const found = pattern.exec(trimPath(path));
      const isMeant = query.every(
        ([name, value]) => value.startsWith(':') || asked.get(name) === value,
      );
      if (found === null || !isMeant || !query.every(([name]) => asked.has(name))) continue;
      const values = { ...found.groups };
      const to = redirect.to.replace(/:([A-Za-z]\w*)/g, (written, name) => values[name] ?? written);
      return { ...redirect, to };
    }
    return null;
  };
}

/** Reads `_headers`. The returned function lists the headers of a path; several of one name are joined. */
export function readHostHeaders(text: string) {
  const rules: { pattern: RegExp; headers: [name: string, value: string][] }[] = [];
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^\s+([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined) rules.at(-1)?.headers.push([name, value]);
    else if (/^[/h]/.test(line)) rules.push({ pattern: compile(line.trim()), headers: [] });
  }
  return (path: string): Map<string, string> => {
    const headers = new Map<string, string>();
    for (const rule of rules.filter(({ pattern }) => pattern.test(path))) {
      for (const [name, value] of rule.headers) {
        const before = headers.get(name);
        headers.set(name, before === undefined ? value : `${before}, ${value}`);
      }
    }
    return headers;
  };
}

/** Compiles the path of a rule; the first `*` is the placeholder `splat`. */
function compile(from: string): RegExp {
  const escaped = from.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const named = escaped.replace(/:([A-Za-z]\w*)/g, '(?<$1>[^/]+)');
  const [head = '', ...rests] = named.split('*');
  const tail = rests.length === 0 ? '' : `(?<splat>.*)${rests.join('.*')}`;
  return new RegExp(`^${head}${tail}$`);
}
