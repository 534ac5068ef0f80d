/**
 * Editions: a site in several languages has an edition for each, with its own list of essays, home page, tags and
 * feeds. This file says which essays an edition lists, and which pages are translations of each other. Pure.
 *
 * A site in one language has one edition, whose addresses have no prefix.
 */
import type { SiteConfig } from '../essays/config.ts';
import { replaceFrom } from '../problems/edits.ts';
import { groupBy } from '../problems/group-by.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import {
  askMeant,
  decodePercent,
  type FoldedWord,
  foldWords,
  type Stated,
  suggestFolded,
} from '../text/text.ts';
import type { SluggedEssay } from './slugs.ts';
import { trimPath } from './urls.ts';

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
export function listLanguages({
  language,
  prefix,
  languages,
}: EditionsConfig): readonly Pick<SiteConfig, 'language' | 'prefix'>[] {
  return [{ language, prefix }, ...languages];
}

/** Finds the essays and pages that are translations of each other; none for a site in one language. */
export function findTranslations(
  all: readonly SluggedEssay[],
  config: EditionsConfig,
): Translations {
  if (config.languages.length === 0) return { groups: [], problems: [] };
  const problems: Problem[] = [];
  const originals = new OriginalFinder(all);
  const originalOf = new Map<SluggedEssay, SluggedEssay>();
  for (const essay of all) {
    if (essay.translates === null) continue;
    const original = originals.find(essay.translates.value, essay);
    if (original === null) problems.push(translationUnknown(essay.translates, essay, originals));
    else originalOf.set(essay, original);
  }
  const groupOf = nameGroups(all, originalOf);
  const order = new Map(listLanguages(config).map(({ language }, at) => [language, at]));
  const grouped = groupBy(all, (essay) => groupOf.get(essay) ?? '');
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

/** Names the group of each essay. A translation of a translation joins the group of the original. */
function nameGroups(
  all: readonly SluggedEssay[],
  originalOf: ReadonlyMap<SluggedEssay, SluggedEssay>,
): ReadonlyMap<SluggedEssay, string> {
  const groupOf = new Map<SluggedEssay, string>();
  for (const essay of all) {
    const chain = new Set<SluggedEssay>();
    let last = essay;
    // Two essays may each claim to translate the other.
    while (!groupOf.has(last) && !chain.has(last)) {
      chain.add(last);
      last = originalOf.get(last) ?? last;
    }
    const group = groupOf.get(last) ?? nameGroup(last);
    for (const each of chain) groupOf.set(each, group);
  }
  return groupOf;
}

/** The name that an essay shares with its translations. An essay is never the translation of a page, or the reverse. */
function nameGroup({ translationKey, stem, page }: SluggedEssay): string {
  const kind = page === null ? 'essay' : 'page';
  return translationKey === null ? `${kind} ${stem}` : `${kind} key ${translationKey}`;
}

/** Each suggestion compares a name with all others. If more names than this are unknown, there is usually one cause. */
const MAX_SUGGESTED = 100;

/** Finds the essay or page that another one names as its original. */
class OriginalFinder {
  private readonly byName: ReadonlyMap<string, readonly SluggedEssay[]>;
  /** The number of suggestions asked for. */
  private suggested = 0;
  /** The names, folded once for all suggestions. */
  private folded: readonly FoldedWord[] | null = null;

  constructor(all: readonly SluggedEssay[]) {
    this.byName = groupBy(all, listNames);
  }

  /** Returns null for a name that no essay or page of another language has. */
  find(written: string, translation: SluggedEssay): SluggedEssay | null {
    const named = this.byName.get(foldName(written)) ?? [];
    return named.find((each) => mayTranslate(translation, each)) ?? null;
  }

  /** Suggests the name of a possible original that resembles an unknown name. */
  suggest(written: string, translation: SluggedEssay): string | null {
    if (this.suggested++ >= MAX_SUGGESTED) return null;
    this.folded ??= foldWords([...this.byName.keys()]);
    const meant = suggestFolded(written, this.folded);
    return meant !== null && this.find(meant, translation) !== null ? meant : null;
  }
}

/** True for two essays, or two pages, in different languages. */
function mayTranslate(translation: SluggedEssay, original: SluggedEssay): boolean {
  const isSameKind = (translation.page === null) === (original.page === null);
  return isSameKind && translation.edition !== original.edition;
}

/** The names by which `translates` may call an essay or page. */
function listNames({ path, stem, fileName, slug, address }: SluggedEssay): string[] {
  const file = path.replace(/^content\/(?:essays\/|pages\/)?/, '');
  const bare = stem.replace(/^content\/(?:essays\/|pages\/)?/, '');
  const names = [path, file, file.replace(/\.[^./]*$/, ''), bare, fileName, slug];
  return [...new Set([...names, decodePercent(address)].map(foldName))].filter(Boolean);
}

function foldName(name: string): string {
  return trimPath(`/${name.replace(/^\/+/, '')}`)
    .slice(1)
    .normalize();
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

function translationUnknown(
  { value, place }: Stated,
  translation: SluggedEssay,
  originals: OriginalFinder,
): Problem {
  const meant = originals.suggest(value, translation);
  const what = translation.page === null ? 'essay' : 'page';
  const message = `No ${what} in another language is called \`${value}\`, so \`translates\` is ignored`;
  const hint = askMeant(meant) ?? "Write the name of the original's file, such as `walking`.";
  const edits = replaceFrom(place, value, meant);
  return makeProblem('translation-unknown', place, message, hint, { edits, subject: value });
}

function translationTwice({ path, edition }: SluggedEssay, first: SluggedEssay): Problem {
  const message = `${first.path} is already the \`${edition}\` version of this text, so this one isn't linked`;
  const hint = 'If the texts are different, rename this file or give it another `translationKey`.';
  return makeProblem('translation-duplicate', wholeFile(path), message, hint);
}
