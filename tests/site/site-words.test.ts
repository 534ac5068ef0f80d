/**
 * The texts of site.yaml with inline Markdown: `intro`, `callToAction.text` and `footer.text`.
 */
import { describe, expect, test } from 'vitest';
import { withPlaces } from '../support/problems.ts';
import { type BuiltSite, buildSite, buildSound, essay, type Files } from '../support/site.ts';

const YAML = 'content/site.yaml';
const BASE = 'name: Ann\nurl: https://ann.example/base\nsocialImages: false\n';
const write = (settings: string): Files => ({
  [YAML]: BASE + settings,
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
});
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The HTML around the text on a page, between the tags that the template writes. */
function around(site: BuiltSite, page: string, before: RegExp): string {
  const html = site.text(page);
  const start = html.search(before);
  return (
    html
      .slice(start)
      .replace(before, '')
      .split(/<\/(?:p|div)>/)[0] ?? ''
  );
}
const introOf = (site: BuiltSite) =>
  around(site, 'index.html', /<div class="intro"><h1>[^<]*<\/h1><p>/);

describe('the introduction', () => {
  test.each([
    ['*A* **b** `c <d>`', '<em>A</em> <strong>b</strong> <code>c &lt;d&gt;</code>'],
    ['[About](/about)', '<a href="/base/about">About</a>'],
    ['[First](essays/a.md)', '<a href="/base/blog/a">First</a>'],
    ['<https://b.example>', '<a href="https://b.example" rel="noopener">https://b.example</a>'],
    ['_Quotes_ are "set"', '<em>Quotes</em> are “set”'],
    ['1. is *no* list', '1. is <em>no</em> list'],
    ['*a* <b>&amp;lt;</b>', '<em>a</em> &lt;b&gt;&amp;lt;&lt;/b&gt;'],
  ])('may have inline Markdown: %s', async (written, html) => {
    const site = await buildSound(write(`intro: ${quote(written)}\n`));
    expect(introOf(site)).toBe(html);
  });

  test.each([
    ['On bees & looms.', 'On bees &amp; looms.'],
    [`It's 5 * 3 < 16 "quoted" snake_case_name`, 'It’s 5 * 3 &lt; 16 “quoted” snake_case_name'],
    ['<b>Tags</b> and `a tick', '&lt;b&gt;Tags&lt;/b&gt; and `a tick'],
    ['# 1. > - [not] a block', '# 1. &gt; - [not] a block'],
    ['See https://b.example and ann@b.example', 'See https://b.example and ann@b.example'],
    ['AT&amp;amp;T', 'AT&amp;amp;T'],
  ])('without Markdown is shown as it is: %s', async (written, html) => {
    expect(introOf(await buildSound(write(`intro: ${quote(written)}\n`)))).toBe(html);
  });

  test('is plain in metadata and feeds', async () => {
    const site = await buildSound(write('intro: "On *bees*, [looms](/about) & `x`"\n'));
    const page = site.page('index.html');
    expect(page('meta[name=description]').attr('content')).toBe('On bees, looms & x');
    expect(site.text('rss.xml')).toContain('<description>On bees, looms &amp; x</description>');
  });
});

test('so may the invitation and the footer, on pages with other addresses', async () => {
  const site = await buildSound(
    write('callToAction: { text: "Write *me*" }\nfooter: "CC [BY](/about)"\n'),
  );
  expect(around(site, 'blog/a.html', /.*<h2 id="enjoyed-this-essay">[^<]*<\/h2><p>/s)).toBe(
    'Write <em>me</em>',
  );
  for (const path of ['index.html', 'blog/a.html', '404.html']) {
    const footer = site.page(path)('footer > div').eq(1).html();
    expect([path, footer]).toEqual([path, 'CC <a href="/base/about">BY</a>']);
  }
});

test('broken links and script URLs in them are reported at their places', async () => {
  const site = await buildSite(
    write('intro: "[x](/nowhere)"\nfooter: "[y](javascript:z) ![](gone.png)"\n'),
  );
  expect(withPlaces(site.problems).sort()).toEqual([
    `image-missing ${YAML}:5:32 The image \`gone.png\` is not in the site`,
    `link-broken ${YAML}:4:13 The link \`/nowhere\` leads to nothing in the site`,
    `script-url ${YAML}:5:14 This URL would run a script, so it was removed`,
  ]);
});

test('a changed text is on every page of the next build', async () => {
  const site = await buildSound(write('footer: "*One*"\n'));
  const changed = await site.rebuild({ [YAML]: `${BASE}footer: "**One**"\n` });
  expect(changed.page('blog/a.html')('footer strong').text()).toBe('One');
});
