/**
 * Posts of an export: reads all posts, leaves out what the author doesn't want, and gives each post a slug and a path.
 * All posts stay in memory, because old addresses and the links between posts depend on all of them.
 */
import { calendarDay } from '../essays/dates.ts';
import { ABOUT_ADDRESS, ESSAYS_FOLDER, FIXED_ADDRESSES, PAGES_FOLDER } from '../essays/paths.ts';
import { cutSlug, isSafePath, isSafeSlug, slugifyLetters } from '../site/slug-letters.ts';
import { avoidReserved, slugify } from '../site/slugs.ts';
import { trimPath } from '../site/urls.ts';
import { decodePercent } from '../text/text.ts';
import { findOldPath, OLD } from './addresses.ts';
import { attemptPost } from './attempt.ts';
import { addCount } from './counts.ts';
import type { ExportedPost } from './exported-post.ts';
import type { ImportJob } from './job.ts';
import type { Source } from './sources/source.ts';
import { readAnyDate, readDate, toMoment } from './written-dates.ts';

/** A post with its place in the site. */
export interface PlacedPost {
  readonly id: string;
  /** As the source states it, with the slug and the date that it gets. */
  readonly fields: ExportedPost;
  readonly isPage: boolean;
  /** The path of its file without an extension, and without the `index` of its folder. */
  readonly stem: string;
  readonly author: string;
  /** The date as written. */
  readonly published: string;
  /** Milliseconds since the epoch, or null. */
  readonly timestamp: number | null;
  /** Old addresses, as URLs or paths. */
  readonly addresses: readonly string[];
}

/** What the posts read so far have taken. */
interface Taken {
  /** In lower case. */
  readonly slugs: Set<string>;
  /** The addresses of pages, in lower case. */
  readonly pages: Set<string>;
  /** The first address of each post, by id. */
  readonly addresses: Map<string, string | undefined>;
}

const LINKED_ID = /\shref=["']?[^\s"'#<>]*#([^\s"'<>]+)/gi;
/** The limits of a slug, with room for a number. */
const [MAX_SLUG, MAX_BYTES] = [190, 230];

/** Reads all posts of an export. */
export async function readExportPosts(source: Source, job: ImportJob): Promise<PlacedPost[]> {
  const { input, report, facts, pages } = job;
  const posts: PlacedPost[] = [];
  const taken: Taken = {
    slugs: new Set(),
    pages: new Set(pages),
    addresses: new Map(),
  };
  for await (const essay of source.read(input, facts)) {
    const post = await attemptPost(essay.id, report, () => placePost(essay, taken, job));
    if (post !== null) posts.push(post);
  }
  return posts;
}

/** Gives a post its slug and path; null for a post that is left out. */
function placePost(essay: ExportedPost, taken: Taken, job: ImportJob): PlacedPost | null {
  const { report, facts, config } = job;
  const { isPage = false, author = '', published } = essay;
  for (const [, id = ''] of essay.html.matchAll(LINKED_ID)) facts.linkedIds.add(decodePercent(id));
  const addresses = listPublicAddresses(essay);
  const stated = toMoment(essay.timestamp ?? readDate(published, config.timezone));
  const timestamp = stated ?? toMoment(readAnyDate(published, addresses));
  if (isLeftOut(essay, addresses[0], taken, job)) return null;
  const id = addNumber(essay.id, (each) => taken.addresses.has(each));
  taken.addresses.set(id, addresses[0]);
  const slug = pickSlug(essay, id, taken);
  taken.slugs.add(slug.toLowerCase());
  if (stated === null && timestamp !== null) addCount(report.counts, 'guessed');
  const stem = isPage
    ? PAGES_FOLDER + pickPagePath(addresses[0] ?? '', slug, taken, job)
    : findEssayStem(slug, timestamp, config.timezone);
  return {
    id,
    fields: { ...dateEssay(essay, stated, timestamp), id, slug },
    isPage,
    stem,
    timestamp,
    author,
    published,
    addresses: addresses.filter((each) => each !== '' && URL.canParse(each, OLD)),
  };
}

/** Writes the guessed date of a post, if it has no readable one. */
function dateEssay(
  essay: ExportedPost,
  stated: number | null,
  guessed: number | null,
): ExportedPost {
  if (stated !== null) return essay;
  const published = guessed === null ? '' : new Date(guessed).toISOString();
  return { ...essay, published, timestamp: undefined };
}

/** Lists the addresses at which readers could find a post. */
function listPublicAddresses(essay: ExportedPost): readonly string[] {
  const addresses = essay.isDraft ? [] : essay.addresses;
  // Once the author has published a private post, readers find it where it was.
  return essay.isPrivate ? addresses.slice(0, 1) : addresses;
}

/** Decides whether a post is left out, and counts why. */
function isLeftOut(
  { id, isPage }: ExportedPost,
  address: string | undefined,
  { addresses }: Taken,
  { options, report }: ImportJob,
): boolean {
  const isOtherPage = isPage === true && !options.pages;
  // Two exports may overlap.
  const isTwice = Boolean(address) && addresses.get(id) === address;
  if (isOtherPage) addCount(report.leftOut, 'pages (--pages)');
  if (isTwice) addCount(report.leftOut, 'duplicate posts');
  return isOtherPage || isTwice;
}

/** Picks a free slug: the last part of the old address if possible. */
function pickSlug(essay: ExportedPost, id: string, { slugs }: Taken): string {
  const wanted = decodePercent(essay.slug).normalize();
  const letters = slugifyLetters(wanted) || slugifyLetters(essay.title);
  const derived = slugify(wanted) || slugify(essay.title) || cutSlug(letters) || slugify(id);
  const base = isSafeSlug(wanted) ? wanted : derived;
  const short = Buffer.byteLength(base) > MAX_BYTES ? cutSlug(base) : base.slice(0, MAX_SLUG);
  return addNumber(avoidReserved(short), (each) => slugs.has(each.toLowerCase()));
}

/** Returns the base, with the first number that makes it unique if it is taken. */
function addNumber(base: string, isTaken: (each: string) => boolean): string {
  let name = base;
  for (let next = 2; isTaken(name); next++) name = `${base}-${next}`;
  return name;
}

/** Picks the address of a page, and so the path of its file: the old path if possible. */
function pickPagePath(
  address: string,
  slug: string,
  { pages }: Taken,
  { settings, facts, config }: ImportJob,
): string {
  const old = findOldPath(address, settings === null ? facts.url : config.url);
  const path = trimPath(decodePercent(old)).normalize();
  const key = path.toLowerCase();
  const isNeeded = FIXED_ADDRESSES.includes(key) && key !== ABOUT_ADDRESS;
  const own = isSafePath(path) && !isNeeded && !pages.has(key) ? path : `/${slug}`;
  pages.add(own.toLowerCase());
  return own;
}

function findEssayStem(slug: string, timestamp: number | null, timezone: string): string {
  const year = timestamp === null ? 'drafts' : String(calendarDay(timestamp, timezone).year);
  return `${ESSAYS_FOLDER}/${year}/${slug}`;
}
