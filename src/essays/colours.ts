/**
 * Colours that an author states in site.yaml, and the arithmetic of contrast. Pure.
 *
 * culori reads every notation of CSS. A colour that only a browser can tell, such as `var(--ink)`, isn't accepted,
 * because social cards, the icon and the contrast check need the value.
 */
import { createRequire } from 'node:module';
import type * as Culori from 'culori/fn';
import type { Stated } from '../text/text.ts';

/** The colours of a page, by the names of their custom properties. */
export type ColourName = 'paper' | 'ink' | 'soft' | 'rule' | 'tint' | 'accent' | 'mark';
export type Scheme = 'light' | 'dark';

/** A colour as the author wrote it, with its place. */
export interface StatedColour extends Stated {
  readonly name: ColourName;
}

/** The colours that an author states for each scheme; all others are the theme's. */
export type StatedColours = Readonly<Record<Scheme, readonly StatedColour[]>>;

let engine: typeof Culori | null = null;

/** Loads culori on demand: loading it always would add 1% to every rebuild of a site that states no colour. */
function loadCulori(): typeof Culori {
  engine ??= createRequire(import.meta.url)('#culori') as typeof Culori;
  return engine;
}

/** The names of colours in CSS. */
export function listNamedColours(): string[] {
  return Object.keys(loadCulori().colorsNamed);
}

/** True for a colour in any CSS notation that doesn't depend on anything else. */
export function isColour(written: string): boolean {
  // culori also takes hexadecimal digits without a number sign.
  const isBare = /^[\da-f]+$/i.test(written);
  const isSafe = /^[\w#%.,/()+\s-]+$/.test(written);
  return isSafe && !isBare && loadCulori().parse(written) !== undefined;
}

/** Writes a colour as a hexadecimal number: the nearest colour that every screen can show. */
export function toHex(written: string): string {
  const { formatHex, formatHex8 } = loadCulori();
  const colour = toScreen(read(written));
  return (colour.alpha ?? 1) < 1 ? formatHex8(colour) : formatHex(colour);
}

/** The contrast of a text with its background, from 1 to 21 (WCAG 2, section 1.4.3). */
export function contrastOf(text: string, ground: string): number {
  const { blend, wcagContrast } = loadCulori();
  const mixed = blend([read(ground), read(text)]);
  return wcagContrast(mixed, read(ground));
}

const STEP = 0.005;

/** Finds the nearest lighter or darker colour of the same hue that `passes`; null if there is none. */
export function findNearest(written: string, passes: (hex: string) => boolean): string | null {
  const { converter, formatHex } = loadCulori();
  const { l, c, h } = converter('oklch')(read(written));
  const tone = h === undefined ? { c } : { c, h };
  for (let step = 1; step <= 1 / STEP; step++) {
    for (const lightness of [l - step * STEP, l + step * STEP]) {
      if (lightness < 0 || lightness > 1) continue;
      const hex = formatHex(toScreen({ mode: 'oklch', l: lightness, ...tone }));
      if (passes(hex)) return hex;
    }
  }
  return null;
}

function read(written: string): Culori.Color {
  const colour = loadCulori().parse(written);
  if (colour === undefined) throw new Error(`${written} isn't a colour`);
  return colour;
}

/** Reduces the chroma of a colour until it is in sRGB. */
function toScreen(colour: Culori.Color): Culori.Color {
  return loadCulori().clampChroma(colour, 'oklch');
}
