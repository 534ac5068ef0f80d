/**
 * Pages in the site's own language: texts, dates, names of parts for screen readers, and what overrides them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { findDirection, typeset } from '../../../src/text/text.ts';
import { findTexts } from '../../../src/text/texts.ts';
import { makeTranslate } from '../../../templates/hooks.ts';
import { buildSite, buildSound, essay, packageRoot, SITE_YAML } from '../../support/site.ts';
import { expectFacts } from '../../support/texts.ts';

const folder = join(packageRoot, 'templates/texts');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const english: Record<string, string> = read('en.json');
const LANGUAGES = readdirSync(folder).map((file) => file.replace('.json', ''));
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

  test.each(LANGUAGES)('%s have the plural forms of the language', (language) => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const text of Object.values<string | object>(read(`${language}.json`))) {
      if (typeof text !== 'string') expect(Object.keys(text).sort()).toEqual(categories.sort());
    }
  });

  test.each(LANGUAGES)('%s have arrows that point back to where the reader was', (language) => {
    const arrows = (text: unknown) => String(text).replace(/[^←→]/g, '');
    const texts = read(`${language}.json`);
    const mirrored = findDirection(language, language) === 'rtl' ? { '←': '→', '→': '←' } : null;
    for (const name of Object.keys(english)) {
      const wanted = arrows(english[name]).replace(/./, (each) => mirrored?.[each as '←'] ?? each);
      const shown = typeof texts[name] === 'string' ? texts[name] : texts[name].other;
      expect([name, arrows(shown)]).toEqual([name, wanted]);
    }
  });

  // In Dutch and Japanese, titles have marks that straight quotes of authors don't turn into.
  test.each(LANGUAGES.filter((language) => !/^(?:ja|nl)$/.test(language)))(
    '%s have the quotation marks of the language',
    (language) => {
      const quoted = typeset('"{heading}"', language);
      expect(read(`${language}.json`).linkTo).toContain(quoted);
    },
  );

  test.each([
    ['zh', 'zh'],
    ['zh-CN', 'zh'],
    ['zh-SG', 'zh'],
    ['zh-Hans-HK', 'zh'],
    ['zh-Hant', 'zh-Hant'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['no', 'nb'],
    ['nn', 'nb'],
    ['nb-NO', 'nb'],
    ['ar-EG', 'ar'],
    ['pt-BR', 'pt'],
    ['en-GB', 'en'],
  ])('%s are those in %s.json', (tag, name) => {
    expect(findTexts(tag)).toEqual(read(`${name}.json`));
  });

  test.each(['ca', 'yue', 'nah'])('%s are missing', (tag) => expect(findTexts(tag)).toBeNull());

  test.each(LANGUAGES)('%s are found by the program', (language) => {
    expect(findTexts(language)).toEqual(read(`${language}.json`));
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
  ['ar', '3 ديسمبر'],
  ['cs', '3. prosince'],
  ['da', '3. december'],
  ['el', '3 Δεκεμβρίου'],
  ['fi', '3. joulukuuta'],
  ['he', '3 בדצמבר'],
  ['hi', '3 दिसंबर'],
  ['id', '3 Desember'],
  ['ko', '12월 3일'],
  ['nb', '3. desember'],
  ['ru', '3 декабря'],
  ['sv', '3 december'],
  ['tr', '3 Aralık'],
  ['uk', '3 грудня'],
  ['zh', '12月3日'],
  ['zh-Hant', '12月3日'],
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

test.each([
  ['ar', 'readTime', ['دقيقة قراءة واحدة', 'دقيقتا قراءة', '5 دقائق قراءة', '11 دقيقة قراءة']],
  ['ar', 'essayCount', ['مقال واحد', 'مقالان', '5 مقالات', '11 مقالًا']],
  ['he', 'readTime', ['דקת קריאה אחת', '2 דקות קריאה', '5 דקות קריאה', '11 דקות קריאה']],
  ['cs', 'essayCount', ['1 esej', '2 eseje', '5 esejí', '11 esejí']],
  ['pl', 'essayCount', ['1 esej', '2 eseje', '5 esejów', '11 esejów']],
  ['ru', 'readTime', ['1 мин чтения', '2 мин чтения', '5 мин чтения', '11 мин чтения']],
  ['sv', 'essayCount', ['1 essä', '2 essäer', '5 essäer', '11 essäer']],
  ['ko', 'essayCount', ['에세이 1편', '에세이 2편', '에세이 5편', '에세이 11편']],
] as const)('in `%s`, 1, 2, 5 and 11 have their forms of %s', (language, name, forms) => {
  const t = makeTranslate({ language, texts: read(`${language}.json`) });
  expect([1, 2, 5, 11].map((count) => t(name, { count }))).toEqual(forms);
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

test.each(['ar', 'he', 'fa'])('all pages in `%s` run from right to left', async (language) => {
  const lines = settings(`language: ${language}`, 'redirects: {/x: /about}', 'gone: [/blog/z]');
  const site = await buildSite({ ...CONTENT, ...lines });
  for (const path of ['index.html', 'about.html', '404.html', 'x.html', 'blog/z.html']) {
    expectFacts(site.page(path), { 'html@lang': [language], 'html@dir': ['rtl'] });
  }
});

test('a part of a page says what `texts` states, in the plural form of the number', async () => {
  const site = await buildSite({
    ...CONTENT,
    ...settings(
      ...['gone: [/blog/z]', 'texts:', '  signIn: "Log in <&>"', '  postNotFound: Away <b>'],
      '  readTime: { one: one minute, other: "{count} minutes" }',
    ),
    'content/essays/b.md': essay('title: B\npublished: 2020-12-03\nreadTime: 2'),
  });
  expectFacts(site.page('index.html'), {
    '.site-header li:last': ['Log in <&>'],
    '.card .meta': ['Mar 5 · one minute', '2020 · 2 minutes'],
  });
  expect(site.text('blog/z.html')).toContain('>Away &lt;b&gt;</h1>');
  expect(site.text('blog/z.html')).toBe(site.text('404.html'));
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
  ['language: ca', 'Page texts not translated into'],
  ['language: ca\ntexts: { essays: Assaigs }', 'skipToContent, mainNavigation'],
  [`language: ca\ntexts: ${JSON.stringify({ ...english, essays: 'Assaigs' })}`, null],
  [`language: ca\ntexts: ${JSON.stringify({ ...english, essays: undefined })}`, 'in English: 1\n'],
])('a language without texts is shown in English, which is told: %.40s', async (lines, told) => {
  const site = await buildSite({ ...CONTENT, ...settings(lines) });
  expect(site.codes).toEqual(told === null ? [] : ['texts-missing']);
  expect(site.report).toContain(told ?? '');
  expectFacts(site.page('index.html'), { '.card time:first': ['5 de març'] });
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
