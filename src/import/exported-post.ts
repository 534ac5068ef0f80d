/**
 * ExportedPost: a post as an export states it, by its fields. `exports.ts` makes an ImportedPost of it.
 */
export interface ExportedPost {
  /** Unique and stable, such as `wordpress:123`. */
  readonly id: string;
  /** Plain text. */
  readonly title: string;
  /** The body. */
  readonly html: string;
  /** True for a body that is plain text with line breaks. */
  readonly isText?: boolean;
  /** A date as written, with its zone if known. */
  readonly published: string;
  /** Milliseconds since the epoch; takes precedence over `published`. */
  readonly timestamp?: number | undefined;
  readonly updated?: string;
  /** The last part of the old address. */
  readonly slug: string;
  readonly tags?: readonly string[] | undefined;
  /** Plain text. */
  readonly subtitle?: string;
  /** Plain text. */
  readonly excerpt?: string;
  /** A URL. */
  readonly image?: string | undefined;
  readonly imageAlt?: string;
  readonly author?: string;
  readonly isDraft?: boolean;
  /** True for a draft that some readers could see: a private post, or one for paying subscribers. */
  readonly isPrivate?: boolean;
  readonly isPage?: boolean;
  /** Old addresses, as URLs or paths; the first is the one that readers used, or empty if it isn't known. */
  readonly addresses: readonly string[];
  /** Its id in the old feeds. */
  readonly guid?: string;
  /** Further keys of the front matter. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Headings of the report under which the post is listed, perhaps with details. */
  readonly notes?: readonly PostNote[];
}

/** A heading of the report, perhaps with the details of this post. */
type PostNote = string | readonly [about: string, details: string];
