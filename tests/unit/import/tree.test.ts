/**
 * Changes to many nodes of a body at once, in linear time; and trees written as HTML.
 */
import { expect, test } from 'vitest';
import { cleanBody, wrapRuns } from '../../../src/import/clean.ts';
import { wordpress } from '../../../src/import/sources/wordpress.ts';
import * as dom from '../../../src/import/tree.ts';
import { loadMarkdownEngine } from '../../../src/markdown/engine.ts';
import { expectCheap } from '../../support/cost.ts';

const { toTree } = await loadMarkdownEngine();
const parse = (html: string) => dom.parseBody(html, toTree);

test('nodes in a replaced node are replaced, too', () => {
  const tree = parse('<b>1<i>2</i></b><i>3<b>4</b></i>');
  dom.replaceAll(tree, 'b, i', ({ children }) => [dom.text('('), ...children, dom.text(')')]);
  expect(dom.toHtml(tree.children)).toBe('(1(2))(3(4))');
});

test('unwrapped elements leave their content, and removed ones nothing', () => {
  const tree = parse('<p><u>a<u>b</u></u>c<s>d</s></p>');
  dom.unwrapAll(tree, 'u');
  dom.removeAll(tree, 's');
  expect(dom.toHtml(tree.children)).toBe('<p>abc</p>');
});

test.each([
  '<p class="a b" data-x="1" hidden>a &amp; &lt;b&gt;&nbsp;c</p>',
  '<img src="a.png" alt="&quot;A&quot; & b"><br>',
  '<svg viewBox="0 0 1 1"><path stroke-width="2" d="M0"></path></svg>',
  '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table><!-- more -->',
])('%s is written as it was', (html) => {
  expect(dom.toHtml(parse(html).children)).toBe(html.replace(' & ', ' &amp; '));
});

test('writing a tree leaves it unchanged', () => {
  const tree = parse('<!-- a --><p>b<!-- c --></p>');
  const before = structuredClone(tree);
  dom.toHtml(tree.children);
  expect(tree).toEqual(before);
});

test.each([
  ['a<br>b', '<p>a<br>b</p>'],
  ['a<br><br>b', '<p>a</p><p>b</p>'],
  ['a<br> <br>b', '<p>a </p><p>b</p>'],
  ['<br>a<hr>b<i>c</i>', '<p>a</p><hr><p>b<i>c</i></p>'],
  [' <hr> ', ' <hr> '],
])('the runs of %s become %s', (html, wrapped) => {
  expect(dom.toHtml(wrapRuns(parse(html).children))).toBe(wrapped);
});

test('a script between inline elements is removed', () => {
  const tree = cleanBody('<i><p><script></script>word', wordpress, {}, new Set(), toTree);
  expect(dom.textOf(tree)).toBe('word');
});

test.each<[what: string, html: string, change: (tree: dom.Root) => void]>([
  ['listed', '<s></s>'.repeat(200_000), (tree) => dom.listElements(tree, /^s$/)],
  ['removed', '<s></s>'.repeat(200_000), (tree) => dom.rewrite(tree, () => [])],
  ['wrapped', 'a<b>b</b>'.repeat(200_000), (tree) => wrapRuns(tree.children)],
])('200,000 siblings are %s in linear time', async (_, html, change) => {
  const tree = parse(html);
  await expectCheap(() => change(tree));
});
