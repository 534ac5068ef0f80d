/**
 * Comments, which are in no output.
 */
import { describe, expect, test } from 'vitest';
import { checkBodies, checkFaults, readSource, showParts } from '../../../support/bodies.ts';

describe('left out', () => {
  checkBodies({
    'of HTML': ['a <!-- b --> c', '<p>a  c</p>'],
    'of Obsidian': ['a %% b %% c', '<p>a  c</p>'],
    'over several blocks': ['a\n\n%%\nb\n\n- c\n%%\n\nd', '<p>a</p><p>d</p>'],
    'of Hugo': ['a {{/* b */}} c', '<p>a  c</p>'],
    'of MDX': ['a {/* b */} c', '<p>a  c</p>'],
    'of Nunjucks': ['a {# b #} c', '<p>a  c</p>'],
    'of Liquid': ['a {% comment %} *b* {% endcomment %} c', '<p>a  c</p>'],
    'with other syntax in it': ['%% ::map [[b]] `c` %% d', '<p>d</p>'],
    'beside a heading with an id': ['## A {#b}\n\n%% c %%', '<h2 id="b">A</h2>'],
    'not in code': ['`%% a %%` {# b #}', '<p><code>%% a %%</code></p>'],
    'not in a block of code': [
      '```\n{# a #}\n```\n%% b %%',
      '<pre tabindex="0"><code>{# a #}</code></pre>',
    ],
  });
  test('of a body in HTML', () => {
    const { parts } = readSource('<p>a %% b %%<!-- c --></p>', { format: 'html' });
    expect(showParts(parts)).toBe('<p>a </p>');
  });
});

describe('never closed', () => {
  checkFaults({
    'of Obsidian': [
      'a ‸%% b',
      'comment-unclosed: Write `%%` where it ends. To show `%%` itself, put it in code.',
    ],
    'of HTML': [
      'a\n\n‸<!-- b',
      'comment-unclosed: Write `-->` where it ends. To show `<!--` itself, put it in code.',
    ],
    'after one that is closed': [
      '%% a %% b\n\n‸{/* c',
      'comment-unclosed: Write `*/}` where it ends. To show `{/*` itself, put it in code.',
    ],
  });
});
