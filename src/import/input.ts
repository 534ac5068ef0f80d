/**
 * Input: the file, folder or zip archive to import, as a list of readable files.
 *
 * Nothing is unpacked as a whole, no symlink is followed out of the folder, and sizes are limited before anything
 * is read, so that a hostile archive can fill neither memory nor disk.
 */
import { createReadStream, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { type Entry, openPromise } from 'yauzl';
import { findStats } from '../files/file-state.ts';

/** Thrown if a source can't be read, or the site can't be written. */
export class ImportFault extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

export const TOO_DEEP = new ImportFault(
  'a post has hundreds of nested elements or lists',
  'Remove it from the export, and import it by hand.',
);

export interface ImportInput {
  /** Paths with "/". */
  readonly files: readonly string[];
  /** True for files that were named themselves, rather than a folder or an archive. */
  readonly areNamed: boolean;
  /** Reads a file; throws if it has more bytes than the limit. */
  read(path: string, limit?: number): Promise<Buffer>;
  readText(path: string): Promise<string>;
  stream(path: string): AsyncIterable<Buffer>;
  /** Reads the start of a file. */
  head(path: string): Promise<string>;
  /** Finds the file for the path of an old URL, by the end of the path. */
  find(path: string): string | null;
}

/** Where archives of Google Takeout and of `ghost backup` have their exports. */
const INNER = /(?:^|\/)Blogs\/[^/]+\/feed\.atom$|^data\/content-from-[^/]+\.json$/;

/**
 * Lists the files that may be exports: those that were named, or lie at the top, and whose paths match. If there is only one
 * file, its name doesn't matter.
 */
export const listMatching = ({ files, areNamed }: ImportInput, form: RegExp) =>
  files.filter(
    (path) =>
      files.length === 1 ||
      (form.test(path) && (areNamed || !path.includes('/') || INNER.test(path))),
  );

const MIB = 2 ** 20;
const MAX_FILES = 200_000;
const MAX_TOTAL = 64 * 1024 * MIB;
/** The most bytes of a file that is read as a whole. */
const MAX_READ = 256 * MIB;
/** A file that is larger, and compressed at a higher ratio, counts as a zip bomb. */
const BOMB_SIZE = 64 * MIB;
const BOMB_RATIO = 200;
const HEAD = 1 << 16;
const SKIPPED = /(?:^|\/)(?:node_modules|\.git|__MACOSX|\.DS_Store)(?:\/|$)/;

/** Opens the sources that the author names: a folder, an archive or files. */
export async function openInput(sources: readonly string[]): Promise<ImportInput> {
  const [first = ''] = sources;
  const missing = sources.find((source) => findStats(source) === null);
  if (missing !== undefined) {
    throw new ImportFault(`${missing} doesn't exist`, 'Name a file, a zip archive or a folder.');
  }
  const folder = sources.find((source) => statSync(source).isDirectory());
  if (folder !== undefined && sources.length > 1) {
    throw new ImportFault(
      `${folder} is a folder, and can only be imported alone`,
      'Name one folder, or several files.',
    );
  }
  if (folder !== undefined) return openFolder(folder);
  const start = await readStart(createReadStream(first), 4);
  if (start.toString('latin1') === 'PK\u0003\u0004') return openArchive(first);
  const base = realpathSync(dirname(first));
  // Don't list the folder: it may be the author's downloads.
  const find = (path: string) =>
    listEnds(path)
      .map((each) => join(base, each))
      .find((each) => isOwnFile(base, each)) ?? null;
  const sizeOf = (file: string) => statSync(file).size;
  return { ...makeInput(sources, sizeOf, createReadStream, find), areNamed: true };
}

function openFolder(folder: string): ImportInput {
  const base = realpathSync(folder);
  const files: string[] = [];
  const list = (path: string) => {
    for (const entry of readdirSync(join(base, path), { withFileTypes: true })) {
      const name = path === '' ? entry.name : `${path}/${entry.name}`;
      if (SKIPPED.test(name)) continue;
      if (entry.isDirectory()) list(name);
      else if (isOwnFile(base, join(base, name))) files.push(name);
      if (files.length > MAX_FILES) throw tooMuch(`${folder} has more than ${MAX_FILES} files`);
    }
  };
  list('');
  const sizeOf = (path: string) => statSync(join(base, path)).size;
  return makeInput(files.sort(), sizeOf, (path) => createReadStream(join(base, path)));
}

/** True for a file inside the folder, with symlinks resolved. */
function isOwnFile(base: string, file: string): boolean {
  try {
    if (findStats(file)?.isFile() !== true) return false;
  } catch (error) {
    // The name comes from a URL, and may be longer than any file's.
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return false;
    throw error;
  }
  return realpathSync(file).startsWith(base.endsWith(sep) ? base : base + sep);
}

async function openArchive(file: string): Promise<ImportInput> {
  const refuse = (error: unknown) => {
    if (error instanceof ImportFault) return error;
    const message = `${file} isn't a readable zip archive: ${(error as Error).message}`;
    return new ImportFault(message, 'Download it again: it may be incomplete.');
  };
  const entries = new Map<string, Entry>();
  try {
    const zip = await openPromise(file, { autoClose: false });
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize: size, compressedSize } = entry;
      const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
      if (fileName.endsWith('/') || SKIPPED.test(fileName) || isLink) continue;
      total += size;
      const isBomb = size > BOMB_SIZE && size > compressedSize * BOMB_RATIO;
      if (isBomb || total > MAX_TOTAL) throw tooLarge(fileName, isBomb ? size : total);
      if (entries.size >= MAX_FILES) throw tooMuch(`${file} has more than ${MAX_FILES} files`);
      if (!entries.has(fileName)) entries.set(fileName, entry);
    }
    // Archives often consist of one folder.
    const names = [...entries.keys()].sort();
    const [top = ''] = /^[^/]+\//.exec(names[0] ?? '') ?? [];
    const prefix = names.every((name) => name.startsWith(top)) ? top : '';
    const entryOf = (path: string) => entries.get(prefix + path) as Entry;
    const files = names.map((name) => name.slice(prefix.length));
    const sizeOf = (path: string) => entryOf(path).uncompressedSize;
    return makeInput(files, sizeOf, async function* (path) {
      try {
        yield* await zip.openReadStreamPromise(entryOf(path));
      } catch (error) {
        throw refuse(error);
      }
    });
  } catch (error) {
    throw refuse(error);
  }
}

function makeInput(
  files: readonly string[],
  sizeOf: (path: string) => number,
  stream: ImportInput['stream'],
  find = makeFinder(files),
): ImportInput {
  const read = async (path: string, limit = MAX_READ) => {
    if (sizeOf(path) > limit) throw tooLarge(path, sizeOf(path));
    return readStart(stream(path), limit);
  };
  const head = async (path: string) => decodeText(await readStart(stream(path), HEAD));
  return {
    files,
    areNamed: false,
    find,
    read,
    head,
    stream,
    readText: async (path) => decodeText(await read(path)),
  };
}

/** Reads the first bytes of a stream, which may be longer than the archive states. */
export async function readStart(stream: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    length += piece.length;
    if (length >= limit) break;
  }
  return Buffer.concat(pieces).subarray(0, limit);
}

const decodeText = (bytes: Buffer) => new TextDecoder(encodingOf(bytes)).decode(bytes);

/** The encoding of a text, from its byte-order mark or XML declaration. */
export function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  const start = bytes.subarray(0, 200).toString('latin1');
  const stated = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/.exec(start)?.[1] ?? 'utf-8';
  return /^(?:utf-8|iso-8859-\d+|windows-125\d|us-ascii)$/i.test(stated) ? stated : 'utf-8';
}

/** Makes a function that finds files by the ends of their paths, ignoring case. */
function makeFinder(files: readonly string[]): ImportInput['find'] {
  const keyOf = (path: string) => path.toLowerCase().normalize();
  const byEnd = new Map(files.flatMap((path) => listEnds(path).map((end) => [keyOf(end), path])));
  for (const path of files) byEnd.set(keyOf(path), path);
  return (path) => {
    return listEnds(path).flatMap((each) => byEnd.get(keyOf(each)) ?? [])[0] ?? null;
  };
}

/** `a/b/c.jpg` → itself and `b/c.jpg`, but not `c.jpg`, which may be another file. Nothing for paths with `..`. */
function listEnds(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..') || /[\\\0]/.test(path)) return [];
  return parts.slice(0, Math.max(1, parts.length - 1)).map((_, at) => parts.slice(at).join('/'));
}

function tooLarge(path: string, size: number): ImportFault {
  return tooMuch(`${basename(path)} would take ${Math.round(size / MIB)} MB, which is too much`);
}

const tooMuch = (message: string) =>
  new ImportFault(message, 'Is this the export of a blog? Split it, or remove that file.');
