/**
 * Which folders must be watched so that nothing of a site changes unseen: an edge.
 *
 * Folders, never files: a file that is replaced is another one, whose watch is dead, while its folder
 * tells of both. Where a folder itself has yet to come, the nearest one above it is watched for it.
 */
import { lstatSync, readdirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A folder, and what of it matters. */
export interface WatchedFolder {
  /** What the system knows it as: another one under the same name has another. */
  readonly id: string;
  /** The names in it that matter; null for all. */
  readonly names: Set<string> | null;
}

/** Folders by their absolute paths. */
export type WatchedFolders = ReadonlyMap<string, WatchedFolder>;

/** What of a site's folder is looked at. */
const WATCHED = ['content', 'templates', 'package.json'];
/** Version control's own, which is never part of a site. */
const UNWATCHED = '.git';
/** What templates take from packages is not expected to change. */
const PACKAGES = 'templates/node_modules';

/** Looks for the folders of the site at `root` (absolute), and of the files that it uses besides. */
export function findWatchedFolders(root: string, files: readonly string[]): WatchedFolders {
  const found = new Map<string, WatchedFolder>();
  const single: string[] = [...files];
  const seen = new Set<string>();
  const visit = (path: string) => {
    single.push(...followLink(path));
    const stats = look(path);
    if (!stats?.isDirectory() || seen.has(identify(stats))) return;
    seen.add(identify(stats));
    found.set(path, { id: identify(stats), names: null });
    for (const entry of readFolder(path)) {
      const child = join(path, entry.name);
      const isForeign = entry.name === UNWATCHED || child === join(root, PACKAGES);
      if (!entry.isFile() && !isForeign) visit(child);
    }
  };
  for (const name of WATCHED) {
    single.push(join(root, name));
    visit(join(root, name));
  }
  for (const file of single) noteSingle(file, found);
  return found;
}

/** True for what lies in a folder that is watched, and matters there. */
export function isWatched(folders: WatchedFolders, path: string): boolean {
  const folder = folders.get(dirname(path));
  const name = basename(path);
  if (folder === undefined) return false;
  return folder.names === null ? name !== UNWATCHED : folder.names.has(name);
}

/** Equal exactly when the same folders are watched for the same names. */
export function describeFolders(folders: WatchedFolders): string {
  const lines = [...folders].map(([path, { id, names }]) => [path, id, names && [...names].sort()]);
  return JSON.stringify(lines.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** Adds the folder of a file, or the nearest above it, to those that are watched. */
function noteSingle(file: string, found: Map<string, WatchedFolder>): void {
  const folder = dirname(file);
  const stats = look(folder);
  if (stats === undefined && folder !== file) {
    noteSingle(folder, found);
    return;
  }
  const known = found.get(folder);
  if (known === undefined && stats?.isDirectory()) {
    found.set(folder, { id: identify(stats), names: new Set([basename(file)]) });
  }
  known?.names?.add(basename(file));
}

/** The paths to which a symbolic link leads, one after the other; none for anything else. */
function followLink(path: string): string[] {
  const way: string[] = [];
  for (let next = path; way.length < MAX_LINKS; way.push(next)) {
    try {
      if (!lstatSync(next).isSymbolicLink()) break;
      next = resolve(dirname(next), readlinkSync(next));
    } catch {
      break; // It leads nowhere, for now.
    }
  }
  return way;
}

/** As many links as the system follows in a path. */
const MAX_LINKS = 40;

/** Numbers of deleted folders are given again at once, so that alone they say too little. */
function identify({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev}:${ino}:${birthtimeMs}`;
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // A link that leads to itself, a file on the way, or not to be looked into.
  }
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // Gone in this moment, or not to be looked into.
  }
}
