/**
 * What isn't the text of an essay is never touched: scripts, style sheets, text fields, comments and the values of
 * attributes, on pages and in feeds.
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import type { Options } from '../../../src/markdown/rule.ts';
import { pageOf, readSource } from '../../support/bodies.ts';

/** What means something in an essay. */
const SIGNS =
  '[[x]] ==m== "q" -- ... {{< y >}} {% z %} **b** `c` $$a$$ :::note ::x{a=b} [^1] H~2~O <a href=/d> <img src=x onerror=1>';
const IN_VALUE = SIGNS.replaceAll('"', '&quot;');

const FORMATS: readonly Options['format'][] = ['markdown', 'html'];

describe.each(FORMATS)('in %s', (format) => {
  const check = (source: string, selector: string, form: 'page' | 'feed' = 'page') => {
    const $ = load(pageOf(readSource(source, { format }), [], form), null, false);
    expect($(selector)).toHaveLength(1);
    return $(selector);
  };

  test.each([
    ['script', `<script>\n${SIGNS}\n</script>`],
    ['script', `<script type="application/json">\n${SIGNS}</div>\n</script>`],
    ['style', `<style>\n${SIGNS}\n</style>`],
  ])('the text of a %s stays: %s', (name, source) => {
    expect(check(source, name).text()).toContain(SIGNS);
    expect(pageOf(readSource(source, { format }), [], 'feed')).toBe('');
  });

  test.each([
    ['script', `a <script>${SIGNS}</script> *b*`],
    ['style', `- a\n- b <style type="text/css">${SIGNS}</style>`],
    ['script', `*a <script>\nif (a*b) {\n\n# c\n\n    ${SIGNS} } "d"</script> b*`],
    ['textarea', `| a |\n|---|\n| b <textarea>${SIGNS} | c _d_ https://a.example</textarea> |`],
  ])('the text of a %s in a paragraph stays: %s', (name, source) => {
    const [, text] =
      /<(?:script|style|textarea)[^>]*>([\s\S]*)<\/(?:script|style|textarea)>/.exec(source) ?? [];
    expect(check(source, name).text()).toBe(text);
  });

  test.each(['page', 'feed'] as const)('the text of a text field stays, on a %s', (form) => {
    const source = `<div>\n<textarea>\n${SIGNS}\n</textarea>\n</div>`;
    expect(check(source, 'textarea', form).text().trim()).toBe(SIGNS);
  });

  test('a comment is on no page', () => {
    expect(pageOf(readSource(`<!-- ${SIGNS} -->`, { format }))).toBe('');
  });

  test.each(['page', 'feed'] as const)('a `noscript` stays one, on a %s', (form) => {
    const found = check(
      '<noscript>\n<a href="https://a.example/">x</a>\n</noscript>',
      'noscript',
      form,
    );
    expect(found.html()).toContain('<a href="https://a.example/" rel="noopener">x</a>');
  });

  test.each([
    ['span', 'title', `a <span title="${IN_VALUE}">b</span> c`],
    ['p', 'title', `<p title="${IN_VALUE}">b</p>`],
    ['div', 'data-x', `<div data-x='${SIGNS}'>b</div>`],
    ['img', 'alt', `<img src="https://a.example/x.png" alt="${IN_VALUE}">`],
    ['a', 'title', `a <a href="https://a.example/" title="${IN_VALUE}">b</a>`],
    ['iframe', 'srcdoc', `<iframe title="x" srcdoc="${IN_VALUE}"></iframe>`],
    ['option', 'label', `<select><option label="${IN_VALUE}">b</option></select>`],
  ])('the value of an attribute stays: %s %s', (name, attribute, source) => {
    for (const form of ['page', 'feed'] as const) {
      expect(check(source, name, form).attr(attribute)).toBe(SIGNS);
    }
  });

  test.each(['<p title="a < b > c">x</p>', '<p title="</p><script>x</script>">x</p>'])(
    'a value never looks like a tag, not even to a pattern: %s',
    (source) => {
      for (const form of ['page', 'feed'] as const) {
        const html = pageOf(readSource(source, { format }), [], form);
        expect(html.match(/<[^>]*>/g)?.map((tag) => tag.slice(0, 3))).toEqual(['<p ', '</p']);
      }
    },
  );
});
