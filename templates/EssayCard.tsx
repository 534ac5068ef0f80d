/**
 * One essay in the home page's list.
 *
 * The title's link covers the whole card (`home.css`), so a card is one link named by its title.
 * `data-t` has the numbers of tags beside their names, which compresses well; `home.client.ts` filters by
 * them. The animation is on the inner element, because the browser skips an item that is off screen.
 */
import type { CardProps } from 'essay-blog';
import { useSay } from './say.ts';

/** How many tags a card names; `+k` counts the rest. */
const CHIPS_PER_CARD = 2;
/** More cards than the tallest screen shows: these fade in. */
const FIRST_CARDS = 30;
/** The first cards start one after the other; the rest start with the last of these. */
const WAITING_CARDS = 10;

interface EssayCardProps {
  readonly card: CardProps;
  /** The position in the whole list, from 0. */
  readonly position: number;
}

export function EssayCard({ card, position }: EssayCardProps) {
  const say = useSay();
  const wait = position < FIRST_CARDS ? `wait${Math.min(position, WAITING_CARDS)}` : undefined;
  const language = { lang: card.language ?? undefined, dir: card.direction ?? undefined };
  return (
    <li className={wait}>
      <article className="card">
        <h3 {...language}>
          <a href={card.url}>{card.title}</a>
        </h3>
        {card.image && (
          <img
            src={card.image.url}
            alt={card.image.alt}
            width={card.image.width ?? undefined}
            height={card.image.height ?? undefined}
            loading="lazy"
            decoding="async"
          />
        )}
        <p className="excerpt" {...language}>
          {card.excerpt}
        </p>
        <div className="meta">
          <CardDate card={card} />
          {` · ${say('readTime', { count: card.readTime })}`}
          {card.draft && ' · '}
          {card.draft && <strong className="draft">{say('draft')}</strong>}
          {card.tags.length > 0 && <Chips card={card} />}
        </div>
      </article>
    </li>
  );
}

/** A year is a valid `datetime` as it is; a month and day are not. */
function CardDate({ card }: Pick<EssayCardProps, 'card'>) {
  const { formattedDate: shown, year, isoDate } = card;
  return <time dateTime={shown === year ? undefined : isoDate}>{shown}</time>;
}

function Chips({ card: { tags, tagNumbers, tagUrls } }: Pick<EssayCardProps, 'card'>) {
  const hidden = tagNumbers.slice(CHIPS_PER_CARD);
  return (
    <ul className="chips">
      {tags.slice(0, CHIPS_PER_CARD).map((tag, index) => (
        <li key={tag} className={tagUrls ? undefined : 'chip'} data-t={tagNumbers[index]}>
          {tagUrls ? (
            <a className="chip" href={tagUrls[index]}>
              {tag}
            </a>
          ) : (
            tag
          )}
        </li>
      ))}
      {hidden.length > 0 && <li data-t={hidden.join(' ')}>{`+${hidden.length}`}</li>}
    </ul>
  );
}
