/**
 * Links to the other languages of the site: in the header, and below the title of what is translated.
 */
import { load } from 'cheerio';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { test } from 'vitest';
import { ENGLISH_TEXTS } from '../../../src/text/texts.ts';
import type {
  CurrentPage,
  EssayProps,
  HeadProps,
  LanguageLinkProps,
  SiteProps,
  TextPageProps,
} from '../../../src/theme/props.ts';
import EssayPage from '../../../templates/EssayPage.tsx';
import { makeTranslate, TemplateContext } from '../../../templates/hooks.ts';
import Page from '../../../templates/Page.tsx';
import { expectFacts } from '../../support/texts.ts';

const SITE: SiteProps = {
  name: 'Ann Author',
  logo: null,
  title: 'Essays',
  introHtml: '',
  description: '',
  language: 'en',
  texts: ENGLISH_TEXTS,
  email: null,
  substack: null,
  x: null,
  profiles: [],
  nav: null,
  navPages: [],
  footer: { html: null, links: null },
  callToAction: false,
  data: null,
  homeUrl: '/',
  aboutUrl: '/about',
  feedUrl: '/feed.xml',
  tagsUrl: null,
  archiveUrl: null,
};

const HEAD: HeadProps = {
  title: 'Looms',
  description: '',
  language: 'en',
  direction: 'ltr',
  canonical: 'https://ann.example/looms',
  metas: [],
  links: [],
  jsonLd: null,
  styleUrls: ['/style.css'],
  colorScheme: 'light dark',
  themeColours: { light: '#fff', dark: '#000' },
  scripts: [],
};

const LOOMS = {
  title: 'Looms',
  subtitle: null,
  url: '/looms',
  excerpt: '',
  image: null,
  draft: false,
  mark: null,
  data: null,
  plainText: false,
  headings: [],
};

const ESSAY: EssayProps['essay'] = {
  ...LOOMS,
  hasCover: false,
  fullDate: 'December 3, 2020',
  isoDate: '2020-12-03T00:00:00.000Z',
  readTime: 1,
  author: 'Ann Author',
  year: '2020',
  source: 'content/essays/a.md',
  shownDate: '2020',
  updated: null,
  tags: [{ name: 'craft', url: '/?tag=craft' }],
  content: '<p>Text.</p>',
  contents: null,
  wordCount: 1,
  newer: null,
  older: null,
  related: [],
  series: null,
};

const GERMAN: LanguageLinkProps = {
  language: 'de',
  direction: 'ltr',
  name: 'Deutsch',
  label: 'Auf Deutsch lesen',
  url: '/de/webstuehle',
  isTranslation: true,
};

const ARABIC: LanguageLinkProps = {
  language: 'ar',
  direction: 'rtl',
  name: 'العربية',
  label: 'اقرأ بالعربية',
  url: '/ar/',
  isTranslation: false,
};

const HEADER = 'body > header nav[aria-label="Languages"] a';

/** Renders a page of a site with these other languages. */
function render<Props extends object>(
  template: ComponentType<Props>,
  props: Props,
  languages: readonly LanguageLinkProps[],
  head: Partial<HeadProps> = {},
) {
  const page: CurrentPage = {
    kind: 'essay',
    site: SITE,
    head: { ...HEAD, ...head },
    year: 2026,
    url: '/looms',
    languages,
  };
  const value = { page, scripts: {}, t: makeTranslate(SITE) };
  const element = createElement(template, props);
  return load(renderToStaticMarkup(createElement(TemplateContext, { value }, element)));
}

const renderEssay = (languages: readonly LanguageLinkProps[], head: Partial<HeadProps> = {}) =>
  render(EssayPage, { essay: ESSAY }, languages, head);

test('the header links to each other language by its own name, after the navigation', () => {
  const $ = renderEssay([GERMAN, ARABIC]);
  expectFacts($, {
    'body > header nav@aria-label': ['Main', 'Languages'],
    [`${HEADER}@link`]: [
      ['Deutsch', '/de/webstuehle'],
      ['العربية', '/ar/'],
    ],
    [`${HEADER}@lang`]: ['de', 'ar'],
    [`${HEADER}@hreflang`]: ['de', 'ar'],
    [`${HEADER}@dir`]: [undefined, 'rtl'],
    // The home page in Arabic isn't another version of the essay.
    [`${HEADER}@rel`]: ['alternate', undefined],
  });
});

test('on a right-to-left page, a link in a left-to-right language has `dir`', () => {
  const $ = renderEssay([GERMAN, ARABIC], { language: 'he', direction: 'rtl' });
  expectFacts($, { [`${HEADER}@dir`]: ['ltr', undefined] });
});

test('an essay links to its translations, between its details and its tags', () => {
  const $ = renderEssay([GERMAN, ARABIC]);
  expectFacts($, {
    'article > header .sidebar > .meta': [
      '2020 · 1 min read · by Ann Author',
      'Auf Deutsch lesen',
      'craft',
    ],
    '.translations a@link': [['Auf Deutsch lesen', '/de/webstuehle']],
    '.translations a@lang': ['de'],
    '.translations a@hreflang': ['de'],
    '.translations a@rel': ['alternate'],
  });
});

test("the author's own page links to its translations below its title", () => {
  const props: TextPageProps = { page: { ...LOOMS, description: '' }, content: '<p>Text.</p>' };
  const $ = render(Page, props, [
    { ...GERMAN, isTranslation: false },
    { ...ARABIC, isTranslation: true },
  ]);
  expectFacts($, {
    'h1 + .translations a@link': [['اقرأ بالعربية', '/ar/']],
    'h1 + .translations a@dir': ['rtl'],
  });
});

test('without a translation, an essay has no such link', () => {
  expectFacts(renderEssay([ARABIC]), { [HEADER]: ['العربية'], '.translations': [] });
});

test('on a site in one language, a page has neither these links nor an empty list', () => {
  const $ = renderEssay([]);
  expectFacts($, { 'header nav@aria-label': ['Main', 'Tags'], '[hreflang], .translations': [] });
});

test('the head can link to one address for two languages', () => {
  const alternate = { rel: 'alternate', href: 'https://ann.example/looms' };
  const links = [
    { ...alternate, hrefLang: 'en' },
    { ...alternate, hrefLang: 'x-default' },
  ];
  expectFacts(renderEssay([], { links }), {
    'head link[rel="alternate"]@hreflang': ['en', 'x-default'],
  });
});
