/**
 * Keys of front matter that do something in other generators and nothing here. Pure.
 *
 * Each row of the table has the names of a key and a sentence on what happens instead. A key that becomes a feature
 * loses its row and gets one in `front-matter.ts`.
 */
import { countParts, type Place, type ProblemPart, placeAt } from '../problems/problems.ts';
import { splitNames } from '../text/text.ts';
import { findValue } from './key-table.ts';
import { toBoolean } from './values.ts';
import type { YamlSource } from './yaml-source.ts';

const ONE_TEMPLATE =
  'All essays share EssayPage.tsx; a page may name a component: `template: Books` for templates/pages/Books.tsx.';

/** Names in lower case, separated by spaces. */
const UNUSED_KEYS = splitNames<string>({
  layout: ONE_TEMPLATE,
  template: ONE_TEMPLATE,
  toc: 'The contents of a page are shown where its text says `[TOC]`, on a line of its own.',
  'toc-depth toc_depth tocdepth': 'Write `toc: 2` for a table of contents without subheadings.',
  'canonical canonicalurl canonical_url': 'The page names its own address as the canonical one.',
});

/** True for a key that `findUnusedKeys` may report, in any case. */
export function isUnused(key: string): boolean {
  return UNUSED_KEYS.has(key.toLowerCase());
}

/** Layouts that only say that the file is an essay or a page, and template files of other generators. */
const USUAL_LAYOUT =
  /^(?:article|base|blog|default|essay|page|post|single)s?(?:[-_]?(?:layout|page|post))?$|\.(?![jt]sx$)\w+$/i;

/** Finds the keys to report in the front matter of an essay or page. */
export function findUnusedKeys(source: YamlSource, isPage: boolean): ProblemPart[] {
  const found = Array.from(source.entries).flatMap(([key, { keyOffset }]) => {
    const name = key.toLowerCase();
    const hint = UNUSED_KEYS.get(name);
    const node = hint === undefined ? undefined : findValue(source, [key])?.node;
    if (hint === undefined || node === undefined) return [];
    const text = node.kind === 'text' ? node.value : '';
    const isUsual = hint === ONE_TEMPLATE && USUAL_LAYOUT.test(text);
    const isUsed = name === (isPage ? 'template' : 'toc');
    if (isUsual || isUsed || toBoolean(text) === false) return [];
    const message = `\`${key}\` isn't used here`;
    return [{ code: 'key-unused' as const, message, hint, at: keyOffset }];
  });
  const placeOf = ({ at }: { readonly at: number }): Place => placeAt(source.path, source.text, at);
  return countParts(found, placeOf);
}
