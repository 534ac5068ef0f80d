/**
 * Site → the files for crawlers and browsers that depend on it alone: sitemap, robots.txt, icon and similar. Pure.
 *
 * A file in the author's public/ replaces the generated one.
 */

import { DEFAULT_ICON } from '../site/icons.ts';
import type { Site } from '../site/site.ts';
import { type EditionsConfig, listLanguages } from '../site/translations.ts';
import * as urls from '../site/urls.ts';
import type { Palette } from '../theme/palette.ts';
import { FEED_FORMATS } from './feeds.ts';
import { drawIcon } from './icon.ts';
import { makeSitemap } from './sitemap.ts';

/** A file by its path in the output folder. */
interface ServiceFile {
  readonly path: string;
  readonly text: string;
}

/** The generated files that depend on the site alone, besides its icon. A new one needs only an entry here. */
const SERVICE_FILES: readonly { readonly path: string; make(site: Site): string }[] = [
  { path: urls.SITEMAP_OUTPUT, make: makeSitemap },
  { path: 'robots.txt', make: makeRobots },
  // Without this file, GitHub Pages doesn't publish files whose names begin with an underscore.
  { path: '.nojekyll', make: () => '' },
];

/** Lists the output paths of feeds and service files; a file in the author's public/ replaces each. */
export function listServicePaths(config: EditionsConfig): string[] {
  const feeds = listLanguages(config).flatMap(({ prefix }) =>
    FEED_FORMATS.map(({ path }) => urls.editionOutput(prefix, path)),
  );
  return [...feeds, ...SERVICE_FILES.map(({ path }) => path)];
}

/** Makes the sitemap, robots.txt, icon and similar files, except those that a file of the author's replaces. */
export function makeServiceFiles(site: Site, palette: Palette): ServiceFile[] {
  const files = [
    ...SERVICE_FILES.map(({ path, make }) => ({ path, make: () => make(site) })),
    { path: DEFAULT_ICON.path, make: () => drawIcon(site.config.name, palette) },
  ];
  const made = files.filter(({ path }) => site.services.has(path));
  return made.map(({ path, make }) => ({ path, text: make() }));
}

function makeRobots({ urls: at }: Site): string {
  const sitemap = urls.toAbsoluteUrl(at, `/${urls.SITEMAP_OUTPUT}`);
  return `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`;
}
