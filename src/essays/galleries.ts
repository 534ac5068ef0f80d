/**
 * Galleries: the pictures in a folder, with the captions in its `captions.yaml`. An edge.
 *
 * An essay with a gallery depends on the gallery's folder, so each gallery has a key.
 */
import { posix } from 'node:path';
import type { InputStates } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import { encodeAddress } from '../markdown/addresses.ts';
import type { GalleryPicture } from '../markdown/rule.ts';
import { groupBy } from '../problems/group-by.ts';
import type { Problem } from '../problems/problems.ts';
import { decodeSource } from '../text/text.ts';
import { readOptional } from './files.ts';
import { isPublic, listBeside, PUBLIC_FOLDER } from './paths.ts';
import * as values from './values.ts';
import { parseEntries, YAML_FILE } from './yaml-source.ts';

/** The pictures of a folder. */
export interface Gallery {
  /** The digest of everything below. */
  readonly key: string;
  readonly pictures: readonly GalleryPicture[];
  /** The problems of the captions. */
  readonly problems: readonly Problem[];
}

/** A folder whose pictures a body shows. */
export interface UsedGallery extends Pick<Gallery, 'key'> {
  /** As the author wrote it. */
  readonly folder: string;
}

/** The essay that shows a gallery. */
interface GalleryPlace {
  readonly path: string;
  /** The path of its file without language and extension. */
  readonly stem: string;
}

/** Lists the pictures of a folder, or those that a pattern such as `hills/*.jpg` names, for an essay. */
export type ListGallery = (essay: GalleryPlace, folder: string) => Gallery;

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|tiff?)$/i;
/** `2.jpg` comes before `10.jpg`. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** The captions of a folder, by the names of their pictures. */
interface Captions extends Pick<Gallery, 'problems'> {
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Makes the function that lists a gallery's pictures among these files of the site. It groups the files by folder once
 * for all essays, and reads the captions of each folder once.
 */
export function makeGalleryLister(
  root: string,
  files: readonly string[],
  states: Pick<InputStates, 'of'>,
): ListGallery {
  let folders: ReadonlyMap<string, readonly string[]> | null = null;
  const captions = new Map<string, Captions>();
  return ({ path: source, stem }, written) => {
    folders ??= groupBy(files, posix.dirname);
    const isPattern = written.includes('*');
    const folder = isPattern ? posix.dirname(written) : written;
    const [start = '', end = ''] = isPattern ? posix.basename(written).split('*') : [];
    const isShown = (path: string) => {
      const name = posix.basename(path);
      return PICTURE.test(name) && name.startsWith(start) && name.endsWith(end);
    };
    const candidates = listFolders(folder, source, stem).map((each) => folders?.get(each) ?? []);
    const found = candidates.find((paths) => paths.some(isShown)) ?? [];
    const path = posix.join(posix.dirname(found[0] ?? ''), 'captions.yaml');
    if (found.includes(path) && !captions.has(path)) {
      captions.set(path, readCaptions(root, path, states));
    }
    const { texts, problems = [] } = captions.get(path) ?? {};
    const pictures = found
      .filter(isShown)
      .toSorted(compare)
      .map((each) => {
        const caption = texts?.get(posix.basename(each).normalize()) ?? '';
        return { address: encodeAddress(addressOf(each, source)), caption };
      });
    return { key: digest(JSON.stringify([pictures, problems])), pictures, problems };
  };
}

/** Lists the folders that a gallery's path may mean. */
function listFolders(written: string, source: string, stem: string): string[] {
  const folder = written.replace(/\/+$/, '') || '/';
  if (folder.startsWith('/')) return [posix.join(PUBLIC_FOLDER, folder).replace(/\/$/, '')];
  return [...listBeside(folder, source, stem), posix.join(PUBLIC_FOLDER, folder)];
}

function addressOf(path: string, source: string): string {
  if (isPublic(path)) return path.slice(PUBLIC_FOLDER.length);
  return posix.relative(posix.dirname(source), path);
}

function readCaptions(root: string, path: string, states: Pick<InputStates, 'of'>): Captions {
  states.of(path);
  const texts = new Map<string, string>();
  const { value: file, problems: unread } = readOptional(root, path);
  const problems = [...unread];
  if (file === null) return { texts, problems };
  const decoded = decodeSource(file);
  const start = { path, text: decoded.text, problems };
  problems.push(...decoded.problems);
  const entries = parseEntries(decoded.text, start, YAML_FILE);
  const source = { ...start, entries };
  for (const [name, { value: node }] of entries) {
    texts.set(name.normalize(), values.text.read({ name, node, source }) ?? '');
  }
  return { texts, problems };
}
