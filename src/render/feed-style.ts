/**
 * The style sheet of the feeds: what a browser shows of a feed if its reader follows a link to it. Pure.
 *
 * Only CSS: XML has no other style that every browser will keep. A feed names the sheet in a processing instruction.
 */
import type { SiteConfig } from '../essays/config.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { assetPath } from '../site/urls.ts';
import { findDirection } from '../text/text.ts';
import { fillText } from '../text/texts.ts';
import type { Palette } from '../theme/palette.ts';
import { listColorSchemes } from '../theme/settings-style.ts';

/** A style sheet, and its site path. */
interface FeedStyle {
  readonly path: string;
  readonly css: string;
}

/** Makes the style sheet of a site's Atom and RSS feeds. */
export function makeFeedStyle(config: SiteConfig, { light, dark }: Palette): FeedStyle {
  const { language, texts } = config;
  const css = `:root {
  color-scheme: ${listColorSchemes(config)};
  max-width: 38rem;
  margin: 0 auto;
  padding: clamp(1.5rem, 6vw, 4rem) 1.25rem;
  direction: ${findDirection(null, language) === 'rtl' ? 'rtl' : 'ltr'};
  background: ${light.paper};
  color: ${light.ink};
  font: 1.125rem/1.5 "Source Serif 4", Georgia, serif;
  --soft: ${light.soft};
  --accent: ${light.accent};
}
:root, channel, item, entry {
  display: block;
}
:is(feed, channel, entry, item) > * {
  display: none;
}
:is(feed, channel) > :is(title, subtitle, description, entry, item), :is(entry, item) > :is(title, summary, description) {
  display: block;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
}
:is(feed, channel) > title {
  font-size: 2.25rem;
  font-weight: 300;
  line-height: 1.1;
}
:is(feed, channel) > title::after {
  content: ${quoteCss(fillText(texts.copyFeed))};
  display: block;
  margin: 1.25rem 0 2rem;
  padding-inline-start: 1rem;
  border-inline-start: 3px solid var(--accent);
  font-size: 1.125rem;
  font-weight: 400;
  line-height: 1.5;
}
:is(entry, item) {
  margin-top: 1.5rem;
}
:is(entry, item) > title {
  font-weight: 600;
}
:is(subtitle, summary, description) {
  color: var(--soft);
}
@media (prefers-color-scheme: dark) {
  :root {
    background: ${dark.paper};
    color: ${dark.ink};
    --soft: ${dark.soft};
    --accent: ${dark.accent};
  }
}
`;
  return { path: assetPath('feed', fingerprint(css), '.css'), css };
}

/** A string of CSS. */
function quoteCss(text: string): string {
  return `"${text.replace(/["\\\p{Cc}]/gu, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
}
