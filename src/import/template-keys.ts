/**
 * Keys of front matter that the old blog's templates showed, and no page here does: a build ignores them, so the report
 * names them. Pure.
 */
import { FRONT_MATTER_KEYS, LINK_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { findHidingRow } from '../essays/hiding-keys.ts';
import { listKeyNames } from '../essays/key-table.ts';
import type { YamlNode } from '../essays/yaml.ts';
import type { SourceFile } from '../text/text.ts';
import { addCount, type Counts } from './counts.ts';

const KNOWN = new Set([...listKeyNames(FRONT_MATTER_KEYS).map(({ word }) => word), ...LINK_KEYS]);
/** Several words, or the address of a page or file; not a date. */
const SHOWN = /^(?!\d)\s*\S+\s+\S|^https?:|^\/\S|\/[^\s/]+\.\w+$/;
const MOST_NAMED = 10;

function isShown(node: YamlNode): boolean {
  if (node.kind === 'text') return SHOWN.test(node.value);
  if (node.kind === 'list') return node.items.some(isShown);
  return node.kind === 'map' && [...node.entries.values()].some(({ value }) => isShown(value));
}

/** Counts the keys of a post that a reader may have seen. */
export function countTemplateKeys(file: SourceFile, counts: Counts): void {
  for (const [key, { value }] of readFrontMatter(file).entries) {
    const isKnown = KNOWN.has(key) || /^canonical/i.test(key) || findHidingRow(key) !== null;
    if (!isKnown && isShown(value)) addCount(counts, key);
  }
}

/** Names the keys, the most frequent first; empty for none. */
export function describeTemplateKeys(counts: Counts): string[] {
  const keys = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (keys.length === 0) return [];
  const named = keys.slice(0, MOST_NAMED).map(([key, times]) => `\`${key}\` (${times})`);
  const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : '';
  return [
    `front matter that the old templates may have shown, but this site's pages don't: ${named.join(', ')}${more}`,
  ];
}
