/**
 * Style sheet → palette: the colours that an author states once, as custom properties of `:root`, for everything that
 * is drawn without the style sheet: social cards, the icon, and the browser's own UI. Pure.
 *
 * A colour that is not stated plainly, such as one that refers to another, is the default style sheet's.
 */
import type { ColourProps } from './props.ts';

/** The colours of both schemes. */
export type Palette = Readonly<Record<'light' | 'dark', ColourProps>>;

/** The palette of the package's `templates/styles/base.css`. */
export const DEFAULT_PALETTE: Palette = {
  light: { paper: '#faf8f3', ink: '#211f1c', soft: '#524e46', rule: '#ddd8cc', accent: '#9c2a1c' },
  dark: { paper: '#1a1917', ink: '#e6e1d6', soft: '#b2aca1', rule: '#37342f', accent: '#e8917f' },
};

/**
 * Reads the palette of a compiled style sheet. `minify` compiles a style sheet for old browsers, which
 * converts each plain colour to a number, or to its name where that is shorter.
 */
export async function readPalette(
  css: string,
  minify: (css: string) => Promise<string>,
): Promise<Palette> {
  // Every rule differs, so none are merged. Upper-case colour names are converted too.
  const rules = [...findColours(css)].map(
    ([name, value], index) =>
      `.${name}{order:${index};color:${value.replace(/^\w+$/, (word) => word.toUpperCase())}}`,
  );
  const converted = await minify(rules.join(''));
  const plain = [...converted.matchAll(PLAIN)];
  const readScheme = (scheme: keyof Palette): ColourProps => {
    const stated = plain.filter((match) => match[1] === scheme);
    const colours = Object.fromEntries(stated.map(([, , name, colour]) => [name, colour]));
    return { ...DEFAULT_PALETTE[scheme], ...colours };
  };
  return { light: readScheme('light'), dark: readScheme('dark') };
}

/** Matches a converted rule whose colour is plain: the scheme, the name, the colour. */
const PLAIN =
  /\.(light|dark)-(\w+)\{order:\d+;color:(#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+)(?=[;}!])/g;

/** The text up to the end of a declaration or the beginning of a block. */
const PART = /((?:(["'])(?:\\.|(?!\2)[^\\])*\2|[^{};"'])*)([{};])/gs;
const COLOUR = /^\s*--(paper|ink|soft|rule|accent)\s*:\s*(.*?)\s*$/s;

/** Finds the last value of each colour, as it is written, by names such as `dark-paper`. */
function findColours(css: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const blocks: string[] = [];
  for (const [, text = '', , end] of css.matchAll(PART)) {
    if (end === '{') {
      blocks.push(text.trim());
      continue;
    }
    const [, name, value = ''] = COLOUR.exec(text) ?? [];
    const schemes = name === undefined ? [] : listSchemes(blocks);
    for (const scheme of schemes) found.set(`${scheme}-${name}`, value);
    if (end === '}') blocks.pop();
  }
  return found;
}

const SCHEME = /^@media\s*(?:screen\s*and\s*)?\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)$/;

/** The schemes whose root has the declarations in these blocks, from the outermost in. */
function listSchemes(blocks: readonly string[]): readonly string[] {
  const [selectors = '', ...conditions] = blocks
    .filter((block) => !block.startsWith('@layer'))
    .reverse();
  if (!selectors.split(',').some((selector) => selector.trim() === ':root')) return [];
  if (conditions.length === 0) return ['light', 'dark'];
  const [, scheme] = SCHEME.exec(conditions.join(' ')) ?? [];
  return scheme === undefined ? [] : [scheme];
}
