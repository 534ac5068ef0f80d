/**
 * One run of `blog dev`: the server, the watch and the builder, and what each tells the others.
 *
 * It knows no second way to build: whatever happens, the whole build runs, and finds out by itself
 * what there is to do. So a change that the system told nothing of is made good by the next one.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildRequest } from '../build.ts';
import { CONFIG_PATH } from '../content/paths.ts';
import { hasErrors } from '../problems.ts';
import { makeSiteUrls } from '../site/urls.ts';
import { Builder, endedBuild, type OnProgress, reasonOf } from './builder.ts';
import type { BuilderRequest, BuilderResult } from './builder-thread.ts';
import { frameProblem } from './code-frame.ts';
import { type DevFolder, takeDevFolder } from './dev-folder.ts';
import { EventStreams } from './event-streams.ts';
import { type Listening, type ListenRefusal, listen } from './listen.ts';
import { findMendingFiles, findOutsideFiles } from './outside-files.ts';
import { Schedule } from './schedule.ts';
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
export interface DevListener {
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
  onProgress: OnProgress;
  /** The system gives no more watches. `code` is its word for why. */
  onPolling(code: string): void;
}

/**
 * After a change it is looked again whether something was missed, so much later, in ms; then after
 * twice that time, and so on. Days end, drafts' dates come, and some disks tell of nothing.
 */
const FIRST_LOOK_MS = 400;
const LAST_LOOK_MS = 60_000;
/** What is wrong may be mended where nobody watches, as by `npm install`: then it is looked as often. */
const LAST_LOOK_IN_ERROR_MS = 5000;
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
  private readonly schedule: Schedule;
  private nextLook: NodeJS.Timeout | undefined;
  private lookMs = FIRST_LOOK_MS;
  private hosts: ReadonlySet<string> = new Set();
  /** The files outside of the site that its templates import, absolute. */
  private outside: readonly string[] = [];
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
    const base = place.siteUrl === null ? '' : makeSiteUrls(place.siteUrl).base;
    this.view = new SiteView(place.folder, base);
    this.streams = new EventStreams(this.view);
    this.server = createSiteServer(this.view, this.streams, client, () => this.hosts);
    this.builder = new Builder(packageRoot, (...progress) => listener.onProgress(...progress));
    this.schedule = new Schedule((changed) => this.build(changed));
    this.watch = new SiteWatch(root, this.makeWatchListener(), isPolling);
  }

  /** Starts a session; it listens when this is over, and builds the site from then on. */
  static async start(
    settings: DevSettings,
    listener: DevListener,
  ): Promise<{ session: DevSession; listening: Listening } | { refused: ListenRefusal }> {
    let place: DevFolder;
    try {
      place = takeDevFolder(settings.cacheDir, settings.program);
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
    session.schedule.ask();
    // Before the first build is over: it may be one that only a change can mend.
    void session.watch.renew([]).then(() => session.schedule.ask());
    return { session, listening: result.value };
  }

  /** Shows drafts, or hides them again; tells whether they are shown from now on. */
  toggleDrafts(): boolean {
    this.showDrafts = !this.showDrafts;
    this.schedule.ask();
    return this.showDrafts;
  }

  /** Ends everything at once, and leaves nothing behind but the folder of the site. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.nextLook);
    this.schedule.close();
    this.streams.close();
    this.server.close();
    this.server.closeAllConnections();
    await Promise.all([this.watch.close(), this.builder.close()]);
    this.place.release();
  }

  /** Builds, and tells everybody; a build that cannot even be begun is told of as one that ended. */
  private async build(changed: readonly string[]): Promise<void> {
    clearTimeout(this.nextLook);
    const start = performance.now();
    const result = await this.makeBuild().catch((error) => endedBuild(reasonOf(error)));
    if (this.isClosed) return;
    if (result.problems.some(({ code }) => code === 'build-running')) {
      this.lookAgain(RETRY_MS);
      return;
    }
    this.show(result);
    const durationMs = performance.now() - start;
    this.listener.onBuild(result, changed, durationMs, this.view.hasPages);
    const isWatchNew = await this.renewWatch(result);
    if (changed.length > 0 || isWatchNew) this.lookMs = FIRST_LOOK_MS;
    if (isWatchNew) this.schedule.ask();
    else this.lookAgain(Math.max(this.lookMs, durationMs / MAX_SHARE));
    const last = hasErrors(result.problems) ? LAST_LOOK_IN_ERROR_MS : LAST_LOOK_MS;
    this.lookMs = Math.min(2 * this.lookMs, last);
  }

  private async makeBuild(): Promise<BuilderResult> {
    const { root, cacheDir, packageRoot, program, homeDir, readClock } = this.settings;
    const request: BuilderRequest = {
      root,
      outDir: this.place.folder,
      cacheDir,
      packageRoot,
      program,
      homeDir,
      showDrafts: this.showDrafts,
      isStrict: false,
      now: readClock(),
      changed: null,
      first: [],
    };
    const result = await this.builder.build(request);
    if (!result.problems.some(({ code }) => FOREIGN.includes(code))) return result;
    // Nobody else has a file in this folder: it is what is left of a build that is forgotten.
    rmSync(request.outDir, { recursive: true, force: true });
    return this.builder.build(request);
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

  private renewWatch({ templateFiles, problems }: BuilderResult): Promise<boolean> {
    const { root, packageRoot } = this.settings;
    if (templateFiles !== null) {
      this.outside = findOutsideFiles(templateFiles, root, packageRoot);
    }
    return this.watch.renew([...this.outside, ...findMendingFiles(problems, root)]);
  }

  private lookAgain(afterMs: number): void {
    if (!this.isClosed) this.nextLook = setTimeout(() => this.schedule.ask(), afterMs);
  }

  private makeWatchListener() {
    return {
      onChange: (path: string) => {
        this.schedule.note(path);
      },
      onPolling: (code: string) => {
        this.listener.onPolling(code);
        this.schedule.ask();
      },
    };
  }
}
