/**
 * The head of each kind of page: its title and address, its description for search engines (JSON-LD,
 * schema.org) and for whoever shows a link to it as a card (Open Graph, ogp.me; Twitter cards), and the
 * style sheet, scripts, icons and feeds that it names. Pure.
 *
 * Whatever is not the page's own is made once for all pages. Every URL has the base path.
 */
import type { EssaySummary } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { FEED_FORMATS, titleOfFeeds } from './feeds.ts';
import type { HeadProps, ImageProps, LinkProps, MetaProps, ScriptProps } from './props.ts';
import type { ClientAsset } from './templates.ts';

/** The part of the site that every head is made from. */
export type SiteFrame = Pick<Site, 'config' | 'urls' | 'icons'>;

/** All that the heads of a site have in common. */
export type HeadContext = ReturnType<typeof makeHeadContext>;

/** A page as others are told of it. */
interface PageText {
  readonly title: string;
  readonly description: string;
  /** Absolute. */
  readonly url: string;
}

/** What search engines and tabs show of a title, at most; in characters. */
const MAX_TITLE = 70;

export function makeHeadContext(
  { config, urls: at, icons }: SiteFrame,
  assets: readonly ClientAsset[],
) {
  const profiles = [config.substack, config.x].filter((url) => url !== null);
  const aboutUrl = urls.toAbsoluteUrl(at, urls.ABOUT_PATH);
  const iconLinks = icons.map(({ path, ...icon }): LinkProps => {
    return { ...icon, href: urls.toUrl(at, `/${path}`) };
  });
  const feedLinks = FEED_FORMATS.map(({ path, mediaType: type, name }): LinkProps => {
    const title = `${titleOfFeeds(config)} (${name})`;
    return { rel: 'alternate', type, title, href: urls.toUrl(at, `/${path}`) };
  });
  return {
    config,
    urls: at,
    assets,
    styleUrl: assetUrl('style', at, assets),
    links: [...iconLinks, ...feedLinks],
    /** By which the author is told to be the same person (microformats, rel-me). */
    profileLinks: profiles.map((href): LinkProps => ({ rel: 'me', href })),
    /** The author, as schema.org has it. */
    person: {
      '@type': 'Person',
      name: config.name,
      url: aboutUrl,
      ...(profiles.length === 0 ? {} : { sameAs: profiles }),
    },
    aboutUrl,
  };
}

/** The head of the home page: a site. */
export function makeHomeHead(context: HeadContext, hasEssays: boolean): HeadProps {
  const { config, urls: at, assets, profileLinks, person } = context;
  const page = {
    title: `${config.title} · ${config.name}`,
    description: config.description || config.intro,
    url: urls.toAbsoluteUrl(at, urls.HOME_PATH),
  };
  const data: ScriptProps['data'] = config.readTagQuery ? { 'read-tag-query': '' } : {};
  return makeHead(context, page, {
    metas: describeCard(context, page, 'website', config.name),
    links: profileLinks,
    data: {
      '@type': 'WebSite',
      name: config.name,
      alternateName: config.title,
      url: page.url,
      ...(page.description === '' ? {} : { description: page.description }),
      inLanguage: config.language,
      author: person,
    },
    // The script that filters the list.
    scripts: hasEssays ? [{ url: assetUrl('home', at, assets), data }] : [],
  });
}

/** The head of the about page: a person. */
export function makeAboutHead(context: HeadContext, hasOutboundLinks: boolean): HeadProps {
  const { config, profileLinks, person, aboutUrl: url } = context;
  const page = { title: `About · ${config.name}`, description: config.description, url };
  return makeHead(context, page, {
    metas: describeCard(context, page, 'profile', config.name),
    links: profileLinks,
    data: { '@type': 'ProfilePage', url, mainEntity: person },
    scripts: listOutboundScripts(context, hasOutboundLinks),
  });
}

/** The head of the page of unknown addresses, which has none of its own: nobody is told of it. */
export function makeNotFoundHead({ config, links, styleUrl }: HeadContext): HeadProps {
  const title = `Not found · ${config.name}`;
  const nothing = { description: '', canonical: null, metas: [], jsonLd: null, scripts: [] };
  return { title, ...nothing, links, styleUrl };
}

/**
 * The head of an essay's page: an article. A draft is nobody's to find. `card` is the picture of an
 * essay that has none of its own, if there is one.
 */
export function makeEssayHead(
  context: HeadContext,
  essay: EssaySummary & { readonly hasOutboundLinks: boolean },
  card: ImageProps | null,
): HeadProps {
  const { config, urls: at, person, aboutUrl } = context;
  const { title, excerpt: description, author, tags } = essay;
  const url = urls.toAbsoluteUrl(at, urls.essayPath(essay.slug));
  const published = new Date(essay.publishedTimestamp).toISOString();
  const updated = essay.updated === null ? null : new Date(essay.updated).toISOString();
  const image = essay.image ?? card;
  const isOwn = author === config.name;
  const named = `${title} · ${config.name}`;
  const page = { title: named.length <= MAX_TITLE ? named : title, description, url };
  return makeHead(context, page, {
    metas: [
      ...(essay.draft ? [{ name: 'robots', content: 'noindex' }] : []),
      ...describeCard(context, { ...page, title }, 'article', author, image, card && 'image/png'),
      { property: 'article:published_time', content: published },
      ...(updated === null ? [] : [{ property: 'article:modified_time', content: updated }]),
      ...(isOwn ? [{ property: 'article:author', content: aboutUrl }] : []),
      ...tags.map((tag) => ({ property: 'article:tag', content: tag })),
    ],
    links: [],
    data: {
      '@type': 'BlogPosting',
      headline: title,
      url,
      mainEntityOfPage: url,
      ...(description === '' ? {} : { description }),
      datePublished: published,
      dateModified: updated ?? published,
      author: isOwn ? person : { '@type': 'Person', name: author },
      ...(image === null ? {} : { image: toAbsolute(image.url, at) }),
      ...(tags.length === 0 ? {} : { keywords: tags }),
      inLanguage: config.language,
    },
    scripts: listOutboundScripts(context, essay.hasOutboundLinks),
  });
}

/** A whole head; `data` is what schema.org says of the page. */
function makeHead(
  { links, styleUrl }: HeadContext,
  { title, description, url }: PageText,
  own: Pick<HeadProps, 'metas' | 'links' | 'scripts'> & { readonly data: object },
): HeadProps {
  // In HTML a `</script>` in a title would end the script.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...own.data });
  return {
    title,
    description,
    canonical: url,
    metas: own.metas,
    links: [...own.links, ...links],
    jsonLd: json.replaceAll('<', '\\u003c'),
    styleUrl,
    scripts: own.scripts,
  };
}

/** Open Graph's four required properties, what goes with them, and a card for X. */
function describeCard(
  { config, urls: at }: HeadContext,
  { title, description, url }: PageText,
  type: 'website' | 'profile' | 'article',
  author: string,
  image: ImageProps | null = null,
  imageType: string | null = null,
): MetaProps[] {
  const properties: readonly (readonly [name: string, content: unknown])[] = [
    ['og:type', type],
    ['og:title', title],
    ['og:url', url],
    ['og:description', description],
    ['og:site_name', config.name],
    ['og:locale', toLocale(config.language)],
    ['og:image', image && toAbsolute(image.url, at)],
    ['og:image:type', imageType],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image?.alt],
  ];
  const handle = readHandle(config.x);
  return [
    ...properties
      .filter(([, content]) => (content ?? '') !== '')
      .map(([property, content]) => ({ property, content: String(content) })),
    { name: 'twitter:card', content: image === null ? 'summary' : 'summary_large_image' },
    ...(handle === null ? [] : [{ name: 'twitter:creator', content: handle }]),
    { name: 'author', content: author },
  ];
}

/** The script that counts outbound clicks, for a page that has such links. */
function listOutboundScripts(
  {
    config: {
      analytics: { outbound: endpoint },
    },
    urls: at,
    assets,
  }: HeadContext,
  hasOutboundLinks: boolean,
): ScriptProps[] {
  if (!hasOutboundLinks || endpoint === null) return [];
  return [{ url: assetUrl('outbound', at, assets), data: { endpoint } }];
}

/** `@ann` for `https://x.com/ann`; null for anything that is no profile there. */
function readHandle(url: string | null): string | null {
  const profile = /^https?:\/\/(?:www\.)?(?:x|twitter)\.com\/@?(\w{1,15})\/?$/i;
  const [, handle] = profile.exec(url ?? '') ?? [];
  return handle === undefined ? null : `@${handle}`;
}

/** `en_US` for `en-US`; null for a language without a country, which Open Graph does not know. */
function toLocale(language: string): string | null {
  const [, name = '', country] = /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language) ?? [];
  return country === undefined ? null : `${name.toLowerCase()}_${country.toUpperCase()}`;
}

/** A picture's URL as others must have it; those of the site already have the base path. */
function toAbsolute(url: string, { origin }: urls.SiteUrls): string {
  return new URL(url, origin).href;
}

function assetUrl(name: string, at: urls.SiteUrls, assets: readonly ClientAsset[]): string {
  const asset = assets.find((each) => each.name === name);
  if (asset === undefined) throw new Error(`No client asset is named ${name}`);
  return urls.toUrl(at, `/${asset.outputPath}`);
}
