/** The width of a card's picture. */
export const CARD_PICTURE = 'auto, 80px';
export const LEAD_PICTURE = CARD_PICTURE;
