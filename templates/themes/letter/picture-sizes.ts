/** The width of a card's picture: a postage stamp, without its border. */
export const CARD_PICTURE = 'auto, 115px';
export const LEAD_PICTURE = CARD_PICTURE;
