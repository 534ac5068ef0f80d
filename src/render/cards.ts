/**
 * Social cards: the pictures that represent essays without a picture where links to them are shared.
 * Pure: decides which essays get a card, its props, and its path. `output/cards.ts` draws it.
 *
 * A card's path is a digest of all that it is drawn from, so pages can refer to it before it is drawn,
 * and essays with equal cards share one.
 */
import type { SiteConfig } from '../content/config.ts';
import { digest, fingerprint } from '../content/fingerprint.ts';
import { foldSpace } from '../content/text.ts';
import type { EssaySummary } from '../site/essay.ts';
import * as urls from '../site/urls.ts';
import type { ImageProps, SocialCardProps } from './props.ts';

/** In pixels, as Open Graph and X recommend. */
export const CARD_SIZE = { width: 1200, height: 630 };

/** The rendering library. Another version may draw other pixels. */
export const RENDERER = '@takumi-rs/core 2.16.3';

/** A font for the text of cards. */
export interface CardFont {
  /** Relative to the site's root or the package, with "/". */
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly digest: string;
}

/** The template of all cards, compiled, with its fonts. */
export interface CardTemplate {
  /** Absolute. */
  readonly script: string;
  /** In the order in which the renderer looks for a character. */
  readonly fonts: readonly CardFont[];
  /** Of the script, the fonts and the renderer. */
  readonly digest: string;
  /** True if the site has its own fonts, which are assumed to have every character. */
  readonly hasOwnFonts: boolean;
}

export interface SocialCard {
  /** Relative to out/. */
  readonly outputPath: string;
  /** A digest of all that the card is drawn from. */
  readonly key: string;
  readonly props: SocialCardProps;
}

/**
 * Makes the card of an essay. Null without a template, if the essay has its own picture or is a draft, or
 * if the fonts lack a character of its title or of a name on the card.
 */
export function makeSocialCard(
  essay: EssaySummary,
  config: SiteConfig,
  template: CardTemplate | null,
): SocialCard | null {
  if (template === null || essay.image !== null || essay.draft) return null;
  const [title, author, name] = [essay.title, essay.author, config.name].map((text) =>
    settableText(text, template.hasOwnFonts),
  );
  if (!title || !author || !name) return null;
  const year = String(essay.year);
  const props = { title, author, name, year, language: essay.language };
  const made = JSON.stringify([template.digest, props]);
  const outputPath = urls.assetPath('card', fingerprint(made), '.png').slice(1);
  return { outputPath, key: digest(made), props };
}

/** Describes a card as the picture of its essay; the alternative text is the title that it shows. */
export function pictureOf(card: SocialCard, site: urls.SiteUrls, title: string): ImageProps {
  return { url: urls.toUrl(site, `/${card.outputPath}`), alt: title, ...CARD_SIZE };
}

/** Emoji, including those with skin tones, joined sequences, flags and keycaps. */
const EMOJI =
  /(?:\p{RI}{2}|[#*0-9]\uFE0F?\u20E3|(?![©®™])\p{ExtPict}(?:\p{EMod}|\uFE0F|\u200D\p{ExtPict}|[\u{E0020}-\u{E007F}])*)/gu;

/** Characters of the package's fonts: the letters of European languages and of Vietnamese. */
const SETTABLE = new RegExp(
  `^[${[
    String.raw` -~\u00A0-\u012B\u012E-\u0131\u0134-\u0165\u0168-\u017F\u018F\u0192\u01A0\u01A1`,
    String.raw`\u01AF\u01B0\u01CD-\u01DC\u01E6\u01E7\u01F8\u01F9\u0218-\u021B\u0259\u02BB\u02BC`,
    String.raw`\u1E0C-\u1E0F\u1E20\u1E21\u1E24\u1E25\u1E36-\u1E3B\u1E42-\u1E49\u1E5A-\u1E63`,
    String.raw`\u1E6C-\u1E6F\u1E80-\u1E85\u1E92\u1E93\u1E9E\u1EA0-\u1EF9`,
    String.raw`\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE`,
    String.raw`\u0400-\u045F\u0462\u0463\u0472-\u0475\u0490-\u0493\u0496-\u049B\u04A0-\u04A3\u04AA\u04AB\u04AE-\u04B3`,
    String.raw`\u04B6\u04B7\u04BA\u04BB\u04D8\u04D9\u04E2\u04E3\u04E8\u04E9\u04EE\u04EF`,
    String.raw`\u2002\u2009\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020\u2022\u2026\u2032\u2033`,
    String.raw`\u2039\u203A\u2044\u20A6\u20A9\u20AB\u20AC\u20B4\u20B8-\u20BA\u20BD\u20BF\u2113\u2116\u2122\u2191\u2193\u2212`,
  ].join('')}]*$`,
);

/** Returns a text without emoji and in composed form; null if the fonts lack a character of it. */
function settableText(text: string, hasOwnFonts: boolean): string | null {
  // The common case. The general case below is ten times slower.
  if (/^[!-~ ]*$/.test(text)) return text;
  const plain = foldSpace(text.normalize('NFC').replace(EMOJI, ''));
  if (hasOwnFonts) return plain;
  const visible = plain.replace(/\p{DI}/gu, '');
  return SETTABLE.test(visible) ? visible : null;
}
