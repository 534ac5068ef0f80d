/**
 * Pages in the site's own language: texts, dates, names of parts for screen readers, and what overrides them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { makeTranslate } from '../../../templates/hooks.ts';
import { buildSite, buildSound, essay, packageRoot, SITE_YAML } from '../../support/site.ts';
import { expectFacts } from '../../support/texts.ts';

const folder = join(packageRoot, 'templates/texts');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const english: Record<string, string> = read('en.json');
const placeholdersOf = (text: unknown) =>
  [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort();

const CONTENT = {
  'content/about.md': '# Über mich\n\nHallo.\n',
  'content/essays/a.md': essay(
    'title: A\npublished: 2026-03-05\nauthor: [Ann, Ben, Cid]\nupdated: 2027-01-02',
    'Text[^1].\n\n## Teil\n\n> [!NOTE]\n> Wort\n\n| a |\n|---|\n| b |\n\n<iframe src="https://x.example/y"></iframe>\n\n[^1]: Note.\n',
  ),
  'content/essays/b.md': essay('title: B\npublished: 2020-12-03\ntags: [a, b, c, d, e, f, g]'),
};
const settings = (...lines: string[]) => ({ 'content/site.yaml': SITE_YAML + lines.join('\n') });

describe('the texts of', () => {
  test.each(readdirSync(folder))('%s are complete, with the placeholders of English', (file) => {
    const texts = read(file);
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [name, text] of Object.entries(texts)) {
      expect(JSON.stringify(text)).not.toMatch(/^"\s*"$|[<>]/);
      expect([name, placeholdersOf(text)]).toEqual([name, placeholdersOf(english[name])]);
    }
  });

  test.each(readdirSync(folder))('%s are on every page', async (file) => {
    const language = file.replace('.json', '');
    const site = await buildSite({ ...CONTENT, ...settings(`language: ${language}`) });
    expect(site.codes).toEqual([]);
    const t = makeTranslate({ language, texts: read(file) });
    const header = [t('essays'), t('about'), t('signIn')];
    const footer = [t('feed'), t('about')];
    const shared = { '.skip-link': [t('skipToContent')], '.footer a': footer };
    expectFacts(site.page('index.html'), {
      ...shared,
      'html@lang': [language],
      h1: [t('essays')],
      '.site-header li': header,
      '.site-header nav@aria-label': [t('mainNavigation')],
      '.filter@aria-label': [t('filterByTag')],
      '.filter button:first': [`${t('allEssays')} (2)`],
      '.more': [t('moreTags', { count: 1 })],
      '#listed': [`${t('recentEssays')} (2)`],
    });
    expectFacts(site.page('blog/a.html'), {
      ...shared,
      '.call-to-action h2': [t('enjoyedEssay').replace('\u202f', ' ')],
      'main > .back': [t('moreEssays')],
      '#footnote-label@text': [t('footnotes')],
      '[data-footnote-backref]@aria-label': [t('backToReference', { reference: 1 })],
      '.anchor@aria-label': [t('linkTo', { heading: 'Teil' })],
      '.scroll@aria-label': [t('table')],
      'iframe@title': [t('embeddedFrom', { host: 'x.example' })],
      'blockquote strong': [t('note')],
    });
    const title = [`${t('notFound')} · Ann Author`];
    expectFacts(site.page('404.html'), { ...shared, title, h1: [t('postNotFound')] });
  });
});

test.each([
  ['de', '3. Dezember'],
  ['fr', '3 décembre'],
  ['ja', '12月3日'],
])('the texts of %s are on all other pages, with the day %s', async (language, day) => {
  const t = makeTranslate({ language, texts: read(`${language}.json`) });
  const about = JSON.stringify(t('about'));
  const site = await buildSound({
    ...CONTENT,
    'content/about.md': `# ${t('about')}\n\nHallo.\n`,
    'content/pages/now.md': essay('title: Now'),
    'content/essays/c.md': essay('title: C\npublished: 2019-01-01\nseries: S'),
    'content/essays/d.md': essay('title: D\npublished: 2019-01-02\nseries: S'),
    ...settings(
      ...[`language: ${language}`, 'homeEssays: 3', 'profiles: { M: https://m.example/a }'],
      ...['nav: [essays, Now, Tags, Archive, Sign In]', `footer: { links: [Feed, ${about}] }`],
    ),
  });
  expectFacts(site.page('index.html'), {
    '.site-header li': [t('essays'), 'Now', t('tags'), t('archive'), t('signIn')],
    '.footer li': [t('feed'), t('about')],
    '.filter@aria-label': [t('tags')],
    '.filter a:first': [`${t('allEssays')} (4)`],
    '.more': [t('moreTags', { count: 1 })],
    'main .back': [t('allOf', { count: 4 })],
  });
  expectFacts(site.page('archive.html'), {
    title: [`${t('archive')} · Ann Author`],
    h1: [t('archive')],
    '.related a:eq(1)': [`B ${day}`],
    'main .back': [t('backToRecent')],
  });
  expectFacts(site.page('tags.html'), { h1: [t('tags')], 'main .back': [t('backToEssays')] });
  expectFacts(site.page('tags/a.html'), {
    h2: [`${t('essays')} (1)`],
    'main .back a': [t('allTags'), t('tagFeed', { tag: 'a' })],
  });
  expectFacts(site.page('blog/d.html'), {
    '.byline span:last': [t('part', { part: 2, count: 2 })],
    '.related:first@aria-label': [t('series')],
    '.call-to-action a': [t('follow', { profile: 'M' })],
  });
  expectFacts(site.page('about.html'), { h1: [t('about')], '.prose': ['Hallo.'] });
});

test('German pages are German throughout: dates, authors, the heading of the biography, feeds', async () => {
  const lines = settings('language: de', 'redirects: {/x: /about}');
  const site = await buildSite({ ...CONTENT, ...lines });
  expectFacts(site.page('index.html'), {
    '.card .meta': ['5. März · 1 Min. Lesezeit', '2020 · 1 Min. Lesezeit a b +5'],
  });
  expectFacts(site.page('blog/a.html'), {
    '.byline time@text': ['5. März 2026', '2. Januar 2027'],
    '.byline span:last': ['von Ann, Ben und Cid'],
  });
  expectFacts(site.page('about.html'), { h1: ['Über mich'], title: ['Über mich · Ann Author'] });
  expect(site.text('x.html')).toContain('<p>Diese Seite ist umgezogen nach <a href="/about">');
  expect(site.text('feed.xml')).toContain('<h2 class="sr-only" id="footnote-label">Fußnoten</h2>');
  for (const path of site.paths.filter((each) => each.endsWith('.html'))) {
    const page = load(site.text(path));
    page('head, .prose code').remove();
    expect(page('body').text()).not.toMatch(/\b(the|this|essays from|read|by|more|About|Draft)\b/);
  }
});

test('a part of a page says what `texts` states, in the plural form of the number', async () => {
  const site = await buildSite({
    ...CONTENT,
    ...settings(
      ...['gone: [/blog/z]', 'texts:', '  signIn: "Log in <&>"', '  goneText: Away <b>'],
      '  readTime: { one: one minute, other: "{count} minutes" }',
    ),
    'content/essays/b.md': essay('title: B\npublished: 2020-12-03\nreadTime: 2'),
  });
  expectFacts(site.page('index.html'), {
    '.site-header li:last': ['Log in <&>'],
    '.card .meta': ['Mar 5 · one minute', '2020 · 2 minutes'],
  });
  expect(site.text('blog/z.html')).toContain('>Away &lt;b&gt;</h1>');
});

test.each([
  ['signOn: x', 'key-unknown', 'Did you mean `signIn`?'],
  ['signIn: "{name}"', 'value-invalid', '`signIn` has an unknown placeholder {name}'],
  ['readTime: { one: x }', 'key-missing', 'Add a line `other: …`.'],
  ['readTime: { ohter: x, other: y }', 'key-unknown', 'Did you mean `other`?'],
  ['readTime: [x]', 'value-invalid', 'must be text'],
])('reports the text `%s`', async (line, code, words) => {
  const { codes, report } = await buildSite({ ...CONTENT, ...settings('texts:', `  ${line}`) });
  expect([codes, report]).toEqual([[code], expect.stringContaining(words)]);
});

test.each([
  ['language: sv', '74 texts of the pages are in English'],
  ['language: sv\ntexts: { essays: Essäer }', 'skipToContent, mainNavigation'],
  [`language: sv\ntexts: ${JSON.stringify({ ...english, essays: 'Essäer' })}`, null],
  [
    `language: sv\ntexts: ${JSON.stringify({ ...english, essays: undefined })}`,
    'One text of the pages is in English',
  ],
])('a language without texts is shown in English, which is told: %.40s', async (lines, told) => {
  const site = await buildSite({ ...CONTENT, ...settings(lines) });
  expect(site.codes).toEqual(told === null ? [] : ['texts-missing']);
  expect(site.report).toContain(told ?? '');
  expectFacts(site.page('index.html'), { '.card time:first': ['5 mars'] });
});

test.each([
  ['JavaScript', 'en'],
  ['php', 'en'],
  ['fr', 'fr'],
])('the front matter `language: %s` gives a page in %s', async (language, lang) => {
  const front = `title: A\npublished: 2020-01-01\nlanguage: ${language}`;
  const site = await buildSound({ 'content/essays/a.md': essay(front) });
  expectFacts(site.page('blog/a.html'), { 'html@lang': [lang] });
});
