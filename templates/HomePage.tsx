/**
 * The home page, `/`: every essay, newest first, with a filter by tag.
 *
 * The HTML holds the whole list. `home.client.ts` filters it, updates the heading's count, and
 * corrects the copyright year; it finds its elements by `.filter`, `#listed` and `#year`.
 */
import type { HomeProps } from 'essay-blog';
import { EssayCard } from './EssayCard.tsx';
import { Layout, MAIN_ID } from './Layout.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { TagFilter } from './TagFilter.tsx';

/**
 * The essays are divided into lists, because a browser skips the layout of a list that is off screen:
 * ten thousand cards then cost little more than one list. The first list has more cards than the
 * tallest screen shows, because only its cards fade in.
 */
const CARDS_PER_LIST = 30;

export default function HomePage({ site, head, essays, tags, year }: HomeProps) {
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
          Recent Essays <span className="count">{`(${essays.length})`}</span>
        </h2>
        {essays.length > 0 ? (
          inGroups(essays, CARDS_PER_LIST).map((cards) => (
            <ol key={cards[0]?.url} className="essays">
              {cards.map((card) => (
                <EssayCard key={card.url} card={card} />
              ))}
            </ol>
          ))
        ) : (
          <p>Loading essays... If this persists, the posts data may not have been generated yet.</p>
        )}
      </main>
      <footer className="site-footer">
        {'© '}
        <span id="year">{year}</span>
        {` ${site.name}`}
      </footer>
    </Layout>
  );
}

/** `items` in their order, in groups of `size`; the last may be smaller. */
function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  );
}
