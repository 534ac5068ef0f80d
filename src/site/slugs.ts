/**
 * Slugs: derives them from titles or file names, and gives each essay and each tag one of its own. Pure.
 *
 * An essay's address depends on its slug alone, a page's on the path of its file.
 */
import type { SiteConfig } from '../essays/config.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import { HOME_ADDRESS } from '../essays/paths.ts';
import { replaceFrom } from '../problems/edits.ts';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems/problems.ts';
import { askMeant, type Stated, suggestWord } from '../text/text.ts';
import { isReserved } from './reserved-names.ts';
import {
  cutSlug,
  explainUnsafe,
  isPlainSlug,
  isSafeSlug,
  slugifyLetters,
  transliterate,
} from './scripts.ts';
import { encodePath, essayPath, pagePath, slugOfAddress, tagPagePath } from './urls.ts';

export interface SluggedEssay extends ParsedEssay {
  /** Empty if none could be assigned, which is then an error. For a page, its address without the leading slash. */
  readonly slug: string;
  /** Site path. */
  readonly address: string;
}

/** Letters that Unicode does not decompose into an ASCII letter and an accent, and their replacements. */
const UNFOLDED = 'ßæœøđðłþħı';
const FOLDED = ['ss', 'ae', 'oe', 'o', 'd', 'd', 'l', 'th', 'h', 'i'];

/**
 * Lower-cases a text, reduces accented letters to ASCII, drops apostrophes and turns each run of other
 * characters into one hyphen: `It’d Be Hilarious` → `itd-be-hilarious`. Empty where no ASCII letter or
 * digit is left.
 */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßæœøđðłþħı]/g, (letter) => FOLDED[UNFOLDED.indexOf(letter)] ?? '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'\u2018\u2019\u02bc]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** How slugs are derived: from the title or the file's name, as written or in Latin letters by the language. */
export type SlugRule = Pick<SiteConfig, 'slugs' | 'language'>;

/** Essays or pages with their addresses. */
export interface SlugResult {
  readonly value: readonly SluggedEssay[];
  readonly problems: readonly Problem[];
}

/** The addresses at which essays were published, by the essay's file. */
export type OwnAddresses = ReadonlyMap<string, readonly { readonly address: string }[]>;

/** An essay that states no slug, and the one that its title or its file's name gives. */
interface DerivedSlug {
  readonly essay: ParsedEssay;
  readonly base: string;
}

/**
 * Gives each essay its slug. Of several essays that derive the same slug, whatever its case, the oldest keeps
 * it and the next get "-2", "-3". An essay that has been published with such a number, or without one, keeps it,
 * whichever other essays come and go. Stated slugs come first.
 */
export function assignSlugs(
  newestFirst: readonly ParsedEssay[],
  rule: SlugRule,
  published: OwnAddresses = new Map(),
): SlugResult {
  const oldestFirst = newestFirst.toReversed();
  const table = new SlugTable();
  const stated = assignStated(oldestFirst, table);
  const unstated = oldestFirst
    .filter(({ statedSlug }) => statedSlug === null)
    .map((essay): DerivedSlug => ({ essay, base: deriveSlug(essay, rule) }));
  const empty = unstated.filter(({ base }) => base === '').map(({ essay }) => slugEmpty(essay));
  const derived = unstated.filter(({ base }) => base !== '');
  assignPublished(derived, published, table);
  const taken = assignDerived(derived, table);
  const value = newestFirst.map((essay): SluggedEssay => {
    const slug = table.slugOf(essay) ?? '';
    return { ...essay, slug, address: essayPath(slug) };
  });
  return { value, problems: [...stated, ...empty, ...taken] };
}

/** Slugs, and the essays that have them while slugs are assigned. */
class SlugTable {
  /** By slug, in lower case: many file systems, and some hosts, treat slugs that differ only in case as one. */
  private readonly owners = new Map<string, ParsedEssay>();
  private readonly slugs = new Map<ParsedEssay, string>();
  /** The number to try first for a slug that is taken: thousands of essays may share a title. */
  private readonly numbers = new Map<string, number>();

  ownerOf(slug: string): ParsedEssay | undefined {
    return this.owners.get(slug.toLowerCase());
  }

  slugOf(essay: ParsedEssay): string | undefined {
    return this.slugs.get(essay);
  }

  assign(slug: string, essay: ParsedEssay): void {
    this.owners.set(slug.toLowerCase(), essay);
    this.slugs.set(essay, slug);
  }

  /** Finds the first free slug of the forms `base-2`, `base-3` … */
  findNumbered(base: string): string {
    const key = base.toLowerCase();
    let number = this.numbers.get(key) ?? 2;
    while (this.owners.has(`${key}-${number}`)) number++;
    this.numbers.set(key, number + 1);
    return `${base}-${number}`;
  }
}

/** Assigns the slugs that essays state, and reports those that can't be used. */
function assignStated(oldestFirst: readonly ParsedEssay[], table: SlugTable): Problem[] {
  return oldestFirst.flatMap((essay) => {
    if (essay.statedSlug === null) return [];
    const { value, place } = essay.statedSlug;
    const slug = value.normalize();
    if (!isSafeSlug(slug)) return [slugInvalid(essay.statedSlug)];
    const owner = table.ownerOf(slug);
    if (owner !== undefined) return [slugDuplicate(slug, place, owner)];
    table.assign(slug, essay);
    return [];
  });
}

/** Assigns the slugs, with or without a number, that essays were published with. */
function assignPublished(
  derived: readonly DerivedSlug[],
  published: OwnAddresses,
  table: SlugTable,
): void {
  for (const { essay, base } of derived) {
    const kept = (published.get(essay.path) ?? [])
      .map(({ address }) => slugOfAddress(address) ?? '')
      .filter((slug) => slug.startsWith(base) && /^(-\d+)?$/.test(slug.slice(base.length)))
      .find((slug) => table.ownerOf(slug) === undefined);
    if (kept !== undefined) table.assign(kept, essay);
  }
}

/** Assigns the other slugs, and reports the stated ones that take the address of an older essay. */
function assignDerived(derived: readonly DerivedSlug[], table: SlugTable): Problem[] {
  return derived.flatMap(({ essay, base }) => {
    const first = avoidReserved(base);
    const owner = table.ownerOf(first);
    const slug = table.slugOf(essay) ?? (owner === undefined ? first : table.findNumbered(base));
    table.assign(slug, essay);
    const isOlder = owner !== undefined && essay.publishedTimestamp < owner.publishedTimestamp;
    return isOlder && owner.statedSlug ? [slugTaken(owner.statedSlug, essay, slug)] : [];
  });
}

/** Gives each page the address of its file; sorted by address. `templates` are those that pages can name. */
export function addressPages(
  pages: readonly ParsedEssay[],
  templates: readonly string[],
): SlugResult {
  const problems: Problem[] = [];
  const value = pages.map((page): SluggedEssay => {
    const path = (page.page ?? '').normalize();
    const isSafe = path === HOME_ADDRESS || isSafePath(path);
    if (!isSafe) problems.push(pathInvalid(page.path));
    const { template } = page;
    const isMissing = template !== null && !templates.includes(template.value);
    if (isMissing) problems.push(templateUnknown(template, templates));
    return {
      ...page,
      template: isMissing ? null : template,
      slug: isSafe ? path.slice(1) || 'index' : '',
      address: pagePath(path),
    };
  });
  return { value: value.sort((a, b) => (a.address < b.address ? -1 : 1)), problems };
}

/** The addresses of the pages of tags: the first to use a slug keeps it, and the next get "-2", "-3". */
export function addressTags(newestFirst: readonly ParsedEssay[]): Map<string, string> {
  const addresses = new Map<string, string>();
  const taken = new Set<string>();
  for (const tag of newestFirst.toReversed().flatMap(({ tags }) => tags)) {
    if (addresses.has(tag)) continue;
    const base = slugFromTag(tag);
    let slug = base === 'index' ? 'index-1' : base;
    for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
    taken.add(slug);
    addresses.set(tag, tagPagePath(encodePath(slug)));
  }
  return addresses;
}

/** The slug of a tag, which has any letters where it has no Latin ones. */
export function slugFromTag(tag: string): string {
  const letters = tag
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return cutSlug(slugify(tag)) || letters.slice(0, 50);
}

/** The slug that an essay with this title gets; empty where the title gives none. */
export function slugFromTitle(title: string, rule: SlugRule): string {
  return slugFromNames([title], rule);
}

function deriveSlug(essay: ParsedEssay, { slugs, language }: SlugRule): string {
  const rule = { slugs, language: essay.statedLanguage ?? language };
  const fileName = essay.fileName.replace(/\.html?$/i, '').normalize();
  if (!slugs.startsWith('file')) return slugFromNames([essay.plainTitle, fileName], rule);
  return isPlainSlug(fileName) ? fileName : slugFromNames([fileName, essay.plainTitle], rule);
}

/**
 * The slug of the first of these names that gives one. Latin letters come first, even those of the second name: they
 * made the addresses of sites before other scripts did.
 */
function slugFromNames(names: readonly string[], { slugs, language }: SlugRule): string {
  const isAscii = slugs.endsWith('ascii');
  const latin = (name: string) => slugify(isAscii ? transliterate(name, language) : name);
  for (const derive of [latin, slugifyLetters]) {
    for (const name of names) {
      const slug = cutSlug(derive(name));
      if (slug !== '') return slug;
    }
  }
  return '';
}

/** True for the site path of a page: each part of it is a slug. */
export function isSafePath(path: string): boolean {
  return path.startsWith('/') && path.slice(1).split('/').every(isSafeSlug);
}

/** Numbers a slug that hosts or Windows would misread: hosts read /blog/index as /blog/. */
function avoidReserved(slug: string): string {
  return slug === 'index' || isReserved(slug) ? slug.replace(/^[^.]+/, '$&-1') : slug;
}

function slugInvalid({ value: slug, place }: Stated): Problem {
  const suggestion = cutSlug(slugify(slug) || slugifyLetters(slug));
  const example = !isSafeSlug(suggestion) ? '' : `, such as \`${suggestion}\``;
  const message = `\`${slug}\` can't be a slug: ${explainUnsafe(slug)}`;
  const edits = isSafeSlug(suggestion) ? replaceFrom(place, slug, suggestion) : [];
  const hint = `Use letters, digits and hyphens${example}.`;
  return makeProblem('slug-invalid', place, message, hint, { edits, subject: slug });
}

function pathInvalid(path: string): Problem {
  const message = 'The path of this file cannot be the address of a page';
  const hint = 'Rename it or its folder: use letters, digits and hyphens. `/` is the home page.';
  return makeProblem('slug-invalid', wholeFile(path), message, hint);
}

function templateUnknown({ value, place }: Stated, templates: readonly string[]): Problem {
  const message = `There is no template \`templates/pages/${value}.tsx\``;
  const others = templates.length === 0 ? '' : `, or name another: ${templates.join(', ')}`;
  const hint = `Make the file, with a component as its default export${others}.`;
  const meant = suggestWord(value, templates);
  const details = { edits: replaceFrom(place, value, meant), subject: value };
  return makeProblem('template-unknown', place, message, askMeant(meant) ?? hint, details);
}

function slugDuplicate(slug: string, place: Place, owner: ParsedEssay): Problem {
  const differs = slug === owner.statedSlug?.value.normalize() ? '' : ' (only case differs)';
  const message = `The slug \`${slug}\` is used here and in ${owner.path}${differs}`;
  const edits = replaceFrom(place, slug, `${slug}-2`);
  return makeProblem('slug-duplicate', place, message, 'Change one of them.', {
    edits,
    subject: slug,
  });
}

function slugEmpty({ title, path }: ParsedEssay): Problem {
  const message = `Neither the title \`${title}\` nor the file's name gives a slug`;
  const hint = 'Add a line `slug: …` of letters, digits and hyphens to the front matter.';
  return makeProblem('slug-empty', wholeFile(path), message, hint);
}

function slugTaken({ value, place }: Stated, older: ParsedEssay, slug: string): Problem {
  const message = `This slug takes the address of the older ${older.path}, which moves to \`${slug}\``;
  const edits = replaceFrom(place, value, `${value}-2`);
  const hint = 'Choose another slug, or add one there.';
  return makeProblem('slug-taken', place, message, hint, { edits });
}
