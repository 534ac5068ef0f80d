/**
 * The attributes that a local picture of a body is shown with, beside those that the author stated:
 * its size, the variants to choose from, and that it may come late. Pure.
 */
import { type BodyLink, takesVariants } from '../content/body.ts';
import type { LinkedFile, PictureSize } from '../content/images.ts';
import { encodePath, type SiteUrls, toUrl, variantOutput } from './urls.ts';

/** As wide as prose gets, in pixels: `--measure` of templates/styles/base.css. */
const COLUMN = 620;
/** What a narrow window leaves beside the column, in pixels: twice `--gutter`. */
const GUTTERS = 40;

/** The attributes, and whether they name variants. `url` is the picture's own, escaped. */
export function makeImageAttributes(
  link: BodyLink,
  file: LinkedFile | null,
  url: string,
  urls: SiteUrls,
): { html: string; namesVariants: boolean } {
  const { stated } = link;
  const attributes: string[] = [];
  const shown = file?.size ? fitSize(stated, file.size) : null;
  if (shown?.width && stated.width === undefined) attributes.push(`width="${shown.width}"`);
  if (shown?.height && stated.height === undefined) attributes.push(`height="${shown.height}"`);
  const column = shown?.column ?? 0;
  const candidates = column > 0 && file && takesVariants(link) ? listSources(file, url, urls) : [];
  if (candidates.length > 0) {
    attributes.push(`srcset="${candidates.join(', ')}"`, `sizes="${describeWidth(column)}"`);
  }
  if (stated.loading === undefined) attributes.push('loading="lazy"');
  if (stated.decoding === undefined) attributes.push('decoding="async"');
  const html = attributes.map((attribute) => ` ${attribute}`).join('');
  return { html, namesVariants: candidates.length > 0 };
}

interface ShownSize {
  /** What is to be added to what the author stated; zero for nothing. */
  readonly width: number;
  readonly height: number;
  /** How wide it is shown where there is room, in pixels; zero where that cannot be told. */
  readonly column: number;
}

/** What the author stated stays; of a stated width the height follows, and the other way round. */
function fitSize(stated: BodyLink['stated'], size: PictureSize): ShownSize {
  const width = Number.parseInt(stated.width ?? '', 10);
  const height = Number.parseInt(stated.height ?? '', 10);
  const isPixels = (text: string | undefined) =>
    text === undefined || /^\s*\d+\s*(px)?\s*$/.test(text);
  if (stated.width === undefined && stated.height === undefined) {
    return { ...size, column: size.width };
  }
  if (stated.width === undefined) {
    const isKnown = isPixels(stated.height) && height > 0;
    const fitting = isKnown ? Math.round((height * size.width) / size.height) : 0;
    return { width: fitting, height: 0, column: fitting };
  }
  if (isPixels(stated.width) && width > 0) {
    const fitting =
      stated.height === undefined ? Math.round((width * size.height) / size.width) : 0;
    return { width: 0, height: fitting, column: width };
  }
  return { width: 0, height: 0, column: stated.width.trim().endsWith('%') ? COLUMN : 0 };
}

/** The candidates of a `srcset`, narrowest first. */
function listSources(file: LinkedFile, url: string, urls: SiteUrls): string[] {
  const { variants = [], wantsOriginal = false } = file.variants.body ?? {};
  const sources = variants.map((variant) => {
    const address = encodePath(`/${variantOutput(file.path, variant)}`);
    return `${toUrl(urls, address)} ${variant.width}w`;
  });
  // An author's query may hold what would end the address here.
  const own = url.replace(/[\s,]/g, encodeURIComponent);
  if (wantsOriginal) sources.push(`${own} ${file.size?.width}w`);
  return sources;
}

/** How wide a picture is in windows of any width, as the `sizes` of a `srcset`. */
function describeWidth(column: number): string {
  const width = Math.min(column, COLUMN);
  return `(min-width: ${width + GUTTERS}px) ${width}px, calc(100vw - ${GUTTERS}px)`;
}
