/**
 * Essays without a picture of their own → the cards that stand for them where links to them are
 * shown. Pure: which essay gets one, what is on it, and where it is published.
 *
 * A card's address is known before the card is there: it is made of what the card is made from. Two
 * essays whose cards would be the same share one.
 */
import type { SiteConfig } from '../content/config.ts';
import { digest, fingerprint } from '../content/fingerprint.ts';
import { foldSpace } from '../content/text.ts';
import type { EssaySummary } from '../site/essay.ts';
import * as urls from '../site/urls.ts';
import type { ImageProps, SocialCardProps } from './props.ts';

/** Pixels; what Open Graph and X ask for. */
export const CARD_SIZE = { width: 1200, height: 630 };

/** The library that draws. Another version may draw otherwise. */
export const RENDERER = '@takumi-rs/core 2.16.3';

/** A font that cards are set with. */
export interface CardFont {
  /** From the folder of the site or of the package, with "/". */
  readonly name: string;
  readonly isOwn: boolean;
  /** Of its bytes. */
  readonly digest: string;
}

/** What all cards are made with. */
export interface CardTemplate {
  /** The compiled template, absolute. */
  readonly script: string;
  /** In the order in which characters are looked for in them. */
  readonly fonts: readonly CardFont[];
  /** Of all of it. */
  readonly digest: string;
  /** True where the site brings fonts along, which are taken to have every character. */
  readonly hasOwnFonts: boolean;
}

/** One card: where it is published, and what its template gets. */
export interface SocialCard {
  /** Relative to out/. */
  readonly outputPath: string;
  /** Tells it from all others. */
  readonly key: string;
  readonly props: SocialCardProps;
}

/** The digest of a template of cards; `digests` are those of its code and of the fonts. */
export function keyOfCards(digests: readonly (string | undefined)[]): string {
  return digest(JSON.stringify([RENDERER, CARD_SIZE, digests]));
}

/**
 * The card of an essay; null where it has a picture of its own, is a draft, or has a title (or an
 * author) that the program's own fonts cannot set.
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
  const props = { title, author, name, year, language: config.language };
  const made = JSON.stringify([template.digest, props]);
  const outputPath = urls.assetPath('card', fingerprint(made), '.png').slice(1);
  return { outputPath, key: digest(made), props };
}

/** The card as a picture of an essay; its text says no more than the title. */
export function pictureOf(card: SocialCard, site: urls.SiteUrls, title: string): ImageProps {
  return { url: urls.toUrl(site, `/${card.outputPath}`), alt: title, ...CARD_SIZE };
}

/** Emoji as they are written: with their colours of skin, joined to others, as flags or in keys. */
const EMOJI =
  /(?:\p{RI}{2}|[#*0-9]\uFE0F?\u20E3|(?![©®™])\p{ExtPict}(?:\p{EMod}|\uFE0F|\u200D\p{ExtPict}|[\u{E0020}-\u{E007F}])*)/gu;

/** What the program's own fonts have: the letters of Europe's languages and of Vietnamese. */
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

/** A text without emoji, composed as fonts have it; null where a character of it cannot be set. */
function settableText(text: string, hasOwnFonts: boolean): string | null {
  // Most titles are of this kind, and what follows costs ten times as much.
  if (/^[!-~ ]*$/.test(text)) return text;
  const plain = foldSpace(text.normalize('NFC').replace(EMOJI, ''));
  if (hasOwnFonts) return plain;
  const visible = plain.replace(/\p{DI}/gu, '');
  return SETTABLE.test(visible) ? visible : null;
}
