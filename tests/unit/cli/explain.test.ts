/**
 * `blog explain` and docs/problems.md, which it prints.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runExplain } from '../../../src/cli/explain.ts';
import { severityOfCode } from '../../../src/problems/problems.ts';
import { packageRoot } from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const MANUAL = readFileSync(join(packageRoot, 'docs/problems.md'), 'utf8');

function explain(code?: string) {
  const terminal = makeTerminal();
  const exitCode = runExplain(code, MANUAL, terminal);
  return { exitCode, ...terminal.texts };
}

describe('docs/problems.md', () => {
  const [, ...sections] = MANUAL.split('\n## ');
  const codes = Object.keys(severityOfCode).sort();

  test('has exactly one section for each code, in alphabetical order', () => {
    expect(sections.map((section) => section.split('\n')[0])).toEqual(codes);
  });

  test.each(Object.entries(severityOfCode))(
    '%s begins with its severity, %s, and has a good example',
    (code, severity) => {
      const section = sections.find((each) => each.startsWith(`${code}\n`)) ?? '';
      expect(section.split('\n')[2]?.toLowerCase()).toMatch(new RegExp(`^${severity}\\. .*[^.]`));
      expect(section).toMatch(/^Good(:|, )/m);
    },
  );
});

describe('blog explain', () => {
  test('prints the section of a code', () => {
    expect(explain('date-future')).toEqual({
      exitCode: 0,
      err: '',
      out: `date-future

Notice. An essay is dated in the future.

Good: correct the year; or, to keep it out of the site until its day, in \`content/site.yaml\`:

\`\`\`yaml
publishFuture: false
\`\`\`
`,
    });
  });

  test('without a code lists all codes, one per line', () => {
    const { exitCode, out } = explain();
    expect(exitCode).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(Object.keys(severityOfCode).length);
    expect(out).toMatch(
      /^title-missing +Error\. An essay has no title: no `title`, and no heading\.$/m,
    );
  });

  test('suggests the code that was meant, and exits with 2', () => {
    expect(explain('link-brokn')).toEqual({
      exitCode: 2,
      out: '',
      err: "error: `link-brokn` isn't a problem code\n  → Did you mean link-broken?\n",
    });
    expect(explain('x').err).toContain('Run `blog explain` to see all codes.');
  });
});
