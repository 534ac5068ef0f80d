/**
 * The width of a card's picture, for `sizes`, in browsers that don't find it out by themselves (`auto`). A theme with
 * pictures of another size has its own version of this file.
 */
export const CARD_PICTURE = 'auto, (min-width: 50rem) 160px, (min-width: 27.5rem) 20vw, 88px';
/** That of the first card. */
export const LEAD_PICTURE = CARD_PICTURE;
