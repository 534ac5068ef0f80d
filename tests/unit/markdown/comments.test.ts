/**
 * Comments of the author's: in whatever way they are written, nothing of them is in the body that is read.
 */
import { describe, expect, test } from 'vitest';
import { parseEssay } from '../../../src/essays/essay.ts';
import { findComments } from '../../../src/markdown/comments.ts';
import { pageOf } from '../../support/bodies.ts';
import { makeParser } from '../../support/parser.ts';

const parser = await makeParser();

function read(body: string, extension = 'md') {
  const text = `---\ntitle: A\ndate: 2020-01-01\n---\n${body}\n`;
  const file = { path: `content/essays/a.${extension}`, bytes: Buffer.from(text) };
  const { essay, body: parsed, problems, parts } = parseEssay(file, parser);
  const html = pageOf(parsed).replace(/\s+/g, ' ').trim();
  return { html, excerpt: essay.excerpt, all: JSON.stringify([essay, parsed]), problems, parts };
}

/** Every way to write a comment, with `…` for what it says. */
const PAIRS = [
  '<!-- … -->',
  '<!--…-->',
  '%% … %%',
  '%%…%%',
  '%%%% … %%%%',
  '{/* … */}',
  '{ /* … */ }',
  '{{/* … */}}',
  '{{- /* … */ -}}',
  '{# … #}',
  '{#- … -#}',
  '{#…#}',
  '{% comment %} … {% endcomment %}',
  '{%- comment -%} … {%- endcomment -%}',
  '{% comment "a note" %}…{% endcomment %}',
  '{% comment %} a {% comment %} b {% endcomment %} … {% endcomment %}',
  '{::comment} … {:/comment}',
  '{::comment}…{:/}',
  '{{< comment >}} … {{< /comment >}}',
  '{{% comment %}} … {{% /comment %}}',
];

const BLOCKS = [
  '::: {.content-hidden}\n\n…\n\n:::',
  ':::: {.content-hidden when-format="html"}\n::: note\na\n:::\n\n…\n::::',
  '::: {#x .content-hidden .y}\n…\n:::',
  '::: content-hidden\n…\n:::',
];

const SECRET = 'zebra [zebra](zebra.md) ![zebra](zebra.png) **zebra** $zebra$ <b>zebra</b>';

describe.each(['md', 'html', 'mdx'])('in .%s, a comment is left out', (extension) => {
  test.each(PAIRS)('within a line: %s', (pair) => {
    const { html, excerpt, all } = read(`<i>One</i> ${pair.replace('…', SECRET)} two`, extension);
    expect(all).not.toContain('zebra');
    expect([html.replace(/<[^>]*>/g, ''), excerpt]).toEqual([
      expect.stringMatching(/^One\s+two$/),
      'One two',
    ]);
  });
  test.each([...PAIRS, ...BLOCKS])('on lines of its own: %j', (pair) => {
    const comment = pair.replace('…', `zebra\n\n    zebra\n\n- zebra\n\`zebra\``);
    const { html, all } = read(`<p>One</p>\n\n${comment}\n\n<p>Two</p>`, extension);
    expect(all).not.toContain('zebra');
    expect(html).toMatch(/^<p>One<\/p>\s*<p>Two<\/p>$/);
  });
});

test('in a quotation, a comment may have several lines', () => {
  const { html } = read(
    '> One\n>\n> ::: {.content-hidden}\n> zebra\n> :::\n>\n> %% zebra\n> zebra %%\n> Two',
  );
  expect(html).toBe('<blockquote> <p>One</p> <p>Two</p> </blockquote>');
});

describe('in code, it is shown', () => {
  test.each(PAIRS)('%s', (pair) => {
    for (const body of [`\`\` ${pair} \`\``, `    ${pair}`, `~~~~\n${pair}\n~~~~`]) {
      expect(read(body).html).toContain('…');
    }
  });
  test.each([
    ['an element', 'md', '<code>%% a %%</code>', '<p><code>%% a %%</code></p>'],
    ['an element of HTML', 'html', '<pre>{# a #}</pre>', '<pre tabindex="0">{# a #}</pre>'],
    ['a style sheet', 'md', '<style>a{/* b */}</style>', '<style>a{/* b */}</style>'],
    ['raw Liquid', 'md', '{% raw %}{# a #}{% endraw %}', '<p>{% raw %}{# a #}{% endraw %}</p>'],
    ['an end in code', 'md', '%% a `%%` b %%c', '<p>c</p>'],
  ])('of %s', (_, extension, body, html) => expect(read(body, extension).html).toBe(html));
});

describe('what only looks like a comment', () => {
  test.each([
    ['a percentage', '100%% sure, 5%% of it'],
    ['an escaped sign', String.raw`\%% a \{# b \{/* c \<!-- d`],
    ['the id of a heading', 'a {#id} b'],
    ['a set', 'a {a/*b} c'],
    ['other words', '{% comments %} {{< comments >}}'],
    ['hidden in other formats', '::: {.content-hidden when-format="pdf"}\n\na\n\n:::'],
    ['hidden outside of HTML', '::: {.content-hidden unless-format="html"}\n\na\n\n:::'],
  ])('is text: %s', (_, body) => {
    const never = findComments(body, () => false);
    expect(never).toEqual({ comments: [], unclosed: [] });
  });
  test('in a text without markup is text', () => {
    expect(read('{# a #} %% b %%', 'txt').html).toContain('{# a #} %% b %%');
  });
});

describe('a comment without an end is an error', () => {
  test.each([
    ['<!--', '-->'],
    ['%%', '%%'],
    ['{/*', '*/}'],
    ['{{/*', '*/}}'],
    ['{# a', '#}'],
    ['{% comment %}', '{% endcomment %}'],
    ['{::comment}', '{:/comment}'],
    ['{{< comment >}}', '{{< /comment >}}'],
    ['\n::: {.content-hidden}\n\n::: note\na\n:::', ':::'],
  ])('%s', (begin, end) => {
    const { problems } = read(`One ${begin} two`.replace(/::: two$/, ':::'));
    const [unclosed] = problems.filter(({ code }) => code === 'comment-unclosed');
    const [line, column] = begin.startsWith('\n') ? [6, 1] : [5, 5];
    expect(unclosed).toMatchObject({ severity: 'error', line, column });
    expect(unclosed?.hint).toContain(`\`${end}\``);
  });
});

test.each(['md', 'html'])('in raw text of .%s, an open comment is text', (extension) => {
  for (const name of ['script', 'style', 'textarea', 'xmp']) {
    const codes = (body: string) => read(body, extension).problems.map(({ code }) => code);
    expect(codes(`<${name}>a<!-- b`)).not.toContain('comment-unclosed');
    expect(codes(`<${name}>a</${name}><!-- b`)).toContain('comment-unclosed');
    expect(codes(`<!-- <${name}>a`)).toContain('comment-unclosed');
  }
});

test.each(['<!--more-->', '<!-- more -->', '{/* truncate */}'])(
  'the excerpt ends at %s, which is in no output',
  (more) => {
    expect(read(`One.\n\n${more}\n\nTwo.`)).toMatchObject({
      excerpt: 'One.',
      html: '<p>One.</p> <p>Two.</p>',
    });
  },
);

test('a comment between two lists keeps them apart', () => {
  expect(read('- a\n\n<!-- -->\n\n- b').html.match(/<ul>/g)).toHaveLength(2);
});
