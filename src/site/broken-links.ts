/**
 * Links that lead nowhere → problems, each at the link's own place in the author's file. Pure.
 *
 * A body's HTML does not know where in the Markdown it comes from, so the file is looked at once more:
 * a URL that stands there as often as it is linked to is found by itself, for others the engine is asked.
 */
import { placeInBody } from '../content/body-problems.ts';
import { type BodyFormat, readFrontMatter } from '../content/front-matter.ts';
import type { MarkdownEngine } from '../content/markdown.ts';
import type { SourceFile } from '../content/text.ts';
import { makeProblem, type Place, type Problem, placeAt, wholeFile } from '../problems.ts';
import { imageMissing, type PlacedLink, readAnchor } from './links.ts';
import { outputPathOf } from './urls.ts';

/** So many broken links of one file are listed; a file with more is broken as a whole. */
const MAX_LISTED = 500;

/** Describes the broken links of one file, which is of the given format. */
export function describeBrokenLinks(
  links: readonly PlacedLink[],
  file: SourceFile,
  format: BodyFormat,
  markdown: MarkdownEngine,
): Problem[] {
  const source = readFrontMatter(file);
  const groups = groupBy(links.slice(0, MAX_LISTED), ({ link }) => link.written);
  const problems = [...groups].flatMap(([written, equal]) => {
    const needles = [written, decodeUrl(written), written.replace(/&/g, '&amp;')];
    // Where it stands as often as there are links to it, each is one of these.
    const offsets = format === 'html' ? [] : findAll(written, source.body);
    const isKnown = offsets.length === equal.length;
    return equal.map((broken, occurrence) => {
      const place = isKnown
        ? placeAt(source.path, source.text, source.bodyOffset + (offsets[occurrence] ?? 0))
        : placeInBody(source, format, markdown, needles, occurrence);
      return describe(broken, place);
    });
  });
  if (links.length > MAX_LISTED) problems.push(describeRest(file.path, links.length - MAX_LISTED));
  return problems;
}

/** The links by the files they stand in. */
export function groupBySource(links: readonly PlacedLink[]): Map<string, PlacedLink[]> {
  return groupBy(links, ({ source }) => source);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** The offsets of a URL in a text. */
function findAll(url: string, text: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(url); at !== -1 && url !== ''; at = text.indexOf(url, at + 1))
    offsets.push(at);
  return offsets;
}

/**
 * Of the links whose anchors only the rendered pages can tell, those whose anchor is not there.
 * `readPage` gives the text of a page by its output path; null for what is no page of the site.
 */
export function findMissingAnchors(
  links: readonly PlacedLink[],
  readPage: (outputPath: string) => string | null,
): PlacedLink[] {
  const pages = new Map<string, string | null>();
  return links.flatMap(({ reading, ...link }) => {
    const id = readAnchor(reading.anchor);
    const outputPath = outputPathOf(reading.path);
    if (!pages.has(outputPath)) pages.set(outputPath, readPage(outputPath));
    const page = pages.get(outputPath) ?? null;
    if (page === null || id === null || page.includes(` id="${id}"`)) return [];
    return [{ ...link, reading: { ...reading, kind: 'missing-anchor' } }];
  });
}

function describe({ link, reading: { kind, path, anchor } }: PlacedLink, place: Place): Problem {
  if (kind === 'missing-anchor') {
    const message = `The page ${path} has no \`#${anchor}\``;
    const hint = 'Give a heading there this id, `## Heading {#id}`, or correct the link.';
    return makeProblem('anchor-broken', place, message, hint);
  }
  if (link.element === 'img') return imageMissing(link.written, place);
  const message = `The link \`${link.written}\` leads to nothing in the site`;
  const hint =
    path === ''
      ? 'Correct it, put the file into content/public, or add the path to `redirects` in site.yaml.'
      : `The essay is at ${path}; if this is its old path, add it to the essay’s \`aliases\`.`;
  return makeProblem('link-broken', place, message, hint);
}

function describeRest(source: string, count: number): Problem {
  const message = `${count} more links and images in this file lead to nothing in the site`;
  return makeProblem('link-broken', wholeFile(source), message, 'Mend the first, and build again.');
}

function decodeUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
