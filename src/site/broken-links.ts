/**
 * Problems for broken links, each at the link's own place in the author's file. Pure.
 *
 * A body's HTML does not record its position in the Markdown, so each URL is searched for in the file. A
 * URL that occurs as often as it is linked to is found by a plain text search; otherwise the Markdown
 * engine locates it.
 */
import { placeInBody } from '../content/body-problems.ts';
import { type BodyFormat, readFrontMatter } from '../content/front-matter.ts';
import type { MarkdownEngine } from '../content/markdown.ts';
import type { SourceFile } from '../content/text.ts';
import { makeProblem, type Place, type Problem, placeAt, wholeFile } from '../problems.ts';
import { decodeText, imageMissing, type PlacedLink, readAnchor } from './links.ts';
import { outputPathOf } from './urls.ts';

/** The most broken links listed for one file. */
const MAX_LISTED = 500;

/** Describes the broken links of one file. */
export function describeBrokenLinks(
  links: readonly PlacedLink[],
  file: SourceFile,
  format: BodyFormat,
  markdown: MarkdownEngine,
): Problem[] {
  const source = readFrontMatter(file);
  const groups = groupBy(links.slice(0, MAX_LISTED), ({ link }) => link.written);
  const problems = [...groups].flatMap(([written, equal]) => {
    const needles = [written, decodeText(written, decodeURI), written.replace(/&/g, '&amp;')];
    const offsets = format === 'html' ? [] : findAll(written, source.body);
    return equal.map((broken, occurrence) => {
      const place =
        offsets.length === equal.length
          ? placeAt(source.path, source.text, source.bodyOffset + (offsets[occurrence] ?? 0))
          : placeInBody(source, format, markdown, needles, occurrence);
      return describe(broken, place);
    });
  });
  if (links.length > MAX_LISTED) {
    const count = links.length - MAX_LISTED;
    const message = `${count} more links and images in this file lead to nothing in the site`;
    const hint = 'Mend the first, and build again.';
    problems.push(makeProblem('link-broken', wholeFile(file.path), message, hint));
  }
  return problems;
}

/** Groups links by the file they stand in. */
export function groupBySource(links: readonly PlacedLink[]): Map<string, PlacedLink[]> {
  return groupBy(links, ({ source }) => source);
}

/**
 * Of the links whose anchors only a rendered page can confirm, returns those whose anchor is missing.
 * `readPage` returns the HTML of a page by its output path, or null where the site has no such page.
 */
export function findMissingAnchors(
  links: readonly PlacedLink[],
  readPage: (outputPath: string) => string | null,
): PlacedLink[] {
  return [...groupBy(links, ({ reading }) => reading.path)].flatMap(([path, group]) => {
    const page = readPage(outputPathOf(path));
    return group.flatMap(({ reading, ...link }): PlacedLink[] => {
      const id = readAnchor(reading.anchor);
      if (page === null || id === null || page.includes(` id="${id}"`)) return [];
      return [{ ...link, reading: { ...reading, kind: 'missing-anchor' } }];
    });
  });
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
