/**
 * Links to the years of the list on the home page, from five years on.
 */
import type { CardProps } from 'essay-blog';
import { groupByYear } from './EssayList.tsx';
import { useTexts } from './hooks.ts';

const MIN_YEARS = 5;

export function YearRail({ essays }: { readonly essays: readonly CardProps[] }) {
  const t = useTexts();
  const years = [...groupByYear(essays).keys()];
  if (years.length < MIN_YEARS) return null;
  return (
    <nav className="years" aria-label={t('years')}>
      {years.map((year) => (
        <a key={year} href={`#y${year}`}>
          {year}
        </a>
      ))}
    </nav>
  );
}
