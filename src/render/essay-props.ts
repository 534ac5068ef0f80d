/**
 * The props that describe an essay, on its own page, on cards and in links from other pages. Pure.
 */
import type { SiteConfig } from '../essays/config.ts';
import { calendarDay, formatDay } from '../essays/dates.ts';
import { type Essay, type EssayImage, type EssayName, showDate } from '../site/resolved-essay.ts';
import * as urls from '../site/urls.ts';
import type * as props from '../theme/props.ts';
import type { PageLocale } from './head-context.ts';

/** The card of an essay in a list. */
export function makeCardProps(
  essay: Essay,
  tags: props.CardProps['tags'],
  at: urls.SiteUrls,
  page: PageLocale,
  config: SiteConfig,
): props.CardProps {
  const facts = describeEssay(essay, at);
  return {
    ...facts,
    image: facts.image && { ...facts.image, ...essay.image?.thumbnail },
    author: essay.author,
    updated: describeUpdate(essay, config),
    pinned: essay.pinned,
    formattedDate: essay.formattedDate,
    monthAndDay: essay.monthAndDay,
    year: String(essay.year),
    tags,
    series: essay.series,
    language: essay.language === page.language ? null : essay.language,
    direction: (essay.direction === 'rtl') === (page.direction === 'rtl') ? null : essay.direction,
  };
}

/** A link to an essay. */
export function describeLink(
  { address, title, year, formattedDate }: EssayName,
  at: urls.SiteUrls,
): props.EssayLinkProps {
  return { title, url: urls.toUrl(at, address), year: String(year), formattedDate };
}

/** The props that the card and the page of an essay have in common; an author's own page has some of them too. */
export function describeEssay(essay: Essay, at: urls.SiteUrls) {
  const { title, subtitle, address, excerpt, image, publishedTimestamp } = essay;
  return {
    title,
    subtitle,
    url: urls.toUrl(at, address),
    excerpt,
    image: image && describeImage(image),
    fullDate: essay.fullDate,
    isoDate: new Date(publishedTimestamp).toISOString(),
    readTime: essay.readTime,
    draft: essay.draft,
    mark: essay.mark,
    data: essay.data ?? {},
  };
}

export function describeImage(image: EssayImage): props.ImageProps {
  const { url, alt, width, height, srcSet, wideSrcSet } = image;
  return { url, alt, width, height, srcSet, wideSrcSet };
}

/** The date of the last change; null unless it is a later day than that of the publication. */
export function describeUpdate(
  { updated, publishedTimestamp, fullDate: published }: Essay,
  config: SiteConfig,
): props.UpdatedProps | null {
  if (updated === null || updated < publishedTimestamp) return null;
  const day = calendarDay(updated, config.timezone);
  const fullDate = formatDay(day, config.language, 'full');
  if (fullDate === published) return null;
  return {
    year: String(day.year),
    shownDate: showDate(day, config),
    fullDate,
    isoDate: new Date(updated).toISOString(),
  };
}
