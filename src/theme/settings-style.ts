/**
 * The look that site.yaml states → CSS, and the palette that follows from it. Pure.
 *
 * Settings are applied to the compiled style sheet, so that a site with other colours needs no compiler: the CSS that
 * is made from them takes the place of `SETTINGS_MARK`. It doesn't apply in print, nor for readers who ask for more
 * contrast, so the order of the rules doesn't matter there.
 */
import { type Scheme, type StatedColour, toHex } from '../essays/colours.ts';
import type { SiteConfig } from '../essays/config.ts';
import type { Palette } from './palette.ts';

/** The part of site.yaml that changes the style sheet. */
export type LookSettings = Pick<SiteConfig, 'colors' | 'colorScheme'>;

/** Where the CSS of the settings belongs in a compiled style sheet; at its end if the mark is missing. */
export const SETTINGS_MARK = ':root{--settings:0}';

/** The value of `color-scheme`: the schemes that pages have. */
export function listColorSchemes({ colorScheme }: Pick<LookSettings, 'colorScheme'>): string {
  return colorScheme === 'auto' ? 'light dark' : colorScheme;
}

/**
 * The colours that an author states for a scheme. If it is the only scheme, the colours outside of `dark` apply to it
 * as well.
 */
export function listStated({ colors, colorScheme }: LookSettings, scheme: Scheme): StatedColour[] {
  if (colorScheme === 'light') return [...colors.light];
  if (colorScheme === 'auto') return [...colors[scheme]];
  const names = new Set(colors.dark.map(({ name }) => name));
  return [...colors.light.filter(({ name }) => !names.has(name)), ...colors.dark];
}

/** The schemes that pages have. */
export function listSchemes({ colorScheme }: Pick<LookSettings, 'colorScheme'>): Scheme[] {
  return colorScheme === 'auto' ? ['light', 'dark'] : [colorScheme];
}

/** Applies the settings, and the CSS of the author's own typefaces, to a compiled style sheet. */
export function applySettings(css: string, settings: LookSettings, fontCss: string): string {
  const { colorScheme } = settings;
  const own = listSchemes(settings).map((scheme) => writeColours(settings, scheme));
  if (colorScheme !== 'auto') own.push(`@media screen{:root{color-scheme:${colorScheme}}}`);
  const added = own.join('') + fontCss;
  const whole = css.includes(SETTINGS_MARK) ? css.replace(SETTINGS_MARK, () => added) : css + added;
  if (colorScheme === 'auto') return whole;
  // All readers get the one scheme.
  return whole.replace(/\(prefers-color-scheme:\s*(light|dark)\)/g, (_, scheme) => {
    return scheme === colorScheme ? '(width>=0)' : '(width<0)';
  });
}

function writeColours(settings: LookSettings, scheme: Scheme): string {
  const stated = listStated(settings, scheme);
  if (stated.length === 0) return '';
  const declarations = stated.map(({ name, value }) => `--${name}:${value}`).join(';');
  const media = `screen and (not (prefers-contrast:more)) and (prefers-color-scheme:${scheme})`;
  return `@media ${media}{:root{${declarations}}}\n`;
}

/** Applies the settings to the palette of a style sheet. If there is one scheme, it takes the place of both. */
export function applyToPalette(palette: Palette, settings: LookSettings): Palette {
  const readScheme = (scheme: Scheme) => {
    const stated = listStated(settings, scheme).map(({ name, value }) => [name, toHex(value)]);
    return { ...palette[scheme], ...Object.fromEntries(stated) };
  };
  const { colorScheme } = settings;
  if (colorScheme === 'auto') return { light: readScheme('light'), dark: readScheme('dark') };
  const only = readScheme(colorScheme);
  return { light: only, dark: only };
}
