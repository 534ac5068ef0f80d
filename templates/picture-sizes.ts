/**
 * The width of a card's picture, for `sizes`, in browsers that don't find it out by themselves (`auto`). A theme with
 * pictures of another size has its own version of this file.
 */
export const CARD_PICTURE = 'auto, (min-width: 40rem) 120px, 72px';
/** That of the first card. */
export const LEAD_PICTURE = CARD_PICTURE;
