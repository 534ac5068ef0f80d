/**
 * The row of buttons above the home page's list: all essays, one button per tag, and `+N More`.
 *
 * `home.client.ts` makes them work; without scripting the style sheet hides the row. The buttons are in
 * the order of the tags' numbers, which cards carry in `data-t`.
 */
import type { TagProps } from 'essay-blog';
import { useSay } from './say.ts';

/** How many tags are shown before `+N More` is pressed. */
const VISIBLE_TAGS = 6;

interface TagFilterProps {
  /** Highest count first. */
  readonly tags: readonly TagProps[];
  /** How many essays there are, with tags or without. */
  readonly total: number;
}

export function TagFilter({ tags, total }: TagFilterProps) {
  const say = useSay();
  const more = tags.length - VISIBLE_TAGS;
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
