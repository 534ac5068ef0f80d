/**
 * Lines over, under, around and through a part of a formula, as borders and backgrounds. Chromium lacks `menclose`, and
 * Firefox draws it several times as thick as other lines. Inline styles, because they work in feeds too.
 */

/** A line between two corners, or through the middle. */
function makeStrike(direction: string): string {
  const side = direction === '' ? '' : `to ${direction},`;
  return `linear-gradient(${side}transparent calc(50% - 0.04em),currentcolor 0 calc(50% + 0.04em),transparent 0)`;
}

const UP = makeStrike('top left');
const DOWN = makeStrike('top right');

/** The style for each common notation of Temml's `menclose`. */
const STYLES: ReadonlyMap<string, string> = new Map([
  ['top', 'padding-top:0.1em;border-top:0.065em solid'],
  ['bottom', 'padding-bottom:0.1em;border-bottom:0.065em solid'],
  ['box', 'padding:3pt;border:1px solid'],
  ['updiagonalstrike', `background:${UP}`],
  ['downdiagonalstrike', `background:${DOWN}`],
  ['updiagonalstrike downdiagonalstrike', `background:${UP},${DOWN}`],
  ['horizontalstrike', `background:${makeStrike('')}`],
]);

const ENCLOSURE = /<menclose notation="([^"]*)"[^<>]*>|<\/menclose>/g;

/** Replaces each `menclose` by a row with a border or a background. */
export function drawLines(html: string): string {
  if (!html.includes('<menclose')) return html;
  const open: string[] = [];
  return html
    .replace(/<mrow class="tml-cancel [^"]*"><\/mrow>/g, '')
    .replace(ENCLOSURE, (written, notation?: string) => {
      if (notation === undefined) return open.pop() ?? written;
      const style = STYLES.get(notation);
      open.push(style === undefined ? '</menclose>' : '</mrow>');
      if (style === undefined) return written;
      const print = style.startsWith('background') ? ';print-color-adjust:exact' : '';
      return `<mrow style="${style}${print}">`;
    });
}
