/**
 * The width of a card's picture, for `sizes`, in browsers that don't find it out by themselves (`auto`). A theme with
 * larger pictures brings a file of its own.
 */
export const CARD_PICTURE = 'auto, 120px';
