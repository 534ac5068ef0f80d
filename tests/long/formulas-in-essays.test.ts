/**
 * The formulas of real posts, written into essays in the ways that people write them, reach the engine character for
 * character. They are in ../shared/corpus, beside the repository and not part of it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEssay } from '../../src/essays/essay.ts';
import { loadMarkdownEngine } from '../../src/markdown/engine.ts';
import { DISPLAY, findSpoilt, INLINE, readMath } from '../support/formulas.ts';
import { makeParser } from '../support/parser.ts';
import { packageRoot } from '../support/site.ts';

const FILE = join(packageRoot, '../shared/corpus/formulas.jsonl');

interface Line {
  readonly kind: 'inline' | 'block';
  readonly tex: string;
}

/** Prose between wrongly paired dollars, and lines of a quotation: a dollar, its sign or a blank line is inside. */
const PROSE = /(?<!\\)\$|\n[>\s]*\n|^>/;

describe.skipIf(!existsSync(FILE))('the formulas of real posts', async () => {
  const engine = await loadMarkdownEngine();
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim().split('\n') : [];
  const all = lines.map((line) => JSON.parse(line) as Line).filter(({ tex }) => !PROSE.test(tex));
  const list = (kind: Line['kind']) => [
    ...new Set(all.filter((each) => each.kind === kind).map(({ tex }) => tex)),
  ];

  it('are nearly all of the file', () => expect(all.length).toBeGreaterThan(3170));

  // Each formula is written in two or three of the eleven ways, which together see all of them.
  const ways = Object.entries(INLINE).map(([name, write], at) => [name, write, at] as const);
  it.each(ways)('inline: %s', (name, write, at) => {
    // A row of a table is one line, and a bar ends a cell.
    const isLine = /table|heading|list/.test(name);
    const fits = (tex: string) =>
      !(isLine && tex.includes('\n')) && !(name === 'table' && /(?<!\\)\|/.test(tex));
    const inline = list('inline').filter(
      (tex, index) => index % 4 === at % 4 && tex === tex.trim() && fits(tex),
    );
    expect(inline.length).toBeGreaterThan(630);
    const spoilt = inline.flatMap((tex) => findSpoilt(tex, write, engine) ?? []);
    expect(spoilt).toEqual([]);
  });

  it.each(Object.entries(DISPLAY))('display: %s', (_, write) => {
    const spoilt = list('block').flatMap((tex) => findSpoilt(tex, write, engine) ?? []);
    expect(spoilt).toEqual([]);
  });

  it('glued to two dollars are errors, whose edits put the dollars on lines of their own', () => {
    const glued = list('block').filter((tex) => tex.includes('\n'));
    const wrong = glued.filter((tex) => {
      const body = `Text.\n\n$$${tex}$$\n\nMore.`;
      const [fault] = readMath(engine, body).faults;
      const edits = (fault?.edits ?? []).toReversed();
      const fixed = edits.reduce(
        (text, { at, was, is }) => text.slice(0, at) + is + text.slice(at + was.length),
        body,
      );
      return fixed !== `Text.\n\n$$\n${tex.trim()}\n$$\n\nMore.`;
    });
    expect(wrong).toEqual([]);
  });
});

/** Dollars, brackets, and what else begins or ends a formula or hides one. */
const PIECES = [
  ...[
    '$',
    '$$',
    '$$$',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '\\\\(',
    '\\\\)',
    '\\',
    '`',
    '```math\n',
    '```',
  ],
  ...[
    '\n',
    '\n\n',
    '> ',
    '- ',
    '    ',
    '| ',
    ' |\n|---|\n',
    '{',
    '}',
    '*',
    '_',
    '[',
    '](',
    ')',
    '<',
  ],
  ...['>', '<div>', '</div>', '<code>', '</code>', '<!--', '-->', '<script type="math/tex">'],
  ...[
    '</script>',
    '\\begin{align}',
    '\\end{align}',
    '\\label{a}',
    '\\eqref{a}',
    '\\alpha',
    'x',
    '5',
  ],
  ...[' ', '&lt;', '{{< a >}}', '{% raw %}', '[^1]', '\ue000', '\uf8ff', '😀', '# ', '^', '='],
];

it('1,000 hostile essays neither break nor hang, and leave no placeholder', async () => {
  const parser = await makeParser();
  const body = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 });
  const isOn = fc.constantFrom('true', 'false');
  const extension = fc.constantFrom('md', 'html');
  const property = fc.property(body, isOn, extension, (pieces, math, ending) => {
    const text = `---\ntitle: T\npublished: 2020-01-01\nmath: ${math}\n---\n${pieces.join('')}`;
    const file = { path: `content/essays/a.${ending}`, bytes: Buffer.from(text) };
    const { body: read, essay } = parseEssay(file, parser);
    expect(`${JSON.stringify(read.parts)}${essay.excerpt}`).not.toContain('\\u0001');
  });
  fc.assert(property, { numRuns: 1000 });
});
