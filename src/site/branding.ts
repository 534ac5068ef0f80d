/**
 * The logo and the icons of a site, from the pictures that `logo` and `favicon` in site.yaml name. Pure.
 */
import { extname } from 'node:path';
import type { Branding, PictureSize } from '../essays/images.ts';
import { isPublic } from '../essays/paths.ts';
import { decodePercent } from '../text/text.ts';
import type { IconName } from './icons.ts';
import type { LinkIndex } from './link-index.ts';
import { type ChosenPicture, choosePicture, type FileUse, listVariants } from './links.ts';
import * as urls from './urls.ts';

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
      ...(icon === null ? [] : [describeIcon(icon.address)]),
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

/** Media types whose names differ from the extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  svg: 'svg+xml',
  jpg: 'jpeg',
  ico: 'x-icon',
};

function describeIcon(address: string): IconName {
  const path = decodePercent(address).slice(1);
  const extension = extname(path).slice(1).toLowerCase();
  return { path, rel: 'icon', type: `image/${MEDIA_TYPES[extension] ?? extension}` };
}
