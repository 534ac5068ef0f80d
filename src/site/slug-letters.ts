/**
 * Slugs of titles and file names in any script: as they are written, or transliterated (`slugs: ascii`). Pure.
 */
import { createRequire } from 'node:module';
import { cutText } from '../text/text.ts';

/** File systems limit a name to 255 bytes; this leaves room for a date, a number and an extension. */
const MAX_BYTES = 200;
/** Longer derived slugs are cut at a hyphen. */
const MAX_LENGTH = 100;

/** Characters that nobody sees, such as joiners and marks of direction: browsers escape them, and WordPress drops them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** True if a text has a character that nobody sees. */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) !== -1;
}

/** Apostrophes, and the marks of Hebrew abbreviations. */
const APOSTROPHES = /['\u2018\u2019\u02bc\u05f3\u05f4]/g;
/** Stress marks: the combining accents that remain after composition. */
const STRESS = /[\u0300\u0301]/g;

/** Latin letters that have no ASCII letter in them, and how they are spelled in general. */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};
/** Spellings that differ from the general ones, by language. Those of other scripts are for transliteration. */
const NORDIC = { å: 'aa', ø: 'oe' };
const SPELLINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ä: 'ae', ö: 'oe', ü: 'ue' },
  da: NORDIC,
  nb: NORDIC,
  nn: NORDIC,
  no: NORDIC,
  bg: { щ: 'sht', ъ: 'a' },
  uk: { г: 'h', и: 'y', й: 'i' },
};

const spellingsOf = (language: string) =>
  SPELLINGS[language.toLowerCase().split('-')[0] ?? ''] ?? {};

/** A Latin letter with its marks, or a number such as `½`. */
const FOLDED = /\p{sc=Latin}\p{M}*|\p{N}/gu;

/**
 * Makes a slug: lower-cases a text, spells its Latin letters in ASCII by the rules of its language (a BCP 47 tag), keeps
 * the letters of other scripts, and turns each run of other characters into one hyphen: `Über 東京!` → `uber-東京`, in
 * German `ueber-東京`. Empty where no letter or digit is left.
 */
export function slugifyLetters(text: string, language = ''): string {
  const spellings = spellingsOf(language);
  return compose(text)
    .replace(STRESS, '')
    .replace(FOLDED, (letter) => {
      return spellings[letter] ?? LATIN[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '');
    })
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+|-+$/gu, '');
}

/** Composes (NFC) and lower-cases a text, and drops the characters that a slug can't have. */
function compose(text: string): string {
  return text.normalize().toLowerCase().normalize().replace(INVISIBLE, '').replace(APOSTROPHES, '');
}

const OTHER_SCRIPTS = /[^\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]+/gu;

/** Transliterates a text into Latin letters, by the rules of its language (a BCP 47 tag). Chinese becomes syllables. */
export function transliterate(text: string, language: string): string {
  const spellings = spellingsOf(language);
  return compose(text)
    .replace(/\p{L}/gu, (letter) => spellings[letter] ?? letter)
    .replace(/\p{sc=Han}/gu, (character) => `-${toAscii(character)}-`)
    .replace(OTHER_SCRIPTS, toAscii);
}

let engine: ((text: string) => string) | undefined;

/** Loads the tables only for a text that needs them. */
function toAscii(text: string): string {
  engine ??= createRequire(import.meta.url)('#any-ascii') as (text: string) => string;
  return engine(text);
}

/** Cuts a slug at a hyphen, or within a word where it has none. */
export function cutSlug(slug: string): string {
  let end = Math.min(slug.length, MAX_LENGTH);
  while (Buffer.byteLength(slug.slice(0, end)) > MAX_BYTES) end--;
  if (end === slug.length) return slug;
  const hyphen = slug.lastIndexOf('-', end);
  return hyphen > 0 ? slug.slice(0, hyphen) : cutText(slug, end);
}

/** A slug taken as it is whose characters URLs need not escape. */
const PLAIN = /^[A-Za-z0-9_~-](?:[A-Za-z0-9._~,+!()@=-]*[A-Za-z0-9_~)!-])?$/;
/** The same with the letters, symbols and, inside, punctuation of other scripts, which URLs escape. */
const WRITTEN = new RegExp(
  String.raw`^(?:[\w~-]|(?![\0-\x7f])[\p{L}\p{N}\p{S}])` +
    String.raw`(?:(?:[\w.~,+!()@=-]|(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{S}\p{P}])*` +
    String.raw`(?:[\w~)!-]|(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{S}]))?$`,
  'u',
);
const MAX_STATED = 200;
const MAX_STATED_BYTES = 240;

/** True for a slug that can end a URL and that no host reads as another URL. It must be composed (NFC). */
export function isSafeSlug(slug: string): boolean {
  return (
    (PLAIN.test(slug) || (WRITTEN.test(slug) && !hasInvisible(slug))) &&
    slug === slug.normalize() &&
    !isLongSlug(slug) &&
    !/\.html?$|^index$/i.test(slug)
  );
}

/** True for the site path of a page: each part of it is a slug. */
export function isSafePath(path: string): boolean {
  return path.startsWith('/') && path.slice(1).split('/').every(isSafeSlug);
}

/** True for a slug of ASCII characters that can end a URL. */
export function isPlainSlug(slug: string): boolean {
  return PLAIN.test(slug) && isSafeSlug(slug);
}

/** True for a stated slug with which a file's name would be too long. */
function isLongSlug(slug: string): boolean {
  return slug.length > MAX_STATED || Buffer.byteLength(slug) > MAX_STATED_BYTES;
}
