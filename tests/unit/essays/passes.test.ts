/**
 * The number of times that the Markdown engine reads a body.
 */
import { expect, test, vi } from 'vitest';
import { parseEssay } from '../../../src/essays/essay.ts';
import { makeParser } from '../../support/parser.ts';

const engine = vi.hoisted(() => ({ passes: 0 }));
vi.mock('satteri', async (load) => {
  const { markdownToHtml, markdownToHast, ...others } = await load<typeof import('satteri')>();
  const count = <Args extends unknown[], Made>(convert: (...args: Args) => Made) => {
    return (...args: Args): Made => {
      engine.passes++;
      return convert(...args);
    };
  };
  return {
    ...others,
    markdownToHtml: count(markdownToHtml as (...args: unknown[]) => unknown),
    markdownToHast: count(markdownToHast),
  };
});

const parser = await makeParser();

const TABLE = '| a | b |\n| --- | --- |\n| 1 | 2 |\n';
/** What rules look at, and what the engine reads differently from the language. */
const PARTS = {
  'typewriter quotes': '"It\'s," she said -- "fine..."\n',
  'code and a table': `# A\n\n\`\`\`js\nlet a = "b";\n\`\`\`\n\n${TABLE}`,
  HTML: 'Some <b>words</b>, <img src="a.jpg" alt="">, <code>"a" -- \'b\'</code>.\n',
  callouts: '> [!NOTE]\n> a\n\n:::note[A]\nb\n:::\n',
  'formulas and links to files': 'See $$x$$ and [[other]].\n',
  'a range': '5~10 and 6~12\n',
  'a note without a text': 'A note.[^1]\n',
  'a row that is too long': `${TABLE}| 1 | 2 | 3 |\n`,
};

function countPasses(body: string, language = 'en'): number {
  engine.passes = 0;
  const head = `---\ntitle: A title\npublished: 2026-01-02\nlang: ${language}\n---\n`;
  parseEssay({ path: 'content/essays/a.md', bytes: Buffer.from(head + body) }, parser);
  return engine.passes;
}

test.each(Object.entries(PARTS))('a body with %s is read once', (_, body) =>
  expect(countPasses(body)).toBe(1),
);

test.each(['en', 'de', 'fr'])('a body with all of these is read once: %s', (language) =>
  expect(countPasses(Object.values(PARTS).join('\n'), language)).toBe(1),
);

test.each([
  ['colons beside directives', '::video{src="a.mp4"}\n\nAt 10:30[^1]\n'],
  ['emphasis beside full-width punctuation', '这是**我想做的事。**所以\n'],
])('a body with %s is read twice', (_, body) => expect(countPasses(body)).toBe(2));

test('of a body with faults, the places are found by one more reading', () =>
  expect(countPasses('![](a.jpg) ![](a.jpg) [x](file:///a) [y](file:///a)\n')).toBe(2));
