/**
 * What the author's files do → a word that something has changed. What has changed is not asked: the
 * build finds that out by itself, and better.
 *
 * Only folders are watched, which tells of everything in them, takes some tens of watches where a
 * watch for each file would take ten thousand, and is quicker. chokidar's `raw` event hands on what
 * the system says, at once. Which folders there are is not left to it: it loses one that is deleted
 * and made anew at once, so `renew` looks for itself.
 */
import { basename, join, relative } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import {
  describeFolders,
  findWatchedFolders,
  isWatched,
  type WatchedFolders,
} from './watched-folders.ts';

/** How often files are looked at where the system tells nothing, in milliseconds. */
const POLLING_MS = 400;
/** On a slow disk it goes on after this; what is changed until then is looked for once more. */
const READY_MS = 2000;

/** Who is told. */
export interface WatchListener {
  /** Something has changed at a path, relative to the root where it lies in it. */
  onChange(path: string): void;
  /** The system gives no more watches; files are polled from here on. `code` is its word for why. */
  onPolling(code: string): void;
}

/** Watches the folder of a site until it is closed. */
export class SiteWatch {
  private watcher: FSWatcher | null = null;
  /** Describes the folders that are watched; null when some of them may be watched no more. */
  private watched: string | null = null;
  private isPolling: boolean;
  private isClosed = false;
  private stopWaiting = () => {};

  /** `root` is absolute. `isPolling` is for disks that tell nothing, such as those of a network. */
  constructor(
    private readonly root: string,
    private readonly listener: WatchListener,
    isPolling: boolean,
  ) {
    this.isPolling = isPolling;
  }

  /**
   * Sees to it that every folder is watched that is there by now: one that was deleted and made anew
   * at once is another, though its name has never been gone. `others` are files outside of the site
   * that it depends on, absolute, whether they are there or not. True when something had to be done,
   * and changes may have been missed.
   */
  async renew(others: readonly string[]): Promise<boolean> {
    if (this.isClosed) return false;
    // Found before they are watched: what is replaced meanwhile is found to be another next time.
    const folders = findWatchedFolders(this.root, others);
    const description = describeFolders(folders);
    if (description === this.watched) return false;
    this.watched = description;
    // First of all: chokidar gives a new watcher the watches of an old one, dead or not.
    await this.watcher?.close();
    if (!this.isClosed) await this.start(folders);
    return true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopWaiting();
    await this.watcher?.close();
  }

  /** Begins to watch, and ends when everything is watched. */
  private async start(folders: WatchedFolders): Promise<void> {
    const watcher = watch([...folders.keys()], {
      depth: 0,
      ignoreInitial: true,
      ignorePermissionErrors: true,
      usePolling: this.isPolling,
      interval: POLLING_MS,
      binaryInterval: POLLING_MS,
      ignored: (path) => !folders.has(path) && !(this.isPolling && isWatched(folders, path)),
    });
    this.watcher = watcher;
    watcher.on('raw', (event, name, details) => {
      // Without the folder when files are polled; then the name is a path.
      const { watchedPath } = details as { watchedPath?: string };
      if (watchedPath === undefined || name === null) this.tell(name ?? watchedPath ?? '', folders);
      else if (event === 'rename' && name === basename(watchedPath)) this.lose(watchedPath);
      else this.tell(join(watchedPath, name), folders);
    });
    watcher.on('all', (event, path) => {
      if (event === 'addDir' || event === 'unlinkDir') this.lose(path);
      else this.tell(path, folders);
    });
    watcher.on('error', (error) => this.fail(error as NodeJS.ErrnoException));
    await this.waitFor(watcher);
  }

  /** Ends when everything is watched, or is known not to be. */
  private waitFor(watcher: FSWatcher): Promise<void> {
    return new Promise((resolve) => {
      let isWaiting = true;
      const stop = () => {
        isWaiting = false;
        clearTimeout(timer);
        resolve();
      };
      // chokidar is never ready when a folder becomes a file while it looks into it.
      const timer = setTimeout(stop, READY_MS);
      this.stopWaiting = stop;
      watcher.once('ready', () => {
        if (isWaiting) stop();
        else this.listener.onChange('content');
      });
    });
  }

  /** A folder has come or gone, itself or in a moment between two looks, and its watch with it. */
  private lose(folder: string): void {
    this.watched = null;
    this.stopWaiting();
    this.listener.onChange(relative(this.root, folder));
  }

  private tell(path: string, folders: WatchedFolders): void {
    const isWhole = folders.get(path)?.names === null;
    if (!isWhole && !isWatched(folders, path)) return;
    this.listener.onChange(relative(this.root, path));
  }

  /** Without watches there is still looking. Whatever else a watch fails of is seen to by `renew`. */
  private fail(error: NodeJS.ErrnoException): void {
    const code = error.code ?? error.message;
    if (this.isPolling || this.isClosed || !['ENOSPC', 'EMFILE'].includes(code)) return;
    this.isPolling = true;
    this.watched = null;
    this.listener.onPolling(code);
  }
}
