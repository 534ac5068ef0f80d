import { describe, expect, test } from 'vitest';
import { withPlaces } from '../support/problems.ts';
import {
  type BuiltSite,
  buildSettled,
  buildSite,
  buildSound,
  essay,
  type Files,
  SITE_YAML,
} from '../support/site.ts';
import { expectFacts } from '../support/texts.ts';

/** The site of all links in this file, which are in content/essays/2020/from.md. */
const around: Files = {
  'content/site.yaml': `${SITE_YAML}redirects:\n  /moved: /blog/to\n  /deep: /blog/to#part\n  /away: https://x.example/\n  /asked: /?tag=a\n  /books/:slug: /blog/:slug\n  /f/:file: /blog/:slug\n  /moved-away: /dist/x\nelsewhere: [/dist/, /one.php, /d%C3%B6cs]\n`,
  'content/essays/2019/to.md': essay(
    'title: To\npublished: 2019-01-01\naliases: [/2019/01/older, /Ünï, /e%CC%88]',
    '## Part\n\n<a name="old-name"></a> <p id="Per Cent">x</p>\n\n### Über uns\n',
  ),
  'content/essays/folder/index.md': essay('title: Folder\npublished: 2018-01-01'),
  'content/essays/folder/notes.zip': 'zip',
  'content/public/cv.pdf': 'pdf',
  'content/public/two words.txt': 'x',
  'content/public/app/index.html': '<p>app</p>',
  'content/public/page.html': '<p>page</p>',
  'content/about.md': '## Me\n\nText. <b id="Me">x</b>\n',
};

const LINKS = '.prose a:not(.anchor)';

/** Builds the site with the given hrefs as links of one essay. */
async function follow(hrefs: readonly string[], config = '') {
  const body = `## Here\n\n${hrefs.map((href) => `<a href="${href}">x</a>`).join('\n\n')}\n`;
  const site = await buildSite({
    ...around,
    'content/site.yaml': around['content/site.yaml'] + config,
    'content/essays/2020/from.md': essay('title: From\npublished: 2020-01-01', body),
  });
  const $ = site.page('blog/from.html');
  return { ...site, found: Array.from($(LINKS), (a) => $(a).attr('href') ?? '') };
}

test.each([
  '<svg><image href="?" width="5"/></svg>',
  '<svg><image xlink:href="?" width="5"/></svg>',
  '<svg><use href="?#part"/></svg>',
  '<svg><a xlink:href="?"><text>x</text></a></svg>',
  '<svg><filter><feImage href="?"/></filter></svg>',
  '<form><input type="image" alt="go" src="?"></form>',
])('the file in %s is published', async (html) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><g id="part"/></svg>';
  const body = (name: string) =>
    essay('title: From\npublished: 2020-01-01', `Words.\n\n${html.replace('?', name)}\n`);
  const site = await buildSound({
    'content/essays/from.md': body('drawing.svg'),
    'content/essays/drawing.svg': svg,
  });
  const [, url = ''] = /="(\/assets\/drawing\.\w+\.svg)/.exec(site.text('blog/from.html')) ?? [];
  expect(site.paths).toContain(url.slice(1));
  const broken = await buildSite({ 'content/essays/from.md': body('missing.svg') });
  expect(broken.codes).toEqual([
    /image|input/i.test(html) && !html.includes('feImage') ? 'image-missing' : 'link-broken',
  ]);
});

test.each([
  ['hill.jpg <p style="background: url(hill.jpg)">x</p>', 'hill.jpg', 'url('],
  ['<style>.a { background: url("../hill.jpg") }</style>x', '../hill.jpg', 'url('],
  ['<img data-src="hill.jpg" src="/#" alt="">', 'hill.jpg', 'data-src'],
  ['<table background="pics/hill.jpg"><tr><td>x</td></tr></table>', 'pics/hill.jpg', 'background'],
])('the file in %s is not published, which is told', async (html, name, start) => {
  const at = html.indexOf(start);
  const { problems } = await buildSite({
    'content/essays/from.md': essay('title: From\npublished: 2020-01-01', html),
  });
  const told = problems.filter(({ code }) => code === 'link-unread');
  expect(told.map(({ line, column, message }) => [line, column, message])).toEqual([
    [5, at + 1, expect.stringContaining(`\`${name}\` isn't published`)],
  ]);
});

test.each([
  '<p style="background: url(/hill.jpg)">x</p>',
  '<p style="background: url(https://x.example/hill.jpg)">x</p>',
  '<p style="background: url(data:image/png;base64,AA)">x</p>',
  '<svg><g fill="url(#a)" style="mask: url(#a)"></g></svg>',
  '<p data-src="hill">x</p>',
  '`<img data-src="hill.jpg">`',
])('nothing is told of %s', async (html) => {
  await buildSound({
    'content/essays/from.md': essay('title: From\npublished: 2020-01-01', `Words ${html}\n`),
  });
});

/** Links that are rewritten to this address. */
const stay = (...hrefs: readonly string[]) => hrefs.map((href) => [href, href] as const);

describe('a link to something in the site is rewritten to its current address', () => {
  const groups: Readonly<Record<string, readonly (readonly [href: string, address: string])[]>> = {
    'to pages': [
      ...stay('/', '/?tag=a', '/about', '/blog/to', '/blog/to?x=1#part'),
      ['/index.html', '/'],
      ['/about/', '/about'],
      ['/about/index.html', '/about'],
      ['/blog/to.html', '/blog/to'],
      ['/blog/%74o', '/blog/to'],
    ],
    'in the old shape': [
      ['/blog/post/to', '/blog/to'],
      ['/blog/post/to?x#part', '/blog/to?x#part'],
      ['https://ann.example/blog/post/to', '/blog/to'],
    ],
    'by an absolute URL of this site': [
      ['https://ann.example', '/'],
      ['//ann.example/blog/to', '/blog/to'],
      ['HTTPS://ANN.example/blog/to#part', '/blog/to#part'],
      ['https://ann.example#top', '/#top'],
    ],
    'relative to the page': [
      ['to', '/blog/to'],
      ['../blog/to#part', '/blog/to#part'],
      ['?x=1', '?x=1'],
    ],
    'relative to the page, as if its address ended in a slash': [
      ['../to/', '/blog/to'],
      ['../to/#part', '/blog/to#part'],
      ['../../about/', '/about'],
    ],
    'relative to the source file': [
      ['../2019/to.md#part', '/blog/to#part'],
      ['./../folder/index.md', '/blog/folder'],
      ['../../about.md', '/about'],
    ],
    'to a fragment': [
      ...stay('#here', '#', '#top', '#:~:text=words', '/#:~:text=words', '/blog/to#part'),
      ...stay('/blog/to#old-name', '/blog/to#Per%20Cent', '/about#me', '/about#M%65', '/about#top'),
    ],
    'to public files': [
      ...stay('/cv.pdf', '/cv.pdf#page=3', '/two%20words.txt'),
      ['/two words.txt', '/two%20words.txt'],
      ['../../public/cv.pdf', '/cv.pdf'],
    ],
    'through redirects, which are followed': [
      ['/moved', '/blog/to'],
      ['/moved#part', '/blog/to#part'],
      ['/deep?x', '/blog/to?x#part'],
      ['/asked', '/?tag=a'],
      ['/deep#old-name', '/blog/to#part'],
      ['/away', 'https://x.example/'],
      ['/books/to', '/blog/to'],
      ['/f/to#part', '/blog/to#part'],
      ['/moved-away?x', '/dist/x?x'],
      ['/2019/01/older', '/blog/to'],
      ['/2019/01/older.html#part', '/blog/to#part'],
      ['/%C3%9Cn%C3%AF', '/blog/to'],
      ['/U\u0308ni\u0308', '/blog/to'],
      ['/ë', '/blog/to'],
    ],
    'elsewhere, which is left alone': [
      ...stay('https://x.example/blog/to', 'https://ann.example.org/blog/to', '//cdn.example/x'),
      ...stay('/dist', '/dist/', '/dist/a%2Fb.js?v=1#x', '/one.php?p=1', '/döcs/x'),
      ['../dist/a b', '/dist/a%20b'],
      ['https://ann.example/dist/x', '/dist/x'],
      ...stay('https://ann.example:8080/', 'mailto:ann@ann.example', 'tel:+123'),
    ],
  };
  test.each(Object.entries(groups))('%s', async (_, cases) => {
    const site = await follow(cases.map(([href]) => href));
    expect(site.report).toBe('');
    expect(site.found).toEqual(cases.map(([, address]) => address));
  });

  test('to a folder of public files that has an index', async () => {
    const site = await follow(['/app/', '/app', '/page', '/page.html']);
    expect(site.report).toBe('');
    const found = site.found.map((href) => href.replace(/(\/|\/index\.html|\.html)$/, ''));
    expect(found).toEqual(['/app', '/app', '/page', '/page']);
  });

  test('to a file beside an essay, which is then published', async () => {
    const site = await follow(['../folder/notes.zip']);
    expect(site.report).toBe('');
    expect(site.found[0]).toMatch(/^\/assets\/notes\.[0-9a-f]{10}\.zip$/);
    expect(site.text(site.found[0]?.slice(1) ?? '')).toBe('zip');
  });

  test('to names in another Unicode form, as some file systems return them', async () => {
    const [composed, decomposed] = ['\u00fc', 'u\u0308'];
    const site = await buildSound({
      'content/public/f\u00fcr.txt': '',
      'content/essays/a.md': essay(
        'title: A\ndate: 2020-01-01',
        [composed, decomposed]
          .map((u) => `[x](/f${u}r.txt) [x](${u}.zip) [x](${u}b.md)`)
          .join('\n'),
      ),
      'content/essays/u\u0308.zip': '',
      'content/essays/u\u0308b.md': essay('title: B\ndate: 2020-01-01'),
    });
    const hrefs = site
      .page('blog/a.html')(LINKS)
      .map((_, each) => each.attribs.href);
    expect(new Set(hrefs.get()).size).toBe(3);
  });
});

describe('a link that leads to nothing is a warning', () => {
  const nothing = [
    ...['/gone', 'gone', '/blog/gone', '/blog/TO', '/blog/post/gone', '/books/gone', '/gone.pdf'],
    ...['/distant', '/x/dist/', '/one.php5', '/f/gone'],
    ...['../2019/gone.md', '../../site.yaml', 'https://ann.example/gone', '/50%-off'],
  ];
  const anchors: readonly (readonly [href: string, page: string])[] = [
    ['#gone', '/blog/from'],
    ['#Here', '/blog/from'],
    ['/blog/to#gone', '/blog/to'],
    ['/blog/post/to#gone', '/blog/to'],
    ['/moved#gone', '/blog/to'],
    ['../2019/to.md#gone', '/blog/to'],
    ['/about#gone', '/about'],
    ['/#gone', '/'],
  ];

  test('each at its own place', async () => {
    const site = await follow([...nothing, ...anchors.map(([href]) => href)]);
    expect(site.commit).not.toBeNull();
    const place = (index: number) => `content/essays/2020/from.md:${7 + 2 * index}:10`;
    expect(withPlaces(site.problems)).toEqual([
      ...nothing.map(
        (href, i) => `link-broken ${place(i)} The link \`${href}\` leads to nothing in the site`,
      ),
      ...anchors.map(([href, page], i) => {
        const anchor = href.replace(/.*#/, '#');
        return `anchor-broken ${place(nothing.length + i)} The page ${page} has no \`${anchor}\``;
      }),
    ]);
    expect(new Set(site.problems.map(({ severity }) => severity))).toEqual(new Set(['warning']));
    expect(site.problems[0]?.hint).toBe(
      'Correct it, put the file into content/public, or add the path to `redirects` in site.yaml; if another ' +
        'server answers it, add it to `elsewhere` there.',
    );
  });

  test('and is shown with the letters and spaces that an address encodes', async () => {
    const site = await follow(['/gr\u00fc%C3%9Fe%20aus%2Fa%25']);
    expect(site.report).toContain('The link `/gr\u00fc\u00dfe aus%2Fa%25` leads to nothing');
  });

  test('and is described again only if its own file or the place it leads to has changed', async () => {
    const [from, to] = ['content/essays/2020/from.md', 'content/essays/2019/to.md'];
    const write = (body: string) => essay('title: From\npublished: 2020-01-01', body);
    const first = await buildSettled({ ...around, [from]: write('[[too]] [x](/gone)\n') });
    const describedBy = ({ memory }: BuiltSite) => memory?.state.readContent().described[from];
    const changes = { [to]: `${around[to]}\nMore words.\n` };
    const other = await first.rebuild(changes, { memory: first.memory });
    expect(describedBy(other)).toBe(describedBy(first));
    expect(withPlaces(other.problems)).toEqual(withPlaces(first.problems));
    const moved = await other.rebuild(
      { [from]: write('Words.\n\n[[too]] [x](/gone)\n') },
      { memory: other.memory },
    );
    expect(withPlaces(moved.problems)).toEqual([
      `link-broken ${from}:7:3 The link \`too.md\` leads to nothing in the site`,
      `link-broken ${from}:7:13 The link \`/gone\` leads to nothing in the site`,
    ]);
  });

  test('and keeps its URL in the page, with the base path for a page that exists', async () => {
    const hrefs = ['/gone', '#gone', '/blog/post/to#gone'];
    const site = await follow(hrefs);
    expect(site.found).toEqual(['/gone', '#gone', '/blog/to#gone']);
    const moved = await site.rebuild({
      'content/site.yaml': 'name: A\nurl: https://a.example/b\nsocialImages: false\n',
    });
    const addresses = ['/b/gone', '#gone', '/b/blog/to#gone'];
    expectFacts(moved.page('blog/from.html'), { [`${LINKS}@href`]: addresses });
  });

  test('and is suggested without the base path, which every link gets', async () => {
    const yaml = { 'content/site.yaml': 'name: A\nurl: https://a.example/b\n' };
    const { problems } = await (await follow(['/b/blog/to'])).rebuild(yaml);
    expect(problems.map(({ code, hint }) => [code, hint])).toEqual([
      ['link-broken', expect.stringContaining('Did you mean `/blog/to`?')],
    ]);
  });

  test('in the biography, whose other links are rewritten', async () => {
    const about = '[a](essays/2019/to.md) [b](blog/to#part) [c](#me) [x](/gone)\n\n## Me\n';
    const site = await buildSite({ ...around, 'content/about.md': about });
    expectFacts(site.page('about.html'), {
      [`${LINKS}@href`]: ['/blog/to', '/blog/to#part', '#me', '/gone'],
    });
    expect(withPlaces(site.problems)).toEqual([
      'link-broken content/about.md:1:55 The link `/gone` leads to nothing in the site',
    ]);
  });
});

test('links that `ignoreLinks` names are not reported, whether the page or the heading is missing', async () => {
  const written = ['/attic/a', 'b.md', '/blog/a#gone', '![x](c.png)', '/attic', '/blog/a#lost'];
  const links = written.map((link) => (link.startsWith('!') ? link : `[x](${link})`)).join('\n\n');
  const site = await buildSite({
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01', `${links}\n`),
    'content/site.yaml': `${SITE_YAML}ignoreLinks: ['/attic/*', b.md, '*.png', '*#gone']\n`,
  });
  expect(site.problems.map(({ code, line }) => [code, line])).toEqual([
    ['link-broken', 13],
    ['anchor-broken', 15],
  ]);
});

test('a picture from a path that another server answers is shown as it is', async () => {
  const site = await buildSound({
    'content/site.yaml': `${SITE_YAML}elsewhere: /media\nredirects:\n  /m: /media/\n`,
    'content/public/media/own.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
    'content/essays/a.md': essay(
      'title: A\npublished: 2020-01-01\nimage: /media/x.png',
      '![x](/media/y.png) ![own](/media/own.svg)\n',
    ),
    'content/essays/b.md': essay('title: B\npublished: 2020-01-01\nimage: /media/own.svg'),
  });
  const [shown, own] = site.page('blog/a.html')('.prose img').toArray();
  expect([shown?.attribs.src, shown?.attribs.width]).toEqual(['/media/y.png', undefined]);
  expect(own?.attribs.width).toBe('4');
  expect(site.page('m.html')('a').attr('href')).toBe('/media/');
  const cards = site.page('index.html')('img').toArray();
  expect(cards.map(({ attribs }) => [attribs.src, attribs.width])).toEqual([
    ['/media/x.png', undefined],
    ['/media/own.svg', '4'],
  ]);
});
