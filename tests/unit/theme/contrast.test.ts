/** The warning of colours in site.yaml that make a text hard to read. */
import { expect, test } from 'vitest';
import { contrastOf } from '../../../src/essays/colours.ts';
import { parseConfig } from '../../../src/essays/config.ts';
import { checkContrast } from '../../../src/theme/contrast.ts';
import { DEFAULT_PALETTE } from '../../../src/theme/palette.ts';
import { applyToPalette } from '../../../src/theme/settings-style.ts';
import { inShort } from '../../support/problems.ts';

const REQUIRED = 'name: Ann\nurl: https://ann.example\n';

/** The problems of a site.yaml in the colours of the default theme. */
function check(yaml: string) {
  const bytes = Buffer.from(REQUIRED + yaml);
  const { value, problems } = parseConfig({ path: 'content/site.yaml', bytes });
  expect(problems).toEqual([]);
  return checkContrast(value, applyToPalette(DEFAULT_PALETTE, value));
}

const NONE: readonly string[] = [];
test.each<[yaml: string, told: readonly string[]]>([
  ['', NONE],
  ['colors: { accent: navy, dark: { accent: pink } }', NONE],
  // Colours that no text stands on.
  ['colors: { rule: white, tint: white, mark: yellow }', NONE],
  ['colors: { accent: pink }', ['3:19 `accent` on `paper` has a contrast of 1.4:1']],
  ['colors: { soft: gray }', ['3:17 `soft` on `tint` has a contrast of 3.3:1']],
  ['colors: { ink: "#888" }', ['3:17 `ink` on `mark` has a contrast of 2.8:1']],
  // A ground is told of only if its text is the theme's.
  ['colors: { paper: gray }', ['3:18 `accent` on `paper` has a contrast of 1.9:1']],
  ['colors: { mark: black }', ['3:17 `ink` on `mark` has a contrast of 1.2:1']],
  ['colors: { paper: white, accent: pink }', ['3:33 `accent` on `paper` has a contrast of 1.5:1']],
  // The colours of one scheme are not those of the other.
  [
    'colors: { dark: { accent: navy } }',
    ['3:27 `accent` on `paper` has a contrast of 1:1 in the dark scheme'],
  ],
  ['colors: { accent: navy }\ncolorScheme: light', NONE],
  [
    'colors: { accent: navy }\ncolorScheme: dark',
    ['3:19 `accent` on `paper` has a contrast of 1:1'],
  ],
  ['colors: { accent: navy, dark: { accent: pink } }\ncolorScheme: dark', NONE],
  ['colors: { accent: navy, dark: { accent: navy } }\ncolorScheme: light', NONE],
])('%j has %j', (yaml, told) => {
  const found = inShort(check(yaml)).map((each) => each.replace('contrast-low ', ''));
  expect(found).toEqual(told.map((each) => expect.stringContaining(each)));
});

test.each([
  ['pink', 'colors: { accent: pink }', /^"#[\da-f]{6}"$/],
  ['#ffc0cb', 'colors: { accent: "#ffc0cb" }', /^#[\da-f]{6}$/],
  ['gray', 'colors: { soft: gray, tint: black }', null],
  ['navy', 'colors: { dark: { accent: navy } }', /^"#/],
])('%s in %j can be replaced by a colour that passes', (was, yaml, form) => {
  const [problem] = check(yaml);
  const [edit] = problem?.edits ?? [];
  if (form === null || edit === undefined) {
    expect([form, edit, problem?.hint]).toEqual([
      null,
      undefined,
      expect.stringMatching(/^Choose a darker or lighter /),
    ]);
    return;
  }
  expect(edit).toMatchObject({ was, is: expect.stringMatching(form) });
  const at = edit.at - REQUIRED.length;
  expect(check(yaml.slice(0, at) + edit.is + yaml.slice(at + was.length))).toEqual([]);
});

test.each<[yaml: string, changed: RegExp]>([
  [
    'colors: { paper: gray }',
    /^colors: \{ paper: gray, ink: "#\w+", soft: "#\w+", accent: "#\w+" \}$/,
  ],
  [
    'colors:\n  paper: "#b8b0a0" # sand\n',
    /^colors:\n {2}soft: "#\w+"\n {2}accent: "#\w+"\n {2}paper: "#b8b0a0" # sand\n$/,
  ],
  // A dark page takes over the theme's other colours.
  [
    'colors: { paper: "#101418" }',
    /paper: "#101418", ink: "#e6e1d6", soft: "#b2aca1".* mark: "#493c18" \}$/,
  ],
  [
    'colors:\n  paper: black\n  accent: yellow\n',
    /^colors:\n {2}ink: "#e6e1d6"\n(?:(?! {2}accent).*\n)+ {2}paper: black\n {2}accent: yellow\n$/,
  ],
  ['colors: { tint: "#bbb" }', /^colors: \{ tint: "#bbb", soft: "#\w+" \}$/],
  ['colors: { dark: { paper: "#555" } }', /^colors: \{ dark: \{ paper: "#555", .*soft: "#\w+"/],
])('the background in %j stays, and the texts on it change', (yaml, changed) => {
  const [problem] = check(yaml);
  const [edit] = problem?.edits ?? [];
  const at = (edit?.at ?? 0) - REQUIRED.length;
  const mended = yaml.slice(0, at) + edit?.is + yaml.slice(at);
  expect(mended).toMatch(changed);
  expect(check(mended)).toEqual([]);
});

test('the suggestion is as near as possible', () => {
  const [edit] = check('colors: { accent: "#ff5577" }')[0]?.edits ?? [];
  expect(contrastOf(edit?.is.replaceAll('"', '') ?? '', DEFAULT_PALETTE.light.paper)).toBeLessThan(
    4.6,
  );
});
