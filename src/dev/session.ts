/**
 * Runs one session of `blog dev`: connects the server, the file watch and the builder process.
 *
 * Every change runs the same build as `blog build`, given the changed paths; builds that check every file follow. Only
 * `cli/` imports from this room: the session, `answerBuilds` for the builder process, and the server of `blog preview`.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFileOf, readBuildState } from '../build/cache.ts';
import { lockFileOf, lockOutput, removeLeftovers } from '../build/out-folder.ts';
import type { BuildRequest } from '../build/request.ts';
import type { BuildListener, LastInProcess } from '../build/stage-values.ts';
import { FOREIGN } from '../build/write.ts';
import { CONFIG_PATH, isPublic } from '../essays/paths.ts';
import { removeTree } from '../files/file-state.ts';
import { makeSiteUrls } from '../site/urls.ts';
import { Builder, type BuilderResult, makeFailedResult } from './builder.ts';
import { EventStreams } from './events.ts';
import { findLargeHome } from './home-size.ts';
import { listen } from './listen.ts';
import { createSiteServer } from './server.ts';
import { SiteView } from './site-view.ts';
import { SiteWatch } from './watch.ts';

/** The settings of a session and of its builds. The session itself decides some of the latter. */
export interface DevSettings extends Omit<BuildRequest, 'now'> {
  /** Reads the clock, in ms since the epoch. */
  readonly readClock: () => number;
  /** The address to listen at; null for this machine only. */
  readonly host: string | null;
  /** Null for 4321, or the next free port. */
  readonly port: number | null;
  /** Host names that requests may state besides those of this machine. */
  readonly allowed: readonly string[];
  /** Starts the program; absolute. */
  readonly script: string;
}

export interface DevListener extends Pick<BuildListener, 'onProgress'> {
  /** A build has ended. `changed` are the paths that caused it, as far as they are known. */
  onBuild(result: BuilderResult, changed: readonly string[], ms: number): void;
  /** The system has no more file watches, so files are polled. `code` is its error code. */
  onPolling(code: string): void;
}

/** The time from a change to the first check of every file; it doubles with each check after that. */
const FIRST_CHECK_MS = 400;
const MAX_CHECK_MS = 10_000;
/** An error may be fixed outside of the watched files, for example by `npm install`. */
const MAX_CHECK_IN_ERROR_MS = 1000;
/** The largest share of the time that checks may take. */
const MAX_SHARE = 0.05;
/** The delay before a build is tried again while another one holds the folder. */
const RETRY_MS = 150;
const PASSING = ['file-changed', 'file-unreadable'];

export class DevSession {
  readonly view: SiteView;
  readonly streams: EventStreams;
  private readonly server;
  private readonly builder: Builder;
  private readonly watch: SiteWatch;
  /** The names that requests may state; none before the server listens. */
  private hosts: ReadonlySet<string> = new Set();
  private isClosed = false;

  private readonly settings: DevSettings;
  private readonly listener: DevListener;
  private readonly place: SessionFolder;

  private constructor(settings: DevSettings, listener: DevListener, place: SessionFolder) {
    this.settings = settings;
    this.listener = listener;
    this.place = place;
    const { root, packageRoot } = settings;
    this.view = new SiteView(place.folder, place.base);
    this.streams = new EventStreams(this.view);
    this.server = createSiteServer(this.view, this.streams, packageRoot, () => this.hosts);
    this.builder = new Builder(settings.script, {
      onProgress: listener.onProgress,
      onPage: (path, html) => {
        this.view.showEarly(path, html);
        this.streams.refreshAll();
      },
    });
    const hurry = () => this.builder.hurry();
    this.watch = new SiteWatch(root, listener.onPolling, hurry);
  }

  /** Starts a session. The server listens when this resolves; the first build follows. */
  static async start(settings: DevSettings, listener: DevListener) {
    let place: SessionFolder;
    try {
      place = takeFolder(settings);
    } catch (error) {
      const message = `cannot write to ${settings.cacheDir}: ${(error as Error).message}`;
      return { refused: { message, hint: 'Check that folder and its permissions.' } };
    }
    const session = new DevSession(settings, listener, place);
    const result = await listen(session.server, settings.host, settings.port, settings.allowed);
    if ('refused' in result) {
      await session.close();
      return result;
    }
    session.hosts = result.value.hosts;
    void session.run();
    return { session, listening: result.value };
  }

  /** Ends the session at once, even during a build. The next build removes its leftovers. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.streams.close();
    this.server.close();
    this.server.closeAllConnections();
    await Promise.all([this.watch.close(), this.builder.close()]);
    this.place.release();
  }

  /**
   * Builds after each change, and checks every file from time to time. A change shows before new pictures are
   * scaled, which the next check does at once.
   */
  private async run(): Promise<void> {
    let [waitMs, checkMs] = [0, FIRST_CHECK_MS];
    // The paths that have changed since the last build; null when they are not known.
    let changed: readonly string[] | null = null;
    let hasWaiting = false;
    let hasFailed = false;
    while (!this.isClosed) {
      const noticed = await this.watch.next(waitMs);
      if (this.isClosed) return;
      const start = performance.now();
      const isKnown = noticed !== null && noticed.length > 0;
      changed = isKnown ? changed && [...changed, ...noticed] : null;
      const isHurried = noticed !== null;
      const result: BuilderResult = await this.build(changed, isHurried).catch(makeFailedResult);
      if (this.isClosed) return;
      const durationMs = performance.now() - start;
      waitMs = RETRY_MS;
      const { problems, commit, templateFiles, themeFolder } = result;
      if (problems.some(({ code }) => code === 'build-running')) continue;
      // A file that is being moved or written is there a moment later.
      const mayPass = problems.some(({ code }) => PASSING.includes(code));
      const isFirst = mayPass && !hasFailed;
      hasFailed = mayPass;
      if (isFirst) continue;
      changed = commit === null ? null : [];
      const errors = this.show(result, noticed?.some(isPublic) === true);
      this.listener.onBuild(result, noticed ?? [], durationMs);
      const leftOut = problems.filter(({ code }) => code === 'link-outside');
      if (templateFiles !== null) {
        const links = leftOut.map(({ file }) => join(this.settings.root, file));
        this.watch.choose(this.findOutside(templateFiles, themeFolder), links);
      }
      const { written = 0, removed = 0 } = commit ?? {};
      // The check has found a change that the watch has missed.
      if (noticed === null && !hasWaiting && written + removed > 0) this.watch.start();
      const maxMs = errors > 0 ? MAX_CHECK_IN_ERROR_MS : MAX_CHECK_MS;
      checkMs = isKnown ? FIRST_CHECK_MS : Math.min(2 * checkMs, maxMs);
      hasWaiting = result.waiting !== null;
      waitMs = hasWaiting ? 0 : Math.max(checkMs, durationMs / MAX_SHARE);
    }
  }

  private async build(changed: LastInProcess['changed'], isHurried: boolean) {
    const { root, cacheDir, packageRoot, program, mode, readClock } = this.settings;
    const { folder } = this.view;
    // Essays of today may still change their slugs freely.
    const recording = { ...mode.recording, remembers: 'past' as const, isCI: false };
    const request: BuildRequest = {
      root,
      outDir: folder,
      cacheDir,
      packageRoot,
      program,
      mode: { ...mode, showPrivate: mode.showDrafts, recording },
      now: readClock(),
    };
    const awaited = this.streams.outputs;
    const built = await this.builder.build(request, { changed, awaited, isHurried });
    const result = { ...built, problems: [...built.problems, ...findLargeHome(folder)] };
    if (!result.problems.some(({ code }) => FOREIGN.includes(code))) return result;
    // Only sessions write into this folder, so these files are left from a build whose cache is lost.
    // The server itself may be sending one of them.
    await rm(folder, { recursive: true, force: true, maxRetries: 9, retryDelay: 200 });
    return this.builder.build(request, { changed: null, awaited, isHurried });
  }

  /**
   * Finds what is outside `templates/`: the folder of the theme, and files that templates import. Packages other than
   * the theme are not expected to change.
   */
  private findOutside(templateFiles: readonly string[], theme: string | null): string[] {
    const { root, packageRoot } = this.settings;
    const own = [root, packageRoot].map((folder) => join(folder, 'templates/'));
    if (theme !== null) own.push(join(theme, '/'));
    const files = templateFiles.filter(
      (file) => !file.includes('node_modules') && !own.some((folder) => file.startsWith(folder)),
    );
    return theme === null ? files : [theme, ...files];
  }

  /** Shows the result of a build in the browsers; returns the number of errors. */
  private show({ problems, report, moved, newest }: BuilderResult, isOfFiles: boolean): number {
    const errors = problems.filter(({ severity }) => severity === 'error');
    // The pages that stay up keep their base path while the settings are faulty.
    const isFaulty = errors.some(({ file }) => file === CONFIG_PATH);
    const base = report === null || isFaulty ? null : makeSiteUrls(report.url).base;
    this.view.update(problems, base, moved, isOfFiles);
    this.view.newest = newest ?? this.view.newest;
    this.streams.refreshAll();
    return errors.length;
  }
}

/** The output folder of a session. */
interface SessionFolder {
  readonly folder: string;
  /** The base path of the pages in it. */
  readonly base: string;
  /** Unlocks the folder; to be called once no process builds into it. */
  release(): void;
}

/** Locks an output folder for this session alone: `.blog/dev`, or else `.blog/dev-2` and so on. */
function takeFolder({ cacheDir, program }: DevSettings): SessionFolder {
  for (let number = 1; ; number++) {
    const folder = join(cacheDir, number === 1 ? 'dev' : `dev-${number}`);
    const lock = lockOutput(cacheDir, `${folder} session`);
    if ('problem' in lock) continue;
    const last = readBuildState(cacheFileOf(cacheDir, folder), program, null);
    // Without the cache, stale files cannot be recognised.
    if (last.outputs.size === 0) removeTree(folder);
    const url = last.result?.report.url;
    return {
      folder,
      base: url === undefined ? '' : makeSiteUrls(url).base,
      release() {
        // A killed build has left its lock, and another program may get its process id.
        removeTree(lockFileOf(cacheDir, folder));
        lock.release();
        removeLeftovers(cacheDir);
      },
    };
  }
}
