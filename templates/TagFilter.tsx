/**
 * The row of buttons above the home page's list: all essays, one button per tag, and `+N More`.
 *
 * `home.client.ts` makes them work; without scripting the style sheet hides the row. A button's
 * `value` is the number that cards carry in `data-t`; that of "All Essays" is empty.
 */
import type { TagProps } from 'essay-blog';

/** How many tags are shown before `+N More` is pressed. */
const VISIBLE_TAGS = 6;

interface TagFilterProps {
  /** Highest count first. */
  readonly tags: readonly TagProps[];
  /** How many essays there are, with tags or without. */
  readonly total: number;
}

export function TagFilter({ tags, total }: TagFilterProps) {
  const more = tags.length - VISIBLE_TAGS;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and there is none.
    <div className="filter" role="group" aria-label="Filter essays by tag">
      <button type="button" value="" aria-pressed="true">
        All Essays <span className="count">{`(${total})`}</span>
      </button>
      {tags.map(({ name, number, count }, index) => (
        <button
          key={number}
          type="button"
          value={number}
          data-tag={name}
          aria-pressed="false"
          hidden={index >= VISIBLE_TAGS}
        >
          {`#${name} `}
          <span className="count">{`(${count})`}</span>
        </button>
      ))}
      {more > 0 && <button type="button" className="more">{`+${more} More`}</button>}
    </div>
  );
}
