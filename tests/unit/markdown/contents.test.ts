/**
 * Tables of contents: whatever the headings of a body are, the list has them all, in order, with their texts and ids,
 * each inside the nearest one above it of a higher rank.
 */
import { load } from 'cheerio';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEssay } from '../../../src/essays/essay.ts';
import { pageOf } from '../../support/bodies.ts';
import { makeParser } from '../../support/parser.ts';

const parser = await makeParser();

function parse(body: string, front = '') {
  const text = `---\ntitle: A title\ndate: 2020-01-01\n${front}\n---\n${body}`;
  return parseEssay({ path: 'content/essays/a.md', bytes: Buffer.from(text) }, parser);
}

const words = fc.constantFrom(
  ...[
    'One',
    'one',
    'Ünder',
    '日本',
    '*two*',
    '`<b>`',
    '`a & b`',
    '"x"',
    '50%',
    '[a](b)',
    '!!',
    '\\<',
  ],
);
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.array(words, { maxLength: 4 }), fc.boolean())
  .map(([level, texts, hasId]) => {
    return `${'#'.repeat(level)} ${texts.join(' ')}${hasId ? ' {#my-id}' : ''}`;
  });
const block = fc.oneof(
  { weight: 4, arbitrary: heading },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Text.', '- # In a list', '> ## In a quotation', '```\n# x\n```'),
  },
);

/** What a table of contents must say: the level, text and fragment of each heading. */
function listHeadings($: ReturnType<typeof load>, depth: number) {
  const headings = $('h1, h2, h3, h4, h5, h6').get();
  return headings
    .map((each) => {
      return {
        level: Number(each.tagName[1]),
        text: $(each).text().replace(/\s+/g, ' ').trim(),
        id: $(each).attr('id') ?? '',
      };
    })
    .filter(({ level, text, id }) => level <= depth && text !== '' && id !== '');
}

test('the list has the headings of random texts', () => {
  const texts = fc.tuple(fc.array(block, { maxLength: 12 }), fc.integer({ min: 1, max: 6 }));
  fc.assert(
    fc.property(texts, ([blocks, depth]) => {
      const written = ['[TOC]', ...blocks].join('\n\n');
      const { body } = parse(written, `toc: ${depth}`);
      const $ = load(pageOf(body));
      const wanted = listHeadings($, depth);
      const links = $('nav.toc a').get();
      const listed = links.map((each) => {
        const id = decodeURIComponent($(each).attr('href')?.slice(1) ?? '');
        return { text: $(each).text(), id };
      });
      expect(listed).toEqual(wanted.map(({ text, id }) => ({ text, id })));
      for (const [index, { level }] of wanted.entries()) {
        const above = wanted.slice(0, index).findLastIndex((each) => each.level < level);
        const outer = $(links[index]).parent().parent().closest('li').children('a').get(0);
        expect(outer).toBe(links[above]);
      }
    }),
    { numRuns: 300 },
  );
});

test('`toc` lists the same headings for the margin, to the depth that it says', () => {
  const body = '## Two\n\n### Three\n\n#### Four\n\n# One';
  const listed = (front: string) =>
    parse(body, front).body.contents?.map(({ text }) => text) ?? null;
  expect(listed('')).toBeNull();
  expect(listed('toc: false')).toEqual([]);
  expect(listed('toc: true')).toEqual(['Two', 'Three', 'One']);
  expect(listed('showToc: true')).toEqual(['Two', 'Three', 'One']);
  expect(listed('toc: 4')).toEqual(['Two', 'Three', 'Four', 'One']);
  expect(listed('toc: 1')).toEqual([]);
});

test('a wrong value of `toc` is reported', () => {
  const { problems } = parse('## Two', 'toc: 7');
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    ['value-invalid', '`toc` must be true, false or a heading level from 1 to 6, but is `7`'],
  ]);
});

test('a list in the text is the only one, and its page loads the styles', () => {
  const { body } = parse('[TOC]\n\n## One\n\n## Two', 'toc: true');
  expect(body.contents).toEqual([]);
  expect(body.styles).toEqual(['contents']);
  expect(parse('## One\n\n## Two').body.styles).toEqual([]);
});

test('feeds, excerpts and word counts leave the list out', () => {
  const { body, essay } = parse('[TOC]\n\nText.\n\n## One');
  expect(pageOf(body, [], 'feed')).not.toContain('nav');
  expect(essay.excerpt).toBe('Text.');
  expect(body.wordCount).toBe(2);
});

test('a second list is left out', () => {
  const { body } = parse('[TOC]\n\n[TOC]\n\n## One');
  const lists = load(pageOf(body))('nav');
  expect(lists.length).toBe(1);
  expect(lists.find('a').text()).toBe('One');
});

test('without a heading, there is no list', () => {
  expect(pageOf(parse('[TOC]\n\nText.').body)).toBe('<p>Text.</p>');
});
