/** The width of a card's picture: a postage stamp, without its border. */
export const CARD_PICTURE = 'auto, 96px';
export const LEAD_PICTURE = CARD_PICTURE;
