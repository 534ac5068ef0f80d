/**
 * Site → the pages to render, each with the props of its template. Pure.
 *
 * Props are made when they are asked for, so that those of ten thousand pages are never there at once.
 * An essay's page needs nothing of the other essays.
 */
import type { Essay, EssaySummary } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { type CardTemplate, makeSocialCard, pictureOf } from './cards.ts';
import {
  makeAboutHead,
  makeEssayHead,
  makeHeadContext,
  makeHomeHead,
  makeNotFoundHead,
  type SiteFrame,
} from './head.ts';
import type {
  AboutProps,
  CardProps,
  EssayProps,
  HomeProps,
  NotFoundProps,
  SiteProps,
} from './props.ts';
import type { ClientAsset, TemplateName } from './templates.ts';

/** One page: where it is published and what its template gets. */
export interface Page {
  /** Site path. */
  readonly url: string;
  readonly outputPath: string;
  readonly template: TemplateName;
  /** The essay whose body is still to be put into the props, or null. */
  readonly essay: Essay | null;
  makeProps(): HomeProps | EssayProps | AboutProps | NotFoundProps;
}

/** What pages are told of besides the site. */
export interface PageParts {
  readonly assets: readonly ClientAsset[];
  /** What social cards are made with; null for a site without them. */
  readonly cards: CardTemplate | null;
}

/** All that the pages of a site have in common. */
type PageContext = ReturnType<typeof makeContext>;

/** All pages of the site: home, about, 404, and the essays, newest first. */
export function listPages(site: Site, parts: PageParts): Page[] {
  const context = makeContext(site, parts);
  const { siteProps, head } = context;
  const { content, hasOutboundLinks } = site.about;
  const makeAboutProps = (): AboutProps => {
    return { site: siteProps, head: makeAboutHead(head, hasOutboundLinks), content };
  };
  const makeNotFoundProps = (): NotFoundProps => {
    return { site: siteProps, head: makeNotFoundHead(head) };
  };
  return [
    makePage('HomePage', urls.HOME_PATH, () => makeHomeProps(site, context)),
    makePage('AboutPage', urls.ABOUT_PATH, makeAboutProps),
    { ...makePage('NotFoundPage', '/404', makeNotFoundProps), outputPath: urls.NOT_FOUND_OUTPUT },
    ...site.essays.map((essay) => essayPage(essay, context)),
  ];
}

/** One page of each template, to see what the templates themselves bring along. */
export function listSpecimens(site: Site, parts: PageParts): Page[] {
  return listPages({ ...site, essays: site.essays.slice(0, 1) }, parts);
}

/** The page of one essay, for which nothing of the others is needed. */
export function makeEssayPage(essay: Essay, site: SiteFrame, parts: PageParts): Page {
  return essayPage(essay, makeContext(site, parts));
}

function makeContext(site: SiteFrame, { assets, cards }: PageParts) {
  const { name, title, intro, description, language, email, substack, x } = site.config;
  const homeUrl = urls.toUrl(site.urls, urls.HOME_PATH);
  const aboutUrl = urls.toUrl(site.urls, urls.ABOUT_PATH);
  const texts = { name, title, intro, description, language, email, substack, x };
  const siteProps: SiteProps = { ...texts, homeUrl, aboutUrl };
  return { siteProps, head: makeHeadContext(site, assets), cards };
}

function makePage(
  template: TemplateName,
  url: string,
  makeProps: Page['makeProps'],
  essay: Essay | null = null,
): Page {
  return { url, outputPath: urls.outputPathOf(url), template, essay, makeProps };
}

function essayPage(essay: Essay, context: PageContext): Page {
  const makeProps = () => makeEssayProps(essay, context);
  return makePage('EssayPage', urls.essayPath(essay.slug), makeProps, essay);
}

function makeHomeProps(
  { essays, tags, year, urls: at }: Site,
  { siteProps, head }: PageContext,
): HomeProps {
  const numbers = new Map(tags.map(({ name }, number) => [name, number]));
  return {
    site: siteProps,
    head: makeHomeHead(head, essays.length > 0),
    essays: essays.map((essay) => makeCardProps(essay, at, numbers)),
    tags: tags.map((tag, number) => ({ ...tag, number })),
    year,
  };
}

/** The essay in the list of the home page; `tagNumbers` are those of all the site's tags. */
function makeCardProps(
  essay: EssaySummary,
  at: urls.SiteUrls,
  tagNumbers: ReadonlyMap<string, number>,
): CardProps {
  const { image } = essay;
  return {
    url: urls.toUrl(at, urls.essayPath(essay.slug)),
    title: essay.title,
    excerpt: essay.excerpt,
    image: image && {
      url: image.url,
      alt: image.alt,
      width: image.width,
      height: image.height,
      ...image.thumbnail,
    },
    formattedDate: essay.formattedDate,
    fullDate: essay.fullDate,
    isoDate: new Date(essay.publishedTimestamp).toISOString(),
    readTime: essay.readTime,
    tags: essay.tags,
    tagNumbers: essay.tags.map((tag) => tagNumbers.get(tag) ?? -1),
    draft: essay.draft,
  };
}

/** The essay on its page, but for its body: that is put in by whoever has read it. */
function makeEssayProps(essay: Essay, { siteProps, head, cards }: PageContext): EssayProps {
  const { config, urls: at } = head;
  const card = makeSocialCard(essay, config, cards);
  return {
    site: siteProps,
    head: makeEssayHead(head, essay, card && pictureOf(card, at, essay.title)),
    essay: {
      title: essay.title,
      author: essay.author,
      year: String(essay.year),
      fullDate: essay.fullDate,
      isoDate: new Date(essay.publishedTimestamp).toISOString(),
      readTime: essay.readTime,
      tags: essay.tags.map((tag) => ({ name: tag, url: urls.toUrl(at, urls.tagPath(tag)) })),
      content: '',
      plainText: essay.isPlainText,
      draft: essay.draft,
    },
  };
}
