/**
 * The template of all social cards, compiled, with its fonts and colours. A digest of these is part of each card's path.
 */
import { digest } from '../files/fingerprint.ts';
import type { CardFont, SiteFonts } from './fonts.ts';
import type { ColourProps } from './props.ts';
import type { TemplateFiles } from './template-files.ts';

/** In pixels, as Open Graph and X recommend. */
export const CARD_SIZE = { width: 1200, height: 630 };

/** The rendering library. Another version may draw other pixels. */
export const RENDERER = '@takumi-rs/core 2.16.3';

/** The template of all cards, compiled, with its fonts and colours. */
export interface CardTemplate {
  /** Absolute. */
  readonly script: string;
  /** In the order in which the renderer looks for a character: the site's own first, then the theme's. */
  readonly fonts: readonly CardFont[];
  /** Of the script, the fonts and the renderer. */
  readonly digest: string;
  /** True if the site or a theme from elsewhere has fonts, which are assumed to have every character. */
  readonly hasOwnFonts: boolean;
  readonly colours: ColourProps;
}

/** Cards use the typeface of the titles. Essay Sans, in some themes, is for body text, so it is skipped. */
const FONT = /^templates\/fonts\/(?!source-sans-3\/).*\.(ttf|otf|woff2?)$/i;
const SHIPPED_FONT = /^templates\/fonts\/source-serif-4\//;

/**
 * Adds fonts to the compiled template of cards, first those that `font` in site.yaml names. `script` is its file
 * (absolute).
 */
export function makeCardTemplate(
  script: string,
  scriptDigest: string,
  colours: ColourProps,
  templates: TemplateFiles,
  { forCards }: Pick<SiteFonts, 'forCards'>,
): CardTemplate {
  // Of a family split by script, the Latin file comes before those with only a few Latin letters, since a word set
  // from two fonts loses its kerning.
  const rank = (name: string) =>
    (SHIPPED_FONT.test(name) ? 2 : 0) + (/latin(?!-ext)/i.test(name) ? 0 : 1);
  const names = templates.names.filter((name) => FONT.test(name)).sort((a, b) => rank(a) - rank(b));
  const listed = names.map((name): CardFont => {
    return { name, file: templates.locate(name), digest: digest(templates.read(name)) };
  });
  const fonts = [...forCards, ...listed];
  const digests = [scriptDigest, ...fonts.map((font) => font.digest)];
  return {
    script,
    fonts,
    digest: digest(JSON.stringify([RENDERER, CARD_SIZE, digests])),
    hasOwnFonts: names.some((name) => !SHIPPED_FONT.test(name) && !templates.isShipped(name)),
    colours,
  };
}
