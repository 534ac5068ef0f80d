/**
 * Index, the third step: gathers the redirects of a site, and indexes everything that its links can lead to. Pure.
 */
import type { SiteConfig } from '../essays/config.ts';
import type { Problem } from '../problems/problems.ts';
import type { Addressed } from './addressed.ts';
import { indexLinks, type Linkable, type LinkableFiles, type LinkIndex } from './link-index.ts';
import { followMoves, gatherRules, type RedirectRule } from './redirects.ts';
import { listRenamed } from './traces.ts';
import { HOME_PATH, type SiteUrls } from './urls.ts';

/** The index of a site's links, and the redirects that it knows. */
export interface Indexed {
  readonly index: LinkIndex;
  /** The redirects that the author states, in site.yaml and in essays. */
  readonly statedRules: readonly RedirectRule[];
  /** These, and those from former addresses to the present ones. */
  readonly rules: readonly RedirectRule[];
  readonly problems: readonly Problem[];
}

/** Indexes a site whose essays and pages have their addresses. It is published at `urls`. */
export function indexSite(
  addressed: Addressed,
  config: SiteConfig,
  linkable: LinkableFiles & Pick<Linkable, 'heldBack'>,
  urls: SiteUrls,
): Indexed {
  const { all: essays, translations, editions, listings, traces } = addressed;
  const stated = gatherRules(config, essays);
  const rules = [...stated.value, ...followMoves(traces, essays, stated.value, config)];
  const homes = editions.map(({ prefix }) => prefix + HOME_PATH);
  const tagPages = editions.flatMap(({ tagAddresses }) => [...(tagAddresses?.values() ?? [])]);
  const renamed = listRenamed(traces);
  return {
    index: indexLinks({
      config,
      urls,
      files: linkable,
      heldBack: linkable.heldBack,
      essays,
      translations,
      listings: [...homes, ...listings],
      tagPages,
      rules,
      renamed,
    }),
    statedRules: stated.value,
    rules,
    problems: stated.problems,
  };
}
