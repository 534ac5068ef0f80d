/**
 * Site → its pages, each with the props of its template. Pure.
 *
 * Props are made on demand, so that those of ten thousand pages are never in memory at once. An essay's page depends
 * only on the few other essays that it links to.
 */

import { NOT_FOUND_ADDRESS } from '../essays/paths.ts';
import { digest } from '../files/fingerprint.ts';
import type { Body } from '../markdown/body.ts';
import { groupBy } from '../problems/group-by.ts';
import type { Essay, EssayName } from '../site/resolved-essay.ts';
import type { Site } from '../site/site.ts';
import type { Edition } from '../site/site-resolution.ts';
import type { SiteTag } from '../site/tags.ts';
import * as urls from '../site/urls.ts';
import { fillText } from '../text/texts.ts';
import type { TemplateName } from '../theme/page-script.ts';
import type * as props from '../theme/props.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import {
  describeEssay,
  describeImage,
  describeLink,
  describeUpdate,
  makeCardProps,
} from './essay-props.ts';
import * as heads from './head.ts';
import { type HeadContext, makeHeadContext, type PageLocale } from './head-context.ts';
import { linkLanguages, type NamedLanguage, nameOtherLanguages } from './language-links.ts';
import { once } from './once.ts';
import { makeSiteProps } from './site-props.ts';

/** A body with complete HTML. */
export interface CompleteBody extends Pick<Body, 'headings' | 'contents' | 'wordCount'> {
  readonly html: string;
}

/** A page: its address, its template, and the props for it. */
export interface Page {
  /** Site path. */
  readonly url: string;
  readonly template: TemplateName;
  /** The essays, and the pages of the author's own, whose bodies are shown. */
  readonly shown: readonly Essay[];
  /** The sources of the essays whose whole text is in a list with others. */
  readonly embedded?: ReadonlySet<string>;
  /** What the props are made from besides `shown` and the settings. */
  others(): string;
  /** What `usePage()` returns on the page. */
  makeCurrentPage(): props.CurrentPage;
  /** `bodies` are those of `shown`, with complete HTML. */
  makeProps(bodies: readonly CompleteBody[]): object;
}

/** What several pages are made from. */
interface PagesContext {
  readonly site: Site;
  readonly edition: Edition;
  readonly otherLanguages: readonly NamedLanguage[];
  /** What `usePage()` returns on every page alike. */
  readonly shared: Pick<props.CurrentPage, 'site' | 'year'>;
  readonly head: HeadContext;
  readonly lists: Lists;
}

/**
 * Lists all pages: in each language, the home and 404 pages, the pages of tags, the author's own, and the essays,
 * newest first.
 */
export function makePages(site: Site, templates: PreparedTemplates): Page[] {
  return site.editions.flatMap((edition) => makeEditionPages(site, edition, templates));
}

function makeEditionPages(site: Site, edition: Edition, templates: PreparedTemplates): Page[] {
  const shared = { site: makeSiteProps(site, edition), year: site.year };
  const head = makeHeadContext(site, edition, templates);
  const context: PagesContext = {
    site,
    edition,
    otherLanguages: nameOtherLanguages(edition, site),
    shared,
    head,
    lists: makeLists(site, edition, head.locale),
  };
  const tagAddresses = new Map(edition.tags.map(({ name, address }) => [name, address]));
  const { language } = edition.config;
  // Essays in other languages have their pages there.
  const essays = site.essays.filter((essay) => essay.edition === language);
  const hasPage = ({ source }: Essay) => !site.draftsWithoutPage.has(source);
  return [
    makeHomePage(context),
    makeNotFoundPage(context),
    ...makeListings(context),
    ...edition.pages.filter(hasPage).map((page) => makeOwnPage(page, context)),
    ...essays.filter(hasPage).map((essay) => makeEssayPage(essay, context, tagAddresses)),
  ];
}

/** What every page has, and its URL in each language. */
function describePlace(
  address: string,
  { site, otherLanguages, shared }: PagesContext,
): Pick<props.CurrentPage, 'site' | 'year' | 'url' | 'languages'> {
  return {
    ...shared,
    url: urls.toUrl(site.urls, address),
    languages: linkLanguages(address, otherLanguages, site),
  };
}

function makeHomePage(context: PagesContext): Page {
  const { edition, head, lists } = context;
  const { essays, insets, config } = edition;
  const address = config.prefix + urls.HOME_PATH;
  const inset = insets.find(({ kind }) => kind === 'home');
  const isListed = (position: number) =>
    position < (config.homeEssays ?? essays.length) || essays[position]?.pinned === true;
  const listed = essays.filter((_, position) => isListed(position));
  const full = config.home === 'full' ? listed : [];
  const shown = inset === undefined ? full : [inset, ...full];
  const makeProps = (bodies: readonly CompleteBody[]): props.HomeProps => {
    const all = lists.all();
    const cards = all.essays.filter((_, position) => isListed(position));
    const texts = bodies.slice(shown.length - full.length);
    const embedded = texts.map((body, index) => describeFull(full[index] as Essay, body));
    return {
      ...all,
      essays: cards.map((card, index) => ({ ...card, ...embedded[index] })),
      words: inset === undefined ? null : describeWords(inset, bodies),
      cover: edition.cover && describeImage(edition.cover),
      cards: config.homeCards,
    };
  };
  return {
    url: address,
    template: 'HomePage',
    shown,
    embedded: new Set(full.map(({ source }) => source)),
    others: lists.key,
    makeCurrentPage: () => ({
      ...describePlace(address, context),
      kind: 'home',
      head: heads.makeHomeHead(head, essays.length > 0, shown),
    }),
    makeProps,
  };
}

/** The whole text of an essay on the home page. */
function describeFull(
  { isPlainText }: Essay,
  { html, headings }: CompleteBody,
): Pick<props.CardProps, 'content' | 'headings' | 'plainText'> {
  return { content: html, headings, plainText: isPlainText };
}

/** The author's words on a page of the program; their body is the first of `bodies`. */
function describeWords(
  { title, isPlainText }: Essay,
  bodies: readonly CompleteBody[],
): props.WordsProps {
  const [body] = bodies;
  return { title, content: body?.html ?? '', plainText: isPlainText };
}

/** The number of essays below the message that there is no such page. */
const NEWEST = 5;

function makeNotFoundPage(context: PagesContext): Page {
  const { site, edition, head } = context;
  const address = edition.config.prefix + NOT_FOUND_ADDRESS;
  const inset = edition.insets.find(({ kind }) => kind === 'notFound');
  const shown = inset === undefined ? [] : [inset];
  const published = edition.essays.filter(({ draft }) => !draft);
  const essays = published.slice(0, NEWEST).map((essay) => describeLink(essay, site.urls));
  return {
    url: address,
    template: 'NotFoundPage',
    shown,
    others: () => JSON.stringify(essays),
    makeCurrentPage: () => ({
      ...describePlace(address, context),
      kind: 'missing',
      head: heads.makeNotFoundHead(head, shown),
      url: null,
    }),
    makeProps: (bodies): props.NotFoundProps => ({
      essays,
      words: inset === undefined ? null : describeWords(inset, bodies),
    }),
  };
}

/** A page of the author's own, or the about page. */
function makeOwnPage(page: Essay, context: PagesContext): Page {
  const { site, edition, head, lists } = context;
  const { address, template } = page;
  const isAbout = page.kind === 'about';
  const hasFacts = isAbout && (page.facts ?? edition.essays.length >= MIN_FACTS);
  const facts = hasFacts ? describeSite(edition, site.urls) : null;
  const shipped = isAbout ? 'AboutPage' : 'Page';
  const { title, subtitle, url, excerpt, image, draft, mark, data } = describeEssay(
    page,
    site.urls,
  );
  return {
    url: address,
    template: template ? `pages/${template.value}` : shipped,
    shown: [page],
    others: template ? lists.key : () => (facts === null ? '' : JSON.stringify(facts)),
    makeCurrentPage: () => ({
      ...describePlace(address, context),
      kind: isAbout ? 'about' : 'own',
      head: isAbout ? heads.makeAboutHead(head, page) : heads.makePageHead(head, page),
    }),
    makeProps: ([body]): props.AboutProps | props.OwnPageProps => ({
      ...(template && lists.all()),
      ...(facts && { facts }),
      page: {
        title,
        subtitle,
        url,
        description: excerpt,
        image,
        draft,
        mark,
        data,
        plainText: page.isPlainText,
        headings: body?.headings ?? [],
      },
      content: body?.html ?? '',
    }),
  };
}

/** From this number of essays on, an about page shows facts about the site, unless its author says otherwise. */
const MIN_FACTS = 10;
/** The number of essays that an about page names. */
const NAMED = 3;

/** What the about page says about the site; null for a site without essays. */
function describeSite({ essays }: Edition, at: urls.SiteUrls): props.SiteFactsProps | null {
  const published = essays.filter(({ draft }) => !draft);
  const oldest = published.at(-1);
  if (oldest === undefined) return null;
  return {
    since: String(oldest.year),
    count: published.length,
    newest: published.slice(0, NAMED).map((essay) => describeLink(essay, at)),
  };
}

/** The lists of essays and tags, made when the first page asks for them. */
interface Lists {
  readonly all: () => AllLists;
  /** The cards of the essays with each tag, by its name. */
  readonly byTag: () => ReadonlyMap<string, readonly props.CardProps[]>;
  /** The digest of `all`. */
  readonly key: () => string;
}

type AllLists = Pick<props.HomeProps, 'essays' | 'tags' | 'total'>;

function makeLists(
  { urls: at }: Site,
  { essays, tags: counted, config }: Edition,
  locale: PageLocale,
): Lists {
  const all = once((): AllLists => {
    const tags = counted.map(({ name, count, address }, number) => {
      return { name, count, url: urls.toUrl(at, address), number };
    });
    // Cards share these, so that the tags of ten thousand essays take little memory.
    const links = new Map(tags.map(({ name, number, url }) => [name, { name, number, url }]));
    const makeCard = (essay: Essay): props.CardProps => {
      const tagLinks = essay.tags.flatMap((name) => links.get(name) ?? []);
      return makeCardProps(essay, tagLinks, at, locale, config);
    };
    return { essays: essays.map(makeCard), tags, total: essays.length };
  });
  const byTag = once(() => groupBy(all().essays, ({ tags }) => tags.map(({ name }) => name)));
  return { all, byTag, key: once(() => digest(JSON.stringify(all()))) };
}

/** The pages of tags, and the archive. */
function makeListings(context: PagesContext): Page[] {
  const { site, edition } = context;
  const { texts, prefix } = edition.config;
  const pages = [
    makeListPage(fillText(texts.tags), prefix + urls.TAGS_PATH, 'TagsPage', context),
    makeListPage(fillText(texts.archive), prefix + urls.ARCHIVE_PATH, 'ArchivePage', context),
    ...edition.tags.map((tag, number) => makeTagPage(tag, number, context)),
  ];
  return pages.filter(({ url }) => site.listings.has(url));
}

function makeListPage(
  title: string,
  address: string,
  template: 'TagsPage' | 'ArchivePage',
  context: PagesContext,
): Page {
  const { head, lists } = context;
  return {
    url: address,
    template,
    shown: [],
    others: lists.key,
    makeCurrentPage: () => ({
      ...describePlace(address, context),
      kind: 'list',
      head: heads.makeListHead(head, title, address, null),
    }),
    makeProps: (): props.HomeProps => lists.all(),
  };
}

/** The page of a tag; `number` is its position in the list of tags. */
function makeTagPage({ name, address }: SiteTag, number: number, context: PagesContext): Page {
  const { site, head, lists } = context;
  const feedUrl = urls.toUrl(site.urls, urls.tagFeedPath(address));
  const makeProps = (): props.TagPageProps => ({
    tag: lists.all().tags[number] as props.TagProps,
    essays: lists.byTag().get(name) ?? [],
    feedUrl,
  });
  return {
    url: address,
    template: 'TagPage',
    shown: [],
    others: () => JSON.stringify(makeProps()),
    makeCurrentPage: () => ({
      ...describePlace(address, context),
      kind: 'list',
      head: heads.makeListHead(head, `#${name}`, address, feedUrl),
    }),
    makeProps,
  };
}

function makeEssayPage(
  essay: Essay,
  context: PagesContext,
  tagAddresses: ReadonlyMap<string, string>,
): Page {
  const { head } = context;
  const { config } = context.edition;
  const at = context.site.urls;
  const toTag = (name: string) => urls.toUrl(at, tagAddresses.get(name) ?? '');
  // An unlisted essay may have tags that no list has.
  const tags = essay.tags.filter((name) => tagAddresses.has(name));
  const linkTo = (name: EssayName) => describeLink(name, at);
  const makeProps = ([body]: readonly CompleteBody[]): props.EssayProps => {
    const { author, newer, older, series, parts } = essay;
    const part = parts.findIndex(({ address }) => address === essay.address) + 1;
    return {
      essay: {
        ...describeEssay(essay, at),
        source: essay.source,
        hasCover: essay.hasCover,
        author,
        year: String(essay.year),
        shownDate: essay.shownDate,
        updated: describeUpdate(essay, config),
        tags: tags.map((name) => ({ name, url: toTag(name) })),
        content: body?.html ?? '',
        plainText: essay.isPlainText,
        headings: body?.headings ?? [],
        contents: body?.contents ?? null,
        wordCount: body?.wordCount ?? 0,
        newer: newer && linkTo(newer),
        older: older && linkTo(older),
        related: essay.related.map(linkTo),
        series: series ? { name: series, part, essays: parts.map(linkTo) } : null,
      },
    };
  };
  const others = () => {
    const { newer, older, related, parts } = essay;
    return JSON.stringify([newer, older, related, parts, tags.map(toTag)]);
  };
  return {
    url: essay.address,
    template: 'EssayPage',
    shown: [essay],
    others,
    makeCurrentPage: () => ({
      ...describePlace(essay.address, context),
      kind: 'essay',
      head: heads.makeEssayHead(head, essay),
    }),
    makeProps,
  };
}
