/**
 * content/about.md → the biography.
 */
import type { Problem } from '../problems.ts';
import type { Body } from './body.ts';
import { describeFaults } from './body-places.ts';
import { type EssayParser, parseBody } from './essay.ts';
import { readFrontMatter } from './front-matter.ts';
import { decodeSource, type SourceFile } from './text.ts';
import { describeUnknownLanguages } from './unknown-languages.ts';

/** The biography: the body of about.md. */
export interface ParsedAbout {
  readonly path: string;
  readonly body: Body;
}

/** Parses about.md; a first heading that says "About" is dropped. */
export function parseAbout(
  file: SourceFile,
  parser: EssayParser,
): { value: ParsedAbout; problems: Problem[] } {
  const decoded = decodeSource(file);
  const front = readFrontMatter(file.path, decoded.text);
  const body = parseBody(front.source.body, 'markdown', 'About', parser);
  const faults = describeFaults(front.source, 'markdown', body, parser.markdown);
  const unknown = describeUnknownLanguages(front.source, 'markdown', body, parser.markdown);
  const problems = [...decoded.problems, ...front.problems, ...faults, ...unknown];
  return { value: { path: file.path, body }, problems };
}
