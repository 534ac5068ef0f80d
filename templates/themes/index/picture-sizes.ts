/** The width of a card's picture. */
export const CARD_PICTURE = 'auto, 64px';
export const LEAD_PICTURE = CARD_PICTURE;
