/** The width of a card's picture. */
export const CARD_PICTURE = 'auto, (min-width: 60rem) 128px, 88px';
export const LEAD_PICTURE = CARD_PICTURE;
