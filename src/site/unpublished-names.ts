/**
 * Unpublished texts, by everything that a link may call them: file, name, or an address that they would have. A link to
 * such a text becomes its label (`link-resolution.ts`). Pure.
 *
 * An unpublished text has no address, so names decide. If a broken link's target happens to have the same name, that
 * link becomes its label too.
 */
import type { ParsedEssay } from '../essays/essay.ts';
import { listBeside, splitFileName } from '../essays/paths.ts';
import { decodePercent } from '../text/text.ts';
import { slugifyLetters } from './slug-letters.ts';
import { trimPath } from './urls.ts';

/** The path of each text by its names: its path, its old and new addresses, and the last parts of these. */
export type UnpublishedNames = ReadonlyMap<string, string>;

/** Lists the names of the texts that aren't published. */
export function nameUnpublished(texts: readonly ParsedEssay[]): UnpublishedNames {
  return new Map(texts.flatMap((text) => listNames(text).map((name) => [name, text.path])));
}

function listNames(text: ParsedEssay): string[] {
  const { path, page, fileName, plainTitle, statedSlug, statedLanguage, edition } = text;
  const addresses = [...text.aliases, ...text.permalinks, ...text.oldPaths];
  const stated = addresses.map(({ value }) => trimPath(value.replace(/^(?!\/)/, '/')));
  const ofTitle = slugifyLetters(plainTitle, statedLanguage ?? edition);
  const names = [fileName, ofTitle, statedSlug?.value ?? '', page ?? ''];
  return [path, ...names, ...stated].filter((name) => !/^\/?$/.test(name)).map(foldName);
}

function foldName(name: string): string {
  return decodePercent(name).normalize().toLowerCase();
}

/** Finds the text that a path leads to, which resolves to `sitePath`; null for none. */
export function findUnpublished(
  path: string,
  sitePath: string,
  { source, stem }: { readonly source: string; readonly stem?: string | undefined },
  names: UnpublishedNames,
): string | null {
  if (names.size === 0) return null;
  const beside = path.startsWith('/') ? [] : listBeside(path, source, stem);
  const called = [...beside, trimPath(sitePath), nameOf(path)];
  return (
    called.map((name) => names.get(foldName(name))).find((found) => found !== undefined) ?? null
  );
}

/** The name of the file or page that a path leads to, as essays are named: without date and extension. */
function nameOf(path: string): string {
  const bare = path.replace(/(?:\/(?:index)?)?(?:\.(?:mdx?|markdown|html?|txt))?\/?$/i, '');
  return splitFileName(`${bare}.md`).name;
}
