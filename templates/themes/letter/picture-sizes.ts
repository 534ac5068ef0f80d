/** The width of a card's picture: a postage stamp, without its border. */
export const CARD_PICTURE =
  'auto, (min-width: 40rem) 134px, (min-width: 25rem) calc(24vw - 19px), 77px';
export const LEAD_PICTURE = CARD_PICTURE;
