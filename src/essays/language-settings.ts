/**
 * Settings that each language of the site has: the author's own words, the links in the header, the form of addresses
 * and dates. Those of the main language are at the top level of site.yaml, those of the other languages below
 * `languages`.
 *
 * A new key needs a row in `LANGUAGE_KEYS` and, for the main language, one in `CONFIG_KEYS` (`config.ts`).
 */

import { readLanguage } from '../text/language-tags.ts';
import { typeset } from '../text/text.ts';
import { ENGLISH_TEXTS, fillText, findTexts, type Text, type Texts } from '../text/texts.ts';
import {
  describeTable,
  type KeyTable,
  listKeyNames,
  type Reader,
  readTable,
  reportUnknownKeys,
  type ValuesOf,
} from './key-table.ts';
import { convert } from './readers.ts';
import * as values from './values.ts';
import { isEmpty } from './yaml.ts';
import { report, type YamlSource } from './yaml-source.ts';

const INVITATION_KEYS = {
  title: { reader: values.prose },
  text: { reader: values.prose },
} as const satisfies KeyTable;
export const INVITATION = { title: null, text: null };
const invitation = values.tableOf(INVITATION_KEYS, 'Write `title` and `text` indented below it.');

/** The texts of the invitation below an essay; false omits it, true uses the template's own texts. */
export const callToAction: Reader<ValuesOf<typeof INVITATION_KEYS> | false> = {
  read: (value) => {
    if (value.node.kind === 'map') return invitation.read(value);
    const isShown = values.boolean.read(value);
    return isShown === true ? INVITATION : isShown;
  },
};

const FOOTER_KEYS = {
  text: { reader: values.prose },
  links: { reader: values.links },
} as const satisfies KeyTable;
/** The text of the footer, and its links. */
export const footer = values.tableOrFirst(
  FOOTER_KEYS,
  'Write `text` and `links` indented below it.',
);
export const NO_FOOTER = { text: null, links: null };

const form = { reader: values.text };
/** The plural categories of languages (CLDR). */
const FORM_KEYS = {
  zero: form,
  one: form,
  two: form,
  few: form,
  many: form,
  other: { reader: values.text, isRequired: true, default: '…' },
} as const satisfies KeyTable;
const pluralForms = values.tableOf(FORM_KEYS, 'Write `one: …` and `other: …` indented below it.');

/** A text of the pages, or its plural forms. */
const pageText: Reader<Text> = {
  schema: { type: ['string', 'object', 'null'] },
  read: (value) => {
    const { name, node, source } = value;
    const text = node.kind === 'map' ? pluralForms.read(value) : values.text.read(value);
    const original = ENGLISH_TEXTS[name as keyof Texts];
    const named = JSON.stringify(text).match(/\{\w+\}/g) ?? [];
    const unknown = named.find((each) => !original.includes(each));
    if (unknown !== undefined) {
      const message = `\`${name}\` has an unknown placeholder ${unknown}`;
      const hint = `The original is \`${original}\`.`;
      report(source, node.offset, { code: 'value-invalid', message, hint });
    }
    return text;
  },
};

const TEXT_NAMES = Object.keys(ENGLISH_TEXTS) as (keyof Texts)[];
const TEXT_KEYS = Object.fromEntries(TEXT_NAMES.map((name) => [name, { reader: pageText }]));

export const pageTexts = convert(
  values.tableOf(TEXT_KEYS, 'Write one `name: text` to a line below it.'),
  (texts) => {
    const stated = Object.entries(texts).filter(([, text]) => text !== null);
    return Object.fromEntries(stated) as Partial<Texts>;
  },
);

/** The form of dates on essays and cards. */
export const dates = values.oneOf('year', 'month', 'full');

const LANGUAGE_KEYS = {
  name: { reader: values.prose },
  title: { reader: values.prose },
  intro: { reader: values.prose, default: '' },
  description: { reader: values.prose, default: '' },
  nav: { reader: values.links },
  footer: { reader: footer, default: NO_FOOTER },
  callToAction: { reader: callToAction },
  texts: { reader: pageTexts, default: {} },
  permalink: { reader: values.stated },
  dates: { reader: dates },
} as const satisfies KeyTable;

/** The settings of one language below `languages`. */
export interface LanguageSettings extends ValuesOf<typeof LANGUAGE_KEYS> {
  /** A canonical BCP 47 tag. */
  readonly language: string;
  /** The offset of the tag in site.yaml. */
  readonly keyOffset: number;
}

const LANGUAGES_HINT = 'Write languages such as `de: { title: Aufsätze }` indented below it.';
const oneLanguage = values.map('Write keys such as `title` indented below it.', {});

/** The site's languages besides the main one, by their tags. */
export const languages: Reader<LanguageSettings[]> = convert(
  values.map(LANGUAGES_HINT, {
    additionalProperties: { ...describeTable(LANGUAGE_KEYS), type: ['object', 'null'] },
  }),
  (source) => {
    return [...source.entries].flatMap(([tag, { keyOffset, value: node }]) => {
      const language = readLanguage(tag);
      if (language === null) {
        reportTag(tag, keyOffset, source);
        return [];
      }
      const none = { ...source, entries: new Map() };
      const settings = isEmpty(node) ? none : oneLanguage.read({ name: tag, node, source });
      if (settings === null) return [];
      reportUnknownKeys(listKeyNames(LANGUAGE_KEYS), settings);
      return [{ ...readTable(LANGUAGE_KEYS, settings), language, keyOffset }];
    });
  },
);

/** Reports a key below `languages` that isn't a tag. */
function reportTag(tag: string, keyOffset: number, source: YamlSource): void {
  const message = `\`${tag}\` isn't a language tag`;
  const hint = 'Write it as en, en-GB or pt-BR.';
  report(source, keyOffset, { code: 'value-invalid', message, hint });
}

/** Drops and reports the main language and repeated languages, because each needs its own prefix. */
export function keepDistinct(
  all: readonly LanguageSettings[],
  main: string,
  source: YamlSource,
): LanguageSettings[] {
  return all.filter(({ language, keyOffset }, index) => {
    const isMain = language === main;
    const isRepeated = all.findIndex((each) => each.language === language) < index;
    if (!isMain && !isRepeated) return true;
    const message = `\`${language}\` is a language of the site already`;
    const hint = 'Remove it here. The keys of the main language are at the top level of this file.';
    report(source, keyOffset, { code: 'value-invalid', message, hint });
    return false;
  });
}

/** What all addresses in a language other than the main one begin with. */
export function prefixOf(language: string): string {
  return `/${language.toLowerCase()}`;
}

/** What the author has written for one language, as stated. */
interface StatedWords
  extends Pick<LanguageSettings, 'title' | 'intro' | 'description' | 'footer' | 'texts'> {
  readonly language: string;
  readonly callToAction: NonNullable<LanguageSettings['callToAction']>;
}

/** Completes the texts of the pages in a language, and typesets the author's own words in it. */
export function finishWords({ language, texts: stated, footer, ...words }: StatedWords) {
  const texts: Texts = { ...(findTexts(language) ?? ENGLISH_TEXTS), ...stated };
  const set = <Words extends string | null>(each: Words) => each && typeset(each, language);
  const { title, intro, description, callToAction: invitation } = words;
  return {
    language,
    texts,
    title: title === null ? fillText(texts.essays) : set(title),
    intro: set(intro),
    description: set(description),
    footer: { ...footer, text: set(footer.text) },
    callToAction: invitation && { title: set(invitation.title), text: set(invitation.text) },
  };
}

/** Reports the texts of the pages that are in English because no translation exists, at an offset in site.yaml. */
export function reportMissingTexts(
  { language, texts }: Pick<StatedWords, 'language' | 'texts'>,
  offset: number | null,
  source: YamlSource,
): void {
  const known = findTexts(language) ?? texts;
  const missing = TEXT_NAMES.filter((name) => !(name in known));
  if (missing.length === 0) return;
  const count = missing.length;
  const message = `Page texts not translated into \`${language}\`, so shown in English: ${count}`;
  const hint = `Add them below \`texts:\` here: ${missing.join(', ')}.`;
  report(source, offset, { code: 'texts-missing', message, hint });
}
