/**
 * The number of times that the Markdown engine reads a body.
 */
import { expect, test, vi } from 'vitest';
import { parseEssay } from '../../../src/essays/essay.ts';
import { makeParser } from '../../support/parser.ts';

const engine = vi.hoisted(() => ({ passes: 0 }));
vi.mock('satteri', async (load) => {
  const { markdownToHtml, ...others } = await load<typeof import('satteri')>();
  const convert = (...args: Parameters<typeof markdownToHtml>) => {
    engine.passes++;
    return markdownToHtml(...args);
  };
  return { ...others, markdownToHtml: convert };
});

const parser = await makeParser();

const TABLE = '| a | b |\n| --- | --- |\n| 1 | 2 |\n';
/** What makes the program look at the nodes of a body. */
const PARTS = {
  'code in HTML': '<code>"a" -- \'b\'</code>\n',
  'a range': '5~10 and 6~12\n',
  primes: "She was 5' 10\" in the '90s.\n",
  'an unquoted address': '<a href=/blog/x>x</a>\n',
  'the same fault twice': '![](a.jpg) ![](a.jpg) [x](file:///a) [y](file:///a)\n',
  'a note without a text': 'A note.[^1]\n',
  'code that looks like an abbreviation': '```\n*[HTML]: Hyper Text\n```\n',
  'a row that is too long': `${TABLE}| 1 | 2 | 3 |\n`,
};

function countPasses(body: string, language = 'en'): number {
  engine.passes = 0;
  const head = `---\ntitle: A title\npublished: 2026-01-02\nlang: ${language}\n---\n`;
  parseEssay({ path: 'content/essays/a.md', bytes: Buffer.from(head + body) }, parser);
  return engine.passes;
}

test.each([
  ['of words', 'Some *words* and a [link](https://b.example).\n'],
  ['with typewriter quotes', '"It\'s," she said -- "fine..."\n'],
  ['with code and a table', `# A\n\n\`\`\`js\nlet a = "b";\n\`\`\`\n\n${TABLE}`],
  ['with HTML', 'Some <b>words</b>, <img src="a.jpg" alt="">.\n'],
])('a plain body %s is read once', (_, body) => expect(countPasses(body)).toBe(1));

test.each(Object.entries(PARTS))('a body with %s is read at most twice', (_, body) =>
  expect(countPasses(body)).toBeLessThanOrEqual(2),
);

test.each(['en', 'de', 'fr'])('a body with all of these is read at most twice: %s', (language) =>
  expect(countPasses(Object.values(PARTS).join('\n'), language)).toBe(2),
);
