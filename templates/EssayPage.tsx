/**
 * The page of one essay, `/blog/{slug}`: its title block, its body, and where to go from here.
 *
 * The title block and what follows the body have class names by which reader modes recognise and skip them.
 */
import type { EssayLinkProps, EssayProps } from 'essay-blog';
import { Byline } from './Byline.tsx';
import { CallToAction } from './CallToAction.tsx';
import { Cover } from './Cover.tsx';
import { EssayLinks, linkByYear } from './EssayLinks.tsx';
import { usePage, useTexts } from './hooks.ts';
import { Translations } from './Languages.tsx';
import { Layout } from './Layout.tsx';
import { Prose } from './Prose.tsx';
import { InSiteLanguage, useSiteLanguage } from './SiteLanguage.tsx';

/** A longer title is set in smaller type. Chinese, Japanese and Korean characters count twice. */
const TITLE_LENGTH = 60;
const WIDE_CHARACTERS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60]/gu;
/** Essays with fewer headings or fewer words have no table of contents, unless `toc` asks for one. */
const CONTENTS = { headings: 4, words: 1500 };

export default function EssayPage({ essay }: EssayProps) {
  const { site } = usePage();
  const t = useTexts();
  return (
    <Layout>
      <article
        className="essay"
        aria-labelledby="essay-title"
        data-initial={Array.from(site.name)[0]}
      >
        <TitleBlock essay={essay} />
        <Prose html={essay.content} isPlainText={essay.plainText} />
      </article>
      <InSiteLanguage>
        <Series series={essay.series} />
        <Pager {...findNeighbours(essay)} />
        <Related essays={essay.related} />
        <CallToAction />
        <p className="back pager">
          <a href={site.homeUrl}>{t('moreEssays')}</a>
        </p>
      </InSiteLanguage>
    </Layout>
  );
}

function TitleBlock({ essay }: EssayProps) {
  const { head } = usePage();
  const wideCount = essay.title.match(WIDE_CHARACTERS)?.length ?? 0;
  const isLong = essay.title.length + wideCount > TITLE_LENGTH;
  const { headings, wordCount } = essay;
  const isLongText = headings.length >= CONTENTS.headings && wordCount >= CONTENTS.words;
  const asked = essay.contents ?? [];
  const contents = essay.contents ?? (isLongText ? headings : []);
  return (
    <header>
      {essay.hasCover && essay.image && <Cover image={essay.image} />}
      <h1 id="essay-title" className={isLong ? 'long-title' : undefined}>
        {essay.title}
      </h1>
      {essay.subtitle && <p className="subtitle">{essay.subtitle}</p>}
      <div className="sidebar">
        <Byline essay={essay} part={describePart(essay)} />
        <Translations />
        {/* Only on paper. */}
        <div className="address">{head.canonical}</div>
        {essay.tags.length > 0 && <Tags tags={essay.tags} />}
        {asked.length > 0 && <FoldedContents headings={asked} />}
        {contents.length > 0 && <Contents headings={contents} />}
      </div>
    </header>
  );
}

/** An essay's place in its series; null without other parts. */
function describePart({ series }: EssayProps['essay']) {
  return series && series.essays.length > 1
    ? { part: series.part, count: series.essays.length }
    : null;
}

function Tags({ tags }: Pick<EssayProps['essay'], 'tags'>) {
  const t = useTexts();
  const lang = useSiteLanguage();
  return (
    <nav aria-label={t('tags')} className="meta" lang={lang}>
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

type Headings = Pick<EssayProps['essay'], 'headings'>;

/** The headings of an essay, in the left margin of a wide window. */
function Contents({ headings }: Headings) {
  const t = useTexts();
  return (
    <nav aria-label={t('contents')} className="contents">
      <HeadingList headings={headings} />
    </nav>
  );
}

/** The same for windows without a margin, where readers open it. Without style sheets, it is hidden. */
function FoldedContents({ headings }: Headings) {
  const t = useTexts();
  const lang = useSiteLanguage();
  return (
    <nav aria-label={t('contents')} className="fold" hidden>
      <details>
        <summary lang={lang}>{t('contents')}</summary>
        <HeadingList headings={headings} />
      </details>
    </nav>
  );
}

function HeadingList({ headings }: Headings) {
  const top = Math.min(2, ...headings.map(({ level }) => level));
  return (
    <ol>
      {headings.map(({ id, text, level }) => (
        <li key={id} className={[undefined, 'below', 'below deep'][Math.min(level - top, 2)]}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  );
}

/** The longest series that is listed in full. Of a longer one, a page lists the first, last and nearest parts. */
const MAX_LISTED = 50;

function Series({ series }: Pick<EssayProps['essay'], 'series'>) {
  const t = useTexts();
  if (!series || series.essays.length < 2) return null;
  const { name, part, essays } = series;
  const isListed = (number: number) =>
    essays.length <= MAX_LISTED ||
    number === 1 ||
    number === essays.length ||
    Math.abs(number - part) < MAX_LISTED / 2;
  const links = essays.flatMap(({ url, title }, index) => {
    const number = index + 1;
    if (!isListed(number)) return isListed(index) ? [null] : [];
    return [{ url, label: title, aside: number, isCurrent: number === part }];
  });
  return <EssayLinks name={t('series')} heading={name} links={links} />;
}

/** The next older and the next newer essay. Parts of the essay's own series are left out: `Series` lists them. */
function findNeighbours({ newer, older, series }: EssayProps['essay']) {
  const parts = series && series.essays.length > 1 ? series.essays : [];
  const isListed = (other: EssayLinkProps | null) => parts.some(({ url }) => url === other?.url);
  return { newer: isListed(newer) ? null : newer, older: isListed(older) ? null : older };
}

function Pager({ newer, older }: Pick<EssayProps['essay'], 'newer' | 'older'>) {
  const t = useTexts();
  if (!newer && !older) return null;
  return (
    <nav aria-label={t('earlierAndLater')} className="pagination">
      <ul>
        {older && (
          <li>
            <a rel="prev" href={older.url}>
              <span>{`${t('earlier')} `}</span>
              {older.title}
            </a>
          </li>
        )}
        {newer && (
          <li className="later">
            <a rel="next" href={newer.url}>
              <span>{`${t('later')} `}</span>
              {newer.title}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function Related({ essays }: { readonly essays: readonly EssayLinkProps[] }) {
  const t = useTexts();
  if (essays.length === 0) return null;
  const heading = t('relatedEssays');
  return <EssayLinks name={heading} heading={heading} links={linkByYear(essays)} />;
}
