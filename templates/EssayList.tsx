/**
 * Essays as cards, grouped by year, on the home page and on the pages of tags.
 *
 * The essays of a year are divided into several lists. Browsers skip the layout of a list that is off screen, so ten
 * thousand cards cost little more than one list.
 */
import type { CardProps } from 'essay-blog';
import type { ReactNode } from 'react';
import { EssayCard } from './EssayCard.tsx';

const CARDS_PER_LIST = 20;

export function EssayList({ essays }: { readonly essays: readonly CardProps[] }) {
  const positions = new Map(essays.map((card, position) => [card, position]));
  return inYears(essays).map((cards) => (
    <Year key={cards[0]?.year} year={cards[0]?.year}>
      <div>
        {inGroups(cards, CARDS_PER_LIST).map((group) => (
          <ol key={group[0]?.url} className="essays">
            {group.map((card) => (
              <EssayCard key={card.url} card={card} position={positions.get(card) ?? 0} />
            ))}
          </ol>
        ))}
      </div>
    </Year>
  ));
}

interface YearProps {
  /** Four digits. */
  readonly year: string | undefined;
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

/** Groups essays by year. `essays` are sorted by date. */
export function inYears(essays: readonly CardProps[]): CardProps[][] {
  const years = new Map<string, CardProps[]>();
  for (const card of essays) {
    const cards = years.get(card.year);
    if (cards) cards.push(card);
    else years.set(card.year, [card]);
  }
  return [...years.values()];
}

/** Divides `items` into groups of `size`, in order; the last group may be smaller. */
function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  );
}
