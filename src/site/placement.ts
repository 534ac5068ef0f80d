/**
 * What an essay gets from the site around it: its slug, its picture, where its links lead. With that
 * and what its own file gives, it is whole; so one essay can be made again without all the others.
 */
import type { SiteConfig } from '../content/config.ts';
import { calendarDay, formatFullDate, formatMonthAndDay } from '../content/dates.ts';
import type { ParsedEssay } from '../content/essay.ts';
import type { Fill } from './body-links.ts';
import type { Picture } from './linker.ts';
import type { Essay } from './site.ts';

/** What only the site as a whole gives an essay. */
export interface Placement {
  readonly slug: string;
  readonly image: Picture | null;
  /** What its body has in the places of its links. */
  readonly fills: readonly Fill[];
}

/** An essay in its place; `year` is that of the build, in the site's time zone. */
export function placeEssay(
  parsed: ParsedEssay,
  { slug, image, fills }: Placement,
  config: SiteConfig,
  year: number,
): Essay {
  const day = calendarDay(parsed.publishedTimestamp, config.timezone);
  const shownDate = day.year === year ? formatMonthAndDay(day) : String(day.year);
  return {
    source: parsed.path,
    slug,
    title: parsed.title,
    author: parsed.author ?? config.name,
    tags: parsed.tags,
    published: parsed.published,
    publishedTimestamp: parsed.publishedTimestamp,
    year: day.year,
    formattedDate: parsed.statedDate ?? shownDate,
    fullDate: formatFullDate(day),
    excerpt: parsed.excerpt,
    image,
    readTime: parsed.readTime,
    draft: parsed.draft,
    aliases: parsed.aliases.map(({ value }) => value),
    updated: parsed.updated,
    digest: parsed.digest,
    fills,
    isPlainText: parsed.format === 'text',
    hasOutboundLinks: parsed.hasOutboundLinks,
  };
}

/** An essay's placement, and the digest of the file for which it was found. */
export interface DatedPlacement extends Placement {
  readonly digest: string;
}

/** An essay's placement as one line of JSON, to be found again by its source. */
export function encodePlacement({ source, digest, slug, image, fills }: Essay): string {
  return JSON.stringify([source, digest, slug, image, fills]);
}

/** The placement of the essay with this source, among such lines; null where there is none. */
export function findPlacement(lines: string, source: string): DatedPlacement | null {
  const head = `[${JSON.stringify(source)},`;
  const start = lines.startsWith(head) ? 0 : lines.indexOf(`\n${head}`) + 1;
  if (start === 0 && !lines.startsWith(head)) return null;
  const end = lines.indexOf('\n', start);
  const line = lines.slice(start, end === -1 ? undefined : end);
  const [, digest, slug, image, fills] = JSON.parse(line);
  return { digest, slug, image, fills };
}
