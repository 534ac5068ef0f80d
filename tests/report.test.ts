import { describe, expect, test } from 'vitest';
import { makeProblem, type Problem, placeAt, sortProblems, wholeFile } from '../src/problems.ts';
import { formatProblem, formatProblems, makePaint, showPlace } from '../src/report.ts';

const plain = makePaint(false);
const text = 'title: A\npublished: February 30\nslug: a\n';
const place = placeAt('content/essays/a.md', text, text.indexOf('February'));
const problem: Problem = makeProblem(
  'date-impossible',
  place,
  'There is no such day',
  'Correct the date.',
);

describe('a problem is told in four parts: what, where, the line, what to do', () => {
  const lines = [
    '  content/essays/a.md:2:12',
    '  2 | published: February 30',
    '    |            ^',
    '  → Correct the date.',
  ];
  const severities: readonly [code: Problem['code'], first: string][] = [
    ['date-impossible', 'error [date-impossible] There is no such day'],
    ['date-weekday', 'warning [date-weekday] There is no such day'],
    ['date-future', 'notice [date-future] There is no such day'],
  ];
  test.each(severities)('%s', (code, first) => {
    const each = makeProblem(code, place, problem.message, problem.hint);
    expect(formatProblem(each, plain).split('\n')).toEqual([first, ...lines]);
  });

  test('without a hint', () => {
    expect(formatProblem({ ...problem, hint: null }, plain).split('\n')).toEqual([
      'error [date-impossible] There is no such day',
      ...lines.slice(0, 3),
    ]);
  });

  test('without a line, for a file as a whole', () => {
    expect(formatProblem({ ...problem, ...wholeFile('content/site.yaml') }, plain)).toBe(
      'error [date-impossible] There is no such day\n  content/site.yaml\n  → Correct the date.',
    );
  });

  test('with what lies behind it, indented', () => {
    const cause = 'Error: x\n    at Card (templates/Card.tsx:1:2)';
    expect(
      formatProblem({ ...problem, cause }, plain)
        .split('\n')
        .slice(4),
    ).toEqual(['  Error: x', '      at Card (templates/Card.tsx:1:2)', '  → Correct the date.']);
  });

  test('with colour, which changes no letter', () => {
    const colored = formatProblem(problem, makePaint(true));
    expect(colored).toContain('\u001b[31m\u001b[1merror\u001b[22m\u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what colour is made of
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(formatProblem(problem, plain));
  });
});

describe('the marker stands under the place', () => {
  /** The shown line and marker for the place of `@` in a line. */
  function show(line: string, number = 1): [shown: string, marked: string] {
    const whole = '\n'.repeat(number - 1) + line;
    const place = placeAt('a.md', whole, whole.indexOf('@'));
    const [, , shown = '', marker = ''] = formatProblem({ ...problem, ...place }, plain).split(
      '\n',
    );
    return [shown, marker];
  }

  const cases: readonly [name: string, line: string, number: number][] = [
    ['at the first column', '@bc', 1],
    ['at the end', 'abc@', 1],
    ['after a tab', '\tkey:\t@', 1],
    ['in line 1000', 'ab@', 1000],
    ['in the eightieth column', `${'x'.repeat(80)}@`, 1],
    ['in a very long line', `${'x'.repeat(5000)}@${'y'.repeat(5000)}`, 1],
    ['at the end of a very long line', `${'x'.repeat(5000)}@`, 1],
    ['at the head of a very long line', `ab@${'y'.repeat(5000)}`, 1],
    ['after letters with accents', 'é ü @', 1],
  ];
  test.each(cases)('%s', (_, line, number) => {
    const [shown, marker] = show(line, number);
    expect(marker.indexOf('^')).toBe(shown.indexOf('@'));
    expect(shown).toContain('@');
    expect(shown).not.toContain('\t');
    expect(shown.length).toBeLessThan(120);
    expect(marker).toMatch(/^ +\| *\^$/);
  });

  test('a line that is cut says so on each side that lacks something', () => {
    expect(show(`${'x'.repeat(500)}@${'y'.repeat(500)}`)[0]).toMatch(/^ {2}1 \| …x+@y+…$/);
    expect(show(`${'x'.repeat(500)}@`)[0]).toMatch(/^ {2}1 \| …x+@$/);
    expect(show(`@${'y'.repeat(500)}`)[0]).toMatch(/^ {2}1 \| @y+…$/);
    expect(show(`${'x'.repeat(40)}@${'y'.repeat(40)}`)[0]).toBe(
      `  1 | ${'x'.repeat(40)}@${'y'.repeat(40)}`,
    );
  });

  test('a cut parts no sign in two', () => {
    for (let before = 120; before < 124; before++) {
      const [shown] = show(`${'x'.repeat(before % 2)}${'🎉'.repeat(before)}@${'🎉'.repeat(200)}`);
      expect(shown).not.toMatch(/\p{Surrogate}/u);
    }
  });
});

describe('many problems', () => {
  const warning = (i: number): Problem => ({
    ...makeProblem('link-broken', place, `Link ${i}`, 'Correct it.'),
    line: i,
  });
  const warnings = (count: number) => Array.from({ length: count }, (_, i) => warning(i + 1));

  test('are shown in full up to a dozen warnings', () => {
    const shown = formatProblems(warnings(12), plain);
    expect(shown.match(/→ Correct it\./g)).toHaveLength(12);
  });

  test('take one line each from the thirteenth on, and none is left out', () => {
    expect(formatProblems(warnings(13), plain).trimEnd().split('\n')).toEqual(
      warnings(13).map(({ line }) => `content/essays/a.md:${line}:12 warning Link ${line}`),
    );
  });

  test('leave errors whole, however many warnings there are', () => {
    const shown = formatProblems([...warnings(13), problem], plain);
    expect(shown).toContain(formatProblem(problem, plain));
    expect(shown).not.toContain('→ Correct it.');
  });

  test('are shown in full where all are errors', () => {
    const shown = formatProblems(
      Array.from({ length: 50 }, () => problem),
      plain,
    );
    expect(shown.match(/→ Correct the date\./g)).toHaveLength(50);
  });
});

test('the gravest problems stand last, each severity in the order of places', () => {
  const at = (code: Problem['code'], file: string, line: number | null, column: number | null) =>
    makeProblem(code, { file, line, column, excerpt: null }, 'x');
  const sorted = sortProblems([
    at('slug-empty', 'b.md', 2, 1),
    at('link-broken', 'c.md', 10, 1),
    at('slug-empty', 'a.md', 1, 1),
    at('slug-empty', 'b.md', null, null),
    at('link-broken', 'c.md', 9, 7),
    at('date-future', 'z.md', 1, 1),
    at('link-broken', 'c.md', 9, 2),
  ]);
  expect(sorted.map((each) => `${each.severity} ${showPlace(each)}`)).toEqual([
    'notice z.md:1:1',
    'warning c.md:9:2',
    'warning c.md:9:7',
    'warning c.md:10:1',
    'error a.md:1:1',
    'error b.md',
    'error b.md:2:1',
  ]);
});

describe('a place in a text', () => {
  const cases: readonly [
    text: string,
    offset: number,
    line: number,
    column: number,
    excerpt: string,
  ][] = [
    ['', 0, 1, 1, ''],
    ['abc', 0, 1, 1, 'abc'],
    ['abc', 2, 1, 3, 'abc'],
    ['abc', 99, 1, 4, 'abc'],
    ['abc', -1, 1, 1, 'abc'],
    ['a\nb\n', 2, 2, 1, 'b'],
    ['a\nb\n', 1, 1, 2, 'a'],
    ['a\nb\n', 4, 3, 1, ''],
    ['\n\n\nx', 3, 4, 1, 'x'],
    ['\nx', 0, 1, 1, ''],
  ];
  test.each(cases)('%j at %d', (whole, offset, line, column, excerpt) => {
    expect(placeAt('a.md', whole, offset)).toEqual({ file: 'a.md', line, column, excerpt });
  });
});
