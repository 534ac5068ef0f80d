/**
 * `_headers` as hosts read it (Netlify, Cloudflare Pages): paths at the beginning of a line, `*` for
 * any piece of one, and below them, indented, the headers that they get.
 */

/** Reads the rules; gives what a path gets. Several rules that set a header are joined. */
export function readHeaderRules(text: string): (path: string) => Record<string, string> {
  const rules: { pattern: RegExp; headers: [name: string, value: string][] }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      const pieces = line.trim().split('*').map(escapePattern);
      rules.push({ pattern: new RegExp(`^${pieces.join('.*')}$`), headers: [] });
      continue;
    }
    const [, name = '', value = ''] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`This is no header: ${line}`);
    rules.at(-1)?.headers.push([name.toLowerCase(), value]);
  }
  return (path) => {
    const found: Record<string, string> = {};
    for (const { pattern, headers } of rules) {
      if (!pattern.test(path)) continue;
      for (const [name, value] of headers) {
        found[name] = found[name] === undefined ? value : `${found[name]}, ${value}`;
      }
    }
    return found;
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
