/**
 * The manual's pages on the web: an author who runs the program with `npx` has no other copy. Pure.
 */
const MANUAL = 'https://github.com/essay-blog/essay-blog/blob/main/docs';

/** The URL of a page of the manual, or of a heading on it. */
export function manualPage(page: string, heading?: string): string {
  const anchor = heading === undefined ? '' : `#${heading.toLowerCase().replaceAll(' ', '-')}`;
  return `${MANUAL}/${page}.md${anchor}`;
}
