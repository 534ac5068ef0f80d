/**
 * Editions: a site in several languages has an edition for each, with its own list of essays, home page, tags and
 * feeds. This file says which essays an edition lists, and which pages are translations of each other. Pure.
 *
 * A site in one language has one edition, whose addresses have no prefix.
 */
import type { SiteConfig } from '../essays/config.ts';
import { groupBy } from '../problems/group-by.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import type { SluggedEssay } from './slugs.ts';

/** The settings that editions depend on, in the main language. */
export type EditionsConfig = Pick<SiteConfig, 'language' | 'untranslated' | 'prefix'> & {
  readonly languages: readonly Pick<SiteConfig, 'language' | 'prefix'>[];
};

/** A page in one of its languages. */
export interface Alternate {
  readonly language: string;
  /** Site path. */
  readonly address: string;
}

/** Each page in all of its languages, in the order of the editions, by the addresses of the page. */
export type Alternates = ReadonlyMap<string, readonly Alternate[]>;

/** The translations among essays and pages. */
export interface Translations {
  /** The groups of two or more translations, each in the order of the editions. */
  readonly groups: readonly (readonly SluggedEssay[])[];
  readonly problems: readonly Problem[];
}

/** The languages of a site: the main one, then the others in the author's order. */
export function listLanguages(
  config: EditionsConfig,
): readonly Pick<SiteConfig, 'language' | 'prefix'>[] {
  return [config, ...config.languages];
}

/** Finds the essays and pages that are translations of each other; none for a site in one language. */
export function findTranslations(
  all: readonly SluggedEssay[],
  config: EditionsConfig,
): Translations {
  if (config.languages.length === 0) return { groups: [], problems: [] };
  const problems: Problem[] = [];
  const order = new Map(listLanguages(config).map(({ language }, at) => [language, at]));
  const grouped = groupBy(all, nameGroup);
  const groups = Array.from(grouped.values(), (group) => {
    const byLanguage = groupBy(group, ({ edition }) => edition);
    // If all are in the same language, they have the same name only by chance.
    const same = byLanguage.size > 1 ? [...byLanguage.values()] : [];
    for (const [first, ...others] of same) {
      problems.push(...others.map((each) => translationTwice(each, first as SluggedEssay)));
    }
    const each = same.map(([first]) => first as SluggedEssay);
    return each.sort((a, b) => (order.get(a.edition) ?? 0) - (order.get(b.edition) ?? 0));
  });
  // An unlisted page is linked only where its author links to it.
  const listed = groups.map((group) => group.filter(({ unlisted }) => !unlisted));
  return { groups: listed.filter(({ length }) => length > 1), problems };
}

/** The name that an essay shares with its translations. An essay is never the translation of a page, or the reverse. */
function nameGroup({ translationKey, stem, page }: SluggedEssay): string {
  const kind = page === null ? 'essay' : 'page';
  return translationKey === null ? `${kind} ${stem}` : `${kind} key ${translationKey}`;
}

/** Lists the essays of each edition, newest first, by its language. */
export function listByEdition(
  essays: readonly SluggedEssay[],
  { groups }: Translations,
  config: EditionsConfig,
): ReadonlyMap<string, readonly SluggedEssay[]> {
  const translated = new Map(groups.flatMap((group) => group.map((each) => [each, group])));
  const isListed = (essay: SluggedEssay, language: string) => {
    if (essay.edition === language) return true;
    const isThere = translated.get(essay)?.some(({ edition }) => edition === language) ?? false;
    // Of several translations, the first stands for all of them.
    const isFirst = translated.get(essay)?.[0] === essay || !translated.has(essay);
    return config.untranslated === 'show' && !isThere && isFirst;
  };
  const languages = listLanguages(config).map(({ language }) => language);
  const all = essays.filter(({ unlisted }) => !unlisted);
  return new Map(
    languages.map((each) => [
      each,
      languages.length === 1 ? all : all.filter((essay) => isListed(essay, each)),
    ]),
  );
}

/**
 * Finds the pages that exist in several languages: translations, and pages that every edition has. `listings` are the
 * published pages of lists, each with its edition and what it lists.
 */
export function findAlternates(
  { groups }: Translations,
  listings: readonly (Alternate & { readonly name: string })[],
): Alternates {
  const written = groups.map((group) =>
    group.map(({ edition: language, address }): Alternate => ({ language, address })),
  );
  const made = Array.from(groupBy(listings, ({ name }) => name).values(), (group) =>
    group.map(({ language, address }): Alternate => ({ language, address })),
  );
  const several = [...written, ...made].filter(({ length }) => length > 1);
  return new Map(several.flatMap((group) => group.map(({ address }) => [address, group])));
}

function translationTwice({ path, edition }: SluggedEssay, first: SluggedEssay): Problem {
  const message = `${first.path} is already the \`${edition}\` version of this text, so this one isn't linked`;
  const hint = 'If the texts are different, rename this file or give it another `translationKey`.';
  return makeProblem('translation-duplicate', wholeFile(path), message, hint);
}
