/**
 * Imports of texts that the old program hid: what it didn't publish becomes a draft, what it didn't list is unlisted,
 * and the report names each by reason.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as exports from '../../support/exports.ts';
import { importFiles, importIn } from '../../support/import.ts';
import { type Files, makeSite } from '../../support/site.ts';

const yaml = (lines: string) => `---\n${lines}\n---\nMarker words.\n`;
const DATED = 'title: A\ndate: 2020-01-01';

/** The folder of a program: its settings, and the path of a post. */
const PROGRAMS: Readonly<
  Record<string, readonly [settings: Files, post: (name: string) => string]>
> = {
  hugo: [
    { 'hugo.toml': 'baseURL = "https://ines.example/"\ntitle = "T"\n' },
    (name) => `content/posts/${name}.md`,
  ],
  zola: [
    {
      'config.toml': 'base_url = "https://ines.example"\ntitle = "T"\n',
      'content/blog/_index.md': '',
    },
    (name) => `content/blog/${name}.md`,
  ],
  jekyll: [
    { '_config.yml': 'title: T\nurl: https://ines.example\n' },
    (name) => `_posts/2020-01-01-${name}.md`,
  ],
  eleventy: [
    { 'eleventy.config.js': 'export default () => {};', 'package.json': '{}' },
    (name) => `posts/${name}.md`,
  ],
  astro: [
    { 'astro.config.mjs': "export default { site: 'https://ines.example' };" },
    (name) => `src/content/blog/${name}.md`,
  ],
  hexo: [
    {
      '_config.yml': 'title: T\nurl: https://ines.example\npermalink: :title/\n',
      'package.json': '{"dependencies": {"hexo": "7"}}',
    },
    (name) => `source/_posts/${name}.md`,
  ],
};

async function importFolder(name: string, files: Files) {
  const [settings, post] = PROGRAMS[name] ?? [{}, (path: string) => path];
  const posts = Object.entries(files).map(([path, text]) => [
    path.includes('/') ? path : post(path),
    text,
  ]);
  const all = { ...settings, [post('zz')]: yaml('title: Z\ndate: 2020-01-01') };
  const old = Object.entries({ ...all, ...Object.fromEntries(posts) });
  const root = makeSite({
    'new/package.json': '{}',
    ...Object.fromEntries(old.map(([path, text]) => [`old/${path}`, text])),
  });
  return importIn(join(root, 'new'), ['../old']);
}

describe('a post that the old program didn’t publish becomes a draft', () => {
  test.each([
    ['hugo', `${DATED}\ndraft: true`, 'drafts in the old blog'],
    ['hugo', `${DATED}\nexpiryDate: 2021-01-01`, 'drafts, since they had expired'],
    ['hugo', 'title: A\ndate: 2030-01-01', 'drafts, since their date is in the future'],
    ['hugo', `${DATED}\npublishDate: 2030-01-01`, 'drafts, since their date is in the future'],
    [
      'hugo',
      `${DATED}\nbuild:\n  render: never`,
      'drafts, since the old blog sets `build.render` for them',
    ],
    [
      'hugo',
      `${DATED}\n_build: { render: false }`,
      'drafts, since the old blog sets `_build.render` for them',
    ],
    ['hugo', 'title: A', 'drafts, since they have no date'],
    ['zola', `${DATED}\nrender: false`, 'drafts, since the old blog sets `render` for them'],
    ['zola', `${DATED}\ndraft: true`, 'drafts in the old blog'],
    [
      'jekyll',
      'title: A\npublished: false',
      'drafts, since the old blog sets `published` for them',
    ],
    ['jekyll', 'title: A\ndate: 2030-01-01', 'drafts, since their date is in the future'],
    [
      'eleventy',
      `${DATED}\npermalink: false`,
      'drafts, since the old blog sets `permalink` for them',
    ],
    ['astro', `${DATED}\nisDraft: true`, 'drafts, since the old blog sets `isDraft` for them'],
    ['hexo', `${DATED}\npublished: false`, 'drafts, since the old blog sets `published` for them'],
    ['hexo', `${DATED}\npassword: x`, 'drafts, since the old blog sets `password` for them'],
  ])('%s: %j', async (program, front, reason) => {
    const { out, text, paths, build } = await importFolder(program, { marked: yaml(front) });
    expect(out).toContain('1 essay, 1 draft');
    const [path = ''] = paths.filter((each) => each.includes('marked'));
    if (!reason.endsWith('no date')) expect(text(path)).toMatch(/^draft: true$/m);
    expect(text('import-report.md')).toMatch(new RegExp(`## ${reason}\\n\\n- .*marked\\.md\n`));
    const site = await build();
    expect(site.site?.essays.map(({ title }) => title)).toEqual(['Z']);
    for (const each of site.paths) expect(site.text(each)).not.toContain('marked');
  });

  test('by the `cascade` of its section, unless it says otherwise itself', async () => {
    const { out, build } = await importFolder('hugo', {
      'content/secret/_index.md': yaml('title: S\ncascade:\n  draft: true'),
      'content/secret/a.md': yaml(DATED),
      'content/secret/b.md': yaml('title: B\ndate: 2020-01-01\ndraft: false'),
    });
    expect(out).toContain('2 essays, 1 draft');
    expect((await build()).site?.essays.map(({ title }) => title).sort()).toEqual(['B', 'Z']);
  });
});

test.each([
  ['posts/marked.11tydata.json', 'the post'],
  ['posts/posts.json', 'its folder'],
])('Eleventy’s data file %s hides %s', async (path, what) => {
  const { out } = await importFolder('eleventy', {
    marked: yaml(DATED),
    [path]: '{"permalink": false}\n',
  });
  expect(out).toContain(what === 'the post' ? '1 essay, 1 draft' : '2 drafts');
});

test.each([
  ['hexo', 'hidden: true'],
  ['jekyll', 'hidden: true'],
  ['hugo', 'build:\n  list: never'],
  ['eleventy', 'eleventyExcludeFromCollections: true'],
  ['hugo', 'unlisted: true'],
])('a post that %s published but didn’t list is unlisted: %j', async (program, line) => {
  const { text, paths, build } = await importFolder(program, { marked: yaml(`${DATED}\n${line}`) });
  const [path = ''] = paths.filter((each) => each.includes('marked'));
  expect(text(path)).toMatch(/^unlisted: true$/m);
  expect(text('import-report.md')).toMatch(/## unlisted, as in the old blog\n\n- .*marked\.md\n/);
  const site = await build();
  expect(site.site?.heldBack.size).toBe(0);
  expect(site.page('index.html')('article').length).toBe(1);
});

test.each([
  [{ status: 'pending' }, true],
  [{ visibility: 'private' }, true],
  [{ is_published: false }, true],
  [{ published: '2030-01-01' }, true],
  [{ unlisted: true }, false],
])('a record with %j', async (fields, isDraft) => {
  const record = { title: 'A', content: '<p>A</p>', published: '2020-01-01', slug: 'a', ...fields };
  const { out, essay } = await importFiles({ 'x.json': JSON.stringify([record]) }, ['x.json']);
  expect(out).toContain(isDraft ? '1 draft' : '1 essay');
  expect(essay('a').front).toContain(isDraft ? 'draft: true\n' : 'unlisted: true\n');
});

test('records in the trash are left out and counted', async () => {
  const posts = ['published', 'trash'].map((status) => {
    return { title: status, content: '<p>A</p>', published: '2020-01-01', slug: status, status };
  });
  const { out, paths } = await importFiles({ 'x.json': JSON.stringify(posts) }, ['x.json']);
  expect(out).toContain('left out, posts in the trash: 1');
  expect(paths.join(' ')).not.toContain('trash');
});

test.each([
  ['draft', 'drafts in the old blog'],
  ['future', 'drafts in the old blog'],
  ['private', 'drafts, since not everybody could read them'],
])('a post of WordPress with the status %s is a draft, and named', async (status, reason) => {
  const post = { name: 'walk', title: 'Walk', html: '<p>A</p>', index: 0, fields: { status } };
  const { out, text } = await importFiles({ 'x.xml': exports.makeWxr([post]) }, ['x.xml']);
  expect(out).toContain('1 draft');
  expect(text('import-report.md')).toMatch(new RegExp(`## ${reason}\\n\\n- content/.*walk`));
});
