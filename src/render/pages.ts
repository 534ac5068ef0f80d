/**
 * Site → its pages, each with the props of its template. Pure.
 *
 * Props are made on demand, so that those of ten thousand pages are never in memory at once. Of other
 * essays, the page of an essay depends on the few that it leads to.
 */
import type { PageBody } from '../content/body.ts';
import { calendarDay, formatFullDate } from '../content/dates.ts';
import type { Essay, EssayName, EssaySummary } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { type CardTemplate, makeSocialCard, pictureOf } from './cards.ts';
import * as heads from './head.ts';
import type {
  AboutProps,
  CardProps,
  EssayLinkProps,
  EssayProps,
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
export function listPages(site: Site, { assets, card }: PreparedTemplates): Page[] {
  const { name, title, intro, description, language, email, substack, x } = site.config;
  const texts = { name, title, intro, description, language, email, substack, x };
  const homeUrl = urls.toUrl(site.urls, urls.HOME_PATH);
  const aboutUrl = urls.toUrl(site.urls, urls.ABOUT_PATH);
  const feedUrl = urls.toUrl(site.urls, `/${urls.ATOM_OUTPUT}`);
  const shared: SharedProps = {
    site: { ...texts, homeUrl, aboutUrl, feedUrl },
    year: site.year,
  };
  const context = heads.makeHeadContext(site, assets);
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
    ...site.essays.map((essay) => makeEssayPage(essay, shared, context, card)),
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
  return {
    ...shared,
    head: heads.makeHomeHead(context, essays.length > 0),
    essays: essays.map((essay) => makeCardProps(essay, at, numbers)),
    tags: tags.map((tag, number) => ({ ...tag, number })),
  };
}

/** The card of an essay in the home page's list. */
function makeCardProps(
  essay: EssaySummary,
  at: urls.SiteUrls,
  tagNumbers: ReadonlyMap<string, number>,
): CardProps {
  const { tags } = essay;
  const facts = describeEssay(essay, at);
  return {
    ...facts,
    image: facts.image && { ...facts.image, ...essay.image?.thumbnail },
    formattedDate: essay.formattedDate,
    tags,
    tagNumbers: tags.map((tag) => tagNumbers.get(tag) ?? -1),
  };
}

function makeEssayPage(
  essay: Essay,
  shared: SharedProps,
  context: heads.HeadContext,
  cards: CardTemplate | null,
): Page {
  const { config, urls: at } = context;
  const linkTo = ({ slug, title, year, formattedDate }: EssayName): EssayLinkProps => {
    const url = urls.toUrl(at, urls.essayPath(slug));
    return { title, url, year: String(year), formattedDate };
  };
  const makeProps = ({ html, headings, wordCount, hasFootnotes }: PageBody): EssayProps => {
    const { author, newer, older } = essay;
    const card = makeSocialCard(essay, config, cards);
    const head = heads.makeEssayHead(context, essay, card && pictureOf(card, at, essay.title));
    return {
      ...shared,
      head,
      essay: {
        ...describeEssay(essay, at),
        author,
        year: String(essay.year),
        updated: describeUpdate(essay, config.timezone),
        tags: essay.tags.map((name) => ({ name, url: urls.toUrl(at, urls.tagPath(name)) })),
        content: html,
        plainText: essay.isPlainText,
        headings,
        wordCount,
        hasFootnotes,
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
  timezone: string,
): UpdatedProps | null {
  if (updated === null || updated < publishedTimestamp) return null;
  const day = calendarDay(updated, timezone);
  const fullDate = formatFullDate(day);
  if (fullDate === published) return null;
  return { year: String(day.year), fullDate, isoDate: new Date(updated).toISOString() };
}
