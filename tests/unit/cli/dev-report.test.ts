/**
 * The reports that `blog dev` prints for consecutive builds: each problem once.
 */
import { expect, test } from 'vitest';
import { makeDevReport } from '../../../src/cli/dev.ts';
import type { BuilderResult } from '../../../src/dev/builder.ts';
import { makeProblem, type Problem, type ProblemCode } from '../../../src/problems/problems.ts';
import { makeTerminal } from '../../support/terminal.ts';

const A = 'content/essays/a.md';

function problem(code: ProblemCode, line: number, message = 'Something is wrong'): Problem {
  return makeProblem(code, { file: A, line, column: 1, excerpt: 'some text' }, message, 'Mend it.');
}

const error = problem('title-missing', 1);
const warning = problem('link-broken', 5, 'There is no such page');

function bad(...problems: readonly Problem[]): BuilderResult {
  const nothing = {
    report: null,
    commit: null,
    waiting: null,
    templateFiles: null,
    themeFolder: null,
  };
  return { ...nothing, problems, known: [], moved: [], newest: null };
}

function good(written: number, problems: readonly Problem[] = [], draftsShown = 0): BuilderResult {
  const counts = { essays: 3, pages: 0, draftsShown, leftOut: [] };
  const report = { ...counts, url: '', isPreview: false };
  return { ...bad(...problems), report, commit: { written, unchanged: 0, removed: 0 } };
}

type Build = readonly [result: BuilderResult, changed?: readonly string[]];

/** A report, and the pieces of text that it prints. */
function startReport() {
  const pieces: string[] = [];
  const write = (piece: string) => void pieces.push(piece);
  const dev = makeDevReport({ ...makeTerminal(), write, writeError: write });
  return { dev, pieces };
}

/** The text printed for the last of the builds. */
function report(builds: readonly Build[]): string {
  const { dev, pieces } = startReport();
  for (const [result, changed = [A]] of builds) {
    pieces.length = 0;
    dev.onBuild(result, changed, 23);
  }
  return pieces.join('');
}

const errorText = [
  'error [title-missing] Something is wrong',
  `  ${A}:1:1`,
  '  1 | some text',
  '    | ^',
  '  → Mend it.',
  '',
  '✗ 1 error',
  '',
].join('\n');

const first: Build = [good(9), []];

const cases: readonly [name: string, builds: readonly Build[], text: string][] = [
  ['the first build describes the site', [first], '✓ 3 essays in 23 ms\n'],
  ['drafts are counted', [[good(9, [], 1), []]], '✓ 3 essays, 1 draft among them in 23 ms\n'],
  ['a save reports its result', [first, [good(1)]], `✓ ${A}: 1 file in 23 ms\n`],
  ['a build with nothing to do prints nothing', [first, [good(0)]], ''],
  [
    'many changes are counted',
    [first, [good(5), [A, 'content/essays/b.md', 'content/site.yaml']]],
    `✓ ${A} and 2 more: 5 files in 23 ms\n`,
  ],
  ['a build without a change is reported', [first, [good(2), []]], '✓ 2 files in 23 ms\n'],
  ['an error is shown in full', [first, [bad(error)]], errorText],
  ['an error that is still there is not shown again', [first, [bad(error)], [bad(error)]], ''],
  [
    'an error that moved to another line is not shown again',
    [first, [bad(error)], [bad({ ...error, line: 7, excerpt: 'other text' })]],
    '',
  ],
  [
    'the second error of a kind is shown, and not the first again',
    [first, [bad(error)], [bad(error, error)]],
    errorText.replace('1 error\n', '2 errors\n'),
  ],
  ['a fix is reported', [first, [bad(error)], [good(0)]], `✓ ${A}: all is well again in 23 ms\n`],
  [
    'a fix is reported with the number of files written',
    [first, [bad(error)], [good(2)]],
    `✓ ${A}: all is well again, 2 files in 23 ms\n`,
  ],
  [
    'a fix that leaves warnings is no end of them',
    [first, [bad(error, warning)], [good(2, [warning])]],
    `✓ ${A}: 2 files in 23 ms\n`,
  ],
  ['an error that comes back is shown again', [[bad(error)], [good(1)], [bad(error)]], errorText],
  [
    'a warning is shown once, and later builds are still reported',
    [first, [good(1, [warning])], [good(1, [warning])]],
    `✓ ${A}: 1 file in 23 ms\n`,
  ],
];

test.each(cases)('%s', (_, builds, text) => {
  expect(report(builds)).toBe(text);
});

test('a lack of watches is reported with a hint', () => {
  const { dev, pieces } = startReport();
  dev.onPolling('ENOSPC');
  expect(pieces.join('')).toMatch(
    /is out of file watches \(ENOSPC\)[\s\S]*sudo sysctl fs\.inotify/,
  );
});
