/**
 * Icons: which of the author's files the head of a page names as an icon or a manifest. Pure.
 */
import { PUBLIC_FOLDER } from '../essays/paths.ts';

/** A file that the head of a page names as an icon or a manifest. */
export interface IconName {
  /** Relative to out/. */
  readonly path: string;
  readonly rel: 'icon' | 'apple-touch-icon' | 'manifest';
  readonly type?: string;
  readonly sizes?: string;
}

/** The conventional icon files, in the order in which pages name them: browsers prefer the last. */
const KNOWN_ICONS: readonly IconName[] = [
  // A small stated size makes browsers prefer the SVG where they support it.
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

/** The icon that is generated for a site without one. */
export const DEFAULT_ICON: IconName = { path: 'favicon.svg', rel: 'icon', type: 'image/svg+xml' };

/**
 * The site's icons: those at the top level of content/public, else the default one. Those of `favicon` in site.yaml,
 * which are `stated`, take precedence, except over an icon for home screens in content/public.
 */
export function findIcons(
  publicFiles: Iterable<string>,
  stated: readonly IconName[],
): readonly IconName[] {
  const present = new Set(publicFiles);
  const own = KNOWN_ICONS.filter(({ path }) => present.has(`${PUBLIC_FOLDER}/${path}`));
  const isStated = stated.length > 0;
  const kept = own.filter(({ rel }) => rel !== 'icon' || !isStated);
  const added = stated.filter(({ rel }) => !kept.some((each) => each.rel === rel));
  const icons = [...kept, ...added];
  return icons.some(({ rel }) => rel === 'icon') ? icons : [...icons, DEFAULT_ICON];
}
