/**
 * `font` in site.yaml → its part of the style sheet, and the font files to publish. Pure.
 *
 * As with the program's own typeface, a font that arrives too late for the first paint is kept for the next page.
 * Until then a font of the system is shown, scaled to the same width and height, so that nothing moves.
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
export interface FontStyle {
  readonly css: string;
  readonly published: readonly PublishedFont[];
}

/** A system font that is shown until the typeface has loaded. */
interface Fallback {
  readonly name: string;
  /** The names of the font, and of another with the same widths. */
  readonly local: readonly string[];
  /** The mean widths of a character, in em, as `FontFacts.width`. */
  readonly widths: Readonly<Record<FaceStyle, number>>;
}

/** Measured on Gelasio, whose widths are those of Georgia. */
const GEORGIA: Fallback = {
  name: 'Georgia',
  local: ['Georgia', 'Gelasio'],
  widths: { normal: 0.438, italic: 0.447, bold: 0.51 },
};
/** The others were measured on Liberation fonts. */
const TIMES: Fallback = {
  name: 'Times',
  local: ['Times New Roman', 'Liberation Serif'],
  widths: { normal: 0.399, italic: 0.401, bold: 0.425 },
};
const ARIAL: Fallback = {
  name: 'Arial',
  local: ['Arial', 'Liberation Sans'],
  widths: { normal: 0.44, italic: 0.44, bold: 0.476 },
};
const COURIER: Fallback = {
  name: 'Courier',
  local: ['Courier New', 'Liberation Mono'],
  widths: { normal: 0.6, italic: 0.6, bold: 0.6 },
};

/** The end of a list of families: fallbacks, and a generic family. */
interface Substitutes {
  readonly fallbacks: readonly Fallback[];
  readonly generic: string;
}
const SERIF: Substitutes = { fallbacks: [GEORGIA, TIMES], generic: 'serif' };
const SANS: Substitutes = { fallbacks: [ARIAL], generic: 'sans-serif' };
const MONO: Substitutes = { fallbacks: [COURIER], generic: 'monospace' };

const SANS_NAME = /sans|grotes|gothic/i;

/** The custom properties that a typeface sets. The first line of an essay has a font of its own in some themes. */
const PROPERTIES: Readonly<Record<FontRole, (families: string) => string>> = {
  text: (families) => `--serif:${families};--first-line:var(--serif);--first-line-track:normal`,
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
  const { fallbacks, generic } = chooseSubstitutes(role, faces);
  const isAlone = role === 'titles' && faces.length === 1;
  const own = faces.map((face) => {
    const name = published.get(face.font.path)?.name;
    // A single font for titles is used for every weight: otherwise browsers would fake a bold one by thickening it.
    const weights =
      face.font.facts.weights?.join(' ') ?? (isAlone ? '1 1000' : weightOf(face.style));
    return writeFace(family, face.style, weights, [
      `src:url("${name}")`,
      'font-display:optional',
      ...describeHeights(face.font.facts, 1),
    ]);
  });
  const scaled = fallbacks.flatMap((fallback) =>
    faces.flatMap((face) => writeFallback(`${family} ${fallback.name}`, fallback, face)),
  );
  const families = [family, ...fallbacks.map(({ name }) => `${family} ${name}`)];
  const list = [...families.map((each) => `"${each}"`), generic].join(',');
  return [...own, ...scaled, `:root{${PROPERTIES[role](list)}}`];
}

function chooseSubstitutes(role: FontRole, faces: readonly Face[]): Substitutes {
  if (role === 'code') return MONO;
  const [first] = faces;
  const isSans = first?.font.facts.isSans ?? SANS_NAME.test(first?.font.path ?? '');
  return isSans ? SANS : SERIF;
}

function weightOf(style: FaceStyle): string {
  return style === 'bold' ? '700' : '400';
}

/** Writes the fallback of a face; none for a font without Latin letters, whose width can't be compared. */
function writeFallback(family: string, { local, widths }: Fallback, { style, font }: Face) {
  const { facts } = font;
  if (facts.width === null) return [];
  const scale = facts.width / widths[style];
  const suffix = style === 'normal' ? '' : style === 'bold' ? ' Bold' : ' Italic';
  const sources = local.map((name) => `local("${name}${suffix}")`);
  return [
    writeFace(family, style, weightOf(style), [
      `src:${sources.join(',')}`,
      `size-adjust:${percent(scale)}`,
      ...describeHeights(facts, scale),
    ]),
  ];
}

function describeHeights({ ascent, descent, lineGap }: FontFacts, scale: number): string[] {
  return [
    `ascent-override:${percent(ascent / scale)}`,
    `descent-override:${percent(descent / scale)}`,
    `line-gap-override:${percent(lineGap / scale)}`,
  ];
}

function percent(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`;
}

function writeFace(
  family: string,
  style: FaceStyle,
  weights: string,
  declarations: readonly string[],
): string {
  const slope = style === 'italic' ? 'italic' : 'normal';
  const facts = [`font-family:"${family}"`, `font-style:${slope}`, `font-weight:${weights}`];
  return `@font-face{${[...facts, ...declarations].join(';')}}`;
}
