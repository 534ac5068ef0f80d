/**
 * Small marks: hostile bodies are read whole and in bounded time.
 */
import { expect, test, vi } from 'vitest';
import { type MarkSettings, translateMarks } from '../../../src/dialects/marks.ts';
import { parseEssay } from '../../../src/essays/essay.ts';
import { readFrontMatter } from '../../../src/essays/front-matter.ts';
import { fillBody } from '../../../src/markdown/body.ts';
import { expectCheap } from '../../support/cost.ts';
import { makeParser } from '../../support/parser.ts';

const ALL: MarkSettings = {
  mark: true,
  subscript: true,
  superscript: true,
  insert: true,
  emoji: true,
  inlineNotes: true,
  symbols: true,
};
const parser = await makeParser({ markdown: ALL });

test.each([
  ...['==a ', '==a==', '++a ', '~a', '~a~', '^a', '^a^', '^[a ', '^[[a] ', '[^a b', '[^a b]', ':a'],
  ...[':smile:', '(c) 2', '==a\n', '^[a\n', '`==a`==', '[a](==b==) ==c== ', '\\=='],
])('the cost of 300,000 characters of %j is bounded', async (piece) => {
  const body = piece.repeat(3e5 / piece.length);
  const source = readFrontMatter({ path: 'a.md', bytes: Buffer.from(body) });
  const { listParts } = parser.markdown;
  await expectCheap(() => translateMarks(source, { format: 'markdown', marks: ALL, listParts }));
});

const PIECES =
  '== ++ ~ ~~ ^ ^[ [^ ] ] [ ]( ) ( :smile: :tada: (c) (tm) a b *x* ** _ ` `` \\ < > <b> </b> <!-- --> | > - 1. # {: } {{ }} " \' & &amp; [^1] [^1]: https://a.example/~b~'.split(
    ' ',
  );
const SPACES = ['', '', '', ' ', '\n', '\n\n', '    '];

/** Numbers that look random, and are the same at each run. */
function* listNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

/** Translates the marks of a body; counts how often the engine lists its parts. */
function translate(body: string) {
  const source = readFrontMatter({ path: 'a.md', bytes: Buffer.from(body) });
  const listParts = vi.fn(parser.markdown.listParts);
  const { source: marked } = translateMarks(source, { format: 'markdown', marks: ALL, listParts });
  return { body: marked.body, lists: listParts.mock.calls.length };
}

test.each(['i++; a === b', '~~struck~~ out', 'call(c); (r) => 1', 'at 10:30:15'])(
  'a body with %j is not parsed again',
  (body) => expect(translate(body)).toEqual({ body, lists: 0 }),
);

test('of 1,000 hostile bodies, a mark is found whether or not another one follows', () => {
  const numbers = listNumbers(3);
  const pick = (list: readonly string[]) =>
    list[Math.floor(numbers.next().value * list.length)] ?? '';
  for (let run = 0; run < 1000; run++) {
    const pieces = Array.from({ length: 8 }, () => pick(PIECES) + pick(SPACES));
    const { body } = translate(`${pieces.join('')}\n\nEnd`);
    const more = translate(`${pieces.join('')}\n\nEnd (tm)`);
    expect(more.body.replace(/(?<=End) (?:\(tm\)|™)/, '')).toBe(body);
  }
});

test('of 1,000 hostile bodies, every element is closed', () => {
  const numbers = listNumbers(7);
  const pick = (list: readonly string[]) =>
    list[Math.floor(numbers.next().value * list.length)] ?? '';
  for (let run = 0; run < 1000; run++) {
    const pieces = Array.from({ length: 30 }, (_, i) =>
      i % 10 === 5 ? `word${i}` : pick(PIECES) + pick(SPACES),
    );
    const bytes = Buffer.from(`---\ntitle: A\ndate: 2020-01-01\n---\n${pieces.join('')}`);
    const { body } = parseEssay({ path: 'content/essays/a.md', bytes }, parser);
    const html = fillBody(body.html, []);
    for (const name of ['mark', 'ins', 'sub', 'sup']) {
      const count = (tag: string) => html.split(tag).length;
      expect([bytes.toString(), count(`<${name}>`)]).toEqual([
        bytes.toString(),
        count(`</${name}>`),
      ]);
    }
  }
});
