/**
 * Directives: components, embeds, callouts and other containers; and colons that aren't directives.
 */
import { describe } from 'vitest';
import { checkBodies, checkFaults } from '../../../support/bodies.ts';

const COMPONENTS = { components: ['Box', 'pull-quote'] };

describe('components', () => {
  checkBodies(
    {
      'without content': ['::Box{a="b c" d=1}', '<Box {"a":"b c","d":"1"}></>'],
      'with a title, which may have Markdown': ['::Box[A *title*]', '<Box {"title":"A title"}></>'],
      'with a class and an id': ['::Box{.wide #x}', '<Box {"id":"x","class":"wide"}></>'],
      'with content': [':::Box\nSome *text*.\n:::', '<Box {}><p>Some <em>text</em>.</p></>'],
      'with a title and content': [
        ':::Box[Hi]{a=b}\nText.\n:::',
        '<Box {"a":"b","title":"Hi"}><p>Text.</p></>',
      ],
      'in another, which has a longer fence': [
        '::::Box\n:::Box\nText.\n:::\n::::',
        '<Box {}><Box {}><p>Text.</p></></>',
      ],
      'by a name in other letters': ['::pull_quote', '<pull-quote {}></>'],
      'in a quotation': ['> ::Box', '<blockquote><Box {}></></blockquote>'],
      'in a list': ['- ::Box', '<ul><li><Box {}></></li></ul>'],
      'right below a paragraph': ['Text.\n::Box', '<p>Text.</p><Box {}></>'],
      'an address among its values': ['::Box{src="a.jpg"}', '<Box {"src":"a.jpg"}></>'],
    },
    COMPONENTS,
  );
});

describe('embeds', () => {
  const FRAME = 'width="560" height="315" loading="lazy" allowfullscreen';
  const frame = (url: string, title: string) =>
    `<iframe src="https://${url}" ${FRAME} title="${title}"></iframe>`;
  const unnamed = (url: string) => frame(url, `Embedded content from ${url.split('/')[0]}`);
  checkBodies({
    'a video on YouTube': [
      '::youtube{id="dQw4w9WgXcQ"}',
      `<figure data-embed="youtube">${unnamed('www.youtube-nocookie.com/embed/dQw4w9WgXcQ')}</figure>`,
    ],
    'a video on YouTube by its address': [
      '::youtube{id="https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1"}',
      `<figure data-embed="youtube">${unnamed('www.youtube-nocookie.com/embed/dQw4w9WgXcQ')}</figure>`,
    ],
    'a video from a moment on': [
      '::youtube{id="dQw4w9WgXcQ" start="30"}\n\n::vimeo{id="https://vimeo.com/channels/x/76979871" start="30"}',
      `<figure data-embed="youtube">${unnamed('www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=30')}</figure>` +
        `<figure data-embed="vimeo">${unnamed('player.vimeo.com/video/76979871#t=30s')}</figure>`,
    ],
    'a video on Vimeo with a caption': [
      '::vimeo[A *film*]{id="76979871" .wide}',
      `<figure data-embed="vimeo" class="wide">${unnamed('player.vimeo.com/video/76979871')}<figcaption>A <em>film</em></figcaption></figure>`,
    ],
    'a gist': [
      '::gist{id="ann/0123abcd"}',
      '<figure data-embed="gist"><a href="https://gist.github.com/ann/0123abcd" rel="noopener">gist.github.com/ann/0123abcd</a></figure>',
    ],
    'a post on another site': [
      '::post{url="https://mastodon.social/@ann/109"}',
      '<figure data-embed="post"><a href="https://mastodon.social/@ann/109" rel="noopener">mastodon.social/@ann/109</a></figure>',
    ],
    'a film with a poster, which loads at a click': [
      '::video{src="film.mp4" poster="still.jpg" title="Birds"}',
      '<figure data-embed="video"><video src="film.mp4" controls preload="none" poster="still.jpg" aria-label="Birds"></video></figure>',
    ],
    'a recording': [
      '::audio{src="talk.mp3"}',
      '<figure data-embed="audio"><audio src="talk.mp3" controls preload="none"></audio></figure>',
    ],
    'a figure with a caption and a link': [
      '::figure[A hill, by [Ann](/ann)]{src="hill.jpg" alt="A hill" link="/hills" width=300}',
      '<figure data-embed="figure"><a href="/hills"><img src="hill.jpg" alt="A hill" width="300"></a><figcaption>A hill, by <a href="/ann">Ann</a></figcaption></figure>',
    ],
  });
  const hills = [
    { address: 'hills/a.jpg', caption: 'A *green* hill' },
    { address: 'hills/b.jpg', caption: '' },
  ];
  const listGallery = (folder: string) => (folder === 'hills' ? hills : []);
  checkBodies(
    {
      'a gallery': [
        '::gallery{folder="hills"}',
        '<div class="folder-gallery"><figure class="tile"><img src="hills/a.jpg" alt="A green hill"><figcaption><p>A <em>green</em> hill</p></figcaption></figure><figure class="tile"><img src="hills/b.jpg" alt=""></figure></div>',
      ],
    },
    { listGallery },
  );
  checkFaults(
    {
      'a gallery with pictures without captions': [
        '‸::gallery{folder="hills"}',
        'alt-missing: For each one, add a line `name.jpg: what it shows` to `captions.yaml` in their folder.',
      ],
      'a gallery without pictures': [
        '‸::gallery{folder="lakes"}',
        'directive-invalid: Write its path relative to this file, or begin it with a slash for a folder in `public/`.',
      ],
      'a value that is missing': [
        '‸::youtube',
        'directive-invalid: Write it like `::youtube{id="dQw4w9WgXcQ"}`.',
      ],
      'a value that is none': [
        '‸::youtube{id="a film"}',
        'directive-invalid: Write it like `::youtube{id="dQw4w9WgXcQ"}`.',
      ],
    },
    { listGallery },
  );
});

describe('containers', () => {
  checkBodies({
    'a callout': [
      ':::tip\nText.\n:::',
      '<blockquote class="callout callout-tip" role="note"><p class="callout-title"><strong>Tip</strong></p><p>Text.</p></blockquote>',
    ],
    'a callout with a title, a class and an id': [
      ':::tip[A *title*]{.wide #x}\nText.\n:::',
      '<blockquote class="wide callout callout-tip" id="x" role="note"><p class="callout-title"><strong>A <em>title</em></strong></p><p>Text.</p></blockquote>',
    ],
    'a callout that is folded at first': [
      ':::tip{fold="-"}\nText.\n:::',
      '<details class="callout callout-tip"><summary>Tip</summary><p>Text.</p></details>',
    ],
    'any other name': [
      ':::columns[Head]{.wide style="gap: 1em"}\nText.\n:::',
      '<div style="gap: 1em" class="columns wide"><p>Head</p><p>Text.</p></div>',
    ],
  });
});

describe('colons that are text', () => {
  checkBodies(
    {
      'in a body without directives': [
        '10:30[^1] 東京:タワー[1] a:b{c}',
        '<p>10:30[^1] 東京:タワー[1] a:b{c}</p>',
      ],
      'in a body with one': [
        '10:30[^1] 東京:タワー[1] C:temp[0] a:b{c} :x[:y[z]]\n\n::Box\n\n| a:b[c] |\n|---|\n\n# a:b{c}',
        '<p>10:30[^1] 東京:タワー[1] C:temp[0] a:b{c} :x[:y[z]]</p><Box {}></><div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th>a:b[c]</th></tr></thead></table></div><h1 id="abc">a:b{c}</h1>',
      ],
      'in code': ['`a:b[c]`\n\n::Box', '<p><code>a:b[c]</code></p><Box {}></>'],
      'before more text on the line': ['::Box is here.', '<p>::Box is here.</p>'],
      'after a backslash': ['\\::Box', '<p>::Box</p>'],
      'of an unknown directive': ['::Bx{a="b"}', '<p>::Bx{a="b"}</p>'],
      'three of them alone': ['Text.\n\n:::', '<p>Text.</p><p>:::</p>'],
    },
    COMPONENTS,
  );
});

describe('problems', () => {
  checkFaults(
    {
      'an unknown name': [
        '‸::map{a="b"}',
        'directive-invalid: Write a component `templates/shortcodes/map.tsx`; to show the colons as text, put a backslash before them.',
      ],
      'nearly the name of an embed': [
        '‸::galery{folder="x"}',
        'directive-invalid: Did you mean `gallery`?',
      ],
      'nearly the name of a component': ['‸::Bpx', 'directive-invalid: Did you mean `Box`?'],
      'a container with nearly the name of a callout': [
        '‸:::warnin\nText.\n:::',
        'directive-invalid: Did you mean `warning`?',
      ],
      'no end': [
        '‸:::tip\nText.',
        'element-unclosed: Add `:::` on a line of its own where it ends. To show the colons as text, put a backslash before them.',
      ],
      'the end of one in it alone': [
        '‸::::tip\n:::note\nText.\n:::\n',
        'element-unclosed: Add `:::` on a line of its own where it ends. To show the colons as text, put a backslash before them.',
      ],
      'a title without brackets': [
        '‸:::tip A title\nText.\n:::',
        'markup-foreign: `blog fix` puts it there: `:::tip[Title]`.',
      ],
      'an offset after escaped colons': [
        '10:30[1] a:b{c}\n\n‸::map\n',
        'directive-invalid: Write a component `templates/shortcodes/map.tsx`; to show the colons as text, put a backslash before them.',
      ],
    },
    COMPONENTS,
  );
});
