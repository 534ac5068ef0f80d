/**
 * The width of a card's picture, for `sizes`, in browsers that don't find it out by themselves (`auto`). A theme with
 * larger pictures has its own version of this file.
 */
export const CARD_PICTURE = 'auto, 120px';
