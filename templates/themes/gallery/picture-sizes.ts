/** The width of a card's picture: nearly that of the window on a phone, else that of a tile. */
export const CARD_PICTURE = 'auto, (min-width: 60rem) 20rem, (min-width: 40rem) 45vw, 90vw';
/** The newest essay's picture is twice as wide. */
export const LEAD_PICTURE =
  'auto, (min-width: 90rem) 42rem, (min-width: 80rem) 46vw, (min-width: 60rem) 62vw, 90vw';
