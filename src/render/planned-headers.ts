/**
 * Site and client assets → the rules for hosts that are to be written, and the key of what they are
 * made from. Pure.
 *
 * What the templates bring along is known only when one page of each is rendered, so the text is
 * written then.
 */
import { listEmbedded } from '../content/embedded.ts';
import { isPublic } from '../site/claims.ts';
import type { Site } from '../site/site.ts';
import { renderHeaderRules } from './header-rules.ts';
import { listSpecimens, type Page, type PageParts } from './pages.ts';
import type { ClientAsset } from './templates.ts';

/** What of the rules for hosts the templates do not tell. */
export interface PlannedHeaders {
  /** Of all but templates and settings. */
  readonly key: string;
  /** To be looked through for what templates bring along. */
  readonly specimens: readonly Page[];
  /** The rules' text; `pages` are the specimens, rendered. */
  write(pages: readonly string[]): string;
}

/** The rules of a site; `own` is the author's file of them, and `published` the assets it publishes. */
export function planHeaders(
  site: Site,
  parts: PageParts,
  own: string,
  published: readonly ClientAsset[],
): PlannedHeaders {
  // Files of the author's among them do not bear their fingerprints.
  const isMixed = site.copies.some(
    ({ source, outputPath }) => isPublic(source) && outputPath.startsWith('assets/'),
  );
  const compiled = published.map(({ outputPath }) => `/${outputPath}`);
  const immutable = isMixed ? compiled : ['/assets/*'];
  return {
    key: JSON.stringify([own, site.embedded, immutable]),
    specimens: listSpecimens(site, parts),
    write(pages) {
      const embedded = [...site.embedded, ...pages.flatMap(listEmbedded)];
      return renderHeaderRules(site.config, site.urls, { own, embedded, immutable });
    },
  };
}
