/**
 * The row above the home page's list: all essays, one button per tag, and `+N More`.
 *
 * `home.client.ts` makes them work; without scripting the style sheet hides the row. In a site with pages of tags,
 * they are links to these and need no script. The buttons are in
 * the order of the tags' numbers, which cards carry in `data-t`.
 */
import type { SiteProps, TagProps } from 'essay-blog';
import { useSay } from './say.ts';

/** How many tags are shown before `+N More` is pressed. */
const VISIBLE_TAGS = 6;

interface TagFilterProps {
  readonly site: SiteProps;
  /** Highest count first. */
  readonly tags: readonly TagProps[];
  /** How many essays there are, with tags or without. */
  readonly total: number;
}

export function TagFilter({ site, tags, total }: TagFilterProps) {
  const say = useSay();
  const more = tags.length - VISIBLE_TAGS;
  if (site.tagsUrl) return <TagLinks site={site} tags={tags} total={total} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and there is none.
    <div className="filter" role="group" aria-label={say('filterByTag')}>
      <button type="button" aria-pressed="true">
        {`${say('allEssays')} `}
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
          {say('moreTags', { count: more })}
        </button>
      )}
    </div>
  );
}

function TagLinks({ site, tags, total }: TagFilterProps) {
  const say = useSay();
  const more = tags.length - VISIBLE_TAGS;
  return (
    <nav className="filter" aria-label={say('tags')}>
      <a href={site.archiveUrl ?? site.homeUrl} aria-current={site.archiveUrl ? undefined : 'page'}>
        {`${say('allEssays')} `}
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
          {say('moreTags', { count: more })}
        </a>
      )}
    </nav>
  );
}
