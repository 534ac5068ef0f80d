/**
 * The home page, `/`: every essay, newest first, by years, with a filter by tag.
 *
 * The HTML holds the whole list. `home.client.ts` filters it, updates the heading's count, and
 * corrects the copyright year; it finds its elements by their classes and `#listed`.
 */
import type { CardProps, HomeProps } from 'essay-blog';
import { EssayCard } from './EssayCard.tsx';
import { Layout, MAIN_ID } from './Layout.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { useSay } from './say.ts';
import { TagFilter } from './TagFilter.tsx';

/**
 * The essays of a year are divided into lists, because a browser skips the layout of a list that is off
 * screen: ten thousand cards then cost little more than one list.
 */
const CARDS_PER_LIST = 20;

export default function HomePage({ site, head, essays, tags, year }: HomeProps) {
  const say = useSay();
  const positions = new Map(essays.map((card, position) => [card, position]));
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="home" />
      <main id={MAIN_ID} tabIndex={-1}>
        <div className="intro">
          <h1>{site.title}</h1>
          {site.intro && <p>{site.intro}</p>}
        </div>
        <TagFilter tags={tags} total={essays.length} />
        <h2 id="listed" aria-live="polite" aria-atomic="true">
          {`${say('recentEssays')} `}
          <span className="count">{`(${essays.length})`}</span>
        </h2>
        {essays.length === 0 && <p>{say('noEssays')}</p>}
        {inYears(essays).map((cards) => (
          <Year key={cards[0]?.year} cards={cards} positions={positions} />
        ))}
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}

interface YearProps {
  /** The essays of one year. */
  readonly cards: readonly CardProps[];
  readonly positions: ReadonlyMap<CardProps, number>;
}

function Year({ cards, positions }: YearProps) {
  const year = cards[0]?.year;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="year" role="group" aria-labelledby={year}>
      <div id={year}>{year}</div>
      <div>
        {inGroups(cards, CARDS_PER_LIST).map((group) => (
          <ol key={group[0]?.url} className="essays">
            {group.map((card) => (
              <EssayCard key={card.url} card={card} position={positions.get(card) ?? 0} />
            ))}
          </ol>
        ))}
      </div>
    </div>
  );
}

/** Divides essays, which are in the order of their dates, by years. */
function inYears(essays: readonly CardProps[]): CardProps[][] {
  const years = new Map<string, CardProps[]>();
  for (const card of essays) {
    const cards = years.get(card.year);
    if (cards) cards.push(card);
    else years.set(card.year, [card]);
  }
  return [...years.values()];
}

/** `items` in their order, in groups of `size`; the last may be smaller. */
function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  );
}
