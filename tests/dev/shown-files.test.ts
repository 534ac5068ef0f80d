/**
 * What a page loads from addresses of the site: a page is told to reload when one of them changes.
 */
import { expect, test } from 'vitest';
import { listShown } from '../../src/dev/shown-files.ts';

const cases: readonly [html: string, urls: readonly string[]][] = [
  ['<img src="/a.png" alt="">', ['/a.png']],
  ['<img src=/a.png>', ['/a.png']],
  ["<IMG SRC = '/a.png'>", ['/a.png']],
  ['<img src="/a&amp;b.png">', ['/a&b.png']],
  ['<img src="/a.png?x=1&copy=2">', ['/a.png?x=1&copy=2']],
  ['<img src="/a.png" srcset="/b.png 2x, /c.png 640w">', ['/a.png', '/b.png', '/c.png']],
  ['<img srcset="/a.png 1x,/b.png 2x">', ['/a.png', '/b.png']],
  ['<img srcset="/a.png,/b,c.png 2x">', ['/a.png,/b,c.png']],
  ['<img srcset=" /a.png , /b.png ">', ['/a.png', '/b.png']],
  ['<img src=" /a.png ">', ['/a.png']],
  ['<img src="/a.png"><img src="/a.png">', ['/a.png']],
  ['<img src=""><img>', []],
  [
    '<video src="/a.mp4" poster="/a.jpg"><track src="/a.vtt"></video>',
    ['/a.mp4', '/a.jpg', '/a.vtt'],
  ],
  ['<object data="/a.svg"></object><embed src="/b.svg">', ['/a.svg', '/b.svg']],
  ['<svg><image href="/a.png"/></svg>', ['/a.png']],
  ['<script src="/a.js"></script>', ['/a.js']],
  ['<p style="background: url(/a.png), url(\'/b.png\')">x</p>', ['/a.png', '/b.png']],
  ['<link rel="stylesheet" href="/a.css"><link rel="icon" href="/a.ico">', ['/a.css', '/a.ico']],
  // What links lead to is not seen.
  ['<a href="/a.pdf">x</a>', []],
  ['<link rel="alternate" type="application/atom+xml" href="/feed.xml">', []],
  ['<link rel="canonical" href="https://ann.example/">', []],
  // What only looks like one is none.
  ['<p>&lt;img src="/a.png"&gt;</p><!-- <img src="/b.png"> -->', []],
  ['<p title="<img src=/a.png>">x</p>', []],
  ['<script>"<img src=/a.png>"</script>', []],
];

test.each(cases)('%s', (html, urls) => {
  expect(listShown(html)).toEqual(urls);
});
