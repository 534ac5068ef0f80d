/**
 * Checks the root paths that the site's own templates state, and those of `head` in site.yaml. Pure.
 */
import { replaceFrom, subjectOf } from '../problems/edits.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';
import type { Output } from '../render/outputs.ts';
import { ignoreLinks } from '../site/broken-links.ts';
import { HOME_ORIGIN, resolvePath } from '../site/resolution.ts';
import type { SiteResult } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { askMeant, type Stated } from '../text/text.ts';

/** Reports the paths that lead to nothing. */
export function tellRootPaths(
  paths: readonly Stated[],
  outputs: readonly Output[],
  { value: { urls: at, config }, index }: Pick<SiteResult, 'value' | 'index'>,
): Problem[] {
  const isIgnored = ignoreLinks(config.ignoreLinks);
  const planned = new Set(paths.length === 0 ? [] : outputs.map(({ path }) => path));
  return paths.flatMap((stated) => {
    const { value } = stated;
    const path = urls.isBelow(value, at.base) ? value.slice(at.base.length) || '/' : value;
    const [bare = ''] = path.split(/[?#]/, 1);
    const isPlanned = urls.listOutputs(bare).some((each) => planned.has(each));
    if (isPlanned || isIgnored(value)) return [];
    const { kind, suggestion = null } = resolvePath(path, HOME_ORIGIN, index);
    return kind === 'found' || kind === 'open' ? [] : pathBroken(stated, suggestion);
  });
}

function pathBroken({ value, place }: Stated, meant: string | null): Problem {
  const message = `The path \`${value}\` leads to nothing in the site`;
  const hint = askMeant(meant) ?? 'Correct it, or put the file into content/public.';
  const details = { edits: replaceFrom(place, value, meant), subject: subjectOf(value) };
  return makeProblem('link-broken', place, message, hint, details);
}
