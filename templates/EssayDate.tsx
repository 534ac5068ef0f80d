/**
 * The date of an essay: short for the eye, whole for those who hear the page.
 *
 * What is hidden stands beside what is shown, so that the two are read as one: "December 3, 2020",
 * of which only the year is seen.
 */
interface EssayDateProps {
  /** As it is seen: `2020`, `Dec 3`, or what the author wrote. */
  readonly shown: string;
  /** `December 3, 2020` */
  readonly full: string;
  /** ISO 8601. */
  readonly iso: string;
}

export function EssayDate({ shown, full, iso }: EssayDateProps) {
  const isEndOfFull = full.endsWith(shown);
  return (
    <time dateTime={iso}>
      {isEndOfFull && <span className="sr-only">{full.slice(0, -shown.length)}</span>}
      {shown}
      {!isEndOfFull && <span className="sr-only">{` (${full})`}</span>}
    </time>
  );
}
