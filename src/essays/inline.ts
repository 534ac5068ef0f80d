/**
 * Texts of site.yaml that may have inline Markdown: the introduction, the invitation and the footer. Pure.
 *
 * Pages show their HTML, whose links are resolved once the site is derived. Metadata, feeds and cards get the text
 * without markup. A text without Markdown stays as it is.
 */
import { escape as escapeHtml } from 'he';
import { type Body, readBody } from '../markdown/body.ts';
import { SLOT } from '../markdown/delimiters.ts';
import { readText } from '../markdown/html.ts';
import type { MarkdownEngine } from '../markdown/markdown.ts';
import type { Unlinks } from '../markdown/unlink.ts';
import { decodeEntities } from '../text/text.ts';
import type { SiteConfig } from './config.ts';

/** One of the texts; `html`, `links` and `faults` are those of a body. */
export interface InlineText extends Pick<Body, 'html' | 'links' | 'faults'> {
  /** Without markup. */
  readonly text: string;
}

/** The texts that site.yaml states; null for those of the templates. */
export interface SiteWords {
  readonly intro: InlineText;
  readonly callToAction: InlineText | null;
  readonly footer: InlineText | null;
}

/** The texts of the settings in one language, and these settings with their texts stripped of markup. */
export interface ReadSettings {
  readonly words: SiteWords;
  readonly config: SiteConfig;
}

/** Reads the texts of the settings; those of their links that are `unlinks` become their labels. */
export function readSiteWords(
  config: SiteConfig,
  markdown: MarkdownEngine,
  unlinks: Unlinks = new Map(),
): ReadSettings {
  const read = (text: string) => readInline(text, config.url, markdown, unlinks);
  const { callToAction: invitation, footer } = config;
  const invited = invitation === false ? null : invitation.text;
  const words = {
    intro: read(config.intro),
    callToAction: invited === null ? null : read(invited),
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

function readInline(
  line: string,
  siteUrl: string,
  markdown: MarkdownEngine,
  unlinks: Unlinks,
): InlineText {
  const html = markdown.toInlineHtml(line);
  if (html?.includes('<')) {
    const { html: withHoles, links, faults } = readBody(html, { title: '', siteUrl, unlinks });
    const shown = unlinks.size === 0 ? html : withHoles.replaceAll(SLOT, '');
    return { text: readText(shown), html: withHoles, links, faults };
  }
  const text = html === null ? line : decodeEntities(html);
  // As React escapes text.
  return { text, html: escapeHtml(text).replaceAll('&#x60;', '`'), links: [], faults: [] };
}
