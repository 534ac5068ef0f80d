/**
 * Staging: the posts of an export → files in a staging folder, ready for the site.
 *
 * Posts are read as a stream and spooled to disk; once all addresses are known, each post is converted. Only one
 * post is in memory at a time, and links between posts lead to their new files.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { calendarDay } from '../essays/dates.ts';
import { type EssayParser, pickParserConfig } from '../essays/essay.ts';
import { ESSAYS_FOLDER, PAGES_FOLDER } from '../essays/paths.ts';
import { replaceFile } from '../files/file-state.ts';
import { loadMarkdownEngine } from '../markdown/markdown.ts';
import { isSafeSlug, slugify } from '../site/slugs.ts';
import { essayPath } from '../site/urls.ts';
import { decodePercent } from '../text/text.ts';
import { type Addressed, makeLookup, settleAddresses } from './addresses.ts';
import { clean, flatten } from './clean.ts';
import { makeEssayFile, readDate } from './convert.ts';
import { addTo, type ImportedEssay, type Source, type SourceFacts } from './imported-essay.ts';
import { ImportFault, type Input } from './input.ts';
import type { ImportOptions } from './options.ts';
import { type PictureContext, takePictures } from './pictures.ts';
import { type ImportReport, UNKEPT } from './report.ts';
import { type SiteFiles, settleSettings } from './site-files.ts';
import { findZoneOfDates, listOtherDays, OTHER_DAY } from './zones.ts';

/** One run of the command. */
export interface ImportJob {
  readonly root: string;
  readonly staging: string;
  readonly options: ImportOptions;
  readonly input: Input;
  readonly report: ImportReport;
  readonly facts: SourceFacts;
  /** The parsed site.yaml from before the import; defaults if there is none. */
  readonly config: SiteConfig;
  /** The text of that site.yaml. */
  readonly settings: string | null;
  readonly present: SiteFiles;
  /** Posts before this moment are left out. */
  readonly since: number | null;
  /** Paths of the essays in the staging folder, by id. */
  readonly essays: Map<string, string>;
  /** Paths of the pictures and other files in it. */
  readonly extras: string[];
}

/** The facts about a post that other posts depend on. */
interface Entry extends Addressed {
  /** Its path without an extension, and without the `index` of its folder. */
  readonly stem: string;
  readonly author: string;
  /** The date as written. */
  readonly published: string;
  /** False for a post that is already in the site or left out. */
  readonly isNew: boolean;
}

/** The prefix of links to essays whose files have no name yet. */
const LINK = 'blog-import-essay:';
const LINKS = new RegExp(`${LINK}(\\d+):`, 'g');
const SPOOL = 'spool';
const LINKED_ID = /\shref=["']?[^\s"'#<>]*#([^\s"'<>]+)/gi;

/** Stages the posts of an export that are not in the site yet. */
export async function stagePosts(source: Source, job: ImportJob): Promise<void> {
  const { root, staging, options, input, report, facts, present, essays, extras } = job;
  const entries = await spoolPosts(source, job);
  if (entries.length === 0 && Object.keys(report.leftOut).length === 0) {
    const hint = 'Is it the right file? `--from` names its kind.';
    throw new ImportFault('there is no post in it', hint);
  }
  const authors = new Set(entries.map(({ author }) => author));
  facts.author ||= [...authors].find((each) => each !== '') ?? '';
  if (facts.timezone === '')
    facts.writtenZone = findZoneOfDates(entries.map(({ published }) => published));
  const { config } = settleSettings(job.settings, facts, present, report);
  const { url } = config;
  const newOnes = entries.filter(({ isNew }) => isNew);
  const replaced = new Set<string | null>(newOnes.map(({ id }) => id));
  const kept = present.aliases.filter(({ id }) => !replaced.has(id));
  const taken = [
    ...kept.map(({ path }) => path),
    ...[...present.slugs].map(essayPath),
    ...config.redirects.map(({ from }) => from),
  ];
  const settled = settleAddresses(newOnes, { url, timezone: config.timezone }, taken);
  const urls = [facts.url, url, options.site ?? ''].filter((each) => URL.canParse(each));
  const hosts = new Set(urls.map((each) => new URL(each).host.replace(/^www\./, '')));
  const lookup = makeLookup(entries, hosts);
  const parser: EssayParser = {
    config: pickParserConfig(config, []),
    markdown: await loadMarkdownEngine(),
  };
  const cacheDir = join(root, '.blog/import/pictures');
  const namedHost = URL.canParse(options.site ?? '') ? new URL(options.site ?? '').host : '';
  const mode = options.images;
  const context: PictureContext = { input, source, mode, hosts, namedHost, cacheDir };
  const linking = new Set<string>();
  const untitled: string[] = [];

  const stageOne = async (index: number, entry: Entry): Promise<void> => {
    const spooled = JSON.parse(readFileSync(join(staging, SPOOL, String(index)), 'utf8'));
    const flat = spooled.isText ? null : flatten(spooled.html);
    spooled.html = flat ?? spooled.html;
    const essay: ImportedEssay = source.complete?.(spooled, facts) ?? spooled;
    const { isPrivate = false, notes: own = [] } = essay;
    const isDraft = essay.isDraft || isPrivate || entry.timestamp === null;
    const notes = [...own];
    if (essay.title === '') untitled.push(entry.stem);
    if (flat !== null) notes.push('is nested too deeply: only its text and pictures came');
    if (isPrivate) notes.push('was not public: a draft, which you may publish');
    if (isDraft && !essay.isDraft && !isPrivate)
      notes.push('has no date that can be read: a draft');
    const $ = clean(essay.html, source, report.counts, facts.linkedIds);
    const { files, missing, image } = await takePictures($, essay, context);
    addTo(report.counts, 'pictures', files.size);
    addTo(report.counts, 'missing pictures', missing.length);
    if (missing.length > 0) notes.push(`missing: ${missing.join(', ')}`);
    if (essay.image && image === '') notes.push(`its thumbnail has no address: ${essay.image}`);
    for (const each of $('a[href]').get()) {
      const href = $(each).attr('href') ?? '';
      if (files.has(href)) continue;
      const found = lookup(href, essay.addresses[0] ?? '');
      if (found === undefined) continue;
      const isHome = /^(?:https?:\/\/[^/]+)?\/?$/.test(href);
      if (found.index !== null) $(each).attr('href', `${LINK}${found.index}:${found.hash}`);
      if (found.index !== null) addTo(report.counts, 'links');
      else if (!isHome) addTo(report.counts, 'lost links');
    }
    const author = authors.size > 1 && entry.author !== config.name ? entry.author : '';
    const aliases = settled.aliases.get(entry.id) ?? [];
    const written = { ...essay, image, isDraft, author };
    const file = makeEssayFile(written, aliases, $, options.as, parser);
    const path = `${entry.stem}${files.size > 0 ? '/index' : ''}.${file.extension}`;
    notes.push(...file.notes);
    if (notes.length > 0) report.notes[path] = notes;
    for (const [name, bytes] of files) {
      replaceFile(join(staging, entry.stem, name), bytes);
      extras.push(`${entry.stem}/${name}`);
    }
    replaceFile(join(staging, path), file.text);
    if (file.text.includes(LINK)) linking.add(path);
    essays.set(entry.id, path);
    addTo(report.counts, isDraft ? 'drafts' : essay.isPage ? 'pages' : 'essays');
    addTo(report.counts, file.extension);
  };
  for (const [index, entry] of entries.entries()) {
    if (entry.isNew) await attempt(entry.id, report, () => stageOne(index, entry));
  }
  for (const path of linking) {
    const own = readFileSync(join(staging, path), 'utf8');
    const linked = own.replace(LINKS, (whole, index: string) => {
      const id = entries[Number(index)]?.id ?? '';
      const goal = essays.get(id) ?? present.imported.get(id)?.path;
      return goal === undefined ? whole : encodeURI(posix.relative(posix.dirname(path), goal));
    });
    replaceFile(join(staging, path), linked);
  }
  const heading = 'posts without a title, which have the last part of their address for one';
  if (untitled.length > 0) report.notes[heading] = untitled;
  const dates = newOnes.map(({ stem, published }) => [stem, published] as const);
  const otherDays = listOtherDays(dates, config.timezone);
  if (otherDays.length > 0) report.notes[OTHER_DAY] = otherDays;
  addTo(report.counts, 'aliases', [...settled.aliases.values()].flat().length);
  if (settled.unkept.length > 0) report.notes[UNKEPT] = settled.unkept;
  const knownRules = new Set(config.redirects.map(({ from }) => from));
  report.rules.push(...settled.rules.filter((rule) => !knownRules.has(rule)));
  report.queries.push(...settled.queries);
}

/** Assigns each post a slug and a path, and writes new posts to files in the staging folder. */
async function spoolPosts(source: Source, job: ImportJob): Promise<Entry[]> {
  const { staging, options, input, report, facts, present, since } = job;
  const { timezone } = job.config;
  const entries: Entry[] = [];
  /** The first address of each post, by id. */
  const ids = new Map<string, string | undefined>();
  const slugs = new Set(present.slugs);
  const spoolOne = (essay: ImportedEssay): void => {
    const { isPage = false, published, author = '' } = essay;
    for (const [, id = ''] of essay.html.matchAll(LINKED_ID))
      facts.linkedIds.add(decodePercent(id));
    const known = essay.isDraft ? [] : essay.addresses;
    // Once the author has published a private post, readers find it where it was.
    const addresses = essay.isPrivate ? known.slice(0, 1) : known;
    // Two exports may overlap.
    const isTwice = ids.has(essay.id) && addresses[0] && ids.get(essay.id) === addresses[0];
    const id = number(essay.id, (each) => ids.has(each));
    const old = present.imported.get(id);
    const stated = toMoment(essay.timestamp ?? readDate(published, timezone));
    const timestamp = stated ?? toMoment(readAnyDate(published, addresses));
    const isEarly = since !== null && timestamp !== null && timestamp < since;
    const isLeft = isPage && !options.pages;
    if (isLeft) addTo(report.leftOut, 'pages (--pages)');
    else if (isEarly) addTo(report.leftOut, 'posts before --since');
    if (isTwice) addTo(report.leftOut, 'posts that are in it twice');
    if (isLeft || isEarly || isTwice) return;
    ids.set(id, addresses[0]);
    const wanted = decodePercent(essay.slug);
    const derived = slugify(wanted) || slugify(essay.title) || slugify(id);
    const base = isSafeSlug(wanted) ? wanted : derived;
    const isReserved = base === 'index' || (isPage && base === 'about' && present.hasAbout);
    const slug =
      old?.slug ||
      number(isReserved ? `${base}-1` : base.slice(0, 190), (each) =>
        slugs.has(each.toLowerCase()),
      );
    slugs.add(slug.toLowerCase());
    const year = timestamp === null ? 'drafts' : String(calendarDay(timestamp, timezone).year);
    const folder = isPage ? PAGES_FOLDER : `${ESSAYS_FOLDER}/${year}`;
    const stem = old?.path.replace(/(?:\/index)?\.[^./]+$/, '') ?? `${folder}/${slug}`;
    const isNew = old === undefined || (options.overwrite === true && old.isUntouched);
    const isChanged = options.overwrite && !old?.isUntouched;
    if (!isNew) addTo(report.counts, isChanged ? 'changed by you' : 'present');
    if (stated === null && timestamp !== null) addTo(report.counts, 'guessed');
    const guessed = timestamp === null ? '' : new Date(timestamp).toISOString();
    const own = stated === null ? { published: guessed, timestamp: undefined } : {};
    const spooled = { ...essay, id, slug, ...own };
    const file = join(staging, SPOOL, String(entries.length));
    if (isNew) replaceFile(file, JSON.stringify(spooled));
    entries.push({
      ...{ id, slug, stem, timestamp, author, published, isNew },
      target: isPage ? `/${slug}` : essayPath(slug),
      addresses: addresses.filter((each) => each !== '' && URL.canParse(each, 'http://old')),
    });
  };
  for await (const essay of source.read(input, facts))
    await attempt(essay.id, report, () => spoolOne(essay));
  return entries;
}

/** The first and the last moment of the years that a date can be written in. */
const [FIRST_MOMENT, LAST_MOMENT] = ['0001-01-01', '9999-12-31'].map(Date.parse) as [
  number,
  number,
];

/** Returns null for a number that is not a moment of these years. */
const toMoment = (timestamp: number | null) =>
  timestamp !== null && timestamp >= FIRST_MOMENT && timestamp <= LAST_MOMENT ? timestamp : null;

/** Works on one post. If that fails, the post is left out with a note, and the import goes on. */
async function attempt(
  id: string,
  report: ImportReport,
  work: () => void | Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { syscall, code, message } = error as NodeJS.ErrnoException;
    // A full disk is not the post's fault.
    const isOfDisk = syscall !== undefined && code !== 'ENAMETOOLONG';
    if (error instanceof ImportFault || isOfDisk) throw error;
    addTo(report.leftOut, 'posts that cannot be read');
    report.notes[id] = [`was left out, because it cannot be read: ${message}`];
  }
}

/** Returns the base, with the first number that makes it unique if it is taken. */
function number(base: string, isTaken: (each: string) => boolean): string {
  let name = base;
  for (let next = 2; isTaken(name); next++) name = `${base}-${next}`;
  return name;
}

/** Reads a date in any other form, or else the day in an address. */
function readAnyDate(published: string, addresses: readonly string[]): number | null {
  const parsed = Date.parse(published);
  if (!Number.isNaN(parsed)) return parsed;
  const [, year, month, day = '01'] =
    /\/((?:19|20)\d\d)\/(\d\d)(?:\/(\d\d))?\//.exec(addresses[0] ?? '') ?? [];
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}`) || null;
}
