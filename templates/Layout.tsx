/**
 * The document around every page: `<html>`, `<head>`, the skip link, and the page's own parts.
 *
 * Every page component renders exactly one Layout; the program puts the doctype before it.
 * Nothing here is inline: no `style` attribute and no script text, so that a strict content
 * security policy can be set.
 */
import type { HeadProps, SiteProps } from 'essay-blog';
import type { ReactNode } from 'react';

interface LayoutProps {
  readonly site: SiteProps;
  readonly head: HeadProps;
  /** The site header, `<main id={MAIN_ID}>`, and a footer where the page has one. */
  readonly children: ReactNode;
}

/** Where the skip link leads. Long enough never to be the id of a heading in an essay. */
export const MAIN_ID = 'main-content';

export function Layout({ site, head, children }: LayoutProps) {
  return (
    <html lang={site.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{head.title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {head.canonical === null ? (
          <meta name="robots" content="noindex" />
        ) : (
          <link rel="canonical" href={head.canonical} />
        )}
        <link rel="stylesheet" href={head.styleUrl} />
        {head.scripts.map(({ url, data }) => (
          <script key={url} defer src={url} {...dataAttributes(data)} />
        ))}
      </head>
      <body>
        <a className="skip-link" href={`#${MAIN_ID}`}>
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}

/** `{ endpoint: '…' }` as the attributes `{ 'data-endpoint': '…' }`. */
function dataAttributes(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));
}
