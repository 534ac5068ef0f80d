/**
 * The texts of pages in the site's language: `const say = useSay()`, then `say('readTime', { count: 3 })`.
 *
 * The texts are in `texts/`, one file for each language; `texts` of site.yaml overrides them. The value of
 * `count` selects the plural form of a text that has several.
 */
import type { SiteProps } from 'essay-blog';
import { createContext, useContext } from 'react';
import type english from './texts/en.json';

export type TextName = keyof typeof english;
export type Say = (name: TextName, values?: Readonly<Record<string, string | number>>) => string;

interface Page {
  readonly say: Say;
  /** The URLs of client scripts, for `Script.tsx`. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** The program provides the site's around every page and every component of a mark. */
export const PageContext = createContext<Page>({ say: (name) => name, scripts: {} });

export const useSay = (): Say => useContext(PageContext).say;

/** Making these rules takes longer than using them a hundred times. */
const rules = new Map<string, Intl.PluralRules>();

function selectForm(language: string, count: number): Intl.LDMLPluralRule {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(count);
}

export function makeSay({ texts, language }: Pick<SiteProps, 'texts' | 'language'>): Say {
  return (name, values = {}) => {
    const text = texts[name] ?? name;
    const form =
      typeof text === 'string'
        ? text
        : (text[selectForm(language, Number(values.count))] ?? text.other);
    return form.replace(/\{(\w+)\}/g, (whole, key: string) => `${values[key] ?? whole}`);
  };
}
