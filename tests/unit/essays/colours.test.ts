/** Colours of site.yaml: which are read, what is said of others, and the arithmetic of contrast. */
import { describe, expect, test } from 'vitest';
import { contrastOf, findNearest, toHex } from '../../../src/essays/colours.ts';
import { parseConfig } from '../../../src/essays/config.ts';
import { inShort } from '../../support/problems.ts';

const REQUIRED = 'name: Ann\nurl: https://ann.example\n';

/** The colours of a site.yaml, `name value` each, and its problems in short form. */
function read(yaml: string) {
  const bytes = Buffer.from(REQUIRED + yaml);
  const { value, problems } = parseConfig({ path: 'content/site.yaml', bytes });
  const { light, dark } = value.colors;
  const list = (colours: typeof light) => colours.map((each) => `${each.name} ${each.value}`);
  return { light: list(light), dark: list(dark), told: inShort(problems), problems };
}

test('colours are read for both schemes, each with its place', () => {
  const yaml =
    'colors:\n  ink: black\n  accent: "#1f3fd1"\n  dark: { accent: oklch(80% 0.1 265) }\n';
  const { told, light, dark } = read(yaml);
  expect([told, light, dark]).toEqual([
    [],
    ['ink black', 'accent #1f3fd1'],
    ['accent oklch(80% 0.1 265)'],
  ]);
  const { value } = parseConfig({ path: 'content/site.yaml', bytes: Buffer.from(REQUIRED + yaml) });
  expect(value.colors.dark[0]?.place).toMatchObject({ line: 6, column: 19 });
});

test.each([
  ['navy', '#000080'],
  ['RebeccaPurple', '#663399'],
  ['#FFF', '#ffffff'],
  ['rgb(1, 2, 3)', '#010203'],
  ['rgb(1 2 3 / 50%)', '#01020380'],
  ['hsl(120deg 100% 25%)', '#008000'],
  ['hwb(0 0% 0%)', '#ff0000'],
  ['lab(50% 0 0)', '#777777'],
  ['oklch(50% 0 0)', '#636363'],
  // Outside of what every screen shows: less chroma, the same hue.
  ['oklch(50% 0.4 140)', '#217700'],
])('%s is a colour: %s', (written, hex) => {
  expect(read(`colors: { ink: '${written}' }`)).toMatchObject({
    told: [],
    light: [`ink ${written}`],
  });
  expect(toHex(written)).toBe(hex);
});

const HINT = 'Write a name such as navy, "#1f3fd1" in quotes, or oklch(45% 0.2 265).';
test.each([
  ['nvy', 'Did you mean `navy`?'],
  ['1f3fd1', HINT],
  ['"#1f"', HINT],
  ['var(--accent)', HINT],
  ['currentColor', HINT],
  ['red}body{color:red', HINT],
])('`%s` is refused', (written, hint) => {
  const quoted = written.includes('}') ? `"${written}"` : written;
  const { light, told } = read(`colors:\n  ink: ${quoted}\n`);
  const column = quoted.startsWith('"') ? 9 : 8;
  const plain = written.replaceAll('"', '');
  const report = `value-invalid 4:${column} \`ink\` must be a CSS colour, but is \`${plain}\` → ${hint}`;
  expect([light, told]).toEqual([[], [report]]);
});

test('unknown names are reported in both schemes', () => {
  const { told } = read('colors:\n  acent: red\n  dark:\n    dark: red\n    pper: black\n');
  const all = 'paper, ink, soft, rule, tint, accent, mark';
  expect(told).toEqual([
    'key-unknown 4:3 The key `acent` is unknown, so it is ignored → Did you mean `accent`?',
    expect.stringMatching(
      `^key-unknown 6:5 The key \`dark\` .* → (Did you mean|The keys are ${all})`,
    ),
    'key-unknown 7:5 The key `pper` is unknown, so it is ignored → Did you mean `paper`?',
  ]);
});

test('a number that YAML takes for a comment is put into quotes', () => {
  const yaml = 'colors:\n  accent: #9c2a1c\n  dark:\n    ink: #fff\n';
  const { told, light, problems } = read(yaml);
  expect(light).toEqual([]);
  const cut = 'In YAML, a `#` after a space begins a comment, so this is left out → ';
  expect(told).toEqual([
    expect.stringContaining(`value-cut 4:11 ${cut}`),
    expect.stringContaining(`value-cut 6:10 ${cut}`),
  ]);
  const edits = problems.flatMap((each) => each.edits ?? []);
  const fixed = edits.reduceRight(
    (text, { at, was, is }) => text.slice(0, at) + is + text.slice(at + was.length),
    REQUIRED + yaml,
  );
  expect(read(fixed.slice(REQUIRED.length))).toMatchObject({
    light: ['accent #9c2a1c'],
    dark: ['ink #fff'],
    told: [],
  });
});

describe('contrast', () => {
  test.each([
    ['black', 'white', 21],
    ['white', 'white', 1],
    ['#777', 'white', 4.48],
    ['#767676', 'white', 4.54],
    // A text that lets its ground through.
    ['rgb(0 0 0 / 50%)', 'white', 3.98],
  ])('of %s on %s is %d', (text, ground, ratio) => {
    expect(contrastOf(text, ground)).toBeCloseTo(ratio, 2);
  });

  test.each([
    ['#ff8888', 'white', /^#c[0-9a-f]{5}$/],
    ['#333333', 'black', /^#7[0-9a-f]7[0-9a-f]7[0-9a-f]$/],
  ])('a colour like %s that is readable on %s is the nearest one', (colour, ground, form) => {
    const found = findNearest(colour, (hex) => contrastOf(hex, ground) >= 4.5) ?? '';
    expect(found).toMatch(form);
    expect(contrastOf(found, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(found, ground)).toBeLessThan(4.7);
  });

  test('there may be no such colour', () => {
    expect(findNearest('red', () => false)).toBe(null);
  });
});
