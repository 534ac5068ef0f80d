/**
 * The document around every page: `<html>`, `<head>`, the skip link, and the page's own parts.
 *
 * Every page component renders exactly one Layout; the program puts the doctype before it.
 * No `style` attribute and no inline script but data, so that a strict content security policy can be
 * set (`script-src 'self' 'inline-speculation-rules'`).
 */
import type { HeadProps, SiteProps } from 'essay-blog';
import type { ReactNode } from 'react';
import { SiteLanguage } from './SiteLanguage.tsx';
import { useSay } from './say.ts';

interface LayoutProps {
  readonly site: SiteProps;
  readonly head: HeadProps;
  /** The site header, `<main id={MAIN_ID}>`, and a footer where the page has one. */
  readonly children: ReactNode;
}

/** The id of `<main>`, the target of the skip link. */
export const MAIN_ID = 'main-content';

export function Layout({ site, head, children }: LayoutProps) {
  const siteLanguage = head.language === site.language ? undefined : site.language;
  return (
    <html lang={head.language} dir={head.direction === 'auto' ? undefined : head.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          content={head.themeColours.light}
          media="(prefers-color-scheme: light)"
        />
        <meta
          name="theme-color"
          content={head.themeColours.dark}
          media="(prefers-color-scheme: dark)"
        />
        <title>{head.title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {head.canonical === null ? (
          <meta name="robots" content="noindex" />
        ) : (
          <link rel="canonical" href={head.canonical} />
        )}
        {head.metas.map((meta) => (
          <meta key={`${meta.name}${meta.property}${meta.content}`} {...meta} />
        ))}
        {head.links.map((link) => (
          <link key={link.rel + link.href} {...link} />
        ))}
        <link rel="stylesheet" href={head.styleUrl} />
        {head.scripts.map(({ url, data }) => (
          <script key={url} defer src={url} {...dataAttributes(data)} />
        ))}
        <script
          type="speculationrules"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped below.
          dangerouslySetInnerHTML={{ __html: describePrefetch(site.homeUrl) }}
        />
        {head.jsonLd !== null && (
          <script
            type="application/ld+json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the program has escaped it.
            dangerouslySetInnerHTML={{ __html: head.jsonLd }}
          />
        )}
      </head>
      <body>
        {/* In a text browser, on a line of its own. */}
        <div>
          <a className="skip-link" href={`#${MAIN_ID}`} lang={siteLanguage}>
            {useSay()('skipToContent')}
          </a>
        </div>
        <SiteLanguage.Provider value={siteLanguage}>{children}</SiteLanguage.Provider>
      </body>
    </html>
  );
}

/**
 * Speculation rules: browsers prefetch a page of the site that a reader is likely to open, as when
 * pointing at its link. Links to tags are excluded, because they lead to the home page, which is large.
 */
function describePrefetch(homeUrl: string): string {
  const isOurs = { href_matches: `${homeUrl}*` };
  const isTag = { href_matches: `${homeUrl}\\?tag=*` };
  const where = { and: [isOurs, { not: isTag }] };
  const rules = { prefetch: [{ where, eagerness: 'moderate' }] };
  return JSON.stringify(rules).replaceAll('<', '\\u003c');
}

/** `{ endpoint: '…' }` as the attributes `{ 'data-endpoint': '…' }`. */
function dataAttributes(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));
}
