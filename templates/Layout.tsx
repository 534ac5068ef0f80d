/**
 * The document around every page: `<html>`, `<head>` (`Head.tsx`), the skip link, the header, `<main>` and the footer.
 *
 * A page component renders one Layout with its own content inside. The program adds the doctype.
 */
import type { ReactNode } from 'react';
import { Head } from './Head.tsx';
import { usePage, useTexts } from './hooks.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { useSiteLanguage } from './SiteLanguage.tsx';

/** The id of `<main>`, the target of the skip link. */
const MAIN_ID = 'main-content';

export function Layout({ children }: { readonly children: ReactNode }) {
  const { head, kind } = usePage();
  const t = useTexts();
  const siteLanguage = useSiteLanguage();
  return (
    <html lang={head.language} dir={head.direction === 'auto' ? undefined : head.direction}>
      <Head />
      <body className={`${kind}-page`}>
        {/* In a `<div>`, so that text browsers show it on a line of its own. */}
        <div>
          <a className="skip-link" href={`#${MAIN_ID}`} lang={siteLanguage}>
            {t('skipToContent')}
          </a>
        </div>
        <SiteHeader />
        <main id={MAIN_ID} tabIndex={-1}>
          {children}
        </main>
        <SiteFooter />
      </body>
    </html>
  );
}
