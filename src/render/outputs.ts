/**
 * Site and templates → the plan of the output folder: for every file its path, a key, and a function that
 * makes its contents. Pure: bodies come from the RenderContext.
 *
 * This is the room's entry: the build plans all published files here, renders those whose key is new, and writes them.
 * A key is a digest of everything that the contents are made from. Other rooms may also import the lists of feeds and
 * of service files, cards, and root links.
 */
import { join } from 'node:path';
import { PUBLIC_FOLDER } from '../essays/paths.ts';
import type { FileState } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import { HIGHLIGHTER_VERSION } from '../markdown/code.ts';
import type { PartsUse } from '../markdown/fill-parts.ts';
import type { Root } from '../markdown/tree.ts';
import { isGone } from '../site/redirect-rules.ts';
import type { Essay } from '../site/resolved-essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import { listEmbedded } from './embedded-sources.ts';
import { listFeeds, writeFeed } from './feeds.ts';
import { renderHeaderRules, renderRedirectLines } from './host-files.ts';
import { findAboutAddress } from './language-links.ts';
import { once } from './once.ts';
import { type CompleteBody, makePages, type Page } from './pages.ts';
import { renderRedirectPage } from './redirect-pages.ts';
import { makeServiceFiles } from './service-files.ts';
import { makeEssayCard, makePageCard, type SocialCard } from './social-cards.ts';

/** The contents of an output, or the file (absolute) that it is a copy of. */
export type Contents = string | Uint8Array | { readonly copyOf: string };

/** A planned file of the output folder. */
export type Output = {
  /** Relative to the output folder. */
  readonly path: string;
  readonly key: string;
} & (
  | {
      /** Returns the contents; null on a failure, which the context has recorded. */
      make(context: RenderContext): Contents | null;
    }
  /** A social card, drawn in parallel with other cards. Its errors are reported for `page`. */
  | { readonly card: SocialCard; readonly page: string }
);

/** Everything besides the site that outputs depend on. */
export interface PlanContext {
  /** The folders of the site and of the cache, absolute. */
  readonly root: string;
  readonly cacheDir: string;
  /** The digest of this program. */
  readonly program: string;
  readonly templates: PreparedTemplates;
  /** The text of the author's public/_redirects; empty if there is none. */
  readonly ownRedirects: string;
  /** The text of the author's public/_headers; empty if there is none. */
  readonly ownHeaders: string;
  /** True to write the pages that only GitHub Pages needs. */
  readonly isForGitHub: boolean;
  /** The state of an author's file. */
  stateOf(path: string): FileState;
}

/** What the build provides to make outputs with. */
export interface RenderContext {
  /** Renders a page; null if its template throws. */
  render(page: Page, props: object): string | null;
  /** The body of an essay or page, with complete HTML; null if its file has changed, or a component throws. */
  completeBody(essay: Essay, form: PartsUse['form']): CompleteBody | null;
  /** The HTML of a page that this build or an earlier one has made; null if there is none. */
  readPage(path: string): string | null;
  /** Parses HTML. */
  toTree(html: string): Root;
}

/** Plans every file of the output folder. */
export function planOutputs(site: Site, context: PlanContext): Output[] {
  const siteKey = digestShared(site, context);
  const listed = makePages(site, context.templates);
  const pages = listed.map((page) => planPage(page, siteKey, site));
  return [
    ...planFeeds(site, context),
    ...pages,
    ...planCards(site, context),
    ...planRedirects(site, pages, context),
    planBytes(urls.REDIRECTS_OUTPUT, renderRedirectLines(site, context.ownRedirects)),
    planHeaders(site, listed, siteKey, context),
    ...makeServiceFiles(site, context.templates.palette).map(({ path, text }) =>
      planBytes(path, text),
    ),
    ...context.templates.assets.map(({ outputPath, bytes }) => planBytes(outputPath, bytes)),
    ...site.copies.map(({ outputPath, source }) =>
      planCopy(outputPath, context.stateOf(source), join(context.root, source)),
    ),
    ...site.variants.map(({ outputPath, variant }) =>
      planCopy(outputPath, variant.hash, join(context.cacheDir, 'pictures', variant.file)),
    ),
  ];
}

/**
 * Plans the pages that redirect, each in the language of its target. An address listed in `gone` gets the 404
 * page, which is one of `pages`.
 */
function planRedirects(
  site: Site,
  pages: readonly Output[],
  { program, isForGitHub }: PlanContext,
): Output[] {
  const { urls: at, editions, redirects, otherEndings } = site;
  const all = isForGitHub ? [...redirects, ...otherEndings] : redirects;
  const languages = editions.map(({ config }) => {
    const { prefix, language, texts } = config;
    const notFoundPath = urls.editionOutput(prefix, urls.NOT_FOUND_OUTPUT);
    const notFound = pages.find(({ path }) => path === notFoundPath);
    return {
      config,
      prefix,
      notFound,
      key: digest(JSON.stringify([program, at, language, texts])),
    };
  });
  // The main language comes first; its prefix is empty.
  const languageAt = (address: string) =>
    languages.findLast(({ prefix }) => `${address}/`.startsWith(`${prefix}/`));
  return all.flatMap((redirect): Output | [] => {
    const { outputPath: path, to } = redirect;
    const { config, notFound, key } = languageAt(to) ?? languages[0] ?? {};
    if (config === undefined || notFound === undefined) return [];
    if (isGone(redirect)) return { ...notFound, path };
    return { path, key: `${key} ${to}`, make: () => renderRedirectPage(redirect, config, at) };
  });
}

/** Updates the last plan for a site in which only the texts of the `edited` essays have changed. */
export function updatePlan(
  last: readonly Output[],
  site: Site,
  context: PlanContext,
  edited: ReadonlySet<string>,
): Output[] {
  const siteKey = digestShared(site, context);
  const listed = makePages(site, context.templates);
  const changed = listed.filter(({ shown }) => shown.some(({ source }) => edited.has(source)));
  const hasComponents = changed.some(({ shown }) => shown.some((each) => each.hasComponents));
  const headers = hasComponents ? [planHeaders(site, listed, siteKey, context)] : [];
  const pages = changed.map((page) => planPage(page, siteKey, site));
  const outputs = [...pages, ...planFeeds(site, context), ...headers];
  const renewed = new Map(outputs.map((each) => [each.path, each]));
  return last.map((output) => renewed.get(output.path) ?? output);
}

function planBytes(path: string, bytes: Uint8Array | string): Output {
  return { path, key: digest(bytes), make: () => bytes };
}

function planCopy(path: string, key: string, file: string): Output {
  return { path, key, make: () => ({ copyOf: file }) };
}

/** The digest of everything that all pages depend on. */
function digestShared(
  { editions, urls, isPreview, icons, logo, year }: Site,
  { program, templates }: PlanContext,
): string {
  return digest(
    JSON.stringify([
      [program, HIGHLIGHTER_VERSION, templates.digest, templates.card?.digest],
      templates.assets.map(({ name, outputPath }) => [name, outputPath]),
      editions.map(({ config, words }) => [config, words]),
      editions.map(({ menus, pages }) => [menus, findAboutAddress(pages)]),
      [urls, isPreview, icons, logo, year],
    ]),
  );
}

/**
 * Plans a page. Its key is a digest of what its props are made from: the file of its body, by its digest, the few
 * facts that depend on the rest of the site, and the essays that it shows. It is computed on demand, so that a page
 * that a browser is waiting for does not wait for all other keys.
 */
function planPage(page: Page, siteKey: string, { alternates }: Pick<Site, 'alternates'>): Output {
  const { url, template, shown, embedded, others } = page;
  const findKey = once(() => {
    const essay = shown.map(describeOrigin).join('\n');
    const same = alternates.get(url);
    const listed = same === undefined ? others() : others() + JSON.stringify(same);
    return digest(siteKey + template + essay + listed);
  });
  // The 404 page is also at every gone address; it is rendered once for all of them.
  let notFound: string | null = null;
  return {
    path: urls.outputPathOf(url),
    get key() {
      return findKey();
    },
    make({ completeBody, render }) {
      if (notFound !== null) return notFound;
      const bodies = shown.map((each) => {
        return completeBody(each, embedded?.has(each.source) ? 'embedded' : 'page');
      });
      if (!bodies.every((body) => body !== null)) return null;
      const html = render(page, page.makeProps(bodies));
      if (template === 'NotFoundPage') notFound = html;
      return html;
    },
  };
}

/** Describes what an essay's page and feed items are both made from, apart from the site's settings. */
function describeOrigin(essay: Essay): string {
  const { source, digest, address, publishedTimestamp, mark, image, enclosure, fills } = essay;
  return (
    [source, digest, address, publishedTimestamp, mark].join('\n') +
    JSON.stringify([image, enclosure, fills])
  );
}

/** Plans the feeds, except those that the author's own files replace. */
function planFeeds(site: Site, { program, templates }: PlanContext): Output[] {
  const feeds = listFeeds(site).filter(({ path }) => site.services.has(path));
  const style = templates.assets.find(({ name }) => name === 'feed');
  const stylePath = `/${style?.outputPath}`;
  return feeds.map((feed): Output => {
    const { path, title, essays, names, config, aboutAddress } = feed;
    const components = essays.some(({ hasComponents }) => hasComponents) ? templates.digest : '';
    const settings = [config, site.urls, site.icons, stylePath];
    const shared = JSON.stringify([program, settings, components, title, aboutAddress, names]);
    return {
      path,
      key: digest(path + shared + essays.map(describeOrigin)),
      make({ completeBody }) {
        const bodies = essays.map((essay) => completeBody(essay, 'feed'));
        if (!bodies.every((body) => body !== null)) return null;
        const contents = bodies.map(({ html }) => html);
        return writeFeed(site, feed, contents, stylePath);
      },
    };
  });
}

/** Plans the social cards. Essays with equal cards share one, planned for the newest of them. */
function planCards(site: Site, { program, templates }: PlanContext): Output[] {
  const planned = new Map<string, Output>();
  const plan = (card: SocialCard | null, page: string) => {
    if (card === null || planned.has(card.outputPath)) return;
    const { outputPath: path } = card;
    planned.set(path, { path, key: digest(program + path), card, page });
  };
  for (const { config, pages } of site.editions) {
    const inLanguage = site.essays.filter(({ edition }) => edition === config.language);
    const others = pages.filter(({ kind }) => kind !== 'about');
    for (const essay of [...inLanguage, ...others]) {
      const page = `${essay.address} (${essay.source})`;
      plan(makeEssayCard(essay, config, templates.card), page);
    }
    plan(makePageCard('home', config, templates.card), config.prefix + urls.HOME_PATH);
    const about = pages.find(({ kind }) => kind === 'about');
    if (about) plan(makePageCard('about', config, templates.card), about.address);
  }
  return [...planned.values()];
}

/** Plans `_headers`, whose policy allows what bodies, templates and components of shortcodes embed. */
function planHeaders(
  site: Site,
  pages: readonly Page[],
  siteKey: string,
  { ownHeaders, templates }: PlanContext,
): Output {
  const withShortcodes = [...site.essays, ...site.pages, ...site.insets].filter(
    ({ hasComponents }) => hasComponents,
  );
  const ownPages = pages.filter(({ template }) => template.startsWith('pages/'));
  // The scripts of the program's templates are in the head. For each of the site's own templates, one page
  // is checked, as is every page that uses a component or has a template to itself.
  const looked = pages.filter(({ template }) => templates.hasOwn || template === 'NotFoundPage');
  const first = new Map(looked.toReversed().map(({ template, url }) => [template, url]));
  const others = [
    ...withShortcodes.map(({ address }) => address),
    ...ownPages.map(({ url }) => url),
  ];
  const specimens = [...new Set([...first.values(), ...others])];
  // The author's own files in the folder of assets have no fingerprints in their names.
  const isMixed = site.copies.some(({ source }) =>
    source.startsWith(`${PUBLIC_FOLDER}/${urls.ASSETS_FOLDER}/`),
  );
  const assets = templates.assets.map(({ outputPath }) => `/${outputPath}`);
  const immutable = isMixed ? assets : [`/${urls.ASSETS_FOLDER}/*`];
  const make = ({ readPage, toTree }: RenderContext) => {
    const pages = specimens.map((url) => readPage(urls.outputPathOf(url)));
    const inPages = pages.flatMap((page) => listEmbedded(toTree(page ?? '')));
    const embedded = [...site.embedded, ...inPages];
    return renderHeaderRules(site, ownHeaders, embedded, immutable);
  };
  const keys = ownPages.map((page) => planPage(page, '', site).key);
  const origins = [...withShortcodes.map(describeOrigin), ...keys];
  const parts = [ownHeaders, site.embedded, immutable, origins];
  const key = digest(siteKey + JSON.stringify(parts));
  return { path: urls.HEADERS_OUTPUT, key, make };
}
