/**
 * The site's files → parsed content: all essays and the biography, with every problem in them.
 */
import { posix } from 'node:path';
import type { Problem } from '../problems.ts';
import type { Body } from './body.ts';
import { describeFaults } from './body-places.ts';
import { type EssayParser, type ParsedEssay, parseBody, parseEssay } from './essay.ts';
import { readFrontMatter } from './front-matter.ts';
import { stripSiteUrl } from './link-urls.ts';
import { ABOUT_PATH, PUBLIC_FOLDER } from './paths.ts';
import type { ContentFiles } from './read.ts';
import { decodeSource, type SourceFile } from './text.ts';

/** The biography: the body of about.md. */
export interface ParsedAbout {
  readonly path: string;
  readonly body: Body;
}

export interface ParsedContent {
  /** In the order of their paths. */
  readonly essays: readonly ParsedEssay[];
  /** Null where there is no about.md. */
  readonly about: ParsedAbout | null;
}

/** Parses every file; `onEssay` is called after each essay. */
export function parseContent(
  files: ContentFiles,
  parser: EssayParser,
  onEssay: (done: number, total: number) => void,
): { value: ParsedContent; problems: Problem[] } {
  const problems: Problem[] = [];
  const essays: ParsedEssay[] = [];
  for (const file of files.essays) {
    const parsed = parseEssay(file, parser);
    problems.push(...parsed.problems);
    essays.push(parsed.essay);
    onEssay(essays.length, files.essays.length);
  }
  const about = files.about === null ? null : parseAbout(files.about, parser, problems);
  return { value: { essays, about }, problems };
}

/** The paths of those of the site's own files that bodies and thumbnails may show. */
export function findLinkedFiles(
  content: ParsedContent,
  files: ContentFiles,
  siteUrl: string,
): string[] {
  const known = new Set([...files.neighbours, ...files.publicFiles]);
  const linked = new Set<string>();
  const add = (url: string, source: string) => {
    for (const path of findOwnFiles(url, source)) if (known.has(path)) linked.add(path);
  };
  for (const { path, body, image } of content.essays) {
    for (const { url, element } of body.links) {
      if (element === 'img' || !url.startsWith('/')) add(url, path);
    }
    if (image !== null) add(stripSiteUrl(image.value, siteUrl) ?? image.value, path);
  }
  for (const { url } of content.about?.body.links ?? []) add(url, content.about?.path ?? '');
  return [...linked].sort();
}

/**
 * The files that a URL may mean: in public/, or beside the file it is written in, or in public/ as
 * seen from the page, which stands in /blog/.
 */
function findOwnFiles(url: string, source: string): string[] {
  const written = url.replace(/[?#].*$/s, '');
  let path = written;
  try {
    path = decodeURIComponent(written);
  } catch {
    // A malformed escape: the characters mean themselves.
  }
  const page = source === ABOUT_PATH ? '/' : '/blog';
  const fromPage = posix.join(PUBLIC_FOLDER, posix.resolve(page, path));
  return path.startsWith('/') ? [fromPage] : [posix.join(posix.dirname(source), path), fromPage];
}

function parseAbout(file: SourceFile, parser: EssayParser, problems: Problem[]): ParsedAbout {
  const decoded = decodeSource(file);
  problems.push(...decoded.problems);
  const front = readFrontMatter(file.path, decoded.text);
  problems.push(...front.problems);
  const body = parseBody(front.source.body, 'markdown', 'About', parser);
  problems.push(...describeFaults(front.source, 'markdown', body, parser.markdown));
  return { path: file.path, body };
}
