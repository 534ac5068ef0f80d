/**
 * Problems for broken links, each at the link's own place in the author's file. Pure.
 *
 * A body's HTML does not record its position in the Markdown, so only files with broken links are read
 * again, to locate them.
 */

import type { EssayParser } from '../essays/essay-body.ts';
import { readFrontMatter } from '../essays/front-matter.ts';
import type { BodyFormat } from '../markdown/body-source.ts';
import { makeLocator } from '../markdown/places.ts';
import { schemeMissing } from '../markdown/rules/link-faults.ts';
import { replaceFrom, subjectOf } from '../problems/edits.ts';
import {
  MAX_LISTED,
  makeProblem,
  type Place,
  type Problem,
  wholeFile,
} from '../problems/problems.ts';
import { askMeant, type SourceFile, suggestWord } from '../text/text.ts';
import { imageMissing, type PlacedLink, showAddress, showWritten } from './link-resolution.ts';
import { matchParts } from './path-patterns.ts';
import { type Resolution, readAnchor } from './resolution.ts';
import { outputPathOf, trimPath } from './urls.ts';

/**
 * The problems of broken links, by the path of the file: they stay the same as long as their key does, a digest of
 * everything that they depend on. To describe them, a file has to be read and parsed again.
 */
export type DescribedLinks = Readonly<
  Record<string, { readonly key: string; readonly problems: readonly Problem[] }>
>;

/** Describes the broken links of one file. `locate` finds where a link is written in the file (`locateLinks`). */
export function describeBrokenLinks(
  path: string,
  links: readonly PlacedLink[],
  locate: (written: string) => Place,
): Problem[] {
  const problems = links
    .slice(0, MAX_LISTED)
    .map((broken) => describeLink(broken, locate(broken.link.written)));
  if (links.length > MAX_LISTED) {
    const count = links.length - MAX_LISTED;
    const message = `${count} more links and images in this file lead to nothing in the site`;
    const hint = 'Fix the ones that are listed, then build again.';
    problems.push(makeProblem('link-broken', wholeFile(path), message, hint));
  }
  return problems;
}

/** Returns a function that finds where a link is written in its file; called again, it finds the next occurrence. */
export function locateLinks(file: SourceFile, format: BodyFormat, parser: EssayParser) {
  return makeLocator(readFrontMatter(file), format === 'markdown', parser.markdown);
}

/** Returns a predicate for the links that `ignoreLinks` in site.yaml names. */
export function ignoreLinks(patterns: readonly string[]): (written: string) => boolean {
  const all = patterns.map((pattern) => pattern.split(/(\*)/));
  return (written) => all.some((parts) => matchParts(parts, written) !== null);
}

/**
 * Looks up the anchors of links in the rendered pages, and returns the links whose anchor is missing.
 * `readPage` returns the text of a page by its output path; null for a path that is not a page.
 */
export function findMissingAnchors(
  links: readonly PlacedLink[],
  readPage: (outputPath: string) => string | null,
): PlacedLink[] {
  /** The ids in each page, by its output path; null for a path that is not a page. */
  const pages = new Map<string, ReadonlySet<string> | null>();
  return links.flatMap(({ resolution, ...link }) => {
    const id = readAnchor(resolution.anchor);
    const outputPath = outputPathOf(resolution.path);
    if (!pages.has(outputPath)) pages.set(outputPath, listIds(readPage(outputPath)));
    const ids = pages.get(outputPath) ?? null;
    if (ids === null || id === null || ids.has(id)) return [];
    const suggestion = suggestWord(id, [...ids]);
    return [{ ...link, resolution: { ...resolution, kind: 'missing-anchor', suggestion } }];
  });
}

function listIds(page: string | null): ReadonlySet<string> | null {
  return page === null ? null : new Set(page.match(/(?<= id=")[^"]+/g));
}

/** Describes a broken link: why it leads nowhere, if the program can tell, and what to do. */
function describeLink({ link, resolution }: PlacedLink, place: Place): Problem {
  const { kind, suggestion } = resolution;
  if (kind === 'missing-anchor') return anchorBroken(resolution, place);
  if (/^(?:img|image|input)$/.test(link.element))
    return imageMissing(link.written, place, resolution);
  if (resolution.unpublished) return linkUnpublished(link.written, resolution.unpublished, place);
  const whole = suggestion ? null : findScheme(link.written);
  if (whole !== null) {
    const { code, message, hint } = schemeMissing(link.written, whole);
    const edits = replaceFrom(place, link.written, whole);
    const subject = subjectOf(showWritten(link.written));
    return makeProblem(code, place, message, hint, { edits, subject });
  }
  return linkBroken(link.written, suggestion ?? null, place);
}

function anchorBroken({ path, anchor, suggestion }: Resolution, place: Place): Problem {
  const message = `The page ${path} has no \`#${anchor}\``;
  const hint = 'Give a heading there this id, `## Heading {#id}`, or correct the link.';
  const meant = suggestion && `#${suggestion}`;
  const details = { edits: replaceFrom(place, `#${anchor}`, meant), subject: `#${anchor}` };
  return makeProblem('anchor-broken', place, message, askMeant(meant) ?? hint, details);
}

function linkUnpublished(written: string, file: string, place: Place): Problem {
  const message = `The link \`${showAddress(written)}\` leads to ${file}, which is not published`;
  const hint =
    'Until it is, readers see the label alone. A link without one, such as `[[name]]`, shows nothing: write `[[name|label]]`.';
  const subject = subjectOf(showWritten(written));
  return makeProblem('link-broken', place, message, hint, { subject });
}

function linkBroken(written: string, suggestion: string | null, place: Place): Problem {
  const shown = showWritten(written);
  const message = `The link \`${showAddress(written)}\` leads to nothing in the site`;
  const hint =
    'Correct it, put the file into content/public, or add the path to `redirects` in site.yaml; if another ' +
    'server answers it, add it to `elsewhere` there.';
  const details = { edits: replaceFrom(place, shown, suggestion), subject: subjectOf(shown) };
  const meant = askMeant(suggestion);
  const isMoved = nameOf(written) === nameOf(suggestion ?? '') && written.startsWith('/');
  const more = isMoved ? ' For all old addresses like this, add a line to `redirects`.' : '';
  return makeProblem('link-broken', place, message, meant === null ? hint : meant + more, details);
}

function nameOf(path: string): string {
  return trimPath(path).split('/').at(-1) ?? '';
}

/** Matches a host in place of a path: one that begins with `www.`, or ends in a common top-level domain. */
const HOST = /^(?:www\.[\w-]+\.|(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|dev|co\.uk)(?=[/?#]|$))/i;

/** Completes an address whose scheme is missing or malformed; null for a path. */
function findScheme(written: string): string | null {
  const [, scheme, rest] = /^(https?)(?!:\/\/)[:;,.]*\/+(.+)$/i.exec(written) ?? [];
  if (scheme !== undefined) return `${scheme}://${rest}`;
  if (HOST.test(written)) return `https://${written}`;
  return /^[\w.+-]+@[\w-]+\.[\w.]+$/.test(written) ? `mailto:${written}` : null;
}
