/**
 * The keys of pages: two pages with the same key have the same bytes. Pure.
 *
 * A key is the digest of this program, the templates and the page's props, or of what the props are
 * made from: an essay's file, by its digest, is not read for it.
 */
import { HIGHLIGHTER_VERSION } from '../content/code.ts';
import { digest } from '../content/fingerprint.ts';
import type { Essay } from '../site/essay.ts';
import type { SiteFrame } from './page-head.ts';
import type { Page, PageParts } from './pages.ts';

/** What all pages are made with. */
export interface PageBasis extends PageParts {
  /** The digest of this program. */
  readonly program: string;
  /** The digest of the templates' bundle. */
  readonly templates: string;
}

/** The key of an essay's page; the same that `planOutputs` gives it. */
export function keyOfEssayPage(page: Page, site: SiteFrame, made: PageBasis): string {
  return keyOfPage(page, keyOfSite(site, made));
}

/**
 * A page's key. An essay's props are made of its file, the site's settings, and the few things that
 * `deriveSite` gave it; to compare those costs a quarter of making the props.
 */
export function keyOfPage(page: Page, siteKey: string): string {
  const { essay, template } = page;
  const madeFrom = essay === null ? JSON.stringify(page.makeProps()) : describeOrigin(essay);
  return digest(siteKey + template + madeFrom);
}

/** All that essays' pages have in common. */
export function keyOfSite(
  { config, urls, icons }: SiteFrame,
  { program, templates, assets, cards }: PageBasis,
): string {
  const names = assets.map(({ name, outputPath }) => [name, outputPath]);
  const settings = [config, urls, icons, names, cards?.digest];
  return digest(JSON.stringify([program, HIGHLIGHTER_VERSION, templates, settings]));
}

/** All that an essay's texts come from, apart from the site's settings. */
export function describeOrigin(essay: Essay): string {
  const { source, digest, slug, publishedTimestamp, image, fills } = essay;
  return [source, digest, slug, publishedTimestamp].join('\n') + JSON.stringify([image, fills]);
}
