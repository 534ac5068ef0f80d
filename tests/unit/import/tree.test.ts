/**
 * Changes to many nodes of a body at once: like those of Cheerio, but in linear time.
 */
import { type CheerioAPI, load } from 'cheerio';
import type { Element } from 'domhandler';
import { expect, test } from 'vitest';
import { cleanBody, wrapRuns } from '../../../src/import/clean.ts';
import { wordpress } from '../../../src/import/sources/wordpress.ts';
import { makeText, removeNodes, replaceNodes, unwrapNodes } from '../../../src/import/tree.ts';
import { expectCheap } from '../../support/cost.ts';

const parse = (html: string): CheerioAPI => load(html, null, false);

test('nodes in a replaced node are replaced, too', () => {
  const $ = parse('<b>1<i>2</i></b><i>3<b>4</b></i>');
  replaceNodes($('b, i'), (node) => [
    makeText('('),
    ...('children' in node ? node.children : []),
    makeText(')'),
  ]);
  expect($.html()).toBe('(1(2))(3(4))');
});

test('unwrapped nodes leave their content, and removed nodes nothing', () => {
  const $ = parse('<p><u>a<u>b</u></u>c<s>d</s></p>');
  unwrapNodes($('u'));
  removeNodes($('s'));
  expect($.html()).toBe('<p>abc</p>');
});

test('siblings know each other after a change', () => {
  const $ = parse('<p><s>a</s><b>b</b><s>c</s><b>d</b></p>');
  removeNodes($('s'));
  expect($('b + b').text()).toBe('d');
  expect($('b').first()[0]?.prev).toBe(null);
  expect($('b').last()[0]?.next).toBe(null);
});

test.each([
  ['a<br>b', '<p>a<br>b</p>'],
  ['a<br><br>b', '<p>a</p><p>b</p>'],
  ['a<br> <br>b', '<p>a </p><p>b</p>'],
  ['<br>a<hr>b<i>c</i>', '<p>a</p><hr><p>b<i>c</i></p>'],
  [' <hr> ', ' <hr> '],
])('the runs of %s become %s', (html, wrapped) => {
  const $ = parse(`<div>${html}</div>`);
  wrapRuns($('div')[0] as Element);
  expect($('div').html()).toBe(wrapped);
});

test('a script between inline elements is removed', () => {
  const $ = cleanBody('<i><p><script></script>word', wordpress, {}, new Set());
  expect($('body').text()).toBe('word');
});

test.each<[what: string, html: string, change: ($: CheerioAPI) => void]>([
  ['removed', '<s></s>'.repeat(200_000), ($) => removeNodes($('s'))],
  ['unwrapped', '<s>a</s>'.repeat(200_000), ($) => unwrapNodes($('s'))],
  ['wrapped', `<div>${'a<b>b</b>'.repeat(200_000)}</div>`, ($) => wrapRuns($('div')[0] as Element)],
])('200,000 siblings are %s in linear time', async (_, html, change) => {
  const $ = parse(`<main>${html}</main>`);
  await expectCheap(() => change($));
});
