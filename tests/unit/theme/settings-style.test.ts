/** The CSS of `colors` and `colorScheme`, and where it is added to a style sheet. */
import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/essays/config.ts';
import { DEFAULT_PALETTE } from '../../../src/theme/palette.ts';
import { applySettings, applyToPalette, SETTINGS_MARK } from '../../../src/theme/settings-style.ts';

function readSettings(yaml: string) {
  const bytes = Buffer.from(`name: Ann\nurl: https://ann.example\n${yaml}`);
  return parseConfig({ path: 'content/site.yaml', bytes }).value;
}

const CSS = 'a{color:red}';
const when = (scheme: string) =>
  `@media screen and (not (prefers-contrast:more)) and (prefers-color-scheme:${scheme})`;
const DARK = '@media (prefers-color-scheme:dark){a{color:blue}}';
const LIGHT = '@media screen and (prefers-color-scheme: light){b{top:0}}';

test.each([
  ['', CSS, CSS],
  ['', `${CSS}${SETTINGS_MARK}b{top:0}`, `${CSS}b{top:0}`],
  ['colors: { ink: navy }', CSS, `${CSS}${when('light')}{:root{--ink:navy}}\n`],
  [
    'colors: { ink: navy, dark: { paper: black, ink: white } }',
    `${CSS}${SETTINGS_MARK}b{top:0}`,
    `${CSS}${when('light')}{:root{--ink:navy}}\n${when('dark')}{:root{--paper:black;--ink:white}}\nb{top:0}`,
  ],
  // One scheme: its rules are for every reader, and those of the other for none.
  [
    'colorScheme: light',
    CSS + DARK + LIGHT,
    `${CSS}@media (width<0){a{color:blue}}@media screen and (width>=0){b{top:0}}@media screen{:root{color-scheme:light}}`,
  ],
  [
    'colorScheme: dark\ncolors: { ink: navy, rule: red, dark: { ink: white } }',
    DARK,
    `@media (width>=0){a{color:blue}}${when('').replace(/\(prefers-color-scheme:\)/, '(width>=0)')}{:root{--rule:red;--ink:white}}\n@media screen{:root{color-scheme:dark}}`,
  ],
])('%j applied to %j', (yaml, css, expected) => {
  expect(applySettings(css, readSettings(yaml), '')).toBe(expected);
});

test.each([
  ['', {}, {}],
  ['colors: { ink: navy }', { ink: '#000080' }, {}],
  ['colors: { dark: { ink: pink, mark: "#00f" } }', {}, { ink: '#ffc0cb', mark: '#0000ff' }],
])('with %j, the palette follows', (yaml, light, dark) => {
  expect(applyToPalette(DEFAULT_PALETTE, readSettings(yaml))).toEqual({
    light: { ...DEFAULT_PALETTE.light, ...light },
    dark: { ...DEFAULT_PALETTE.dark, ...dark },
  });
});

test('the palette of a single scheme is that of both', () => {
  const only = { ...DEFAULT_PALETTE.dark, accent: '#ffc0cb' };
  const settings = readSettings('colorScheme: dark\ncolors: { accent: pink }');
  expect(applyToPalette(DEFAULT_PALETTE, settings)).toEqual({ light: only, dark: only });
});
