/**
 * The size at which a page shows a picture of a body: in the column, wider, beside the text, or in a row with others.
 * Pure. The sizes are set by templates/styles/media.css and the style sheet of the theme.
 */
import type { PictureSize } from '../essays/images.ts';
import type { BodyLink } from '../markdown/body-link.ts';
import type { Filling } from '../markdown/fill-parts.ts';
import { groupBy } from '../problems/group-by.ts';

/** The widths of pictures in a theme, in pixels. */
export interface PictureWidths {
  /** The greatest width of prose: `--measure` of its skin.css. */
  readonly column: number;
  /** The width of a picture that extends into both margins. */
  readonly wide: number;
  /** The width of any picture that is alone, where only the left margin has room; null if it stays in the column. */
  readonly alone: number | null;
}

const BOOK: PictureWidths = { column: 620, wide: 956, alone: null };
const WIDTHS: Readonly<Record<string, PictureWidths>> = {
  gallery: { column: 620, wide: 1028, alone: 788 },
  letter: { column: 540, wide: 684, alone: null },
};

/** Finds the widths of pictures in a theme, by its name. A theme from elsewhere counts as the default one. */
export function findWidths(theme: string | null): PictureWidths {
  return (theme === null ? undefined : WIDTHS[theme]) ?? BOOK;
}

/** The windows that have a left margin, and those that have both. */
const MARGIN_WINDOW = 944;
const WIDE_WINDOW = 1264;
/** Narrower windows have no text beside a picture. */
const FLOATING_WINDOW = 640;
/** The margins beside the column in a narrow window, in pixels: twice `--gutter`. */
const GUTTERS = 40;
/** The column on a phone, as a percentage of the window. */
const PHONE_COLUMN = 90;
/** A landscape picture of this width goes beyond the column by itself. */
const MIN_WIDE = 1400;
/** The common height that the pictures of a row state: the style sheet shrinks them all by the same factor. */
const ROW_HEIGHT = 1200;
/** The least height of a row where the window has room, and the most that a row enlarges a picture. */
const MIN_ROW_HEIGHT = 110;
const MAX_ENLARGED = 1.25;

/** The share of a row's width that each of its pictures takes, by their attributes' slots. */
export type RowShares = ReadonlyMap<number, number>;

/** A picture of a body, and its size in pixels; null if that is unknown. */
export interface SizedPicture {
  readonly link: BodyLink;
  readonly size: PictureSize | null;
}

/** Finds the paragraphs whose pictures become a row of equal height. */
export function findRows(pictures: readonly SizedPicture[], { column }: PictureWidths): RowShares {
  const shares = new Map<number, number>();
  for (const row of groupByHolder(pictures)) {
    const sizes = row.flatMap(({ link, size }) => (isStated(link) || size === null ? [] : [size]));
    // A picture of another site, or one whose size its author states.
    if (sizes.length < (row[0]?.link.holder?.count ?? 0)) continue;
    const ratios = sizes.map(({ width, height }) => width / height);
    const sum = ratios.reduce((a, b) => a + b, 0);
    const height = column / sum;
    const lowest = Math.min(...sizes.map((size) => size.height));
    if (height < MIN_ROW_HEIGHT || height > MAX_ENLARGED * lowest) continue;
    for (const [index, { link }] of row.entries()) {
      shares.set(link.attributesSlot ?? -1, (ratios[index] ?? 0) / sum);
    }
  }
  return shares;
}

/** Groups the pictures that share a paragraph. */
function groupByHolder(pictures: readonly SizedPicture[]): Iterable<readonly SizedPicture[]> {
  const slotOf = ({ link: { holder } }: SizedPicture) =>
    holder === null || holder.count === 1 ? [] : String(holder.slot);
  return groupBy(pictures, slotOf).values();
}

/** What a page adds to the paragraph or figure of a picture: a class after a space, or the shape of a tile. */
export function describeHolder({ link, size }: SizedPicture, rows: RowShares): Filling | null {
  if (link.placement === 'tile') {
    return size === null ? null : { style: `--ratio:${(size.width / size.height).toFixed(3)}` };
  }
  if (rows.has(link.attributesSlot ?? -1)) return ' row';
  return link.placement === null && goesWide(link, size) ? ' wide' : null;
}

/** True for a large landscape picture that is alone, and whose size the author doesn't state. */
function goesWide(link: BodyLink, size: PictureSize | null): boolean {
  const isLarge = size !== null && size.width >= MIN_WIDE && size.width > size.height;
  return link.holder?.count === 1 && isLarge && !isStated(link);
}

function isStated({ stated }: BodyLink): boolean {
  return stated.width !== undefined || stated.height !== undefined;
}

/** The attributes `width`, `height` and `sizes` of a picture on its page; empty where unknown. */
export interface PictureAttributes {
  readonly width: number | '';
  readonly height: number | '';
  readonly sizes: string;
}

export function measurePicture(
  picture: SizedPicture,
  rows: RowShares,
  widths: PictureWidths,
): PictureAttributes {
  const { link, size } = picture;
  const { width, height, column } = fitSize(link.stated, size, widths);
  const share = rows.get(link.attributesSlot ?? -1);
  if (share !== undefined && size !== null) {
    const inRow = Math.round((ROW_HEIGHT * size.width) / size.height);
    return { width: inRow, height: ROW_HEIGHT, sizes: writeRowSizes(link, share, widths) };
  }
  return { width: width || '', height: height || '', sizes: writeSizes(picture, column, widths) };
}

/** `shown` is the greatest width of the picture by itself. */
function writeSizes(
  { link, size }: SizedPicture,
  shown: number,
  { column, wide, alone }: PictureWidths,
): string {
  const { placement, holder } = link;
  const inColumn = `(min-width: ${column + GUTTERS}px) ${column}px, 100vw`;
  const toLeft = alone === null ? '' : `(min-width: ${MARGIN_WINDOW}px) ${alone}px, `;
  const beyond = `(min-width: ${WIDE_WINDOW}px) ${wide}px, ${toLeft}`;
  if (placement === 'full') return '100vw';
  if (placement === 'tile') return `(min-width: ${FLOATING_WINDOW}px) ${column / 2}px, 50vw`;
  if (placement === 'wide' || (placement === null && goesWide(link, size))) {
    return (holder?.isBesideNote ? '' : beyond) + inColumn;
  }
  if (placement !== null) {
    const widest = Math.min(shown, column / 2);
    return `(min-width: ${FLOATING_WINDOW}px) ${widest}px, calc(100vw - ${GUTTERS}px)`;
  }
  const isAlone = alone !== null && holder?.count === 1 && !isStated(link);
  const start = isAlone && !holder.isBesideNote ? beyond : '';
  const widest = Math.min(shown, column);
  return `${start}(min-width: ${widest + GUTTERS}px) ${widest}px, calc(100vw - ${GUTTERS}px)`;
}

function writeRowSizes(
  { placement }: BodyLink,
  share: number,
  { column, wide }: PictureWidths,
): string {
  if (placement === 'full') return `${Math.round(100 * share)}vw`;
  const part = (whole: number) => Math.round(whole * share);
  const both = placement === 'wide' ? `(min-width: ${WIDE_WINDOW}px) ${part(wide)}px, ` : '';
  const narrow = part(placement === 'wide' ? 100 : PHONE_COLUMN);
  return `${both}(min-width: ${column + GUTTERS}px) ${part(column)}px, ${narrow}vw`;
}

/**
 * The size at which a picture is shown, in pixels: its own, or scaled to the width or height that the
 * author stated. `column` is its width where the window has room. Zero stands for an unknown number.
 */
export function fitSize(
  stated: BodyLink['stated'],
  size: PictureSize | null,
  widths: PictureWidths,
) {
  if (size === null) return { width: 0, height: 0, column: 0 };
  const statedWidth = readPixels(stated.width);
  const statedHeight = readPixels(stated.height);
  if (stated.width === undefined) {
    const scaled = Math.round((statedHeight * size.width) / size.height);
    const width = stated.height === undefined ? size.width : scaled;
    return { width, height: size.height, column: width };
  }
  const height = Math.round((statedWidth * size.height) / size.width);
  const widest = stated.width.trim().endsWith('%') ? widths.column : 0;
  return { width: statedWidth, height, column: statedWidth || widest };
}

/** A stated width or height in pixels; 0 for any other unit. */
function readPixels(text = ''): number {
  return /^\s*\d+\s*(px)?\s*$/.test(text) ? Number.parseInt(text, 10) : 0;
}
