/**
 * Galleries: the pictures in a folder, with the captions in its `captions.yaml`. An edge.
 *
 * An essay with a gallery depends on the gallery's folder, so each gallery has a key.
 */
import { posix } from 'node:path';
import { encodeAddress } from '../dialects/addresses.ts';
import type { GalleryPicture } from '../dialects/dialect.ts';
import type { InputStates } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import type { Problem } from '../problems/problems.ts';
import { decodeSource } from '../text/text.ts';
import type { ParsedEssay } from './essay.ts';
import { readOptional } from './files.ts';
import { isPublic, listBeside, PUBLIC_FOLDER } from './paths.ts';
import * as values from './values.ts';
import { parseYaml } from './yaml.ts';
import { parseEntries } from './yaml-source.ts';

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

/** Lists the pictures of a folder, or those that a pattern such as `hills/*.jpg` names, for an essay. */
export type ListGallery = (essay: Pick<ParsedEssay, 'path' | 'stem'>, folder: string) => Gallery;

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|tiff?)$/i;
/** `2.jpg` comes before `10.jpg`. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** Makes the function that lists galleries of these files of the site, and records the captions among its inputs. */
export function makeGalleryLister(
  root: string,
  files: readonly string[],
  states: Pick<InputStates, 'of'>,
): ListGallery {
  return ({ path: source, stem }, written) => {
    const isPattern = written.includes('*');
    const folder = isPattern ? posix.dirname(written) : written;
    const [start = '', end = ''] = isPattern ? posix.basename(written).split('*') : [];
    const isShown = (path: string) => {
      const name = posix.basename(path);
      return PICTURE.test(name) && name.startsWith(start) && name.endsWith(end);
    };
    const folders = listFolders(folder, source, stem).map((each) => {
      return files.filter((path) => posix.dirname(path) === each && isShown(path));
    });
    const found = folders.find(({ length }) => length > 0) ?? [];
    const path = posix.join(posix.dirname(found[0] ?? ''), 'captions.yaml');
    const problems: Problem[] = [];
    const captions = files.includes(path) ? readCaptions(root, path, states, problems) : null;
    const pictures = found.toSorted(compare).map((each) => {
      const caption = captions?.get(posix.basename(each).normalize()) ?? '';
      return { src: encodeAddress(addressOf(each, source)), caption };
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

/** Reads the captions of a folder, by the names of their pictures. */
function readCaptions(
  root: string,
  path: string,
  states: Pick<InputStates, 'of'>,
  problems: Problem[],
): Map<string, string> {
  states.of(path);
  const captions = new Map<string, string>();
  const { value: file, problems: unread } = readOptional(root, path);
  problems.push(...unread);
  if (file === null) return captions;
  const decoded = decodeSource(file);
  const start = { path, text: decoded.text, problems };
  problems.push(...decoded.problems);
  const entries = parseEntries(decoded.text, start, {
    subject: 'This file',
    code: 'value-invalid',
    parse: parseYaml,
    isRead: () => true,
  });
  const source = { ...start, entries };
  for (const [name, { value: node }] of entries) {
    captions.set(name.normalize(), values.text.read({ name, node, source }) ?? '');
  }
  return captions;
}
