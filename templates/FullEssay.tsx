/**
 * An essay with its whole text on the home page, for `home: full` in `content/site.yaml`.
 */
import type { CardProps } from 'essay-blog';
import { Byline } from './Byline.tsx';
import { Chips } from './Chips.tsx';
import { useTexts } from './hooks.ts';
import { Prose } from './Prose.tsx';

export function FullEssay({ card }: { readonly card: CardProps }) {
  const t = useTexts();
  const language = { lang: card.language ?? undefined, dir: card.direction ?? undefined };
  return (
    <article className="essay whole">
      <header>
        <h2 {...language}>
          <a href={card.url}>{card.title}</a>
        </h2>
        {card.subtitle && (
          <p className="subtitle" {...language}>
            {card.subtitle}
          </p>
        )}
        <div className="sidebar">
          {card.pinned && <div className="meta">{t('pinned')}</div>}
          <Byline essay={{ ...card, shownDate: card.formattedDate }} />
          {card.tags.length > 0 && (
            <div className="meta">
              <Chips tags={card.tags} />
            </div>
          )}
        </div>
      </header>
      <Prose
        html={card.content ?? ''}
        isPlainText={card.plainText}
        language={card.language}
        direction={card.direction}
      />
    </article>
  );
}
