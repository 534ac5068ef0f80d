/**
 * Social cards: the pictures that represent pages without a picture where links to them are shared.
 * Pure: decides which pages get a card, its props, and its path. `build/cards.ts` draws it.
 *
 * A card's path is a digest of everything it is drawn from, so pages can refer to it before it is drawn,
 * and essays with equal cards share one.
 */
import type { SiteConfig } from '../essays/config.ts';
import { fingerprint } from '../files/fingerprint.ts';
import type { Essay } from '../site/resolved-essay.ts';
import * as urls from '../site/urls.ts';
import { foldSpace } from '../text/text.ts';
import { fillText } from '../text/texts.ts';
import { CARD_SIZE, type CardTemplate } from '../theme/card-template.ts';
import type { ImageProps, SocialCardProps } from '../theme/props.ts';

/** A social card before it is drawn. */
export interface SocialCard {
  /** Has a fingerprint of everything that it is drawn from. */
  readonly outputPath: string;
  readonly props: SocialCardProps;
}

/** The formats that no social network shows in link previews. */
const UNSHARED = /\.(?:svgz?|avif|heic|heif|jxl|tiff?)(?:[?#]|$)/i;

/** True for a picture that link previews can show. */
export function isShareable<Image extends Pick<ImageProps, 'url'>>(
  image: Image | null | undefined,
): image is Image {
  return image !== null && image !== undefined && !UNSHARED.test(image.url);
}

/** Makes the card of an essay or a page; null for a draft, and for one with a picture that networks show. */
export function makeEssayCard(
  essay: Essay,
  config: SiteConfig,
  template: CardTemplate | null,
): SocialCard | null {
  if (isShareable(essay.image) || essay.draft) return null;
  const { title, author, excerpt, language, year } = essay;
  const isPage = essay.page !== null;
  const subtitle = essay.subtitle ?? (isPage ? excerpt : '');
  const texts = { title, subtitle, author };
  const stated = { ...texts, year: isPage ? null : String(year), language, label: '' };
  return makeCard({ page: isPage ? 'page' : 'essay', ...stated }, config, template);
}

/** Makes the card of the home page, titled as the site, or of the about page, titled with the author's name. */
export function makePageCard(
  page: 'home' | 'about',
  config: SiteConfig,
  template: CardTemplate | null,
): SocialCard | null {
  const { name: author, title, intro, description, language, texts: words } = config;
  const texts =
    page === 'home' ? { title, subtitle: intro } : { title: author, subtitle: description };
  const label = page === 'about' ? fillText(words.about) : '';
  return makeCard({ page, ...texts, author, year: null, language, label }, config, template);
}

/**
 * Makes a card. Null without a template, or if the fonts lack a letter of its title or of a name on it. A subtitle with
 * such a letter is left out.
 */
function makeCard(
  stated: Omit<SocialCardProps, 'name' | 'colours'>,
  { name: siteAuthor }: SiteConfig,
  template: CardTemplate | null,
): SocialCard | null {
  if (template === null) return null;
  const set = (text: string) => settableText(text, template) ?? '';
  const title = set(stated.title);
  const author = set(stated.author);
  const name = set(siteAuthor);
  if (!title || !author || !name) return null;
  const label = set(stated.label);
  const texts = { title, subtitle: set(stated.subtitle), author, name, label };
  const props: SocialCardProps = { ...stated, ...texts, colours: template.colours };
  const made = JSON.stringify([template.digest, props]);
  const outputPath = urls.assetPath('card', fingerprint(made), '.png').slice(1);
  return { outputPath, props };
}

/** Describes a card as the picture of its page; the alternative text is the title that it shows. */
export function pictureOf(card: SocialCard | null, site: urls.SiteUrls): ImageProps | null {
  if (card === null) return null;
  return {
    url: urls.toUrl(site, `/${card.outputPath}`),
    alt: card.props.title,
    ...CARD_SIZE,
    srcSet: null,
    wideSrcSet: null,
  };
}

/** Emoji, including those with skin tones, joined sequences, flags and keycaps. */
const EMOJI =
  /(?:\p{RI}{2}|[#*0-9]\uFE0F?\u20E3|(?![©®™])\p{ExtPict}(?:\p{EMod}|\uFE0F|\u200D\p{ExtPict}|[\u{E0020}-\u{E007F}])*)/gu;

/**
 * The characters of the program's fonts: the letters of European languages and of Vietnamese. Combining marks are left
 * out, because the fonts can't place them.
 */
const SETTABLE = new RegExp(
  `^[${[
    String.raw` -~\u00A0-\u012B\u012E-\u0131\u0134-\u0165\u0168-\u017F\u018F\u0192\u01A0\u01A1\u01AF\u01B0`,
    String.raw`\u01CD-\u01DC\u01E6\u01E7\u01F8\u01F9\u0218-\u021B\u0237\u0251\u0259\u0261\u02B0\u02B2\u02B3`,
    String.raw`\u02B7\u02B8\u02BB\u02BC\u02BE\u02BF\u02C6-\u02CC\u02DA\u02DC\u02DD\u02E1-\u02E3`,
    String.raw`\u1D43\u1D47-\u1D49\u1D4D\u1D4F\u1D50\u1D52\u1D56-\u1D58\u1D5B\u1D9C\u1DA0\u1DBB\u1E0C-\u1E0F`,
    String.raw`\u1E20\u1E21\u1E24\u1E25\u1E2A\u1E2B\u1E36-\u1E3B\u1E3E\u1E3F\u1E42-\u1E49\u1E5A-\u1E63\u1E6C-\u1E6F`,
    String.raw`\u1E80-\u1E85\u1E8E\u1E8F\u1E92\u1E93\u1E97\u1E9E\u1EA0-\u1EF9`,
    String.raw`\u0374\u0375\u037E\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u03D7\u03D9\u03DB\u03DD\u03E1`,
    String.raw`\u0400-\u045F\u0462\u0463\u0472-\u0475\u0490-\u0493\u0496-\u049B\u04A0-\u04A3\u04AA\u04AB\u04AE-\u04B3`,
    String.raw`\u04B6\u04B7\u04BA\u04BB\u04C0-\u04C2\u04CF-\u04D1\u04D4-\u04D9\u04E2\u04E3\u04E6-\u04E9\u04EE\u04EF\u04F2\u04F3`,
    String.raw`\u2002-\u2007\u2009\u200A\u2010\u2012-\u2015\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2025\u2026\u202F\u2030`,
    String.raw`\u2032\u2033\u2039\u203A\u2044\u20A1\u20A4\u20A6\u20A7\u20A9\u20AB\u20AC\u20AE\u20B1\u20B2\u20B4\u20B5`,
    String.raw`\u20B8-\u20BA\u20BD\u20BF\u2113\u2116\u2122\u2190-\u2193\u2212\u2215`,
  ].join('')}]*$`,
);

/** Signs that the fonts lack, but that a title can't do without. */
const SPELLINGS: Readonly<Record<string, string>> = { '≠': '!=', '≤': '<=', '≥': '>=', '≈': '~' };

/** Spells a sign or number with the fonts' characters; empty if that can't be done, as for emoji. */
function spell(sign: string): string {
  const spelling = SPELLINGS[sign] ?? sign.normalize('NFKC');
  return SETTABLE.test(spelling) ? spelling : '';
}

/** Returns a text in composed form and without emoji and signs that the fonts lack; null if they lack a letter of it. */
function settableText(
  text: string,
  { hasOwnFonts }: Pick<CardTemplate, 'hasOwnFonts'>,
): string | null {
  // The common case. The general case below is ten times slower.
  if (/^[!-~ ]*$/.test(text)) return text;
  const plain = foldSpace(text.normalize('NFC').replace(EMOJI, ''));
  if (hasOwnFonts) return plain;
  const visible = plain.replace(/\p{DI}/gu, '');
  if (SETTABLE.test(visible)) return visible;
  const spelt = foldSpace(
    visible.replace(/[\p{S}\p{No}]/gu, (sign) => (SETTABLE.test(sign) ? sign : spell(sign))),
  );
  return SETTABLE.test(spelt) ? spelt : null;
}
