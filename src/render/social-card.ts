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
import { type Coverage, covers, joinCoverages } from './font-coverage.ts';
import type { ImageProps, SocialCardProps } from './props.ts';
import type { CardTemplate } from './templates.ts';

/** Pixels; what Open Graph and X ask for. */
export const CARD_SIZE = { width: 1200, height: 630 };

/** What turns a card into pixels. Another version may draw it otherwise. */
export const RENDERER = '@takumi-rs/core 2.16.3';

/** What all cards are made with. */
export interface CardBasis {
  /** Of the template, the fonts and the renderer. */
  readonly digest: string;
  /** The characters that can be set. */
  readonly coverage: Coverage;
}

/** One card: where it is published, and what its template gets. */
export interface SocialCard {
  /** Relative to out/. */
  readonly outputPath: string;
  /** Tells it from all others. */
  readonly key: string;
  readonly props: SocialCardProps;
}

/** Names by which the compiler calls modules: they tell where these lie on this machine. */
const MODULE_NAMES = /__(?:commonJS|esm)\(\{"[^"]*"/g;

export function makeCardBasis({ compiled, fonts }: CardTemplate): CardBasis {
  const code = compiled.code.replace(MODULE_NAMES, '');
  const made = [RENDERER, CARD_SIZE, code, ...fonts.map((font) => font.digest)];
  return {
    digest: digest(JSON.stringify(made)),
    coverage: joinCoverages(fonts.map(({ coverage }) => coverage)),
  };
}

/**
 * The card of an essay; null where it has a picture of its own, is a draft, or has a title (or an
 * author) for which no font has the characters.
 */
export function makeSocialCard(
  essay: EssaySummary,
  config: SiteConfig,
  basis: CardBasis | null,
): SocialCard | null {
  if (basis === null || essay.image !== null || essay.draft) return null;
  const [title, author, name] = [essay.title, essay.author, config.name].map((text) =>
    settableText(text, basis.coverage),
  );
  if (!title || !author || !name) return null;
  const year = String(essay.year);
  const props = { title, author, name, year, language: config.language };
  const made = JSON.stringify([basis.digest, props]);
  const outputPath = urls.assetPath('card', fingerprint(made), '.png').slice(1);
  return { outputPath, key: digest(made), props };
}

/** The card as a picture of an essay; its text says no more than the title. */
export function pictureOf(card: SocialCard, site: urls.SiteUrls, title: string): ImageProps {
  return { url: urls.toUrl(site, `/${card.outputPath}`), alt: title, ...CARD_SIZE };
}

/** Emoji as they are written: with their colours of skin, joined to others, as flags or in keys. */
const EMOJI =
  /(?:\p{RI}{2}|[#*0-9]\uFE0F?\u20E3|\p{ExtPict}(?:\p{EMod}|\uFE0F|\u200D\p{ExtPict}|[\u{E0020}-\u{E007F}])*)/gu;

/**
 * A text without what is left out where no font has it (emoji, and what is not seen anyway), its
 * characters composed as fonts have them; null where another character is missing.
 */
function settableText(text: string, coverage: Coverage): string | null {
  const isSettable = (part: string) => {
    for (const character of part) {
      if (!covers(coverage, character.codePointAt(0) as number)) return false;
    }
    return true;
  };
  // Most titles are of this kind, and what follows costs ten times as much.
  if (/^[!-~ ]*$/.test(text) && isSettable(text)) return text;
  const keepSettable = (part: string) => (isSettable(part) ? part : '');
  const plain = foldSpace(
    text
      .normalize('NFC')
      .replace(EMOJI, keepSettable)
      .replace(/\p{DI}/gu, keepSettable),
  );
  return isSettable(plain) ? plain : null;
}
