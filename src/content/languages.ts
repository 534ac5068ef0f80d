/**
 * Language tags (BCP 47) as authors write them, and what was meant by those that no language has. Pure:
 * names come from Intl, in English and in the languages themselves.
 */
import { suggestWord } from './text.ts';

/** Made when they are first needed, because that takes a while. */
let names: { readonly language: Intl.DisplayNames; readonly region: Intl.DisplayNames } | null;

function listNames() {
  const of = (type: 'language' | 'region') =>
    new Intl.DisplayNames(['en'], { type, fallback: 'none' });
  names ??= { language: of('language'), region: of('region') };
  return names;
}

/** The canonical form of a tag, such as `pt-BR` for `pt_br`; null if no known language has it. */
export function readLanguage(written: string): string | null {
  const name = written.replaceAll('_', '-');
  // Intl takes `german` for a tag, though no language has one of more than three letters.
  if (!/^[a-z]{2,3}(-|$)/i.test(name)) return null;
  try {
    const [tag = ''] = Intl.getCanonicalLocales(name);
    const { language, script, region } = new Intl.Locale(tag);
    const known = [language, script, region].filter((part) => part !== undefined).join('-');
    return listNames().language.of(known) === undefined ? null : tag;
  } catch {
    return null;
  }
}

/** The language that is called by a name, such as `de` for `German` or `Deutsch`; case does not count. */
export function findLanguageByName(name: string): string | null {
  const lower = name.toLowerCase();
  return listLanguages().find(([, ...called]) => called.includes(lower))?.[0] ?? null;
}

/** The tag that was meant by one that no language has: of a name, of a country, or of no such country. */
export function suggestLanguage(written: string): string | null {
  const named = findLanguageByName(written);
  if (named !== null) return named;
  const [first = '', ...rest] = written.split(/[-_]/);
  if (rest.length > 0) return readLanguage(first) ?? suggestLanguage(first);
  if (/^[a-z]{2}$/i.test(first) && listNames().region.of(first.toUpperCase()) !== undefined) {
    return new Intl.Locale(`und-${first}`).maximize().language;
  }
  const all = listLanguages();
  const meant = suggestWord(
    written,
    all.flatMap(([, ...called]) => called),
  );
  return all.find(([, ...called]) => meant !== null && called.includes(meant))?.[0] ?? null;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** The tags of two letters, each with the names of its language in English and in itself, in lower case. */
function listLanguages(): string[][] {
  const pairs = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));
  return pairs.flatMap((tag) => {
    const name = listNames().language.of(tag)?.toLowerCase();
    if (name === undefined) return [];
    const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag)?.toLowerCase() ?? name;
    return [[tag, name, own]];
  });
}

/** `Ann, Ben und Cid`: names joined as a language does, in English without a comma before the last; null for none. */
export function joinNames(each: readonly string[], language: string): string | null {
  if (each.length < 2) return each[0] ?? null;
  const tag = /^en(-|$)/.test(language) ? 'en-GB' : language;
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(each);
}
