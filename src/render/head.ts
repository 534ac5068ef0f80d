/**
 * The `<head>` of each kind of page: title, canonical URL, descriptions for search engines (JSON-LD,
 * schema.org) and link previews (Open Graph, ogp.me; Twitter cards), and the style sheet, scripts, icons
 * and feeds it refers to. Pure.
 *
 * The parts that all pages share are made once, in the HeadContext. Every URL includes the base path.
 */
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import type { SingleEssay } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { findDirection } from '../text/text.ts';
import { fillText } from '../text/texts.ts';
import type { HeadProps, ImageProps, LinkProps, ScriptProps } from '../theme/props.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import { makeEssayCard, makePageCard, pictureOf, type SocialCard } from './cards.ts';
import { FEED_FORMATS, titleOfFeeds } from './feeds.ts';

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
  const toUrl = (outputPath: string) => urls.toUrl(at, `/${outputPath}`);
  const assetUrl = (name: string) => {
    const asset = assets.find((each) => each.name === name);
    if (asset === undefined) throw new Error(`No client asset is named ${name}`);
    return toUrl(asset.outputPath);
  };
  const others = config.profiles.map(({ url }) => url);
  const profiles = [config.substack, config.x, ...others].filter((url) => url !== null);
  const iconLinks = icons.map(({ path, ...icon }): LinkProps => ({ ...icon, href: toUrl(path) }));
  // Fonts are fetched without credentials, so the preload must be too, or the browser fetches them twice. The page
  // and its style sheet come first: until the font has loaded, a fallback font shows the text.
  const fontLinks = assets
    .filter(({ name }) => PRELOADED.test(name))
    .map(({ outputPath }): LinkProps => {
      const href = toUrl(outputPath);
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
    return { rel: 'alternate', type, title, href: toUrl(path) };
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
  const title = `${config.title} · ${config.name}`;
  const canonical = urls.toAbsoluteUrl(context.urls, urls.HOME_PATH);
  const description = config.description || config.intro;
  const data: ScriptProps['data'] = config.readTagQuery ? { 'read-tag-query': '' } : {};
  return makeHead(context, {
    ...{ ...locale, title, shownTitle: title, description, canonical },
    type: 'website',
    card: makePageCard('home', config, cardTemplate),
    links: profileLinks,
    jsonLd: {
      '@type': 'WebSite',
      name: config.name,
      alternateName: config.title,
      url: canonical,
      description: description || undefined,
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
  const { config, cardTemplate, urls: at, person, profileLinks } = context;
  const isAbout = own.address === ABOUT_ADDRESS;
  const page = 'source' in own ? own : { ...context.locale, ...NO_TEXT };
  const { language, direction, image, draft } = page;
  const title = nameTitle(own.title, config.name);
  const shownTitle = isAbout ? title : own.title;
  const description = isAbout ? config.description : page.excerpt;
  const canonical = urls.toAbsoluteUrl(at, own.address);
  const isCardOfSite = isAbout || !('source' in page);
  const feed = { rel: 'alternate', type: 'application/atom+xml', title: own.title };
  return makeHead(context, {
    ...{ title, shownTitle, description, language, direction, canonical, image, draft },
    type: isAbout ? 'profile' : 'website',
    card: isCardOfSite
      ? makePageCard(isAbout ? 'about' : 'home', config, cardTemplate)
      : makeEssayCard(page, config, cardTemplate),
    links: isAbout ? profileLinks : feedUrl === null ? [] : [{ ...feed, href: feedUrl }],
    jsonLd: isAbout
      ? { '@type': 'ProfilePage', url: canonical, mainEntity: person }
      : {
          '@type': 'source' in page ? 'WebPage' : 'CollectionPage',
          name: own.title,
          url: canonical,
          description: description || undefined,
          inLanguage: language,
          author: person,
        },
    scripts: listOutboundScripts(context, page.hasOutboundLinks),
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
  const { title: shownTitle, excerpt: description, author, tags, language, direction } = essay;
  const title = nameTitle(shownTitle, config.name);
  const canonical = urls.toAbsoluteUrl(at, essay.address);
  const published = new Date(essay.publishedTimestamp).toISOString();
  const updated = essay.updated === null ? null : new Date(essay.updated).toISOString();
  const card = makeEssayCard(essay, config, cardTemplate);
  const { image, draft } = essay;
  const picture = image ?? pictureOf(card, at);
  const isOwn = author === config.name;
  return makeHead(context, {
    ...{ title, shownTitle, description, language, direction, canonical, image, draft, card },
    type: 'article',
    author,
    metas: [
      ['article:published_time', published],
      ['article:modified_time', updated],
      ['article:author', isOwn ? person.url : null],
      ...tags.map((tag): Meta => ['article:tag', tag]),
    ],
    links: [],
    jsonLd: {
      '@type': 'BlogPosting',
      headline: shownTitle,
      url: canonical,
      mainEntityOfPage: canonical,
      description: description || undefined,
      datePublished: published,
      dateModified: updated ?? published,
      author: isOwn ? person : { '@type': 'Person', name: author },
      image: picture === null ? undefined : urls.addOrigin(at, picture.url),
      keywords: tags.length === 0 ? undefined : tags,
      inLanguage: language,
    },
    scripts: listOutboundScripts(context, essay.hasOutboundLinks),
  });
}

/** A `<meta>` by its `name` or `property`; left out if it has no content. */
type Meta = readonly [key: string, content: string | number | null | undefined];

/** The parts of a head that differ from page to page. */
interface OwnHead extends Omit<HeadProps, 'metas' | 'jsonLd' | 'styleUrl' | 'themeColours'> {
  /** The title in link previews. */
  readonly shownTitle: string;
  readonly type: 'website' | 'profile' | 'article';
  /** Default: the author of the site. */
  readonly author?: string;
  /** The picture in link previews: the page's own, or else its social card. */
  readonly image?: ImageProps | null;
  readonly card: SocialCard | null;
  readonly draft?: boolean;
  readonly metas?: readonly Meta[];
  /** Describes the page in terms of schema.org. */
  readonly jsonLd: object;
}

/** Adds the shared parts to a page's own: links, and the required and optional properties of link previews. */
function makeHead(context: HeadContext, own: OwnHead): HeadProps {
  const { config, urls: at, links, styleUrl, themeColours } = context;
  const image = own.image ?? pictureOf(own.card, at);
  const metas: Meta[] = [
    ['robots', own.draft ? 'noindex' : null],
    ['og:type', own.type],
    ['og:title', own.shownTitle],
    ['og:url', own.canonical],
    ['og:description', own.description],
    ['og:site_name', config.name],
    ['og:locale', toLocale(own.language)],
    ['og:image', image && urls.addOrigin(at, image.url)],
    ['og:image:type', image && !own.image ? 'image/png' : null],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image?.alt],
    ['twitter:card', image === null ? 'summary' : 'summary_large_image'],
    ['twitter:creator', readHandle(config.x)],
    ['author', own.author ?? config.name],
    ...(own.metas ?? []),
  ];
  const json = JSON.stringify({ '@context': 'https://schema.org', ...own.jsonLd });
  return {
    ...own,
    metas: metas.flatMap(([key, content]) => {
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

/** The script that reports clicks on outbound links, if the page has such links. */
function listOutboundScripts({ config, assetUrl }: HeadContext, hasLinks: boolean): ScriptProps[] {
  const endpoint = config.analytics.outbound;
  if (!hasLinks || endpoint === null) return [];
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
