/**
 * The date of an essay: short on the screen, in full for screen readers.
 *
 * The hidden part stands next to the visible one, so that screen readers read both as one text. Of "December 3,
 * 2020", for example, only the year is visible.
 */
interface EssayDateProps {
  /** The visible form: `2020`, `December 2020`, all of `December 3, 2020`, or what the author wrote. */
  readonly shown: string;
  /** `December 3, 2020` */
  readonly full: string;
  /** ISO 8601. */
  readonly iso: string;
}

export function EssayDate({ shown, full, iso }: EssayDateProps) {
  const isEndOfFull = full.endsWith(shown);
  if (shown === full) return <time dateTime={iso}>{full}</time>;
  return (
    <time dateTime={iso}>
      {isEndOfFull && <span className="sr-only">{full.slice(0, -shown.length)}</span>}
      {shown}
      {!isEndOfFull && <span className="sr-only">{` (${full})`}</span>}
    </time>
  );
}
