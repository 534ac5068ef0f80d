/**
 * One essay → what templates get of it: as a card in the list of the home page, and as the page of its
 * own. Pure.
 *
 * Knows nothing of the other essays, so that one can be made again without them.
 */

import type { Essay, EssaySummary } from '../site/essay.ts';
import type { Picture } from '../site/linker.ts';
import * as urls from '../site/urls.ts';
import type { CardProps, EssayProps, ImageProps } from './props.ts';

/** The essay in the list; `tagNumbers` are those of all the site's tags. */
export function makeCardProps(
  essay: EssaySummary,
  at: urls.SiteUrls,
  tagNumbers: ReadonlyMap<string, number>,
): CardProps {
  return {
    url: urls.toUrl(at, urls.essayPath(essay.slug)),
    title: essay.title,
    excerpt: essay.excerpt,
    image: essay.image && toThumbnail(essay.image),
    formattedDate: essay.formattedDate,
    fullDate: essay.fullDate,
    isoDate: toIsoDate(essay),
    readTime: essay.readTime,
    tags: essay.tags,
    tagNumbers: essay.tags.map((tag) => tagNumbers.get(tag) ?? -1),
    draft: essay.draft,
  };
}

/** The essay on its page, but for its body: that is put in by whoever has read it. */
export function makeArticleProps(essay: Essay, at: urls.SiteUrls): EssayProps['essay'] {
  return {
    title: essay.title,
    author: essay.author,
    year: String(essay.year),
    fullDate: essay.fullDate,
    isoDate: toIsoDate(essay),
    readTime: essay.readTime,
    tags: essay.tags.map((tag) => ({ name: tag, url: urls.toUrl(at, urls.tagPath(tag)) })),
    content: '',
    plainText: essay.isPlainText,
    draft: essay.draft,
  };
}

function toThumbnail({ url, alt, width, height, thumbnail }: Picture): ImageProps {
  return { url, alt, width, height, ...thumbnail };
}

function toIsoDate(essay: EssaySummary): string {
  return new Date(essay.publishedTimestamp).toISOString();
}
