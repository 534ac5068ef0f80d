/**
 * On a page in another language than the site's, the templates' own texts are marked with the site's language, for
 * screen readers and for the direction of the text. On all other pages nothing is marked.
 */
import type { ReactNode } from 'react';
import { usePage } from './hooks.ts';

/** The `lang` of an element whose text is in the site's language; undefined if the page is in that language too. */
export function useSiteLanguage(): string | undefined {
  const { site, head } = usePage();
  return head.language === site.language ? undefined : site.language;
}

/** Marks its children as being in the site's language. */
export function InSiteLanguage({ children }: { readonly children: ReactNode }) {
  const lang = useSiteLanguage();
  if (lang === undefined) return children;
  return (
    <div lang={lang} dir="auto">
      {children}
    </div>
  );
}
