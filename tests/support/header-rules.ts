/**
 * Parses `_headers` as hosts do (Netlify, Cloudflare Pages): each unindented line is a path pattern, with `*` as
 * a wildcard, and the indented lines below it are its headers.
 */

/** The headers of each path pattern, in order. */
export function parseHeaderRules(text: string): Map<string, Record<string, string>> {
  const rules = new Map<string, Record<string, string>>();
  let headers: Record<string, string> = {};
  for (const line of text.match(/^[^#\n].*$/gm) ?? []) {
    const [, name, value = ''] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) headers[name] = value;
    else if (/^\s/.test(line)) throw new Error(`This is no header: ${line}`);
    else {
      headers = rules.get(line) ?? {};
      rules.set(line, headers);
    }
  }
  return rules;
}

/** Returns a function from a path to its headers. Values of several matching rules are joined. */
export function readHeaderRules(text: string): (path: string) => Record<string, string> {
  const rules = [...parseHeaderRules(text)].map(([pattern, headers]) => {
    const pieces = pattern.split('*').map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    return { pattern: new RegExp(`^${pieces.join('.*')}$`), headers };
  });
  return (path) => {
    const found = new Headers();
    for (const { pattern, headers } of rules) {
      if (!pattern.test(path)) continue;
      for (const [name, value] of Object.entries(headers)) found.append(name, value);
    }
    return Object.fromEntries(found);
  };
}
