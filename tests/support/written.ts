import type { Files } from './site.ts';

/** A row of the manual, and an essay that shows that it is true. */
export interface Row {
  /** The first cell, as in the manual. */
  readonly written: string;
  readonly body: string;
  /** Further lines of front matter. */
  readonly front?: string;
  /** Further lines of site.yaml. */
  readonly settings?: string;
  /** Further files of the site. */
  readonly files?: Files;
  /** Parts of the page. */
  readonly shown: readonly string[];
  /** What must not be on the page. */
  readonly hidden?: readonly string[];
  /** The codes of all problems; by default there are none. */
  readonly codes?: readonly string[];
}
