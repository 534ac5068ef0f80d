/**
 * Language tags (BCP 47) as authors write them, and what was meant by those that no language has. Pure:
 * names come from Intl, in English and in the languages themselves.
 */
import { suggestWord } from './text.ts';

/** Made when they are first needed, because that takes a while. */
const namers = new Map<string, Intl.DisplayNames>();

/** The name of a language or country in a language, in lower case; undefined for a code that has none. */
function nameOf(type: 'language' | 'region', code: string, locale = 'en'): string | undefined {
  const key = `${type} ${locale}`;
  const namer = namers.get(key) ?? new Intl.DisplayNames([locale], { type, fallback: 'none' });
  namers.set(key, namer);
  return namer.of(code)?.toLowerCase();
}

/** The canonical form of a tag, such as `pt-BR` for `pt_br`; null if no known language has it. */
export function readLanguage(written: string): string | null {
  const name = written.replaceAll('_', '-');
  // Intl takes `german` for a tag, though no language has one of more than three letters.
  if (!/^[a-z]{2,3}(-|$)/i.test(name)) return null;
  try {
    const locale = new Intl.Locale(name);
    const parts = [locale.language, locale.script, locale.region].filter(Boolean);
    return nameOf('language', parts.join('-')) === undefined ? null : `${locale}`;
  } catch {
    return null;
  }
}

/** The language that is called by a name, such as `de` for `German` or `Deutsch`; case does not count. */
export function findLanguageByName(name: string): string | null {
  return listNames().find(([, called]) => called === name.toLowerCase())?.[0] ?? null;
}

/** The tag that was meant by one that no language has: by a name, a country, or with a country that is none. */
export function suggestLanguage(written: string): string | null {
  const [first = '', ...rest] = written.split(/[-_]/);
  if (rest.length > 0) return readLanguage(first) ?? suggestLanguage(first);
  if (/^[a-z]{2}$/i.test(first) && nameOf('region', first.toUpperCase()) !== undefined) {
    return new Intl.Locale(`und-${first}`).maximize().language;
  }
  const names = listNames().map(([, called]) => called);
  return findLanguageByName(suggestWord(written, names) ?? '');
}

/** The tags of two letters with the names of their languages, each in English and in itself. */
function listNames(): (readonly [tag: string, name: string])[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters
    .flatMap((a) => letters.map((b) => a + b))
    .flatMap((tag) => {
      const name = nameOf('language', tag);
      return name === undefined
        ? []
        : [
            [tag, name],
            [tag, nameOf('language', tag, tag) ?? name],
          ];
    });
}

/** `Ann, Ben und Cid`: names joined as a language does, in English without a comma before the last; null for none. */
export function joinNames(each: readonly string[], language: string): string | null {
  const tag = /^en(-|$)/.test(language) ? 'en-GB' : language;
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(each) || null;
}
