/**
 * What is wrong with a body → problems, each at its place in the author's file.
 *
 * The body's HTML does not know where in the file it comes from: a place is looked for only when there
 * is something to tell of it.
 */
import { makeProblem, type Place, type Problem, placeAt, wholeFile } from '../problems.ts';
import type { Body } from './body.ts';
import { findLanguage, listLanguages } from './code.ts';
import type { BodyFormat, EssaySource } from './front-matter.ts';
import type { MarkdownEngine } from './markdown.ts';
import { suggestWord } from './text.ts';

/** A file's body, as far as places in it are looked for. */
export type BodySource = Pick<EssaySource, 'path' | 'text' | 'bodyOffset' | 'body'>;

/** The place of what reads like one of the needles; `occurrence` counts equal ones before it. */
export function placeInBody(
  source: BodySource,
  format: BodyFormat,
  markdown: MarkdownEngine,
  needles: readonly string[],
  occurrence: number,
): Place {
  const found =
    format === 'text'
      ? source.body.indexOf(needles[0] ?? '')
      : markdown.locate(source.body, format, needles, occurrence);
  if (found === null || found < 0) return wholeFile(source.path);
  return placeAt(source.path, source.text, source.bodyOffset + found);
}

/** A body with more script URLs than this is broken as a whole: the rest is not listed. */
const MAX_LISTED = 500;

/** Problems for what was left out of a body, and notices of code in languages that nobody knows. */
export function describeBody(
  source: BodySource,
  format: BodyFormat,
  { scriptUrls, codeLanguages }: Body,
  markdown: MarkdownEngine,
): Problem[] {
  const seen = new Map<string, number>();
  const problems = scriptUrls.slice(0, MAX_LISTED).map((url, index) => {
    const occurrence = seen.get(url) ?? 0;
    seen.set(url, occurrence + 1);
    const place = placeInBody(
      source,
      format,
      markdown,
      [url, url.replace(/&/g, '&amp;')],
      occurrence,
    );
    const rest = index === MAX_LISTED - 1 ? '; what follows in this file is not listed' : '';
    const message = `This address would run script, and was left out${rest}`;
    return makeProblem('script-url', place, message, 'Write the address of a page instead.');
  });
  const unknown = new Set<string>();
  for (const words of codeLanguages) {
    const found = findLanguage(words);
    if (found === null || found.language !== null || unknown.has(found.name)) continue;
    unknown.add(found.name);
    const needles = [`language-${words}`, `language-${words.split(' ')[0]}`];
    const place = placeInBody(source, format, markdown, needles, 0);
    problems.push(codeLanguageUnknown(found.name, place));
  }
  return problems;
}

function codeLanguageUnknown(name: string, place: Place): Problem {
  const meant = suggestLanguage(name);
  const message = `No language is known as \`${name}\`, so its code has no colours`;
  const hint =
    meant === null ? 'Write `text` where none are wanted.' : `Did you mean \`${meant}\`?`;
  return makeProblem('code-language-unknown', place, message, hint);
}

/** A name of two or three letters is near to too many others to be meant. */
function suggestLanguage(name: string): string | null {
  const names = [...listLanguages().keys()].filter(({ length }) => length > 3);
  return name.length > 2 ? suggestWord(name, names) : null;
}
