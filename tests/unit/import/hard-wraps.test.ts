import { expect, test } from 'vitest';
import { keepLineBreaks, statesBreaks } from '../../../src/import/hard-wraps.ts';

test.each<[written: string, kept: string]>([
  ['One\ntwo\n\nthree', 'One\\\ntwo\n\nthree'],
  ['**a**\nb\n*c*', '**a**\\\nb\\\n*c*'],
  ['> a\n> b\n\n- c\n  d', '> a\\\n> b\n\n- c\\\n  d'],
  ['a  \nb\\\nc', 'a  \nb\\\nc'],
  [
    '`a\nb`\n\n    code\n    more\n\n# A\n| a |\n| - |\n| b |',
    '`a\nb`\n\n    code\n    more\n\n# A\n| a |\n| - |\n| b |',
  ],
  [':::note\na\nb\n:::', ':::note\na\\\nb\n:::'],
  ['{% x %}\na', '{% x %}\na'],
])('%j keeps its breaks as %j', (written, kept) => {
  expect(keepLineBreaks(written, false)).toBe(kept);
});

test.each<[name: Parameters<typeof statesBreaks>[0], markup: string, isOn: boolean]>([
  ['eleventy', 'markdownIt({ html: true, breaks: true })', true],
  ['eleventy', 'markdownIt({ html: true })', false],
  ['hexo', '{ "dependencies": { "hexo-renderer-marked": "^6" } }', true],
  ['hexo', 'marked:\n  breaks: false\n"hexo-renderer-marked"', false],
  ['hexo', '"hexo-renderer-pandoc"', false],
  ['hugo', '[markup.goldmark.renderer]\nhardWraps = true', true],
  ['jekyll', 'kramdown:\n  hard_wrap: true', true],
])('%s with %j', (name, markup, isOn) => {
  expect(statesBreaks(name, markup)).toBe(isOn);
});
