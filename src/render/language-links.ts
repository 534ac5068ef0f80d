/**
 * The other languages of a page: links to them for readers, and `hreflang` for search engines (developers.google.com,
 * "Localized versions of your pages"). A site in one language has none. Pure.
 */
import type { SiteConfig } from '../essays/config.ts';
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import type { Essay } from '../site/resolved-essay.ts';
import type { Site } from '../site/site.ts';
import type { Edition } from '../site/site-resolution.ts';
import * as urls from '../site/urls.ts';
import { nameLanguage } from '../text/language-tags.ts';
import { findDirection } from '../text/text.ts';
import { ENGLISH_TEXTS, fillText, findTexts } from '../text/texts.ts';
import type { AttributeProps, LanguageLinkProps } from '../theme/props.ts';

/** The address of an edition's about page, or else of the main language's about page. */
export function findAboutAddress(pages: readonly Essay[]): string {
  return pages.find(({ kind }) => kind === 'about')?.address ?? ABOUT_ADDRESS;
}

/** What links to one of the site's languages show. */
export interface NamedLanguage
  extends Pick<LanguageLinkProps, 'language' | 'direction' | 'name' | 'label'> {
  /** The site path of the home page. */
  readonly home: string;
}

/** Names the site's other languages, for the links on all pages in this one. */
export function nameOtherLanguages(
  { config: { language } }: Pick<Edition, 'config'>,
  { editions }: Pick<Site, 'editions'>,
): NamedLanguage[] {
  const others = editions.filter(({ config }) => config.language !== language);
  const spoken = editions.map(({ config }) => new Intl.Locale(config.language).language);
  const labels = editions.map(({ config }) => fillText(config.texts.readHere));
  return others.map(({ config }) => {
    const locale = new Intl.Locale(config.language);
    const label = fillText(config.texts.readHere);
    const isVariant = spoken.filter((each) => each === locale.language).length > 1;
    const name = nameLanguage(isVariant ? config.language : withoutRegion(locale));
    return {
      language: config.language,
      direction: findDirection(null, config.language) === 'rtl' ? 'rtl' : 'ltr',
      name,
      // British English has the same words as English.
      label:
        saysItsName(config) && labels.filter((each) => each === label).length === 1 ? label : name,
      home: config.prefix + urls.HOME_PATH,
    };
  });
}

/** Links a page to the other languages: to its translation, or else to the home page. */
export function linkLanguages(
  address: string,
  others: readonly NamedLanguage[],
  { alternates, urls: at }: Pick<Site, 'alternates' | 'urls'>,
): LanguageLinkProps[] {
  return others.map(({ home, ...named }) => {
    const same = alternates.get(address)?.find(({ language }) => language === named.language);
    const url = urls.toUrl(at, same?.address ?? home);
    return { ...named, url, isTranslation: same !== undefined };
  });
}

/** `zh-Hant` for `zh-Hant-TW` */
function withoutRegion({ language, script }: Intl.Locale): string {
  return script === undefined ? language : `${language}-${script}`;
}

/** False for a language without texts of its own, which are in English: “Read in English” would be wrong. */
function saysItsName({ language, texts }: SiteConfig): boolean {
  return findTexts(language) === ENGLISH_TEXTS || texts.readHere !== ENGLISH_TEXTS.readHere;
}

/** The links of a page's head to itself in all of its languages; none for a page in one language. */
export function linkAlternates(
  address: string,
  { alternates, urls: at }: Pick<Site, 'alternates' | 'urls'>,
): AttributeProps[] {
  const same = alternates.get(address) ?? [];
  // `x-default` is for readers of any other language.
  const others = same.slice(0, 1).map((main) => ({ ...main, language: 'x-default' }));
  return [...same, ...others].map(({ language, address }) => {
    const href = urls.toAbsoluteUrl(at, address);
    return { rel: 'alternate', hrefLang: language, href };
  });
}
