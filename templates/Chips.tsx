/**
 * The first tags of an essay in a list.
 */
import type { CardProps } from 'essay-blog';
import { usePage } from './hooks.ts';

/** The number of tags that a card names; `+3` counts the rest. */
const CHIPS_PER_CARD = 2;

/** The first tags are links if they have pages, and plain text if the home page filters by them. */
export function Chips({ tags }: Pick<CardProps, 'tags'>) {
  const { site, head } = usePage();
  // Otherwise a plus sign would be after the number.
  const isRtl = head.direction === 'rtl';
  const shown = tags.slice(0, CHIPS_PER_CARD);
  const hidden = tags.slice(CHIPS_PER_CARD);
  return (
    <ul className="chips">
      {shown.map(({ name, number, url }) => [
        ' ',
        site.tagsUrl ? (
          <li key={name} data-t={number}>
            <a className="chip" href={url}>
              {name}
            </a>
          </li>
        ) : (
          <li key={name} className="chip" data-t={number}>
            {name}
          </li>
        ),
      ])}
      {hidden.length > 0 && ' '}
      {hidden.length > 0 && (
        <li dir={isRtl ? 'ltr' : undefined} data-t={hidden.map(({ number }) => number).join(' ')}>
          {`+${hidden.length}`}
        </li>
      )}
    </ul>
  );
}
