import { describe, expect, test } from 'vitest';
import { subjectOf } from '../../../src/problems/edits.ts';
import {
  makeProblem,
  type Problem,
  placeAt,
  sortProblems,
  wholeFile,
} from '../../../src/problems/problems.ts';
import {
  formatProblem,
  formatProblems,
  makePaint,
  showPlace,
} from '../../../src/problems/report.ts';

const plain = makePaint(false);
const text = 'title: A\npublished: February 30\nslug: a\n';
const place = placeAt('content/essays/a.md', text, text.indexOf('February'));
const problem = makeProblem('date-impossible', place, 'There is no such day', 'Correct the date.');

const BLANK = ' '.repeat(12);
describe('a problem is shown in four parts: message, place, source line, hint', () => {
  const where = ['  content/essays/a.md:2:12', '  2 | published: February 30', `    |${BLANK}^`];
  const hint = '  → Correct the date.';
  const cause = 'Error: x\n    at Card (templates/Card.tsx:1:2)';
  const behind = ['  Error: x', '      at Card (templates/Card.tsx:1:2)'];
  /** The beginning of the first line, the overrides of the problem, and the lines after the first. */
  const cases: readonly [what: string, differs: Partial<Problem>, lines: string[]][] = [
    ['notice [date-future]', {}, [...where, hint]],
    ['error [date-impossible]', { hint: null }, where],
    ['error [date-impossible]', wholeFile('site.yaml'), ['  site.yaml', hint]],
    ['error [date-impossible]', { cause }, [...where, ...behind, hint]],
  ];
  test.each(cases)('%s with %j', (what, differs, lines) => {
    const code = /\[(.*)\]/.exec(what)?.[1] as Problem['code'];
    const each = { ...makeProblem(code, place, problem.message, 'Correct the date.'), ...differs };
    const told = [`${what} ${problem.message}`, ...lines];
    expect(formatProblem(each, plain)).toBe(told.join('\n'));
  });

  test('without the passwords in its URLs', () => {
    const source = '[a](https://ann:secret@b.example/x) c@d';
    const where = placeAt('a.md', source, 4);
    const url = 'https://ann:secret@b.example/x';
    const told = makeProblem('link-broken', where, url, `Or ${url}`, { cause: url });
    const shown = formatProblem(told, plain);
    expect(shown).not.toContain('secret');
    expect(shown).toContain('[a](https://ann:******@b.example/x) c@d');
  });

  test('in colour, with the same text', () => {
    const colored = formatProblem(problem, makePaint(true));
    expect(colored).toContain('\u001b[31m\u001b[1merror\u001b[22m\u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes the escape sequences of colours
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(formatProblem(problem, plain));
  });
});

test('what to do is said once, by the first of several problems', () => {
  const make = (code: Problem['code'], hint: string) => makeProblem(code, place, 'Wrong', hint);
  const all = [
    make('link-broken', 'Correct it.'),
    make('link-broken', 'Correct it.'),
    make('link-broken', 'Did you mean `a`?'),
    make('image-missing', 'Correct it.'),
    make('link-broken', 'Correct it.'),
  ];
  const hints = formatProblems(all, plain).match(/→ .*/g);
  expect(hints).toEqual(['→ Correct it.', '→ Did you mean `a`?', '→ Correct it.']);
});

describe('the marker is below the place', () => {
  /** The line and marker that are shown for the place of `@`. */
  function show(line: string, number = 1): [shown: string, marked: string] {
    const whole = '\n'.repeat(number - 1) + line;
    const place = placeAt('a.md', whole, whole.indexOf('@'));
    const lines = formatProblem({ ...problem, ...place }, plain).split('\n');
    return [lines[2] ?? '', lines[3] ?? ''];
  }

  const [xs, ys] = ['x'.repeat(5000), 'y'.repeat(5000)];
  test.each([
    ['after a tab', '\tkey:\t@'],
    ['in line 1000', 'ab@', 1000],
    ['in the eightieth column', `${xs.slice(0, 80)}@`],
    ['at the end of a very long line', `${xs}@`],
    ['at the head of a very long line', `ab@${ys}`],
  ])('%s', (_, line, number = 1) => {
    const [shown, marker] = show(line, number);
    expect(marker.indexOf('^')).toBe(shown.indexOf('@'));
    expect(shown).toContain('@');
    expect(shown).not.toContain('\t');
    expect(shown.length).toBeLessThan(120);
    expect(marker).toMatch(/^ +\| *\^$/);
  });

  test('an ellipsis marks each end at which a line is cut', () => {
    const at = (before: number, after: number) =>
      show(`${'x'.repeat(before)}@${'y'.repeat(after)}`)[0];
    expect(at(500, 500)).toMatch(/^ {2}1 \| …x+@y+…$/);
    expect(at(500, 0)).toMatch(/^ {2}1 \| …x+@$/);
    expect(at(0, 500)).toMatch(/^ {2}1 \| @y+…$/);
    expect(at(40, 40)).toMatch(/^ {2}1 \| x{40}@y{40}$/);
  });

  test('a problem holds no more than 200 characters of a line', () => {
    for (const column of [1, 60, 101, 102, 5000, 10_001]) {
      const { excerpt } = placeAt('a.md', `\n${xs}${ys}\n`, column);
      expect(excerpt?.length).toBe(column === 10_001 ? 99 : 200);
    }
  });

  test('a cut never splits a surrogate pair', () => {
    for (let before = 120; before < 124; before++) {
      const [shown] = show(`${'x'.repeat(before % 2)}${'🎉'.repeat(before)}@${'🎉'.repeat(200)}`);
      expect(shown).not.toMatch(/\p{Surrogate}/u);
    }
  });
});

test('no control character in a text or a file name reaches the terminal', () => {
  const evil = 'a\u001b[31m\u0007\u0000\u009b\u007fb\ud800';
  const place = placeAt(`${evil}.md`, evil, evil.length);
  const cause = `${evil}\n\t`;
  const told = makeProblem('link-broken', place, `x ${evil}`, evil, { cause });
  const safe = 'a␛[31m␇␀\ufffd\ufffdb\ufffd';
  expect(formatProblem(told, plain).split('\n').slice(0, 3)).toEqual([
    `warning [link-broken] x ${safe}`,
    `  ${safe}.md:1:13`,
    `  1 | ${safe}`,
  ]);
  expect(formatProblem(told, plain)).toMatch(/^[\P{Cc}\n\t]*$/u);
  expect(JSON.stringify({ ...told, file: '' })).not.toMatch(/\\u|[\u007f-\u009f]/);
});

describe('many problems', () => {
  const warnings = (count: number): Problem[] =>
    Array.from({ length: count }, (_, index) => ({
      ...makeProblem('link-broken', place, `Link ${index}`, 'Correct it.'),
      line: index,
    }));

  const broken = (file: string, path: string, code: Problem['code'] = 'link-broken') => {
    const message = `The link \`${path}\` leads to nothing`;
    const subject = subjectOf(path);
    return makeProblem(code, placeAt(file, 'x', 0), message, 'Correct it.', { subject });
  };
  const groups = (problems: readonly Problem[], known: readonly Problem[] = []) =>
    formatProblems(problems, plain, known);

  test('are shown in full if there are at most 25 warnings and 25 errors', () => {
    const errors = Array<Problem>(25).fill(problem);
    const shown = formatProblems([...warnings(25), ...errors], plain);
    expect(shown.match(/Link \d+$/gm)).toHaveLength(25);
    expect(shown.match(/There is no such day$/gm)).toHaveLength(25);
  });

  test('are otherwise grouped, errors too, after the others', () => {
    const untitled = Array.from({ length: 737 }, (_, i) => {
      return makeProblem('title-missing', placeAt(`${i}.md`, 'x', 0), 'No title', 'Add one.');
    });
    const [warning] = warnings(1);
    expect(groups([warning as Problem, ...untitled])).toBe(
      `${formatProblem(warning as Problem, plain)}\n\nTo see every one in full: blog check\n\n` +
        'error [title-missing] 737 times in 737 files\n  0.md:1:1 No title\n  → Add one.\n',
    );
  });

  test('are otherwise grouped by code and by the folder, host or word that they name', () => {
    const images = Array.from({ length: 24 }, (_, i) => broken(`${i % 3}.md`, `/images/${i}.png`));
    const others = [
      broken('a.md', 'https://x.example/1'),
      broken('b.md', 'https://x.example/2'),
      broken('c.md', 'up'),
      broken('d.md', '../../a/b', 'image-missing'),
    ];
    const first = (title: string, line: string) =>
      `warning [${title}\n  ${line} leads to nothing\n  → Correct it.\n\n`;
    expect(groups([...images, ...others, problem])).toBe(
      first('link-broken] 24 times in 3 files: /images/…', '0.md:1:1 The link `/images/0.png`') +
        first(
          'link-broken] 2 times in 2 files: https://x.example/…',
          'a.md:1:1 The link `https://x.example/1`',
        ) +
        first('link-broken]', 'c.md:1:1 The link `up`') +
        first('image-missing]', 'd.md:1:1 The link `../../a/b`') +
        `To see every one in full: blog check\n\n${formatProblem(problem, plain)}\n`,
    );
  });

  test('without a subject are grouped by message', () => {
    const unknown = Array.from({ length: 26 }, (_, i) => {
      const message = `The key \`${i < 20 ? 'layout' : 'lede'}\` is unknown`;
      return makeProblem('key-unknown', placeAt(`${i}.md`, 'x', 0), message, 'Remove it.');
    });
    const told = (times: number, at: number, key: string) =>
      `warning [key-unknown] ${times} times in ${times} files\n` +
      `  ${at}.md:1:1 The key \`${key}\` is unknown\n  → Remove it.\n\n`;
    expect(groups(unknown)).toBe(
      `${told(20, 0, 'layout')}${told(6, 20, 'lede')}To see every one in full: blog check\n`,
    );
  });

  test('with one code but too many subjects form one group', () => {
    const all = Array.from({ length: 26 }, (_, i) => broken('a.md', `/folder-${i}/x`));
    expect(groups(all).match(/^warn.*/gm)).toEqual(['warning [link-broken] 26 times in 1 file']);
  });

  test('of the last build are only counted, and new ones are shown in full', () => {
    const known = warnings(30);
    const counted = '30 as in the last build. To see every one in full: blog check\n';
    expect(groups(known, known)).toBe(counted);
    const fresh = broken('a.md', '/new');
    expect(groups([fresh, ...known], known)).toBe(`${formatProblem(fresh, plain)}\n\n${counted}`);
    // A problem that an edit has moved to another line is still known; a second one like it is new.
    const moved = known.map((each) => ({ ...each, line: 99 }));
    expect(groups(moved, known)).toContain('30 as in');
    expect(groups([...known, ...known.slice(0, 1)], known)).toContain('30 as in');
  });
});

test('problems are sorted by severity, errors last, and then by place', () => {
  const at = (code: Problem['code'], file: string, line: number | null, column: number | null) =>
    makeProblem(code, { file, line, column, excerpt: null }, 'x');
  const sorted = [
    at('date-future', 'z.md', 1, 1),
    at('link-broken', 'c.md', 9, 2),
    at('link-broken', 'c.md', 9, 7),
    at('link-broken', 'c.md', 10, 1),
    at('slug-empty', 'a.md', 1, 1),
    at('slug-empty', 'b.md', null, null),
    at('slug-empty', 'b.md', 2, 1),
  ];
  expect(sortProblems(sorted.toReversed())).toEqual(sorted);
  const places = 'z.md:1:1 c.md:9:2 c.md:9:7 c.md:10:1 a.md:1:1 b.md b.md:2:1';
  expect(sorted.map(showPlace).join(' ')).toBe(places);
});

test.each([
  ['abc', 2, 1, 3, 'abc'],
  ['abc', 99, 1, 4, 'abc'],
  ['abc', -1, 1, 1, 'abc'],
  ['a\nb\n', 2, 2, 1, 'b'],
  ['a\nb\n', 4, 3, 1, ''],
])('the place in %j at %d', (whole, offset, line, column, excerpt) => {
  expect(placeAt('a.md', whole, offset)).toMatchObject({ file: 'a.md', line, column, excerpt });
});

test('a place does not depend on the one that was asked for before it', () => {
  const texts = ['a\nbc\n\nd', '\n\nxyz\n'];
  for (const [before, offset] of [0, 1, 2, 3, 4, 5, 6, 7].flatMap((a) =>
    [a, 7 - a, 3].map((b) => [a, b] as const),
  )) {
    for (const text of texts) {
      placeAt('a.md', text, before);
      const lines = text.slice(0, offset).split('\n');
      const column = (lines.at(-1)?.length ?? 0) + 1;
      expect(placeAt('a.md', text, offset)).toMatchObject({ line: lines.length, column });
    }
  }
});
