/**
 * The `<head>` of each kind of page: title, canonical URL, descriptions for search engines (JSON-LD,
 * schema.org) and link previews (Open Graph, ogp.me; Twitter cards), and the style sheet, scripts, icons
 * and feeds it refers to. Pure.
 *
 * The parts that all pages share come from `head-context.ts`. Every URL includes the base path.
 */
import { PAGE_STYLES, type PageStyle } from '../markdown/rule.ts';
import type { Essay } from '../site/resolved-essay.ts';
import * as urls from '../site/urls.ts';
import { needsScriptStyle } from '../text/language-tags.ts';
import { fillText } from '../text/texts.ts';
import type { AttributeProps, HeadProps, ImageProps, ScriptProps } from '../theme/props.ts';
import type { HeadContext } from './head-context.ts';
import { linkAlternates } from './language-links.ts';
import {
  isShareable,
  makeEssayCard,
  makePageCard,
  pictureOf,
  type SocialCard,
} from './social-cards.ts';

/** Search engines and browser tabs cut longer titles. */
const MAX_TITLE = 70;

/** The head of the home page, which schema.org calls a WebSite. */
export function makeHomeHead(
  context: HeadContext,
  hasEssays: boolean,
  shown: readonly Essay[],
): HeadProps {
  const { config, profileLinks, person, publisher, assetUrl, cardTemplate } = context;
  const title = `${config.title} · ${config.name}`;
  const description = config.description || config.intro;
  const data: ScriptProps['data'] = config.readTagQuery ? { 'read-tag-query': '' } : {};
  // Filters the list by tag.
  const script = { url: assetUrl('home'), data };
  return makeHead(context, {
    ...context.locale,
    address: config.prefix + urls.HOME_PATH,
    title,
    shownTitle: title,
    description,
    type: 'website',
    card: makePageCard('home', config, cardTemplate),
    links: profileLinks,
    jsonLd: (url) => ({
      '@type': 'WebSite',
      name: config.name,
      alternateName: config.title,
      url,
      description: description || undefined,
      inLanguage: config.language,
      author: person,
      publisher,
    }),
    shown,
    styles: ['cards'],
    scripts: hasEssays ? [script] : [],
  });
}

/** The head of the about page, which schema.org calls the profile of a Person. */
export function makeAboutHead(context: HeadContext, page: Essay): HeadProps {
  const { config, cardTemplate, person, profileLinks } = context;
  const title = nameTitle(page.title, config.name);
  return makeHead(context, {
    ...describeFile(page),
    title,
    shownTitle: title,
    description: config.description,
    type: 'profile',
    card: makePageCard('about', config, cardTemplate),
    links: profileLinks,
    jsonLd: (url) => ({ '@type': 'ProfilePage', url, mainEntity: person }),
  });
}

/** The head of a page of the author's own. */
export function makePageHead(context: HeadContext, page: Essay): HeadProps {
  const { config, cardTemplate } = context;
  return makeHead(context, {
    ...describeFile(page),
    title: nameTitle(page.title, config.name),
    shownTitle: page.title,
    description: page.excerpt,
    type: 'website',
    card: makeEssayCard(page, config, cardTemplate),
    author: page.author,
    jsonLd: (url) => ({
      '@type': 'WebPage',
      name: page.title,
      url,
      description: page.excerpt || undefined,
      inLanguage: page.language,
      author: oneOrAll(listPeople(context, page)),
    }),
  });
}

/** The head of a page that lists essays or tags. `feedUrl` is the feed of that page, or null. */
export function makeListHead(
  context: HeadContext,
  title: string,
  address: string,
  feedUrl: string | null,
): HeadProps {
  const { config, cardTemplate, locale } = context;
  const feed = { rel: 'alternate', type: 'application/atom+xml', title };
  return makeHead(context, {
    ...locale,
    address,
    title: nameTitle(title, config.name),
    shownTitle: title,
    description: '',
    type: 'website',
    card: makePageCard('home', config, cardTemplate),
    links: feedUrl === null ? [] : [{ ...feed, href: feedUrl }],
    jsonLd: (url) => ({
      '@type': 'CollectionPage',
      name: title,
      url,
      inLanguage: locale.language,
      author: context.person,
    }),
    shown: [],
    styles: ['cards'],
  });
}

/** A title with the name of the site, unless that makes it too long. */
function nameTitle(title: string, name: string): string {
  const named = `${title} · ${name}`;
  return named.length <= MAX_TITLE ? named : title;
}

/** The head of the 404 page, which has no address of its own and no data for search engines. */
export function makeNotFoundHead(context: HeadContext, shown: readonly Essay[]): HeadProps {
  const { config, locale, links } = context;
  return {
    ...context.look,
    ...locale,
    title: `${fillText(config.texts.notFound)} · ${config.name}`,
    description: '',
    canonical: null,
    metas: [],
    links,
    jsonLd: null,
    styleUrls: listStyleUrls(context, locale.language, listStyles(shown)),
    scripts: listOutboundScripts(context, shown),
  };
}

/** The head of an essay's page, a BlogPosting. */
export function makeEssayHead(context: HeadContext, essay: Essay): HeadProps {
  const { config, urls: at, publisher, cardTemplate } = context;
  const { title, excerpt: description, author, tags, image } = essay;
  const published = new Date(essay.publishedTimestamp).toISOString();
  const updated = essay.updated === null ? null : new Date(essay.updated).toISOString();
  const card = makeEssayCard(essay, config, cardTemplate);
  const picture = isShareable(image) ? image : pictureOf(card, at);
  return makeHead(context, {
    ...describeFile(essay),
    title: nameTitle(title, config.name),
    shownTitle: title,
    description,
    card,
    type: 'article',
    author,
    metas: [
      ['article:published_time', published],
      ['article:modified_time', updated],
      ['article:author', essay.authors.includes(config.name) ? context.aboutUrl : null],
      ...tags.map((tag): Meta => ['article:tag', tag]),
    ],
    jsonLd: (url) => ({
      '@type': 'BlogPosting',
      headline: title,
      url,
      mainEntityOfPage: url,
      description: description || undefined,
      datePublished: published,
      dateModified: updated ?? published,
      author: oneOrAll(listPeople(context, essay)),
      publisher,
      image: picture === null ? undefined : urls.addOrigin(at, picture.url),
      keywords: tags.length === 0 ? undefined : tags,
      inLanguage: essay.language,
    }),
  });
}

/** What the head of a page has from the file of its text. */
function describeFile(file: Essay) {
  const { address, language, direction, image, draft, unlisted } = file;
  return { address, language, direction, image, isHidden: draft || unlisted, shown: [file] };
}

/** The authors of an essay or a page, in terms of schema.org. */
function listPeople({ config, person }: HeadContext, { authors }: Essay) {
  return authors.map((name) => (name === config.name ? person : { '@type': 'Person', name }));
}

const oneOrAll = <Item>(all: readonly Item[]) => (all.length === 1 ? all[0] : all);

/** A `<meta>` by its `name` or `property`; left out if it has no content. */
type Meta = readonly [key: string, content: string | number | null | undefined];

/** The parts of a head that differ from page to page. */
interface PageHead extends Pick<HeadProps, 'title' | 'description' | 'language' | 'direction'> {
  /** Site path. */
  readonly address: string;
  /** The title in link previews. */
  readonly shownTitle: string;
  readonly type: 'website' | 'profile' | 'article';
  /** Default: the author of the site. */
  readonly author?: string;
  /** The picture in link previews: the page's own, or else its social card. */
  readonly image?: ImageProps | null;
  readonly card: SocialCard | null;
  /** True for a page that search engines are told not to index. */
  readonly isHidden?: boolean;
  /** The essays, and the pages of the author's own, whose bodies are shown. */
  readonly shown: readonly Essay[];
  /** The style sheets that the page needs besides those of the bodies. */
  readonly styles?: readonly PageStyle[];
  readonly metas?: readonly Meta[];
  readonly links?: readonly AttributeProps[];
  readonly scripts?: readonly ScriptProps[];
  /** Describes the page, at its URL, in terms of schema.org. */
  jsonLd(url: string): object;
}

/** Adds the shared parts to a page's own: links, and the required and optional properties of link previews. */
function makeHead(context: HeadContext, page: PageHead): HeadProps {
  const { config, urls: at, links } = context;
  const { title, description, language, direction, shown } = page;
  const canonical = urls.toAbsoluteUrl(at, page.address);
  const image = isShareable(page.image) ? page.image : pictureOf(page.card, at);
  const metas: Meta[] = [
    ['robots', page.isHidden || context.isPreview ? 'noindex' : null],
    ['og:type', page.type],
    ['og:title', page.shownTitle],
    ['og:url', canonical],
    ['og:description', description],
    ['og:site_name', config.name],
    ['og:locale', toLocale(language)],
    ['og:image', image && urls.addOrigin(at, image.url)],
    ['og:image:type', image && image !== page.image ? 'image/png' : null],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image?.alt],
    ['twitter:card', image === null ? 'summary' : 'summary_large_image'],
    ['twitter:creator', readHandle(config.x)],
    ['author', page.author ?? config.name],
    ...(page.metas ?? []),
  ];
  const json = JSON.stringify({ '@context': 'https://schema.org', ...page.jsonLd(canonical) });
  const styles = [...(page.styles ?? []), ...listStyles(shown)];
  return {
    ...context.look,
    title,
    description,
    language,
    direction,
    canonical,
    metas: metas.flatMap(([key, content]) => {
      if ((content ?? '') === '') return [];
      const attribute = /^(?:og|article):/.test(key) ? 'property' : 'name';
      return [{ [attribute]: key, content: String(content) }];
    }),
    links: [...linkAlternates(page.address, context), ...(page.links ?? []), ...links],
    styleUrls: listStyleUrls(context, language, styles),
    // A `</script>` in a title would otherwise end the script element.
    jsonLd: json.replaceAll('<', '\\u003c'),
    scripts: [...(page.scripts ?? []), ...listOutboundScripts(context, shown)],
  };
}

/** The style sheets that the texts on a page need. */
function listStyles(shown: readonly Essay[]): PageStyle[] {
  return PAGE_STYLES.filter((name) => shown.some(({ styles }) => styles.includes(name)));
}

/** The URLs of all style sheets of a page. The theme's comes last: it may override the others. */
function listStyleUrls(
  { assetUrl, siteStyles, styleUrl }: HeadContext,
  language: string,
  styles: readonly PageStyle[],
): string[] {
  const scripts: PageStyle[] = needsScriptStyle(language) ? ['scripts'] : [];
  return [...[...styles, ...siteStyles, ...scripts].map(assetUrl), styleUrl];
}

/** The script that reports clicks on outbound links, if a text on the page has such links. */
function listOutboundScripts(
  { config, assetUrl }: HeadContext,
  shown: readonly Essay[],
): ScriptProps[] {
  const endpoint = config.analytics.outbound;
  if (!shown.some((each) => each.hasOutboundLinks) || endpoint === null) return [];
  return [{ url: assetUrl('outbound'), data: { endpoint } }];
}

/** `@ann` for `https://x.com/ann`; null for a URL that is not a profile on X. */
function readHandle(url: string | null): string | null {
  const profile = /^https?:\/\/(?:www\.)?(?:x|twitter)\.com\/@?(\w{1,15})\/?$/i;
  const [, handle] = profile.exec(url ?? '') ?? [];
  return handle === undefined ? null : `@${handle}`;
}

/** `en_US` for `en-US`; null for a language without a country, which Open Graph does not allow. */
function toLocale(language: string): string | null {
  const [, name = '', country] = /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language) ?? [];
  return country === undefined ? null : `${name.toLowerCase()}_${country.toUpperCase()}`;
}
