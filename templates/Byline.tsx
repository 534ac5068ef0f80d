/**
 * The details of an essay on one line, or in the margin: its dates, its read time, its author.
 */
import type { EssayProps } from 'essay-blog';
import { EssayDate } from './EssayDate.tsx';
import { useTexts } from './hooks.ts';
import { useSiteLanguage } from './SiteLanguage.tsx';

interface BylineProps {
  readonly essay: Pick<
    EssayProps['essay'],
    'shownDate' | 'fullDate' | 'isoDate' | 'updated' | 'readTime' | 'author' | 'mark'
  >;
  /** The essay's place in its series; null without other parts. */
  readonly part?: { readonly part: number; readonly count: number } | null;
}

export function Byline({ essay, part = null }: BylineProps) {
  const t = useTexts();
  const lang = useSiteLanguage();
  const { updated } = essay;
  return (
    <div className="meta byline" lang={lang}>
      <EssayDate shown={essay.shownDate} full={essay.fullDate} iso={essay.isoDate} />
      <Dot />
      {updated && updated.shownDate !== essay.shownDate && (
        <>
          <span>
            {`${t('updated')} `}
            <EssayDate shown={updated.shownDate} full={updated.fullDate} iso={updated.isoDate} />
          </span>
          <Dot />
        </>
      )}
      <span>{t('readTime', { count: essay.readTime })}</span>
      <Dot />
      <span>{t('byAuthor', { author: essay.author })}</span>
      {part && (
        <>
          <Dot />
          <span>{t('part', part)}</span>
        </>
      )}
      {essay.mark && (
        <>
          <Dot />
          <strong className="draft">{essay.mark}</strong>
        </>
      )}
    </div>
  );
}

/** Separates details on one line, even without a style sheet. */
function Dot() {
  return <i className="dot"> · </i>;
}
