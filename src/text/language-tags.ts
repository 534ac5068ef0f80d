/**
 * Language tags (BCP 47) as authors write them. Pure: the known languages, and their names in the languages themselves,
 * come from Intl.
 */

/** A cache: making a namer takes a while. */
let english: Intl.DisplayNames | undefined;

/** Reads a tag into its canonical form, such as `pt-BR` for `pt_br`; null if no known language has it. */
export function readLanguage(written: string): string | null {
  const name = written.replaceAll('_', '-');
  // Intl accepts `german` as a tag, though no language code has more than three letters.
  if (!/^[a-z]{2,3}(-|$)/i.test(name)) return null;
  try {
    const locale = new Intl.Locale(name);
    const parts = [locale.language, locale.script, locale.region].filter(Boolean);
    english ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    return english.of(parts.join('-')) === undefined ? null : `${locale}`;
  } catch {
    return null;
  }
}

/**
 * Finds the language in a list that matches a tag: the same tag, or else one with the same primary language, such as
 * `de` for `de-AT`. If there are several, script and country decide. Case is ignored, and `_` is read as `-`.
 */
export function matchLanguage(tag: string, languages: readonly string[]): string | null {
  const name = tag.replaceAll('_', '-').toLowerCase();
  const same = languages.find((each) => each.toLowerCase() === name);
  if (same !== undefined) return same;
  const [primary = ''] = name.split('-');
  const related = languages.filter((each) => each.toLowerCase().split('-')[0] === primary);
  const [first = null, ...others] = related;
  if (others.length === 0) return first;
  const wanted = new Intl.Locale(readLanguage(tag) ?? primary).maximize();
  const shared = (each: string) => {
    const { script, region } = new Intl.Locale(each).maximize();
    return script !== wanted.script ? 0 : region !== wanted.region ? 1 : 2;
  };
  return related.reduce((best, each) => (shared(each) > shared(best) ? each : best));
}

/** True if pages in this language load `styles/scripts.css`, because its script needs different spacing from Latin. */
export function needsScriptStyle(language: string): boolean {
  return /^(?:ar|fa|he|hi|ja|ko|ur|zh)(?:-|$)/i.test(language);
}

/** The name of a language in that language, capitalised: `Deutsch`, `Français`. An unknown tag is its own name. */
export function nameLanguage(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? tag;
  const [first = '', ...rest] = name;
  return first.toUpperCase() + rest.join('');
}

/** Joins names as a language does (`Ann, Ben und Cid`); in English, without a serial comma. Null for none. */
export function joinNames(each: readonly string[], language: string): string | null {
  const tag = /^en(-|$)/.test(language) ? 'en-GB' : language;
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(each) || null;
}
