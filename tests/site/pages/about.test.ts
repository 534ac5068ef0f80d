/**
 * The about page, `/about`, as it is built: specification, section 2.3.
 */
import { expect, test } from 'vitest';
import { buildSite, essay, type Files, SITE_YAML } from '../../support/site.ts';
import { expectFacts, type Facts, SCRIPT } from '../../support/texts.ts';

/** Checks the page of a site with these settings besides the usual ones, or with these files. */
function about(fact: string, given: string | Files, facts: Facts): void {
  test(fact, async () => {
    const more = typeof given === 'string' ? { 'content/site.yaml': SITE_YAML + given } : given;
    const site = await buildSite({
      'content/about.md': 'I *founded* several networks.\n',
      'content/essays/one.md': essay('title: One\npublished: 2020-01-01'),
      ...more,
    });
    expectFacts(site.page('about.html'), facts);
  });
}

const MAIL = 'email: ann@ann.example\n';
const PROFILE = 'x: https://x.com/ann\n';
const BACK = ['← Back to all essays', '/'];

about(
  'has the heading "About", the biography, what the blog is about, and ways to get in touch',
  `description: It is about startups & society.\n${MAIL}${PROFILE}`,
  {
    'body > header a': ['Home', 'Blog', 'About'],
    'body > header a@href': ['/', '/', '/about'],
    'body > header': [expect.stringContaining('Ann Author')],
    'main h1': ['About'],
    main: [expect.stringContaining('networks. It is about startups & society.')],
    'main em': ['founded'],
    'main section h2': ['Get in touch'],
    'main section a': ['ann@ann.example', 'x.com/ann'],
    'main section a@href': ['mailto:ann@ann.example', 'https://x.com/ann'],
    'main a:last@link': [BACK],
    [`${SCRIPT}, style, [style]`]: [],
  },
);
const ADDRESSES = 'main section a@href';
about('without an email address it is left out', PROFILE, { [ADDRESSES]: ['https://x.com/ann'] });
about('without a profile it is left out', MAIL, { [ADDRESSES]: ['mailto:ann@ann.example'] });
about(
  'headings of the biography leave ids to the page',
  { 'content/about.md': '## Contact\n\n## Main content\n', 'content/site.yaml': SITE_YAML + MAIL },
  { '[id]@id': ['main-content', 'contact-1', 'main-content-1', 'contact'] },
);
about('without either, there is no section for them', '', { 'main section, main h2': [] });

test('without about.md the page still stands', async () => {
  const $ = (await buildSite({})).page('about.html');
  expectFacts($, { 'main h1': ['About'], 'main a:last@link': [BACK] });
});

about('the head says what the page is', 'language: fr\ndescription: Of bees.\n', {
  'html@lang': ['fr'],
  title: ['À propos · Ann Author'],
  'meta[name="description"]@content': ['Of bees.'],
  'link[rel="canonical"]@href': ['https://ann.example/about'],
  'meta[name="robots"]': [],
});

about(
  'a counted outbound link in the biography loads the script there too',
  {
    'content/site.yaml': `${SITE_YAML}analytics:\n  outbound: https://stats.example/out\n`,
    'content/about.md': `<a href="https://eff.org/" onclick="_gaq.push(['x'])">law</a>\n`,
  },
  { 'main a:first@data-outbound': [''], [`${SCRIPT}@src`]: [expect.stringMatching(/outbound\./)] },
);

const old = (year: number) => ({
  [`content/essays/of-${year}.md`]: essay(`title: Of ${year}\npublished: ${year}-01-01`),
});
about(
  'with `facts: true`, it tells what is true of the site',
  {
    'content/about.md': essay('facts: true'),
    ...old(2006),
    ...old(2017),
    ...old(2018),
    'content/essays/draft.md': essay('title: Draft\npublished: 2021-01-01\ndraft: true'),
  },
  {
    '.facts': ['Since 2006 · 4 essays · newest: One, Of 2018, Of 2017'],
    '.facts a@href': ['/blog/one', '/blog/of-2018', '/blog/of-2017'],
  },
);
about('without it, it tells nothing', old(2006), { '.facts': [], '.portrait': [] });
about(
  'its image is a portrait, described by the author or by the name',
  {
    'content/about.md': essay('image: https://x.example/ann.jpg'),
    'content/pages/now.md': essay('title: Now\nimage: https://x.example/now.jpg'),
  },
  { 'main img@src': ['https://x.example/ann.jpg'], 'h1 + img.portrait@alt': ['Ann Author'] },
);
about(
  'the description of the portrait is `imageAlt`',
  { 'content/about.md': essay('image: https://x.example/ann.jpg\nimageAlt: Ann, at sea') },
  { '.portrait@alt': ['Ann, at sea'] },
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';
about(
  'a picture called `me` beside it is the portrait without being named',
  { 'content/about.md': essay('title: About'), 'content/me.svg': SVG, 'content/men.svg': SVG },
  { '.portrait@src': [expect.stringMatching(/^\/assets\/me\.\w+\.svg$/)] },
);
about(
  'a portrait beside it gives way to the picture that is named',
  {
    'content/about.md': essay('image: https://x.example/ann.jpg'),
    'content/portrait.svg': SVG,
  },
  { '.portrait@src': ['https://x.example/ann.jpg'] },
);
test('the facts are those of the present essays', async () => {
  const site = await buildSite({ 'content/about.md': essay('facts: true'), ...old(2010) });
  const after = await site.rebuild(old(2011));
  expect(after.page('about.html')('.facts').text()).toBe(
    'Since 2010 · 2 essays · newest: Of 2011, Of 2010',
  );
});
