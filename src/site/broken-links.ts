/**
 * Links that lead nowhere → problems, each at the link's own place in the author's file. Pure.
 *
 * A body's HTML does not know where in the Markdown it comes from, so the file is read once more.
 */
import { type BodyFormat, readFrontMatter } from '../content/front-matter.ts';
import type { MarkdownEngine } from '../content/markdown.ts';
import { decodeSource, type SourceFile } from '../content/text.ts';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems.ts';
import { type BrokenLink, imageMissing, type OpenLink, readAnchor } from './links.ts';
import { essayPath, outputPathOf, trimPath } from './urls.ts';

/** So many broken links of one file are listed; a file with more is broken as a whole. */
const MAX_LISTED = 500;

/** The links by the files they stand in. */
export function groupBySource(links: readonly BrokenLink[]): Map<string, BrokenLink[]> {
  const groups = new Map<string, BrokenLink[]>();
  for (const link of links) {
    const others = groups.get(link.source);
    if (others === undefined) groups.set(link.source, [link]);
    else others.push(link);
  }
  return groups;
}

/** Describes the broken links of one file, which is of the given format. */
export function describeBrokenLinks(
  links: readonly BrokenLink[],
  file: SourceFile,
  format: BodyFormat,
  slugs: ReadonlySet<string>,
  markdown: MarkdownEngine,
): Problem[] {
  const { source } = readFrontMatter(file.path, decodeSource(file).text);
  const locate = markdown.makeLocator(source, format);
  const problems = links
    .slice(0, MAX_LISTED)
    .map((broken) => describe(broken, locate(broken.link.written), slugs));
  if (links.length > MAX_LISTED) problems.push(describeRest(file.path, links.length - MAX_LISTED));
  return problems;
}

/**
 * Of the links whose anchors only the rendered pages can tell, those whose anchor is not there.
 * `readPage` gives the text of a page by its output path; null for what is no page of the site.
 */
export function findMissingAnchors(
  links: readonly OpenLink[],
  readPage: (outputPath: string) => string | null,
): BrokenLink[] {
  /** The ids in each page; null for what is no page. */
  const pages = new Map<string, ReadonlySet<string> | null>();
  return links.flatMap(({ link, source, openAnchor: { path, anchor } }) => {
    const id = readAnchor(anchor);
    const outputPath = outputPathOf(path);
    if (!pages.has(outputPath)) pages.set(outputPath, listIds(readPage(outputPath)));
    const ids = pages.get(outputPath) ?? null;
    if (ids === null || id === null || ids.has(id)) return [];
    return [{ link, source, reading: { kind: 'missing-anchor', path, anchor } }];
  });
}

function listIds(page: string | null): ReadonlySet<string> | null {
  return page === null ? null : new Set(page.match(/(?<= id=")[^"]+/g));
}

function describe(
  { link, reading }: BrokenLink,
  place: Place,
  slugs: ReadonlySet<string>,
): Problem {
  if (reading.kind === 'missing-anchor') {
    const message = `The page ${reading.path} has no \`#${reading.anchor}\``;
    const hint = 'Give a heading there this id, `## Heading {#id}`, or correct the link.';
    return makeProblem('anchor-broken', place, message, hint);
  }
  if (link.element === 'img') return imageMissing(link.written, place);
  const message = `The link \`${link.written}\` leads to nothing in the site`;
  const slug = lastPart(reading);
  const hint = slugs.has(slug)
    ? `The essay is at ${essayPath(slug)}; if this is its old path, add it to the essay’s \`aliases\`.`
    : 'Correct it, put the file into content/public, or add the path to `redirects` in site.yaml.';
  return makeProblem('link-broken', place, message, hint);
}

/** The slug, were the link's path an old one. */
function lastPart({ path }: BrokenLink['reading']): string {
  return trimPath(path).split('/').at(-1) ?? '';
}

function describeRest(source: string, count: number): Problem {
  const message = `${count} more links and images in this file lead to nothing in the site`;
  return makeProblem('link-broken', wholeFile(source), message, 'Mend the first, and build again.');
}
