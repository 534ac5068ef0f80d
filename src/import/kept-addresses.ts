/**
 * Kept addresses: finds the `permalink` of site.yaml by which most posts keep their old addresses, and the posts that
 * must state their addresses. Folders and exports both use it. Pure, except that `keepAddresses` adds the facts that it
 * finds to the job.
 */
import type { SiteConfig } from '../essays/config.ts';
import { CONFIG_PATH, FIXED_ADDRESSES } from '../essays/paths.ts';
import { wholeFile } from '../problems/problems.ts';
import { type FormConfig, readAddressForm } from '../site/permalinks.ts';
import { assignSlugs, type SluggedEssay } from '../site/slugs.ts';
import { ARCHIVE_PATH, addressKey, ESSAY_PATTERN, essayPath, TAGS_PATH } from '../site/urls.ts';
import { listCandidates } from './folder-addresses.ts';
import type { ImportedPost, OldAddress } from './imported-post.ts';
import type { ImportJob } from './job.ts';

/** A post that readers could find at an address. */
type OldPost = Pick<ImportedPost, 'id' | 'essay' | 'oldAddress'>;

/** The settings that keep the most old addresses. */
interface KeptForm {
  readonly permalink: string;
  readonly slugs: SiteConfig['slugs'];
}

/** Which forms of addresses may be chosen for the site. */
export interface FormChoice {
  readonly slugForms: readonly SiteConfig['slugs'][];
  /** A form must keep the addresses of more posts than this. */
  readonly most: number;
}

/** Posts by what becomes of their addresses. */
export interface SortedPosts {
  /** The address that a post's front matter must state, by the post's id. */
  readonly stated: ReadonlyMap<string, string>;
  /** The posts with the addresses that they get, by their ids. */
  readonly essays: ReadonlyMap<string, SluggedEssay>;
  /** Old addresses that something else on the site needs. */
  readonly needed: readonly string[];
}

/**
 * Keeps the addresses of the posts as far as possible: chooses a `permalink` if the site has none, and sorts the posts.
 * `taken` are addresses that no essay can have.
 */
export function keepAddresses(
  posts: readonly OldPost[],
  taken: Iterable<string>,
  choice: FormChoice,
  job: ImportJob,
  config: SiteConfig,
): SortedPosts {
  const { facts, pages } = job;
  const isFree = config.permalink === null;
  const inMain = posts.filter(({ essay }) => essay.edition === config.language);
  const forms = listForms(inMain).flatMap((permalink) =>
    choice.slugForms.map((slugs): KeptForm => ({ permalink, slugs })),
  );
  const configOf = (form: KeptForm) => ({ ...config, ...formOf(form) });
  const found = isFree ? findBestForm(inMain, forms, choice.most, configOf) : null;
  if (found !== null && found.slugs !== config.slugs) facts.keys.slugs = found.slugs;
  if (found !== null && found.permalink !== ESSAY_PATTERN) facts.keys.permalink = found.permalink;
  const form = found === null ? {} : formOf(found);
  const listings = config.tagPages || config.homeEssays ? [TAGS_PATH, ARCHIVE_PATH] : [];
  const needed = [...FIXED_ADDRESSES, ...listings, ...pages, ...taken];
  const settled = { ...config, ...form };
  const languages = config.languages.map((each) => {
    const permalink = isFree ? findLanguageForm(posts, settled, each.language) : each.permalink;
    const words = facts.languages[each.language];
    if (isFree && permalink !== null)
      facts.languages[each.language] = { ...words, permalink: permalink.value };
    return { ...each, permalink: permalink ?? settled.permalink };
  });
  return sortPosts(posts, needed, { ...settled, languages });
}

/** The settings of a form, as site.yaml would state them. */
function formOf({ permalink, slugs }: KeptForm): Pick<SiteConfig, 'permalink' | 'slugs'> {
  return { slugs, permalink: { value: permalink, place: wholeFile(CONFIG_PATH) } };
}

/** Finds the form by which the most posts keep their addresses; null if none keeps more than `least`. */
function findBestForm<Form>(
  posts: readonly OldPost[],
  forms: readonly Form[],
  least: number,
  configOf: (form: Form) => FormConfig,
): Form | null {
  let best: Form | null = null;
  let most = least;
  for (const form of forms) {
    const config = configOf(form);
    if (readAddressForm(config).problems.length > 0) continue;
    const kept = countKept(posts, config);
    if (kept > most) [best, most] = [form, kept];
  }
  return best;
}

/** Lists the forms of addresses that the posts may have had. */
function listForms(posts: readonly OldPost[]): string[] {
  const patterns = posts.flatMap(({ oldAddress }) => listCandidates(oldAddress.pattern));
  const forms = patterns.filter((pattern) => pattern !== '');
  return [...new Set(forms.map((pattern) => pattern.replace(':title', ':slug')))];
}

function countKept(posts: readonly OldPost[], config: FormConfig): number {
  return addressPosts(posts, config).filter(isKept).length;
}

/**
 * Finds the `permalink` by which most posts in a language other than the main one keep their addresses; null if the
 * main `permalink`, after the language's prefix, keeps as many.
 */
function findLanguageForm(
  posts: readonly OldPost[],
  config: FormConfig,
  language: string,
): FormConfig['permalink'] {
  const own = posts.filter(({ essay }) => essay.edition === language);
  const withForm = (permalink: FormConfig['permalink']) => {
    const languages = config.languages.map((each) => {
      return each.language === language ? { ...each, permalink } : each;
    });
    return { ...config, languages };
  };
  const stated = listForms(own).map((value) => ({ value, place: wholeFile(CONFIG_PATH) }));
  return findBestForm(own, stated, countKept(own, withForm(config.permalink)), withForm);
}

/** Sorts the posts by what becomes of their addresses with these settings; `needed` addresses are taken. */
function sortPosts(
  posts: readonly OldPost[],
  needed: readonly string[],
  config: FormConfig,
): SortedPosts {
  const { form } = readAddressForm(config);
  const stated = new Map<string, string>();
  const addressed = addressPosts(posts, config);
  const addresses = new Map(addressed.map(({ id, essay }) => [id, essay.address]));
  // Two posts can't have the same address.
  const taken = new Set(needed.map(addressKey));
  const take = (address: string) => {
    const key = addressKey(address);
    return !taken.has(key) && taken.add(key);
  };
  const kept = new Set(addressed.filter((post) => isKept(post) && take(post.essay.address)));
  const unkept: AddressedPost[] = [];
  const isUnread = ({ essay, oldAddress }: AddressedPost) =>
    oldAddress.path === '' && essay.permalinks.length === 0;
  for (const post of addressed) {
    const { id, essay, oldAddress } = post;
    if (essay.permalinks.length > 0 || kept.has(post)) continue;
    if (isUnread(post)) {
      unkept.push(post);
      continue;
    }
    const value = findStatedPath(essay, oldAddress) ?? oldAddress.path;
    const own = { ...essay, permalinks: [{ value, place: wholeFile(essay.path) }] };
    const address = form.statedAddress(own, essay.slug)?.value;
    if (address !== undefined && take(address)) {
      addresses.set(id, address);
      stated.set(id, value);
    } else unkept.push(post);
  }
  for (const { id, essay } of unkept.filter(({ essay }) => !take(essay.address))) {
    const address = essayPath(essay.slug);
    addresses.set(id, address);
    stated.set(id, address);
  }
  const essays = addressed.map(({ id, essay }) => {
    return [id, { ...essay, address: addresses.get(id) ?? essay.address }] as const;
  });
  return { stated, essays: new Map(essays), needed };
}

/** The address that a post states as its `path`, as in Zola; with the same ending as the other addresses. */
function findStatedPath({ oldPaths }: SluggedEssay, { pattern }: OldAddress): string | null {
  const [stated] = oldPaths;
  if (stated === undefined) return null;
  const end = pattern.endsWith('/') && !/\/$|\.\w+$/.test(stated.value) ? '/' : '';
  return `/${stated.value.replace(/^\//, '')}${end}`;
}

/** A post with the address that it gets. */
interface AddressedPost extends OldPost {
  readonly essay: SluggedEssay;
}

/** Gives the posts their addresses, as a build would. */
function addressPosts(posts: readonly OldPost[], config: FormConfig): AddressedPost[] {
  const newestFirst = posts
    .map(({ essay }) => essay)
    .sort((a, b) => b.publishedTimestamp - a.publishedTimestamp || (a.path < b.path ? -1 : 1));
  const { form } = readAddressForm(config);
  const { value } = assignSlugs(newestFirst, config, new Map(), form);
  const addressed = new Map(value.map((essay) => [essay.path, essay]));
  return posts.flatMap((post) => {
    const essay = addressed.get(post.essay.path);
    return essay === undefined ? [] : [{ ...post, essay }];
  });
}

/** True for a post that keeps its address, to the letter. */
function isKept({ essay, oldAddress }: AddressedPost): boolean {
  const path = oldAddress.path.replace(/\/index\.html$/, '/');
  if (essay.oldPaths.length > 0) return false;
  return essay.address === path || decodeURI(essay.address) === path;
}
