/**
 * What the author's files do → a word that something has changed. What has changed is not asked: the
 * build finds that out by itself, and better.
 *
 * Only folders are watched, which tells of everything in them, takes some tens of watches where a
 * watch for each file would take ten thousand, and is quicker. chokidar's `raw` event hands on what
 * the system says, at once.
 */
import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** What of a site's folder is looked at. */
const WATCHED = ['content', 'templates', 'package.json'];
/** Of files that others keep, and that are never part of a site. */
const UNWATCHED = /[/\\](node_modules|\.git)([/\\]|$)/;
/** How often files are looked at where the system tells nothing, in milliseconds. */
const POLLING_MS = 400;

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
  private folders = '';
  private others: readonly string[] = [];
  private isPolling: boolean;
  private isClosed = false;

  /** `root` is absolute. `isPolling` is for disks that tell nothing, such as those of a network. */
  constructor(
    private readonly root: string,
    private readonly listener: WatchListener,
    isPolling: boolean,
  ) {
    this.isPolling = isPolling;
  }

  /** Begins, or begins anew, and ends when everything is watched. What was watched before stays so. */
  private async start(): Promise<void> {
    const before = this.watcher;
    const links = new Set<string>();
    const watcher = watch([this.root, ...this.others], {
      ignoreInitial: true,
      ignorePermissionErrors: true,
      usePolling: this.isPolling,
      interval: POLLING_MS,
      binaryInterval: POLLING_MS,
      ignored: (path, stats) => {
        if (this.isOutside(path)) return true;
        if (stats?.isSymbolicLink()) links.add(path);
        // A file behind a link lies in a folder that is not watched.
        const isAlone = links.has(path) || this.others.includes(path);
        return stats?.isFile() === true && !this.isPolling && !isAlone;
      },
    });
    this.watcher = watcher;
    this.folders = this.listFolders();
    const ready = new Promise<void>((resolve) => watcher.once('ready', resolve));
    watcher.on('raw', (_, path, details) => {
      const { watchedPath } = details as { watchedPath?: string };
      this.tell(watchedPath === undefined || path === null ? '' : join(watchedPath, path));
    });
    watcher.on('all', (_, path) => this.tell(path));
    watcher.on('error', (error) => this.fail(error as NodeJS.ErrnoException));
    await Promise.race([ready, new Promise<void>((resolve) => this.onClose.add(resolve))]);
    await before?.close();
  }

  private readonly onClose = new Set<() => void>();

  /**
   * Sees to it that every folder is watched that is there by now: one that was deleted and made anew
   * at once is another, though its name has never been gone. `others` are files outside of the site
   * that it depends on, absolute. True when something had to be done, and may have been missed.
   */
  async renew(others: readonly string[] | null): Promise<boolean> {
    const isSame =
      this.watcher !== null &&
      (others === null || others.join('\n') === this.others.join('\n')) &&
      this.folders === this.listFolders();
    if (isSame || this.isClosed) return false;
    this.others = others ?? this.others;
    await this.start();
    return true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const resolve of this.onClose) resolve();
    await this.watcher?.close();
  }

  private tell(path: string): void {
    if (path === '' || !this.isOutside(path)) this.listener.onChange(relative(this.root, path));
  }

  /** Without watches there is still looking. Whatever else a watch fails of is seen to by `renew`. */
  private fail(error: NodeJS.ErrnoException): void {
    const code = error.code ?? error.message;
    if (this.isPolling || this.isClosed || !['ENOSPC', 'EMFILE'].includes(code)) return;
    this.isPolling = true;
    this.folders = '';
    this.listener.onPolling(code);
  }

  /** True for what lies in the site's folder but is no part of the site. */
  private isOutside(path: string): boolean {
    if (this.others.includes(path) || path === this.root) return false;
    const inside = relative(this.root, path);
    const [top = ''] = inside.split(sep);
    return (top !== '..' && !WATCHED.includes(top)) || UNWATCHED.test(`${sep}${inside}`);
  }

  /** All folders that are to be watched, by name and by what the system knows them as. */
  private listFolders(): string {
    const found: string[] = [];
    const seen = new Set<string>();
    const visit = (folder: string) => {
      const stats = statSync(folder, { throwIfNoEntry: false });
      if (stats === undefined || UNWATCHED.test(folder.slice(this.root.length))) return;
      const id = `${stats.dev}:${stats.ino}`;
      if (!stats.isDirectory() || seen.has(id)) return;
      seen.add(id);
      found.push(`${folder} ${id}`);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (!entry.isFile()) visit(join(folder, entry.name));
      }
    };
    for (const name of WATCHED) {
      try {
        visit(join(this.root, name));
      } catch {
        found.push(name); // Changed while it was looked at, or not to be looked into.
      }
    }
    return found.join('\n');
  }
}
