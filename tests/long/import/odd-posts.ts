/**
 * Odd posts, and exports of services with such posts, each with the expected result and output of its import.
 */
import * as exports from '../../support/exports.ts';
import { type OddPost, type PackedPost, PNG } from '../../support/exports.ts';
import type { Files } from '../../support/site.ts';

/** Bodies that any editor may produce. */
export const COMMON: Readonly<Record<string, OddPost>> = {
  'no-title': { html: '<p>No title here.</p>', title: '' },
  null: { html: '<p>To YAML, a title of nothing.</p>', title: 'null' },
  entities: { html: '<p>AT&amp;T &lt;b&gt; &amp;amp; &copy; 5&nbsp;%</p>', title: 'R&amp;D &lt;3' },
  emoji: { html: '<p>👩‍👩‍👧 and 🇧🇷 — ok 👍🏽</p>', title: '🎉 Party 🎉' },
  rtl: { html: '<p dir="rtl">שלום עולם (1)</p>', title: 'שלום', has: '[dir=rtl]' },
  separators: { html: '<p>a\u2028b\u2029c</p>' },
  japanese: { html: '<p>こんにちは、世界。</p>', title: '日本語の題' },
  marks: { html: '<p>{{ x }} {% y %} {{&lt; z &gt;}} [[w]] {: .a} ::: !!! [!NOTE]</p>' },
  inline: {
    html: '<p>H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <mark>m</mark> <u>u</u> <small>s</small> <s>gone</s></p>',
    has: 'sub, sup, kbd',
  },
  script: { html: '<p>A</p><script>x("y")</script><style>p{}</style><p>b</p>', text: 'A b' },
  frame: {
    html: '<p>See</p><iframe src="https://player.vimeo.com/video/1" width="640"></iframe>',
    has: 'iframe[src*=vimeo]',
  },
  spaces: { html: '<p>&nbsp;</p><p>a&nbsp; &nbsp;b</p><p></p><p>c</p>', text: 'a b c' },
};

interface Blog {
  readonly posts: Readonly<Record<string, OddPost>>;
  /** Makes the archive of the posts, by file name. */
  pack(posts: readonly PackedPost[]): Files;
  readonly site: string;
  /** The name of a post's file, if it isn't that of the post. */
  fileOf?(name: string, index: number): string;
  /** The form of the addresses, which is kept; absent for a service whose addresses can't be. */
  readonly permalink?: string;
  /** The old addresses; `guidOf` is the id in feeds. */
  addressesOf(name: string, index: number): string[];
  guidOf(name: string, index: number): string;
  /** The program's output, and an excerpt from the report. */
  readonly out: readonly string[];
  readonly report?: string;
}

export const BLOGS: Readonly<Record<string, Blog>> = {
  wordpress: {
    posts: {
      'blank-lines': { html: 'One\nline\n\nTwo', written: 'One\\\nline\n\nTwo' },
      two: {
        html: '<!-- wp:paragraph -->\n<p>Block <strong>text</strong></p>\n<!-- /wp:paragraph -->',
        written: 'Block **text**',
      },
      caption: {
        html: '[caption id="a" align="alignleft" width="300"]<img class="alignleft wp-image-4" src="https://old.example/wp-content/uploads/2019/03/cat-300x200.jpg" alt="Cat" width="300" /> A <em>fine</em> cat[/caption]',
        text: 'A fine cat',
        written:
          '<figure><img src="cat.jpg" alt="Cat"><figcaption>A <em>fine</em> cat</figcaption></figure>',
      },
      // Its pictures come later in the file.
      gallery: {
        html: 'See:\n\n[gallery ids="9001,9002"]',
        text: 'See: Our cat',
        written:
          '<p>See:</p>\n<figure><img src="cat.jpg" alt="A cat"><figcaption>Our <em>cat</em></figcaption></figure><figure><img src="https://old.example/wp-content/uploads/2019/03/gone.png" alt=""></figure>',
      },
      film: {
        html: 'Look:\n\nhttps://www.youtube.com/watch?v=abcdefghijk\n\nThere.',
        text: 'Look: There.',
        written: 'Look:\n\n::youtube{id="abcdefghijk"}\n\nThere.',
      },
      embed: {
        html: '<!-- wp:embed {"url":"https://vimeo.com/123"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://vimeo.com/123\n</div></figure>\n<!-- /wp:embed -->',
        text: '',
        has: 'iframe[src="https://player.vimeo.com/video/123"]',
      },
      shortcode: { html: 'A [contact-form to="me"] b.', written: 'A \\[contact-form to="me"] b.' },
      // Letters that are longer in the other case.
      letters: {
        html: 'İİİİİİİİ [caption]<img src="https://old.example/wp-content/uploads/2019/03/cat.jpg" alt=""> Bir[/caption] Sonraki',
        text: 'İİİİİİİİ Bir Sonraki',
        written:
          'İİİİİİİİ\n\n<figure><img src="cat.jpg" alt=""><figcaption>Bir</figcaption></figure>\n\nSonraki',
      },
      centred: {
        html: '<!-- wp:paragraph --><p class="has-text-align-center" style="color:#fff">A</p>',
        has: 'p[style="text-align: center"]',
      },
      'code-in-a-shortcode': {
        html: '[code language="js"]if (a &lt; b) { x(); }\n\ny();[/code]',
        text: 'if (a &lt; b) { x(); } y();',
        written: '```js\nif (a < b) { x(); }\n\ny();\n```',
      },
      notes: {
        html: '<p>Word<sup data-fn="x" class="fn"><a href="#x" id="x-link">1</a></sup>.</p><!-- wp:footnotes /-->',
        fields: {
          more: exports.meta('footnotes', '[{"content":"The <em>note</em>\\u002e","id":"x"}]'),
        },
        text: 'Word1. The note.',
        written: 'Word[^1].\n\n[^1]: The *note*.',
      },
      // As WordPress saves them for authors who may not write any HTML.
      'notes-with-ids-first': {
        html: '<p>Word<sup data-fn="x" class="fn"><a href="#x" id="x-link">1</a></sup>.</p><!-- wp:footnotes /-->',
        fields: { more: exports.meta('footnotes', '[{"id":"x","content":"A note."}]') },
        text: 'Word1. A note.',
        written: 'Word[^1].\n\n[^1]: A note.',
      },
      scripts: {
        html: '<p>Hi</p><script src="https://evil.example/x.js"></script><img src="https://stats.wordpress.com/g.gif" /><p onclick="x()">Ho</p>',
        written: 'Hi\n\nHo',
      },
      links: {
        html: `<p><a href="${exports.OLD}/?p=2">two</a> <a href="/2020/01/02/caption/#x">three</a> <a href="http://www.old.example/2020/01/02/gallery">four</a></p>`,
        written: '[two](two.md) [three](caption/index.html#x) [four](gallery/index.html)',
      },
      more: {
        html: '<p>Start</p><!-- wp:more -->\n<!--more-->\n<!-- /wp:more --><p>Rest</p>',
        written: 'Start\n\n<!--more-->\n\nRest',
      },
      'file-block': {
        html: '<!-- wp:file --><div class="wp-block-file"><a href="https://x.example/p.pdf">Paper</a><a href="https://x.example/p.pdf" class="wp-block-file__button" download>Download</a></div><!-- /wp:file -->',
        text: 'Paper',
        written: '[Paper](https://x.example/p.pdf)',
      },
      'to-comments': {
        html: `<p><a href="${exports.OLD}/2020/01/02/two/#comment-7">two</a></p>`,
        written: '[two](two.md)',
      },
      'end-of-cdata': { html: '<p><code>a]]></code></p>', written: '`a]]>`' },
      twice: { title: 'Twice', old: ['/2020/01/01/twice/'], fields: { date: '2020-01-01' } },
      'twice-2': {
        title: 'Twice',
        old: ['/2020/02/01/twice/'],
        fields: { slug: 'twice', date: '2020-02-01' },
      },
      של: {
        title: 'Café &#8212; “x”',
        old: ['/2020/01/02/של/'],
        fields: { slug: '%d7%a9%d7%9c' },
      },
      untitled: { title: '', fields: { status: 'draft', slug: '' }, as: 'draft' },
      private: { fields: { status: 'private' }, as: 'draft' },
      locked: { fields: { more: '<wp:post_password>x</wp:post_password>' }, as: 'draft' },
      future: { fields: { status: 'future', date: '2099-01-01' }, as: 'draft' },
      trash: { fields: { status: 'trash' }, as: 'none' },
      contact: { fields: { type: 'page' }, as: 'none' },
      product: { fields: { type: 'product' }, as: 'none' },
      block: { fields: { type: 'wp_block' }, as: 'none' },
    },
    pack: (posts) => ({
      'wp.xml': exports.makeWxr(posts),
      'wp-content/uploads/2019/03/cat.jpg': PNG,
    }),
    site: exports.OLD,
    permalink: '/:year/:month/:day/:slug/',
    fileOf: (name, index) => (name === 'untitled' ? `wordpress-${index + 1}` : name),
    addressesOf: (name) => [`/2020/01/02/${name}/`],
    guidOf: (_, index) => `${exports.OLD}/?p=${index + 1}`,
    out: [
      `From wordpress:
  site.yaml, as in the old blog: title: Old & Gone
  site.yaml, as in the old blog: language: en-GB
  old tag pages: to keep them, set \`tagPages: true\` in site.yaml, and redirect /tag/:tag/ and /category/:tag/ to /tags/:tag
  1 picture missing
  2 scripts removed
  1 event handler removed
  2 build warnings: blog check lists them
  7 things to look at: see import-report.md

  35 essays, 4 drafts (35 Markdown, 4 HTML)
  3 pictures
  4 links between essays rewritten
  old addresses: 35 kept
  old addresses such as /?p=1: 35 redirected, on Netlify only
  left out, posts in the trash: 1
  left out, pages (--pages): 1
  left out, items of the type product: 1
blog dev shows them.
`,
    ],
  },
  ghost: {
    posts: {
      gallery: {
        html: '<p>See</p><figure class="kg-card kg-gallery-card kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/2020/a.png" width="900" height="600" alt="A"></div><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/size/w600/2020/b.png"></div></div></div><figcaption>Two of <b>them</b></figcaption></figure><p>and on it goes, for longer</p>',
        has: 'figure img + img',
        written:
          'See\n\n<figure><img src="a.png" alt="A"><img src="b.png"><figcaption>Two of <b>them</b></figcaption></figure>\n\nand on it goes, for longer',
      },
      bookmark: {
        html: '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">The title</div><div class="kg-bookmark-description">More</div></div></a></figure>',
        text: 'The title',
        written: '[The title](https://x.example/)',
      },
      link: {
        html: '<p>To <a href="__GHOST_URL__/callout/#x">callout</a>, <a href="__GHOST_URL__/gallery/">gallery</a></p>',
        title: 'The link &amp; more',
        fields: {
          feature_image: '__GHOST_URL__/content/images/2020/a.png',
          custom_excerpt: 'In <short>',
        },
        written: 'To [callout](../callout.md#x), [gallery](../gallery/index.md)',
        front:
          'title: The link & more\nsubtitle: "In <short>"\npublished: 2020-01-02T03:04:05.000Z\nslug: link\ntags: [News]\nimage: a.png\nauthor: Ann\nguid: g2\n',
      },
      'bookmark-with-a-caption': {
        html: '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-title">The title</div></a><figcaption><p>Her own <b>words</b></p></figcaption></figure>',
        text: 'The title Her own words',
        written: '[The title](https://x.example/)\n\nHer own **words**',
      },
      file: {
        html: '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://x.example/a.pdf" download><div class="kg-file-card-contents"><div class="kg-file-card-title">Paper</div><div class="kg-file-card-caption">A draft</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">a.pdf</div></div></div></a></div>',
        text: 'Paper A draft',
        written: '[Paper](https://x.example/a.pdf) A draft',
      },
      members: { html: '<p>A</p><!--members-only--><p>B</p>', written: 'A\n\nB', as: 'draft' },
      paid: { fields: { visibility: 'paid' }, as: 'draft' },
      draft: { fields: { status: 'draft', published_at: null }, as: 'draft' },
      sent: { fields: { status: 'sent' }, as: 'none' },
      'about-us': { fields: { type: 'page' }, as: 'none' },
      notes: {
        html: '<p>Word<sup id="fnref1"><a href="#fn1" rel="footnote">1</a></sup>.</p><hr class="footnotes-sep"><section class="footnotes"><ol><li id="fn1"><p>Note. <a href="#fnref1" rev="footnote">↩</a></p></li></ol></section>',
        has: '[data-footnote-ref]',
      },
      callout: {
        html: '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b><strong style="white-space: pre-wrap;">this</strong></b></div></div>',
        text: 'Mind this',
        has: 'blockquote',
        written: '> Mind **this**',
      },
      toggle: {
        html: '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Head</h4><button class="kg-toggle-card-icon"><svg><path d="M0"/></svg></button></div><div class="kg-toggle-content"><p>Inner</p></div></div>',
        written: '#### Head\n\nInner',
      },
      audio: {
        html: '<div class="kg-card kg-audio-card"><img class="kg-audio-thumbnail"><div class="kg-audio-player-container"><audio src="https://x.example/a.mp3" preload="metadata"></audio><div class="kg-audio-title">Song</div><div class="kg-audio-player"><button>play</button><span>0:00</span></div></div></div>',
        has: 'audio[controls]',
        text: 'Song',
      },
      film: {
        html: '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="https://x.example/a.mp4" poster="https://img.spacergif.org/v1/640x360/0a/spacer.png"></video></div></figure>',
        has: 'video[controls]:not([poster])',
      },
      'sign-up': {
        html: '<p>A</p><div class="kg-card kg-signup-card" data-lexical-signup-form style="display: none"><h2>Sign up</h2><form data-members-form="signup"><input type="email"><button>Go</button></form></div>',
        text: 'A',
        written: 'A',
      },
    },
    site: 'https://old.example',
    pack: (posts) => ({
      'g.zip': exports.zip({
        'export/data/content-from-v5.2.0-on-2024-01-02.json': JSON.stringify({
          db: [{ data: exports.makeGhostData(posts) }],
        }),
        'export/content/images/2020/a.png': PNG,
        'export/content/images/2020/b.png': PNG,
        'export/content/files/2020/x.pdf': '%PDF',
      }),
    }),
    permalink: '/:slug/',
    addressesOf: (name) => [`/${name}/`],
    guidOf: (_, index) => `g${index}`,
    out: [
      'left out, posts that were only sent by email: 1\n',
      'left out, pages (--pages): 1\n',
      'old addresses: 25 kept\n',
    ],
  },
  substack: {
    posts: {
      first: {
        html: '<p>One</p>',
        title: 'A "title", first',
        fields: { subtitle: 'Sub &amp; title' },
        front:
          'title: "A \\"title\\", first"\nsubtitle: Sub & title\npublished: 2021-02-03T10:00:00.000Z\nslug: first\nguid: https://old.substack.com/p/first\n',
      },
      tweet: {
        html: '<div class="tweet" data-attrs="{&quot;url&quot;:&quot;https://twitter.com/a/1&quot;,&quot;full_text&quot;:&quot;Said <this>&quot;,&quot;username&quot;:&quot;a&quot;}"></div>',
        text: 'Said &lt;this>a',
        written: '> Said \\<this>\n\n[a](https://twitter.com/a/1)',
      },
      linked: {
        html: '<p><a href="https://old.substack.com/p/notes?utm_source=x">notes</a></p>',
        written: '[notes](notes.md)',
      },
      podcast: {
        html: '',
        fields: { type: 'podcast', podcast_url: 'https://api.substack.com/x.mp3' },
        written: '::audio{src="https://api.substack.com/x.mp3"}',
      },
      paid: {
        html: '<p>x</p>',
        fields: { is_published: 'TRUE', audience: 'only_paid' },
        as: 'draft',
      },
      'to-paid': {
        html: '<p><a href="https://old.substack.com/p/paid">paid</a></p>',
        written: '[paid](paid.md)',
      },
      draft: { html: '<p>x</p>', fields: { is_published: 'false', post_date: '' }, as: 'draft' },
      mention: {
        html: '<p>With <span class="mention-wrap" data-attrs="{&quot;name&quot;:&quot;Bea &amp; Co&quot;,&quot;id&quot;:7}" data-component-name="MentionToDOM"></span>.</p>',
        text: 'With Bea &amp; Co.',
        written: 'With Bea & Co.',
      },
      film: {
        html: '<p>A</p><div class="native-video-embed" data-component-name="VideoPlaceholder" data-attrs="{&quot;mediaUploadId&quot;:&quot;1&quot;}"></div><div class="paywall-jump" data-component-name="PaywallToDOM"></div>',
        written: 'A\n\n<div class="native-video-embed"></div>',
      },
      chat: { html: '<p>Chat</p>', fields: { type: 'thread' }, as: 'none' },
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
        written: '::youtube{id="dQw4w9WgXcQ"}',
      },
      notes: {
        html: '<p>Word<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a> and<a class="footnote-anchor" id="footnote-anchor-2" href="#footnote-2">2</a>.</p><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>First.</p><p>More.</p></div></div><div class="footnote"><a id="footnote-2" href="#footnote-anchor-2" class="footnote-number">2</a><div class="footnote-content"><p>Second.</p></div></div>',
        text: 'Word1 and2. First. More. Second.',
        has: '[data-footnote-ref]',
        written: 'Word[^1] and[^2].\n\n[^1]: First.\n\n    More.\n\n[^2]: Second.',
      },
      button: {
        html: '<p>A</p><p class="button-wrapper"><a class="button primary" href="https://x.substack.com/subscribe"><span>Subscribe</span></a></p><div class="subscription-widget-wrap-editor"><div class="subscription-widget show-subscribe"><form><input type="email"></form></div></div><div class="subscription-widget-wrap" data-attrs="{}"><form class="subscription-widget-subscribe"><input type="email"></form></div>',
        text: 'A',
        written: 'A',
      },
      poem: {
        html: '<div class="preformatted-block"><label class="hide-text" contenteditable="false">Text within this block</label><pre class="text">a\n   b</pre></div>',
        has: 'pre',
        text: 'a b',
      },
      formula: {
        html: '<div class="latex-rendered" data-attrs="{&quot;persistentExpression&quot;:&quot;a&lt;b^2&quot;}"></div>',
        text: 'a&lt;b^2',
        written: '```latex\na<b^2\n```',
      },
      post: {
        html: '<div class="digest-post-embed" data-attrs="{&quot;canonical_url&quot;:&quot;https://x.substack.com/p/y&quot;,&quot;title&quot;:&quot;Other&quot;}"></div>',
        text: 'Other',
        has: 'a[href*="/p/y"]',
      },
    },
    site: 'https://old.substack.com',
    pack: (posts) => ({
      's.zip': exports.zip({
        'posts.csv': exports.makeCsv(posts),
        'email_list.csv': `email\n${exports.READER}\n`,
        ...Object.fromEntries(
          posts.map(({ name, html, index }) => [`posts/${index + 100}.${name}.html`, html]),
        ),
      }),
    }),
    permalink: '/p/:slug',
    addressesOf: (name) => [`/p/${name}`],
    guidOf: (name) => `https://old.substack.com/p/${name}`,
    out: ['left out, threads: 1\n', 'old addresses: 29 kept\n'],
    report: '## drafts, since not everybody could read them\n\n- content/essays/2021/paid.md\n',
  },
  medium: {
    posts: {
      one: {
        html: '<p name="b2" id="b2" class="graf graf--p">Text with <strong class="markup--strong markup--p-strong">force</strong>, see <a href="https://medium.com/@ann/old-name-00abcdef0001" class="markup--anchor">two</a>.</p><figure name="c3" id="c3" class="graf graf--figure"><img class="graf-image" data-image-id="x" data-width="9" src="https://elsewhere.example/p.png"><figcaption class="imageCaption">Cap</figcaption></figure><p class="graf graf--p">And the end, which is longer.</p>',
        written:
          'Text with **force**, see [two](two.md).\n\n<figure><img src="https://elsewhere.example/p.png"><figcaption>Cap</figcaption></figure>\n\nAnd the end, which is longer.\n\nEnd.\n\nBye.',
        front:
          'title: The one\npublished: 2020-01-02T03:04:05.000Z\nslug: one\nexcerpt: A summary of its own.\naliases: [/@ann/one-00abcdef0000, /00abcdef0000, /p/00abcdef0000]\nguid: https://medium.com/p/00abcdef0000\n',
      },
      two: {
        html: '<p class="graf graf--p">1</p><p class="graf graf--p">2</p>',
        fields: { isBare: true },
        written: '1\n\n2',
      },
      unready: {
        html: '<p class="graf">x</p>',
        fields: { isBare: true },
        written: 'x',
        as: 'draft',
      },
      agreed: { html: '<p class="graf graf--p">Yes.</p>', fields: { isBare: true }, as: 'none' },
      gallery: {
        html: '<div class="section-inner sectionLayout--outsetRow" data-paragraph-count="2"><figure class="graf graf--figure graf--layoutOutsetRow is-partialWidth"><img class="graf-image" src="https://cdn-images-1.medium.com/max/600/1*a.png"></figure><figure class="graf graf--figure"><img class="graf-image" src="https://cdn-images-1.medium.com/max/600/1*b.png"></figure></div>',
        has: 'figure img',
      },
      mixtape: {
        html: '<div class="graf graf--mixtapeEmbed"><a href="https://x.example/a" class="markup--anchor markup--mixtapeEmbed-anchor" title="https://x.example/a"><strong class="markup--strong">Title</strong><br><em class="markup--em">Words</em>x.example</a><a href="https://x.example/a" class="js-mixtapeImage mixtapeImage mixtapeImage--empty u-ignoreBlock"></a></div>',
        text: 'Title',
        has: 'a[href="https://x.example/a"]',
      },
      code: {
        html: '<pre id="y" class="graf">x &lt; y<br>  z</pre><pre data-code-block-lang="python" class="graf graf--preV2"><span class="pre--content"><span class="hljs-keyword">def</span> f()</span></pre>',
        text: 'x &lt; y z def f()',
        written: '```\nx < y\n  z\n```\n\n```python\ndef f()\n```\n\nEnd.\n\nBye.',
      },
      headings: {
        html: '<h4 name="s1" id="s1" class="graf graf--h4 graf--subtitle">Below the title</h4><h3 name="s2" id="s2" class="graf graf--h3">Large</h3><p class="graf"><a href="#s2">Up</a></p><h4 name="s3" id="s3" class="graf graf--h4">Small</h4>',
        written:
          'Below the title\n\n## Large {#s2}\n\n[Up](#s2)\n\n### Small {#s3}\n\nEnd.\n\nBye.',
      },
      gist: {
        html: '<figure class="graf graf--figure graf--iframe"><script src="https://gist.github.com/a/0123.js"></script></figure>',
        text: 'https://gist.github.com/a/0123',
        has: 'a[href="https://gist.github.com/a/0123"]',
      },
      sections: {
        html: '<p class="graf">a</p></div></div></section><section class="section section--body"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner"><p class="graf">b</p>',
        has: 'p + hr + p',
        written: 'a\n\n---\n\nb\n\nEnd.\n\nBye.',
      },
    },
    site: '',
    fileOf: (name) => (name === 'unready' ? 'the-unready' : name),
    pack: (posts) => ({
      'm.zip': exports.zip(
        Object.fromEntries([
          ['profile/profile.html', '<p>me</p>'],
          ...posts.map(exports.makeMediumPage),
        ]),
      ),
    }),
    addressesOf(name, index) {
      const id = exports.hexOf(index);
      return [`/@ann/${name}-${id}`, `/${id}`, `/p/${id}`];
    },
    guidOf: (_, index) => `https://medium.com/p/${exports.hexOf(index)}`,
    out: ['left out, responses: 1\n'],
  },
  blogger: {
    posts: {
      unready: { fields: { status: 'DRAFT' }, as: 'draft' },
      scheduled: { fields: { status: 'SCHEDULED' }, as: 'draft' },
      trashed: { fields: { status: 'SOFT_TRASHED' }, as: 'none' },
      'about-me': { fields: { type: 'PAGE' }, as: 'none' },
      comment: { fields: { type: 'COMMENT' }, as: 'none' },
      separator: {
        html: '<div dir="ltr" style="text-align: left;" trbidi="on"><div class="separator" style="clear: both; text-align: center;"><a href="https://1.bp.blogspot.com/-x/s1600/a.png" style="margin-left: 1em;"><img border="0" src="https://1.bp.blogspot.com/-x/s320/a.png" width="320" /></a></div><br />Words,<br />a line<br />\n<br /><br />More words</div>',
        written: '![](https://1.bp.blogspot.com/-x/s320/a.png)\n\nWords,\\\na line\n\nMore words',
        has: 'img[src="https://1.bp.blogspot.com/-x/s320/a.png"]',
      },
      caption: {
        html: '<table align="center" cellpadding="0" class="tr-caption-container"><tbody><tr><td style="text-align: center;"><a href="https://blogger.googleusercontent.com/img/a/s1600/a.png"><img src="https://blogger.googleusercontent.com/img/a/s400/a.png" /></a></td></tr><tr><td class="tr-caption" style="text-align: center;">Said <i>so</i></td></tr></tbody></table>',
        has: 'figure > figcaption i',
      },
      jump: { html: 'Before<a name="more"></a><!--more--><br />after' },
    },
    site: 'https://old.blogspot.com',
    pack: (posts) => ({
      'Takeout/Blogger/Blogs/Old/feed.atom': `<?xml version='1.0' encoding='utf-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:blogger='http://schemas.google.com/blogger/2018'><id>tag:blogger.com,1999:blog-1</id><title>Old</title>${posts
        .map(({ name, title, html, index, fields: { type = 'POST', status = 'LIVE' } = {} }) => {
          return `<entry><id>tag:blogger.com,1999:blog-1.post-${index + 100}</id><blogger:type>${type}</blogger:type><blogger:status>${status}</blogger:status><author><name>Ann</name></author><title>${title}</title><content type='html'>${exports.escapeText(html)}</content><published>2019-11-09T19:43:00.001Z</published><updated>2019-11-09T19:43:00.001Z</updated><category scheme='tag:blogger.com,1999:blog-1' term='News'/><blogger:filename>/2019/11/${name}.html</blogger:filename></entry>`;
        })
        .join('')}</feed>`,
      'Takeout/Blogger/Blogs/Old/theme-layouts.xml': '<html/>',
    }),
    permalink: '/:year/:month/:slug.html',
    addressesOf: (name) => [`/2019/11/${name}.html`],
    guidOf: (_, index) => `tag:blogger.com,1999:blog-1.post-${index + 100}`,
    out: [
      'left out, posts in the trash: 1\n',
      'left out, pages (--pages): 1\n',
      'old addresses: 17 kept\n',
      'left out, comments: 1\n',
    ],
  },
};
