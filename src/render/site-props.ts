/**
 * The props that describe the site in one of its languages, on every page. Pure.
 */
import type { Site } from '../site/site.ts';
import type { Edition } from '../site/site-resolution.ts';
import * as urls from '../site/urls.ts';
import type * as props from '../theme/props.ts';
import { findAboutAddress } from './language-links.ts';

/** The settings of the site in one of its languages, with complete URLs. */
export function makeSiteProps(
  { logo, urls: at }: Site,
  { config, words, menus, pages }: Edition,
): props.SiteProps {
  const toUrl = (address: string) => urls.toUrl(at, address);
  const linkTo = ({ label, address }: { label: string; address: string }) => {
    return { label, url: address.startsWith('/') ? toUrl(address) : address };
  };
  const { callToAction, prefix } = config;
  const hasArchive = config.homeEssays !== null;
  return {
    name: config.name,
    logo: logo && {
      url: toUrl(logo.address),
      darkUrl: logo.darkAddress && toUrl(logo.darkAddress),
      width: logo.size?.width ?? null,
      height: logo.size?.height ?? null,
    },
    title: config.title,
    introHtml: words.intro,
    description: config.description,
    language: config.language,
    texts: config.texts,
    email: config.email,
    substack: config.substack,
    x: config.x,
    profiles: config.profiles,
    nav: menus.nav?.map(linkTo) ?? null,
    navPages: menus.navPages.map(linkTo),
    footer: {
      html: words.footer,
      links: menus.footer?.map(linkTo) ?? null,
    },
    callToAction: callToAction && { title: callToAction.title, html: words.callToAction },
    data: config.data,
    homeUrl: toUrl(prefix + urls.HOME_PATH),
    aboutUrl: toUrl(findAboutAddress(pages)),
    feedUrl: toUrl(`${prefix}/${urls.ATOM_OUTPUT}`),
    tagsUrl: config.tagPages || hasArchive ? toUrl(prefix + urls.TAGS_PATH) : null,
    archiveUrl: hasArchive ? toUrl(prefix + urls.ARCHIVE_PATH) : null,
  };
}
