/**
 * Tells a session which of the author's files have changed, as soon as a save is complete.
 *
 * chokidar watches; the session's own looks at everything make good what it misses. `next` is called
 * again and again, so changes that come during a build wait for the build after it.
 */
import { basename, join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** The parts of a site's folder that matter. */
const WATCHED = ['content', 'templates', 'package.json'];
/** Packages of templates are not expected to change. */
const PACKAGES = join('templates', 'node_modules');
/** A save is complete then. chokidar tells of a file only once in 5 ms, so no build reads half of it. */
const QUIET_MS = 5;
/** More paths than a person changes at a time are a program's work, which goes on. */
const FEW = 3;
const LONG_QUIET_MS = 120;
/** A program that never stops writing does not keep the site from being built for ever. */
const PATIENCE_MS = 10_000;
/** How often files are looked at where the system tells nothing. */
const POLLING_MS = 400;

export class SiteWatch {
  private watcher: FSWatcher | null = null;
  private others: readonly string[] = [];
  private readonly changed = new Set<string>();
  private isAsked = true;
  private isClosed = false;
  private wake = () => {};

  /** `root` is absolute. `onPolling` is told the system's word for why it gives no more watches. */
  constructor(
    private readonly root: string,
    private isPolling: boolean,
    private readonly onPolling: (code: string) => void,
  ) {
    this.start();
  }

  /** Watches anew: a folder that was deleted and made again at once is lost to chokidar. */
  start(): void {
    if (this.isClosed) return;
    // First of all: a new watcher is given the watches of the old one, dead or not.
    void this.watcher?.close();
    const wanted = [...WATCHED.map((name) => join(this.root, name)), ...this.others];
    const isBelow = (path: string, folder: string) => path.startsWith(folder + sep);
    const isWanted = (path: string) =>
      basename(path) !== '.git' &&
      path !== join(this.root, PACKAGES) &&
      wanted.some((each) => path === each || isBelow(path, each) || isBelow(each, path));
    // The root itself tells of folders in it that have yet to come.
    const outside = this.others.filter((file) => !isBelow(file, this.root));
    this.watcher = watch([this.root, ...outside], {
      ignoreInitial: true,
      ignorePermissionErrors: true,
      ignored: (path) => !isWanted(path),
      usePolling: this.isPolling,
      interval: POLLING_MS,
      binaryInterval: POLLING_MS,
    });
    this.watcher.on('all', (_, path) => this.note(relative(this.root, path)));
    this.watcher.on('error', (error) => this.fail(error as NodeJS.ErrnoException));
    this.watcher.on('ready', () => this.ask());
  }

  /** Watches files outside of `content/` and `templates/` as well (absolute), and no others. */
  include(others: readonly string[]): void {
    if (others.join('\n') === this.others.join('\n')) return;
    this.others = others;
    this.start();
  }

  /** Ends `next` as if something had changed. */
  ask(): void {
    this.isAsked = true;
    this.wake();
  }

  /**
   * The paths that have changed since the last call, relative to the root, once there are any; none if
   * it was asked for; null if nothing has happened for `maxMs`.
   */
  async next(maxMs: number): Promise<readonly string[] | null> {
    if (!this.isAsked && this.changed.size === 0 && !(await this.pause(maxMs))) return null;
    const end = performance.now() + PATIENCE_MS;
    for (let goesOn = this.changed.size > 0; goesOn; ) {
      const quietMs = this.changed.size > FEW ? LONG_QUIET_MS : QUIET_MS;
      const leftMs = end - performance.now();
      goesOn = leftMs > 0 && (await this.pause(Math.min(quietMs, leftMs)));
    }
    const changed = [...this.changed];
    this.changed.clear();
    this.isAsked = false;
    return changed;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.wake();
    await this.watcher?.close();
  }

  private note(path: string): void {
    this.changed.add(path);
    this.wake();
  }

  /** True if it was woken before the time was over. */
  private async pause(ms: number): Promise<boolean> {
    if (this.isClosed) return false;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms, false);
      this.wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  private fail({ code, message }: NodeJS.ErrnoException): void {
    if (this.isPolling || !['ENOSPC', 'EMFILE'].includes(code ?? '')) return;
    this.isPolling = true;
    this.start();
    this.onPolling(code ?? message);
  }
}
