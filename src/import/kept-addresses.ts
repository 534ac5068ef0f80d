/**
 * Kept addresses: finds the `permalink` of site.yaml by which most posts of a folder keep their old addresses, and the
 * posts that must state theirs. Pure.
 */
import type { SiteConfig } from '../essays/config.ts';
import { CONFIG_PATH, stemOf } from '../essays/paths.ts';
import { wholeFile } from '../problems/problems.ts';
import { type FormConfig, readAddressForm } from '../site/permalinks.ts';
import { assignSlugs, type SluggedEssay } from '../site/slugs.ts';
import { listCandidates, type MovedPost, type OldAddress } from './folder-addresses.ts';
import type { FolderPost } from './folder-posts.ts';

/** The settings that keep the most old addresses. */
export interface KeptForm {
  readonly permalink: string;
  readonly slugs: SiteConfig['slugs'];
}

/** The posts of a folder by what becomes of their addresses. */
export interface SortedPosts {
  /** The old address of each post whose front matter has to state it, by the post's path. */
  readonly stated: ReadonlyMap<string, string>;
  /** The posts whose addresses can't be kept. */
  readonly moved: readonly MovedPost[];
  readonly keptCount: number;
}

/** Finds the settings by which most of the posts keep their addresses; null if none does. `slugForms` are tried. */
export function findKeptForm(
  posts: readonly FolderPost[],
  targets: ReadonlyMap<string, string>,
  config: FormConfig,
  slugForms: readonly SiteConfig['slugs'][],
): KeptForm | null {
  const forms = listForms(posts);
  let best: KeptForm | null = null;
  let most = 0;
  for (const permalink of forms) {
    for (const slugs of slugForms) {
      const stated = { value: permalink, place: wholeFile(CONFIG_PATH) };
      const tried = { ...config, slugs, permalink: stated };
      if (readAddressForm(tried).problems.length > 0) continue;
      const kept = countKept(posts, targets, tried);
      if (kept > most) [best, most] = [{ permalink, slugs }, kept];
    }
  }
  return best;
}

/** Lists the forms of addresses that the posts may have had. */
function listForms(posts: readonly FolderPost[]): string[] {
  const patterns = posts.flatMap(({ oldAddress }) => listCandidates(oldAddress.pattern));
  return [...new Set(patterns.map((pattern) => pattern.replace(':title', ':slug')))];
}

function countKept(
  posts: readonly FolderPost[],
  targets: ReadonlyMap<string, string>,
  config: FormConfig,
): number {
  return addressPosts(posts, targets, config).filter(isKept).length;
}

/**
 * Finds the `permalink` by which most posts in another language than the main one keep their addresses; null if the main
 * one, after the language's prefix, keeps as many.
 */
export function findLanguageForm(
  posts: readonly FolderPost[],
  targets: ReadonlyMap<string, string>,
  config: FormConfig,
  language: string,
): string | null {
  const own = posts.filter(({ essay }) => essay.edition === language);
  const withForm = (permalink: FormConfig['permalink']) => {
    const languages = config.languages.map((each) => {
      return each.language === language ? { ...each, permalink } : each;
    });
    return { ...config, languages };
  };
  let best: string | null = null;
  let most = countKept(own, targets, withForm(config.permalink));
  for (const permalink of listForms(own)) {
    const tried = withForm({ value: permalink, place: wholeFile(CONFIG_PATH) });
    if (readAddressForm(tried).problems.length > 0) continue;
    const kept = countKept(own, targets, tried);
    if (kept > most) [best, most] = [permalink, kept];
  }
  return best;
}

/** Sorts the published posts by what becomes of their addresses with these settings. */
export function sortPosts(
  posts: readonly FolderPost[],
  targets: ReadonlyMap<string, string>,
  config: FormConfig,
): SortedPosts {
  const { form } = readAddressForm(config);
  const stated = new Map<string, string>();
  const moved: MovedPost[] = [];
  const addressed = addressPosts(posts, targets, config);
  // Two posts can't have the same address.
  const taken = new Set(addressed.filter(isKept).map(({ essay }) => essay.address));
  for (const { path, essay, oldAddress } of addressed) {
    const isStated = essay.permalinks.length > 0;
    if (isStated || isKept({ essay, oldAddress })) continue;
    const value = findStatedPath(essay, oldAddress) ?? oldAddress.path;
    const own = { ...essay, permalinks: [{ value, place: wholeFile(path) }] };
    const address = form.statedAddress(own, essay.slug)?.value;
    if (address !== undefined && !taken.has(address)) {
      taken.add(address);
      stated.set(path, value);
    } else moved.push({ essay, oldAddress });
  }
  return { stated, moved, keptCount: addressed.length - moved.length };
}

/** The address that a post states as its `path`, as in Zola; with the same ending as the other addresses. */
function findStatedPath({ oldPaths }: SluggedEssay, { pattern }: OldAddress): string | null {
  const [stated] = oldPaths;
  if (stated === undefined) return null;
  const end = pattern.endsWith('/') && !/\/$|\.\w+$/.test(stated.value) ? '/' : '';
  return `/${stated.value.replace(/^\//, '')}${end}`;
}

/** A published post with the address that it gets. */
interface AddressedPost {
  readonly path: string;
  readonly essay: SluggedEssay;
  readonly oldAddress: OldAddress;
}

/** Gives the published posts their addresses, newest first. */
function addressPosts(
  posts: readonly FolderPost[],
  targets: ReadonlyMap<string, string>,
  config: FormConfig,
): AddressedPost[] {
  const others = config.languages.map(({ language }) => language);
  const tags = others.length === 0 ? [] : [config.language, ...others];
  const published = posts
    .filter(({ essay }) => !essay.draft)
    .map(({ path, essay, oldAddress }) => {
      const target = targets.get(path) ?? '';
      const placed = { ...essay, path: target, stem: stemOf(target, tags) };
      return { path, essay: placed, oldAddress };
    })
    .sort(
      ({ essay: a }, { essay: b }) =>
        b.publishedTimestamp - a.publishedTimestamp || (a.path < b.path ? -1 : 1),
    );
  const essays = published.map(({ essay }) => essay);
  const { form } = readAddressForm(config);
  const slugged = assignSlugs(essays, config, new Map(), form).value;
  return published.flatMap(({ path, oldAddress }, at) => {
    const essay = slugged[at];
    return essay === undefined ? [] : [{ path, essay, oldAddress }];
  });
}

/** True for a post that keeps its address, to the letter. */
function isKept({ essay, oldAddress }: MovedPost): boolean {
  const path = oldAddress.path.replace(/\/index\.html$/, '/');
  if (essay.oldPaths.length > 0) return false;
  return essay.address === path || decodeURI(essay.address) === path;
}
