/**
 * Contrast of texts with their backgrounds: warns of colours in site.yaml that make text hard to read, and suggests the
 * nearest colour of the same hue with enough contrast. Pure.
 */
import {
  type ColourName,
  contrastOf,
  findNearest,
  type Scheme,
  type StatedColour,
} from '../essays/colours.ts';
import { replaceFrom } from '../problems/edits.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';
import type { Palette } from './palette.ts';
import { type LookSettings, listSchemes, listStated } from './settings-style.ts';

/** The least contrast of a text (WCAG 2.2, level AA). */
const LEAST = 4.5;

/** The text colours of a page, each with a background that its text may have. */
const PAIRS: readonly (readonly [text: ColourName, ground: ColourName])[] = [
  ['ink', 'paper'],
  ['soft', 'paper'],
  ['accent', 'paper'],
  ['ink', 'tint'],
  ['soft', 'tint'],
  ['ink', 'mark'],
];

type Colours = Palette['light'];

/** Warns of each stated colour with too little contrast; `palette` has the stated colours and the theme's. */
export function checkContrast(settings: LookSettings, palette: Palette): Problem[] {
  return listSchemes(settings).flatMap((scheme) => {
    const stated = listStated(settings, scheme);
    return stated.flatMap((colour) => checkColour(colour, stated, palette[scheme], scheme));
  });
}

/** Checks a colour with every colour it is paired with. If both are stated, the text's colour is reported. */
function checkColour(
  { name, value, place }: StatedColour,
  stated: readonly StatedColour[],
  colours: Colours,
  scheme: Scheme,
): Problem[] {
  const names = stated.map((each) => each.name);
  const pairs = PAIRS.filter(([text, ground]) => {
    return text === name || (ground === name && !names.includes(text));
  });
  const measure = ([text, ground]: (typeof PAIRS)[number], all: Colours) =>
    contrastOf(all[text], all[ground]);
  const low = pairs.filter((pair) => measure(pair, colours) < LEAST);
  const [worst] = low.sort((a, b) => measure(a, colours) - measure(b, colours));
  if (worst === undefined) return [];
  const [text, ground] = worst;
  const ratio = Math.floor(measure(worst, colours) * 10) / 10;
  const better = findNearest(value, (hex) => {
    return pairs.every((pair) => measure(pair, { ...colours, [name]: hex }) >= LEAST);
  });
  const where = scheme === 'dark' ? ' in the dark scheme' : '';
  const message = `\`${text}\` on \`${ground}\` has a contrast of ${ratio}:1${where}; text needs ${LEAST}:1`;
  const hint =
    better === null
      ? `Choose a darker or lighter \`${name}\`.`
      : `The nearest ${name} with enough contrast is ${better}.`;
  // In YAML, a value that begins with `#` needs quotes. They are there only if the old value begins with `#`, too.
  const written = value.startsWith('#') ? better : better && writeRgb(better);
  const edits = replaceFrom(place, value, written);
  return [makeProblem('contrast-low', place, message, hint, { edits })];
}

/** `rgb(1 2 3)` for `#010203`. */
function writeRgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(' ')})`;
}
