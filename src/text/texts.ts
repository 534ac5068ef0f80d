/**
 * Texts of pages by language, from `templates/texts/`; the setting `texts` overrides them. Pure.
 *
 * A text is a string, or one form for each plural category of its language (CLDR: one, few, many, other).
 * Placeholders are names in braces. A new text needs an entry in every file.
 */
import de from '../../templates/texts/de.json' with { type: 'json' };
import en from '../../templates/texts/en.json' with { type: 'json' };
import es from '../../templates/texts/es.json' with { type: 'json' };
import fr from '../../templates/texts/fr.json' with { type: 'json' };
import it from '../../templates/texts/it.json' with { type: 'json' };
import ja from '../../templates/texts/ja.json' with { type: 'json' };
import nl from '../../templates/texts/nl.json' with { type: 'json' };
import pl from '../../templates/texts/pl.json' with { type: 'json' };
import pt from '../../templates/texts/pt.json' with { type: 'json' };

/** One text; `other` is the form for every category that has no form of its own. */
export type Text = string | { readonly other: string; readonly [category: string]: string | null };
export type Texts = Readonly<Record<keyof typeof en, Text>>;

const TEXTS: Readonly<Record<string, Texts>> = { de, en, es, fr, it, ja, nl, pl, pt };

export const ENGLISH_TEXTS: Readonly<Record<keyof typeof en, string>> = en;

/** The texts for a canonical BCP 47 tag; null if its language has none. */
export function findTexts(tag: string): Texts | null {
  return TEXTS[tag.split('-', 1)[0] ?? ''] ?? null;
}

/** Fills the placeholders of a text without plural forms. */
export function fillText(text: Text, values: Readonly<Record<string, string>> = {}): string {
  const words = typeof text === 'string' ? text : text.other;
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
