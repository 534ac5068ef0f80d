/**
 * Checks the root paths that the site's own templates write, and those of `head` in site.yaml. A build renders only
 * what has changed, so the paths of all other pages are kept with its state.
 */
import { CONFIG_PATH } from '../essays/paths.ts';
import { replaceFrom, subjectOf } from '../problems/edits.ts';
import { groupBy } from '../problems/group-by.ts';
import { makeProblem, type Place, type Problem, placeAt, wholeFile } from '../problems/problems.ts';
import type { Output } from '../render/outputs.ts';
import { completeRootPaths, isBelow } from '../render/root-links.ts';
import { ignoreLinks } from '../site/broken-links.ts';
import { HOME_ORIGIN, resolvePath } from '../site/resolution.ts';
import type { Site, SiteResult } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { NOT_FOUND_OUTPUT, trimPath } from '../site/urls.ts';
import { askMeant } from '../text/text.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import type { RootPaths } from './cache.ts';

/** Adds the root paths of the pages and essays that were rendered to those of the others that are still published. */
export function mergeRootPaths(
  last: RootPaths,
  rendered: ReadonlyMap<string, readonly string[]>,
  site: Pick<Site, 'essays' | 'pages' | 'insets' | 'listings' | 'editions'>,
): RootPaths {
  const { essays, pages, insets, listings, editions } = site;
  const own = [...essays, ...pages, ...insets].flatMap(({ source, address }) => [source, address]);
  const made = editions.flatMap(({ config: { prefix } }) => [
    prefix + urls.HOME_PATH,
    prefix + trimPath(`/${NOT_FOUND_OUTPUT}`),
  ]);
  const present = new Set([...made, ...own, ...listings]);
  const kept = Object.entries(last).flatMap(([path, users]) => {
    return users
      .filter((user) => present.has(user) && !rendered.has(user))
      .map((user) => ({ path, user }));
  });
  const added = [...rendered].flatMap(([user, paths]) => paths.map((path) => ({ path, user })));
  const byPath = groupBy([...kept, ...added], ({ path }) => path);
  return Object.fromEntries(
    [...byPath]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, all]) => [path, all.map(({ user }) => user)]),
  );
}

/** Reports the root paths that lead to nothing, each at the place where a template names it. */
export function tellRootPaths(
  paths: RootPaths,
  outputs: readonly Output[],
  templates: Pick<PreparedTemplates, 'findPath'>,
  site: PathTargets,
): Problem[] {
  const broken = findBroken(Object.keys(paths), outputs, site);
  return [...broken].map(([written, meant]) =>
    pathBroken(written, templates.findPath(written), meant),
  );
}

/** Reports the root paths of `head` that lead to nothing; `settings` is the text of site.yaml. */
export function tellHeadPaths(
  outputs: readonly Output[],
  site: PathTargets,
  settings: string,
): Problem[] {
  const paths = new Set<string>();
  const { config, urls: at } = site.value;
  completeRootPaths(config.head, [], at, (path) => paths.add(path));
  return [...findBroken([...paths], outputs, site)].map(([written, meant]) => {
    const offset = settings.indexOf(written);
    const place = offset < 0 ? wholeFile(CONFIG_PATH) : placeAt(CONFIG_PATH, settings, offset);
    return pathBroken(written, place, meant);
  });
}

/** What a path may lead to, besides the outputs. */
type PathTargets = Pick<SiteResult, 'value' | 'index'>;

/** Finds the paths that lead to nothing, each with what was probably meant, or null. */
function findBroken(
  paths: readonly string[],
  outputs: readonly Output[],
  { value: { urls: at, config }, index }: PathTargets,
): Map<string, string | null> {
  const isIgnored = ignoreLinks(config.ignoreLinks);
  const planned = new Set(paths.length === 0 ? [] : outputs.map(({ path }) => path));
  const broken = new Map<string, string | null>();
  for (const written of paths) {
    const path = isBelow(written, at.base) ? written.slice(at.base.length) || '/' : written;
    const [bare = ''] = path.split(/[?#]/, 1);
    const isPlanned = urls.listOutputs(bare).some((each) => planned.has(each));
    if (isPlanned || isIgnored(written)) continue;
    const { kind, suggestion } = resolvePath(path, HOME_ORIGIN, index);
    if (kind !== 'found' && kind !== 'open') broken.set(written, suggestion ?? null);
  }
  return broken;
}

function pathBroken(written: string, place: Place, meant: string | null): Problem {
  const message = `The path \`${written}\` leads to nothing in the site`;
  const hint = askMeant(meant) ?? 'Correct it, or put the file into content/public.';
  const details = { edits: replaceFrom(place, written, meant), subject: subjectOf(written) };
  return makeProblem('link-broken', place, message, hint, details);
}
