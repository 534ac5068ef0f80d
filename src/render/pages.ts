/**
 * Site → its pages, each with the props of its template. Pure.
 *
 * Props are made on demand, so that those of ten thousand pages are never in memory at once. An essay's page depends
 * only on the few other essays that it links to.
 */

import type { SiteConfig } from '../essays/config.ts';
import { calendarDay, formatDay } from '../essays/dates.ts';
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import { digest } from '../files/fingerprint.ts';
import type { PageBody } from '../markdown/body.ts';
import type { Essay, EssayName, SingleEssay } from '../site/essay.ts';
import { groupByTag, type Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { fillText } from '../text/texts.ts';
import type { TemplateName } from '../theme/compile-templates.ts';
import type * as props from '../theme/props.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import * as heads from './head.ts';

/** A page: its address, its template, and the props for it. */
export type Page = {
  /** Site path. */
  readonly url: string;
  readonly template: TemplateName;
  /** What the props are made from besides `essay` and the settings. */
  others(): string;
} & (
  | { readonly essay?: undefined; makeProps(): object }
  /** The essay, or the page of the author's own, whose body is shown; the HTML of `body` is complete. */
  | { readonly essay: SingleEssay; makeProps(body: PageBody): object }
);

/** Lists all pages: home, 404, those of tags, the author's own, and the essays, newest first. */
export function listPages(site: Site, templates: PreparedTemplates): Page[] {
  const { name, title, intro, description, language, email, substack, x, texts } = site.config;
  const { profiles, data, callToAction, footer, tagPages, homeEssays } = site.config;
  const toUrl = (address: string) => urls.toUrl(site.urls, address);
  const hasTags = tagPages || homeEssays !== null;
  const linkTo = ({ label, address }: { label: string; address: string }) => {
    return { label, url: address.startsWith('/') ? toUrl(address) : address };
  };
  const own = {
    ...{ name, title, intro, description, language, email, substack, x, texts },
    ...{ profiles, data },
    introHtml: site.words.intro,
    callToAction: callToAction && { ...callToAction, html: site.words.callToAction },
    nav: site.menus.nav?.map(linkTo) ?? null,
    navPages: site.menus.navPages.map(linkTo),
    footer: {
      text: footer.text,
      html: site.words.footer,
      links: site.menus.footer?.map(linkTo) ?? null,
    },
    homeUrl: toUrl(urls.HOME_PATH),
    aboutUrl: toUrl(ABOUT_ADDRESS),
    feedUrl: toUrl(`/${urls.ATOM_OUTPUT}`),
    tagsUrl: hasTags ? toUrl(urls.TAGS_PATH) : null,
    archiveUrl: homeEssays === null ? null : toUrl(urls.ARCHIVE_PATH),
  };
  const shared: SharedProps = { site: own, year: site.year };
  const context = heads.makeHeadContext(site, templates);
  const lists = makeLists(site, context.locale);
  const makeHome = (): props.HomeProps => {
    const essays = lists.all().essays.slice(0, homeEssays ?? site.essays.length);
    const head = heads.makeHomeHead(context, essays.length > 0);
    return { ...shared, ...lists.all(), head, essays };
  };
  const makeNotFound = () => ({ ...shared, head: heads.makeNotFoundHead(context) });
  const tagAddresses = new Map(site.tags.map(({ name, address }) => [name, address]));
  const ownPages = site.pages.map((page): Page => {
    const { address, template, isPlainText: plainText } = page;
    const makeProps = ({ html, headings }: PageBody): props.TextPageProps | props.OwnPageProps => {
      const head = heads.makePageHead(context, page);
      const { title, url, excerpt, image, draft, data } = describeEssay(page, site.urls);
      const own = { title, url, description: excerpt, image, draft, data, plainText, headings };
      return { ...shared, head, ...(template && lists.all()), page: own, content: html };
    };
    const shipped = address === ABOUT_ADDRESS ? 'AboutPage' : 'Page';
    const ownTemplate = template && (`pages/${template.value}` as const);
    const others = template ? lists.key : () => '';
    return { url: address, template: ownTemplate ?? shipped, essay: page, others, makeProps };
  });
  return [
    { url: urls.HOME_PATH, template: 'HomePage', others: lists.key, makeProps: makeHome },
    { url: '/404', template: 'NotFoundPage', others: () => '', makeProps: makeNotFound },
    ...listListings(site, shared, context, lists),
    ...ownPages,
    ...site.essays.map((essay) => makeEssayPage(essay, shared, context, tagAddresses)),
  ];
}

/** The props that all pages have in common. */
type SharedProps = Omit<props.NotFoundProps, 'head'>;

/** The lists of essays and tags, made when the first page asks for them. */
function makeLists(site: Site, locale: heads.HeadContext['locale']) {
  const { essays, listings, urls: at } = site;
  const all = once((): Pick<props.HomeProps, 'essays' | 'tags' | 'total'> => {
    const tags = site.tags.map(({ name, count, address }, number) => {
      return { name, count, url: urls.toUrl(at, address), number };
    });
    const tagOf = new Map(tags.map((tag) => [tag.name, tag]));
    const makeCard = (essay: SingleEssay) => {
      const own = essay.tags.flatMap((name) => tagOf.get(name) ?? []);
      const tagUrls = listings.size > 0 ? own.map(({ url }) => url) : null;
      const tagNumbers = own.map(({ number }) => number);
      return { ...makeCardProps(essay, at, locale), tagNumbers, tagUrls };
    };
    return { essays: essays.map(makeCard), tags, total: essays.length };
  });
  const byTag = once(() => groupByTag(all().essays));
  return { all, byTag, key: once(() => digest(JSON.stringify(all()))) };
}

type Lists = ReturnType<typeof makeLists>;

/** Calls a function when its value is first needed, and keeps the value. */
export function once<Value extends object | string>(make: () => Value): () => Value {
  let value: Value | null = null;
  return () => {
    value ??= make();
    return value;
  };
}

/** The pages of tags, and the archive. */
function listListings(
  { tags, listings, urls: at }: Site,
  shared: SharedProps,
  context: heads.HeadContext,
  { all, byTag, key }: Lists,
): Page[] {
  const makeHead = (title: string, address: string, feedUrl: string | null = null) =>
    heads.makePageHead(context, { title, address }, feedUrl);
  const list = (title: string, url: string, template: 'TagsPage' | 'ArchivePage'): Page => {
    const makeProps = (): props.HomeProps => ({ ...shared, head: makeHead(title, url), ...all() });
    return { url, template, others: key, makeProps };
  };
  const ofTags = tags.map(({ name, address: url }, number): Page => {
    const feedUrl = urls.toUrl(at, urls.tagFeedPath(url));
    const select = () => ({ tag: all().tags[number], essays: byTag().get(name) ?? [], feedUrl });
    const makeProps = () => ({ ...shared, head: makeHead(`#${name}`, url, feedUrl), ...select() });
    return { url, template: 'TagPage', others: () => JSON.stringify(select()), makeProps };
  });
  const { archive, tags: allTags } = context.config.texts;
  const ofAll = [
    list(fillText(allTags), urls.TAGS_PATH, 'TagsPage'),
    list(fillText(archive), urls.ARCHIVE_PATH, 'ArchivePage'),
  ];
  return [...ofAll, ...ofTags].filter(({ url }) => listings.has(url));
}

/** The card of an essay in a list, without the numbers and addresses of its tags. */
function makeCardProps(essay: SingleEssay, at: urls.SiteUrls, page: heads.HeadContext['locale']) {
  const { tags, series, formattedDate, monthAndDay } = essay;
  const facts = describeEssay(essay, at);
  return {
    ...facts,
    image: facts.image && { ...facts.image, ...essay.image?.thumbnail },
    formattedDate,
    monthAndDay,
    year: String(essay.year),
    tags,
    series,
    language: essay.language === page.language ? null : essay.language,
    direction: (essay.direction === 'rtl') === (page.direction === 'rtl') ? null : essay.direction,
  };
}

function makeEssayPage(
  essay: Essay,
  shared: SharedProps,
  context: heads.HeadContext,
  tagAddresses: ReadonlyMap<string, string>,
): Page {
  const { config, urls: at } = context;
  const toTag = (name: string) => urls.toUrl(at, tagAddresses.get(name) ?? '');
  const linkTo = ({ slug, title, year, formattedDate }: EssayName): props.EssayLinkProps => {
    const url = urls.toUrl(at, urls.essayPath(slug));
    return { title, url, year: String(year), formattedDate };
  };
  const makeProps = ({ html, headings, wordCount }: PageBody): props.EssayProps => {
    const { author, newer, older, series, parts } = essay;
    const part = parts.findIndex(({ slug }) => slug === essay.slug) + 1;
    return {
      ...shared,
      head: heads.makeEssayHead(context, essay),
      essay: {
        ...describeEssay(essay, at),
        author,
        year: String(essay.year),
        updated: describeUpdate(essay, config),
        tags: essay.tags.map((name) => ({ name, url: toTag(name) })),
        content: html,
        plainText: essay.isPlainText,
        headings,
        wordCount,
        newer: newer && linkTo(newer),
        older: older && linkTo(older),
        related: essay.related.map(linkTo),
        series: series ? { name: series, part, essays: parts.map(linkTo) } : null,
      },
    };
  };
  const others = () => {
    const { newer, older, related, parts, tags } = essay;
    return JSON.stringify([newer, older, related, parts, tags.map(toTag)]);
  };
  return { url: essay.address, template: 'EssayPage', essay, others, makeProps };
}

/** The props that the card and the page of an essay have in common, some of them with an author's own page. */
function describeEssay(essay: SingleEssay, at: urls.SiteUrls) {
  const { title, address, excerpt, image, fullDate, publishedTimestamp, readTime, draft } = essay;
  return {
    title,
    url: urls.toUrl(at, address),
    excerpt,
    image: image && { url: image.url, alt: image.alt, width: image.width, height: image.height },
    fullDate,
    isoDate: new Date(publishedTimestamp).toISOString(),
    readTime,
    draft,
    data: essay.data ?? {},
  };
}

/** The date of the last change; null unless it is a later day than that of the publication. */
function describeUpdate(
  { updated, publishedTimestamp, fullDate: published }: SingleEssay,
  { timezone, language }: SiteConfig,
): props.UpdatedProps | null {
  if (updated === null || updated < publishedTimestamp) return null;
  const day = calendarDay(updated, timezone);
  const fullDate = formatDay(day, language, 'full');
  if (fullDate === published) return null;
  return { year: String(day.year), fullDate, isoDate: new Date(updated).toISOString() };
}
