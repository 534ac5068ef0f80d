/**
 * Contrast of texts with their backgrounds: warns of colours in site.yaml that make text hard to read, and suggests the
 * nearest colour of the same hue with enough contrast. For a background, it suggests colours of the texts on it. Pure.
 */
import {
  type ColourName,
  contrastOf,
  findNearest,
  type Scheme,
  type StatedColour,
} from '../essays/colours.ts';
import { replaceFrom } from '../problems/edits.ts';
import { makeProblem, type Place, type Problem, type TextEdit } from '../problems/problems.ts';
import { joinWords } from '../text/text.ts';
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

const TEXTS = [...new Set(PAIRS.map(([text]) => text))];

type Colours = Palette['light'];

/** Warns of each stated colour with too little contrast; `palette` has the stated colours and the theme's. */
export function checkContrast(settings: LookSettings, palette: Palette): Problem[] {
  return listSchemes(settings).flatMap((scheme) => {
    const stated = listStated(settings, scheme);
    return stated.flatMap((colour) => checkColour(colour, stated, palette, scheme));
  });
}

/** Checks a colour with every colour it is paired with. If both are stated, the text's colour is reported. */
function checkColour(
  { name, value, place }: StatedColour,
  stated: readonly StatedColour[],
  palette: Palette,
  scheme: Scheme,
): Problem[] {
  const colours = palette[scheme];
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
  const where = scheme === 'dark' ? ' in the dark scheme' : '';
  const message = `\`${text}\` on \`${ground}\` has a contrast of ${ratio}:1${where}; text needs ${LEAST}:1`;
  const partners = ground === name ? findPartners(name, names, palette, scheme) : null;
  if (partners !== null) {
    const hint = `Write ${joinWords(partners, 'and')} beside it.`;
    const edits = addColours(place, value, partners);
    return [makeProblem('contrast-low', place, message, hint, { edits })];
  }
  const better = findNearest(value, (hex) => {
    return pairs.every((pair) => measure(pair, { ...colours, [name]: hex }) >= LEAST);
  });
  const hint =
    better === null
      ? `Choose a darker or lighter \`${name}\`.`
      : `The nearest ${name} with enough contrast is ${better}.`;
  // In YAML, a value that begins with `#` needs quotes. They are there only if the old value begins with `#`, too.
  const written = value.startsWith('#') ? better : better && writeRgb(better);
  const edits = replaceFrom(place, value, written);
  return [makeProblem('contrast-low', place, message, hint, { edits })];
}

/**
 * Finds colours in place of the theme's that go with a stated background, each as `soft: "#b2aca1"`: those of texts or,
 * if the page has become dark or light, all. Null if there are none.
 */
function findPartners(
  name: ColourName,
  stated: readonly ColourName[],
  palette: Palette,
  scheme: Scheme,
): string[] | null {
  const current = palette[scheme];
  const opposite = palette[scheme === 'light' ? 'dark' : 'light'];
  const kept = Object.fromEntries(stated.map((each) => [each, current[each]]));
  for (const start of name === 'paper' ? [current, opposite] : [current]) {
    const all: Record<ColourName, string> = { ...start, ...kept };
    const isMended = TEXTS.filter((text) => !stated.includes(text)).every((text) => {
      const passes = (hex: string) =>
        PAIRS.every(([each, ground]) => each !== text || contrastOf(hex, all[ground]) >= LEAST);
      const hex = passes(all[text]) ? all[text] : findNearest(all[text], passes);
      all[text] = hex ?? all[text];
      return hex !== null;
    });
    const changed = Object.entries(all).filter(
      ([each, hex]) => hex !== current[each as ColourName],
    );
    if (isMended) return changed.map(([each, hex]) => `${each}: "${hex}"`);
  }
  return null;
}

/** Adds colours to the map that has one, in flow or block style. */
function addColours(
  { column, excerpt, offset }: Place,
  value: string,
  colours: readonly string[],
): TextEdit[] {
  if (offset === undefined || column === null || excerpt === null) return [];
  const before = excerpt.slice(0, column - 1);
  const [quote = ''] = /["']$/.exec(before) ?? [];
  if (before.includes('{')) {
    const at = offset + value.length + quote.length;
    return [{ at, was: '', is: colours.map((each) => `, ${each}`).join('') }];
  }
  const [indent = ''] = /^\s*/.exec(before) ?? [];
  const lines = colours.map((each) => `${indent}${each}\n`);
  return [{ at: offset - before.length, was: '', is: lines.join('') }];
}

/** `rgb(1 2 3)` for `#010203`. */
function writeRgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(' ')})`;
}
