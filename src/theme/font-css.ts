/**
 * `font` in site.yaml → its part of the style sheet, and the font files to publish. Pure.
 *
 * A font that arrives too late for the first paint is used from the next page on, so that nothing moves.
 */
import { basename, extname } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { ASSETS_FOLDER } from '../site/urls.ts';
import type { FontFacts } from './font-file.ts';
import type { PublishedFont } from './fonts.ts';

export type FontSettings = NonNullable<SiteConfig['font']>;
/** What a typeface is used for. */
type FontRole = keyof FontSettings;
type FontFaces = NonNullable<FontSettings[FontRole]>;
type FaceStyle = keyof FontFaces;

/** A font file of the author's. */
export interface OwnFont {
  /** Relative to the site's root. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly facts: FontFacts;
}

/** The part of the style sheet for the author's typefaces, and the files that it refers to. */
interface FontStyle {
  readonly css: string;
  readonly published: readonly PublishedFont[];
}

/** System fonts that replace a missing font, by the name of its file. */
const SANS_NAME = /sans|grotes|gothic|inter/i;
const SANS = 'system-ui,sans-serif';
const SERIF = 'Georgia,serif';
const MONO = 'ui-monospace,monospace';

/** The custom properties that a typeface sets. The first line of an essay has a font of its own in some themes. */
const PROPERTIES: Readonly<Record<FontRole, (families: string) => string>> = {
  text: (families) => `--serif:${families};--first-line:var(--serif)`,
  titles: (families) => `--display:${families}`,
  code: (families) => `--mono:${families}`,
};
const FAMILIES: Readonly<Record<FontRole, string>> = {
  text: 'Own Text',
  titles: 'Own Titles',
  code: 'Own Code',
};
const ROLES: readonly FontRole[] = ['text', 'titles', 'code'];
const STYLES: readonly FaceStyle[] = ['normal', 'italic', 'bold'];

/** Writes the style of the author's typefaces. `fonts` are the readable ones, by their paths as written. */
export function makeFontCss(
  settings: FontSettings,
  fonts: ReadonlyMap<string, OwnFont>,
): FontStyle {
  const published = new Map<string, PublishedFont>();
  const rules = ROLES.flatMap((role) => {
    const faces = listFaces(settings[role], fonts);
    for (const { style, font } of faces) {
      const isFirst = style === 'normal' && role !== 'code';
      if (!published.has(font.path)) published.set(font.path, publishFont(font, isFirst));
    }
    return faces.length === 0 ? [] : writeRole(role, faces, published);
  });
  return { css: rules.join(''), published: [...published.values()] };
}

/** A style of a typeface, with its font. */
interface Face {
  readonly style: FaceStyle;
  readonly font: OwnFont;
}

function listFaces(faces: FontFaces | null, fonts: ReadonlyMap<string, OwnFont>): Face[] {
  return STYLES.flatMap((style) => {
    const font = fonts.get(faces?.[style]?.value ?? '');
    return font === undefined ? [] : [{ style, font }];
  });
}

function publishFont({ path, bytes, facts }: OwnFont, isFirst: boolean): PublishedFont {
  const stem = basename(path, extname(path)).replace(/[^\w-]+/g, '-');
  const preload = isFirst ? '.preload' : '';
  const name = `${stem}${preload}.${fingerprint(bytes)}.${facts.format}`;
  return { name, outputPath: `${ASSETS_FOLDER}/${name}`, bytes };
}

/** Writes the rules of one typeface. */
function writeRole(
  role: FontRole,
  faces: readonly Face[],
  published: ReadonlyMap<string, PublishedFont>,
): string[] {
  const family = FAMILIES[role];
  const isAlone = role === 'titles' && faces.length === 1;
  const rules = faces.map(({ style, font }) => {
    // A single font for titles is used for every weight: otherwise browsers would fake a bold one by thickening it.
    const weights = font.facts.isVariable || isAlone ? '1 1000' : style === 'bold' ? '700' : '400';
    const slope = style === 'italic' ? 'italic' : 'normal';
    const name = published.get(font.path)?.name;
    return (
      `@font-face{font-family:"${family}";font-style:${slope};font-weight:${weights};` +
      `src:url("${name}");font-display:optional}`
    );
  });
  const isSans = SANS_NAME.test(faces[0]?.font.path ?? '');
  const others = role === 'code' ? MONO : isSans ? SANS : SERIF;
  return [...rules, `:root{${PROPERTIES[role](`"${family}",${others}`)}}`];
}
