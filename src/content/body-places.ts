/**
 * Places in a body's HTML → places in the author's file, and problems for what is wrong with a body.
 */
import { makeProblem, type Place, type Problem, placeAt, wholeFile } from '../problems.ts';
import type { Body } from './body.ts';
import { type BodyFault, MAX_FAULTS } from './body-faults.ts';

import type { BodyFormat, EssaySource } from './front-matter.ts';
import type { MarkdownEngine } from './markdown.ts';
import { decodeEntities } from './text.ts';

/**
 * The place in an essay's file of a link or a tag of its body. `needles` are its spellings,
 * `occurrence` counts equal ones before it, `offset` is where it stands in the body's HTML.
 */
export function placeInBody(
  source: Pick<EssaySource, 'path' | 'text' | 'bodyOffset' | 'body'>,
  format: BodyFormat,
  markdown: MarkdownEngine,
  at: { needles: readonly string[]; occurrence: number; offset: number },
): Place {
  if (format === 'html') return placeAt(source.path, source.text, source.bodyOffset + at.offset);
  const found =
    format === 'markdown'
      ? markdown.locate(source.body, at.needles, at.occurrence)
      : source.body.indexOf(at.needles[0] ?? '');
  if (found === null || found < 0) return wholeFile(source.path);
  return placeAt(source.path, source.text, source.bodyOffset + found);
}

/** Problems for what is wrong with a body's HTML, each at its place in the file. */
export function describeFaults(
  source: Pick<EssaySource, 'path' | 'text' | 'bodyOffset' | 'body'>,
  format: BodyFormat,
  body: Body,
  markdown: MarkdownEngine,
): Problem[] {
  return body.faults.map((fault, index) => {
    const { needle, occurrence, offset } = fault;
    const at = { needles: [needle, decodeEntities(needle)], occurrence, offset };
    const [message, hint] = explain(fault);
    const rest = index === MAX_FAULTS - 1 ? '; what follows in this file is not listed' : '';
    const place = placeInBody(source, format, markdown, at);
    return makeProblem(fault.code, place, message + rest, hint);
  });
}

/** What happened, and what to do. */
function explain({ code, element }: BodyFault): [message: string, hint: string] {
  if (code === 'script-url') {
    return [
      'This address would run script, and was left out',
      'Write the address of a page instead.',
    ];
  }
  if (code === 'end-tag-stray') {
    return [
      `</${element}> closes nothing here, and was left out`,
      `Remove it, or add the <${element}> before it.`,
    ];
  }
  if (element === '!--') {
    return ['This comment is never closed: all that follows is hidden', 'Close it with -->.'];
  }
  return [
    `<${element}> is opened here and not closed where it should be`,
    `Add </${element}>, or remove <${element}>.`,
  ];
}
