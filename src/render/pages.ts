/**
 * Site → the pages to render, each with the props of its template.
 */
import type { Essay, EssaySummary, Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import type {
  AboutProps,
  CardProps,
  EssayProps,
  HeadProps,
  HomeProps,
  NotFoundProps,
  ScriptProps,
  SiteProps,
  TagProps,
} from './props.ts';
import type { ClientAsset, TemplateName } from './templates.ts';

/** One page: where it is published and what its template gets. */
export interface Page {
  /** Site path. */
  readonly url: string;
  readonly outputPath: string;
  readonly template: TemplateName;
  readonly props: HomeProps | EssayProps | AboutProps | NotFoundProps;
  /** The file whose text the page shows, or null. */
  readonly source: string | null;
}

/** All pages of the site: home, about, 404, and the essays, newest first. */
export function listPages(site: Site, assets: readonly ClientAsset[]): Page[] {
  const maker = new PageMaker(site, assets);
  return [maker.home(), maker.about(), maker.notFound(), ...site.essays.map((e) => maker.essay(e))];
}

class PageMaker {
  private readonly siteProps: SiteProps;
  private readonly tags: readonly TagProps[];
  private readonly tagNumbers: ReadonlyMap<string, number>;

  constructor(
    private readonly site: Site,
    private readonly assets: readonly ClientAsset[],
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
  }

  home(): Page {
    const { essays, config, year } = this.site;
    const data: Record<string, string> = config.readTagQuery ? { 'read-tag-query': '' } : {};
    const scripts = essays.length > 0 ? [{ url: this.assetUrl('home'), data }] : [];
    const title = `${config.title} · ${config.name}`;
    const description = config.description || config.intro;
    const props: HomeProps = {
      site: this.siteProps,
      head: this.head(title, description, urls.HOME_PATH, scripts),
      essays: essays.map((essay) => this.card(essay)),
      tags: this.tags,
      year,
    };
    return this.page('HomePage', urls.HOME_PATH, props, null);
  }

  essay(essay: Essay): Page {
    const path = urls.essayPath(essay.slug);
    const scripts = this.outboundScripts(essay.hasOutboundLinks);
    const { name } = this.site.config;
    const props: EssayProps = {
      site: this.siteProps,
      head: this.head(`${essay.title} · ${name}`, essay.excerpt, path, scripts),
      essay: {
        title: essay.title,
        author: essay.author,
        year: String(essay.year),
        isoDate: toIsoDate(essay),
        readTime: essay.readTime,
        tags: essay.tags.map((tag) => ({ name: tag, url: this.url(urls.tagPath(tag)) })),
        content: essay.content,
        plainText: essay.isPlainText,
        draft: essay.draft,
      },
    };
    return this.page('EssayPage', path, props, essay.source);
  }

  about(): Page {
    const { name, description } = this.site.config;
    const { content, hasOutboundLinks } = this.site.about;
    const scripts = this.outboundScripts(hasOutboundLinks);
    const head = this.head(`About · ${name}`, description, urls.ABOUT_PATH, scripts);
    const props: AboutProps = { site: this.siteProps, head, content };
    return this.page('AboutPage', urls.ABOUT_PATH, props, null);
  }

  notFound(): Page {
    const head = this.head(`Not found · ${this.site.config.name}`, '', null, []);
    const props: NotFoundProps = { site: this.siteProps, head };
    const page = this.page('NotFoundPage', '/404', props, null);
    return { ...page, outputPath: urls.NOT_FOUND_OUTPUT };
  }

  private page(
    template: TemplateName,
    path: string,
    props: Page['props'],
    source: string | null,
  ): Page {
    return { url: path, outputPath: urls.outputPathOf(path), template, props, source };
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
  ): HeadProps {
    const canonical = path === null ? null : urls.toAbsoluteUrl(this.site.urls, path);
    return { title, description, canonical, styleUrl: this.assetUrl('style'), scripts };
  }

  private card(essay: EssaySummary): CardProps {
    return {
      url: this.url(urls.essayPath(essay.slug)),
      title: essay.title,
      excerpt: essay.excerpt,
      image: essay.image,
      formattedDate: essay.formattedDate,
      isoDate: toIsoDate(essay),
      readTime: essay.readTime,
      tags: essay.tags,
      tagNumbers: essay.tags.map((tag) => this.tagNumbers.get(tag) ?? -1),
      draft: essay.draft,
    };
  }

  private url(sitePath: string): string {
    return urls.toUrl(this.site.urls, sitePath);
  }

  private assetUrl(name: string): string {
    const asset = this.assets.find((each) => each.name === name);
    if (asset === undefined) throw new Error(`No client asset is named ${name}`);
    return this.url(`/${asset.outputPath}`);
  }
}

function toIsoDate(essay: EssaySummary): string {
  return new Date(essay.publishedTimestamp).toISOString();
}
