/** What a post's front matter says to other programs: a link is shown, titles have no HTML, and a slug is rewritten. */
import { expect, test } from 'vitest';
import { adaptPost } from '../../../src/import/adapt-post.ts';

const check = (before: string, after: string, path = 'a.md') => {
  const bytes = adaptPost(path, Buffer.from(before), 'https://ann.example');
  expect(bytes.toString()).toBe(after);
};
const post = (front: string, body = 'Words\n') => `---\n${front}\n---\n${body}`;

test.each([
  ['title: On <cite>Moby Dick</cite>', 'title: "On Moby Dick"'],
  [`title: 'A <em class="x">very <b>big</b></em> sea'`, 'title: "A very big sea"'],
  ['title: "<code>a</code>: b"\ndate: 2020-01-01', 'title: "a: b"\ndate: 2020-01-01'],
  ['description: <i>a</i>', 'description: "a"'],
  ['title: Use <b>, not <strong', 'title: Use <b>, not <strong'],
  ['other: <i>a</i>', 'other: <i>a</i>'],
])('%j becomes %j', (before, after) => check(post(before), post(after)));

test('TOML loses its HTML as well', () => {
  check('+++\ntitle = "<i>a</i>"\n+++\nb', '+++\ntitle = "a"\n+++\nb');
});

test.each([
  ['slug: A # why', 'slug: "a" # why'],
  ["slug: 'A'", 'slug: "a"'],
  ['slug: a', 'slug: a'],
])('%j becomes %j, where slugs are in lower case', (before, after) => {
  const bytes = Buffer.from(post(before));
  const adapted = adaptPost('a.md', bytes, 'https://ann.example', (slug) => slug.toLowerCase());
  expect(adapted.toString()).toBe(post(after));
});

const LINK = 'https://sea.example/a';
test.each(['link', 'link_url', 'external', 'externalUrl'])('`%s` is shown', (key) => {
  const front = `title: A\n${key}: ${LINK}`;
  check(post(front), post(front, `[sea.example](${LINK})\n\nWords\n`));
});

test('it is shown in HTML as well', () => {
  const front = `link: ${LINK}`;
  check(post(front, ''), post(front, `<p><a href="${LINK}">sea.example</a></p>\n`), 'a.html');
});

test.each([
  ['link: https://ann.example/a', 'Words\n'],
  ['link: /a', 'Words\n'],
  ['external: true', 'Words\n'],
  [`link: ${LINK}`, `[The sea](${LINK})\n`],
])('%j before %j stays', (front, body) => check(post(front, body), post(front, body)));
