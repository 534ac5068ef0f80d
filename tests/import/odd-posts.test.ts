/**
 * Odd posts of Ghost, Substack, Medium, Blogger and Tumblr: what a reader saw is there after the import, at the
 * old address, with the old id in feeds.
 */
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { straighten } from '../../src/content/text.ts';
import { importFiles } from '../support/import.ts';
import { type Files, follow, SITE_YAML } from '../support/site.ts';
import { makeZip } from '../support/zip.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface OddPost {
  readonly html: string;
  /** Default: the text of `html`. */
  readonly text?: string;
  /** Default: `The NAME`. */
  readonly title?: string;
  /** Elements that the page must have. */
  readonly has?: string;
}

/** Bodies that any editor may have written. */
const COMMON: Readonly<Record<string, OddPost>> = {
  table: {
    html: '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1 | 2</td><td></td></tr></tbody></table>',
    has: 'table td',
  },
  merged: {
    html: '<table><tbody><tr><td colspan="2">wide</td></tr><tr><td>a</td><td>b</td></tr></tbody></table>',
    has: 'td[colspan="2"]',
  },
  lists: {
    html: '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li><p>d</p><p>e</p></li></ul>',
    has: 'ul ul ol',
  },
  'numbered-from-3': {
    html: '<ol start="3"><li>three</li><li>four</li></ol>',
    has: 'ol[start="3"]',
  },
  'no-title': { html: '<p>No title here.</p>', title: '' },
  entities: {
    html: '<p>AT&amp;T &lt;b&gt; &amp;amp; &copy; 5&nbsp;%</p>',
    title: 'R&amp;D &lt;3',
  },
  emoji: { html: '<p>👩‍👩‍👧 and 🇧🇷 — ok 👍🏽</p>', title: '🎉 Party 🎉' },
  rtl: { html: '<p dir="rtl">שלום עולם (1)</p>', title: 'שלום', has: '[dir=rtl]' },
  separators: { html: '<p>a\u2028b\u2029c</p>' },
  japanese: { html: '<p>こんにちは、世界。</p>', title: '日本語の題' },
  markdown: { html: '<p>*not* _set_ `code` [x](y) # 1. - > | \\ ~~z~~ $a$ ^b^</p>' },
  marks: { html: '<p>{{ x }} {% y %} {{&lt; z &gt;}} [[w]] {: .a} ::: !!! [!NOTE]</p>' },
  lines: { html: '<p>a<br>b<br><br>c</p>', has: 'p > br' },
  quotes: {
    html: '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><p>"c" \'d\' e--f...</p>',
    has: 'blockquote blockquote',
  },
  pre: { html: '<pre>one\n  two\n\n\nthree &lt;b&gt;</pre>', has: 'pre' },
  inline: {
    html: '<p>H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <mark>m</mark> <u>u</u> <small>s</small> <s>gone</s></p>',
    has: 'sub, sup, kbd',
  },
  nested: {
    html: '<p><strong><em>both</em></strong><em>one</em><strong> two</strong></p>',
    has: 'strong em',
  },
  details: {
    html: '<details><summary>More</summary><p>Inside</p></details>',
    has: 'details summary',
  },
  script: {
    html: '<p>Before</p><script>alert("x")</script><style>p{}</style><p>after</p>',
    text: 'Before after',
  },
  frame: {
    html: '<p>See</p><iframe src="https://player.vimeo.com/video/1" width="640"></iframe>',
    has: 'iframe[src*=vimeo]',
  },
  sound: {
    html: '<audio controls src="https://x.example/a.mp3"></audio><p>Hear</p>',
    has: 'audio',
  },
  headings: {
    html: '<h2>One</h2><p>a</p><h4>Three &amp; four</h4><p>b</p><hr><h2>One</h2><p>c</p>',
    has: 'hr',
  },
  spaces: { html: '<p>&nbsp;</p><p>a&nbsp; &nbsp;b</p><p></p><p>c</p>', text: 'a b c' },
};

/** Two posts that share a title, and would share a slug. */
const TWINS = ['twin', 'twin-2'];

interface Blog {
  readonly bodies: Readonly<Record<string, OddPost>>;
  /** The archive of the posts, and its name. */
  pack(posts: readonly (OddPost & { name: string; title: string; index: number })[]): Files;
  readonly site: string;
  /** The old address, and the id in feeds. */
  addressOf(name: string, index: number): string;
  guidOf(name: string, index: number): string;
}

const zip = (parts: Files) =>
  makeZip(Object.entries(parts).map(([path, contents]) => ({ path, contents })));
const hexOf = (index: number) => (0xabcdef0000 + index).toString(16).padStart(12, '0');
const BLOGS: Readonly<Record<string, Blog>> = {
  ghost: {
    bodies: {
      gallery: {
        html: '<figure class="kg-card kg-gallery-card kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/2020/a.png" width="900" height="600" alt="A"></div><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/size/w600/2020/b.png"></div></div></div><figcaption>Two of <b>them</b></figcaption></figure>',
        has: 'figure img + img',
      },
      caption: {
        html: '<figure class="kg-card kg-image-card kg-card-hascaption"><img src="__GHOST_URL__/content/images/2020/a.png" class="kg-image" alt="" loading="lazy" srcset="x 600w"><figcaption>Said</figcaption></figure>',
        has: 'figure > figcaption',
      },
      embed: {
        html: '<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" allowfullscreen></iframe></figure>',
        has: 'iframe[src*=youtube]',
      },
      notes: {
        html: '<p>Word<sup id="fnref1"><a href="#fn1" rel="footnote">1</a></sup>.</p><hr class="footnotes-sep"><section class="footnotes"><ol><li id="fn1"><p>Note. <a href="#fnref1" rev="footnote">↩</a></p></li></ol></section>',
        has: '[data-footnote-ref]',
      },
      code: {
        html: '<figure class="kg-card kg-code-card"><pre><code class="language-js">let a = "&lt;b&gt;";\n</code></pre><figcaption>x.js</figcaption></figure>',
        has: 'pre code',
      },
      callout: {
        html: '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <i>this</i></div></div>',
        has: 'blockquote',
      },
      toggle: {
        html: '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Head</h4><button class="kg-toggle-card-icon"><svg><path d="M0"/></svg></button></div><div class="kg-toggle-content"><p>Inner</p></div></div>',
      },
      button: {
        html: '<div class="kg-card kg-button-card kg-align-center"><a href="https://x.example/" class="kg-btn kg-btn-accent">Go</a></div>',
        has: 'a[href="https://x.example/"]',
      },
      file: {
        html: '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="__GHOST_URL__/content/files/2020/x.pdf" download><div class="kg-file-card-contents"><div class="kg-file-card-title">Paper</div><div class="kg-file-card-filename">x.pdf</div></div></a></div>',
      },
    },
    site: 'https://old.example',
    pack: (posts) => ({
      'g.zip': zip({
        'ghost.json': JSON.stringify({
          db: [
            {
              data: {
                posts: posts.map(({ name, title, html, index }) => ({
                  ...{ id: `g${index}`, uuid: `u${index}`, slug: name, html, status: 'published' },
                  ...{ title: title.replace(/&lt;/g, '<').replaceAll('&amp;', '&'), type: 'post' },
                  published_at: '2020-01-02T03:04:05.000Z',
                })),
              },
            },
          ],
        }),
        'content/images/2020/a.png': PNG,
        'content/images/2020/b.png': PNG,
        'content/files/2020/x.pdf': '%PDF',
      }),
    }),
    addressOf: (name) => `/${name}/`,
    guidOf: (_, index) => `g${index}`,
  },
  substack: {
    bodies: {
      gallery: {
        html: '<div class="image-gallery-embed" data-attrs="{&quot;gallery&quot;:{&quot;images&quot;:[{&quot;src&quot;:&quot;https://substack-post-media.s3.amazonaws.com/a.png&quot;},{&quot;src&quot;:&quot;https://substack-post-media.s3.amazonaws.com/b.png&quot;}],&quot;caption&quot;:&quot;Two&quot;,&quot;alt&quot;:&quot;&quot;}}"></div>',
        text: 'Two',
        has: 'figure img + img',
      },
      caption: {
        html: '<div class="captioned-image-container"><figure><a class="image-link image2" target="_blank" href="https://substackcdn.com/image/fetch/f_auto/https%3A%2F%2Fsubstack-post-media.s3.amazonaws.com%2Fa.png"><div class="image2-inset"><picture><source type="image/webp" srcset="x"><img src="https://substackcdn.com/image/fetch/w_1456/https%3A%2F%2Fsubstack-post-media.s3.amazonaws.com%2Fa.png" alt="A" title="T"></picture><div class="image-link-expand"><svg></svg></div></div></a><figcaption class="image-caption">Said</figcaption></figure></div>',
        has: 'figure > figcaption',
      },
      embed: {
        html: '<div id="youtube2-dQw4w9WgXcQ" class="youtube-wrap" data-attrs="{&quot;videoId&quot;:&quot;dQw4w9WgXcQ&quot;}"><div class="youtube-inner"><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe></div></div>',
        has: 'iframe[src*=youtube]',
      },
      notes: {
        html: '<p>Word<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a> and<a class="footnote-anchor" id="footnote-anchor-2" href="#footnote-2">2</a>.</p><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>First.</p><p>More.</p></div></div><div class="footnote"><a id="footnote-2" href="#footnote-anchor-2" class="footnote-number">2</a><div class="footnote-content"><p>Second.</p></div></div>',
        text: 'Word1 and2. First. More. Second.',
        has: '[data-footnote-ref]',
      },
      code: { html: '<pre><code>x &lt; y\n  z\n</code></pre>', has: 'pre code' },
      button: {
        html: '<p>A</p><p class="button-wrapper"><a class="button primary" href="https://x.substack.com/subscribe"><span>Subscribe</span></a></p><div class="subscription-widget-wrap-editor"><div class="subscription-widget show-subscribe"><form><input type="email"></form></div></div>',
        text: 'A',
      },
      quote: { html: '<div class="pullquote"><p>Pulled</p></div>' },
      poem: {
        html: '<div class="preformatted-block"><pre class="text">a\n   b</pre></div>',
        has: 'pre',
      },
      post: {
        html: '<div class="digest-post-embed" data-attrs="{&quot;canonical_url&quot;:&quot;https://x.substack.com/p/y&quot;,&quot;title&quot;:&quot;Other&quot;}"></div>',
        text: 'Other',
        has: 'a[href*="/p/y"]',
      },
    },
    site: 'https://old.substack.com',
    pack: (posts) => ({
      's.zip': zip({
        'posts.csv': [
          'post_id,post_date,is_published,type,audience,title,subtitle',
          ...posts.map(({ name, title, index }) => {
            return `${index + 100}.${name},2021-02-03T10:00:00.000Z,true,newsletter,everyone,"${title}",`;
          }),
        ].join('\n'),
        ...Object.fromEntries(
          posts.map(({ name, html, index }) => [`posts/${index + 100}.${name}.html`, html]),
        ),
      }),
    }),
    addressOf: (name) => `/p/${name}`,
    guidOf: (name) => `https://old.substack.com/p/${name}`,
  },
  medium: {
    bodies: {
      gallery: {
        html: '<div class="section-inner sectionLayout--outsetRow" data-paragraph-count="2"><figure class="graf graf--figure graf--layoutOutsetRow is-partialWidth"><img class="graf-image" src="https://cdn-images-1.medium.com/max/600/1*a.png"></figure><figure class="graf graf--figure"><img class="graf-image" src="https://cdn-images-1.medium.com/max/600/1*b.png"></figure></div>',
        has: 'figure img',
      },
      caption: {
        html: '<figure name="x" id="x" class="graf graf--figure"><img class="graf-image" data-image-id="1*a.png" data-width="9" src="https://cdn-images-1.medium.com/max/800/1*a.png"><figcaption class="imageCaption">By <a href="https://x.example/" class="markup--anchor" target="_blank">X</a></figcaption></figure>',
        has: 'figure > figcaption a',
      },
      embed: {
        html: '<figure class="graf graf--figure graf--iframe"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" width="700" height="393" frameborder="0" scrolling="no"></iframe></figure>',
        has: 'iframe[src*=youtube]',
      },
      mixtape: {
        html: '<div class="graf graf--mixtapeEmbed"><a href="https://x.example/a" class="markup--anchor markup--mixtapeEmbed-anchor" title="https://x.example/a"><strong class="markup--strong">Title</strong><br><em class="markup--em">Words</em>x.example</a><a href="https://x.example/a" class="js-mixtapeImage mixtapeImage mixtapeImage--empty u-ignoreBlock"></a></div>',
        has: 'a[href="https://x.example/a"]',
      },
      code: {
        html: '<pre name="y" id="y" class="graf graf--pre">x &lt; y<br>  z</pre>',
        text: 'x < y z',
        has: 'pre',
      },
      pull: {
        html: '<blockquote class="graf graf--pullquote">Pulled</blockquote>',
        has: 'blockquote',
      },
      gist: {
        html: '<figure class="graf graf--figure graf--iframe"><script src="https://gist.github.com/a/0123.js"></script></figure>',
        text: 'https://gist.github.com/a/0123',
      },
      cap: {
        html: '<p class="graf graf--p graf--hasDropCap"><span class="graf-dropCap">O</span>nce upon</p>',
      },
      sections: {
        html: '<p class="graf">a</p></div></div></section><section class="section section--body"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner"><p class="graf">b</p>',
      },
    },
    site: 'https://medium.com/@ann',
    pack: (posts) => ({
      'm.zip': zip(
        Object.fromEntries(
          posts.map(({ name, title, html, index }) => {
            const link = `https://medium.com/@ann/${name}-${hexOf(index)}`;
            const body = `<section class="section"><div class="section-content"><div class="section-inner"><h3 class="graf graf--h3 graf--title">${title}</h3>${html}<p class="graf">End.</p><p class="graf">Bye.</p></div></div></section>`;
            return [
              `posts/2020-01-02_x-${hexOf(index)}.html`,
              `<html><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section class="e-content">${body}</section><footer><time class="dt-published" datetime="2020-01-02T03:04:05.000Z"></time><a href="${link}" class="p-canonical">x</a></footer></article></body></html>`,
            ];
          }),
        ),
      ),
    }),
    addressOf: (name, index) => `/@ann/${name}-${hexOf(index)}`,
    guidOf: (_, index) => `https://medium.com/p/${hexOf(index)}`,
  },
  blogger: {
    bodies: {
      separator: {
        html: '<div class="separator" style="clear: both; text-align: center;"><a href="https://1.bp.blogspot.com/-x/s1600/a.png" style="margin-left: 1em;"><img border="0" src="https://1.bp.blogspot.com/-x/s320/a.png" width="320" /></a></div><br />Words<br /><br />More words',
        has: 'img[src="https://1.bp.blogspot.com/-x/s320/a.png"]',
      },
      caption: {
        html: '<table align="center" cellpadding="0" class="tr-caption-container"><tbody><tr><td style="text-align: center;"><a href="https://blogger.googleusercontent.com/img/a/s1600/a.png"><img src="https://blogger.googleusercontent.com/img/a/s400/a.png" /></a></td></tr><tr><td class="tr-caption" style="text-align: center;">Said <i>so</i></td></tr></tbody></table>',
        has: 'figure > figcaption i',
      },
      embed: {
        html: '<div class="separator"><iframe allowfullscreen="" class="BLOG_video_class" height="266" src="https://www.youtube.com/embed/dQw4w9WgXcQ" width="320" youtube-src-id="dQw4w9WgXcQ"></iframe></div>',
        has: 'iframe[src*=youtube]',
      },
      jump: { html: 'Before<a name="more"></a><!--more--><br />after' },
      word: {
        html: '<p class="MsoNormal"><span style="font-family: Arial;"><o:p>&nbsp;</o:p>From Word</span></p>',
      },
    },
    site: 'https://old.blogspot.com',
    pack: (posts) => ({
      'Takeout/Blogger/Blogs/Old/feed.atom': `<?xml version='1.0' encoding='utf-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:blogger='http://schemas.google.com/blogger/2018'><id>tag:blogger.com,1999:blog-1</id><title>Old</title>${posts
        .map(({ name, title, html, index }) => {
          return `<entry><id>tag:blogger.com,1999:blog-1.post-${index + 100}</id><blogger:type>POST</blogger:type><blogger:status>LIVE</blogger:status><author><name>Ann</name></author><title>${title}</title><content type='html'>${escapeText(html)}</content><published>2019-11-09T19:43:00.001Z</published><updated>2019-11-09T19:43:00.001Z</updated><category scheme='tag:blogger.com,1999:blog-1' term='News'/><blogger:filename>/2019/11/${name}.html</blogger:filename></entry>`;
        })
        .join('')}</feed>`,
    }),
    addressOf: (name) => `/2019/11/${name}.html`,
    guidOf: (_, index) => `tag:blogger.com,1999:blog-1.post-${index + 100}`,
  },
  tumblr: {
    bodies: {},
    site: 'https://old.tumblr.com',
    pack: (posts) => ({
      'posts.json': JSON.stringify({
        response: {
          blog: { name: 'old', title: 'Old', url: 'https://old.tumblr.com/' },
          posts: posts.map(({ name, title, html, index }) => ({
            ...{
              id_string: `${index + 100000}`,
              slug: name,
              type: 'text',
              body: html,
              tags: ['a b'],
            },
            ...{ title: load(title).text(), state: 'published', timestamp: 1562246760 },
            post_url: `https://old.tumblr.com/post/${index + 100000}/${name}`,
          })),
        },
      }),
    }),
    addressOf: (name, index) => `/post/${index + 100000}/${name}`,
    guidOf: (_, index) => `https://old.tumblr.com/post/${index + 100000}`,
  },
};

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** As a reader sees it, with straight quotes and without spaces. */
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
    ...COMMON,
    ...blog.bodies,
    ...Object.fromEntries(TWINS.map((name) => [name, { html: `<p>${name}</p>`, title: 'Twins' }])),
  };
  const posts = Object.entries(all).map(([name, post], index) => {
    return { ...post, name, title: post.title ?? `The ${name}`, index };
  });
  const files = blog.pack(posts);
  const [source = ''] = Object.keys(files).map((path) => path.split('/')[0] ?? '');
  const imported = await importFiles(
    { ...files, 'content/site.yaml': `${SITE_YAML}feedItems: 100\n` },
    [source],
    {
      site: blog.site,
    },
  );
  expect([imported.code, imported.err]).toEqual([0, '']);
  expect(imported.out).toMatch(new RegExp(`^From ${kind}:\n  ${posts.length} essays \\(`));
  const site = await imported.build();
  expect(site.report.match(/^error.*\n.*$/gm)).toBe(null);
  const found = posts.map(({ name, html, text = html, title, has, index }) => {
    const page =
      follow(site, blog.addressOf(name, index))?.replace('https://ann.example/', '') ?? '';
    const $ = page === '' ? load('') : site.page(`${page}.html`);
    const end = kind === 'medium' ? 'End.Bye.' : '';
    const isSame = textOf($('.prose').html() ?? '') === textOf(text) + end;
    const first = kind === 'tumblr' ? load(html).text() : name;
    const heading = load(title).text() || first;
    return [
      name,
      ...(page === `blog/${name}` ? [] : [`leads to ${page}`]),
      ...(isSame ? [] : [textOf($('.prose').html() ?? ''), textOf(text) + end]),
      ...(has === undefined || $(`.prose :is(${has})`).length > 0
        ? []
        : [`has no ${has}`, $('.prose').html()]),
      ...(straighten($('h1').text()) === straighten(heading)
        ? []
        : [`${$('h1').text()} is not ${heading}`]),
    ];
  });
  expect(found.filter((each) => each.length > 1)).toEqual([]);
  const ids = JSON.parse(site.text('feed.json')).items.map(({ id }: { id: string }) => id);
  expect(ids.sort()).toEqual(posts.map(({ name, index }) => blog.guidOf(name, index)).sort());
  const second = await imported.again();
  expect([second.out, second.paths]).toEqual([
    expect.stringContaining('Nothing new'),
    imported.paths,
  ]);
});
