/**
 * The pages at addresses that have no page of the site: those that redirect, and the one for addresses that are gone.
 * Pure.
 */
import { escape as escapeMarkup } from 'he';
import type { SiteConfig } from '../essays/config.ts';
import { isExternalUrl } from '../markdown/url-syntax.ts';
import type { RedirectLine } from '../site/redirect-rules.ts';
import * as urls from '../site/urls.ts';
import { findDirection } from '../text/text.ts';
import { fillText, type Texts } from '../text/texts.ts';
import { listColorSchemes } from '../theme/settings-style.ts';

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
  return (
    startPage(language) +
    `<title>${say('moved')}</title><link rel="canonical" href="${canonical}">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}">` +
    `<meta name="viewport" content="width=device-width"></head>` +
    `<body><p>${text}</p></body></html>\n`
  );
}

/** A page for an address that is gone, in the style of the 404 page. */
export function renderGonePage(config: SiteConfig, at: urls.SiteUrls, styleUrl: string): string {
  const { name, language, texts, prefix } = config;
  const home = escapeMarkup(urls.toUrl(at, prefix + urls.HOME_PATH));
  const site = escapeMarkup(name);
  const say = (text: keyof Texts) => escapeMarkup(fillText(texts[text]));
  return (
    startPage(language) +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="${listColorSchemes(config)}"><title>${say('gone')} · ${site}</title>` +
    `<meta name="robots" content="noindex"><link rel="stylesheet" href="${escapeMarkup(styleUrl)}">` +
    `</head><body><header class="site-header"><a class="site-name" href="${home}">${site}</a></header>` +
    `<main><h1 class="not-found">${say('goneText')}</h1>` +
    `<p class="back"><a href="${home}">${say('seeAllEssays')}</a></p></main></body></html>\n`
  );
}

/** The beginning of a page in a language, up to its character encoding. */
function startPage(language: string): string {
  const direction = findDirection(null, language) === 'rtl' ? ' dir="rtl"' : '';
  return `<!doctype html>\n<html lang="${escapeMarkup(language)}"${direction}><head><meta charset="utf-8">`;
}
