/**
 * The `<head>` of each kind of page: title, canonical URL, descriptions for search engines (JSON-LD,
 * schema.org) and link previews (Open Graph, ogp.me; Twitter cards), and the style sheet, scripts, icons
 * and feeds it refers to. Pure.
 *
 * The parts that all pages share are made once, in the HeadContext. Every URL includes the base path.
 */
import { ABOUT_ADDRESS } from '../content/paths.ts';
import { findDirection } from '../content/text.ts';
import { fillText } from '../content/texts.ts';
import type { SingleEssay } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { makeEssayCard, makePageCard, pictureOf } from './cards.ts';
import { FEED_FORMATS, titleOfFeeds } from './feeds.ts';
import type { HeadProps, ImageProps, LinkProps, ScriptProps } from './props.ts';
import type { PreparedTemplates } from './templates.ts';

/** The parts that the heads of all pages share. */
export type HeadContext = ReturnType<typeof makeHeadContext>;

/** Search engines and browser tabs cut longer titles. */
const MAX_TITLE = 70;

/** Fonts of the style sheet that every page needs. */
const PRELOADED = /\.preload\..*woff2$/;

export function makeHeadContext(
  { config, urls: at, icons }: Pick<Site, 'config' | 'urls' | 'icons'>,
  { assets, palette, card }: Pick<PreparedTemplates, 'assets' | 'palette' | 'card'>,
) {
  const assetUrl = (name: string) => {
    const asset = assets.find((each) => each.name === name);
    if (asset === undefined) throw new Error(`No client asset is named ${name}`);
    return urls.toUrl(at, `/${asset.outputPath}`);
  };
  const others = config.profiles.map(({ url }) => url);
  const profiles = [config.substack, config.x, ...others].filter((url) => url !== null);
  const iconLinks = icons.map(({ path, ...icon }): LinkProps => {
    return { ...icon, href: urls.toUrl(at, `/${path}`) };
  });
  // Fonts are fetched without credentials, so the preload must be too, or the browser fetches them twice. The page
  // and its style sheet come first: until the font has loaded, a fallback font shows the text.
  const fontLinks = assets
    .filter(({ name }) => PRELOADED.test(name))
    .map(({ outputPath }): LinkProps => {
      const href = urls.toUrl(at, `/${outputPath}`);
      const as = {
        as: 'font',
        type: 'font/woff2',
        crossOrigin: 'anonymous',
        fetchPriority: 'low',
      } as const;
      return { rel: 'preload', href, ...as };
    });
  const feedLinks = FEED_FORMATS.map(({ path, mediaType: type, name }): LinkProps => {
    const title = `${titleOfFeeds(config)} (${name})`;
    return { rel: 'alternate', type, title, href: urls.toUrl(at, `/${path}`) };
  });
  const { language } = config;
  return {
    config,
    urls: at,
    assetUrl,
    /** Of all pages except essays. */
    locale: { language, direction: findDirection(null, language) },
    styleUrl: assetUrl('style'),
    themeColours: { light: palette.light.paper, dark: palette.dark.paper },
    cardTemplate: card,
    links: [...fontLinks, ...iconLinks, ...feedLinks],
    /** Identify the author with these profiles (microformats, rel-me). */
    profileLinks: profiles.map((href): LinkProps => ({ rel: 'me', href })),
    /** The author, in terms of schema.org. */
    person: {
      '@type': 'Person',
      name: config.name,
      url: urls.toAbsoluteUrl(at, ABOUT_ADDRESS),
      sameAs: profiles.length === 0 ? undefined : profiles,
    },
  };
}

/** The head of the home page, which schema.org calls a WebSite. */
export function makeHomeHead(context: HeadContext, hasEssays: boolean): HeadProps {
  const { config, profileLinks, person, assetUrl, cardTemplate, locale } = context;
  const card = pictureOf(makePageCard('home', config, cardTemplate), context.urls);
  const page = {
    ...locale,
    title: `${config.title} · ${config.name}`,
    description: config.description || config.intro,
    canonical: urls.toAbsoluteUrl(context.urls, urls.HOME_PATH),
  };
  const data: ScriptProps['data'] = config.readTagQuery ? { 'read-tag-query': '' } : {};
  return makeHead(context, {
    ...page,
    metas: describePreview(context, page, 'website', config.name, card),
    links: profileLinks,
    jsonLd: {
      '@type': 'WebSite',
      name: config.name,
      alternateName: config.title,
      url: page.canonical,
      description: page.description || undefined,
      inLanguage: config.language,
      author: person,
    },
    // The script that filters the list by tag.
    scripts: hasEssays ? [{ url: assetUrl('home'), data }] : [],
  });
}

/**
 * The head of an author's own page (the about page is the profile of a Person), or of a page that lists essays or
 * tags. `feedUrl` is the feed of that page, or null.
 */
export function makePageHead(
  context: HeadContext,
  own: SingleEssay | Pick<SingleEssay, 'title' | 'address'>,
  feedUrl: string | null = null,
): HeadProps {
  const { config, cardTemplate: template, urls: at, person, profileLinks } = context;
  const { title, address } = own;
  const page = 'source' in own ? own : { ...context.locale, ...NO_TEXT };
  const { language, direction, excerpt, image, draft, hasOutboundLinks } = page;
  const isAbout = address === ABOUT_ADDRESS;
  const card =
    'source' in page && !isAbout
      ? makeEssayCard(page, config, template)
      : makePageCard(isAbout ? 'about' : 'home', config, template);
  const description = isAbout ? config.description : excerpt;
  const url = urls.toAbsoluteUrl(at, address);
  const texts = { title: nameTitle(title, config.name), description, language, direction };
  const shown = { ...texts, title: isAbout ? texts.title : title, canonical: url };
  const type = isAbout ? 'profile' : 'website';
  const preview = [shown, type, config.name, pictureOf(card, at), image] as const;
  const feed = { rel: 'alternate', type: 'application/atom+xml', title, href: feedUrl ?? '' };
  const facts = { name: title, url, description: description || undefined, inLanguage: language };
  return makeHead(context, {
    ...texts,
    canonical: url,
    metas: [['robots', draft ? 'noindex' : null], ...describePreview(context, ...preview)],
    links: isAbout ? profileLinks : feedUrl === null ? [] : [feed],
    jsonLd: isAbout
      ? { '@type': 'ProfilePage', url, mainEntity: person }
      : { '@type': 'source' in page ? 'WebPage' : 'CollectionPage', ...facts, author: person },
    scripts: listOutboundScripts(context, hasOutboundLinks),
  });
}

const NO_TEXT = { excerpt: '', image: null, draft: false, hasOutboundLinks: false };

/** A title with the name of the site, unless that makes it too long. */
function nameTitle(title: string, name: string): string {
  const named = `${title} · ${name}`;
  return named.length <= MAX_TITLE ? named : title;
}

/** The head of the 404 page, which has no address of its own and no data for search engines. */
export function makeNotFoundHead(context: HeadContext): HeadProps {
  const { config, locale, links, styleUrl, themeColours } = context;
  const title = `${fillText(config.texts.notFound)} · ${config.name}`;
  const nothing = { description: '', canonical: null, metas: [], jsonLd: null, scripts: [] };
  return { title, ...locale, ...nothing, links, styleUrl, themeColours };
}

/** The head of an essay's page, a BlogPosting. Search engines are told not to index a draft. */
export function makeEssayHead(context: HeadContext, essay: SingleEssay): HeadProps {
  const { config, urls: at, person, cardTemplate } = context;
  const { title, excerpt: description, author, tags, language, direction } = essay;
  const canonical = urls.toAbsoluteUrl(at, urls.essayPath(essay.slug));
  const published = new Date(essay.publishedTimestamp).toISOString();
  const updated = essay.updated === null ? null : new Date(essay.updated).toISOString();
  const card = pictureOf(makeEssayCard(essay, config, cardTemplate), at);
  const image = essay.image ?? card;
  const isOwn = author === config.name;
  const page = { title, description, language, direction, canonical };
  return makeHead(context, {
    ...page,
    title: nameTitle(title, config.name),
    metas: [
      ['robots', essay.draft ? 'noindex' : null],
      ...describePreview(context, page, 'article', author, card, essay.image),
      ['article:published_time', published],
      ['article:modified_time', updated],
      ['article:author', isOwn ? person.url : null],
      ...tags.map((tag): Meta => ['article:tag', tag]),
    ],
    links: [],
    jsonLd: {
      '@type': 'BlogPosting',
      headline: title,
      url: canonical,
      mainEntityOfPage: canonical,
      description: description || undefined,
      datePublished: published,
      dateModified: updated ?? published,
      author: isOwn ? person : { '@type': 'Person', name: author },
      image: image === null ? undefined : urls.addOrigin(at, image.url),
      keywords: tags.length === 0 ? undefined : tags,
      inLanguage: language,
    },
    scripts: listOutboundScripts(context, essay.hasOutboundLinks),
  });
}

/** A `<meta>` by its `name` or `property`; left out if it has no content. */
type Meta = readonly [key: string, content: string | number | null | undefined];

type PageTexts = Pick<HeadProps, 'title' | 'description' | 'language' | 'canonical'>;

/** Adds the shared parts to a page's own; `jsonLd` describes the page in terms of schema.org. */
function makeHead(
  { links, styleUrl, themeColours }: HeadContext,
  own: PageTexts &
    Pick<HeadProps, 'direction' | 'links' | 'scripts'> & {
      readonly metas: readonly Meta[];
      readonly jsonLd: object;
    },
): HeadProps {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...own.jsonLd });
  return {
    ...own,
    metas: own.metas.flatMap(([key, content]) => {
      if ((content ?? '') === '') return [];
      const attribute = /^(?:og|article):/.test(key) ? 'property' : 'name';
      return [{ [attribute]: key, content: String(content) }];
    }),
    links: [...own.links, ...links],
    styleUrl,
    themeColours,
    // A `</script>` in a title would otherwise end the script element.
    jsonLd: json.replaceAll('<', '\\u003c'),
  };
}

/**
 * The link preview of a page: required and optional Open Graph properties, and the Twitter card. The picture is the
 * page's `own`, or else its social card.
 */
function describePreview(
  { config, urls: at }: HeadContext,
  { title, description, language, canonical }: PageTexts,
  type: 'website' | 'profile' | 'article',
  author: string,
  card: ImageProps | null,
  own?: ImageProps | null,
): Meta[] {
  const image = own ?? card;
  return [
    ['og:type', type],
    ['og:title', title],
    ['og:url', canonical],
    ['og:description', description],
    ['og:site_name', config.name],
    ['og:locale', toLocale(language)],
    ['og:image', image && urls.addOrigin(at, image.url)],
    ['og:image:type', image && image === card ? 'image/png' : null],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image?.alt],
    ['twitter:card', image === null ? 'summary' : 'summary_large_image'],
    ['twitter:creator', readHandle(config.x)],
    ['author', author],
  ];
}

/** The script that reports clicks on outbound links, if the page has such links. */
function listOutboundScripts(
  { config, assetUrl }: HeadContext,
  hasOutboundLinks: boolean,
): ScriptProps[] {
  const endpoint = config.analytics.outbound;
  if (!hasOutboundLinks || endpoint === null) return [];
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
