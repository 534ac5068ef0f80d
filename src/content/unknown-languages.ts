/**
 * Code blocks in languages that nobody knows: one notice for each name in an essay.
 *
 * Most essays have no code, and most code is in a language that is known, so the HTML is asked first;
 * only a name that is unknown is looked for in what the author wrote.
 */
import { makeProblem, type Problem } from '../problems.ts';
import type { Body } from './body.ts';
import { placeInBody } from './body-places.ts';
import { findLanguage, listLanguages } from './code-languages.ts';

import type { BodyFormat, EssaySource } from './front-matter.ts';
import type { MarkdownEngine } from './markdown.ts';

import { decodeEntities, suggestWord } from './text.ts';

const CODE = '<code class="';
const LANGUAGE = 'language-';

/** Tells of names that are not known, each once, at the first block that has it. */
export function describeUnknownLanguages(
  source: Pick<EssaySource, 'path' | 'text' | 'bodyOffset' | 'body'>,
  format: BodyFormat,
  body: Body,
  markdown: MarkdownEngine,
): Problem[] {
  if (format === 'text') return [];
  const problems = new Map<string, Problem>();
  for (const className of body.codeClasses) {
    if (!className.startsWith(LANGUAGE)) continue;
    const found = findLanguage(decodeEntities(className.slice(LANGUAGE.length)));
    if (found === null || found.language !== null || problems.has(found.name)) continue;
    // The class stands in an HTML essay as it stands here; Markdown is asked for its fence.
    const offset = Math.max(0, source.body.indexOf(CODE + className)) + CODE.length;
    const needles = [decodeEntities(className), className];
    const place = placeInBody(source, format, markdown, { needles, occurrence: 0, offset });
    problems.set(found.name, codeLanguageUnknown(found.name, place));
  }
  return [...problems.values()];
}

function codeLanguageUnknown(name: string, place: Parameters<typeof makeProblem>[1]): Problem {
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
