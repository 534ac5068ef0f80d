/**
 * Links that lead nowhere → problems, each at the link's own place in the author's file.
 *
 * Only a broken link has its place looked for: a body's HTML does not know where in the Markdown it
 * comes from, and most sites have few broken links.
 */
import { placeInBody } from '../content/body-places.ts';
import type { ParsedEssay } from '../content/essay.ts';
import { readFrontMatter } from '../content/front-matter.ts';
import type { MarkdownEngine } from '../content/markdown.ts';
import { decodeSource, type SourceFile } from '../content/text.ts';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems.ts';
import type { BrokenLinkIn, OpenLinkIn } from './linker.ts';
import { trimPath } from './redirect-rules.ts';
import { readAnchor } from './site-map.ts';
import { essayPath, outputPathOf } from './urls.ts';

/** So many broken links of one file are listed; a file with more is broken as a whole. */
const MAX_LISTED = 500;

/** `slugs` are those of all essays; `sources` the files that the links stand in, by path. */
export function describeBrokenLinks(
  links: readonly BrokenLinkIn[],
  essays: readonly ParsedEssay[],
  slugs: ReadonlySet<string>,
  sources: ReadonlyMap<string, SourceFile>,
  markdown: MarkdownEngine,
): Problem[] {
  const formats = new Map(essays.map(({ path, format }) => [path, format]));
  const bySource = new Map<string, BrokenLinkIn[]>();
  for (const link of links) {
    const others = bySource.get(link.source);
    if (others === undefined) bySource.set(link.source, [link]);
    else others.push(link);
  }
  return [...bySource].flatMap(([source, all]) => {
    const file = sources.get(source);
    if (file === undefined) throw new Error(`A link stands in ${source}, which was not read`);
    const front = readFrontMatter(source, decodeSource(file).text).source;
    const format = formats.get(source) ?? 'markdown';
    const seen = new Map<string, number>();
    const problems = all.slice(0, MAX_LISTED).map((broken) => {
      const { written, offset } = broken.link;
      const occurrence = seen.get(written) ?? 0;
      seen.set(written, occurrence + 1);
      const needles = [written, decodeUrl(written), written.replace(/&/g, '&amp;')];
      const at = { needles, occurrence, offset };
      return describe(broken, placeInBody(front, format, markdown, at), slugs);
    });
    if (all.length > MAX_LISTED) problems.push(describeRest(source, all.length - MAX_LISTED));
    return problems;
  });
}
/** Of the links whose anchors only the rendered pages can tell, those whose anchor is not there. */
export function findMissingAnchors(
  links: readonly OpenLinkIn[],
  files: readonly { readonly path: string; readonly bytes?: Uint8Array | string }[],
): BrokenLinkIn[] {
  const pages = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return links.flatMap(({ link, source, openAnchor: { path, anchor } }) => {
    const page = pages.get(outputPathOf(path));
    const id = readAnchor(anchor);
    if (typeof page !== 'string' || id === null || page.includes(` id="${id}"`)) return [];
    return [{ link, source, reading: { kind: 'missing-anchor', path, anchor } }];
  });
}

function describe(
  { link, reading }: BrokenLinkIn,
  place: Place,
  slugs: ReadonlySet<string>,
): Problem {
  if (reading.kind === 'missing-anchor') {
    const message = `The page ${reading.path} has no \`#${reading.anchor}\``;
    const hint = 'Give a heading there this id, `## Heading {#id}`, or correct the link.';
    return makeProblem('anchor-broken', place, message, hint);
  }
  if (link.element === 'img') {
    const message = `The image \`${link.written}\` is not in the site`;
    const hint = 'Put it beside the essay, or into content/public and write its path from there.';
    return makeProblem('image-missing', place, message, hint);
  }
  const message = `The link \`${link.written}\` leads to nothing in the site`;
  const slug = trimPath(reading.path).split('/').at(-1) ?? '';
  const hint = slugs.has(slug)
    ? `The essay is at ${essayPath(slug)}; if this is its old path, add it to the essay’s \`aliases\`.`
    : 'Correct it, put the file into content/public, or add the path to `redirects` in site.yaml.';
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
