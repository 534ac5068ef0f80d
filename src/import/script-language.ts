/**
 * The language of a blog whose settings don't state one, from the script that most of its posts are in. Pure.
 */

/** Scripts that stand for one language in nearly all blogs, in the order in which they are tried: Japanese has Han, too. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{sc=Hira}\p{sc=Kana}]/gu],
  ['ko', /\p{sc=Hang}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ru', /\p{sc=Cyrl}/gu],
  ['ar', /\p{sc=Arab}/gu],
  ['he', /\p{sc=Hebr}/gu],
  ['el', /\p{sc=Grek}/gu],
  ['th', /\p{sc=Thai}/gu],
];
/** The least share of the letters of a text; Japanese also has Han, and Chinese posts quote code. */
const MIN_SHARE = 0.2;

/** Finds the language of a text by its script; empty for scripts that many languages share. */
export function findScriptLanguage(text: string): string {
  const words = text.replace(
    /^(?:```|~~~)[\s\S]*?^(?:```|~~~)|`[^`\n]*`|https?:\S+|<[^<>]*>/gm,
    '',
  );
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  const isMost = (pattern: RegExp) => (words.match(pattern)?.length ?? 0) > letters * MIN_SHARE;
  return SCRIPTS.find(([, pattern]) => isMost(pattern))?.[0] ?? '';
}
