/**
 * The logo and the icons of a site: the pictures that `logo` and `favicon` in site.yaml name, and the author's files that
 * the head of a page names as an icon or a manifest. Pure.
 */
import type { Branding, PictureSize } from '../essays/images.ts';
import { isPublic, PUBLIC_FOLDER } from '../essays/paths.ts';
import { decodePercent } from '../text/text.ts';
import type { LinkIndex } from './link-index.ts';
import {
  type ChosenPicture,
  choosePicture,
  type FileUse,
  listVariants,
} from './link-resolution.ts';
import * as urls from './urls.ts';

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
  const published = KNOWN_ICONS.filter(({ path }) => present.has(`${PUBLIC_FOLDER}/${path}`));
  const isStated = stated.length > 0;
  const named = published.filter(({ rel }) => rel !== 'icon' || !isStated);
  const added = stated.filter(({ rel }) => !named.some((each) => each.rel === rel));
  const icons = [...named, ...added];
  return icons.some(({ rel }) => rel === 'icon') ? icons : [...icons, DEFAULT_ICON];
}

/** The logo in the header. */
export interface SiteLogo {
  /** Site path. */
  readonly address: string;
  /** The variant for dark pages, or null. */
  readonly darkAddress: string | null;
  /** Null if it can't be measured. */
  readonly size: PictureSize | null;
}

/** The logo and the icons, and the files that are published because of them. */
export interface ResolvedBranding {
  readonly logo: SiteLogo | null;
  /** Empty without a `favicon`. */
  readonly icons: readonly IconName[];
  readonly uses: readonly FileUse[];
}

/** Finds the addresses of the logo and the icons. */
export function resolveBranding(
  { logo, darkLogo, favicon }: Branding,
  index: LinkIndex,
): ResolvedBranding {
  const light = findPicture(logo, index);
  const dark = findPicture(darkLogo, index);
  const icon = findPicture(favicon, index);
  const touch = favicon === null ? [] : listVariants(favicon, 'icon', index);
  const pictures = [light, dark, icon].filter((picture) => picture !== null);
  return {
    logo: light && { address: light.address, darkAddress: dark?.address ?? null, size: light.size },
    icons: [
      ...(icon === null
        ? []
        : [{ path: decodePercent(icon.address).slice(1), rel: 'icon' as const }]),
      ...touch.map(({ outputPath }): IconName => ({ path: outputPath, rel: 'apple-touch-icon' })),
    ],
    uses: [...pictures.map(({ use }) => use), { file: null, variants: touch }],
  };
}

/** Finds the picture's copy without metadata or, if the picture can't be read, the picture itself. */
function findPicture(path: string | null, index: LinkIndex): ChosenPicture | null {
  const file = path === null ? undefined : index.files.get(path);
  if (file === undefined) return null;
  const outputPath = isPublic(file.path) ? urls.publicName(file.path) : urls.assetOutput(file);
  return choosePicture(file.path, 'link', urls.encodePath(`/${outputPath}`), index);
}
