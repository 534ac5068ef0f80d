/**
 * An older essay in the home page's list, on one line: its title and its day. `data-t` is as in `EssayCard.tsx`.
 */
import type { CardProps } from 'essay-blog';

export function EssayLine({ card }: { readonly card: CardProps }) {
  const { title, url, tags, monthAndDay, language, direction } = card;
  return (
    <li data-t={tags.map(({ number }) => number).join(' ') || undefined}>
      <a href={url} lang={language ?? undefined} dir={direction ?? undefined}>
        {title}
      </a>{' '}
      <span>{monthAndDay}</span>
    </li>
  );
}
