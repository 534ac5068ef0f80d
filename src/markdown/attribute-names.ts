/**
 * The HTML names of attributes, by the names that the engine's HTML parser uses: `className` is `class`, and
 * `strokeWidth` in a drawing `stroke-width`. Pure.
 */

/** Names that differ in more than capitals. */
const SPELLINGS: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  acceptCharset: 'accept-charset',
  httpEquiv: 'http-equiv',
  ':xmlns': 'xmlns',
};

/** Names in drawings that have hyphens. Browsers know those with capitals in any case. */
const HYPHENATED = (
  'accent-height alignment-baseline baseline-shift cap-height clip-path clip-rule color-interpolation ' +
  'color-interpolation-filters color-profile color-rendering dominant-baseline enable-background ' +
  'fill-opacity fill-rule flood-color flood-opacity font-family font-size font-size-adjust ' +
  'font-stretch font-style font-variant font-weight glyph-name glyph-orientation-horizontal ' +
  'glyph-orientation-vertical horiz-adv-x horiz-origin-x horiz-origin-y image-rendering ' +
  'letter-spacing lighting-color marker-end marker-mid marker-start overline-position ' +
  'overline-thickness paint-order panose-1 pointer-events rendering-intent shape-rendering stop-color ' +
  'stop-opacity strikethrough-position strikethrough-thickness stroke-dasharray stroke-dashoffset ' +
  'stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor ' +
  'text-decoration text-rendering transform-origin underline-position underline-thickness ' +
  'unicode-bidi unicode-range units-per-em v-alphabetic v-hanging v-ideographic v-mathematical ' +
  'vector-effect vert-adv-y vert-origin-x vert-origin-y word-spacing writing-mode x-height'
).split(' ');

const IN_DRAWINGS: ReadonlyMap<string, string> = new Map(
  HYPHENATED.map((name) => [name.replaceAll('-', ''), name]),
);

/** Finds the name of an attribute in HTML. */
export function nameAttribute(property: string, isDrawing: boolean): string {
  const known = SPELLINGS[property];
  if (known !== undefined) return known;
  const folded = property.toLowerCase();
  if (/^aria[A-Z]/.test(property)) return `aria-${folded.slice('aria'.length)}`;
  if (/^data[A-Z\d-]/.test(property)) return nameData(property);
  if (/^(?:xLink|xml|xmlns)[A-Z]/.test(property)) return folded.replace(/^xlink|xmlns|xml/, '$&:');
  return isDrawing ? (IN_DRAWINGS.get(folded) ?? property) : folded;
}

/** `dataNoteRef` is `data-note-ref`, and `dataX-1` is `data-x-1`. */
function nameData(property: string): string {
  const name = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return name.startsWith('data-') ? name : `data-${name.slice('data'.length)}`;
}
