/**
 * One run of `blog dev`: the server, the watch and the builder, and what each tells the others.
 *
 * There is no second way to build: after each change the whole build runs, told what has changed, and
 * after that it looks at every file again and again, which makes good whatever the watch has missed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildListener, BuildRequest } from '../build.ts';
import { CONFIG_PATH } from '../content/paths.ts';
import { cacheFileOf, readBuildState } from '../output/cache.ts';
import { discardAbandoned, lockOutput } from '../output/lock.ts';
import { stagingFolder } from '../output/write.ts';
import { hasErrors } from '../problems.ts';
import { makeSiteUrls } from '../site/urls.ts';
import { Builder, type BuilderResult, makeFailedResult, reasonOf } from './builder.ts';
import { EventStreams } from './events.ts';
import { type Listening, type ListenRefusal, listen } from './listen.ts';
import { frameProblem } from './pages.ts';
import { createSiteServer } from './server.ts';
import { SiteView } from './site-view.ts';
import { SiteWatch } from './watch.ts';

/** What a session is told. Folders are absolute. */
export interface DevSettings
  extends Pick<
    BuildRequest,
    'root' | 'cacheDir' | 'packageRoot' | 'program' | 'homeDir' | 'showDrafts'
  > {
  /** The clock, in ms since the epoch. */
  readonly readClock: () => number;
  /** Where to listen; null for this machine only. */
  readonly host: string | null;
  /** Null for 4321 or the next that is free. */
  readonly port: number | null;
  /** Look at files again and again, where the system does not tell of changes. */
  readonly isPolling: boolean;
}

/** What somebody who watches the session is told. */
export interface DevListener extends Pick<BuildListener, 'onProgress'> {
  /**
   * `changed` are the paths that were known to have changed; `hasPages` is true when there are pages
   * to be shown, if only those of an earlier build.
   */
  onBuild(
    result: BuilderResult,
    changed: readonly string[],
    durationMs: number,
    hasPages: boolean,
  ): void;
  /** The system gives no more watches. `code` is its word for why. */
  onPolling(code: string): void;
}

/** So long after a change every file is looked at; then after twice that time, and so on. */
const FIRST_LOOK_MS = 400;
const LAST_LOOK_MS = 10_000;
/** What is wrong may be mended where nobody watches, as by `npm install`. */
const LAST_LOOK_IN_ERROR_MS = 1000;
/** But looking takes no more of the machine than this share. */
const MAX_SHARE = 0.05;
/** Another build holds the folder: it is tried again so much later. */
const RETRY_MS = 150;

/** What a build says of files that no build is known to have written. */
const FOREIGN = ['out-overwritten', 'out-unknown-files'];

export class DevSession {
  readonly view: SiteView;
  readonly streams: EventStreams;
  private readonly server;
  private readonly builder: Builder;
  private readonly watch: SiteWatch;
  private hosts: ReadonlySet<string> = new Set();
  /** Paths that have changed since the last build; null: some that are not known. */
  private changed: readonly string[] | null = null;
  private showDrafts: boolean;
  private isClosed = false;

  private constructor(
    private readonly settings: DevSettings,
    private readonly listener: DevListener,
    private readonly place: DevFolder,
  ) {
    const { root, packageRoot, isPolling } = settings;
    const client = readFileSync(join(packageRoot, 'dist/live.client.js'), 'utf8');
    this.showDrafts = settings.showDrafts;
    this.view = new SiteView(place.folder, place.base);
    this.streams = new EventStreams(this.view);
    this.server = createSiteServer(this.view, this.streams, client, () => this.hosts);
    this.builder = new Builder(packageRoot, {
      onProgress: (...progress) => listener.onProgress(...progress),
      onPage: (path, html) => {
        this.view.showEarly(path, html);
        this.streams.refreshAll();
      },
    });
    this.watch = new SiteWatch(root, isPolling, (code) => listener.onPolling(code));
  }

  /** Starts a session; it listens when this is over, and builds the site from then on. */
  static async start(
    settings: DevSettings,
    listener: DevListener,
  ): Promise<{ session: DevSession; listening: Listening } | { refused: ListenRefusal }> {
    let place: DevFolder;
    try {
      place = takeDevFolder(settings);
    } catch (error) {
      const message = `nothing can be written into ${settings.cacheDir}: ${(error as Error).message}`;
      return { refused: { message, hint: 'Check that folder and its rights.' } };
    }
    const session = new DevSession(settings, listener, place);
    const result = await listen(session.server, settings.host, settings.port);
    if ('refused' in result) {
      await session.close();
      return result;
    }
    session.hosts = result.value.hosts;
    void session.run();
    return { session, listening: result.value };
  }

  /** Shows drafts, or hides them again; tells whether they are shown from now on. */
  toggleDrafts(): boolean {
    this.showDrafts = !this.showDrafts;
    this.watch.ask();
    return this.showDrafts;
  }

  /** Ends everything at once, and leaves nothing behind but the folder of the site. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.streams.close();
    this.server.close();
    this.server.closeAllConnections();
    await Promise.all([this.watch.close(), this.builder.close()]);
    this.place.release(this.builder.pids);
  }

  /** Builds after each change, and looks whether there is one that nobody has told of. */
  private async run(): Promise<void> {
    let [waitMs, lookMs] = [0, FIRST_LOOK_MS];
    while (!this.isClosed) {
      const told = await this.watch.next(waitMs);
      if (this.isClosed) return;
      const start = performance.now();
      const isKnown = told !== null && told.length > 0;
      this.changed = isKnown ? this.changed && [...this.changed, ...told] : null;
      const result = await this.build().catch((error) => makeFailedResult(reasonOf(error)));
      if (this.isClosed) return;
      const durationMs = performance.now() - start;
      const isHeld = result.problems.some(({ code }) => code === 'build-running');
      waitMs = RETRY_MS;
      if (isHeld) continue;
      this.changed = result.commit === null ? null : [];
      this.show(result);
      this.listener.onBuild(result, told ?? [], durationMs, this.view.hasPages);
      if (result.templateFiles !== null) this.watch.include(this.findOutside(result.templateFiles));
      const { written = 0, removed = 0 } = result.commit ?? {};
      // A change that nobody has told of: the watch has gone blind.
      if (told === null && written + removed > 0) this.watch.start();
      const lastMs = hasErrors(result.problems) ? LAST_LOOK_IN_ERROR_MS : LAST_LOOK_MS;
      lookMs = isKnown ? FIRST_LOOK_MS : Math.min(2 * lookMs, lastMs);
      waitMs = Math.max(lookMs, durationMs / MAX_SHARE);
    }
  }

  private async build(): Promise<BuilderResult> {
    const { readClock, ...site } = this.settings;
    const open = [...this.streams.paths].map((path) => this.view.outputAt(path));
    const request: BuildRequest = {
      ...site,
      outDir: this.place.folder,
      showDrafts: this.showDrafts,
      isStrict: false,
      now: readClock(),
      changed: this.changed,
      first: open.filter((path) => path !== null),
    };
    const result = await this.builder.build(request);
    if (!result.problems.some(({ code }) => FOREIGN.includes(code))) return result;
    // Nobody else has a file in this folder: it is what is left of a build that is forgotten.
    rmSync(request.outDir, { recursive: true, force: true });
    return this.builder.build({ ...request, changed: null });
  }

  /** The files that templates import from elsewhere; packages are not expected to change. */
  private findOutside(templateFiles: readonly string[]): string[] {
    const { root, packageRoot } = this.settings;
    const own = [root, packageRoot].map((folder) => join(folder, 'templates/'));
    return templateFiles.filter(
      (file) => !file.includes('node_modules') && !own.some((folder) => file.startsWith(folder)),
    );
  }

  private show({ problems, report }: BuilderResult): void {
    const errors = problems.filter(({ severity }) => severity === 'error');
    // Settings that are at fault say nothing of the pages that stay up.
    const isBaseKnown = report !== null && errors.every(({ file }) => file !== CONFIG_PATH);
    const base = isBaseKnown ? makeSiteUrls(report.url).base : null;
    // A warning about the same file often says why: a key that is misspelt is a key that is missing.
    const hasError = (file: string) => errors.some((error) => error.file === file);
    const clues = problems.filter((each) => each.severity === 'warning' && hasError(each.file));
    const shown = [...errors, ...clues];
    this.view.update(
      shown.map((problem) => frameProblem(problem, this.settings.root)),
      base,
    );
    this.streams.refreshAll();
  }
}

/** The folder that a session builds into: its own, while it runs. */
interface DevFolder {
  /** Absolute. */
  readonly folder: string;
  /** The base path of the pages that lie in it. */
  readonly base: string;
  /** Gives it free, and removes what builds in processes that were killed have left beside it. */
  release(pids: ReadonlySet<number>): void;
}

/** Takes a folder that no other session is at work on: `.blog/dev`, or the next. */
function takeDevFolder({ cacheDir, program }: DevSettings): DevFolder {
  for (let number = 1; ; number++) {
    const folder = join(cacheDir, number === 1 ? 'dev' : `dev-${number}`);
    const lock = lockOutput(cacheDir, `${folder} session`);
    if ('problem' in lock) continue;
    const last = readBuildState(cacheFileOf(cacheDir, folder), program, null);
    // Nothing tells what in it is too much.
    if (last.outputs.size === 0) rmSync(folder, { recursive: true, force: true });
    const release = (pids: ReadonlySet<number>) => {
      if (!existsSync(cacheDir)) return; // Deleted, and not to be made anew for this.
      rmSync(stagingFolder(folder, cacheDir), { recursive: true, force: true });
      discardAbandoned(cacheDir, folder, pids);
      lock.release();
    };
    const url = last.result?.report.url;
    return { folder, base: url === undefined ? '' : makeSiteUrls(url).base, release };
  }
}
