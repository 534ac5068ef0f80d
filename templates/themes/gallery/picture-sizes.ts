/** The width of a card's picture: that of the window on a phone, else that of a tile. */
export const CARD_PICTURE = 'auto, (min-width: 40rem) 28rem, 100vw';
