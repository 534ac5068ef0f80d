/**
 * The parts that the heads of all pages in a language share, made once: the author, feeds, fonts, icons and style sheets.
 * Pure.
 */
import { extname } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import type { PageStyle } from '../markdown/rule.ts';
import type { SiteLogo } from '../site/icons.ts';
import type { Site } from '../site/site.ts';
import type { Edition } from '../site/site-resolution.ts';
import type { Alternates } from '../site/translations.ts';
import * as urls from '../site/urls.ts';
import { findDirection } from '../text/text.ts';
import type { CardTemplate } from '../theme/card-template.ts';
import { PRELOADED } from '../theme/fonts.ts';
import type { AttributeProps, HeadProps } from '../theme/props.ts';
import { listColorSchemes } from '../theme/settings-style.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import { FEED_FORMATS, titleOfFeeds } from './feeds.ts';
import { findAboutAddress } from './language-links.ts';

/** The parts that the heads of all pages share. */
export interface HeadContext {
  readonly config: SiteConfig;
  readonly urls: urls.SiteUrls;
  readonly isPreview: boolean;
  /** The pages that the site has in several languages. */
  readonly alternates: Alternates;
  /** Returns the URL of a published file of the templates, by its name. */
  assetUrl(name: string): string;
  /** Of all pages except essays. */
  readonly locale: PageLocale;
  /** The optional style sheets that every page of this site needs. */
  readonly siteStyles: readonly PageStyle[];
  /** The style sheet of all pages. */
  readonly styleUrl: string;
  readonly look: Pick<HeadProps, 'colorScheme' | 'themeColours'>;
  /** Null for a site without cards. */
  readonly cardTemplate: CardTemplate | null;
  /** Fonts, icons and feeds. */
  readonly links: readonly AttributeProps[];
  /** Identify the author with these profiles (microformats, rel-me). */
  readonly profileLinks: readonly AttributeProps[];
  /** The absolute URL of the about page. */
  readonly aboutUrl: string;
  /** The author, in terms of schema.org. */
  readonly person: object;
  /** The site and its logo, in terms of schema.org; undefined without a logo. */
  readonly publisher: object | undefined;
}

/** The language and the direction of a page. */
export type PageLocale = Pick<HeadProps, 'language' | 'direction'>;

export function makeHeadContext(
  {
    urls: at,
    isPreview,
    editions,
    alternates,
    icons,
    logo,
  }: Pick<Site, 'urls' | 'isPreview' | 'editions' | 'alternates' | 'icons' | 'logo'>,
  { config, pages }: Pick<Edition, 'config' | 'pages'>,
  { assets, palette, card }: Pick<PreparedTemplates, 'assets' | 'palette' | 'card'>,
): HeadContext {
  const toUrl = (outputPath: string) => urls.toUrl(at, `/${outputPath}`);
  const assetUrl = (name: string) => {
    const asset = assets.find((each) => each.name === name);
    if (asset === undefined) throw new Error(`No client asset is named ${name}`);
    return toUrl(asset.outputPath);
  };
  const others = config.profiles.map(({ url }) => url);
  const profiles = [config.substack, config.x, ...others].filter((url) => url !== null);
  const iconLinks = icons.map(({ path, ...icon }): AttributeProps => {
    return { ...icon, href: toUrl(urls.encodePath(path)) };
  });
  const fontLinks = linkFonts(assets, toUrl);
  const feedLinks = FEED_FORMATS.map(({ path, mediaType: type, name }): AttributeProps => {
    const title = `${titleOfFeeds(config)} (${name})`;
    return { rel: 'alternate', type, title, href: urls.toUrl(at, `${config.prefix}/${path}`) };
  });
  const { language } = config;
  const aboutUrl = urls.toAbsoluteUrl(at, findAboutAddress(pages));
  return {
    config,
    urls: at,
    isPreview,
    alternates,
    assetUrl,
    locale: { language, direction: findDirection(null, language) },
    siteStyles: editions.length > 1 ? ['languages'] : [],
    styleUrl: assetUrl('style'),
    look: {
      colorScheme: listColorSchemes(config),
      themeColours: { light: palette.light.paper, dark: palette.dark.paper },
    },
    cardTemplate: card,
    links: [...fontLinks, ...iconLinks, ...feedLinks],
    profileLinks: profiles.map((href): AttributeProps => ({ rel: 'me', href })),
    aboutUrl,
    person: {
      '@type': 'Person',
      name: config.name,
      url: aboutUrl,
      sameAs: profiles.length === 0 ? undefined : profiles,
    },
    publisher: logo === null ? undefined : describePublisher(config.name, logo, at),
  };
}

/**
 * Links that preload fonts. Fonts are fetched without credentials, so the preload must be too, or the browser fetches
 * them twice.
 */
function linkFonts(
  assets: PreparedTemplates['assets'],
  toUrl: (outputPath: string) => string,
): AttributeProps[] {
  const preloaded = assets.filter(({ name }) => PRELOADED.test(name));
  return preloaded.map(({ outputPath }): AttributeProps => {
    return {
      rel: 'preload',
      href: toUrl(outputPath),
      as: 'font',
      type: `font/${extname(outputPath).slice(1)}`,
      crossOrigin: 'anonymous',
    };
  });
}

function describePublisher(name: string, logo: SiteLogo, at: urls.SiteUrls): object {
  return {
    '@type': 'Organization',
    name,
    url: urls.toAbsoluteUrl(at, urls.HOME_PATH),
    logo: urls.toAbsoluteUrl(at, logo.address),
  };
}
