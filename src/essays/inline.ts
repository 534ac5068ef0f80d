/**
 * Texts of site.yaml that may have inline Markdown: the introduction, the invitation and the footer. Pure.
 *
 * Pages show their HTML, whose links are resolved once the site is derived. Metadata, feeds and cards get the text
 * without markup. A text without Markdown stays as it is.
 */
import type { Unlinks } from '../markdown/body-link.ts';
import type { MarkdownEngine } from '../markdown/engine.ts';
import { type Line, readLine } from '../markdown/read-line.ts';
import type { SiteConfig } from './config.ts';

/** The texts that site.yaml states; null for those of the templates. */
export interface SiteWords {
  readonly intro: Line;
  readonly callToAction: Line | null;
  readonly footer: Line | null;
}

/** The texts of the settings in one language, and these settings with their texts stripped of markup. */
export interface ReadSettings {
  readonly words: SiteWords;
  readonly config: SiteConfig;
}

/** Reads the texts of the settings; the links in `unlinks` become their labels. */
export function readSiteWords(
  config: SiteConfig,
  markdown: MarkdownEngine,
  unlinks: Unlinks = new Map(),
): ReadSettings {
  const read = (text: string) => readLine(markdown, text, config.url, unlinks);
  const { callToAction: invitation, footer } = config;
  const invitationText = invitation === false ? null : invitation.text;
  const words = {
    intro: read(config.intro),
    callToAction: invitationText === null ? null : read(invitationText),
    footer: footer.text === null ? null : read(footer.text),
  };
  const plain = {
    ...config,
    intro: words.intro.text,
    callToAction: invitation && { ...invitation, text: words.callToAction?.text ?? null },
    footer: { ...footer, text: words.footer?.text ?? null },
  };
  return { words, config: plain };
}
