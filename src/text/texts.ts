/**
 * Texts of pages by language, from `templates/texts/`; the setting `texts` overrides them. English is part of the
 * program; the file of another language is read when a site needs it.
 *
 * A text is a string, or one form for each plural category of its language (CLDR: zero, one, two, few, many, other).
 * Placeholders are names in braces. A new text needs an entry in every file.
 */
import { createRequire } from 'node:module';
import en from '../../templates/texts/en.json' with { type: 'json' };

/** One text; `other` is the form for every category that has no form of its own. */
export type Text = string | { readonly other: string; readonly [category: string]: string | null };
export type Texts = Readonly<Record<keyof typeof en, Text>>;

/** The names of the other files. `zh` is in simplified characters. */
const TRANSLATED: readonly string[] =
  'ar cs da de el es fi fr he hi id it ja ko nb nl pl pt ru sv tr uk zh zh-Hant'.split(' ');

/** Written Norwegian that isn't Bokmål, or doesn't say which of the two it is, has the texts in Bokmål. */
const NORWEGIAN = /^n[no]$/;

export const ENGLISH_TEXTS: Readonly<Record<keyof typeof en, string>> = en;

/** The texts for a canonical BCP 47 tag; null if its language has none. */
export function findTexts(tag: string): Texts | null {
  const { language, script } = new Intl.Locale(tag).maximize();
  if (language === 'en') return en;
  const spoken = language.replace(NORWEGIAN, 'nb');
  const written = `${spoken}-${script}`;
  const name = TRANSLATED.includes(written) ? written : spoken;
  return TRANSLATED.includes(name) ? createRequire(import.meta.url)(`#texts/${name}`) : null;
}

/** Fills the placeholders of a text without plural forms. */
export function fillText(text: Text, values: Readonly<Record<string, string>> = {}): string {
  const words = typeof text === 'string' ? text : text.other;
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
