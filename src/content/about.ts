/**
 * content/about.md → the biography.
 */
import type { Problem } from '../problems.ts';
import type { Body } from './body.ts';

import { type EssayParser, parseBody } from './essay.ts';
import { readFrontMatter } from './front-matter.ts';
import { describeBody } from './markdown.ts';
import { decodeSource, type SourceFile } from './text.ts';

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
  const found = describeBody(body, parser.markdown.makeLocator(front.source, 'markdown'));
  const problems = [...decoded.problems, ...front.problems, ...found];
  return { value: { path: file.path, body }, problems };
}
