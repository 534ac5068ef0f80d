/**
 * Site → the pages to render, each with what its template gets.
 *
 * Props are made when they are asked for, so that those of ten thousand pages are never there at once.
 */
import type { Essay } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { type CardTemplate, makeSocialCard, pictureOf } from './cards.ts';
import type { TemplateName } from './compiler.ts';
import { makeArticleProps, makeCardProps } from './essay-props.ts';
import {
  type Describe,
  type HeadBasis,
  homeScripts,
  makeHead,
  makeHeadBasis,
  outboundScripts,
  type SiteFrame,
} from './page-head.ts';
import type {
  AboutProps,
  EssayProps,
  HomeProps,
  NotFoundProps,
  SiteProps,
  TagProps,
} from './props.ts';
import * as social from './social-head.ts';
import type { ClientAsset } from './templates.ts';

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

/** What pages are told of besides the site. */
export interface PageParts {
  readonly assets: readonly ClientAsset[];
  /** What social cards are made with; null for a site without them. */
  readonly cards: CardTemplate | null;
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

class PageMaker {
  private readonly siteProps: SiteProps;
  private readonly tags: readonly TagProps[];
  private readonly tagNumbers: ReadonlyMap<string, number>;
  private readonly headBasis: HeadBasis;

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
      homeUrl: urls.toUrl(site.urls, urls.HOME_PATH),
      aboutUrl: urls.toUrl(site.urls, urls.ABOUT_PATH),
    };
    this.tags = site.tags.map((tag, number) => ({ ...tag, number }));
    this.tagNumbers = new Map(this.tags.map(({ name, number }) => [name, number]));
    this.headBasis = makeHeadBasis(site, parts.assets);
  }

  home(): Page {
    const { essays, config, urls: at, year } = this.site;
    const scripts = homeScripts(this.headBasis, essays.length > 0);
    const title = `${config.title} · ${config.name}`;
    const description = config.description || config.intro;
    const text = { title, description, path: urls.HOME_PATH };
    const makeProps = (): HomeProps => ({
      site: this.siteProps,
      head: makeHead(this.headBasis, text, scripts, social.describeHome),
      essays: essays.map((essay) => makeCardProps(essay, at, this.tagNumbers)),
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
    const { config, urls: at } = this.site;
    const scripts = outboundScripts(this.headBasis, essay.hasOutboundLinks);
    const card = makeSocialCard(essay, config, this.parts.cards);
    const picture = card && pictureOf(card, at, essay.title);
    const describe: Describe = (site, page) => social.describeEssay(site, essay, page, picture);
    const title = titlePage(essay.title, config.name);
    const text = { title, description: essay.excerpt, path };
    return {
      site: this.siteProps,
      head: makeHead(this.headBasis, text, scripts, describe),
      essay: makeArticleProps(essay, at),
    };
  }

  about(): Page {
    const { name, description } = this.site.config;
    const { content, hasOutboundLinks } = this.site.about;
    const scripts = outboundScripts(this.headBasis, hasOutboundLinks);
    const text = { title: `About · ${name}`, description, path: urls.ABOUT_PATH };
    const head = makeHead(this.headBasis, text, scripts, social.describeAbout);
    const makeProps = (): AboutProps => ({ site: this.siteProps, head, content });
    return this.page('AboutPage', urls.ABOUT_PATH, makeProps);
  }

  notFound(): Page {
    const text = { title: `Not found · ${this.site.config.name}`, description: '', path: null };
    const head = makeHead(this.headBasis, text, [], null);
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
}

/** The title of an essay's page, with the author's name unless it would be cut off where it is shown. */
function titlePage(title: string, name: string): string {
  const named = `${title} · ${name}`;
  return named.length <= MAX_TITLE ? named : title;
}
