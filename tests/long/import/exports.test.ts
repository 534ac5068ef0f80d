/**
 * Exports of six services with odd posts: what readers saw is there after the import, at the old addresses and with
 * the old feed ids; what no reader saw stays unpublished. An address that can be kept is that of the page itself.
 */
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { outputPathOf } from '../../../src/site/urls.ts';
import { straighten } from '../../../src/text/text.ts';
import * as exports from '../../support/exports.ts';
import { type OddPost, PNG } from '../../support/exports.ts';
import { importFiles } from '../../support/import.ts';
import { follow, SITE_YAML } from '../../support/site.ts';
import { BLOGS, COMMON } from './odd-posts.ts';

/** Two posts with the same title, which would get the same slug. */
const TWINS = ['twin', 'twin-2'];

/** The text as a reader sees it, with straight quotes and without spaces. */
function textOf(html: string): string {
  const $ = load(html);
  $(
    'script, style, .heading-link, .anchor, [data-footnote-backref], #footnote-label, svg, .kg-callout-emoji',
  ).remove();
  $('[rev=footnote]').remove();
  return straighten($('body').text()).replace(/\s+/g, '');
}

test.each(Object.entries(BLOGS))('%s', async (kind, blog) => {
  const all: Readonly<Record<string, OddPost>> = {
    ...{ ...blog.posts, ...COMMON },
    ...Object.fromEntries(TWINS.map((name) => [name, { html: `<p>${name}</p>`, title: 'Twins' }])),
  };
  const posts = Object.entries(all).map(([name, post], index) => {
    const { html = '<p>Words</p>', title = `The ${name}` } = post;
    return { post, packed: { ...post, name, html, title, index } };
  });
  const published = posts.filter(({ post }) => post.as === undefined);
  const drafts = posts.filter(({ post }) => post.as === 'draft');
  const files = blog.pack(posts.map(({ packed }) => packed));
  const [source = ''] = Object.keys(files).map((path) => path.split('/')[0] ?? '');
  const settings = `${SITE_YAML}feedItems: 100\n`;
  const input = { ...files, 'content/site.yaml': settings };
  const imported = await importFiles(input, [source], { site: blog.site });
  expect([imported.code, imported.err]).toEqual([0, '']);
  const others = drafts.length === 0 ? '' : `, ${drafts.length} drafts?`;
  const counts = `${published.length} essays${others} \\(`;
  expect(imported.out).toMatch(new RegExp(`^From ${kind}:\n(?:  .*\n)*\n?  ${counts}`));
  for (const line of blog.out) expect(imported.out).toContain(line);
  const [stated] = /(?<=^permalink: ).*/m.exec(imported.text('content/site.yaml')) ?? [];
  expect(stated).toBe(blog.permalink);
  expect(imported.text('import-report.md')).toContain(blog.report ?? '');
  for (const { post, packed } of posts.filter(({ post }) => post.as !== 'none')) {
    const { front, body } = imported.essay(blog.fileOf?.(packed.name, packed.index) ?? packed.name);
    const { written = body.trim() } = post;
    expect([front, body.trim()]).toEqual([post.front ?? front, written]);
    if (post.as === 'draft') expect(front).toContain('draft: true\n');
  }
  const ofReaders = imported.paths.filter((path) => imported.text(path).includes(exports.READER));
  expect(ofReaders.filter((path) => path !== source)).toEqual([]);
  const site = await imported.build();
  expect(site.report.match(/^error.*\n.*$/gm)).toBe(null);
  for (const { post, packed } of published) {
    const { name, title, index } = packed;
    const addresses = (post.old ?? blog.addressesOf(name, index)).map(encodeURI);
    const own = blog.permalink === undefined ? `/blog/${encodeURI(name)}` : (addresses[0] ?? '');
    const $ = site.page(outputPathOf(own));
    const end = kind === 'medium' && post.fields === undefined ? 'End.Bye.' : '';
    const shown = post.text ?? post.html;
    expect({
      text: shown === undefined ? '' : textOf($('.prose').html() ?? ''),
      heading: straighten($('h1').text()),
      hasElements: $(`.prose :is(${post.has ?? '*'})`).length > 0,
      goals: [...new Set(addresses.map((address) => follow(site, decodeURI(address))))],
    }).toEqual({
      text: shown === undefined ? '' : textOf(shown) + end,
      heading: straighten(post.heading ?? (load(title).text() || name)),
      hasElements: true,
      goals: [`https://ann.example${own}`],
    });
  }
  const ids = JSON.parse(site.text('feed.json')).items.map(({ id }: { id: string }) => id);
  const old = published.map(({ packed: { name, index } }) => blog.guidOf(name, index));
  expect(ids.sort()).toEqual(old.sort());
});

test('a WordPress post with all possible fields, and a page', async () => {
  const { category, meta } = exports;
  const more =
    category('category', 'Uncategorized') +
    category('category', 'News &amp; more') +
    category('post_tag', 'a, b') +
    meta('_thumbnail_id', '9001') +
    meta('_wp_old_slug', 'former') +
    '<wp:comment><wp:comment_approved>1</wp:comment_approved><wp:comment_author>Bo</wp:comment_author><wp:comment_content>Nice</wp:comment_content><wp:comment_type>comment</wp:comment_type></wp:comment>';
  const fields = { date: '2020-05-01', modified: '2020-06-01', more };
  const post = {
    name: 'all',
    title: '<em>All</em> of it',
    html: '<p>Some words.</p>',
    index: 0,
    fields,
  };
  const page = { ...post, name: 'contact', index: 1, fields: { type: 'page' } };
  const about = { ...page, name: 'about', index: 2 };
  const files = { 'wp.xml': exports.makeWxr([post, page, about]), 'uploads/2019/03/cat.jpg': PNG };
  const options = { pages: true, site: exports.OLD };
  const { essay, out, build } = await importFiles(files, ['wp.xml'], options);
  expect(essay('all')).toEqual({
    path: 'content/essays/2020/all/index.md',
    front:
      'title: All of it\npublished: 2020-05-01T10:00:00Z\nupdated: 2020-06-01T12:00:00Z\nslug: all\npermalink: /2020/05/01/all/\ntags: ["a, b", News & more]\nimage: cat.jpg\nimageAlt: A cat\naliases: [/2020/05/01/former/]\nguid: "https://old.example/?p=1"\n',
    body: 'Some words.\n',
  });
  expect(essay('contact').path).toBe('content/pages/contact.md');
  expect(essay('contact').front).not.toContain('aliases');
  expect(essay('about').path).toBe('content/pages/about.md');
  expect(out).toContain('left out, comments: 1\n');
  const site = await build();
  expect(site.text('_redirects')).toContain('/ p=1 /2020/05/01/all/ 301\n');
  expect(follow(site, '/2020/05/01/former/')).toBe('https://old.example/2020/05/01/all/');
});

test('what WordPress itself fills in: galleries of a post, shared blocks, and the time zone', async () => {
  const make = (name: string, html: string, index: number, fields = {}) => ({
    ...{ name, title: name, html, index, fields },
  });
  const picture = `<wp:post_parent>1</wp:post_parent><wp:attachment_url>${exports.OLD}/wp-content/uploads/2019/03/cat.jpg</wp:attachment_url>`;
  const blocks =
    '<!-- wp:paragraph --><p>Before</p><!-- /wp:paragraph --><!-- wp:block {"ref":4} /--><!-- wp:latest-posts /-->';
  const wxr = exports.makeWxr([
    make('gallery', 'See:\n\n[gallery columns="2"]\n\n[gallery:x] [wpvideo abc]', 0),
    make('blocks', blocks, 1),
    make('cat', '', 2, { type: 'attachment', status: 'inherit', more: picture }),
    make('shared', '<p>Shared words</p>', 3, { type: 'wp_block' }),
    make('quoted', '[caption caption="The &quot;best&quot;"]<img src="/x.jpg">[/caption]', 4),
    make('damaged', '<p>A</p><!-- wp:footnotes /-->', 5, {
      more: exports.meta('footnotes', '[{"'),
    }),
    make('winter', 'Cold', 6, { date: '2010-01-01' }),
    make('summer', 'Warm', 7, { date: '2010-07-02' }),
  ]);
  const local = wxr
    .replaceAll('<wp:post_date>2020-01-02 10:', '<wp:post_date>2020-01-02 05:')
    .replace('<wp:post_date>2010-01-01 10:', '<wp:post_date>2010-01-01 05:')
    .replace('<wp:post_date>2010-07-02 10:', '<wp:post_date>2010-07-02 06:');
  const files = { 'wp.xml': local, 'uploads/2019/03/cat.jpg': PNG };
  const { essay, text } = await importFiles(files, ['wp.xml']);
  expect(essay('gallery').body).toContain('<figure><img src="cat.jpg" alt=""></figure>');
  expect(essay('blocks').body).toBe('Before\n\nShared words\n');
  expect(essay('quoted').body).toContain('<figcaption>The "best"</figcaption>');
  expect(text('content/site.yaml')).toContain('timezone: America/New_York\n');
  const report = text('import-report.md');
  for (const told of [
    'unknown shortcodes, left as text\n\n- content/essays/2020/gallery/index.md: [wpvideo]\n',
    'were left out\n\n- content/essays/2020/blocks.md: latest-posts\n',
    'footnotes are damaged',
  ])
    expect(report).toContain(told);
});

test('exports that overlap give each post once; the feed is redirected', async () => {
  const make = (name: string, index: number) => ({ name, title: name, html: '<p>A</p>', index });
  const [first, second] = [[make('a', 0)], [make('a', 0), make('b', 1)]].map(exports.makeWxr);
  const files = { 'a.xml': first ?? '', 'b.xml': second ?? '' };
  const { paths, out, text } = await importFiles(files, ['a.xml', 'b.xml']);
  const essays = paths.filter((path) => path.startsWith('content/essays/'));
  expect(essays).toEqual(['content/essays/2020/a.md', 'content/essays/2020/b.md']);
  expect(out).toContain('left out, duplicate posts: 1\n');
  expect(text('content/site.yaml')).toContain('  "/feed": "/rss.xml"\n');
});

test('a Blogger backup: posts, drafts, and comments that are not published', async () => {
  const entry = (id: number, kind: string, more: string) =>
    `<entry><id>tag:blogger.com,1999:blog-1.post-${id}</id><published>2011-05-06T07:08:09.000+02:00</published><category scheme='http://schemas.google.com/g/2005#kind' term='http://schemas.google.com/blogger/2008/kind#${kind}'/><author><name>Ann</name></author><title type='text'>The ${id}</title>${more}</entry>`;
  const post = (name: string, more = '') =>
    `<content type='html'>&lt;p&gt;${name}&lt;/p&gt;</content><link rel='alternate' type='text/html' href='https://old.blogspot.com/2011/05/${name}.html'/>${more}`;
  const DRAFT = '<app:control><app:draft>yes</app:draft></app:control>';
  const entries = [
    entry(1, 'template', '<content>x</content>'),
    entry(3, 'post', post('walk', "<category scheme='http://x.example/ns#' term='On foot'/>")),
    entry(4, 'post', post('new', DRAFT)),
    entry(5, 'page', post('about-me')),
    entry(6, 'comment', '<content>Nice &lt;b&gt;walk&lt;/b&gt;</content>'),
  ];
  const feed = `<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:app='http://purl.org/atom/app#' xmlns:thr='http://purl.org/syndication/thread/1.0'><title type='text'>Old</title>${entries.join('')}</feed>`;
  const files = { 'content/site.yaml': SITE_YAML, 'b.xml': feed };
  const { essay, out, build } = await importFiles(files, ['b.xml']);
  expect(out).toContain('\n  1 essay, 1 draft (2 Markdown)\n');
  expect(essay('walk').front).toBe(
    'title: The 3\npublished: 2011-05-06T07:08:09.000+02:00\nslug: walk\npermalink: /2011/05/walk.html\ntags: [On foot]\nguid: "tag:blogger.com,1999:blog-1.post-3"\n',
  );
  expect(essay('new').front).toContain('draft: true\n');
  expect(out).toContain('left out, comments: 1\n');
  expect((await build()).site?.essays.map(({ slug }) => slug)).toEqual(['walk']);
});
