/**
 * A hundred mistakes as authors make them: each is told once, by its code, at its place, and nothing else is told.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProblemCode } from '../src/problems.ts';
import { buildSite, essay, type Files, packageRoot, SITE_YAML } from './support/site.ts';

const YAML = 'content/site.yaml';
const A = 'content/essays/a.md';
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

/** What stands beside every mistake. */
const AROUND: Files = {
  'content/essays/hills.md': essay(
    'title: Hills\npublished: 2019-01-01\ntags: [walking]',
    '## The End\n',
  ),
  'content/essays/valley.md': essay('title: Valley\npublished: 2018-01-01\ntags: [walking]'),
  'content/essays/dale.md': essay('title: Dale\npublished: 2017-01-01\ntags: [walking]'),
  'content/essays/door.svg': PICTURE,
  'content/essays/door.heic': 'x',
  'content/public/loom.svg': PICTURE,
};

type Mistake = readonly [written: string, code: ProblemCode, place: string];

const HEAD = 'title: A\npublished: 2020-12-03';

/** In the text of an essay, whose first line is the fifth of the file. */
const inText: readonly Mistake[] = [
  ['[x](/blog/hlls)', 'link-broken', '5:5'],
  ['[x](hils.md)', 'link-broken', '5:5'],
  ['[x](../essays/hills.markdwn)', 'link-broken', '5:5'],
  ['[x](/blog/Hills/x)', 'link-broken', '5:5'],
  ['[x](/nowhere/at/all)', 'link-broken', '5:5'],
  ['<a href="/nowhere">x</a>', 'link-broken', '5:10'],
  ['[x](/2019/01/hills)', 'link-old', '5:5'],
  ['[x](/hills/)', 'link-old', '5:5'],
  ['[x](/blog/hills#the-ned)', 'anchor-broken', '5:5'],
  ['[x](#nothing)', 'anchor-broken', '5:5'],
  ['[x](hills.md#beginning)', 'anchor-broken', '5:5'],
  ['[x](www.example.org)', 'link-scheme-missing', '5:5'],
  ['[x](http//example.org)', 'link-scheme-missing', '5:5'],
  ['[x](https:/example.org/map)', 'link-scheme-missing', '5:5'],
  ['[x](htps://example.org)', 'link-scheme-missing', '5:5'],
  ['[x](example.org/page)', 'link-scheme-missing', '5:5'],
  ['[x](file:///home/ann/x.pdf)', 'link-local', '5:5'],
  ['[x](C:\\texts\\x.pdf)', 'link-local', '5:5'],
  ['[x](http://localhost:4321/blog/a)', 'link-local', '5:5'],
  ['[x](http://127.0.0.1/)', 'link-local', '5:5'],
  ['[x]()', 'link-empty', '5:1'],
  ['Words [](https://example.org)', 'link-empty', '5:10'],
  ['[x] (https://example.org/a)', 'link-space', '5:1'],
  ['See [the map]  (https://example.org/map)', 'link-space', '5:5'],
  ['[x][map]', 'reference-undefined', '5:1'],
  ['Words[^1]', 'footnote-undefined', '5:6'],
  ['Words\n\n[^1]: a note', 'footnote-unused', '7:1'],
  ['##Heading', 'heading-space', '5:1'],
  ['###The End', 'heading-space', '5:1'],
  ['Words\n\n```js\nlet x;', 'fence-unclosed', '7:1'],
  ['~~~\nx', 'fence-unclosed', '5:1'],
  ['```javscript\nx\n```', 'code-language-unknown', '5:4'],
  ['```pyhton\nx\n```', 'code-language-unknown', '5:4'],
  ['![a door](dor.svg)', 'image-missing', '5:11'],
  ['![a door](door.SVG)', 'image-missing', '5:11'],
  ['![a door](/images/door.svg)', 'image-missing', '5:11'],
  ['![a door](pictures/door.svg)', 'image-missing', '5:11'],
  ['<img src="gone.png" alt="x">', 'image-missing', '5:11'],
  ['![a door](door.heic)', 'image-format', '5:11'],
  ['![](door.svg)', 'alt-missing', '5:1'],
  ['<img src="door.svg">', 'alt-missing', '5:11'],
  ['![x](http://example.org/a.png)', 'image-insecure', '5:6'],
  ['<a href="javascript:history.back()">x</a>', 'script-url', '5:10'],
  ['{% include map.html %}', 'markup-foreign', '5:1'],
  ['{{< gallery dir="x" >}}', 'markup-foreign', '5:1'],
  ['{{ site.title }}', 'markup-foreign', '5:1'],
  ['Words <Galery src="x" />', 'markup-foreign', '5:7'],
  [':::tip\nx\n:::', 'markup-foreign', '5:1'],
  ['<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other', 'conflict-marker', '5:1'],
];

/** In a line of front matter, the fourth of the file. */
const inHead: readonly Mistake[] = [
  ['tgas: [x]', 'key-unknown', '4:1'],
  ['imge: door.svg', 'key-unknown', '4:1'],
  ['exerpt: x', 'key-unknown', '4:1'],
  ['Draf: true', 'key-unknown', '4:1'],
  ['alises: /x', 'key-unknown', '4:1'],
  ['updatd: 2021-01-01', 'key-unknown', '4:1'],
  ['draft: maybe', 'value-invalid', '4:8'],
  ['draft: flase', 'value-invalid', '4:8'],
  ['readTime: five', 'value-invalid', '4:11'],
  ['readTime: -1', 'value-invalid', '4:11'],
  ['format: markdwon', 'value-invalid', '4:9'],
  ['dir: left', 'value-invalid', '4:6'],
  ['lang: german', 'value-invalid', '4:7'],
  ['language: German', 'language-ignored', '4:11'],
  ['updated: soon', 'date-unreadable', '4:10'],
  ['updated: 2021-02-30', 'date-impossible', '4:10'],
  ['slug: My Walk', 'slug-invalid', '4:7'],
  ['slug: walk/one', 'slug-invalid', '4:7'],
  ['aliases: /old?page=2', 'alias-invalid', '4:10'],
  ['aliases: https://other.example/x', 'alias-invalid', '4:10'],
  ['permalink: /{{ slug }}/', 'permalink-unread', '4:12'],
  ['image: gone.png', 'image-missing', '4:8'],
  ['image: dor.svg', 'image-missing', '4:8'],
  ['tags: [Walking]', 'tag-similar', '4:8'],
  ['tags: [a, b', 'yaml-invalid', '4:7'],
  ['excerpt: Walking: a guide', 'yaml-invalid', '4:17'],
  ['slug: “walk”', 'front-matter-quotes', '4:7'],
  ['x: 1\nx: 2', 'key-repeated', '5:1'],
];

/** In a line of site.yaml, the fourth of the file. */
const inSettings: readonly Mistake[] = [
  ['titel: Notes', 'key-unknown', '4:1'],
  ['timezone: America/New York', 'value-invalid', '4:11'],
  ['timezone: EST5', 'value-invalid', '4:11'],
  ['language: german', 'value-invalid', '4:11'],
  ['feedItems: many', 'value-invalid', '4:12'],
  ['slugs: names', 'value-invalid', '4:8'],
  ['email: ann at ann.example', 'value-invalid', '4:8'],
  ['x: ann', 'value-invalid', '4:4'],
  ['redirects:\n  /x: about', 'redirect-invalid', '5:3'],
  ['redirects:\n  x: /about', 'redirect-invalid', '5:3'],
  ['elsewhere: dist', 'value-invalid', '4:12'],
  ['nav: [Essays, /nwo]', 'menu-broken', '4:15'],
];

/** A whole essay. */
const whole: readonly Mistake[] = [
  ['---\ntitle: A\npublished: 2020-13-01\n---\nx\n', 'date-impossible', '3:12'],
  ['---\ntitle: A\npublished: 03/12/2020 at noon\n---\nx\n', 'date-unreadable', '3:12'],
  ['---\ntitle: A\npublished: Monday, December 3, 2020\n---\nx\n', 'date-weekday', '3:12'],
  ['---\ntitle: A\npublished: 2099-01-01\n---\nx\n', 'date-future', 'null:null'],
  ['---\npublished: 2020-12-03\n---\nx\n', 'title-missing', '1:1'],
  ['---\ntitle: A\npublished: 2020-12-03\n---\n', 'body-empty', '1:1'],
  ['---\ntitle: A\npublished: 2020-12-03\n\nWords.\n', 'front-matter-unclosed', '1:1'],
  ['--\ntitle: A\npublished: 2020-12-03\n--\nx\n', 'front-matter-fence', '1:1'],
  ['———\ntitle: A\npublished: 2020-12-03\n———\nx\n', 'front-matter-fence', '1:1'],
  ['---\n- title\n- published\n---\nx\n', 'front-matter-invalid', '2:1'],
  ['---\ntitle: A\nslug: hills\npublished: 2020-12-03\n---\nx\n', 'slug-taken', '3:7'],
];

const explained = readFileSync(join(packageRoot, 'docs/problems.md'), 'utf8');

async function check(files: Files, file: string, code: ProblemCode, place: string): Promise<void> {
  const site = await buildSite({ ...AROUND, ...files });
  const told = site.problems.map((each) => `${each.code} ${each.file}:${each.line}:${each.column}`);
  expect(told).toEqual([`${code} ${file}:${place}`]);
  expect(explained).toContain(`\n## ${code}\n`);
}

describe('a mistake', () => {
  test.each(inText)('in a text, %j, is %s at %s', (text, code, place) =>
    check({ [A]: essay(HEAD, `${text}\n`) }, A, code, place),
  );
  test.each(inHead)('in front matter, %j, is %s at %s', (line, code, place) =>
    check({ [A]: essay(`${HEAD}\n${line}`) }, A, code, place),
  );
  test.each(inSettings)('in site.yaml, %j, is %s at %s', (lines, code, place) =>
    check({ [YAML]: `${SITE_YAML}${lines}\n` }, YAML, code, place),
  );
  test.each(whole)('in an essay, %j, is %s at %s', (text, code, place) =>
    check({ [A]: text }, A, code, place),
  );
});

test('these are a hundred', () => {
  expect(inText.length + inHead.length + inSettings.length + whole.length).toBe(100);
});
