/**
 * Essays as cards, or the older ones as lines, grouped by year, on the home page and on the pages of tags.
 *
 * The essays of a year are divided into several lists. Browsers skip the layout of a list that is off screen, so ten
 * thousand cards cost little more than one list.
 */
import type { CardProps } from 'essay-blog';
import type { ReactNode } from 'react';
import { EssayCard } from './EssayCard.tsx';
import { EssayLine } from './EssayLine.tsx';
import { useTexts } from './hooks.ts';

const CARDS_PER_LIST = 20;
const LINES_PER_LIST = 40;

interface EssayListProps {
  readonly essays: readonly CardProps[];
  /** The essays in a group of their own above the years. */
  readonly pinned?: readonly CardProps[];
  /** How many of the essays are cards; the others are lines. Null for all. */
  readonly cardCount?: number | null | undefined;
}

export function EssayList({ essays, pinned = [], cardCount }: EssayListProps) {
  const t = useTexts();
  const listed = [...pinned, ...essays];
  const positions = new Map(listed.slice(0, cardCount ?? undefined).map((card, at) => [card, at]));
  return (
    <>
      {pinned.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
        <div className="year pinned" role="group" aria-labelledby="pinned">
          <div>
            <span id="pinned">{t('pinned')}</span>
          </div>
          <Cards cards={pinned} positions={positions} />
        </div>
      )}
      {[...groupByYear(essays)].map(([year, cards]) => (
        <Year key={year} year={year}>
          <Cards cards={cards} positions={positions} />
        </Year>
      ))}
    </>
  );
}

interface CardsProps {
  readonly cards: readonly CardProps[];
  /** The positions of those that are cards, in the whole list. */
  readonly positions: ReadonlyMap<CardProps, number>;
}

function Cards({ cards, positions }: CardsProps) {
  const first = cards.filter((card) => positions.has(card));
  return (
    <div>
      {inGroups(first, CARDS_PER_LIST).map((group) => (
        <ol key={group[0]?.url} className="essays">
          {group.map((card) => (
            <EssayCard key={card.url} card={card} position={positions.get(card) ?? 0} />
          ))}
        </ol>
      ))}
      {inGroups(cards.slice(first.length), LINES_PER_LIST).map((group) => (
        <ol key={group[0]?.url} className="essays lines">
          {group.map((card) => (
            <EssayLine key={card.url} card={card} />
          ))}
        </ol>
      ))}
    </div>
  );
}

interface YearProps {
  /** Four digits. */
  readonly year: string;
  readonly children: ReactNode;
}

export function Year({ year, children }: YearProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="year" role="group" aria-labelledby={`y${year}`}>
      <div id={`y${year}`}>{year}</div>
      {children}
    </div>
  );
}

/** Groups essays by year. Years and essays keep the order of `essays`: newest first. */
export function groupByYear(essays: readonly CardProps[]): Map<string, CardProps[]> {
  const years = new Map<string, CardProps[]>();
  for (const card of essays) {
    const cards = years.get(card.year) ?? [];
    cards.push(card);
    years.set(card.year, cards);
  }
  return years;
}

/** Divides `items` into groups of `size`, in order; the last group may be smaller. */
function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  );
}
