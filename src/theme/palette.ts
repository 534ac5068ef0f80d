/**
 * Style sheet → palette: the colours that an author states once, as custom properties of `:root`, for everything that
 * is drawn without the style sheet: social cards, the icon, the feeds, and the browser's own UI. Pure.
 *
 * A colour that is not stated plainly, such as one that refers to another, is the default style sheet's.
 */
import { type ColourName, isColour, type Scheme, toHex } from '../essays/colours.ts';

/** The colours of both schemes. */
export type Palette = Readonly<Record<Scheme, Readonly<Record<ColourName, string>>>>;

/** The palette of the package's `templates/skin.css`. */
export const DEFAULT_PALETTE: Palette = {
  light: {
    paper: '#faf8f3',
    ink: '#211f1c',
    soft: '#524e46',
    rule: '#ddd8cc',
    tint: '#f1ede4',
    accent: '#9c2a1c',
    mark: '#f6e5b3',
  },
  dark: {
    paper: '#1a1917',
    ink: '#e6e1d6',
    soft: '#b2aca1',
    rule: '#37342f',
    tint: '#23211e',
    accent: '#e8917f',
    mark: '#493c18',
  },
};

/** Reads the palette of a compiled style sheet. */
export function readPalette(css: string): Palette {
  const stated = findColours(css);
  const readScheme = (scheme: Scheme) => {
    const plain = [...stated[scheme]].filter(([, value]) => isColour(value));
    const colours = plain.map(([name, value]) => [name, toHex(value)]);
    return { ...DEFAULT_PALETTE[scheme], ...Object.fromEntries(colours) };
  };
  return { light: readScheme('light'), dark: readScheme('dark') };
}

/** The text up to the end of a declaration or the beginning of a block. */
const PART = /((?:(["'])(?:\\.|(?!\2)[^\\])*\2|[^{};"'])*)([{};])/gs;
const COLOUR = /^\s*--(paper|ink|soft|rule|tint|accent|mark)\s*:\s*(.*?)\s*$/s;

/** Finds the last value of each colour in each scheme, as it is written. */
function findColours(css: string): Readonly<Record<Scheme, ReadonlyMap<ColourName, string>>> {
  const found = { light: new Map<ColourName, string>(), dark: new Map<ColourName, string>() };
  const blocks: string[] = [];
  for (const [, text = '', , end] of css.matchAll(PART)) {
    if (end === '{') {
      blocks.push(text.trim());
      continue;
    }
    const [, name, value = ''] = COLOUR.exec(text) ?? [];
    if (name !== undefined) {
      for (const scheme of listSchemes(blocks)) found[scheme].set(name as ColourName, value);
    }
    if (end === '}') blocks.pop();
  }
  return found;
}

const SCHEME = /^@media\s*(?:screen\s*and\s*)?\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)$/;

/** The schemes whose root has the declarations in these blocks, from the outermost in. */
function listSchemes(blocks: readonly string[]): readonly Scheme[] {
  const [selectors = '', ...conditions] = blocks
    .filter((block) => !block.startsWith('@layer'))
    .reverse();
  if (!selectors.split(',').some((selector) => selector.trim() === ':root')) return [];
  if (conditions.length === 0) return ['light', 'dark'];
  const [, scheme] = SCHEME.exec(conditions.join(' ')) ?? [];
  return scheme === undefined ? [] : [scheme as Scheme];
}
