/**
 * The newest essays → the feeds that are to be written, each with the key of what it is made from. Pure.
 *
 * No body is there yet when a feed is planned: whoever has them at hand writes it.
 */
import { digest } from '../content/fingerprint.ts';
import type { Essay } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import { toAbsoluteUrl } from '../site/urls.ts';
import { FEED_FORMATS, type Feed, makeFeed, selectForFeeds } from './feeds.ts';
import { describeOrigin } from './page-keys.ts';

/** What of a feed its own essays do not tell. */
export interface PlannedFeed {
  readonly path: string;
  readonly key: string;
  /** The essays that it holds, newest first. */
  readonly essays: readonly Essay[];
  /** The feed's text; `contents` are the HTML of the essays' bodies, with holes, in their order. */
  write(contents: readonly string[]): string;
}

/** The feeds of a site whose essays, newest first, begin with these. */
export function planFeeds(
  site: Pick<Site, 'config' | 'urls'>,
  newest: readonly Essay[],
  program: string,
): PlannedFeed[] {
  const essays = selectForFeeds(newest, site.config);
  const basis = JSON.stringify([program, site.config, site.urls]) + essays.map(describeOrigin);
  // One feed for all formats, made of the bodies that the first is given.
  let feed: Omit<Feed, 'feedUrl'> | null = null;
  return FEED_FORMATS.map(({ path, write }) => ({
    path,
    key: digest(path + basis),
    essays,
    write(contents) {
      feed ??= makeFeed(site, essays, contents);
      return write({ ...feed, feedUrl: toAbsoluteUrl(site.urls, `/${path}`) });
    },
  }));
}
