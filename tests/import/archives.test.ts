/**
 * Exports of Ghost, Substack and Medium, made after their own forms.
 */
import { describe, expect, test } from 'vitest';
import { type Imported, importFiles } from '../support/import.ts';
import { SITE_YAML } from '../support/site.ts';
import { makeZip } from '../support/zip.ts';

const files = (parts: Readonly<Record<string, string | Uint8Array>>) =>
  makeZip(Object.entries(parts).map(([path, contents]) => ({ path, contents })));

/** What each essay holds, and that the site is built with every old address. */
async function check(
  imported: Imported,
  bodies: Readonly<Record<string, string>>,
  old: readonly string[],
) {
  expect(imported.err).toBe('');
  const found = Object.keys(bodies).map((id) => [id, imported.essay(id).body.trim()]);
  expect(Object.fromEntries(found)).toEqual(bodies);
  const site = await imported.build();
  expect(site.report.match(/^error.*$/gm)).toBe(null);
  for (const path of old) {
    expect(site.paths, path).toContain(
      path.replace(/\/$/, '/index').replace(/$/, '.html').slice(1),
    );
  }
  expect((await imported.again()).out).toContain('Nothing new');
  return site;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('Ghost', () => {
  const html: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
    bookmark: [
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">The title</div><div class="kg-bookmark-description">More</div></div></a></figure>',
      '[The title](https://x.example/)',
    ],
    callout: [
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b>this</b></div></div>',
      '> Mind **this**',
    ],
    gallery: [
      '<p>See</p><figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/2020/a.png" width="9" alt="A"></div></div></div></figure><p>and on it goes</p>',
      'See\n\n<figure><img src="a.png" alt="A"></figure>\n\nand on it goes',
    ],
    link: [
      '<p>To <a href="__GHOST_URL__/callout/#x">callout</a></p>',
      'To [callout](callout.md#x)',
    ],
    code: ['<pre><code class="language-js">a();\n</code></pre>', '```js\na();\n```'],
    members: ['<p>Free</p><!--members-only--><p>Paid</p>', 'Free\n\nPaid'],
  };
  const post = (slug: string, more: object = {}) => ({
    ...{
      id: `id-${slug}`,
      uuid: `uuid-${slug}`,
      slug,
      title: `The ${slug} & more`,
      html: html[slug]?.[0] ?? '<p>Words</p>',
    },
    ...{
      status: 'published',
      visibility: 'public',
      type: 'post',
      published_at: '2020-01-02T03:04:05.000Z',
      ...more,
    },
  });
  const data = {
    posts: [
      ...Object.keys(html).map((slug) =>
        post(slug, {
          feature_image: '__GHOST_URL__/content/images/2020/a.png',
          custom_excerpt: 'In <short>',
        }),
      ),
      post('paid', { visibility: 'paid' }),
      post('draft', { status: 'draft', published_at: null }),
      post('sent', { status: 'sent' }),
      post('about-us', { type: 'page' }),
    ],
    tags: [
      { id: 't', name: 'News' },
      { id: 'u', name: '#internal' },
    ],
    posts_tags: [
      { post_id: 'id-link', tag_id: 't', sort_order: 0 },
      { post_id: 'id-link', tag_id: 'u', sort_order: 1 },
    ],
    users: [{ id: 'a', name: 'Ann' }],
    posts_authors: [{ post_id: 'id-link', author_id: 'a' }],
    settings: [{ key: 'title', value: 'My Ghost' }],
  };

  test('posts of its editor, with tags, pictures and ids of feeds', async () => {
    const zip = files({
      'export/data/ghost.json': JSON.stringify({ db: [{ data }] }),
      'export/content/images/2020/a.png': PNG,
    });
    const imported = await importFiles({ 'g.zip': zip, 'content/site.yaml': SITE_YAML }, ['g.zip']);
    const bodies = Object.fromEntries(
      Object.entries(html).map(([slug, [, markdown]]) => [
        `ghost:uuid-${slug}`,
        markdown
          .replaceAll('callout.md', 'callout/index.md')
          .replaceAll('(callout/', '(../callout/'),
      ]),
    );
    const site = await check(imported, bodies, ['/bookmark/', '/link/']);
    const { front } = imported.essay('ghost:uuid-link');
    expect(front).toBe(
      'title: The link & more\npublished: 2020-01-02T03:04:05.000Z\nslug: link\ntags: [News]\nexcerpt: "In <short>"\nimage: a.png\nauthor: Ann\nguid: id-link\nimportedFrom: ghost:uuid-link\n',
    );
    expect(imported.text('content/site.yaml')).toContain(
      'redirects:\n  "/:slug/": "/blog/:slug"\n',
    );
    expect(site.site?.essays.map(({ slug }) => slug).sort()).toEqual([
      'bookmark',
      'callout',
      'code',
      'gallery',
      'link',
    ]);
    expect(imported.out).toContain('left out, posts that were only sent by email: 1');
    expect(imported.out).toContain('left out, pages (--pages): 1');
  });
});

describe('Substack', () => {
  const html: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
    '11.note': [
      '<p>Word<a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1" href="#footnote-1" target="_self">1</a>.</p><div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number" contenteditable="false" target="_self">1</a><div class="footnote-content"><p>The note.</p></div></div>',
      'Word[^1].\n\n[^1]: The note.',
    ],
    '12.widget': [
      '<p>A</p><div class="subscription-widget-wrap" data-attrs="{}"><form class="subscription-widget-subscribe"><input type="email"></form></div><p class="button-wrapper"><a class="button" href="x"><span>Share</span></a></p>',
      'A',
    ],
    '13.film': [
      '<p>B</p><div id="youtube2-abc" class="youtube-wrap" data-attrs="{&quot;videoId&quot;:&quot;abcdef&quot;}"><div class="youtube-inner"><iframe src="x"></iframe></div></div>',
      'B\n\n<iframe src="https://www.youtube-nocookie.com/embed/abcdef" title="YouTube" allowfullscreen=""></iframe>',
    ],
    '14.tweet': [
      '<div class="tweet" data-attrs="{&quot;url&quot;:&quot;https://twitter.com/a/1&quot;,&quot;full_text&quot;:&quot;Said <this>&quot;,&quot;username&quot;:&quot;a&quot;}"></div>',
      '> Said \\<this>\n\n[a](https://twitter.com/a/1)',
    ],
    '15.linked': [
      '<p><a href="https://old.substack.com/p/note?utm_source=x">note</a></p>',
      '[note](note.md)',
    ],
  };
  const rows = Object.keys(html).map(
    (id) =>
      `${id},2021-02-0${id[1]}T10:00:00.000Z,true,,newsletter,everyone,"A ""title"", ${id}",Sub &amp; title,`,
  );
  const csv = [
    'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url',
    ...rows,
    '21.paid,2021-03-01T00:00:00Z,TRUE,,newsletter,only_paid,Paid,,',
    '22.draft,,false,,newsletter,everyone,Draft,,',
    '23.chat,2021-03-01T00:00:00Z,true,,thread,everyone,Chat,,',
    '24.sound,2021-03-02T00:00:00Z,true,,podcast,everyone,Sound,,https://api.substack.com/x.mp3',
  ].join('\r\n');
  const pages = Object.fromEntries([
    ...Object.entries(html).map(([id, [body]]) => [`posts/${id}.html`, body]),
    ['posts/21.paid.html', '<p>secret</p>'],
    ['posts/22.draft.html', '<p>not yet</p>'],
  ]);

  test('posts of its editor, without widgets; what was paid for stays a draft', async () => {
    const zip = files({
      'posts.csv': csv,
      'email_list.csv': 'email\nreader@example.com\n',
      ...pages,
    });
    const imported = await importFiles(
      { 's.zip': zip, 'content/site.yaml': SITE_YAML },
      ['s.zip'],
      { site: 'https://old.substack.com' },
    );
    const bodies = Object.fromEntries(
      Object.entries(html).map(([id, [, markdown]]) => [`substack:${id.slice(0, 2)}`, markdown]),
    );
    const site = await check(
      imported,
      {
        ...bodies,
        'substack:24': '<audio src="https://api.substack.com/x.mp3" controls=""></audio>',
      },
      ['/p/note', '/p/film'],
    );
    expect(imported.essay('substack:11').front).toBe(
      'title: "A \\"title\\", 11.note"\npublished: 2021-02-01T10:00:00.000Z\nslug: note\nexcerpt: Sub & title\nguid: https://old.substack.com/p/note\nimportedFrom: substack:11\n',
    );
    expect(imported.essay('substack:21').front).toContain('draft: true\n');
    expect(site.site?.essays.length).toBe(6);
    expect(imported.text('import-report.md')).toMatch(/paid\.md\n\n- was not public: a draft/);
    expect(
      imported.paths.filter(
        (path) => imported.text(path).includes('reader@example.com') && path !== 's.zip',
      ),
    ).toEqual([]);
  });
});

describe('Medium', () => {
  const page = (
    title: string,
    link: string,
    body: string,
  ) => `<!DOCTYPE html><html><head><title>${title}</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header>
<section data-field="subtitle" class="p-summary">A summary of its own.</section>
<section data-field="body" class="e-content"><section class="section"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner sectionLayout--insetColumn">${body}</div></div></section></section>
<footer><p>By <a href="https://medium.com/@ann" class="p-author h-card">Ann</a> on <a href="${link}"><time class="dt-published" datetime="2018-05-06T07:08:09.000Z">May 6, 2018</time></a>.</p><p><a href="${link}" class="p-canonical">Canonical link</a></p></footer></article></body></html>`;
  const at = (slug: string) => `https://medium.com/@ann/${slug}`;

  test('stories without what repeats the title; responses are left out', async () => {
    const zip = files({
      'posts/2018-05-06_One-0123456789ab.html': page(
        'One',
        at('one-0123456789ab'),
        '<h3 name="a1" id="a1" class="graf graf--h3 graf--title">One</h3><p name="b2" id="b2" class="graf graf--p">Text with <strong class="markup--strong markup--p-strong">force</strong>, see <a href="https://medium.com/@ann/old-name-ba9876543210" class="markup--anchor">two</a>.</p><figure name="c3" id="c3" class="graf graf--figure"><img class="graf-image" data-image-id="x" data-width="9" src="https://elsewhere.example/p.png"><figcaption class="imageCaption">Cap</figcaption></figure><p class="graf graf--p">And the end, which is longer.</p>',
      ),
      'posts/2018-05-07_Two-ba9876543210.html': page(
        'Two',
        at('two-ba9876543210'),
        '<p class="graf graf--p">1</p><p class="graf graf--p">2</p>',
      ),
      'posts/2018-05-07_Yes-cccccccccccc.html': page(
        'Yes',
        at('yes-cccccccccccc'),
        '<p class="graf graf--p">Yes, I agree.</p>',
      ),
      'posts/draft_Three-dddddddddddd.html': page(
        'Three',
        '',
        '<p class="graf graf--p">Unready</p>',
      ).replace(/<a href="" class="p-canonical">.*?<\/a>|<time.*?<\/time>/g, ''),
      'profile/profile.html': '<p>me</p>',
    });
    const imported = await importFiles(
      { 'm.zip': zip, 'content/site.yaml': SITE_YAML },
      ['m.zip'],
      { site: 'https://medium.com/@ann' },
    );
    const site = await check(
      imported,
      {
        'medium:0123456789ab':
          'Text with **force**, see [two](two.md).\n\n<figure><img src="https://elsewhere.example/p.png"><figcaption>Cap</figcaption></figure>\n\nAnd the end, which is longer.',
        'medium:ba9876543210': '1\n\n2',
        'medium:dddddddddddd': 'Unready',
      },
      ['/@ann/one-0123456789ab', '/0123456789ab', '/p/0123456789ab'],
    );
    expect(imported.essay('medium:0123456789ab').front).toBe(
      'title: One\npublished: 2018-05-06T07:08:09.000Z\nslug: one\nexcerpt: A summary of its own.\naliases: [/@ann/one-0123456789ab, /0123456789ab, /p/0123456789ab]\nguid: https://medium.com/p/0123456789ab\nimportedFrom: medium:0123456789ab\n',
    );
    expect(site.site?.essays.length).toBe(2);
    expect(imported.out).toContain('left out, responses: 1');
  });
});
