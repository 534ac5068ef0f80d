/**
 * Random hostile exports: records, WordPress, feeds, and folders of generators, whole and damaged.
 */
import fc from 'fast-check';
import { escapeText } from '../../support/exports.ts';
import type { Files } from '../../support/site.ts';
import { hostileBody, oddText } from './sites.ts';

/** What to import, and the files of a site with it. */
export interface HostileExport {
  readonly source: string;
  readonly files: Files;
}

const oddDate = fc.oneof(
  fc.constantFrom('2019-03-01', '2019-03-01T10:00:00-05:00', '0000-00-00 00:00:00', '1e999', 'NaN'),
  fc.constantFrom('+275760-09-13T00:00:00Z', '-000001-01-01', '2020-02-30', 'yesterday', ''),
  fc.constantFrom(
    'Wed, 01 Jan 2020 00:00:00 GMT',
    '2020-01-02 10:00:00',
    '12019-01-01',
    '9'.repeat(400),
  ),
  fc.date().map(String),
);
const oddUrl = fc.oneof(
  fc.constantFrom('https://old.example/a/', '/2019/03/a.html', 'https://old.example/?p=7', '../x'),
  fc.constantFrom('javascript:x()', 'https://i0.wp.com/', 'https://', '//x', '/a b', '/x/../y', ''),
  fc.constantFrom('https://substackcdn.com/image/fetch/x/https:', 'http://[::1', '/%ff%', '/a\nb'),
  fc.constantFrom(`https://old.example/${'a'.repeat(300)}/`, '/CON', '/a/../../b', '/$&/$1'),
  oddText,
);
const odd = fc.oneof(oddText, fc.constantFrom(null, true, 7, [], {}, ['a', null], { a: 'b' }));

const record = fc.record(
  {
    id: odd,
    slug: odd,
    title: odd,
    content: hostileBody,
    published: fc.oneof(oddDate, odd),
    publishedTimestamp: fc.constantFrom('1e999', 1e300, -1, '1577836800000', null),
    url: oddUrl,
    tags: odd,
    author: odd,
    excerpt: odd,
    image: fc.oneof(oddUrl, odd),
    draft: odd,
  },
  { requiredKeys: ['content'] },
);

/** A list of one to four. */
const few = <Value>(each: fc.Arbitrary<Value>) => fc.array(each, { minLength: 1, maxLength: 4 });

const records = few(record).map((all) => JSON.stringify(all));

/** An XML element, with its text escaped, in CDATA, or as it is. */
function element(name: string, words: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const written = fc.oneof(
    { weight: 6, arbitrary: words.map(escapeText) },
    { weight: 6, arbitrary: words.map((text) => `<![CDATA[${text.replaceAll(']]>', ']] >')}]]>`) },
    { weight: 1, arbitrary: fc.constantFrom('', '<b>x</b>', '&#60;') },
  );
  return written.map((text) => `<${name}>${text}</${name}>`);
}

/** Elements in a random order, some of which are missing or there twice. */
function elements(words: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const each = Object.entries(words).map(([name, arbitrary]) => element(name, arbitrary));
  const sometimes = each.map((one) =>
    fc.oneof(
      { weight: 8, arbitrary: one },
      { weight: 1, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.tuple(one, one).map((twice) => twice.join('')) },
    ),
  );
  return fc.tuple(...sometimes).map((all) => all.join('\n'));
}

const SHORTCODES = [
  ...[
    '[caption]',
    '[caption id="a" caption="<b>"]',
    '[/caption]',
    '[gallery]',
    '[gallery ids="1,x"]',
  ],
  ...[
    '[embed]javascript:x()[/embed]',
    '[youtube "><b>]',
    '[code language="a b"]',
    '[/code]',
    '[[x]]',
  ],
  ...['[audio src="javascript:x()"]', '<!-- wp:block {"ref":1} /-->', '<!-- wp:footnotes /-->'],
  ...[
    '<!--more-->',
    '<!-- wp:embed {"url":"javascript:x()"} -->',
    '\n\n',
    '\nhttps://a.example/b\n',
  ],
];
const postBody = fc
  .array(fc.oneof(hostileBody, fc.constantFrom(...SHORTCODES)), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''));

/** Mostly what is imported, since an export of items that are left out tests nothing. */
const status = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('publish', 'draft', 'private', 'future') },
  { weight: 1, arbitrary: fc.constantFrom('trash', 'x', '') },
);
const type = fc.oneof(
  { weight: 12, arbitrary: fc.constant('post') },
  { weight: 4, arbitrary: fc.constantFrom('page', 'attachment', 'wp_block') },
  { weight: 1, arbitrary: fc.constantFrom('x', '<', '') },
);
const number = fc.oneof(
  { weight: 4, arbitrary: fc.nat(9).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('', '-1', 'x') },
);

const wordpressFields = elements({
  title: oddText,
  link: oddUrl,
  pubDate: oddDate,
  'dc:creator': oddText,
  'content:encoded': postBody,
  'excerpt:encoded': oddText,
  'wp:post_id': number,
  'wp:post_date': oddDate,
  'wp:post_date_gmt': oddDate,
  'wp:post_modified_gmt': oddDate,
  'wp:post_name': oddUrl,
  'wp:post_parent': number,
  'wp:attachment_url': oddUrl,
  'wp:post_password': fc.constantFrom('', '', 'x'),
  category: oddText,
});
const wordpressItem = fc.tuple(type, status, wordpressFields).map(([kind, state, fields]) => {
  const facts = `<wp:post_type>${escapeText(kind)}</wp:post_type><wp:status>${state}</wp:status>`;
  return facts + fields;
});
const meta = fc
  .tuple(
    fc.constantFrom('_thumbnail_id', '_wp_old_slug', 'footnotes', '_wp_attachment_image_alt'),
    fc.oneof(number, oddText, fc.constantFrom('[{"id":"<","content":"<script>"}]', '[', '{}')),
  )
  .map(([key, value]) => {
    const inner = `<wp:meta_key>${key}</wp:meta_key><wp:meta_value>${escapeText(value)}</wp:meta_value>`;
    return `<wp:postmeta>${inner}</wp:postmeta>`;
  });
const channel = elements({ title: oddText, link: oddUrl, description: oddText, language: oddText });
const wordpress = fc
  .tuple(channel, few(fc.tuple(wordpressItem, fc.array(meta, { maxLength: 2 }))))
  .map(([head, items]) => {
    const posts = items.map(([fields, metas]) => `<item>${fields}${metas.join('')}</item>`);
    return `<rss><channel><wp:wxr_version>1.2</wp:wxr_version>${head}${posts.join('')}</channel></rss>`;
  });

const rssItem = elements({
  title: oddText,
  link: oddUrl,
  guid: oddUrl,
  pubDate: oddDate,
  'dc:date': oddDate,
  category: oddText,
  'content:encoded': hostileBody,
  description: hostileBody,
});
const rss = fc.tuple(channel, few(rssItem)).map(([head, items]) => {
  const posts = items.map((fields) => `<item>${fields}</item>`);
  return `<rss><channel>${head}${posts.join('')}</channel></rss>`;
});

const atomEntry = fc
  .tuple(
    elements({
      id: oddUrl,
      title: oddText,
      published: oddDate,
      updated: oddDate,
      content: hostileBody,
      summary: oddText,
    }),
    oddUrl,
    oddText,
  )
  .map(([fields, url, tag]) => {
    const attribute = (text: string) => JSON.stringify(escapeText(text).replaceAll('"', ''));
    const link = `<link href=${attribute(url)}/><category term=${attribute(tag)}/>`;
    return `<entry>${fields}${link}</entry>`;
  });
const atom = few(atomEntry).map((entries) => `<feed><title>A</title>${entries.join('')}</feed>`);

/** Front matter whose values may be of any kind. */
function front(keys: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<string> {
  const values = fc.record(keys, { requiredKeys: [] });
  return values.map((all) => {
    const lines = Object.entries(all).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
    return `---\n${lines.join('')}---\n`;
  });
}

const page = fc
  .tuple(
    front({
      title: odd,
      date: fc.oneof(oddDate, odd),
      slug: fc.oneof(oddUrl, odd),
      url: fc.oneof(oddUrl, odd),
      permalink: fc.oneof(oddUrl, odd),
      aliases: fc.oneof(fc.array(oddUrl, { maxLength: 2 }), odd),
      redirect_from: fc.oneof(oddUrl, odd),
      tags: odd,
      categories: odd,
      image: fc.oneof(oddUrl, odd),
      series: odd,
      author: odd,
      draft: odd,
      layout: odd,
    }),
    hostileBody,
  )
  .map(([head, body]) => head + body);

/** The settings of each generator, the folder of its posts, and how their names begin. */
const GENERATORS: readonly (readonly [settings: string, keys: string, posts: string])[] = [
  ['_config.yml', 'permalink: /:year/:title/\n', '_posts/2020-01-0'],
  ['hugo.yaml', 'permalinks: {posts: "/:year/:slug/"}\n', 'content/posts/'],
  ['eleventy.config.js', 'export default {}\n', 'posts/2020-01-0'],
  ['_config.yml', 'source_dir: source\npermalink: :year/:title/\n', 'source/_posts/'],
  ['config.toml', 'base_url = "https://old.example"\n', 'content/blog/'],
  ['astro.config.mjs', 'export default {}\n', 'src/content/blog/'],
];
/** The end of a file's name. */
const oddEnd = fc.constantFrom(
  'a',
  'ü b',
  'CON',
  '..',
  'x'.repeat(150),
  '$&',
  "'",
  '%41',
  '\u202ea',
  '[x]',
);
const folder = fc
  .tuple(fc.constantFrom(...GENERATORS), few(fc.tuple(oddEnd, page)), oddText, oddUrl)
  .map(([[settings, keys, posts], pages, title, url]): HostileExport => {
    const isYaml = /\.ya?ml$/.test(settings);
    const own = `title: ${JSON.stringify(title)}\nurl: ${JSON.stringify(url)}\n`;
    const files = pages.map(([end, text], at) => [`old/${posts}${at + 1}-${end}.md`, text]);
    const all = { [`old/${settings}`]: keys + (isYaml ? own : ''), ...Object.fromEntries(files) };
    return { source: 'old', files: all };
  });

const fileOf = (name: string, contents: fc.Arbitrary<string | Buffer>) =>
  contents.map((text): HostileExport => ({ source: name, files: { [name]: text } }));

const feeds = fc.oneof(wordpress, rss, atom);

/** A text that is cut off, has an odd piece in it, or is in another encoding than it says. */
const damaged = fc
  .tuple(feeds, fc.nat(), oddText, fc.constantFrom('cut', 'insert', 'utf16le', 'latin1'))
  .map(([text, place, more, how]) => {
    const at = place % text.length;
    if (how === 'cut') return text.slice(0, at);
    if (how === 'insert') return text.slice(0, at) + more + text.slice(at);
    return Buffer.from(how === 'utf16le' ? `\ufeff${text}` : text, how as BufferEncoding);
  });

export const EXPORTS: Readonly<Record<string, fc.Arbitrary<HostileExport>>> = {
  records: fileOf('x.json', records),
  WordPress: fileOf('x.xml', wordpress),
  feeds: fileOf('x.xml', fc.oneof(rss, atom)),
  'damaged feeds': fileOf('x.xml', damaged),
  'folders of generators': folder,
};
