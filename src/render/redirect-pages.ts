/**
 * The pages at former addresses, which redirect. Pure.
 */
import { escape as escapeMarkup } from 'he';
import type { SiteConfig } from '../essays/config.ts';
import { isExternalUrl } from '../markdown/url-syntax.ts';
import type { RedirectLine } from '../site/redirect-rules.ts';
import * as urls from '../site/urls.ts';
import { findDirection } from '../text/text.ts';
import { fillText, type Texts } from '../text/texts.ts';

/** A page that redirects at once and names its target as the canonical URL. */
export function renderRedirectPage(
  { to }: RedirectLine,
  { language, texts }: Pick<SiteConfig, 'language' | 'texts'>,
  at: urls.SiteUrls,
): string {
  const isExternal = isExternalUrl(to);
  const url = escapeMarkup(isExternal ? to : urls.toUrl(at, to));
  const canonical = escapeMarkup(isExternal ? to : urls.toAbsoluteUrl(at, to));
  const say = (name: keyof Texts) => escapeMarkup(fillText(texts[name]));
  const text = fillText(say('movedTo'), { link: `<a href="${url}">${url}</a>` });
  const direction = findDirection(null, language) === 'rtl' ? ' dir="rtl"' : '';
  return (
    `<!doctype html>\n<html lang="${escapeMarkup(language)}"${direction}><head><meta charset="utf-8">` +
    `<title>${say('moved')}</title><link rel="canonical" href="${canonical}">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}">` +
    `<meta name="viewport" content="width=device-width"></head>` +
    `<body><p>${text}</p></body></html>\n`
  );
}
