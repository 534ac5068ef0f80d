/**
 * WordPress: posts as its editors of twenty years have left them, in an export after the form of its `export.php`.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Imported, importIn } from '../support/import.ts';
import { type BuiltSite, SITE_YAML, writeFiles } from '../support/site.ts';

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

interface Post {
  readonly title?: string;
  readonly body?: string;
  readonly name?: string;
  readonly link?: string;
  readonly date?: string;
  readonly modified?: string;
  readonly status?: string;
  readonly type?: string;
  /** Further elements of the item. */
  readonly more?: string;
}

const OLD = 'https://old.example';

/** An item; its number is that of the post. */
function item(id: number, post: Post): string {
  const {
    title = `Post ${id}`,
    body = '<p>Some words.</p>',
    name = `post-${id}`,
    date = `2019-03-${10 + (id % 18)}`,
  } = post;
  const { status = 'publish', type = 'post', modified = date, more = '' } = post;
  const link =
    post.link ??
    (status === 'publish' ? `${OLD}/${date.replaceAll('-', '/')}/${name}/` : `${OLD}/?p=${id}`);
  return `<item><title>${cdata(title)}</title><link>${link}</link><dc:creator>${cdata('ann')}</dc:creator>
<guid isPermaLink="false">${OLD}/?p=${id}</guid><description></description>
<content:encoded>${cdata(body)}</content:encoded><excerpt:encoded>${cdata('')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${date} 10:00:00</wp:post_date><wp:post_date_gmt>${date} 10:00:00</wp:post_date_gmt>
<wp:post_modified_gmt>${modified} 12:00:00</wp:post_modified_gmt><wp:post_name>${name}</wp:post_name>
<wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`;
}

const wxr = (items: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Old &amp; Gone</title><link>${OLD}</link><description>Just another site</description><language>en-GB</language>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>${OLD}</wp:base_site_url><wp:base_blog_url>${OLD}</wp:base_blog_url>
<wp:author><wp:author_login>${cdata('ann')}</wp:author_login><wp:author_display_name>${cdata('Ann Author')}</wp:author_display_name></wp:author>
${items}</channel></rss>`;

const attachment = (id: number, url: string) =>
  item(id, {
    type: 'attachment',
    status: 'inherit',
    more: `<wp:attachment_url>${cdata(url)}</wp:attachment_url>`,
  });
const tag = (domain: string, name: string) =>
  `<category domain="${domain}" nicename="x">${cdata(name)}</category>`;
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;

/** Bodies, each with what its essay holds, and the text that the page must show. */
const BODIES: readonly (readonly [
  name: string,
  body: string,
  written: string | RegExp,
  shown?: string,
])[] = [
  ['paragraphs of blank lines', 'One\nline\n\nTwo', 'One\\\nline\n\nTwo', 'One line Two'],
  [
    'blocks',
    '<!-- wp:paragraph -->\n<p>Block <strong>text</strong></p>\n<!-- /wp:paragraph -->',
    'Block **text**\n',
  ],
  [
    'a caption',
    '[caption id="a" align="alignleft" width="300"]<img class="alignleft wp-image-4" src="https://old.example/wp-content/uploads/2019/03/cat-300x200.jpg" alt="Cat" width="300" /> A <em>fine</em> cat[/caption]',
    '<figure><img src="cat.jpg" alt="Cat"><figcaption>A <em>fine</em> cat</figcaption></figure>',
  ],
  [
    'a gallery of pictures that come later',
    'See:\n\n[gallery ids="91,92"]',
    /<figure><img src="cat\.jpg" alt=""><img src="https:\/\/old\.example\/wp-content\/uploads\/2019\/03\/gone\.png" alt=""><\/figure>/,
  ],
  [
    'a film alone on its line',
    'Look:\n\nhttps://www.youtube.com/watch?v=abcdefghijk\n\nThere.',
    '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk" title="YouTube" allowfullscreen=""></iframe>',
  ],
  [
    'an embed',
    '<!-- wp:embed {"url":"https://vimeo.com/123"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://vimeo.com/123\n</div></figure>\n<!-- /wp:embed -->',
    'https://player.vimeo.com/video/123',
  ],
  [
    'a shortcode that is not known',
    'Before [contact-form to="me"] after.',
    'Before \\[contact-form to="me"] after.',
  ],
  [
    'letters whose other case is longer',
    'İİİİİİİİ [caption]<img src="https://old.example/wp-content/uploads/2019/03/cat.jpg" alt=""> Bir[/caption] Sonraki',
    /<figcaption>Bir<\/figcaption><\/figure>\s*(?:<p>)?Sonraki/,
  ],
  ['brackets that are none', 'He said [sic] so.', 'He said \\[sic] so.'],
  [
    'code with blank lines',
    '<pre><code>a\n\n  b [caption]\n</code></pre>',
    '```\na\n\n  b [caption]\n```',
  ],
  [
    'a shortcode of code',
    '[code language="js"]if (a &lt; b) { x(); }\n\ny();[/code]',
    '```js\nif (a < b) { x(); }\n\ny();\n```',
  ],
  ['a poem in pre', '<pre>A poem\n\n  indented</pre>', '```\nA poem\n\n  indented\n```'],
  [
    'a table',
    '<table><thead><tr><th>A</th><th style="text-align:right">B</th></tr></thead><tbody><tr><td>1|2</td><td style="text-align:right">3</td></tr></tbody></table>',
    '| A | B |\n| - | -: |\n| 1\\|2 | 3 |',
  ],
  [
    'a table of merged cells',
    '<table><tr><td colspan="2">A</td></tr><tr><td>1</td><td>2</td></tr></table>',
    '<td colspan="2">A</td>',
  ],
  [
    'lists in lists',
    '<ul><li>a<ol start="3"><li>b</li></ol></li><li>c</li></ul>',
    '- a\n\n  3. b\n- c',
  ],
  [
    'footnotes',
    '<p>Word<sup data-fn="x" class="fn"><a href="#x" id="x-link">1</a></sup>.</p><!-- wp:footnotes --><ol class="wp-block-footnotes"><li id="x">The <em>note</em>. <a href="#x-link">↩︎</a></li></ol>',
    /Word\[\^1\]\.\n\n\[\^1\]: The \*note\*\./,
  ],
  ['entities', '<p>AT&amp;T &lt;b&gt; &amp;amp; caf&eacute;</p>', 'AT\\&T \\<b> \\&amp; café'],
  ['emoji and Hebrew', '<p dir="rtl">שלום 👩‍👩‍👧</p>', '<p dir="rtl">שלום 👩‍👩‍👧</p>'],
  [
    'a centred line',
    '<p class="has-text-align-center">Mid</p>\n<p>Rest of the text, longer</p>',
    '<p style="text-align: center">Mid</p>',
  ],
  [
    'what Word leaves',
    '<p class="MsoNormal" style="mso-x: y"><span style="font-size:9pt"><o:p>Text&nbsp;&nbsp; here</o:p></span></p><p>&nbsp;</p>',
    'Text here\n',
  ],
  [
    'scripts and pixels',
    '<p>Hi</p><script src="https://evil.example/x.js"></script><img src="https://stats.wordpress.com/g.gif" /><p onclick="x()">Ho</p>',
    'Hi\n\nHo\n',
  ],
  [
    'a gist',
    '<script src="https://gist.github.com/ann/123.js"></script>',
    '<https://gist.github.com/ann/123>',
  ],
  [
    'a link to another post, by number',
    `<p><a href="${OLD}/?p=2">two</a> <a href="/2019/03/13/post-3/#x">three</a> <a href="http://www.old.example/2019/03/14/post-4">four</a></p>`,
    /\[two\]\(post-2\.md\) \[three\]\(post-3\/index\.html#x\) \[four\]\(post-4\/index\.md\)/,
  ],
  [
    'more',
    '<p>Start</p><!-- wp:more -->\n<!--more-->\n<!-- /wp:more --><p>Rest</p>',
    'Start\n\n<!--more-->\n\nRest',
  ],
  [
    'what looks like a mark of a template',
    '<p>Use {{ page.title }} and {% raw %}.</p>',
    /&#123;\{ page\.title \}\} and &#123;% raw %\}/,
  ],
  ['options, which are no dashes', '<p>git push --force, "quoted"</p>', /git push \\--force/],
  ['text in an unclosed element', '<p>One <b>bold<p>Two', '**bold**'],
  ['the end of CDATA', '<p><code>a]]></code></p>', '`a]]>`'],
];

const more: readonly string[] = [
  item(100, { title: '', name: '', body: '<p>No title</p>', status: 'draft', date: '2020-01-01' }),
  item(101, { title: 'Twice', name: 'twice', date: '2020-01-01' }),
  item(102, { title: 'Twice', name: 'twice', date: '2020-02-01' }),
  item(103, { title: 'Café &#8212; “x”', name: '%d7%a9%d7%9c', date: '2020-03-01' }),
  item(104, { status: 'private', body: '<p>secret</p>' }),
  item(105, { more: `<wp:post_password>${cdata('x')}</wp:post_password>` }),
  item(106, { status: 'trash' }),
  item(107, { type: 'page', name: 'contact', link: `${OLD}/contact/` }),
  item(108, { type: 'product' }),
  item(109, { type: 'wp_block' }),
  item(110, {
    title: 'All of it',
    name: 'all',
    date: '2020-05-01',
    modified: '2020-06-01',
    more:
      tag('category', 'Uncategorized') +
      tag('category', 'News &amp; more') +
      tag('post_tag', 'a, b') +
      meta('_thumbnail_id', '91') +
      meta('_wp_old_slug', 'former') +
      '<wp:comment><wp:comment_approved>1</wp:comment_approved><wp:comment_author>Bo</wp:comment_author><wp:comment_content>Nice</wp:comment_content><wp:comment_type>comment</wp:comment_type></wp:comment>',
  }),
  item(111, { status: 'future', date: '2099-01-01' }),
  attachment(91, `${OLD}/wp-content/uploads/2019/03/cat.jpg`),
  attachment(92, `${OLD}/wp-content/uploads/2019/03/gone.png`),
];

const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
);

describe('an export of WordPress', () => {
  let imported: Imported;
  let site: BuiltSite;

  beforeAll(async () => {
    const items = BODIES.map(([title, body], at) => item(at + 1, { title, body })).concat(more);
    const files = {
      'content/site.yaml': SITE_YAML,
      'wp.xml': wxr(items.join('\n')),
      'wp-content/uploads/2019/03/cat.jpg': JPEG,
    };
    const root = mkdtempSync(join(tmpdir(), 'import-'));
    writeFiles(root, files);
    imported = await importIn(root, ['wp.xml']);
    expect(imported.err).toBe('');
    site = await imported.build();
  });

  test.each(BODIES.map(([name, , written, shown], at) => [name, written, shown, at + 1] as const))(
    '%s',
    (_, written, shown, id) => {
      const essay = imported.essay(`wordpress:${id}`);
      if (typeof written === 'string') expect(essay.body).toContain(written);
      else expect(essay.body).toMatch(written);
      if (shown !== undefined) {
        expect(
          site
            .page(`blog/post-${id}.html`)('main > article > :last-child')
            .text()
            .replace(/\s+/g, ' ')
            .trim(),
        ).toBe(shown);
      }
    },
  );

  test('is built without an error', () => {
    expect(site.report.match(/^error.*$/gm)).toBe(null);
  });
  test('keeps dates, tags, pictures, comments and former addresses', () => {
    expect(imported.essay('wordpress:110')).toEqual({
      path: 'content/essays/2020/all/index.md',
      front: `title: All of it
published: 2020-05-01T10:00:00Z
updated: 2020-06-01T12:00:00Z
slug: all
tags: ["a, b", News & more]
image: cat.jpg
aliases: [/2020/05/01/former/]
guid: "${OLD}/?p=110"
importedFrom: wordpress:110
`,
      body: 'Some words.\n',
    });
    const comments = readFileSync(join(imported.root, '.blog/import/comments.ndjson'), 'utf8');
    expect(JSON.parse(comments)).toMatchObject({
      to: 'wordpress:110',
      author: 'Bo',
      content: 'Nice',
    });
  });

  test('publishes every post that was public under its old address, and no other', () => {
    const slugs = site.site?.essays.map(({ slug }) => slug).sort();
    const named = BODIES.map((_, at) => `post-${at + 1}`);
    expect(slugs).toEqual([...named, 'all', 'cafe-x', 'twice', 'twice-2'].sort());
    const old = [
      '2019/03/11/post-1',
      '2020/01/01/twice',
      '2020/02/01/twice',
      '2020/03/01/של',
      '2020/05/01/all',
      '2020/05/01/former',
    ];
    for (const path of old) expect(site.paths).toContain(`${path}/index.html`);
    expect(site.text('_redirects')).toContain('/ p=110 /blog/all 301\n');
    for (const id of [100, 104, 105, 111]) {
      expect(imported.essay(`wordpress:${id}`).front).toContain('draft: true\n');
    }
  });

  test('is known to feed readers by the ids of the old feed', () => {
    const { items } = JSON.parse(site.text('feed.json'));
    expect(items.map(({ id }: { id: string }) => id)).toContain(`${OLD}/?p=110`);
  });

  test('is reported as it is', async () => {
    expect(imported.out).toBe(`From wordpress:
  ${BODIES.length + 4} essays, 4 drafts (${BODIES.length + 5} Markdown, 3 HTML)
  left out, posts in the trash: 1
  left out, pages (--pages): 1
  left out, items of the type product: 1
  4 pictures, 1 missing
  3 links between essays rewritten
  old addresses: rule /:year/:month/:day/:slug/: /blog/:slug
  3 aliases for old addresses of single essays
  ${BODIES.length + 4} addresses such as p=1 in content/public/_redirects (only Netlify reads those)
  site.yaml, as in the old blog: title: Old & Gone
  site.yaml, as in the old blog: language: en-GB
  1 comment kept in .blog/import/, not published
  1 script removed
  1 event handler removed
  5 things to look at: see import-report.md
blog dev shows them.
`);
    const again = await imported.again();
    expect([again.out, again.paths]).toEqual([
      expect.stringContaining('Nothing new'),
      imported.paths,
    ]);
  });

  test('brings pages only if asked', async () => {
    const root = mkdtempSync(join(tmpdir(), 'import-'));
    writeFiles(root, { 'wp.xml': wxr(more.join('')) });
    const { paths, essay } = await importIn(root, ['wp.xml'], { pages: true });
    expect(paths).toContain('content/pages/contact.md');
    expect(essay('wordpress:107').front).not.toContain('aliases');
  });
});
