/**
 * What a page's head says to other machines than browsers: search engines (JSON-LD, schema.org), and
 * whoever shows a link to it as a card (Open Graph, ogp.me; Twitter cards). Pure.
 */
import type { SiteConfig } from '../content/config.ts';
import type { EssaySummary } from '../site/essay.ts';
import * as urls from '../site/urls.ts';
import type { ImageProps, LinkProps, MetaProps } from './props.ts';

/** What a page is for other machines. */
export interface SocialHead {
  readonly metas: readonly MetaProps[];
  readonly links: readonly LinkProps[];
  /** The text of a JSON-LD script, safe to stand in HTML. */
  readonly jsonLd: string;
}

/** A page's own text, and its absolute URL. */
interface PageText {
  readonly title: string;
  readonly description: string;
  readonly url: string;
}

interface SiteAddress {
  readonly config: SiteConfig;
  readonly urls: urls.SiteUrls;
}

/** The head of the home page: a site. */
export function describeHome(site: SiteAddress, page: PageText): SocialHead {
  const { config } = site;
  const data = {
    '@type': 'WebSite',
    name: config.name,
    alternateName: config.title,
    url: page.url,
    ...described(page),
    inLanguage: config.language,
    author: describePerson(site),
  };
  return {
    metas: [...describeCard(site, page, 'website'), ...describeAuthor(config)],
    links: listProfiles(config),
    jsonLd: toJsonLd(data),
  };
}

/** The head of the about page: a person. */
export function describeAbout(site: SiteAddress, page: PageText): SocialHead {
  const data = { '@type': 'ProfilePage', url: page.url, mainEntity: describePerson(site) };
  return {
    metas: [...describeCard(site, page, 'profile'), ...describeAuthor(site.config)],
    links: listProfiles(site.config),
    jsonLd: toJsonLd(data),
  };
}

/**
 * The head of an essay's page: an article. A draft is nobody's to find. `card` is the picture of an
 * essay that has none of its own, if there is one.
 */
export function describeEssay(
  site: SiteAddress,
  essay: EssaySummary,
  page: PageText,
  card: ImageProps | null,
): SocialHead {
  const { config } = site;
  const published = new Date(essay.publishedTimestamp).toISOString();
  const updated = essay.updated === null ? null : new Date(essay.updated).toISOString();
  const picture = essay.image ?? card;
  const image = picture === null ? null : toAbsolute(site, picture.url);
  const isOwn = essay.author === config.name;
  const data = {
    '@type': 'BlogPosting',
    headline: essay.title,
    url: page.url,
    mainEntityOfPage: page.url,
    ...described(page),
    datePublished: published,
    dateModified: updated ?? published,
    author: isOwn ? describePerson(site) : { '@type': 'Person', name: essay.author },
    ...(image === null ? {} : { image }),
    ...(essay.tags.length === 0 ? {} : { keywords: essay.tags }),
    inLanguage: config.language,
  };
  const metas: MetaProps[] = [
    ...(essay.draft ? [{ name: 'robots', content: 'noindex' }] : []),
    ...describeCard(site, { ...page, title: essay.title }, 'article', picture, card && 'image/png'),
    { name: 'author', content: essay.author },
    { property: 'article:published_time', content: published },
    ...(updated === null ? [] : [{ property: 'article:modified_time', content: updated }]),
    ...(isOwn ? [{ property: 'article:author', content: aboutUrl(site) }] : []),
    ...essay.tags.map((tag) => ({ property: 'article:tag', content: tag })),
  ];
  return { metas, links: [], jsonLd: toJsonLd(data) };
}

/** Open Graph's four required properties, what goes with them, and a card for X. */
function describeCard(
  site: SiteAddress,
  { title, description, url }: PageText,
  type: 'website' | 'profile' | 'article',
  image: ImageProps | null = null,
  imageType: string | null = null,
): MetaProps[] {
  const { config } = site;
  const handle = readHandle(config.x);
  const property = (name: string, content: string | number | null | undefined) =>
    content === null || content === undefined || content === ''
      ? []
      : [{ property: name, content: String(content) }];
  return [
    ...property('og:type', type),
    ...property('og:title', title),
    ...property('og:url', url),
    ...property('og:description', description),
    ...property('og:site_name', config.name),
    ...property('og:locale', toLocale(config.language)),
    ...property('og:image', image && toAbsolute(site, image.url)),
    ...property('og:image:type', imageType),
    ...property('og:image:width', image?.width),
    ...property('og:image:height', image?.height),
    ...property('og:image:alt', image?.alt),
    { name: 'twitter:card', content: image === null ? 'summary' : 'summary_large_image' },
    ...(handle === null ? [] : [{ name: 'twitter:creator', content: handle }]),
  ];
}

function describeAuthor({ name }: SiteConfig): MetaProps[] {
  return [{ name: 'author', content: name }];
}

/** The author's profiles, by which they can be told to be the same person (microformats, rel-me). */
function listProfiles(config: SiteConfig): LinkProps[] {
  return listProfileUrls(config).map((href) => ({ rel: 'me', href }));
}

function listProfileUrls({ substack, x }: SiteConfig): string[] {
  return [substack, x].filter((url) => url !== null);
}

function describePerson(site: SiteAddress): object {
  const profiles = listProfileUrls(site.config);
  return {
    '@type': 'Person',
    name: site.config.name,
    url: aboutUrl(site),
    ...(profiles.length === 0 ? {} : { sameAs: profiles }),
  };
}

function aboutUrl(site: SiteAddress): string {
  return urls.toAbsoluteUrl(site.urls, urls.ABOUT_PATH);
}

function described({ description }: PageText): object {
  return description === '' ? {} : { description };
}

/** `@ann` for `https://x.com/ann`; null for anything that is no profile there. */
function readHandle(url: string | null): string | null {
  const [, handle] =
    /^https?:\/\/(?:www\.)?(?:x|twitter)\.com\/@?(\w{1,15})\/?$/i.exec(url ?? '') ?? [];
  return handle === undefined ? null : `@${handle}`;
}

/** `en_US` for `en-US`; null for a language without a country, which Open Graph does not know. */
function toLocale(language: string): string | null {
  const [, name, country] = /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language) ?? [];
  return name === undefined || country === undefined
    ? null
    : `${name.toLowerCase()}_${country.toUpperCase()}`;
}

/** A picture's URL as others must have it; those of the site already have the base path. */
function toAbsolute({ urls: { origin } }: SiteAddress, url: string): string {
  return new URL(url, origin).href;
}

/** In HTML a `</script>` in a title would end the script. */
function toJsonLd(data: object): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data });
  return text.replaceAll('<', '\\u003c');
}
