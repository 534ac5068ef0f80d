/**
 * Site and templates → the plan of the output folder: every file's path, the key of what it is made from,
 * and how it is made.
 *
 * Two files with the same key have the same bytes, so a file whose key is that of the last build is not
 * made again. Whatever is published is planned here and nowhere else. Pure: bodies and variants of
 * pictures are asked for through the context.
 */
import { listEmbedded } from '../content/body.ts';
import { HIGHLIGHTER_VERSION } from '../content/code.ts';
import type { FileState } from '../content/file-state.ts';
import { digest } from '../content/fingerprint.ts';
import type { Variant } from '../content/images.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { Essay } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { makeSocialCard, type SocialCard } from './cards.ts';
import { FEED_FORMATS, makeFeed, selectForFeeds } from './feeds.ts';
import { renderHeaderRules } from './headers.ts';
import { listPages, listSpecimens, makeEssayPage, type Page, type PageParts } from './pages.ts';
import type { AboutProps, EssayProps } from './props.ts';
import {
  findPassedLimits,
  makeServiceFiles,
  renderRedirectLines,
  renderRedirectPage,
} from './service-files.ts';
import type { ClientAsset } from './templates.ts';

/** The contents of one output, or the author's file (from the site's root) that it is a copy of. */
export type Contents = string | Uint8Array | { readonly copyOf: string };

/** A file of the output folder that is to be there. */
export type Output = {
  /** Relative to the output folder. */
  readonly path: string;
  readonly key: string;
} & (
  | {
      /** Makes the contents; null where they cannot be made, which the context is told. */
      make(context: RenderContext): Contents | null;
    }
  /** A social card is drawn, several at a time; its errors are told as those of the essay's. */
  | { readonly card: SocialCard; readonly essay: Essay }
);

/** Everything that decides on outputs besides the site. */
export interface PlanContext extends PageParts {
  /** The digest of this program. */
  readonly program: string;
  /** The digest of the compiled templates. */
  readonly templates: string;
  /** The texts of the author's public/_redirects and public/_headers. */
  readonly ownRedirects: string;
  readonly ownHeaders: string;
  /** The state of an author's file. */
  stateOf(path: string): FileState;
}

/** The services of one build that outputs are made with. */
export interface RenderContext {
  /** Renders a page; null where its template throws. */
  render(page: Page, props: object): string | null;
  /** The HTML of an essay's body for its page and for feeds; null where its file has changed meanwhile. */
  readBody(essay: Essay, form: 'page' | 'feed'): string | null;
  highlight(html: string): string;
  readVariant(variant: Variant): Uint8Array;
}

/** Planned outputs, and problems of the plan as a whole. */
export interface OutputPlan {
  readonly value: readonly Output[];
  readonly problems: readonly Problem[];
}

/** Plans every file; a file of public/ that would take the place of a compiled one is a problem. */
export function planOutputs(site: Site, context: PlanContext): OutputPlan {
  const siteKey = keyOfSite(site, context);
  const cards = planCards(site, context);
  const assets = listUsedAssets(site, context.assets);
  const { redirects, redirectLines, config, urls: at } = site;
  const lines = renderRedirectLines(redirectLines, at, context.ownRedirects);
  const redirectKey = digest(JSON.stringify([context.program, at, config.language]));
  const value = [
    ...planFeeds(site, context),
    ...listPages(site, context).map((page) => planPage(page, siteKey)),
    ...cards,
    ...redirects.map((redirect): Output => {
      const make = () => renderRedirectPage(redirect, at, config.language);
      return { path: redirect.outputPath, key: `${redirectKey} ${redirect.to}`, make };
    }),
    planBytes(urls.REDIRECTS_OUTPUT, lines),
    planHeaders(site, siteKey, context, assets),
    ...makeServiceFiles(site, listTaken(site)).map(({ path, text }) => planBytes(path, text)),
    ...assets.map(({ outputPath, bytes }) => planBytes(outputPath, bytes)),
    ...site.copies.map(({ outputPath, source }): Output => {
      return { path: outputPath, key: context.stateOf(source), make: () => ({ copyOf: source }) };
    }),
    ...site.variants.map(({ outputPath, variant }): Output => {
      const make = ({ readVariant }: RenderContext) => readVariant(variant);
      return { path: outputPath, key: variant.hash, make };
    }),
  ];
  const compiled = [...context.assets.map(({ outputPath }) => outputPath)];
  for (const { path } of cards) compiled.push(path);
  const collisions = findAssetCollisions(site, new Set(compiled));
  return { value, problems: [...collisions, ...findPassedLimits(lines, value.length)] };
}

/** The plan of the last build, for a site of which only the texts of the `edited` essays are others. */
export function updatePlan(
  last: OutputPlan,
  site: Site,
  context: PlanContext,
  edited: ReadonlySet<string>,
): OutputPlan {
  const siteKey = keyOfSite(site, context);
  const pages = site.essays
    .filter(({ source }) => edited.has(source))
    .map((essay) => planPage(makeEssayPage(essay, site, context), siteKey));
  const renewed = new Map([...pages, ...planFeeds(site, context)].map((each) => [each.path, each]));
  return { ...last, value: last.value.map((output) => renewed.get(output.path) ?? output) };
}

function planBytes(path: string, bytes: Uint8Array | string): Output {
  return { path, key: digest(bytes), make: () => bytes };
}

/** The digest of everything that all pages have in common. */
function keyOfSite(
  { config, urls, icons }: Site,
  { program, templates, assets, cards }: PlanContext,
): string {
  const names = assets.map(({ name, outputPath }) => [name, outputPath]);
  const settings = [config, urls, icons, names, cards?.digest];
  return digest(JSON.stringify([program, HIGHLIGHTER_VERSION, templates, settings]));
}

/**
 * Plans a page. The key of an essay's page is not made of its props but of what they are made from: its
 * file, by its digest, and the few things that the site around it decides.
 */
function planPage(page: Page, siteKey: string): Output {
  const { essay, template, outputPath: path } = page;
  if (essay === null) {
    const props = page.makeProps();
    const make = (context: RenderContext) => context.render(page, highlightAbout(props, context));
    return { path, key: digest(siteKey + template + JSON.stringify(props)), make };
  }
  const make = (context: RenderContext) => {
    const content = context.readBody(essay, 'page');
    if (content === null) return null;
    const props = page.makeProps() as EssayProps;
    return context.render(page, { ...props, essay: { ...props.essay, content } });
  };
  return { path, key: digest(siteKey + template + describeOrigin(essay)), make };
}

/** The code of the biography is coloured as that of essays is. */
function highlightAbout(props: object, { highlight }: RenderContext): object {
  return 'content' in props
    ? { ...props, content: highlight((props as AboutProps).content) }
    : props;
}

/** Everything that an essay's texts come from, apart from the site's settings. */
function describeOrigin(essay: Essay): string {
  const { source, digest, slug, publishedTimestamp, image, fills } = essay;
  return [source, digest, slug, publishedTimestamp].join('\n') + JSON.stringify([image, fills]);
}

/** Plans the feeds, but for those whose places are taken by the author's own files. */
function planFeeds(site: Site, { program }: PlanContext): Output[] {
  const essays = selectForFeeds(site.essays, site.config);
  const origin = JSON.stringify([program, site.config, site.urls]) + essays.map(describeOrigin);
  const taken = listTaken(site);
  // One model for all formats.
  let feed: ReturnType<typeof makeFeed> | null = null;
  return FEED_FORMATS.filter(({ path }) => !taken.has(path)).map(({ path, write }) => ({
    path,
    key: digest(path + origin),
    make({ readBody }) {
      const contents = essays.map((essay) => readBody(essay, 'feed'));
      if (contents.includes(null)) return null;
      feed ??= makeFeed(site, essays, contents as string[]);
      return write({ ...feed, feedUrl: urls.toAbsoluteUrl(site.urls, `/${path}`) });
    },
  }));
}

/** Plans each card once, for the newest of the essays that share it. */
function planCards({ essays, config }: Site, { program, cards }: PlanContext): Output[] {
  const planned = new Map<string, Output>();
  for (const essay of essays) {
    const card = makeSocialCard(essay, config, cards);
    if (card === null || planned.has(card.outputPath)) continue;
    const key = digest(program + card.key);
    planned.set(card.outputPath, { path: card.outputPath, key, card, essay });
  }
  return [...planned.values()];
}

/** Plans `_headers`. One page of each template is rendered for it, to see what templates bring along. */
function planHeaders(
  site: Site,
  siteKey: string,
  context: PlanContext,
  assets: readonly ClientAsset[],
): Output {
  const own = context.ownHeaders;
  // Files of the author's in the folder of assets do not bear their fingerprints.
  const isMixed = site.copies.some(
    ({ source, outputPath }) => urls.isPublic(source) && outputPath.startsWith('assets/'),
  );
  const immutable = isMixed ? assets.map(({ outputPath }) => `/${outputPath}`) : ['/assets/*'];
  const make = ({ render }: RenderContext) => {
    const specimens = listSpecimens(site, context);
    const pages = specimens.map((page) => render(page, page.makeProps()) ?? '');
    const embedded = [...site.embedded, ...pages.flatMap(listEmbedded)];
    return renderHeaderRules(site.config, site.urls, { own, embedded, immutable });
  };
  const key = digest(siteKey + JSON.stringify([own, site.embedded, immutable]));
  return { path: urls.HEADERS_OUTPUT, key, make };
}

/** What stands at the top of the output folder, in small letters: files of the author's, and folders. */
function listTaken({ copies, redirects }: Site): ReadonlySet<string> {
  const paths = [...copies, ...redirects].map(({ outputPath }) => outputPath);
  return new Set(paths.map((path) => path.toLowerCase().replace(/\/.*/s, '')));
}

/** Files of public/ that would take the place of a compiled asset or of a card. */
function findAssetCollisions(site: Site, compiled: ReadonlySet<string>): Problem[] {
  return site.copies
    .filter(({ outputPath }) => compiled.has(outputPath))
    .map(({ outputPath, source }) => {
      const message = `out/${outputPath} is compiled from the templates as well`;
      return makeProblem('output-collision', wholeFile(source), message, 'Give it another name.');
    });
}

/** The client assets without the scripts that no page loads. */
function listUsedAssets(site: Site, assets: readonly ClientAsset[]): readonly ClientAsset[] {
  const hasOutbound =
    site.config.analytics.outbound !== null &&
    [site.about, ...site.essays].some((page) => page.hasOutboundLinks);
  const unused = new Set<string>();
  if (!hasOutbound) unused.add('outbound');
  if (site.essays.length === 0) unused.add('home');
  return assets.filter(({ name }) => !unused.has(name));
}
