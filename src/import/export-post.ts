/**
 * A post of an export: what its source says → its file and its pictures.
 */
import { join } from 'node:path';
import type { EssayParser } from '../essays/essay-body.ts';
import { replaceFile } from '../files/file-state.ts';
import type { FindPost } from './addresses.ts';
import { cleanBody } from './clean.ts';
import { makeEssayFile } from './convert.ts';
import { addCount, addNote, type Counts } from './counts.ts';
import type { ImportedPost } from './imported-post.ts';
import type { ImportJob, WrittenEssay } from './job.ts';
import { type PictureContext, takePictures } from './pictures.ts';
import type { StatedAddresses } from './pipeline.ts';
import type { PlacedPost } from './posts.ts';
import type { Source } from './sources/source.ts';
import { attributeOf, listElements, type Root } from './tree.ts';

/** A post of an export. */
export type ExportPost = PlacedPost & ImportedPost;

/** What the posts of an export share while they become files. */
export interface Conversion {
  readonly source: Source;
  readonly parser: EssayParser;
  readonly pictures: PictureContext;
  readonly findPost: FindPost;
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

/** Converts a post, and writes its files. */
export async function writeExportPost(
  post: ExportPost,
  addresses: StatedAddresses,
  { source, parser, pictures, findPost, mainAuthor }: Conversion,
  { root, options, report, facts, extras }: ImportJob,
): Promise<WrittenEssay> {
  const { fields: stated, stem } = post;
  const { toTree } = parser.markdown;
  const fields = source.complete?.(stated, facts, toTree) ?? stated;
  const tree = cleanBody(fields.html, source, report.counts, facts.linkedIds, toTree);
  const { files, missing, image } = await takePictures(tree, fields, pictures);
  addCount(report.counts, 'pictures', files.size);
  addCount(report.counts, 'missing pictures', missing.length);
  markLinks(tree, fields.addresses[0] ?? '', files, findPost, report.counts);
  const needsByline = mainAuthor !== null && post.author !== mainAuthor;
  const written = { ...fields, image, author: needsByline ? post.author : '' };
  const file = makeEssayFile(written, addresses, tree, options.as, parser);
  const path = `${stem}${files.size > 0 ? '/index' : ''}.${file.extension}`;
  for (const note of fields.notes ?? []) {
    const [about = '', ...details] = [note].flat();
    addNote(report, about, [path, ...details].join(': '));
  }
  if (missing.length > 0)
    addNote(report, 'pictures that are missing', `${path}: ${missing.join(', ')}`);
  if (fields.image && image === '')
    addNote(report, "thumbnails that aren't addresses", `${path}: ${fields.image}`);
  if (file.lost !== null) addNote(report, 'posts that Markdown changes', `${path}: ${file.lost}`);
  addCount(report.counts, 'aliases', addresses.aliases.length);
  for (const [name, bytes] of files) replaceFile(join(root, stem, name), bytes);
  replaceFile(join(root, path), file.text);
  for (const name of files.keys()) extras.push(`${stem}/${name}`);
  const published = post.isPage ? 'pages' : 'essays';
  return { path, kind: post.hiddenFor === null ? published : 'drafts', format: file.extension };
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
