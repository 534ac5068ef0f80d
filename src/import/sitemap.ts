/**
 * The sitemap of the old site, which `--sitemap` names or the folder has: proves the addresses of posts, and that the new
 * site answers at all addresses of the old one.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSitemap, readPublished, UnreadableSitemap } from '../dev/sitemaps.ts';
import { groupBy } from '../problems/group-by.ts';
import { makeAnswers } from '../render/answers.ts';
import { addressKey, trimPath } from '../site/urls.ts';
import { decodePercent } from '../text/text.ts';
import { ImportFault, type ImportInput } from './input.ts';
import { GONE, type ImportReport } from './report.ts';

/** A sitemap of the old site. */
export interface ListedSite {
  /** A file or URL. */
  readonly name: string;
  /** The paths of its URLs, as written. */
  readonly paths: readonly string[];
}

/** The addresses of the old site: the paths are decoded, and below the base path of the site. */
export interface OldSitemap extends ListedSite {
  /** Finds the address of a post: the one that its rule gives, or the only one that ends in one of the post's names. */
  find(address: string, names: readonly string[]): string | null;
}

const NAME = /^(?:[^/]+\/)?(?:[^/]+\/)?sitemap(?:[-_](?:index|\d+))?\.xml$/i;
/** Tags of template languages: the source of a sitemap. */
const TEMPLATE = /\{[{%]|<%/;

/** Reads the sitemap that is named, or else the first one in the folder; null for none. */
export async function readOldSitemap(
  input: ImportInput,
  named: string | undefined,
): Promise<ListedSite | null> {
  if (named !== undefined) {
    const isUrl = /^https?:\/\//i.test(named);
    return { name: named, paths: await (isUrl ? askPaths(new URL(named)) : readNamed(named)) };
  }
  const found = input.files.filter((path) => NAME.test(path));
  for (const path of found.sort((a, b) => a.split('/').length - b.split('/').length)) {
    const beside = (name: string) => input.readText(posix.join(posix.dirname(path), name));
    const paths = await readPaths(posix.basename(path), beside);
    if (paths !== null) return { name: path, paths };
  }
  return null;
}

async function askPaths(url: URL): Promise<string[]> {
  try {
    return await readPublished(url, new URL('/', url));
  } catch (error) {
    if (!(error instanceof UnreadableSitemap)) throw error;
    throw new ImportFault(error.message, 'Save the sitemap as a file, and name that.');
  }
}

async function readNamed(file: string): Promise<string[]> {
  const paths = await readPaths(posix.basename(file), async (name) => {
    const path = name === posix.basename(file) ? file : join(dirname(file), name);
    return readFileSync(path, 'utf8');
  });
  if (paths !== null) return paths;
  const hint =
    'Name the URL of the sitemap, or save it as a file, together with any sitemaps that it lists.';
  throw new ImportFault(`${file} isn't a sitemap`, hint);
}

/** Reads a sitemap, and those beside it that it lists; null if one isn't there, or isn't a sitemap. */
async function readPaths(
  name: string,
  read: (name: string) => Promise<string>,
): Promise<string[] | null> {
  const parse = async (each: string) => {
    const text = await read(each).catch(() => '');
    return TEMPLATE.test(text) ? null : parseSitemap(text);
  };
  const first = await parse(name);
  const nameOf = (url: string) => posix.basename(decodePercent(url));
  const inner = first?.isIndex
    ? await Promise.all(first.addresses.map(nameOf).map(parse))
    : [first];
  const lists = inner.flatMap((each) => (each === null || each.isIndex ? [] : [each.addresses]));
  if (lists.length < inner.length) return null;
  return lists.flat().flatMap((each) => (URL.canParse(each) ? [new URL(each).pathname] : []));
}

/** Decodes paths, and takes the path of the site's URL off if all begin with it. */
function stripBase(paths: readonly string[], siteUrl: string): string[] {
  const decoded = [...new Set(paths.map(decodePercent))];
  const base = URL.canParse(siteUrl) ? trimPath(decodePercent(new URL(siteUrl).pathname)) : '';
  const isBelow = decoded.every((path) => path === base || path.startsWith(`${base}/`));
  return isBelow ? decoded.map((path) => path.slice(base.length) || '/') : decoded;
}

/** Pages of the old site that list posts: their last parts aren't names of posts. */
const LISTS = /\/(?:tags?|categor(?:y|ies)|topics?|authors?|series|archives?|page)\/[^/]*\/?$/i;

/** Makes a sitemap searchable; `siteUrl` is the URL of the old site. */
export function makeSitemap(listed: ListedSite, siteUrl: string): OldSitemap {
  const paths = stripBase(listed.paths, siteUrl);
  const byKey = new Map(paths.map((path) => [addressKey(path), path]));
  const keyOfName = (path: string) => addressKey(`/${posix.basename(path)}`);
  const byName = groupBy(
    paths.filter((path) => !LISTS.test(path)),
    keyOfName,
  );
  const find = (address: string, names: readonly string[]) => {
    const same = address === '' ? undefined : byKey.get(addressKey(address));
    if (same !== undefined) return same;
    const keys = new Set(names.filter((each) => each !== '').map(keyOfName));
    const found = [...keys].flatMap((key) => byName.get(key) ?? []);
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  return { name: listed.name, paths, find };
}

/** Reports the addresses of the old site at which the new one, with these files, doesn't answer. */
export function checkSitemap(
  { name, paths }: ListedSite,
  outputs: readonly string[],
  report: ImportReport,
): void {
  const answers = makeAnswers(outputs, '', '');
  const gone = paths.filter((path) => !answers(path));
  const all = `${paths.length} addresses in ${name}`;
  report.decisions.push(
    gone.length === 0
      ? `the new site has all ${all}`
      : `the new site has ${paths.length - gone.length} of ${all}: for the others, add \`redirects\` to site.yaml`,
  );
  if (gone.length > 0) report.notes[GONE] = gone.sort();
}
