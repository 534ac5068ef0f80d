/**
 * The site's icons: those of the author's own that lie at the top of public/, by the names that browsers
 * and authors have agreed on. Pure.
 */
import { PUBLIC_FOLDER } from '../content/paths.ts';

/** A file that a page's head names as its icon. */
export interface IconName {
  /** Relative to out/. */
  readonly path: string;
  readonly rel: 'icon' | 'apple-touch-icon' | 'manifest';
  readonly type?: string;
  readonly sizes?: string;
}

/** In the order in which they are named; browsers take the last that they can show. */
const KNOWN: readonly IconName[] = [
  // Said to be small, so that browsers that can show a drawing take that.
  { path: 'favicon.ico', rel: 'icon', sizes: '32x32' },
  { path: 'favicon.png', rel: 'icon', type: 'image/png' },
  { path: 'icon.png', rel: 'icon', type: 'image/png' },
  { path: 'favicon.svg', rel: 'icon', type: 'image/svg+xml' },
  { path: 'icon.svg', rel: 'icon', type: 'image/svg+xml' },
  { path: 'apple-touch-icon.png', rel: 'apple-touch-icon' },
  { path: 'site.webmanifest', rel: 'manifest' },
  { path: 'manifest.webmanifest', rel: 'manifest' },
  { path: 'manifest.json', rel: 'manifest' },
];

/** The one that is made for a site that has none. */
export const DEFAULT_ICON: IconName = {
  path: 'favicon.svg',
  rel: 'icon',
  type: 'image/svg+xml',
};

/** The site's icons; `isThere` says of a path under content/ whether it is a file of the site's. */
export function findIcons(isThere: (path: string) => boolean): readonly IconName[] {
  const own = KNOWN.filter(({ path }) => isThere(`${PUBLIC_FOLDER}/${path}`));
  return own.some(({ rel }) => rel === 'icon') ? own : [...own, DEFAULT_ICON];
}
