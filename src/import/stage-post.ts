/**
 * Staging of one post: what its source says → its file and its pictures.
 */
import { join } from 'node:path';
import type { EssayParser } from '../essays/essay-body.ts';
import { replaceFile } from '../files/file-state.ts';
import type { FindPost } from './addresses.ts';
import { cleanBody, flattenBody } from './clean.ts';
import { makeEssayFile, type StatedAddresses } from './convert.ts';
import { addCount, type Counts } from './counts.ts';
import type { ImportedEssay } from './imported-essay.ts';
import type { ImportJob, WrittenEssay } from './job.ts';
import { type PictureContext, takePictures } from './pictures.ts';
import type { PlacedPost } from './posts.ts';
import type { Source } from './sources/source.ts';
import { attributeOf, listElements, type Root } from './tree.ts';

/** What the posts of an export share while they become files. */
export interface Conversion {
  readonly source: Source;
  readonly parser: EssayParser;
  readonly pictures: PictureContext;
  readonly findPost: FindPost;
  addressesOf(id: string): StatedAddresses;
  /** The author whose posts need no byline; null if no post needs one. */
  readonly mainAuthor: string | null;
}

/** Begins links to posts whose files have no path yet; the post's index follows. */
const LINK = 'blog-import-essay:';
const LINKS = new RegExp(`${LINK}(\\d+):`, 'g');

/** Replaces links to posts; `pathOf` finds the path of a post by its index, if the post is in the site. */
export function replaceLinks(text: string, pathOf: (index: number) => string | undefined): string {
  return text.replace(LINKS, (whole, index: string) => pathOf(Number(index)) ?? whole);
}

/** Converts a post, writes its files, and adds them to the job. */
export async function stageExportPost(
  post: PlacedPost,
  conversion: Conversion,
  job: ImportJob,
): Promise<void> {
  const { essay: stated, stem } = post;
  const { root, options, report, facts } = job;
  const { source, parser, mainAuthor } = conversion;
  const { toTree } = parser.markdown;
  const flat = stated.isText ? null : flattenBody(stated.html, toTree);
  const read = { ...stated, html: flat ?? stated.html };
  const essay = source.complete?.(read, facts, toTree) ?? read;
  const reason = findReason(essay, post.timestamp, job.now);
  const isDraft = reason !== null;
  const tree = cleanBody(essay.html, source, report.counts, facts.linkedIds, toTree);
  const { files, missing, image } = await takePictures(tree, essay, conversion.pictures);
  addCount(report.counts, 'pictures', files.size);
  addCount(report.counts, 'missing pictures', missing.length);
  markLinks(tree, essay.addresses[0] ?? '', files, conversion.findPost, report.counts);
  const needsByline = mainAuthor !== null && post.author !== mainAuthor;
  const written = { ...essay, image, isDraft, author: needsByline ? post.author : '' };
  const file = makeEssayFile(written, conversion.addressesOf(post.id), tree, options.as, parser);
  const path = `${stem}${files.size > 0 ? '/index' : ''}.${file.extension}`;
  const notes = [
    ...listNotes(essay, flat !== null),
    ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
    ...(essay.image && image === '' ? [`its thumbnail isn't an address: ${essay.image}`] : []),
    ...file.notes,
  ];
  if (notes.length > 0) report.notes[path] = notes;
  if (reason !== null) {
    report.notes[reason] ??= [];
    report.notes[reason].push(path);
  }
  for (const [name, bytes] of files) replaceFile(join(root, stem, name), bytes);
  replaceFile(join(root, path), file.text);
  const kind = kindOf(isDraft, essay);
  addCount(report.counts, kind);
  addCount(report.counts, file.extension);
  job.essays.set(post.id, { path, kind, format: file.extension });
  for (const name of files.keys()) job.extras.push(`${stem}/${name}`);
}

function kindOf(isDraft: boolean, { isPage }: ImportedEssay): WrittenEssay['kind'] {
  if (isDraft) return 'drafts';
  return isPage ? 'pages' : 'essays';
}

/** Why a post becomes a draft, as a heading of the report; null for a post that doesn't. */
function findReason(
  { isDraft, isPrivate }: ImportedEssay,
  timestamp: number | null,
  now: number,
): string | null {
  if (isPrivate) return 'drafts, since not everybody could read them';
  if (isDraft) return 'drafts in the old blog';
  if (timestamp === null) return 'drafts, since they have no readable date';
  return timestamp > now ? 'drafts, since their date is in the future' : null;
}

/** Lists what the author should know about a post, apart from its pictures. */
function listNotes(essay: ImportedEssay, isFlat: boolean): string[] {
  const flat = isFlat ? ['is nested too deeply: only its text and pictures were imported'] : [];
  return [...(essay.notes ?? []), ...flat];
}

/** Marks the links that lead to other posts, which get the paths of their files once all posts are staged. */
function markLinks(
  tree: Root,
  address: string,
  files: ReadonlyMap<string, Buffer>,
  findPost: FindPost,
  counts: Counts,
): void {
  for (const each of listElements(tree, /^a$/)) {
    const href = attributeOf(each, 'href');
    const found = files.has(href) ? undefined : findPost(href, address);
    if (found === undefined) continue;
    const isHome = /^(?:https?:\/\/[^/]+)?\/?$/.test(href);
    if (found.index !== null) {
      each.properties.href = `${LINK}${found.index}:${found.hash}`;
      addCount(counts, 'links');
    } else if (!isHome) addCount(counts, 'lost links');
  }
}
