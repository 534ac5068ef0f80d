/**
 * Pages, files and redirects of a site → the map in which links find where they lead. Pure.
 *
 * Whatever a link may lead to is entered here, before the first link is looked up.
 */
import type { ParsedEssay } from '../content/essay.ts';
import { assetOutput, isPublic, publicName } from './claims.ts';
import type { RedirectRule } from './redirect-rules.ts';
import type { SiteInput } from './site.ts';
import { SiteMap } from './site-map.ts';
import * as urls from './urls.ts';

/** The map of all that a site with these essays and rules has. */
export function mapTargets(
  { about, publicFiles, files }: Pick<SiteInput, 'about' | 'publicFiles' | 'files'>,
  essays: readonly ParsedEssay[],
  slugOf: (essay: ParsedEssay) => string,
  rules: readonly RedirectRule[],
): SiteMap {
  const map = new SiteMap();
  map.addPage(urls.HOME_PATH, null, null);
  map.addPage(urls.ABOUT_PATH, about?.path ?? null, null);
  for (const essay of essays) {
    map.addPage(urls.essayPath(slugOf(essay)), essay.path, new Set(essay.ids));
  }
  for (const path of urls.SERVICE_OUTPUTS) map.addService(`/${path}`);
  for (const path of publicFiles) map.addPublicFile(`/${publicName(path)}`, path);
  for (const [path, file] of files) {
    if (!isPublic(path)) map.addNeighbour(path, `/${urls.encodePath(assetOutput(file))}`);
  }
  for (const rule of rules) map.addRedirect(rule);
  return map;
}
