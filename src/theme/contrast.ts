/**
 * Contrast of texts with their backgrounds: warns of colours in site.yaml that make text hard to read, and suggests the
 * nearest colours of the texts, of the same hue, with enough contrast. Pure.
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

/** Warns of stated colours with too little contrast; `palette` has the stated colours and the theme's. */
export function checkContrast(settings: LookSettings, palette: Palette): Problem[] {
  return listSchemes(settings).flatMap((scheme) => {
    const stated = new Map(listStated(settings, scheme).map((colour) => [colour.name, colour]));
    return checkScheme(stated, palette, scheme);
  });
}

type Stated = ReadonlyMap<ColourName, StatedColour>;

/** Checks each text whose colour, or whose background, is stated. */
function checkScheme(stated: Stated, palette: Palette, scheme: Scheme): Problem[] {
  const colours = palette[scheme];
  const measure = ([text, ground]: (typeof PAIRS)[number]) =>
    contrastOf(colours[text], colours[ground]);
  const low = PAIRS.filter(
    (pair) => pair.some((name) => stated.has(name)) && measure(pair) < LEAST,
  );
  const [worst] = low.sort((a, b) => measure(a) - measure(b));
  if (worst === undefined) return [];
  const [text, ground] = worst;
  const blamed = stated.get(text) ?? stated.get(ground);
  if (blamed === undefined) return [];
  const ratio = Math.floor(measure(worst) * 10) / 10;
  const where = scheme === 'dark' ? ' in the dark scheme' : '';
  const message = `\`${text}\` on \`${ground}\` has a contrast of ${ratio}:1${where}; text needs ${LEAST}:1`;
  const better = findBetter(blamed.name, stated, palette, scheme);
  const hint =
    better.length === 0
      ? `Choose a darker or lighter \`${blamed.name}\`.`
      : `Write ${joinWords(better.map(writeColour), 'and')}.`;
  const replaced = better.flatMap(([name, hex]) => replaceColour(stated.get(name), hex));
  const added = better.filter(([name]) => !stated.has(name)).map(writeColour);
  const edits = [...replaced, ...addColours(blamed, added)];
  return [makeProblem('contrast-low', blamed.place, message, hint, { edits })];
}

/**
 * Finds text colours that are readable on the stated backgrounds. If those turn a light page dark, or a dark one light, it
 * also replaces every colour that isn't stated. If no text is readable on all backgrounds, finds another colour for `blamed`.
 */
function findBetter(
  blamed: ColourName,
  stated: Stated,
  palette: Palette,
  scheme: Scheme,
): [ColourName, string][] {
  const current = palette[scheme];
  const opposite = palette[scheme === 'light' ? 'dark' : 'light'];
  const own = Object.fromEntries(Array.from(stated.keys(), (name) => [name, current[name]]));
  for (const start of stated.has('paper') ? [current, opposite] : [current]) {
    const all = mendTexts({ ...start, ...own });
    if (all !== null) {
      const names = Object.keys(all) as ColourName[];
      return names.filter((name) => all[name] !== current[name]).map((name) => [name, all[name]]);
    }
  }
  const passes = (hex: string) => {
    const all = { ...current, [blamed]: hex };
    return PAIRS.every(
      (pair) => !pair.includes(blamed) || contrastOf(all[pair[0]], all[pair[1]]) >= LEAST,
    );
  };
  const nearest = findNearest(current[blamed], passes);
  return nearest === null ? [] : [[blamed, nearest]];
}

/** Changes the colours of texts to the nearest that pass; null if there is none for one of them. */
function mendTexts(colours: Colours): Colours | null {
  const all = { ...colours };
  for (const text of TEXTS) {
    const passes = (hex: string) =>
      PAIRS.every(([each, ground]) => each !== text || contrastOf(hex, all[ground]) >= LEAST);
    const hex = passes(all[text]) ? all[text] : findNearest(all[text], passes);
    if (hex === null) return null;
    all[text] = hex;
  }
  return all;
}

function writeColour([name, hex]: readonly [ColourName, string]): string {
  return `${name}: "${hex}"`;
}

/** The quotation mark around a colour; empty for none. */
function findQuote({ column, excerpt }: Place): string {
  return /["']$/.exec(excerpt?.slice(0, (column ?? 1) - 1) ?? '')?.[0] ?? '';
}

/** In YAML, a value that begins with `#` needs quotes. */
function replaceColour(stated: StatedColour | undefined, hex: string): TextEdit[] {
  if (stated === undefined) return [];
  const { value, place } = stated;
  return replaceFrom(place, value, findQuote(place) === '' ? `"${hex}"` : hex);
}

/** Adds colours to the map that has one, in flow or block style. */
function addColours({ value, place }: StatedColour, colours: readonly string[]): TextEdit[] {
  const { column, excerpt, offset } = place;
  if (colours.length === 0 || offset === undefined || column === null || excerpt === null)
    return [];
  const before = excerpt.slice(0, column - 1);
  if (before.includes('{')) {
    const at = offset + value.length + findQuote(place).length;
    return [{ at, was: '', is: colours.map((each) => `, ${each}`).join('') }];
  }
  const [indent = ''] = /^\s*/.exec(before) ?? [];
  const lines = colours.map((each) => `${indent}${each}\n`);
  return [{ at: offset - before.length, was: '', is: lines.join('') }];
}
