/**
 * The icon of a site that has none of its own. Pure.
 */
import { escape as escapeMarkup } from 'he';
import type { Palette } from '../theme/palette.ts';

/**
 * An icon with the first letter of the name, in the palette's paper on its accent. An icon can't load a font, so the
 * letter is in one of the reader's own fonts.
 */
export function drawIcon(name: string, { light, dark }: Palette): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-160 -160 320 320">' +
    `<style>rect{fill:${light.accent}}text{fill:${light.paper}}` +
    `@media(prefers-color-scheme:dark){rect{fill:${dark.accent}}text{fill:${dark.paper}}}</style>` +
    '<rect x="-160" y="-160" width="320" height="320" rx="70"/>' +
    '<text y="84" text-anchor="middle" font-family="Source Serif 4,Georgia,serif" font-weight="600" ' +
    `font-size="250">${escapeMarkup(firstLetter(name.trim()))}</text></svg>\n`
  );
}

/** The first character of a name in upper case; one that consists of several code points stays whole. */
function firstLetter(name: string): string {
  // Loading the segmenter takes longer than making all the other service files.
  if (/^[!-~][ -~]/.test(name)) return name.charAt(0).toUpperCase();
  const [first] = new Intl.Segmenter('en').segment(name.toUpperCase());
  return first?.segment ?? '';
}
