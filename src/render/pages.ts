/**
 * Site → its pages, each with the props of its template. Pure.
 *
 * Props are made on demand, so that those of ten thousand pages are never in memory at once. Of other
 * essays, the page of an essay depends on the few that it leads to.
 */
import type { PageBody } from '../content/body.ts';
import type { SiteConfig } from '../content/config.ts';
import { calendarDay, formatFullDate } from '../content/dates.ts';
import type { Essay, EssayName, EssaySummary } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import * as heads from './head.ts';
import type {
  AboutProps,
  CardProps,
  EssayLinkProps,
  EssayProps,
  HeadProps,
  HomeProps,
  NotFoundProps,
  UpdatedProps,
} from './props.ts';
import type { PreparedTemplates, TemplateName } from './templates.ts';

/** A page: its address, its template, and the props for it. */
export type Page = {
  /** Site path. */
  readonly url: string;
  readonly template: TemplateName;
} & (
  | { readonly essay: null; makeProps(): HomeProps | AboutProps | NotFoundProps }
  /** The HTML of `body` is complete. */
  | { readonly essay: Essay; makeProps(body: PageBody): EssayProps }
);

/** Lists all pages: home, about, 404, and the essays, newest first. */
export function listPages(site: Site, templates: PreparedTemplates): Page[] {
  const { name, title, intro, description, language, email, substack, x, texts } = site.config;
  const own = { name, title, intro, description, language, email, substack, x, texts };
  const homeUrl = urls.toUrl(site.urls, urls.HOME_PATH);
  const aboutUrl = urls.toUrl(site.urls, urls.ABOUT_PATH);
  const feedUrl = urls.toUrl(site.urls, `/${urls.ATOM_OUTPUT}`);
  const shared: SharedProps = {
    site: { ...own, homeUrl, aboutUrl, feedUrl },
    year: site.year,
  };
  const context = heads.makeHeadContext(site, templates);
  const makeAboutProps = () => {
    const { content, hasOutboundLinks } = site.about;
    return { ...shared, head: heads.makeAboutHead(context, hasOutboundLinks), content };
  };
  const makeNotFoundProps = () => ({ ...shared, head: heads.makeNotFoundHead(context) });
  const makeHome = () => makeHomeProps(site, shared, context);
  return [
    { url: urls.HOME_PATH, template: 'HomePage', essay: null, makeProps: makeHome },
    { url: urls.ABOUT_PATH, template: 'AboutPage', essay: null, makeProps: makeAboutProps },
    { url: '/404', template: 'NotFoundPage', essay: null, makeProps: makeNotFoundProps },
    ...site.essays.map((essay) => makeEssayPage(essay, shared, context)),
  ];
}

/** The props that all pages have in common. */
type SharedProps = Omit<NotFoundProps, 'head'>;

function makeHomeProps(
  { essays, tags, urls: at }: Site,
  shared: SharedProps,
  context: heads.HeadContext,
): HomeProps {
  const numbers = new Map(tags.map(({ name }, number) => [name, number]));
  const head = heads.makeHomeHead(context, essays.length > 0);
  return {
    ...shared,
    head,
    essays: essays.map((essay) => makeCardProps(essay, at, numbers, head)),
    tags: tags.map((tag, number) => ({ ...tag, number })),
  };
}

/** The card of an essay in the home page's list. */
function makeCardProps(
  essay: EssaySummary,
  at: urls.SiteUrls,
  tagNumbers: ReadonlyMap<string, number>,
  page: HeadProps,
): CardProps {
  const { tags } = essay;
  const facts = describeEssay(essay, at);
  return {
    ...facts,
    image: facts.image && { ...facts.image, ...essay.image?.thumbnail },
    formattedDate: essay.formattedDate,
    year: String(essay.year),
    tags,
    tagNumbers: tags.map((tag) => tagNumbers.get(tag) ?? -1),
    language: essay.language === page.language ? null : essay.language,
    direction: (essay.direction === 'rtl') === (page.direction === 'rtl') ? null : essay.direction,
  };
}

function makeEssayPage(essay: Essay, shared: SharedProps, context: heads.HeadContext): Page {
  const { config, urls: at } = context;
  const linkTo = ({ slug, title, year, formattedDate }: EssayName): EssayLinkProps => {
    const url = urls.toUrl(at, urls.essayPath(slug));
    return { title, url, year: String(year), formattedDate };
  };
  const makeProps = ({ html, headings, wordCount }: PageBody): EssayProps => {
    const { author, newer, older } = essay;
    return {
      ...shared,
      head: heads.makeEssayHead(context, essay),
      essay: {
        ...describeEssay(essay, at),
        author,
        year: String(essay.year),
        updated: describeUpdate(essay, config),
        tags: essay.tags.map((name) => ({ name, url: urls.toUrl(at, urls.tagPath(name)) })),
        content: html,
        plainText: essay.isPlainText,
        headings,
        wordCount,
        newer: newer && linkTo(newer),
        older: older && linkTo(older),
        related: essay.related.map(linkTo),
      },
    };
  };
  return { url: urls.essayPath(essay.slug), template: 'EssayPage', essay, makeProps };
}

/** The props that an essay's card and its page have in common. */
function describeEssay(essay: EssaySummary, at: urls.SiteUrls) {
  const { title, slug, excerpt, image, fullDate, publishedTimestamp, readTime, draft } = essay;
  return {
    title,
    url: urls.toUrl(at, urls.essayPath(slug)),
    excerpt,
    image: image && { url: image.url, alt: image.alt, width: image.width, height: image.height },
    fullDate,
    isoDate: new Date(publishedTimestamp).toISOString(),
    readTime,
    draft,
  };
}

/** The date of the last change; null unless it is a later day than that of the publication. */
function describeUpdate(
  { updated, publishedTimestamp, fullDate: published }: EssaySummary,
  { timezone, language }: SiteConfig,
): UpdatedProps | null {
  if (updated === null || updated < publishedTimestamp) return null;
  const day = calendarDay(updated, timezone);
  const fullDate = formatFullDate(day, language);
  if (fullDate === published) return null;
  return { year: String(day.year), fullDate, isoDate: new Date(updated).toISOString() };
}
