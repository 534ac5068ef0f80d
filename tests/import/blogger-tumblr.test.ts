/**
 * What only Blogger and Tumblr have: backups of old, comments, drafts; blocks, older types of posts, media by number.
 */
import { describe, expect, test } from 'vitest';
import { type Imported, importFiles } from '../support/import.ts';
import { type Files, SITE_YAML } from '../support/site.ts';
import { makeZip } from '../support/zip.ts';

const settings = { 'content/site.yaml': SITE_YAML };

describe('Blogger', () => {
  const KIND = 'http://schemas.google.com/blogger/2008/kind';
  const entry = (id: number, kind: string, more: string) =>
    `<entry><id>tag:blogger.com,1999:blog-1.post-${id}</id><published>2011-05-06T07:08:09.000+02:00</published><category scheme='http://schemas.google.com/g/2005#kind' term='${KIND}#${kind}'/><author><name>Ann</name></author>${more}</entry>`;
  const post = (name: string, more = '') =>
    `<title type='text'>The ${name}</title><content type='html'>&lt;p&gt;${name}&lt;/p&gt;</content><link rel='alternate' type='text/html' href='https://old.blogspot.com/2011/05/${name}.html'/>${more}`;
  const feed = (entries: string) =>
    `<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:app='http://purl.org/atom/app#' xmlns:thr='http://purl.org/syndication/thread/1.0' xmlns:blogger='http://schemas.google.com/blogger/2018'><title type='text'>Old</title>${entries}</feed>`;
  const draft = '<app:control><app:draft>yes</app:draft></app:control>';
  const old = feed(
    [
      entry(1, 'template', '<title>Template</title><content>x</content>'),
      entry(2, 'settings', '<title>Setting</title><content>x</content>'),
      entry(
        3,
        'post',
        post('walk', "<category scheme='http://www.blogger.com/atom/ns#' term='On foot'/>"),
      ),
      entry(4, 'post', post('unready', draft)),
      entry(5, 'page', post('about-me')),
      entry(
        6,
        'comment',
        `<title>Nice</title><content>Nice &lt;b&gt;walk&lt;/b&gt;</content><thr:in-reply-to ref='tag:blogger.com,1999:blog-1.post-3'/>`,
      ),
    ].join(''),
  );

  test('a backup of old: posts, drafts, and comments that are not published', async () => {
    const { essay, out, text, build } = await importFiles({ ...settings, 'b.xml': old }, ['b.xml']);
    expect(out).toContain(
      'From blogger:\n  1 essay, 1 draft (2 Markdown)\n  left out, pages (--pages): 1\n',
    );
    expect(essay('blogger:3').front).toBe(
      'title: The walk\npublished: 2011-05-06T07:08:09.000+02:00\nslug: walk\ntags: [On foot]\naliases: [/2011/05/walk.html]\nguid: "tag:blogger.com,1999:blog-1.post-3"\nimportedFrom: blogger:3\n',
    );
    expect(essay('blogger:4').front).toContain('draft: true\n');
    expect(JSON.parse(text('.blog/import/comments.ndjson'))).toEqual({
      ...{ to: 'blogger:3', published: '2011-05-06T07:08:09.000+02:00', author: 'Ann' },
      content: 'Nice <b>walk</b>',
    });
    expect((await build()).site?.essays.map(({ slug }) => slug)).toEqual(['walk']);
  });

  test.each([
    ['DRAFT', 'POST', '1 draft'],
    ['SCHEDULED', 'POST', '1 draft'],
    ['SOFT_TRASHED', 'POST', 'left out, posts in the trash: 1'],
    ['LIVE', 'PAGE', 'left out, pages (--pages): 1'],
    ['LIVE', 'COMMENT', '1 comment kept'],
  ])('of Takeout, %s %s is not published', async (status, type, said) => {
    const one = `<entry><id>tag:blogger.com,1999:blog-1.post-9</id><blogger:type>${type}</blogger:type><blogger:status>${status}</blogger:status><title>T</title><content type='html'>x</content><published>2019-01-01T00:00:00Z</published></entry>`;
    const zip = makeZip([
      {
        path: 'Takeout/Blogger/Blogs/Old/feed.atom',
        contents: feed(one + entry(3, 'post', post('walk'))),
      },
      { path: 'Takeout/Blogger/Blogs/Old/theme-layouts.xml', contents: '<html/>' },
    ]);
    const { out, build } = await importFiles({ ...settings, 't.zip': zip }, ['t.zip']);
    expect(out).toContain(said);
    expect((await build()).site?.essays.map(({ slug }) => slug)).toEqual(['walk']);
  });
});

describe('Tumblr', () => {
  const post = (id: number, more: object) => ({
    ...{ id, id_string: String(id), blog_name: 'old', state: 'published', timestamp: 1562246760 },
    ...{ post_url: `https://old.tumblr.com/post/${id}/slug-${id}`, slug: `slug-${id}`, ...more },
  });
  const importPosts = (...posts: object[]): Promise<Imported> => {
    const reply = {
      meta: {},
      response: { blog: { title: 'Old', url: 'https://old.tumblr.com/' }, posts },
    };
    return importFiles({ ...settings, 'posts.json': JSON.stringify(reply) }, ['posts.json']);
  };
  const words = (text: string, more = {}) => ({ type: 'text', text, ...more });
  const image = (name: string, more = {}) => ({
    ...{
      type: 'image',
      media: [{ url: `https://64.media.tumblr.com/${name}.png`, width: 1280 }, { url: 'small' }],
    },
    ...more,
  });

  test.each<[what: string, content: object[], layout: object[], body: string]>([
    [
      'headings and quotes',
      [words('A', { subtype: 'heading1' }), words('B', { subtype: 'quote' }), words('C')],
      [],
      '## A\n\n> B\n\nC',
    ],
    [
      'formats that overlap, counted in code points',
      [
        words('👍 bold and both', {
          formatting: [
            { start: 2, end: 10, type: 'bold' },
            { start: 7, end: 15, type: 'italic' },
            { start: 11, end: 15, type: 'link', url: 'https://x.example/?a&b' },
          ],
        }),
      ],
      [],
      '👍 **bold _and_** *[both](https://x.example/?a\\&b)*',
    ],
    [
      'lists in lists',
      [
        words('a', { subtype: 'unordered-list-item' }),
        words('b', { subtype: 'ordered-list-item', indent_level: 1 }),
        words('c', { subtype: 'unordered-list-item' }),
        words('d', { subtype: 'ordered-list-item' }),
      ],
      [],
      '- a\n  1. b\n- c\n\n1. d',
    ],
    [
      'pictures of a row',
      [image('a', { alt_text: 'A' }), image('b'), words('C')],
      [{ type: 'rows', display: [{ blocks: [0, 1] }, { blocks: [2] }] }],
      '<figure><img src="https://64.media.tumblr.com/a.png" alt="A"><img src="https://64.media.tumblr.com/b.png" alt=""></figure>\n\nC and more text',
    ],
    [
      'films and links',
      [
        { type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ' },
        { type: 'link', url: 'https://x.example/', title: 'X' },
      ],
      [],
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube" allowfullscreen=""></iframe>\n\n[X](https://x.example/)',
    ],
  ])('blocks: %s', async (_, content, layout, body) => {
    const long = content.map((each) =>
      'text' in each && each.text === 'C' && layout.length > 0 ? words('C and more text') : each,
    );
    const { essay } = await importPosts(post(1, { content: long, layout, title: 'T' }));
    expect(essay('tumblr:1').body.trim()).toBe(body);
  });

  test.each<[type: string, post: object, body: string, title: string]>([
    [
      'quote',
      { text: 'Be &amp; do', source: '<a href="https://x.example/">X</a>', summary: 'Be & do' },
      '> Be & do\n\n[X](https://x.example/)',
      'Be & do',
    ],
    [
      'link',
      { url: 'https://x.example/', title: 'Look', description: '<p>why</p>' },
      '[Look](https://x.example/)\n\nwhy',
      'Look',
    ],
    [
      'chat',
      {
        dialogue: [
          { label: 'A:', phrase: 'hi <3' },
          { label: 'B:', phrase: 'ho' },
        ],
      },
      '**A:** hi <3\n\n**B:** ho',
      'A: hi <3',
    ],
    [
      'answer',
      { question: 'Why?', answer: '<p>So.</p>', summary: 'Why?' },
      '> Why?\n\nSo.',
      'Why?',
    ],
    [
      'video',
      { permalink_url: 'https://vimeo.com/12', caption: '<p>My film</p>' },
      '<iframe src="https://player.vimeo.com/video/12" title="Vimeo" allowfullscreen=""></iframe>\n\nMy film',
      'My film',
    ],
  ])('an older post of the type %s', async (type, more, body, title) => {
    const { essay } = await importPosts(post(1, { type, ...more }));
    const { body: found, front } = essay('tumblr:1');
    expect([found.trim(), front]).toEqual([
      body,
      expect.stringMatching(`^title: "?${title.replace(/[?]/g, '\\?')}`),
    ]);
  });

  test('drafts, private posts and reblogs are not published', async () => {
    const { out, build } = await importPosts(
      post(1, { type: 'text', title: 'A', body: '<p>a</p>' }),
      post(2, { type: 'text', title: 'B', body: '<p>b</p>', state: 'private' }),
      post(3, { type: 'text', title: 'C', body: '<p>c</p>', state: 'queued' }),
      post(4, { type: 'text', title: 'D', body: '<p>d</p>', reblogged_from_id: '9' }),
    );
    expect(out).toContain(
      'From tumblr:\n  1 essay, 2 drafts (3 Markdown)\n  left out, reblogs: 1\n',
    );
    expect((await build()).site?.essays.map(({ slug }) => slug)).toEqual(['slug-1']);
  });

  test('an export with a zip in it says what to do', async () => {
    const zip = makeZip([
      { path: 'posts.zip', contents: makeZip([]) },
      { path: 'media/123456.png', contents: 'png' },
    ]);
    const { code, err } = await importFiles({ ...settings, 'x.zip': zip }, ['x.zip']);
    expect([code, err]).toEqual([1, expect.stringContaining('Unpack both, and name the folder.')]);
  });

  test('an export: pictures belong to the post of their number, whatever its page names', async () => {
    const page = (body: string, tags = '') =>
      `<!DOCTYPE HTML><html><head><meta charset="UTF-8"></head><body>${body}<div id="footer"><span id="timestamp"> July 4th, 2019 1:26pm </span>${tags}</div></body></html>`;
    const files: Files = {
      'posts/html/123456.html': page(
        '<h1>Sea</h1><p>One</p><img src="../../media/999999_0.png">',
        '<span class="tag">blue</span><span class="tag">two words</span>',
      ),
      'posts/html/123457.html': page('<p>Caption only, of a picture that the page has lost</p>'),
      'posts/html/123458.html': page(
        '<p><a class="tumblr_blog" href="https://b.tumblr.com/">b</a>:</p><blockquote><p>theirs</p></blockquote>',
      ),
      'media/123456_0.png': 'png',
      'media/123457.png': 'png',
    };
    const zip = makeZip(Object.entries(files).map(([path, contents]) => ({ path, contents })));
    const { essay, out, paths } = await importFiles({ ...settings, 'x.zip': zip }, ['x.zip'], {
      site: 'https://old.tumblr.com',
    });
    expect(out).toContain('left out, reblogs: 1');
    expect(essay('tumblr:123456')).toEqual({
      path: 'content/essays/2019/sea/index.md',
      front:
        'title: Sea\npublished: "July 4, 2019 1:26 pm"\nslug: sea\ntags: [blue, two words]\naliases: [/post/123456]\nimportedFrom: tumblr:123456\n',
      body: 'One\n\n![](123456-0.png)\n',
    });
    expect(essay('tumblr:123457').body).toBe(
      '![](123457.png)\n\nCaption only, of a picture that the page has lost\n',
    );
    expect(paths).toContain('content/essays/2019/sea/123456-0.png');
  });
});
