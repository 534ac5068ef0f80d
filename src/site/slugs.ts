/**
 * Slugs: derives them from titles or file names, and gives each essay and each tag one of its own. Pure.
 *
 * An essay's address depends on its slug and on the form that `permalinks.ts` reads, a page's on the path of its file.
 */
import type { SiteConfig } from '../essays/config.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import { replaceFrom } from '../problems/edits.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { decodePercent, type Stated } from '../text/text.ts';
import { isReserved } from './reserved-names.ts';
import { cutSlug, isPlainSlug, isSafeSlug, slugifyLetters, transliterate } from './slug-letters.ts';
import {
  addressKey,
  ESSAY_PATTERN,
  encodePath,
  essayPath,
  pagePartOf,
  slugOfAddress,
  tagPagePath,
  trimPath,
} from './urls.ts';

export interface SluggedEssay extends ParsedEssay {
  /** Empty if none could be assigned, which is then an error. For a page, its address without the leading slash. */
  readonly slug: string;
  /** Site path. */
  readonly address: string;
}

/** A slug of ASCII letters and digits; other letters become hyphens: `It’d Be Hilarious` → `itd-be-hilarious`. */
export function slugify(text: string, language = ''): string {
  return slugifyLetters(text, language)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** How slugs are derived: from the title or the file's name, as written or in Latin letters by the language. */
export type SlugRule = Pick<SiteConfig, 'slugs' | 'language'>;

/** Essays or pages with their addresses. */
export interface SlugResult {
  readonly value: readonly SluggedEssay[];
  readonly problems: readonly Problem[];
}

/** The addresses at which essays were published, by the essay's file. */
export type AddressesByFile = ReadonlyMap<string, readonly { readonly address: string }[]>;

/** The facts about an essay that its address can contain. */
export type PlacedEssay = Pick<
  ParsedEssay,
  | 'path'
  | 'stem'
  | 'fileName'
  | 'title'
  | 'statedSlug'
  | 'categories'
  | 'tags'
  | 'publishedTimestamp'
  | 'edition'
>;

/** How essays' addresses are made from their slugs. */
export interface AddressForm {
  /** With placeholders, as site.yaml states it. */
  readonly pattern: string;
  /** True if the essay's address contains the file's name instead of the slug. */
  isFromFile(essay: Pick<PlacedEssay, 'edition'>): boolean;
  addressOf(essay: PlacedEssay, slug: string): string;
  /** The address that the essay's front matter states; null for none. */
  statedAddress(essay: ParsedEssay, slug: string): Stated | null;
  /** The slug in an address of this form, however it ends; null for an address of another form. */
  slugIn(essay: PlacedEssay, address: string): string | null;
}

/** The form of addresses without a `permalink`. */
export const DEFAULT_FORM: AddressForm = {
  pattern: ESSAY_PATTERN,
  isFromFile: () => false,
  statedAddress: () => null,
  addressOf: (_, slug) => essayPath(slug),
  slugIn: (_, address) => slugOfAddress(trimPath(address)),
};

/** Derives the slug of an essay that states none; empty if nothing in the essay gives a slug. */
type DeriveSlug = (essay: ParsedEssay) => string;

/** An essay that states no slug, and the one that its title or its file's name gives. */
interface DerivedSlug {
  readonly essay: ParsedEssay;
  readonly base: string;
}

/**
 * Gives each essay its slug. If several essays would get the same address, ignoring case, the oldest gets it and the
 * slugs of the next get "-2", "-3". An essay that has been published with such a number, or without one, keeps it,
 * whichever other essays come and go. Stated addresses and slugs come first.
 */
export function assignSlugs(
  newestFirst: readonly ParsedEssay[],
  rule: SlugRule,
  recorded: AddressesByFile,
  form: AddressForm,
): SlugResult {
  const oldestFirst = newestFirst.toReversed();
  const table = new SlugTable(form);
  const derive: DeriveSlug = (essay) =>
    deriveSlug(essay, form.isFromFile(essay) ? takeFileNames(rule) : rule);
  const withAddress = assignStatedAddresses(oldestFirst, derive, table);
  const others = oldestFirst.filter((essay) => !withAddress.essays.has(essay));
  const duplicates = assignStatedSlugs(others, table);
  const unstated = others
    .filter(({ statedSlug }) => statedSlug === null)
    .map((essay): DerivedSlug => ({ essay, base: derive(essay) }));
  const empty = unstated.filter(({ base }) => base === '').map(({ essay }) => slugEmpty(essay));
  const derived = unstated.filter(({ base }) => base !== '');
  assignRecorded(derived, recorded, table);
  assignDerived(derived, table);
  const value = newestFirst.map((essay): SluggedEssay => {
    const place = table.placeOf(essay) ?? { slug: '', address: form.addressOf(essay, '') };
    return { ...essay, ...place };
  });
  return { value, problems: [...withAddress.problems, ...duplicates, ...empty] };
}

/** The slugs and addresses of essays while they are assigned. */
class SlugTable {
  /** By the key of the address: many file systems, and some hosts, treat addresses that differ only in case as one. */
  private readonly owners = new Map<string, ParsedEssay>();
  private readonly places = new Map<ParsedEssay, Pick<SluggedEssay, 'slug' | 'address'>>();
  /** The number to try first for a slug that is taken: thousands of essays may share a title. */
  private readonly numbers = new Map<string, number>();

  readonly form: AddressForm;

  /** `form` is that of the addresses. */
  constructor(form: AddressForm) {
    this.form = form;
  }

  /** The essay that has an address, or the one that this slug would give to an essay. */
  ownerOf(slug: string, essay: ParsedEssay, address = this.form.addressOf(essay, slug)) {
    return this.owners.get(addressKey(address));
  }

  /** The slug and the address that an essay has got. */
  placeOf(essay: ParsedEssay): Pick<SluggedEssay, 'slug' | 'address'> | undefined {
    return this.places.get(essay);
  }

  assign(slug: string, essay: ParsedEssay, address = this.form.addressOf(essay, slug)): void {
    this.owners.set(addressKey(address), essay);
    this.places.set(essay, { slug, address });
  }

  /** Finds the first free slug of the forms `base-2`, `base-3` … */
  findNumbered(base: string, essay: ParsedEssay): string {
    const key = addressKey(this.form.addressOf(essay, base));
    let number = this.numbers.get(key) ?? 2;
    while (this.ownerOf(`${base}-${number}`, essay) !== undefined) number++;
    this.numbers.set(key, number + 1);
    return `${base}-${number}`;
  }
}

/** Essays that state their addresses, and the problems of those that can't have them. */
interface StatedAddressResult {
  readonly essays: ReadonlySet<ParsedEssay>;
  readonly problems: readonly Problem[];
}

/** Assigns the addresses that essays state. */
function assignStatedAddresses(
  oldestFirst: readonly ParsedEssay[],
  derive: DeriveSlug,
  table: SlugTable,
): StatedAddressResult {
  const essays = new Set<ParsedEssay>();
  const problems: Problem[] = [];
  for (const essay of oldestFirst) {
    if (essay.permalinks.length === 0) continue;
    const slug = essay.statedSlug?.value.normalize() ?? derive(essay);
    const stated = table.form.statedAddress(essay, slug);
    if (stated === null) continue;
    essays.add(essay);
    const owner = table.ownerOf(slug, essay, stated.value);
    if (owner !== undefined) problems.push(slugDuplicate(stated, owner));
    else table.assign(slug || pagePartOf(stated.value), essay, stated.value);
  }
  return { essays, problems };
}

/** Assigns the slugs that essays state, and reports those that can't be used. */
function assignStatedSlugs(oldestFirst: readonly ParsedEssay[], table: SlugTable): Problem[] {
  return oldestFirst.flatMap((essay) => {
    if (essay.statedSlug === null) return [];
    const slug = essay.statedSlug.value.normalize();
    if (!isSafeSlug(slug)) return [slugInvalid(essay.statedSlug)];
    const owner = table.ownerOf(slug, essay);
    if (owner !== undefined) return [slugDuplicate(essay.statedSlug, owner)];
    table.assign(slug, essay);
    return [];
  });
}

/** Assigns the slugs, with or without a number, that essays were published with. */
function assignRecorded(
  derived: readonly DerivedSlug[],
  recorded: AddressesByFile,
  table: SlugTable,
): void {
  for (const { essay, base } of derived) {
    const slug = (recorded.get(essay.path) ?? [])
      .map(({ address }) => table.form.slugIn(essay, address) ?? '')
      .filter((slug) => slug.startsWith(base) && /^(-\d+)?$/.test(slug.slice(base.length)))
      .find((slug) => table.ownerOf(slug, essay) === undefined);
    if (slug !== undefined) table.assign(slug, essay);
  }
}

/** Assigns the other slugs, with a number where the slug is taken. */
function assignDerived(derived: readonly DerivedSlug[], table: SlugTable): void {
  for (const { essay, base } of derived) {
    if (table.placeOf(essay) !== undefined) continue;
    const first = avoidReserved(base);
    const isFree = table.ownerOf(first, essay) === undefined;
    table.assign(isFree ? first : table.findNumbered(base, essay), essay);
  }
}

/**
 * The addresses of the pages of tags, which begin with a prefix: the first tag to use a slug keeps it, and later ones
 * get "-2", "-3".
 */
export function addressTags(
  newestFirst: readonly Pick<ParsedEssay, 'tags'>[],
  prefix: string,
  language: string,
): Map<string, string> {
  const addresses = new Map<string, string>();
  const slugs = new Set<string>();
  for (const tag of newestFirst.toReversed().flatMap(({ tags }) => tags)) {
    if (addresses.has(tag)) continue;
    const base = slugFromTag(tag, language);
    let slug = avoidReserved(base);
    for (let number = 2; slugs.has(slug); number++) slug = `${base}-${number}`;
    slugs.add(slug);
    addresses.set(tag, tagPagePath(encodePath(slug), prefix));
  }
  return addresses;
}

/** The slug of a tag in this language. */
export function slugFromTag(tag: string, language: string): string {
  return cutSlug(slugifyLetters(tag, language)) || '-';
}

/** The slug that an essay with this title gets; empty where the title gives none. */
export function slugFromTitle(title: string, rule: SlugRule): string {
  return slugFromNames([title], rule);
}

/** The rule that takes slugs from the files' names instead. */
function takeFileNames({ slugs, language }: SlugRule): SlugRule {
  return { slugs: slugs.endsWith('ascii') ? 'file-ascii' : 'file', language };
}

function deriveSlug(essay: ParsedEssay, { slugs }: SlugRule): string {
  const rule = { slugs, language: essay.statedLanguage ?? essay.edition };
  const fileName = essay.fileName.replace(/\.html?$/i, '').normalize();
  if (!slugs.startsWith('file')) return slugFromNames([essay.plainTitle, fileName], rule);
  return isPlainSlug(fileName) ? fileName : slugFromNames([fileName, essay.plainTitle], rule);
}

/** The slug of the first of these names that results in one. */
function slugFromNames(names: readonly string[], { slugs, language }: SlugRule): string {
  const isAscii = slugs.endsWith('ascii');
  const derive = (name: string) =>
    isAscii ? slugify(transliterate(name, language)) : slugifyLetters(name, language);
  return names.map((name) => cutSlug(derive(name))).find((slug) => slug !== '') ?? '';
}

/** Numbers a slug that hosts or Windows would misread: hosts read /blog/index as /blog/. */
export function avoidReserved(slug: string): string {
  return slug === 'index' || isReserved(slug) ? slug.replace(/^[^.]+/, '$&-1') : slug;
}

function slugInvalid({ value: slug, place }: Stated): Problem {
  const suggestion = cutSlug(slugifyLetters(slug));
  const example = !isSafeSlug(suggestion) ? '' : `, such as \`${suggestion}\``;
  const message = `\`${slug}\` can't be a slug`;
  const edits = isSafeSlug(suggestion) ? replaceFrom(place, slug, suggestion) : [];
  const hint = `Use letters, digits and hyphens${example}.`;
  return makeProblem('slug-invalid', place, message, hint, { edits });
}

/** The problem of a slug or an address that an essay states, and that another one has. */
function slugDuplicate({ value, place }: Stated, owner: ParsedEssay): Problem {
  const message = `\`${decodePercent(value)}\` is used here and in ${owner.path}`;
  const edits = value.includes('/') ? [] : replaceFrom(place, value, `${value}-2`);
  return makeProblem('slug-duplicate', place, message, 'Change one of them.', { edits });
}

function slugEmpty({ title, path }: ParsedEssay): Problem {
  const message = `Neither the title \`${title}\` nor the file's name gives a slug`;
  const hint = 'Add a line `slug: …` of letters, digits and hyphens to the front matter.';
  return makeProblem('slug-empty', wholeFile(path), message, hint);
}
