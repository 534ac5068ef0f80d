/**
 * The keys of pages. They have named parts, so that a build can tell why it renders a page again. Pure.
 */
import { checksum, digest } from '../files/fingerprint.ts';

/** What a page is made from, as texts. */
export interface PageParts {
  /** The digest of what all pages have in common. */
  readonly site: string;
  readonly template: string;
  /** The essays or the page of the author's own whose texts it shows; empty for none. */
  readonly essay: string;
  /** The other essays that it lists or links to. */
  readonly others: string;
}

/** Makes the key of a page: a digest of all parts, then the checksums of two. */
export function makePageKey({ site, template, essay, others }: PageParts): string {
  return `${digest(site + template + essay + others)} ${checksum([essay])} ${checksum([others])}`;
}

/** Checksums of what all pages have in common, each by its name. */
export type SharedParts = Readonly<Record<string, string>>;

/** Takes the checksums of values that all pages have in common. */
export function describeShared(values: Readonly<Record<string, unknown>>): SharedParts {
  const entries = Object.entries(values).map(([name, value]) => {
    return [name, checksum([JSON.stringify(value) ?? ''])];
  });
  return Object.fromEntries(entries);
}

/**
 * Says why an output is made again: its key in the last build (undefined if it had none), its key, and the parts that
 * all pages have in common, then and now.
 */
export function explainKey(
  last: string | undefined,
  key: string,
  lastShared: SharedParts,
  shared: SharedParts,
): string {
  if (last === undefined) return 'no build has made it yet';
  if (last === key) return 'its file is missing or was changed';
  const [whole, essay, others] = key.split(' ');
  const [, lastEssay, lastOthers] = last.split(' ');
  if (whole === key || lastOthers === undefined) return 'its contents have changed';
  const names = [
    ...(essay === lastEssay ? [] : ['its text, or the address of something it links to']),
    ...(others === lastOthers ? [] : ['the essays that it lists or links to']),
    ...Object.keys(shared).filter((name) => shared[name] !== lastShared[name]),
  ];
  return `changed: ${names.join(', ') || 'its template'}`;
}
