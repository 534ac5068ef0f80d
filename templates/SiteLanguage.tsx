/**
 * The site's language on a page in another language: the templates' own texts there are marked with it, for screen
 * readers and for the direction of the text. On all other pages nothing is marked.
 */
import { createContext, type ReactNode, useContext } from 'react';

/** A BCP 47 tag, or undefined on a page in the site's language. `Layout.tsx` provides it. */
export const SiteLanguage = createContext<string | undefined>(undefined);

/** The `lang` of an element whose text is in the site's language, where that differs from the page's. */
export const useSiteLanguage = () => useContext(SiteLanguage);

/** Marks what is in the site's language. */
export function InSiteLanguage({ children }: { readonly children: ReactNode }) {
  const lang = useSiteLanguage();
  return lang === undefined ? (
    children
  ) : (
    <div lang={lang} dir="auto">
      {children}
    </div>
  );
}
