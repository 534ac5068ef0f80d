/**
 * What stands in a page's head: its title and address, what other machines are told of it, and the
 * style sheet, scripts, icons and feeds that it names. Pure.
 *
 * The same for all pages but for what the page itself says; every URL in it has the base path.
 */
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { FEED_FORMATS, titleOfFeeds } from './feeds.ts';
import type { HeadProps, LinkProps, ScriptProps } from './props.ts';
import type { SocialHead } from './social-head.ts';
import type { ClientAsset } from './templates.ts';

/** What all pages have in common. */
export type SiteFrame = Pick<Site, 'config' | 'urls' | 'icons'>;

/** What the heads of all pages are made with. */
export interface HeadBasis {
  readonly site: SiteFrame;
  readonly assets: readonly ClientAsset[];
  /** Icons and feeds. */
  readonly siteLinks: readonly LinkProps[];
}

/** Says what a page is to search engines and link cards. */
export type Describe = (
  site: Pick<Site, 'config' | 'urls'>,
  page: { readonly title: string; readonly description: string; readonly url: string },
) => SocialHead;

/** What a page says of itself. */
export interface HeadText {
  readonly title: string;
  readonly description: string;
  /** Site path; null for a page that has no address of its own. */
  readonly path: string | null;
}

export function makeHeadBasis(site: SiteFrame, assets: readonly ClientAsset[]): HeadBasis {
  return { site, assets, siteLinks: [...listIcons(site), ...listFeeds(site)] };
}

/** The head of one page; without `describe` other machines are told nothing of it. */
export function makeHead(
  { site, assets, siteLinks }: HeadBasis,
  { title, description, path }: HeadText,
  scripts: readonly ScriptProps[],
  describe: Describe | null,
): HeadProps {
  const canonical = path === null ? null : urls.toAbsoluteUrl(site.urls, path);
  const described =
    describe === null || canonical === null
      ? { metas: [], links: [], jsonLd: null }
      : describe(site, { title, description, url: canonical });
  return {
    title,
    description,
    canonical,
    ...described,
    links: [...described.links, ...siteLinks],
    styleUrl: assetUrl('style', site, assets),
    scripts,
  };
}

/** The script that filters the list of essays, for a home page that has one. */
export function homeScripts({ site, assets }: HeadBasis, hasEssays: boolean): ScriptProps[] {
  if (!hasEssays) return [];
  const data: Record<string, string> = site.config.readTagQuery ? { 'read-tag-query': '' } : {};
  return [{ url: assetUrl('home', site, assets), data }];
}

/** The script that counts outbound clicks, for a page that has such links. */
export function outboundScripts(
  { site, assets }: HeadBasis,
  hasOutboundLinks: boolean,
): ScriptProps[] {
  const endpoint = site.config.outboundEndpoint;
  if (!hasOutboundLinks || endpoint === null) return [];
  return [{ url: assetUrl('outbound', site, assets), data: { endpoint } }];
}

function listIcons({ icons, urls: at }: SiteFrame): LinkProps[] {
  return icons.map(({ path, ...rest }) => ({ ...rest, href: urls.toUrl(at, `/${path}`) }));
}

function listFeeds({ config, urls: at }: SiteFrame): LinkProps[] {
  const title = titleOfFeeds(config);
  return FEED_FORMATS.map(({ path, mediaType: type, name }) => {
    const href = urls.toUrl(at, `/${path}`);
    return { rel: 'alternate', type, title: `${title} (${name})`, href };
  });
}

function assetUrl(name: string, site: SiteFrame, assets: readonly ClientAsset[]): string {
  const asset = assets.find((each) => each.name === name);
  if (asset === undefined) throw new Error(`No client asset is named ${name}`);
  return urls.toUrl(site.urls, `/${asset.outputPath}`);
}
