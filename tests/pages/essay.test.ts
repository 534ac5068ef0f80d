/**
 * The page of an essay, `/blog/{slug}`, as it is built: specification, section 2.2.
 */
import type { CheerioAPI } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { buildSite, essay, type Files, type Options, SITE_YAML } from '../support/site.ts';
import { links, SCRIPT, texts } from './texts.ts';

const PROFILES = 'substack: https://ann.substack.example\nx: https://x.com/ann\n';

/** Builds one essay of the slug "one" and reads its page. */
async function buildPage(
  frontMatter = '',
  body?: string,
  files: Files = {},
  options: Options = {},
): Promise<CheerioAPI> {
  const stated = `title: One\nslug: one\npublished: 2020-12-03\n${frontMatter}`;
  const keys = new Map(stated.split('\n').map((line) => [line.split(':')[0], line]));
  const file = essay([...keys.values()].join('\n'), body);
  const site = await buildSite({ 'content/essays/one.md': file, ...files }, options);
  return site.page('blog/one.html');
}

describe('header', () => {
  test('the name and Essays lead home, About to /about, Sign In only home', async () => {
    const $ = await buildPage();
    expect(links($, 'body > header a')).toEqual([
      ['Ann Author', '/'],
      ['Essays', '/'],
      ['About', '/about'],
      ['Sign In', '/'],
    ]);
    expect($('body > header nav a').length).toBe(3);
  });
});

test('a table of Markdown is aligned by classes, without a style attribute', async () => {
  const $ = await buildPage('', '| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n');
  const sides = $('td').map((_, cell) => $(cell).attr('class'));
  expect(sides.get()).toEqual(['align-left', 'align-center', 'align-right']);
  expect($('[style]').length).toBe(0);
});

test('the article is named by its title, and the call to action by its heading', async () => {
  const $ = await buildPage('', '## Call to action\n');
  const nameOf = (selector: string) => texts($, `[id="${$(selector).attr('aria-labelledby')}"]`);
  expect(nameOf('article')).toEqual(['One']);
  expect(nameOf('aside')).toEqual(['Enjoyed this essay?']);
});

describe('title block', () => {
  test('shows the title, the year, the read time and the author', async () => {
    const $ = await buildPage('', 'word '.repeat(900));
    expect(texts($, 'h1')).toEqual(['One']);
    expect(texts($, 'article time')).toEqual(['2020']);
    expect($('article time').text()).toBe('December 3, 2020');
    expect($('article time').attr('datetime')).toMatch(/^2020-12-03T/);
    expect(texts($, 'article span')).toEqual(['5 min read', 'by Ann Author']);
  });

  test("shows the year even for an essay of the build's own year", async () => {
    const $ = await buildPage('', undefined, {}, { now: Date.UTC(2020, 11, 24) });
    expect(texts($, 'article time')).toEqual(['2020']);
  });

  test.each([
    ['UTC', 'December 3, 2020'],
    ['America/New_York', 'December 2, 2020'],
  ])("tells the whole day, as it is in the site's time zone: %s", async (zone, day) => {
    const frontMatter = 'publishedTimestamp: 1606957200000'; // 2020-12-03T01:00:00Z
    const settings = { 'content/site.yaml': `${SITE_YAML}timezone: ${zone}\n` };
    const $ = await buildPage(frontMatter, undefined, settings);
    expect($('article time').text()).toBe(day);
  });

  test("shows the essay's own author where it names one", async () => {
    const $ = await buildPage('author: Bea Guest');
    expect(texts($, 'article span')).toContain('by Bea Guest');
  });

  test('tag chips link to /?tag={tag}, all of them, in the order of the essay', async () => {
    const $ = await buildPage('tags: [ai, brain bowls, R&D, c++, "50%", ζ, "#1"]');
    expect(links($, 'article header a')).toEqual([
      ['ai', '/?tag=ai'],
      ['brain bowls', '/?tag=brain%20bowls'],
      ['R&D', '/?tag=R%26D'],
      ['c++', '/?tag=c%2B%2B'],
      ['50%', '/?tag=50%25'],
      ['ζ', '/?tag=%CE%B6'],
      ['#1', '/?tag=%231'],
    ]);
  });

  test('an essay without tags has no list of them', async () => {
    const $ = await buildPage();
    expect($('article ul').length).toBe(0);
  });

  test.each([
    ["'<script>alert(1)</script>'", '<script>alert(1)</script>'],
    ['It&#8217;d Be Hilarious', 'It’d Be Hilarious'],
    ['"Q&amp;A"', 'Q&A'],
  ])('a title written %s is shown as %s', async (written, shown) => {
    const $ = await buildPage(`title: ${written}`);
    expect(texts($, 'h1')).toEqual([shown]);
    expect(texts($, 'title')).toEqual([`${shown} · Ann Author`]);
    expect($(SCRIPT).length).toBe(0);
    expect($.html()).not.toContain('&amp;#');
  });

  test('a draft that is shown carries a mark', async () => {
    const $ = await buildPage('draft: true', undefined, {}, { showDrafts: true });
    expect(texts($, 'article header')[0]).toContain('Draft');
  });

  test('a published essay carries none', async () => {
    const $ = await buildPage();
    expect(texts($, 'article header')[0]).not.toContain('Draft');
  });

  test('a draft that is not shown has no page', async () => {
    const site = await buildSite({
      'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ndraft: true'),
    });
    expect(site.paths.filter((path) => path.includes('one'))).toEqual([]);
  });
});

describe('body', () => {
  test('is rendered as HTML', async () => {
    const $ = await buildPage(
      '',
      'A *soft* word, **firm** too.\n\n## Next\n\n### Deeper\n\n- one\n- two\n\n> said\n\n```js\nif (a < b) go();\n```\n',
    );
    expect($('article p').first().html()).toContain('<em>soft</em>');
    expect($('article strong').text()).toBe('firm');
    expect(texts($, 'article h2')).toEqual(['Next']);
    expect(texts($, 'article h3')).toEqual(['Deeper']);
    expect(texts($, 'article ul li')).toEqual(['one', 'two']);
    expect(texts($, 'article blockquote')).toEqual(['said']);
    expect($('article pre code').text()).toBe('if (a < b) go();\n');
  });

  test('a plain text essay keeps its line breaks', async () => {
    const site = await buildSite({
      'content/essays/poem.txt': essay(
        'title: Poem\npublished: 2010-01-01',
        'High tide\nlow tide\n\nand <b>\n',
      ),
    });
    const paragraphs = site.page('blog/poem.html')('article p');
    expect(paragraphs.first().html()).toMatch(/^High tide<br>\s*low tide$/);
    expect(paragraphs.eq(1).text()).toBe('and <b>');
  });

  test('an HTML essay keeps its video frame and its signature block', async () => {
    const body =
      '<p>Look:</p><iframe src="https://v.example/1" title="A film"></iframe><div class="signature">Ann<br>Paris</div>';
    const site = await buildSite({
      'content/essays/old.html': essay('title: Old\npublished: 2007-01-01', body),
    });
    const $ = site.page('blog/old.html');
    expect($('article iframe').attr('src')).toBe('https://v.example/1');
    expect($('article .signature').html()).toBe('Ann<br>Paris');
  });

  test.each([
    ['an unclosed element', '<div><b>never closed\n'],
    ['a closing tag too many', 'Text.</div></article></main>\n'],
    ['an unclosed comment', 'Text. <!-- forever\n'],
    ['an unclosed script', 'Text. <script>var forever\n'],
  ])('with %s leaves the rest of the page whole', async (_, body) => {
    const $ = await buildPage('', body);
    expect($('body > header').length).toBe(1);
    expect($('body > main').length).toBe(1);
    expect($('main > article + aside h2').text()).toBe('Enjoyed this essay?');
    expect($('main > p:last-child a').text()).toBe('← Check out more essays');
  });
});

describe('the end of the page', () => {
  const withProfiles = { 'content/site.yaml': SITE_YAML + PROFILES };

  test('asks whether the reader enjoyed it, and says what there is to get', async () => {
    const $ = await buildPage('', undefined, withProfiles);
    expect(texts($, 'main aside h2')).toEqual(['Enjoyed this essay?']);
    expect(texts($, 'main aside p')[0]).toBe(
      'Get more insights on technology, business, and innovation.',
    );
  });

  test('two links lead to the profiles, in a new tab, without handing over the page', async () => {
    const $ = await buildPage('', undefined, withProfiles);
    expect(links($, 'main aside a')).toEqual([
      ['Subscribe on Substack', 'https://ann.substack.example'],
      ['Follow on X', 'https://x.com/ann'],
    ]);
    for (const link of $('main aside a').toArray()) {
      expect($(link).attr('target')).toBe('_blank');
      expect($(link).attr('rel')?.split(' ')).toContain('noopener');
    }
  });

  test.each([
    ['the newsletter', 'x: https://x.com/ann\n', ['Follow on X']],
    ['the profile', 'substack: https://ann.substack.example\n', ['Subscribe on Substack']],
    ['either', '', []],
  ])('without %s its link is left out', async (_, settings, labels) => {
    const $ = await buildPage('', undefined, { 'content/site.yaml': SITE_YAML + settings });
    expect(texts($, 'main aside a')).toEqual(labels);
    expect(texts($, 'main aside h2')).toEqual(['Enjoyed this essay?']);
  });

  test('a last link leads back to the list', async () => {
    const $ = await buildPage();
    expect(links($, 'main a').at(-1)).toEqual(['← Check out more essays', '/']);
  });
});

describe('the head', () => {
  test.each([
    ['with the author’s name, up to 70 characters', 'x'.repeat(57), ' · Ann Author'],
    ['alone, where both would be cut off', 'x'.repeat(58), ''],
  ])('names the essay %s', async (_, title, rest) => {
    const $ = await buildPage(`title: ${title}`);
    expect(texts($, 'title')).toEqual([title + rest]);
  });

  test('has one title, the excerpt as description, and the canonical address', async () => {
    const $ = await buildPage('', 'A "first" & last line.');
    expect($('html').attr('lang')).toBe('en');
    expect(texts($, 'title')).toEqual(['One · Ann Author']);
    expect($('meta[name="description"]').attr('content')).toBe('A “first” & last line.');
    expect($('link[rel="canonical"]').attr('href')).toBe('https://ann.example/blog/one');
    expect($('meta[name="robots"]').length).toBe(0);
  });

  test('the page carries no script and nothing inline', async () => {
    const $ = await buildPage('tags: [a]', undefined, {
      'content/site.yaml': SITE_YAML + PROFILES,
    });
    expect($(SCRIPT).length).toBe(0);
    expect($('style, [style]').length).toBe(0);
  });

  test('the page is complete: it never says "Loading..."', async () => {
    const $ = await buildPage();
    expect($('body').text()).not.toContain('Loading');
  });
});

describe('outbound analytics', () => {
  const counted = {
    'content/site.yaml': `${SITE_YAML}analytics:\n  outbound: https://stats.example/out\n`,
  };
  const oldLink = `<a href="https://eff.org/" onclick="pageTracker._trackPageview('/out')">law</a>`;

  test('an essay with such a link loads the script, and the script knows where to send', async () => {
    const $ = await buildPage('', oldLink, counted);
    expect($(SCRIPT).length).toBe(1);
    expect($(SCRIPT).attr('src')).toMatch(/^\/assets\/outbound\.[0-9a-f]{10}\.js$/);
    expect($(SCRIPT).attr('data-endpoint')).toBe('https://stats.example/out');
    expect($('article a').attr()).toMatchObject({ href: 'https://eff.org/', 'data-outbound': '' });
    expect($('article a').attr('onclick')).toBeUndefined();
  });

  test('an essay without such a link loads none', async () => {
    const $ = await buildPage('', '<a href="https://eff.org/">law</a>', counted);
    expect($(SCRIPT).length).toBe(0);
  });

  test('without an endpoint no script is loaded or published', async () => {
    const site = await buildSite({
      'content/essays/one.md': essay('title: One\npublished: 2007-01-01', oldLink),
    });
    expect(site.page('blog/one.html')(SCRIPT).length).toBe(0);
    expect(site.page('blog/one.html')('article a').attr('onclick')).toBeUndefined();
    expect(site.paths.filter((path) => path.includes('outbound'))).toEqual([]);
  });
});

test('under a base path every address carries it', async () => {
  const $ = await buildPage('tags: [ai]', 'See [about](/about) and [me](/blog/post/one).', {
    'content/site.yaml': 'name: Ann Author\nurl: https://me.github.io/notes\n',
  });
  expect(links($, 'body > :not(:first-child) a').map(([, href]) => href)).toEqual([
    '/notes/',
    '/notes/',
    '/notes/about',
    '/notes/',
    '/notes/?tag=ai',
    '/notes/about',
    '/notes/blog/one',
    '/notes/',
  ]);
  expect($('link[rel="canonical"]').attr('href')).toBe('https://me.github.io/notes/blog/one');
});
