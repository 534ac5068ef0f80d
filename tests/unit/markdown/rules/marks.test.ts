/**
 * The small marks, each by a setting.
 */
import { describe } from 'vitest';
import { checkBodies } from '../../../support/bodies.ts';

describe('on', () => {
  checkBodies({
    'a highlight': ['a ==b c== d', '<p>a <mark>b c</mark> d</p>'],
    'two highlights': ['==a== b ==c==', '<p><mark>a</mark> b <mark>c</mark></p>'],
    'a highlight over emphasis': ['==a *b* c==', '<p><mark>a <em>b</em> c</mark></p>'],
    'a highlight in emphasis': ['*a ==b==*', '<p><em>a <mark>b</mark></em></p>'],
    'a highlight over two lines': ['==a\nb==', '<p><mark>a\nb</mark></p>'],
    'a highlight in a heading': ['## ==a==', '<h2 id="a"><mark>a</mark></h2>'],
    'a comparison': ['a == b and c == d', '<p>a == b and c == d</p>'],
    'a comparison without spaces': ['a==b and c==d', '<p>a==b and c==d</p>'],
    'one sign alone': ['a ==b', '<p>a ==b</p>'],
    'an escaped sign': ['\\==a== b\\== ==c==', '<p>==a== b== <mark>c</mark></p>'],
    'three signs': ['a ===b=== c', '<p>a ===b=== c</p>'],
    'in code': ['`==a==` <code>==b==</code>', '<p><code>==a==</code> <code>==b==</code></p>'],
    'a subscript and a superscript': ['H~2~O x^2^', '<p>H<sub>2</sub>O x<sup>2</sup></p>'],
    'numbers with a tilde between them': ['5~10 and 6~12', '<p>5~10 and 6~12</p>'],
    'text that is struck out': ['~~a~~', '<p><del>a</del></p>'],
  });
});

describe('off', () => {
  checkBodies(
    {
      'every mark stays': ['==a== H~2~O x^2^', '<p>==a== H~2~O x^2^</p>'],
      'numbers with a tilde between them': ['5~10 and 6~12', '<p>5~10 and 6~12</p>'],
      'text that is struck out': ['~~a~~ ~b~', '<p><del>a</del> <del>b</del></p>'],
    },
    { marks: { mark: false, subscript: false, superscript: false } },
  );
});
