/**
 * The page of one essay, `/blog/{slug}`: its title block, its body, and where to go from here.
 *
 * `NotFoundPage.tsx` is the same frame without an essay; change the two together. The title block and what
 * follows the body are outside the part that reader modes keep, and have the class names that they know.
 */
import type { EssayLinkProps, EssayProps } from 'essay-blog';
import { CallToAction } from './CallToAction.tsx';
import { EssayDate } from './EssayDate.tsx';
import { Layout, MAIN_ID } from './Layout.tsx';
import { Prose } from './Prose.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { InSiteLanguage, useSiteLanguage } from './SiteLanguage.tsx';
import { useSay } from './say.ts';

/** The characters of a title that is set in the largest type, of which those of Chinese, Japanese and Korean count twice. */
const TITLE_LENGTH = 60;
const WIDE_CHARACTERS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60]/gu;
/** An essay of fewer headings or words needs no table of contents. */
const CONTENTS = { headings: 4, words: 1500 };

export default function EssayPage({ site, head, year, essay }: EssayProps) {
  const say = useSay();
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="essay" />
      <main id={MAIN_ID} tabIndex={-1}>
        <article className="essay" aria-labelledby="essay-title">
          <TitleBlock essay={essay} address={head.canonical} />
          <Prose html={essay.content} direction={head.direction} isPlainText={essay.plainText} />
        </article>
        <InSiteLanguage>
          <Series series={essay.series} />
          <Pager {...findNeighbours(essay)} />
          <Related essays={essay.related} />
          <CallToAction site={site} />
          <p className="back pager">
            <a href={site.homeUrl}>{say('moreEssays')}</a>
          </p>
        </InSiteLanguage>
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}

interface TitleBlockProps {
  readonly essay: EssayProps['essay'];
  /** The URL of the page, for readers who print it. */
  readonly address: string | null;
}

function TitleBlock({ essay, address }: TitleBlockProps) {
  const say = useSay();
  const wideCount = essay.title.match(WIDE_CHARACTERS)?.length ?? 0;
  const isLong = essay.title.length + wideCount > TITLE_LENGTH;
  const { headings, wordCount } = essay;
  const hasContents = headings.length >= CONTENTS.headings && wordCount >= CONTENTS.words;
  return (
    <header>
      <h1 id="essay-title" className={isLong ? 'long-title' : undefined}>
        {essay.title}
      </h1>
      <div className="sidebar">
        <div className="meta byline" lang={useSiteLanguage()}>
          <EssayDate shown={essay.year} full={essay.fullDate} iso={essay.isoDate} />
          <Dot />
          {essay.updated && essay.updated.year !== essay.year && (
            <>
              <span>
                {`${say('updated')} `}
                <EssayDate {...dateOf(essay.updated)} />
              </span>
              <Dot />
            </>
          )}
          <span>{say('readTime', { count: essay.readTime })}</span>
          <Dot />
          <span>{say('byAuthor', { author: essay.author })}</span>
          {essay.series && essay.series.essays.length > 1 && (
            <>
              <Dot />
              <span>
                {say('part', { part: essay.series.part, count: essay.series.essays.length })}
              </span>
            </>
          )}
          {essay.draft && (
            <>
              <Dot />
              <strong className="draft">{say('draft')}</strong>
            </>
          )}
        </div>
        <div className="address">{address}</div>
        {essay.tags.length > 0 && <Tags tags={essay.tags} />}
        {hasContents && <Contents headings={headings} />}
      </div>
    </header>
  );
}

/** Separates details on the same line, even without a style sheet. */
function Dot() {
  return <i className="dot"> · </i>;
}

function dateOf({ year, fullDate, isoDate }: NonNullable<EssayProps['essay']['updated']>) {
  return { shown: year, full: fullDate, iso: isoDate };
}

function Tags({ tags }: Pick<EssayProps['essay'], 'tags'>) {
  return (
    <nav aria-label={useSay()('tags')} className="meta" lang={useSiteLanguage()}>
      <ul className="chips">
        {tags.map((tag) => (
          <li key={tag.name}>
            <a className="chip" href={tag.url}>
              {tag.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The headings of a long essay, in the left margin of a wide window. */
function Contents({ headings }: Pick<EssayProps['essay'], 'headings'>) {
  return (
    <nav aria-label={useSay()('contents')} className="contents">
      <ol>
        {headings.map(({ id, text, level }) => (
          <li key={id} className={level > 2 ? 'below' : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A page lists all parts of a series up to this number, else the first, the last and those around its own. */
const LISTED = 50;

/** The parts of the essay's series. */
function Series({ series }: Pick<EssayProps['essay'], 'series'>) {
  const say = useSay();
  if (!series || series.essays.length < 2) return null;
  const { name, part, essays } = series;
  const isListed = (number: number) =>
    essays.length <= LISTED ||
    number === 1 ||
    number === essays.length ||
    Math.abs(number - part) < LISTED / 2;
  return (
    <nav aria-label={say('series')} className="related">
      <h2>{name}</h2>
      <ul>
        {essays.map(({ url, title }, index) => {
          if (!isListed(index + 1)) return isListed(index) && <li key={url}>…</li>;
          return (
            <li key={url}>
              <a href={url} aria-current={index + 1 === part ? 'page' : undefined}>
                {index + 1 === part ? <b>{title}</b> : title}{' '}
                <span className="count">{index + 1}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The essays before and after this one in time, except for parts of its series, which are listed above. */
function findNeighbours({ newer, older, series }: EssayProps['essay']) {
  const parts = series && series.essays.length > 1 ? series.essays : [];
  const isListed = (other: EssayLinkProps | null) => parts.some(({ url }) => url === other?.url);
  return { newer: isListed(newer) ? null : newer, older: isListed(older) ? null : older };
}

function Pager({ newer, older }: Pick<EssayProps['essay'], 'newer' | 'older'>) {
  const say = useSay();
  if (!newer && !older) return null;
  return (
    <nav aria-label={say('earlierAndLater')} className="pagination">
      <ul>
        {older && (
          <li>
            <a rel="prev" href={older.url}>
              <span>{`${say('earlier')} `}</span>
              {older.title}
            </a>
          </li>
        )}
        {newer && (
          <li className="later">
            <a rel="next" href={newer.url}>
              <span>{`${say('later')} `}</span>
              {newer.title}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function Related({ essays }: { readonly essays: readonly EssayLinkProps[] }) {
  const say = useSay();
  if (essays.length === 0) return null;
  return (
    <nav aria-label={say('relatedEssays')} className="related">
      <h2>{say('relatedEssays')}</h2>
      <ul>
        {essays.map(({ url, title, year }) => (
          <li key={url}>
            <a href={url}>
              {title} <span className="count">{year}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
