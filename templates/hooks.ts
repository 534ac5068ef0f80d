/**
 * What components can ask for without being handed it: `usePage()` for the page they are on, and `useTexts()`
 * for the texts of the interface.
 *
 *   const { site, head, year } = usePage();
 *   const t = useTexts();
 *   t('readTime', { count: 3 });
 *
 * The texts are in `texts/`, one file per language; `texts` in site.yaml overrides them.
 */
import type { CurrentPage, SiteProps } from 'essay-blog';
import { createContext, use } from 'react';
import type english from './texts/en.json';

export type TextName = keyof typeof english;

/** Returns a text with its placeholders filled in. `count` also selects the plural form, if the text has several. */
export type Translate = (
  name: TextName,
  values?: Readonly<Record<string, string | number>>,
) => string;

interface TemplateValues {
  /** Null for the component of a shortcode: pages and feeds both show what it renders. */
  readonly page: CurrentPage | null;
  readonly t: Translate;
  /** The URLs of client scripts, for `Script.tsx`. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** The program provides it around every page and every component of a shortcode. */
export const TemplateContext = createContext<TemplateValues>({
  page: null,
  t: (name) => name,
  scripts: {},
});

/** The page that is being rendered: `{ site, head, year, url, languages }`. */
export function usePage(): CurrentPage {
  const { page } = use(TemplateContext);
  if (page === null) {
    throw new Error(
      'usePage() works only in pages; a component in templates/shortcodes/ has its props',
    );
  }
  return page;
}

/** The texts of the interface in the language of the site. */
export function useTexts(): Translate {
  return use(TemplateContext).t;
}

/** Creating a rule takes as long as using it a hundred times. */
const pluralRules = new Map<string, Intl.PluralRules>();

function selectForm(language: string, count: number): Intl.LDMLPluralRule {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules.select(count);
}

export function makeTranslate({
  texts,
  language,
}: Pick<SiteProps, 'texts' | 'language'>): Translate {
  return (name, values = {}) => {
    const text = texts[name] ?? name;
    const form =
      typeof text === 'string'
        ? text
        : (text[selectForm(language, Number(values.count))] ?? text.other);
    return form.replace(/\{(\w+)\}/g, (whole, key: string) => `${values[key] ?? whole}`);
  };
}
