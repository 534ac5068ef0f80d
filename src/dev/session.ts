/**
 * One run of `blog dev`: the server, the watch and the builder, and what each tells the others.
 *
 * It knows no second way to build: whatever happens, the whole build runs, and finds out by itself
 * what there is to do. So a change that the system told nothing of is made good by the next one.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_PATH } from '../content/paths.ts';
import type { BuildRequest } from '../pipeline.ts';
import { hasErrors } from '../problems.ts';
import { makeSiteUrls } from '../site/urls.ts';
import { Builder, type OnProgress } from './builder.ts';
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
  /** `changed` are the paths that were known to have changed. */
  onBuild(result: BuilderResult, changed: readonly string[], durationMs: number): void;
  onProgress: OnProgress;
  /** The system gives no more watches. `code` is its word for why. */
  onPolling(code: string): void;
}

/** After a build it is looked once more whether something was missed: so much later, in ms. */
const SECOND_LOOK_MS = 400;
/** Days end, drafts' dates come, and some disks tell of nothing: so often it is looked anyway. */
const ROUND_MS = 60_000;
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
  private readonly round: NodeJS.Timeout;
  private secondLook: NodeJS.Timeout | undefined;
  private hosts: ReadonlySet<string> = new Set();
  /** The files outside of the site that its templates import, absolute. */
  private outside: readonly string[] = [];
  private showDrafts: boolean;
  private isGood = false;
  private isClosed = false;

  private constructor(
    private readonly settings: DevSettings,
    private readonly listener: DevListener,
    private readonly place: DevFolder,
  ) {
    const { root, packageRoot, isPolling } = settings;
    const client = readFileSync(join(packageRoot, 'dist/live.client.js'), 'utf8');
    this.showDrafts = settings.showDrafts;
    this.view = new SiteView(place.folder);
    this.streams = new EventStreams(this.view);
    this.server = createSiteServer(this.view, this.streams, client, () => this.hosts);
    this.builder = new Builder(packageRoot, (...progress) => listener.onProgress(...progress));
    this.schedule = new Schedule((changed) => this.build(changed));
    this.watch = new SiteWatch(root, this.makeWatchListener(), isPolling);
    this.round = setInterval(() => this.isGood && this.schedule.ask(), ROUND_MS);
  }

  /** Starts a session; it listens when this is over, and builds the site from then on. */
  static async start(
    settings: DevSettings,
    listener: DevListener,
  ): Promise<{ session: DevSession; listening: Listening } | { refused: ListenRefusal }> {
    const session = new DevSession(settings, listener, takeDevFolder(settings.cacheDir));
    const result = await listen(session.server, settings.host, settings.port);
    if ('refused' in result) {
      await session.close();
      return result;
    }
    session.hosts = result.value.hosts;
    session.schedule.ask();
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
    clearInterval(this.round);
    clearTimeout(this.secondLook);
    this.schedule.close();
    this.streams.close();
    this.server.close();
    this.server.closeAllConnections();
    await Promise.all([this.watch.close(), this.builder.close()]);
    this.place.release();
  }

  private async build(changed: readonly string[]): Promise<void> {
    const { root, cacheDir, packageRoot, program, homeDir, readClock } = this.settings;
    clearTimeout(this.secondLook);
    const start = performance.now();
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
      threads: 1,
    };
    let result = await this.builder.build(request);
    if (result.problems.some(({ code }) => FOREIGN.includes(code))) {
      // Nobody else has a file in this folder: it is what is left of a build that is forgotten.
      rmSync(request.outDir, { recursive: true, force: true });
      result = await this.builder.build(request);
    }
    if (this.isClosed) return;
    if (result.problems.some(({ code }) => code === 'build-running')) {
      this.lookAgain(RETRY_MS);
      return;
    }
    this.isGood = !hasErrors(result.problems);
    const errors = result.problems.filter(({ severity }) => severity === 'error');
    // Settings that are at fault say nothing of the pages that stay up.
    const isBaseKnown = errors.every(({ file }) => file !== CONFIG_PATH);
    const base =
      result.report !== null && isBaseKnown ? makeSiteUrls(result.report.url).base : null;
    this.view.update(
      errors.map((problem) => frameProblem(problem, root)),
      base,
    );
    this.streams.refreshAll();
    this.listener.onBuild(result, changed, performance.now() - start);
    const { templateFiles, problems } = result;
    if (templateFiles !== null) {
      this.outside = findOutsideFiles(templateFiles, root, packageRoot);
    }
    const isWatchNew = await this.watch.renew([
      ...this.outside,
      ...findMendingFiles(problems, root),
    ]);
    if (isWatchNew) this.schedule.ask();
    else if (changed.length > 0) this.lookAgain(SECOND_LOOK_MS);
  }

  private lookAgain(afterMs: number): void {
    if (!this.isClosed) this.secondLook = setTimeout(() => this.schedule.ask(), afterMs);
  }

  private makeWatchListener() {
    return {
      onChange: (path: string) => {
        this.builder.endIfSilent();
        this.schedule.note(path);
      },
      onPolling: (code: string) => {
        this.listener.onPolling(code);
        this.schedule.ask();
      },
    };
  }
}
