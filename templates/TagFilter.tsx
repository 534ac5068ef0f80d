/**
 * The row above the list on the home page: all essays, one button per tag, and `+N More`.
 *
 * `home.client.ts` makes the buttons work; without scripting, the style sheet hides the row. The buttons are in the
 * order of the tags' numbers, which cards have in `data-t`. If tags have pages, the row consists of links to these
 * pages and needs no script.
 */
import type { TagProps } from 'essay-blog';
import { usePage, useTexts } from './hooks.ts';

/** The number of tags that are shown until `+N More` is pressed. */
const VISIBLE_TAGS = 6;

interface TagFilterProps {
  /** Highest count first. */
  readonly tags: readonly TagProps[];
  /** The number of all essays, with tags or without. */
  readonly total: number;
}

export function TagFilter({ tags, total }: TagFilterProps) {
  const { site } = usePage();
  const t = useTexts();
  if (site.tagsUrl) return <TagLinks tags={tags} total={total} />;
  const more = tags.length - VISIBLE_TAGS;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and there isn't one.
    <div className="filter" role="group" aria-label={t('filterByTag')}>
      <button type="button" aria-pressed="true">
        {`${t('allEssays')} `}
        <span className="count">{`(${total})`}</span>
      </button>
      {tags.map(({ name, count }, index) => (
        <button key={name} type="button" aria-pressed="false" hidden={index >= VISIBLE_TAGS}>
          {`#${name} `}
          <span className="count">{`(${count})`}</span>
        </button>
      ))}
      {more > 0 && (
        <button type="button" className="more">
          {t('moreTags', { count: more })}
        </button>
      )}
    </div>
  );
}

function TagLinks({ tags, total }: TagFilterProps) {
  const { site } = usePage();
  const t = useTexts();
  const more = tags.length - VISIBLE_TAGS;
  return (
    <nav className="filter" aria-label={t('tags')}>
      <a href={site.archiveUrl ?? site.homeUrl} aria-current={site.archiveUrl ? undefined : 'page'}>
        {`${t('allEssays')} `}
        <span className="count">{`(${total})`}</span>
      </a>
      {tags.slice(0, VISIBLE_TAGS).map(({ name, url, count }) => (
        <a key={name} href={url}>
          {`#${name} `}
          <span className="count">{`(${count})`}</span>
        </a>
      ))}
      {more > 0 && (
        <a className="more" href={site.tagsUrl ?? undefined}>
          {t('moreTags', { count: more })}
        </a>
      )}
    </nav>
  );
}
