/**
 * The author's typefaces, from `font` in site.yaml, as the compiler of templates takes them. Pure.
 *
 * `site-fonts.ts`, which only a site with that setting loads, reads them.
 */

/** Matches the names of the fonts that every page preloads. */
export const PRELOADED = /\.preload\..*\.(?:woff2?|ttf|otf)$/;

/** A font as it is published. */
export interface PublishedFont {
  readonly name: string;
  readonly outputPath: string;
  readonly bytes: Uint8Array;
}

/** A font that social cards are drawn with. */
export interface CardFont {
  /** Relative to the site's root. */
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly digest: string;
}

/** The author's typefaces. */
export interface SiteFonts {
  /** The part of the style sheet that declares them. */
  readonly css: string;
  readonly published: readonly PublishedFont[];
  /** For social cards. Their text is mostly the title, so fonts for titles come first, then those for the text. */
  readonly forCards: readonly CardFont[];
  /** All files, absolute, even if they are missing. */
  readonly inputs: readonly string[];
}

export const NO_FONTS: SiteFonts = {
  css: '',
  published: [],
  forCards: [],
  inputs: [],
};

/**
 * True for a font file, by its published name, whose family the last values of `--serif`, `--display`, `--mono` and
 * `--first-line` in the style sheet have taken out of use.
 */
export function isReplacedFont(name: string, style: string): boolean {
  const rules = style.match(/@font-face\s*\{[^}]*\}/g) ?? [];
  const rule = rules.find((each) => each.includes(name));
  const [, family] = /font-family:\s*["']?([^;"'}]+)/.exec(rule ?? '') ?? [];
  if (family === undefined) return false;
  const stated = [...style.matchAll(/--(serif|display|mono|first-line):([^;}]*)/g)];
  const last = new Map(stated.map(([, property = '', families = '']) => [property, families]));
  const isIn = (families: string) => families.includes(family);
  return stated.some(([, , families = '']) => isIn(families)) && ![...last.values()].some(isIn);
}
