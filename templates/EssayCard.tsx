/**
 * One essay in the home page's list.
 *
 * The link in the title covers the whole card (`home.css`), so a card is one link, named by its title.
 * `data-t` holds the numbers of tags next to their names, which compresses well; `home.client.ts` filters by
 * these numbers. The inner element is animated, not the `<li>`, because browsers skip an item that is off screen.
 */
import type { CardProps } from 'essay-blog';
import { usePage, useTexts } from './hooks.ts';

/** The number of tags that a card names; `+3` counts the rest. */
const CHIPS_PER_CARD = 2;
/** These cards fade in. They are more than the tallest screen shows. */
const FIRST_CARDS = 30;
/** These cards start to fade in one after another. All later ones start together with the last of them. */
const WAITING_CARDS = 10;

interface EssayCardProps {
  readonly card: CardProps;
  /** The position in the whole list, from 0. */
  readonly position: number;
}

export function EssayCard({ card, position }: EssayCardProps) {
  const t = useTexts();
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
          {` · ${t('readTime', { count: card.readTime })}`}
          {card.draft && ' · '}
          {card.draft && <strong className="draft">{t('draft')}</strong>}
          {card.tags.length > 0 && <Chips tags={card.tags} />}
        </div>
      </article>
    </li>
  );
}

/** A year alone is valid machine-readable text, so it needs no `datetime`; `Dec 3` does. */
function CardDate({ card }: Pick<EssayCardProps, 'card'>) {
  const { formattedDate, year, isoDate } = card;
  return <time dateTime={formattedDate === year ? undefined : isoDate}>{formattedDate}</time>;
}

/** The first tags are links if they have pages, and plain text if the home page filters by them. */
function Chips({ tags }: Pick<CardProps, 'tags'>) {
  const { site } = usePage();
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
        <li data-t={hidden.map(({ number }) => number).join(' ')}>{`+${hidden.length}`}</li>
      )}
    </ul>
  );
}
