/**
 * One essay in the home page's list.
 *
 * The link in the title covers the whole card (`cards.css`), so a card is one link, named by its title.
 * `data-t` holds the numbers of tags next to their names, which compresses well; `home.client.ts` filters by
 * these numbers. The inner element is animated, not the `<li>`, because browsers skip an item that is off screen.
 */
import type { CardProps, ImageProps } from 'essay-blog';
import { Chips } from './Chips.tsx';
import { usePage, useTexts } from './hooks.ts';
import { CARD_PICTURE, LEAD_PICTURE } from './picture-sizes.ts';

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
  const wait = position < FIRST_CARDS ? `wait${Math.min(position, WAITING_CARDS)}` : undefined;
  const sizes: string = position === 0 ? LEAD_PICTURE : CARD_PICTURE;
  const isSmall = sizes === CARD_PICTURE;
  const language = { lang: card.language ?? undefined, dir: card.direction ?? undefined };
  return (
    <li className={wait}>
      <article className="card">
        <h3 {...language}>
          <a href={card.url}>{card.title}</a>
        </h3>
        {card.image && (
          <CardPicture
            image={card.image}
            srcSet={isSmall ? card.image.srcSet : card.image.wideSrcSet}
            sizes={sizes}
          />
        )}
        <p className="excerpt" {...language}>
          {card.excerpt}
        </p>
        <div className="meta">
          <CardDate card={card} />
          {' · '}
          <ReadTime minutes={card.readTime} />
          {card.mark && ' · '}
          {card.mark && <strong className="draft">{card.mark}</strong>}
          {card.tags.length > 0 && <Chips tags={card.tags} />}
        </div>
      </article>
    </li>
  );
}

interface CardPictureProps {
  readonly image: ImageProps;
  readonly srcSet: string | null;
  readonly sizes: string;
}

function CardPicture({ image, srcSet, sizes }: CardPictureProps) {
  return (
    <img
      src={image.url}
      srcSet={srcSet ?? undefined}
      sizes={srcSet ? sizes : undefined}
      alt={image.alt}
      width={image.width ?? undefined}
      height={image.height ?? undefined}
      loading="lazy"
      decoding="async"
    />
  );
}

/** A year alone is valid machine-readable text, so it needs no `datetime`; `Dec 3` does. */
function CardDate({ card }: Pick<EssayCardProps, 'card'>) {
  const { formattedDate, year, isoDate } = card;
  return <time dateTime={formattedDate === year ? undefined : isoDate}>{formattedDate}</time>;
}

/** The time it takes to read an essay. On a page from right to left, English words keep their order. */
function ReadTime({ minutes }: { readonly minutes: number }) {
  const { head } = usePage();
  const t = useTexts();
  const text = t('readTime', { count: minutes });
  return head.direction === 'rtl' ? <bdi>{text}</bdi> : text;
}
