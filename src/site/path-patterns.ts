/**
 * Paths with placeholders, as in `redirects` of site.yaml and in `_redirects`: `:name` matches one folder or name, `*`
 * any rest. Pure.
 */

/** A placeholder in a rule. */
export const RULE_PLACEHOLDER = /:([A-Za-z]\w*)/g;

/** Escapes a text for an expression that matches it. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** No server answers a longer address; an expression of 100,000 characters would be too large. */
const MAX_LENGTH = 8_000;
const NOTHING = /(?!)/;

/** Compiles a text in which `*` matches any text. */
export function compileWildcards(text: string): RegExp {
  if (text.length > MAX_LENGTH) return NOTHING;
  return new RegExp(`^${text.split('*').map(escapePattern).join('.*')}$`, 's');
}

/** Compiles the path of a rule, with a group for each placeholder, and the group `splat` for the first `*`. */
export function compilePath(from: string): RegExp {
  if (from.length > MAX_LENGTH) return NOTHING;
  const pattern = escapePattern(from)
    .replace(RULE_PLACEHOLDER, '(?<$1>[^/]+)')
    .replace('\\*', '(?<splat>.*)')
    .replaceAll('\\*', '.*');
  return new RegExp(`^${pattern}$`, 's');
}
