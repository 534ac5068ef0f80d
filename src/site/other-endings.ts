/**
 * The former addresses that differ from an essay's present one only in their ending, such as `/x.html` and `/x/`. Most
 * hosts redirect from one to the other, so these aren't in the site's redirects: Netlify would loop between x.html and
 * x/index.html. GitHub Pages serves each file only at its exact address, so it needs a page for each ending. Pure.
 */
import { listFoldersAbove } from '../essays/paths.ts';
import { foldCase } from '../text/text.ts';
import type { Traces } from './traces.ts';
import { outputPathOf } from './urls.ts';

/** A former address, which leads to the present one. */
export interface OtherEnding {
  readonly outputPath: string;
  /** Site paths. */
  readonly from: string;
  readonly to: string;
}

/** Lists these former addresses, except where one of the site's outputs, `paths`, is in the way of a page. */
export function listOtherEndings(traces: Traces, paths: ReadonlySet<string>): OtherEnding[] {
  const others = [...traces.values()].flatMap(({ address, essay, page }): OtherEnding[] => {
    if (essay === null || page !== 'own' || address === essay.address) return [];
    const outputPath = outputPathOf(address);
    const isSame = outputPath === outputPathOf(essay.address);
    return isSame ? [] : [{ outputPath, from: address, to: essay.address }];
  });
  if (others.length === 0) return [];
  const files = new Set(Array.from(paths, foldCase));
  const folders = new Set([...files].flatMap(listFoldersAbove));
  const free = others.filter(({ outputPath }) => {
    const key = foldCase(outputPath);
    const isTaken = files.has(key) || folders.has(key);
    return !isTaken && !listFoldersAbove(key).some((folder) => files.has(folder));
  });
  // `/x` and `/x.html` are one file.
  return [...new Map(free.map((each) => [each.outputPath, each])).values()];
}
