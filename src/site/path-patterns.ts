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

/** Splits the path of a rule into parts to be matched. */
export function splitPath(from: string): string[] {
  return from.split(/(\*|:[A-Za-z]\w*)/);
}

/**
 * Matches a text against parts that alternate between literals and wildcards: `*` matches any text, a placeholder matches
 * one or more characters other than a slash. Returns the text of each part; earlier wildcards match as much as they can;
 * null for no match. It never backtracks: the ends of a part are found for all of its starts at once, so the time is at
 * most proportional to the product of the two lengths.
 */
export function matchParts(parts: readonly string[], text: string): string[] | null {
  if (!text.startsWith(parts[0] ?? '') || !text.endsWith(parts.at(-1) ?? '')) return null;
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
  const [first = text.length] = starts;
  const ends: number[] = [];
  if (wildcard === '*') {
    for (let at = first; at <= text.length; at++) ends.push(at);
    return ends;
  }
  let next = 0;
  let isOpen = false;
  for (let at = first + 1; at <= text.length; at++) {
    const isStart = starts[next] === at - 1;
    if (isStart) next++;
    isOpen = (isOpen || isStart) && text[at - 1] !== '/';
    if (isOpen) ends.push(at);
  }
  return ends;
}
