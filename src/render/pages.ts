/**
 * Site → its pages, each with the props of its template. Pure.
 *
 * Props are made on demand, so that those of ten thousand pages are never in memory at once. The page of
 * an essay depends on no other essay.
 */
import type { Essay, EssaySummary } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { type CardTemplate, makeSocialCard, pictureOf } from './cards.ts';
import * as heads from './head.ts';
import type {
  AboutProps,
  CardProps,
  EssayProps,
  HeadProps,
  HomeProps,
  NotFoundProps,
  SiteProps,
} from './props.ts';
import type { PreparedTemplates, TemplateName } from './templates.ts';

/** A page: its address, its template, and the props for it. */
export type Page = {
  /** Site path. */
  readonly url: string;
  readonly template: TemplateName;
} & (
  | { readonly essay: null; makeProps(): HomeProps | AboutProps | NotFoundProps }
  /** `content` is the HTML of the essay's body. */
  | { readonly essay: Essay; makeProps(content: string): EssayProps }
);

/** Lists all pages: home, about, 404, and the essays, newest first. */
export function listPages(site: Site, { assets, card }: PreparedTemplates): Page[] {
  const { name, title, intro, description, language, email, substack, x } = site.config;
  const texts = { name, title, intro, description, language, email, substack, x };
  const homeUrl = urls.toUrl(site.urls, urls.HOME_PATH);
  const aboutUrl = urls.toUrl(site.urls, urls.ABOUT_PATH);
  const siteProps: SiteProps = { ...texts, homeUrl, aboutUrl };
  const context = heads.makeHeadContext(site, assets);
  const makeAboutProps = () => {
    const { content, hasOutboundLinks } = site.about;
    return { site: siteProps, head: heads.makeAboutHead(context, hasOutboundLinks), content };
  };
  const makeNotFoundProps = () => ({ site: siteProps, head: heads.makeNotFoundHead(context) });
  const makeHome = () => makeHomeProps(site, siteProps, context);
  return [
    { url: urls.HOME_PATH, template: 'HomePage', essay: null, makeProps: makeHome },
    { url: urls.ABOUT_PATH, template: 'AboutPage', essay: null, makeProps: makeAboutProps },
    { url: '/404', template: 'NotFoundPage', essay: null, makeProps: makeNotFoundProps },
    ...site.essays.map((essay) => makeEssayPage(essay, siteProps, context, card)),
  ];
}

function makeHomeProps(
  { essays, tags, year, urls: at }: Site,
  site: SiteProps,
  context: heads.HeadContext,
): HomeProps {
  const numbers = new Map(tags.map(({ name }, number) => [name, number]));
  const head = heads.makeHomeHead(context, essays.length > 0);
  return {
    site,
    head,
    essays: essays.map((essay) => makeCardProps(essay, at, numbers, head)),
    tags: tags.map((tag, number) => ({ ...tag, number })),
    year,
  };
}

/** The card of an essay in the home page's list. */
function makeCardProps(
  essay: EssaySummary,
  at: urls.SiteUrls,
  tagNumbers: ReadonlyMap<string, number>,
  page: HeadProps,
): CardProps {
  const { image, tags } = essay;
  return {
    ...describeEssay(essay),
    url: urls.toUrl(at, urls.essayPath(essay.slug)),
    excerpt: essay.excerpt,
    image: image && {
      url: image.url,
      alt: image.alt,
      width: image.width,
      height: image.height,
      ...image.thumbnail,
    },
    formattedDate: essay.formattedDate,
    tags,
    tagNumbers: tags.map((tag) => tagNumbers.get(tag) ?? -1),
    language: essay.language === page.language ? null : essay.language,
    direction: (essay.direction === 'rtl') === (page.direction === 'rtl') ? null : essay.direction,
  };
}

function makeEssayPage(
  essay: Essay,
  site: SiteProps,
  context: heads.HeadContext,
  cards: CardTemplate | null,
): Page {
  const { config, urls: at } = context;
  const makeProps = (content: string): EssayProps => {
    const { author, isPlainText: plainText } = essay;
    const card = makeSocialCard(essay, config, cards);
    const head = heads.makeEssayHead(context, essay, card && pictureOf(card, at, essay.title));
    const year = String(essay.year);
    const tags = essay.tags.map((name) => ({ name, url: urls.toUrl(at, urls.tagPath(name)) }));
    return {
      site,
      head,
      essay: { ...describeEssay(essay), author, year, tags, content, plainText },
    };
  };
  return { url: urls.essayPath(essay.slug), template: 'EssayPage', essay, makeProps };
}

/** The props that an essay's card and its page have in common. */
function describeEssay({ title, fullDate, publishedTimestamp, readTime, draft }: EssaySummary) {
  const isoDate = new Date(publishedTimestamp).toISOString();
  return { title, fullDate, isoDate, readTime, draft };
}
