/**
 * The feeds: Atom (RFC 4287), RSS 2.0 (rssboard.org) and JSON Feed (jsonfeed.org, 1.1), and which parts of an essay
 * they contain.
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { PNG as PIXEL } from '../../support/exports.ts';
import { listFeedFaults } from '../../support/feed-rules.ts';
import { type BuiltSite, buildSite, essay, SITE_YAML, shareSite } from '../../support/site.ts';
import { expectFacts } from '../../support/texts.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from '../../support/xml.ts';

const FEEDS = ['feed.xml', 'rss.xml', 'feed.json'];

const AT_BASE = 'name: Ann\nurl: https://me.github.io/blog\ntitle: Notes\nsocialImages: false\n';

/** An essay with much that could break a feed. */
const ODD = essay(
  [
    'title: "Odd <b> & ]]> \\u0007\\u0085“title”"',
    'published: Thursday, December 3, 2020 at 10:15 PM EST',
    'updated: 2021-02-03T04:05:06Z',
    'author: Bea & Co',
    'tags: [a & b, "c<d"]',
    'excerpt: "What & why \\u0001<i>"',
    'image: /dot.png',
  ].join('\n'),
  [
    'To [home](/), [another](/blog/plain?x=1&y=2#part), [here](#there) and [out](https://x.example/a?b&c).',
    '## There',
    '<p title="]]>">x ]]> y</p> <!-- ]]> -->',
    '![Dot](/dot.png) ![Beside](beside.png)',
    '<img src="/dot.png" srcset="/dot.png 1x, /dot.png?2 2x" alt="">',
    "<video poster='/dot.png' src='/film.mp4'></video>",
    '<script>if (a < b) document.write("]]>")</script>',
    '<style>p { color: red }</style>',
    '<svg viewBox="0 0 9 9"><use href="#shape"/></svg>',
    'Bell \u0007 here, an end ]]> there, and `<a href="/x">` in code. A [mail](mailto:a@b.example).',
    '<form action="/send"><q cite="/about">Words</q></form>',
  ].join('\n\n'),
);

const PLAIN = 'title: Plain\npublished: 2019-01-02T03:04:05Z\ntags: x\nexcerpt: Plain words.';

const PLAIN_FILE = essay(PLAIN, '## Part\n\nWords.\n');

const SITE = {
  'content/site.yaml': `${SITE_YAML}title: Notes\ndescription: On this & that.\nlanguage: en-GB\n`,
  'content/essays/odd/index.md': ODD,
  'content/essays/odd/beside.png': PIXEL,
  'content/essays/plain.md': PLAIN_FILE,
  'content/essays/poem.txt': essay('title: Poem\npublished: 2018-01-01', 'One\nline\n'),
  'content/essays/draft.md': essay('title: Draft\npublished: 2020-06-01\ndraft: true'),
  'content/public/dot.png': PIXEL,
  'content/public/film.mp4': 'x',
};

const shared = shareSite(SITE);
const build = (files = {}) => buildSite({ ...SITE, ...files });

test('an essay of 1965 was not updated in 1970', async () => {
  const site = await buildSite({ 'content/essays/a.md': essay('title: A\ndate: 1965-02-03') });
  const date = '1965-02-03T00:00:00.000Z';
  const atom = parseXml(site.text('feed.xml'));
  const [entry = atom] = childrenOf(atom, 'entry');
  expect([textOf(atom, 'updated'), textOf(entry, 'updated')]).toEqual([date, date]);
  expect(JSON.parse(site.text('feed.json')).items[0].date_modified).toBe(date);
  expect(site.text('rss.xml')).toContain('<lastBuildDate>Wed, 03 Feb 1965 ');
});

const atomOf = (site: BuiltSite) => parseXml(site.text('feed.xml'));
const rssOf = (site: BuiltSite) => parseXml(site.text('rss.xml'));
const jsonOf = (site: BuiltSite) => JSON.parse(site.text('feed.json'));
const jsonItemsOf = (site: BuiltSite): Record<string, string>[] => jsonOf(site).items;
const entriesOf = (site: BuiltSite) => childrenOf(atomOf(site), 'entry');
const itemsOf = (site: BuiltSite) =>
  childrenOf(childrenOf(rssOf(site), 'channel')[0] as XmlElement, 'item');
/** Titles, newest first, as each of the three feeds has them. */
const titlesOf = (site: BuiltSite) => [
  entriesOf(site).map((entry) => textOf(entry, 'title')),
  itemsOf(site).map((item) => textOf(item, 'title')),
  jsonItemsOf(site).map(({ title }) => title),
];
/** The HTML of the first essay, as each of the three feeds has it. */
const contentsOf = (site: BuiltSite) => [
  textOf(entriesOf(site)[0] as XmlElement, 'content') ?? '',
  textOf(itemsOf(site)[0] as XmlElement, 'content:encoded') ?? '',
  jsonItemsOf(site)[0]?.content_html ?? '',
];

test.each([
  ['of odd essays', SITE],
  ['below a base path', { ...SITE, 'content/site.yaml': AT_BASE }],
  ['without essays', {}],
])('the feeds of a site %s keep the rules of their formats', async (_, files) => {
  expect(listFeedFaults(await buildSite(files))).toEqual([]);
});

describe('the feeds', () => {
  test('describe the site', () => {
    const site = shared();
    const [atom, [rss]] = [atomOf(site), childrenOf(rssOf(site), 'channel') as [XmlElement]];
    const textsOf = (element: XmlElement, names: string) =>
      names.split(' ').map((name) => textOf(element, name));
    const [name, says, url] = ['Notes · Ann Author', 'On this & that.', 'https://ann.example/'];
    const [moment, rssMoment] = ['2021-02-03T04:05:06.000Z', 'Wed, 03 Feb 2021 04:05:06 GMT'];
    expect(textsOf(atom, 'title subtitle id updated')).toEqual([name, says, url, moment]);
    const about = textsOf(rss, 'title description link lastBuildDate');
    expect(about).toEqual([name, says, url, rssMoment]);
    const links = childrenOf(atom, 'link').map(({ attributes: { rel, href } }) => `${rel} ${href}`);
    expect(links).toEqual([`alternate ${url}`, `self ${url}feed.xml`]);
    const authors = childrenOf(atom, 'author').map((author) => textsOf(author, 'name uri'));
    expect(authors).toEqual([['Ann Author', `${url}about`]]);
    expect([atom.attributes['xml:lang'], textOf(rss, 'language')]).toEqual(['en-GB', 'en-GB']);
    expect({ ...jsonOf(site), items: jsonItemsOf(site).length }).toMatchObject({
      ...{ title: name, description: says, language: 'en-GB', items: 3 },
      ...{ home_page_url: url, feed_url: `${url}feed.json` },
      authors: [{ name: 'Ann Author', url: `${url}about` }],
    });
  });

  test('describe an essay: title, address, dates in UTC, author, tags and excerpt, all as text', () => {
    const site = shared();
    const [entry] = entriesOf(site) as [XmlElement];
    const [item] = itemsOf(site) as [XmlElement];
    const [json] = jsonItemsOf(site);
    const title = 'Odd <b> & ]]> “title”';
    const url = 'https://ann.example/blog/odd-b-title';
    const tags = ['a & b', 'c<d'];
    const common = [title, url, 'Bea & Co', 'What & why <i>', tags];
    const [published, updated] = ['2020-12-04T03:15:00.000Z', '2021-02-03T04:05:06.000Z'];
    const [author] = childrenOf(entry, 'author') as [XmlElement];
    const categories = childrenOf(entry, 'category').map(({ attributes }) => attributes.term);
    const link = childrenOf(entry, 'link')[0]?.attributes.href;
    expect([
      ...[textOf(entry, 'title'), link, textOf(author, 'name'), textOf(entry, 'summary')],
      ...[categories, textOf(entry, 'published'), textOf(entry, 'updated'), textOf(entry, 'id')],
    ]).toEqual([...common, published, updated, json?.id]);
    expect([
      ...['title', 'link', 'dc:creator', 'description'].map((name) => textOf(item, name)),
      childrenOf(item, 'category').map(({ text }) => text),
      ...['pubDate', 'guid'].map((name) => textOf(item, name)),
    ]).toEqual([...common, 'Fri, 04 Dec 2020 03:15:00 GMT', json?.id]);
    expect(json).toEqual({
      ...{ url, title, tags, summary: 'What & why <i>', image: 'https://ann.example/dot.png' },
      ...{ date_published: published, date_modified: updated, authors: [{ name: 'Bea & Co' }] },
      ...{ id: expect.stringMatching(/^urn:uuid:/), language: 'en-GB' },
      content_html: textOf(entry, 'content'),
    });
  });

  test('hold the newest twenty essays, without drafts', async () => {
    const days = Array.from({ length: 22 }, (_, index) => String(index + 1).padStart(2, '0'));
    const many = days.map((day) => [
      `content/essays/e${day}.md`,
      essay(`title: E${day}\npublished: 2022-01-${day}\ndraft: ${day === '22'}`),
    ]);
    const site = await buildSite(Object.fromEntries(many), { showDrafts: true });
    const newest = days
      .slice(1, 21)
      .map((day) => `E${day}`)
      .reverse();
    expect(titlesOf(site)).toEqual([newest, newest, newest]);
    const fewer = await site.rebuild({ 'content/site.yaml': `${SITE_YAML}feedItems: 2\n` });
    expect(titlesOf(fewer)).toEqual(Array(3).fill(newest.slice(0, 2)));
  });

  test('are linked from the head of every page, by paths that also work locally', async () => {
    const site = await build({ 'content/site.yaml': AT_BASE });
    const names = ['Atom', 'RSS', 'JSON Feed'];
    const types = ['atom+xml', 'rss+xml', 'feed+json'];
    for (const path of ['index.html', 'about.html', '404.html', 'blog/plain.html']) {
      expectFacts(site.page(path), {
        'link[rel=alternate]@type': types.map((each) => `application/${each}`),
        'link[rel=alternate]@title': names.map((name) => `Notes · Ann (${name})`),
        'link[rel=alternate]@href': FEEDS.map((feed) => `/blog/${feed}`),
      });
    }
  });

  test('can be linked to, also with a base path', async () => {
    const links = essay('title: A\npublished: 2020-01-01', '[x](/feed.xml) [x](/sitemap.xml)\n');
    const files = { 'content/site.yaml': AT_BASE, 'content/essays/a.md': links };
    const addresses = ['/blog/feed.xml', '/blog/sitemap.xml'];
    expectFacts((await buildSite(files)).page('blog/a.html'), { '.prose a@href': addresses });
  });
});

test('feeds name the icon and, for browsers, a style sheet; RSS an icon only if it is a PNG', async () => {
  const site = await build({ 'content/site.yaml': AT_BASE, 'content/public/icon.png': PIXEL });
  const [css = ''] = site.paths.filter((path) => /^assets\/feed\.\w{10}\.css$/.test(path));
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/css" href="/blog/${css}"?>\n`;
  for (const path of ['feed.xml', 'rss.xml'])
    expect(site.text(path)).toMatch(new RegExp(`^${start.replace(/[?.]/g, '\\$&')}`));
  const icon = 'https://me.github.io/blog/icon.png';
  expect(textOf(atomOf(site), 'icon')).toBe(icon);
  expect(site.text('rss.xml')).toContain(`<image><url>${icon}</url>`);
  expect(jsonOf(site)).toMatchObject({ icon, favicon: icon });
  expect(shared().text('rss.xml')).not.toContain('<image>');
  expect(listFeedFaults(site)).toEqual([]);
});

describe('the body of an essay in a feed', () => {
  test('has pictures that are no wider than the window', () => {
    for (const content of contentsOf(shared())) {
      const styles = Array.from(load(content)('img'), (each) => each.attribs.style);
      expect(new Set(styles)).toEqual(new Set(['max-width: 100%; height: auto;']));
    }
  });

  test('is that of its page, with absolute addresses', () => {
    const [atom = '', rss, json] = contentsOf(shared());
    expect([rss, json]).toEqual([atom, atom]);
    const page = 'https://ann.example/blog/odd-b-title';
    const own = 'https://ann.example/dot.png';
    const beside = /^https:\/\/ann\.example\/assets\/beside\.[0-9a-f]{10}\.png$/;
    expectFacts(load(atom, null, false), {
      'a@href': [
        'https://ann.example/',
        'https://ann.example/blog/plain?x=1&y=2#part',
        `${page}#there`,
        'https://x.example/a?b&c',
        'mailto:a@b.example',
      ],
      'h2@id': ['there'],
      'img@src': [own, expect.stringMatching(beside), own],
      'img:last@srcset': [`${own} 1x, ${own}?2 2x`],
      'video@poster': [own],
      'video@src': ['https://ann.example/film.mp4'],
      'form@action': ['https://ann.example/send'],
      'q@cite': ['https://ann.example/about'],
      'use@href': ['#shape'],
      code: ['<a href="/x">'],
    });
  });

  test('has no script, no style sheet and no control characters, and an end of CDATA is text', () => {
    for (const content of contentsOf(shared())) {
      expect(content).not.toMatch(/<script|<style|document\.write|color: red/);
      expect(content).toContain('x ]]&gt; y');
      expect(content).toContain('Bell  here, an end ]]&gt; there');
    }
  });

  test('says its language and direction where they are not the site’s', async () => {
    const site = await buildSite({
      'content/essays/a.md': essay('title: A\npublished: 2021-01-01\nlang: ar', 'x'),
      'content/essays/b.md': essay(`title: '"B"'\npublished: 2020-01-01\nexcerpt: It's...`, 'x'),
    });
    expect(listFeedFaults(site)).toEqual([]);
    const languages = entriesOf(site).map(({ attributes }) => attributes['xml:lang']);
    expect(languages).toEqual(['ar', undefined]);
    expect(itemsOf(site).map((item) => textOf(item, 'dc:language'))).toEqual(['ar', null]);
    expect(jsonItemsOf(site).map(({ language }) => language)).toEqual(['ar', 'en']);
    for (const content of contentsOf(site)) {
      expect(content.replace(/\n/g, '')).toBe('<div lang="ar" dir="rtl"><p>x</p></div>');
    }
    expect(titlesOf(site).map(([, title]) => title)).toEqual(['“B”', '“B”', '“B”']);
    expect(textOf(entriesOf(site)[1] as XmlElement, 'summary')).toBe('It’s…');
  });
});

describe('the id of an essay', () => {
  const A = 'content/essays/plain.md';
  const idsOf = (site: BuiltSite) => jsonItemsOf(site).map(({ id = '' }) => id);

  test('survives a change of title, slug and day, and every move', async () => {
    const moved = (path: string) => ({ [A]: null, [path]: PLAIN_FILE });
    for (const changes of [
      { [A]: essay('title: Another\nslug: other\npublished: 2019-05-05\n', '## Part\n\nNew.\n') },
      moved('content/essays/old/plain.md'),
      moved('content/essays/plain/index.md'),
      moved('content/essays/2019-01-02-plain.md'),
    ]) {
      const site = await build();
      expect(idsOf(await site.rebuild(changes))).toEqual(idsOf(shared()));
    }
  });

  test.each([
    ['https://old.example/?p=1', 'https://old.example/?p=1'],
    ['post 7 at old.example', expect.stringMatching(/^urn:uuid:/)],
  ])('is its guid %j, in Atom an IRI; of two with the same the older has it', async (guid, iri) => {
    const stated = essay(`${PLAIN}\nguid: ${guid}`, '## Part\n\nWords.\n');
    const copy = essay(`title: Copy\npublished: 2020-06-01\nguid: ${guid}`);
    const site = await build({ [A]: stated, 'content/essays/copy.md': copy });
    const feeds = [
      entriesOf(site).map((entry) => textOf(entry, 'id')),
      itemsOf(site).map((item) => textOf(item, 'guid')),
      idsOf(site),
    ];
    const at = titlesOf(site)[0]?.indexOf('Plain') ?? -1;
    expect(feeds.map((ids) => ids[at])).toEqual([iri, guid, guid]);
    for (const ids of feeds) expect(new Set(ids).size).toBe(4);
  });

  test('is the same in each feed, even in those that leave out an older file of its name', async () => {
    const walk = (year: string, tags: string) => essay(`title: Walk\npublished: ${year}\n${tags}`);
    const files = {
      'content/essays/a/walk.md': walk('2020-01-01', ''),
      'content/essays/b/walk.md': walk('2020-02-01', 'tags: [woods]'),
    };
    const settings = (more: string) => ({
      'content/site.yaml': `${SITE_YAML}tagPages: true\n${more}`,
    });
    const idsIn = (site: BuiltSite) =>
      ['feed.xml', 'tags/woods.xml'].map(
        (path) => /<entry>\n<id>(.*)<\/id>/.exec(site.text(path))?.[1],
      );
    const both = await buildSite({ ...files, ...settings('') });
    const [id, ...others] = idsIn(both);
    expect(id).toMatch(/^urn:uuid:/);
    const one = await both.rebuild(settings('feedItems: 1\n'));
    expect([...others, ...idsIn(one)]).toEqual([id, id, id]);
  });

  test('is another for files of one name, and stays that of the older', async () => {
    const site = await build();
    const before = idsOf(site);
    const other = { 'content/essays/b/plain.md': essay('title: Other\npublished: 2019-06-01') };
    const ids = idsOf(await site.rebuild(other));
    expect(new Set(ids).size).toBe(4);
    expect(ids).toEqual(expect.arrayContaining(before));
    expect(titlesOf(site)[0]?.[ids.indexOf(before[1] ?? '')]).toBe('Plain');
  });

  test('survives a new URL of the site if the former one is stated', async () => {
    const url = 'https://ann.example/notes';
    const site = await build({
      'content/site.yaml': `name: Ann\nurl: https://new.example\nformerUrl: ${url}\nsocialImages: false\n`,
    });
    const before = await build({ 'content/site.yaml': `name: Ann\nurl: ${url}\n` });
    expect(idsOf(site)).toEqual(idsOf(before));
    const idOf = (built: BuiltSite) => textOf(parseXml(built.text('feed.xml')), 'id');
    expect(idOf(site)).toBe(`${url}/`);
    expect(idOf(before)).toBe(`${url}/`);
  });

  test('is another for the same file in another site', async () => {
    const other = await build({
      'content/site.yaml': 'name: Ann\nurl: https://ben.example\nsocialImages: false\n',
    });
    expect(new Set([...idsOf(shared()), ...idsOf(other)]).size).toBe(6);
  });
});

test('a feed is not written again when an essay that is too old for it is edited', async () => {
  const text = (site: BuiltSite) => FEEDS.map((path) => site.text(path));
  const site = await build({ 'content/site.yaml': `${SITE_YAML}feedItems: 1\n` });
  const before = text(site);
  const edited = essay(PLAIN, '## Part\n\nNew.\n');
  const again = await site.rebuild({ 'content/essays/plain.md': edited });
  expect(again.commit).toMatchObject({ written: 1 });
  expect(text(again)).toEqual(before);
});

describe('a recording or film, `audio` or `enclosure` in the front matter', () => {
  const TALK = Buffer.alloc(1234);
  const FILES = {
    'content/essays/talk/index.md': essay(
      'title: Talk\ndate: 2020-01-03\naudio: talk.mp3',
      'On walking.\n',
    ),
    'content/essays/talk/talk.mp3': TALK,
    'content/essays/film.md': essay(
      'title: Film\ndate: 2020-01-02\nenclosure: /a film.mp4',
      'At sea.\n',
    ),
    'content/public/a film.mp4': TALK,
  };

  test('has a player above the text, and is an enclosure with length and type in all feeds', async () => {
    const site = await buildSite(FILES);
    expect(site.report).toBe('');
    const player = site.page('blog/talk.html')('.prose > :first-child audio[controls]');
    const src = player.attr('src') ?? '';
    expect(src).toMatch(/^\/assets\/talk\.[0-9a-f]{10}\.mp3$/);
    expect(site.paths).toContain(src.slice(1));
    expect(site.page('blog/film.html')('.prose > :first-child video').attr('src')).toBe(
      '/a%20film.mp4',
    );
    const origin = 'https://ann.example';
    const expected = [
      [origin + src, 'audio/mpeg', '1234'],
      [`${origin}/a%20film.mp4`, 'video/mp4', '1234'],
    ];
    const atom = entriesOf(site).map((entry) => {
      const link = childrenOf(entry, 'link').find(
        ({ attributes }) => attributes.rel === 'enclosure',
      );
      return link?.attributes;
    });
    expect(atom).toEqual(
      expected.map(([href, type, length]) => ({ rel: 'enclosure', type, href, length })),
    );
    const rss = itemsOf(site).map((item) => childrenOf(item, 'enclosure')[0]?.attributes);
    expect(rss).toEqual(expected.map(([url, type, length]) => ({ url, type, length })));
    const json = jsonOf(site).items.map((item: { attachments: unknown }) => item.attachments);
    expect(json).toEqual(
      expected.map(([url, mime_type, length]) => [
        { url, mime_type, size_in_bytes: Number(length) },
      ]),
    );
    expect(listFeedFaults(site)).toEqual([]);
  });

  test('of another host has no length', async () => {
    const front = 'title: Far\ndate: 2020-01-01\naudio: https://cdn.example/a.m4a?x=1&y=2';
    const site = await buildSite({ 'content/essays/far.txt': essay(front, 'Far.\n') });
    const url = 'https://cdn.example/a.m4a?x=1&y=2';
    const [entry] = entriesOf(site);
    const link = childrenOf(entry as XmlElement, 'link').find(
      ({ attributes }) => attributes.rel === 'enclosure',
    );
    expect(link?.attributes).toEqual({ rel: 'enclosure', type: 'audio/mp4', href: url });
    expect(jsonItemsOf(site)[0]?.attachments).toEqual([{ url, mime_type: 'audio/mp4' }]);
    expect(site.page('blog/far.html')('.prose audio').attr('src')).toBe(url);
  });

  test('is new in the feed if the file changes', async () => {
    const site = await buildSite(FILES);
    const again = await site.rebuild({ 'content/public/a film.mp4': Buffer.alloc(99) });
    expect(again.text('rss.xml')).toContain('length="99"');
  });

  test('that is missing is reported, and in no feed', async () => {
    const site = await buildSite({
      'content/essays/a.md': essay('title: A\ndate: 2020-01-01\naudio: a.mp3'),
    });
    expect(site.problems).toMatchObject([
      { code: 'link-broken', file: 'content/essays/a.md', line: 4 },
    ]);
    for (const path of FEEDS) expect(site.text(path)).not.toMatch(/enclosure|attachments/);
  });
});
