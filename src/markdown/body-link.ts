/**
 * The links of a body: addresses that may lead to a page or file of this site, which `site/` resolves, and what it needs
 * to know about a picture's place to choose its size.
 */

/**
 * Why a link becomes its label: `hidden` for a text that isn't published, whose name doesn't stand in for a missing
 * label either; `missing` for the file of a text that doesn't exist.
 */
export type Unlinked = 'hidden' | 'missing';

/** The links that must become their labels, by URL (`BodyLink.url`). */
export type Unlinks = ReadonlyMap<string, Unlinked>;

/** A URL in a body that may lead to a page or file of this site. */
export interface BodyLink {
  /** The number of its slot; -1 for a link that became its label. */
  readonly slot: number;
  /** Decoded, and without the site's origin and base path. */
  readonly url: string;
  /** Decoded, as the author wrote it. */
  readonly written: string;
  readonly element: string;
  /** Why the link became its label; null for a link. */
  readonly unlinked: Unlinked | null;
  /** For an image's `src`, the slot for further attributes; otherwise null. */
  readonly attributesSlot: number | null;
  /** For a video's `src` without a poster, the slot for one; otherwise null. */
  readonly posterSlot: number | null;
  /** For an image's `src`, the author's `width height loading decoding srcset sizes`. */
  readonly stated: Readonly<Record<string, string>>;
  /** For an image's `src`, the place that its class names; otherwise null. */
  readonly placement: Placement | null;
  /** For an image's `src`, the paragraph or figure of pictures that it is in; otherwise null. */
  readonly holder: PictureHolder | null;
}

/** The place of a picture, by its class in Markdown: `![A hill](hill.jpg){.wide}`. Pictures of a gallery are tiles. */
export type Placement = 'wide' | 'full' | 'left' | 'right' | 'tile';

/** A paragraph or figure at the top of a body that holds nothing but pictures, and perhaps a caption. */
export interface PictureHolder {
  /** The slot for more classes; for a tile, the slot for more attributes. */
  readonly slot: number;
  /** The number of its pictures. */
  readonly count: number;
  /** The first place that their classes name. */
  readonly placement: Placement | null;
  /** True if there may be a note in the margin beside it, which is known at the end of the body. */
  isBesideNote: boolean;
}

/** True for an image's `src` whose author stated neither `srcset` nor `sizes`. */
export function takesVariants({ attributesSlot, stated }: BodyLink): boolean {
  return attributesSlot !== null && stated.srcset === undefined && stated.sizes === undefined;
}
