/**
 * Links to the site's other languages, each named in that language: a list in the header of every page, and invitations
 * below the title of an essay or page that has translations. A site in one language has neither.
 *
 * Their style is in `styles/languages.css`, which only sites in several languages load.
 */
import type { LanguageLinkProps } from 'essay-blog';
import type { ReactNode } from 'react';
import { usePage, useTexts } from './hooks.ts';

/** The list in the header: this page in each other language, or else that language's home page. */
export function Languages() {
  const { languages } = usePage();
  const t = useTexts();
  if (languages.length === 0) return null;
  return (
    <nav className="languages" aria-label={t('languages')}>
      <ul>
        {languages.map((link) => (
          <li key={link.language}>
            <LanguageLink link={link}>{link.name}</LanguageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Invitations to read this page in each language that it is translated into. */
export function Translations() {
  const links = usePage().languages.filter(({ isTranslation }) => isTranslation);
  if (links.length === 0) return null;
  return (
    <ul className="chips meta translations">
      {links.map((link) => (
        <li key={link.language}>
          <LanguageLink link={link}>{link.label}</LanguageLink>
        </li>
      ))}
    </ul>
  );
}

interface LanguageLinkParts {
  readonly link: LanguageLinkProps;
  readonly children: ReactNode;
}

/** Only a translation is an alternate of the page; the home page in another language isn't. */
function LanguageLink({ link, children }: LanguageLinkParts) {
  const { language, direction, url, isTranslation } = link;
  const { head } = usePage();
  const around = head.direction === 'rtl' ? 'rtl' : 'ltr';
  return (
    <a
      href={url}
      hrefLang={language}
      lang={language}
      dir={direction === around ? undefined : direction}
      rel={isTranslation ? 'alternate' : undefined}
    >
      {children}
    </a>
  );
}
