/**
 * Essays as their pages show them: each parsed essay with its links resolved, its dates written out, and the other
 * essays that its page names. Pure.
 */
import type { SiteConfig } from '../essays/config.ts';
import * as dates from '../essays/dates.ts';
import { digest } from '../files/fingerprint.ts';
import type { Fill } from '../markdown/fill-parts.ts';
import { isExternalUrl, stripSiteUrl } from '../markdown/url-syntax.ts';
import { groupBy } from '../problems/group-by.ts';
import type { Problem } from '../problems/problems.ts';
import { type Direction, decodePercent, findDirection } from '../text/text.ts';
import { fillText } from '../text/texts.ts';
import { isElsewhere, type LinkIndex } from './link-index.ts';
import * as links from './link-resolution.ts';
import { type LinkOrigin, resolvePath } from './resolution.ts';
import type { SluggedEssay } from './slugs.ts';
import { toUrl } from './urls.ts';

/** The thumbnail of an essay. */
export interface EssayImage {
  readonly url: string;
  readonly alt: string;
  /** Pixels; null for a picture of another host. */
  readonly width: number | null;
  readonly height: number | null;
  /** A smaller copy for lists; null if there is none. */
  readonly thumbnail: {
    readonly url: string;
    readonly width: number;
    readonly height: number;
  } | null;
  /** A `srcset` of the smaller copies, for a card, narrowest first; null if there are fewer than two. */
  readonly srcSet: string | null;
  /** A `srcset` of the copies, for a picture shown at text width or wider; null if there are none. */
  readonly wideSrcSet: string | null;
}

/** A card that is as wide as a phone, on a high-density screen, shows no wider picture. */
const MAX_CARD_PICTURE = 960;

/** The recording or film of an essay, for feeds. */
export interface Enclosure {
  readonly url: string;
  /** Null for a file of another host. */
  readonly byteCount: number | null;
}

/** An essay or a page as its page shows it, except its body. */
export interface Essay extends Omit<SluggedEssay, 'author' | 'image'> {
  /** Its file, relative to the site's root. */
  readonly source: string;
  readonly author: string;
  /** In the site's time zone. */
  readonly year: number;
  /** As `dates` in site.yaml says: the year, the month, or the full date. */
  readonly shownDate: string;
  /** The same on cards, where an essay of the build's own year has month and day in place of the year. */
  readonly formattedDate: string;
  /** `December 3, 2020` */
  readonly fullDate: string;
  /** `December 3` */
  readonly monthAndDay: string;
  /** Null if it has none, or the file is missing. */
  readonly image: EssayImage | null;
  /** Null if it has none, or the file is missing. */
  readonly enclosure: Enclosure | null;
  /** The URLs and attributes to fill into the slots of its body. */
  readonly fills: readonly Fill[];
  readonly isPlainText: boolean;
  /** The label of a text that isn't published yet: a word, or its day; null for any other text. */
  readonly mark: string | null;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly direction: Direction;
  /** The neighbours in the list; null at its ends. This and the next two are empty for a text that is in no list. */
  readonly newer: EssayName | null;
  readonly older: EssayName | null;
  /** The most related first. */
  readonly related: readonly EssayName[];
  /** The essays of its series, oldest first; none without a series. */
  readonly parts: readonly EssayName[];
}

/** The facts about an essay that other essays' pages show. */
export type EssayName = Pick<Essay, 'address' | 'title' | 'year' | 'formattedDate'>;

/** An essay or a page whose links are resolved, and what they and its thumbnail have led to. */
export interface ResolvedEssay extends Omit<links.ResolvedLinks, 'fills'> {
  readonly essay: Essay;
  readonly problems: readonly Problem[];
}

/** The dates of an essay as pages in a language show them. */
type WrittenDates = Pick<
  Essay,
  'year' | 'shownDate' | 'formattedDate' | 'fullDate' | 'monthAndDay'
>;

/** Writes out the dates of an essay; `year` is that of the build, in the site's time zone. */
export function writeDates(
  { publishedTimestamp, statedDate }: Pick<SluggedEssay, 'publishedTimestamp' | 'statedDate'>,
  config: Pick<SiteConfig, 'timezone' | 'language' | 'dates'>,
  year: number,
): WrittenDates {
  const { timezone, language } = config;
  const day = dates.calendarDay(publishedTimestamp, timezone);
  const isShort = config.dates === 'year' && day.year === year;
  return {
    year: day.year,
    shownDate: (config.dates !== 'year' && statedDate) || showDate(day, config),
    formattedDate:
      statedDate ?? (isShort ? dates.formatDay(day, language, 'short') : showDate(day, config)),
    fullDate: dates.formatDay(day, language, 'full'),
    monthAndDay: dates.formatDay(day, language, 'long'),
  };
}

/** Completes an essay or a page and resolves its links; `year` is that of the build, in the site's time zone. */
export function resolveEssay(
  parsed: SluggedEssay,
  config: Pick<SiteConfig, 'name' | 'timezone' | 'language' | 'dates' | 'texts'>,
  year: number,
  index: LinkIndex,
): ResolvedEssay {
  const { name, language } = config;
  const origin = {
    sitePath: decodePercent(parsed.address),
    source: parsed.path,
    stem: parsed.stem,
    language: parsed.edition,
  };
  const { image, uses, problems } = resolveImage(parsed, origin, index);
  const resolved = links.resolveLinks(parsed.links, origin, index);
  const essay: Essay = {
    ...parsed,
    source: parsed.path,
    author: parsed.author ?? name,
    authors: parsed.authors.length > 0 ? parsed.authors : [name],
    ...writeDates(parsed, config, year),
    image,
    enclosure: resolveEnclosure(parsed, origin, index),
    fills: resolved.fills,
    isPlainText: parsed.format === 'text',
    mark: parsed.draft ? markDraft(parsed, config) : null,
    language: parsed.statedLanguage ?? language,
    direction: parsed.statedDirection ?? findDirection(parsed.statedLanguage, language),
    newer: null,
    older: null,
    related: [],
    parts: [],
  };
  return {
    essay,
    uses: [...uses, ...resolved.uses],
    brokenLinks: resolved.brokenLinks,
    openLinks: resolved.openLinks,
    unlinking: resolved.unlinking,
    problems,
  };
}

/** The label of a text that isn't published: the day on which it will be, or its state. */
function markDraft(
  { scheduled, hidden }: SluggedEssay,
  { timezone, language, texts }: Pick<SiteConfig, 'timezone' | 'language' | 'texts'>,
): string {
  if (scheduled !== null) {
    return dates.formatDay(dates.calendarDay(scheduled, timezone), language, 'full');
  }
  return fillText(hidden?.state === 'private' ? texts.private : texts.draft);
}

/** Formats a day as `dates` in site.yaml says. */
export function showDate(
  day: dates.CalendarDay,
  { dates: form, language }: Pick<SiteConfig, 'dates' | 'language'>,
): string {
  return form === 'year' ? String(day.year) : dates.formatDay(day, language, form);
}

/** The picture of an essay or of the home page, the files to publish for it, and a problem if its file is missing. */
interface ResolvedImage {
  readonly image: EssayImage | null;
  readonly uses: readonly links.FileUse[];
  readonly problems: readonly Problem[];
}

/** Shared by the many essays without a thumbnail. */
const NO_IMAGE: ResolvedImage = { image: null, uses: [], problems: [] };

/** Resolves the picture of an essay or of the home page: its URL and size, and its smaller copies. */
export function resolveImage(
  { image, imageAlt: alt }: Pick<SluggedEssay, 'image' | 'imageAlt'>,
  origin: LinkOrigin,
  index: LinkIndex,
): ResolvedImage {
  if (image === null) return NO_IMAGE;
  const { urls, siteUrl } = index;
  const path = stripSiteUrl(image.value, siteUrl) ?? image.value;
  const unsized = {
    alt,
    width: null,
    height: null,
    thumbnail: null,
    srcSet: null,
    wideSrcSet: null,
  };
  if (isExternalUrl(path)) return { ...NO_IMAGE, image: { url: path, ...unsized } };
  const resolution = resolvePath(path, origin, index);
  const { file, address } = resolution;
  if (file === null) {
    if (isElsewhere(path, index)) {
      return { ...NO_IMAGE, image: { url: toUrl(urls, path), ...unsized } };
    }
    return { ...NO_IMAGE, problems: [links.imageMissing(image.value, image.place, resolution)] };
  }
  const smallest = links.listVariants(file, 'thumbnail', index);
  const [small] = smallest;
  const larger = links.listVariants(file, 'body', index).filter(({ variant: { width } }) => {
    return small !== undefined && width > small.variant.width && width <= MAX_CARD_PICTURE;
  });
  const sources = [...smallest, ...larger].map((each) => links.toSource(each, index));
  const shown = links.choosePicture(file, 'page', address, index);
  const url = toUrl(urls, shown.address);
  const wide = links.listSources(file, url, shown.size, index);
  const thumbnail = small && {
    url: toUrl(urls, links.addressOf(small)),
    width: small.variant.width,
    height: small.variant.height,
  };
  return {
    image: {
      url,
      alt,
      width: shown.size?.width ?? null,
      height: shown.size?.height ?? null,
      thumbnail: thumbnail ?? null,
      srcSet: larger.length === 0 ? null : sources.join(', '),
      wideSrcSet: wide.srcset || null,
    },
    uses: [{ file: null, variants: [...smallest, ...wide.variants] }, shown.use],
    problems: [],
  };
}

/** Resolves the recording of an essay. Its player is a link of the body, which reports a missing file. */
function resolveEnclosure(
  { audio }: Pick<SluggedEssay, 'audio'>,
  origin: LinkOrigin,
  index: LinkIndex,
): Enclosure | null {
  if (audio === null) return null;
  const path = stripSiteUrl(audio.value, index.siteUrl) ?? audio.value;
  if (isExternalUrl(path)) return { url: path, byteCount: null };
  const { file, address } = resolvePath(path, origin, index);
  const linked = file === null ? undefined : index.files.get(file);
  return linked ? { url: toUrl(index.urls, address), byteCount: linked.byteCount } : null;
}

/** The related essays of each essay, as positions in the sorted list. */
export interface RelatedEssays {
  /** The digest of the tags, dates and series by which they were found. */
  readonly key: string;
  readonly positions: readonly (readonly number[])[];
}

/** The related essays in each of a site's languages. */
export type RelatedByLanguage = Readonly<Record<string, RelatedEssays>>;

/**
 * Adds to each essay the others that its page links to. `essays` are sorted newest first; `last` is the
 * `related` of the last build, which is reused unless tags, dates, series or the order have changed.
 */
export function connectEssays(
  essays: readonly Essay[],
  last: RelatedEssays | null,
): { readonly essays: readonly Essay[]; readonly related: RelatedEssays } {
  const names = essays.map(({ address, title, year, formattedDate }): EssayName => {
    return { address, title, year, formattedDate };
  });
  const name = (position: number) => names[position] ?? null;
  const oldestFirst = [...essays.entries()].filter(([, { series }]) => series);
  // `part-2` before `part-10`.
  const orderOf = ({ source }: Essay) => source.replace(/\d+/g, (part) => part.padStart(9, '0'));
  oldestFirst.sort(([, a], [, b]) => {
    return a.publishedTimestamp - b.publishedTimestamp || (orderOf(a) < orderOf(b) ? -1 : 1);
  });
  const grouped = groupBy(oldestFirst, ([, { series }]) => series ?? '');
  const partsOf = (group: typeof oldestFirst) => group.map(([at]) => names[at] as EssayName);
  const series = new Map(Array.from(grouped, ([title, group]) => [title, partsOf(group)]));
  const facts = essays.map(({ tags, publishedTimestamp, series }) => {
    return [tags, publishedTimestamp, series];
  });
  const key = digest(JSON.stringify(facts));
  const related = last?.key === key ? last : { key, positions: findRelated(essays) };
  const connected = essays.map(
    (essay, at): Essay => ({
      ...essay,
      newer: name(at - 1),
      older: name(at + 1),
      related: (related.positions[at] ?? []).map((position) => names[position] as EssayName),
      parts: series.get(essay.series ?? '') ?? [],
    }),
  );
  return { essays: connected, related };
}

/** The number of related essays that a page shows. */
const RELATED = 3;
/** An essay is compared to this many newer and this many older essays of each of its tags. */
const COMPARED = 100;

/**
 * Finds the essays related to each of the essays, which are sorted newest first, by shared tags; returns
 * their positions, most related first. Rare tags weigh more, and a tag that all essays have weighs nothing.
 * Ties go to the nearest in time, then to the newest. Left out are an essay's neighbours in the list and the parts of
 * its series, because its page links to them anyway.
 */
export function findRelated(
  essays: readonly Pick<Essay, 'tags' | 'publishedTimestamp' | 'series'>[],
): number[][] {
  const groups = groupBy(essays.keys(), (at) => essays[at]?.tags ?? []);
  /** By tag: the number of its essays that the loop below has passed. */
  const passed = new Map<string, number>();
  // Typed arrays, and essays visited from the nearest outwards, make this fast for thousands of essays.
  const moments = Float64Array.from(essays, ({ publishedTimestamp }) => publishedTimestamp);
  const sums = new Uint32Array(essays.length);
  const sumOf = (at: number) => sums[at] ?? 0;
  return essays.map(({ tags, publishedTimestamp, series }, at) => {
    const found: number[] = [];
    for (const tag of tags) {
      const positions = groups.get(tag) ?? [];
      const place = passed.get(tag) ?? 0;
      passed.set(tag, place + 1);
      // An integer, because sums of fractions depend on the order of the tags.
      const weight = Math.round(1000 * Math.log2(essays.length / positions.length));
      if (weight === 0) continue;
      const newer = positions.slice(Math.max(0, place - COMPARED), place).reverse();
      for (const other of newer.concat(positions.slice(place + 1, place + 1 + COMPARED))) {
        if (sums[other] === 0) found.push(other);
        sums[other] = sumOf(other) + weight;
      }
    }
    const distance = (other: number) => Math.abs((moments[other] ?? 0) - publishedTimestamp);
    const compare = (a: number, b: number) =>
      sumOf(b) - sumOf(a) || distance(a) - distance(b) || a - b;
    const best: number[] = [];
    for (const other of found) {
      const last = best[RELATED - 1];
      // The sums alone decide most comparisons.
      if (last !== undefined && (sumOf(other) < sumOf(last) || compare(last, other) < 0)) continue;
      if (Math.abs(other - at) === 1) continue;
      if (series && essays[other]?.series === series) continue;
      best.splice(RELATED - 1, 1, other);
      best.sort(compare);
    }
    for (const other of found) sums[other] = 0;
    return best;
  });
}
