/**
 * One essay in the home page's list.
 *
 * The title's link covers the whole card (`style.css`), so a card is one link named by its title.
 * `data-t` carries the numbers of the essay's tags: `home.client.ts` filters with one CSS rule on
 * it. The animation is on the inner element, because the browser skips an item that is off screen.
 */
import type { CardProps } from 'essay-blog';
import { EssayDate } from './EssayDate.tsx';

/** How many tags a card names; `+k` counts the rest. */
const CHIPS_PER_CARD = 2;

export function EssayCard({ card }: { readonly card: CardProps }) {
  const language = { lang: card.language ?? undefined, dir: card.direction ?? undefined };
  return (
    <li data-t={card.tagNumbers.join(' ') || undefined}>
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
          <EssayDate shown={card.formattedDate} full={card.fullDate} iso={card.isoDate} />
          <span>{`${card.readTime} min read`}</span>
          {card.draft && <strong className="draft">Draft</strong>}
        </div>
        {card.tags.length > 0 && <Chips tags={card.tags} />}
      </article>
    </li>
  );
}

function Chips({ tags }: { readonly tags: readonly string[] }) {
  const more = tags.length - CHIPS_PER_CARD;
  return (
    <ul className="chips">
      {tags.slice(0, CHIPS_PER_CARD).map((tag) => (
        <li key={tag} className="chip">
          {tag}
        </li>
      ))}
      {more > 0 && <li>{`+${more}`}</li>}
    </ul>
  );
}
