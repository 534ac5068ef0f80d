/**
 * Site → the pages to render, each with what its template gets.
 *
 * Props are made when they are asked for, so that those of ten thousand pages are never there at once.
 */
import type { Picture } from '../site/linker.ts';
import type { Essay, EssaySummary, Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import type { TemplateName } from './bundle.ts';
import type { ClientAsset } from './client-assets.ts';
import { FEED_FORMATS, titleOfFeeds } from './feeds.ts';
import type {
  AboutProps,
  CardProps,
  EssayProps,
  HeadProps,
  HomeProps,
  ImageProps,
  LinkProps,
  NotFoundProps,
  ScriptProps,
  SiteProps,
  TagProps,
} from './props.ts';
import { type CardBasis, makeSocialCard, pictureOf } from './social-card.ts';
import * as social from './social-head.ts';

/** One page: where it is published and what its template gets. */
export interface Page {
  /** Site path. */
  readonly url: string;
  readonly outputPath: string;
  readonly template: TemplateName;
  /** The essay whose body is still to be put into the props, or null. */
  readonly essay: Essay | null;
  makeProps(): HomeProps | EssayProps | AboutProps | NotFoundProps;
}

/** What all pages have in common. */
export type SiteFrame = Pick<Site, 'config' | 'urls' | 'icons'>;

/** What pages are told of besides the site. */
export interface PageParts {
  readonly assets: readonly ClientAsset[];
  /** What social cards are made with; null for a site without them. */
  readonly cards: CardBasis | null;
}

/** All pages of the site: home, about, 404, and the essays, newest first. */
export function listPages(site: Site, parts: PageParts): Page[] {
  const maker = new PageMaker(site, parts);
  return [maker.home(), maker.about(), maker.notFound(), ...site.essays.map((e) => maker.essay(e))];
}

/** One page of each template, to see what the templates themselves bring along. */
export function listSpecimens(site: Site, parts: PageParts): Page[] {
  return listPages({ ...site, essays: site.essays.slice(0, 1) }, parts);
}

/** The page of one essay, for which nothing of the others is needed. */
export function makeEssayPage(essay: Essay, site: SiteFrame, parts: PageParts): Page {
  const alone = { ...site, essays: [], tags: [], year: 0, about: NO_ABOUT };
  return new PageMaker(alone, parts).essay(essay);
}

const NO_ABOUT: Site['about'] = { content: '', hasOutboundLinks: false };

/** What search engines and tabs show of a title, at most; in characters. */
const MAX_TITLE = 70;

/** Says what a page is to search engines and link cards. */
type Describe = (
  site: Pick<Site, 'config' | 'urls'>,
  page: { readonly title: string; readonly description: string; readonly url: string },
) => social.SocialHead;

class PageMaker {
  private readonly siteProps: SiteProps;
  private readonly tags: readonly TagProps[];
  private readonly tagNumbers: ReadonlyMap<string, number>;
  private readonly siteLinks: readonly LinkProps[];

  constructor(
    private readonly site: SiteFrame & Pick<Site, 'essays' | 'tags' | 'year' | 'about'>,
    private readonly parts: PageParts,
  ) {
    const { config } = site;
    this.siteProps = {
      name: config.name,
      title: config.title,
      intro: config.intro,
      description: config.description,
      language: config.language,
      email: config.email,
      substack: config.substack,
      x: config.x,
      homeUrl: this.url(urls.HOME_PATH),
      aboutUrl: this.url(urls.ABOUT_PATH),
    };
    this.tags = site.tags.map((tag, number) => ({ ...tag, number }));
    this.tagNumbers = new Map(this.tags.map(({ name, number }) => [name, number]));
    this.siteLinks = [...this.listIcons(), ...this.listFeeds()];
  }

  home(): Page {
    const { essays, config, year } = this.site;
    const data: Record<string, string> = config.readTagQuery ? { 'read-tag-query': '' } : {};
    const scripts = essays.length > 0 ? [{ url: this.assetUrl('home'), data }] : [];
    const title = `${config.title} · ${config.name}`;
    const description = config.description || config.intro;
    const makeProps = (): HomeProps => ({
      site: this.siteProps,
      head: this.head(title, description, urls.HOME_PATH, scripts, social.describeHome),
      essays: essays.map((essay) => this.card(essay)),
      tags: this.tags,
      year,
    });
    return this.page('HomePage', urls.HOME_PATH, makeProps);
  }

  essay(essay: Essay): Page {
    const path = urls.essayPath(essay.slug);
    return this.page('EssayPage', path, () => this.essayProps(essay, path), essay);
  }

  private essayProps(essay: Essay, path: string): EssayProps {
    const scripts = this.outboundScripts(essay.hasOutboundLinks);
    const { config } = this.site;
    const { name } = config;
    const card = makeSocialCard(essay, config, this.parts.cards);
    const picture = card && pictureOf(card, this.site.urls, essay.title);
    const describe: Describe = (site, page) => social.describeEssay(site, essay, page, picture);
    return {
      site: this.siteProps,
      head: this.head(titlePage(essay.title, name), essay.excerpt, path, scripts, describe),
      essay: {
        title: essay.title,
        author: essay.author,
        year: String(essay.year),
        fullDate: essay.fullDate,
        isoDate: toIsoDate(essay),
        readTime: essay.readTime,
        tags: essay.tags.map((tag) => ({ name: tag, url: this.url(urls.tagPath(tag)) })),
        content: '',
        plainText: essay.isPlainText,
        draft: essay.draft,
      },
    };
  }

  about(): Page {
    const { name, description } = this.site.config;
    const { content, hasOutboundLinks } = this.site.about;
    const scripts = this.outboundScripts(hasOutboundLinks);
    const describe = social.describeAbout;
    const head = this.head(`About · ${name}`, description, urls.ABOUT_PATH, scripts, describe);
    const makeProps = (): AboutProps => ({ site: this.siteProps, head, content });
    return this.page('AboutPage', urls.ABOUT_PATH, makeProps);
  }

  notFound(): Page {
    const head = this.head(`Not found · ${this.site.config.name}`, '', null, []);
    const makeProps = (): NotFoundProps => ({ site: this.siteProps, head });
    const page = this.page('NotFoundPage', '/404', makeProps);
    return { ...page, outputPath: urls.NOT_FOUND_OUTPUT };
  }

  private page(
    template: TemplateName,
    path: string,
    makeProps: Page['makeProps'],
    essay: Essay | null = null,
  ): Page {
    return { url: path, outputPath: urls.outputPathOf(path), template, essay, makeProps };
  }

  /** The script that counts outbound clicks, for a page that has such links. */
  private outboundScripts(hasOutboundLinks: boolean): ScriptProps[] {
    const endpoint = this.site.config.outboundEndpoint;
    if (!hasOutboundLinks || endpoint === null) return [];
    return [{ url: this.assetUrl('outbound'), data: { endpoint } }];
  }

  private head(
    title: string,
    description: string,
    path: string | null,
    scripts: readonly ScriptProps[],
    describe: Describe | null = null,
  ): HeadProps {
    const canonical = path === null ? null : urls.toAbsoluteUrl(this.site.urls, path);
    const described =
      describe === null || canonical === null
        ? { metas: [], links: [], jsonLd: null }
        : describe(this.site, { title, description, url: canonical });
    return {
      title,
      description,
      canonical,
      ...described,
      links: [...described.links, ...this.siteLinks],
      styleUrl: this.assetUrl('style'),
      scripts,
    };
  }

  private card(essay: EssaySummary): CardProps {
    return {
      url: this.url(urls.essayPath(essay.slug)),
      title: essay.title,
      excerpt: essay.excerpt,
      image: essay.image && toThumbnail(essay.image),
      formattedDate: essay.formattedDate,
      fullDate: essay.fullDate,
      isoDate: toIsoDate(essay),
      readTime: essay.readTime,
      tags: essay.tags,
      tagNumbers: essay.tags.map((tag) => this.tagNumbers.get(tag) ?? -1),
      draft: essay.draft,
    };
  }

  private listIcons(): LinkProps[] {
    return this.site.icons.map(({ path, ...rest }) => ({ ...rest, href: this.url(`/${path}`) }));
  }

  private listFeeds(): LinkProps[] {
    const title = titleOfFeeds(this.site.config);
    return FEED_FORMATS.map(({ path, mediaType: type, name }) => {
      return { rel: 'alternate', type, title: `${title} (${name})`, href: this.url(`/${path}`) };
    });
  }

  private url(sitePath: string): string {
    return urls.toUrl(this.site.urls, sitePath);
  }

  private assetUrl(name: string): string {
    const asset = this.parts.assets.find((each) => each.name === name);
    if (asset === undefined) throw new Error(`No client asset is named ${name}`);
    return this.url(`/${asset.outputPath}`);
  }
}

/** The title of an essay's page, with the author's name unless it would be cut off where it is shown. */
function titlePage(title: string, name: string): string {
  const named = `${title} · ${name}`;
  return named.length <= MAX_TITLE ? named : title;
}

function toThumbnail({ url, alt, width, height, thumbnail }: Picture): ImageProps {
  return { url, alt, width, height, ...thumbnail };
}

function toIsoDate(essay: EssaySummary): string {
  return new Date(essay.publishedTimestamp).toISOString();
}
