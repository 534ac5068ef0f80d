/**
 * The differences between HTML and its Markdown that count as a loss, and those that do not.
 */
import { expect, test } from 'vitest';
import { findDifference } from '../../src/import/same-tree.ts';

test.each<[old: string, built: string]>([
  ['<p>"a" -- it\'s...</p>', '<p>“a” – it’s…</p>'],
  ['<h2 id="x">a</h2>', '<h2>a</h2>'],
  ['<ul><li><p>a</p></li></ul>', '<ul>\n<li>a</li>\n</ul>'],
  ['<pre>a\n b</pre>', '<pre><code>a\n b\n</code></pre>'],
  ['<p><img src="a b.png"></p>', '<img src="a%20b.png" alt="">'],
  ['<p>https://a.example</p>', '<p><a href="https://a.example">https://a.example</a></p>'],
])('%s equals %s', (old, built) => {
  expect(findDifference(old, built)).toBe(null);
});

test.each<[old: string, built: string, difference: string]>([
  ['<p>a</p><p>b</p>', '<p>a</p>', '`<p>` became `nothing`'],
  ['<p>a</p>', '<p>a</p><p>b</p>', '`nothing` became `<p>`'],
  ['<p>a <u>b</u></p>', '<p>a b</p>', '`a` became `ab`'],
  ['<pre>a\n b</pre>', '<pre>a\nb</pre>', '`a\n b` became `a\nb`'],
  ['<a href="/x">a</a>', '<a href="/y">a</a>', '`<a href=/x>` became `<a href=/y>`'],
  ['<td colspan="2">a', '<p>a</p>', '`<td colspan=2>` became `<p>`'],
])('%s differs from %s', (old, built, difference) => {
  expect(findDifference(old, built)).toBe(difference);
});
