/**
 * Watches the author's files, and reports to the session which of them have changed, once a save is complete.
 *
 * Changes during a build wait for the next call of `next`. Whatever chokidar misses, the session finds when
 * it checks every file.
 */
import { realpathSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { debuglog } from 'node:util';
import { type FSWatcher, watch } from 'chokidar';
import { isWithin } from '../build/out-folder.ts';
import { ifThere } from '../files/file-state.ts';

const debug = debuglog('blog:watch');

/** The parts of a site's folder that a build reads. */
const WATCHED = ['content', 'templates', 'package.json'];
/** Packages of templates are not expected to change. */
const PACKAGES = 'templates/node_modules';
/** A save is complete after this time. chokidar reports a file once in 5 ms, so no build reads half of it. */
const QUIET_MS = 5;
/** If more files than this change at a time, a program is writing them, and more will follow. */
const FEW = 3;
const LONG_QUIET_MS = 120;
/** A program that never stops writing cannot delay a build for longer. */
const PATIENCE_MS = 10_000;
const POLLING_MS = 400;

export class SiteWatch {
  private watcher: FSWatcher | null = null;
  private others: readonly string[] = [];
  private leftOut: readonly string[] = [];
  private readonly changed = new Set<string>();
  private isBuildDue = true;
  private isClosed = false;
  private wake = () => {};

  private readonly root: string;
  private isPolling = false;
  private readonly onPolling: (code: string) => void;
  private readonly onChange: () => void;

  /**
   * `root` is absolute. `onPolling` receives the error code of a system that has no more file watches,
   * `onChange` is called as soon as something changes.
   */
  constructor(root: string, onPolling: (code: string) => void, onChange: () => void) {
    this.root = root;
    this.onPolling = onPolling;
    this.onChange = onChange;
    this.start();
  }

  /** Starts to watch, or starts again: chokidar loses a folder that is deleted and made again at once. */
  start(): void {
    if (this.isClosed) return;
    // Closed first, since a new watcher would share the system's watches with the old one, dead or not.
    void this.watcher?.close();
    const { root, others, leftOut } = this;
    const isWanted = makeFilter(root, others, leftOut);
    // Watching the root itself notices folders that do not exist yet.
    const outside = others.filter((file) => !isWithin(file, root));
    this.watcher = watch([root, ...outside], {
      ignoreInitial: true,
      ignorePermissionErrors: true,
      ignored: (path, stats) =>
        !isWanted(path) || (stats?.isSymbolicLink() && isLoop(path)) === true,
      // The variable CHOKIDAR_USEPOLLING overrides it.
      usePolling: this.isPolling,
      interval: POLLING_MS,
    });
    this.watcher.on('all', (event, file) => {
      const isInside = isWithin(file, root);
      const path = isInside ? relative(root, file).replaceAll(sep, '/') : file;
      debug('%s: %s', event, path);
      this.changed.add(path);
      this.wake();
      this.onChange();
    });
    this.watcher.on('error', (error) => {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (this.isPolling || !['ENOSPC', 'EMFILE'].includes(code)) return;
      this.isPolling = true;
      this.start();
      this.onPolling(code);
    });
    this.watcher.on('ready', () => this.requestBuild());
  }

  /** Sets the files to watch outside of `content/` and `templates/`, and the symlinks to ignore (absolute). */
  choose(others: readonly string[], leftOut: readonly string[]): void {
    if (`${others}\n${leftOut}` === `${this.others}\n${this.leftOut}`) return;
    Object.assign(this, { others, leftOut });
    this.start();
  }

  /** Makes `next` return as if something had changed. */
  requestBuild(): void {
    this.isBuildDue = true;
    this.wake();
    this.onChange();
  }

  /**
   * Waits for a change, and returns the paths changed since the last call: from the root with "/", or
   * absolute outside of it. Empty for a requested build, null if nothing happened for `maxMs`.
   */
  async next(maxMs: number): Promise<readonly string[] | null> {
    const isIdle = !this.isBuildDue && this.changed.size === 0;
    if (isIdle && !(await this.pause(maxMs))) return null;
    const end = performance.now() + PATIENCE_MS;
    while (this.changed.size > 0 && performance.now() < end) {
      if (!(await this.pause(this.changed.size > FEW ? LONG_QUIET_MS : QUIET_MS))) break;
    }
    const changed = [...this.changed];
    this.changed.clear();
    this.isBuildDue = false;
    return changed;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.wake();
    await this.watcher?.close();
  }

  /** Waits for some time; true if something happened before its end. */
  private pause(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.isClosed ? 0 : ms, false);
      this.wake = () => {
        clearTimeout(timer);
        resolve(!this.isClosed);
      };
    });
  }
}

/**
 * Makes a function that tells whether a path is to be watched: one that a build reads, or a folder above one. It takes
 * both slashes, since chokidar asks about paths with "/" on Windows too. All paths are absolute.
 */
export function makeFilter(
  root: string,
  others: readonly string[],
  leftOut: readonly string[],
): (path: string) => boolean {
  // A drive's root ends with a slash: `D:\\`.
  const unify = (path: string) => path.replaceAll('\\', '/').replace(/\/$/, '');
  const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  const top = unify(root);
  const outside = others.map(unify);
  const wanted = [...WATCHED.map((name) => `${top}/${name}`), ...outside];
  const unwanted = leftOut.map(unify);
  // The packages that a theme is developed with.
  const isPackageOf = (folder: string, path: string) =>
    isIn(path, folder) && path.slice(folder.length).includes('/node_modules');
  return (file) => {
    const path = unify(file);
    return (
      !path.endsWith('/.git') &&
      path !== `${top}/${PACKAGES}` &&
      !unwanted.some((each) => isIn(path, each)) &&
      !outside.some((each) => isPackageOf(each, path)) &&
      wanted.some((each) => isIn(path, each) || isIn(each, path))
    );
  };
}

/** True for a symlink to a folder above it, which would recurse without end. */
function isLoop(link: string): boolean {
  const target = ifThere(() => realpathSync(link));
  const isBelow = (folder: string): boolean =>
    isWithin(realpathSync(folder), target ?? '') ||
    (dirname(folder) !== folder && isBelow(dirname(folder)));
  return target !== null && isBelow(dirname(link));
}
