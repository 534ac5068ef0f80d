/**
 * How the social cards of the theme are set; a theme that looks different has its own version of this file.
 */
import type { CSSProperties } from 'react';

export const CARD_STYLE = {
  /** Of the title. */
  weight: 300,
  /** Of the line at the foot. */
  slant: 'italic',
  /** What is at the end of that line: a square, or a seal with the author's initial. */
  mark: 'square',
} as { weight: number; slant: CSSProperties['fontStyle']; mark: 'square' | 'seal' };
