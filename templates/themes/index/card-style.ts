/** How the social cards of this theme are set; see `card-style.ts` of the program. */
export const CARD_STYLE = { weight: 600, slant: 'normal', mark: 'square' };
