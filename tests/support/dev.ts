/**
 * Runs `blog dev` inside a test: a session over a site in a temporary folder, with the compiled client script
 * and builder. Waits for builds, never for a time.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { BuilderResult } from '../../src/dev/builder.ts';
import type { Listening } from '../../src/dev/listen.ts';
import { DevSession, type DevSettings } from '../../src/dev/session.ts';
import { untilClean } from './clean-build.ts';
import {
  type Files,
  listFiles,
  makeRequest,
  makeSite,
  type Options,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from './site.ts';

/** A build that the session has made. */
interface DevBuild {
  readonly result: BuilderResult;
  /** The paths that were reported as changed. */
  readonly changed: readonly string[];
}

export interface DevSite {
  readonly root: string;
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  readonly session: DevSession;
  readonly listening: Listening;
  /** All builds so far, oldest first. */
  readonly builds: readonly DevBuild[];
  /** The system's error codes for which the session fell back to polling. */
  readonly pollingCodes: readonly string[];
  /** Writes or deletes (null) files of the site. */
  write(changes: Readonly<Record<string, string | Uint8Array | null>>): void;
  /** The text of a served file; null if there is none. */
  read(path: string): string | null;
  /** Waits until the condition holds; tests it at once and after each build. */
  until(condition: (last: BuilderResult | null) => boolean): Promise<void>;
  /** Ends the session before the test is over. */
  close(): Promise<void>;
}

/** The settings of a session, some of its mode among them. */
type DevOptions = Partial<DevSettings> & Pick<Options, 'showDrafts'>;

/** Starts a session over a new site of the given files; ends it when the test is done. */
export async function startDevSite(files: Files, options: DevOptions = {}): Promise<DevSite> {
  return startDevIn(makeSite({ 'content/site.yaml': SITE_YAML, ...files }), options);
}

/** Starts a session over the site at `root`; ends it when the test is done. */
export async function startDevIn(root: string, options: DevOptions = {}): Promise<DevSite> {
  const site = await openDevSite(root, options);
  onTestFinished(site.close);
  return site;
}

/**
 * Starts one session for all tests of a file; returns a function that gets it for a site of the given files,
 * built. `site.builds` includes those of earlier tests. Not for tests that move essays: a build in flight may
 * write their old addresses again.
 */
export function shareSession(options: DevOptions = {}): (files: Files) => Promise<DevSite> {
  let site: DevSite | undefined;
  afterAll(async () => {
    await site?.close();
    if (site !== undefined) rmSync(site.root, { recursive: true });
  });
  return async (own) => {
    const files: Files = { 'content/site.yaml': SITE_YAML, ...own };
    const root = site?.root ?? mkdtempSync(join(tmpdir(), 'blog-test-'));
    for (const path of listFiles(root)) {
      if (!path.startsWith('.blog/') && !(path in files)) rmSync(join(root, path));
    }
    const isOther = ([path, contents]: [string, string | Uint8Array]) => {
      const file = join(root, path);
      return !existsSync(file) || !readFileSync(file).equals(Buffer.from(contents));
    };
    // chokidar reports a file that is written twice within 5 ms once.
    writeFiles(root, Object.fromEntries(Object.entries(files).filter(isOther)));
    site ??= await openDevSite(root, options);
    await untilClean(site);
    return site;
  };
}

async function openDevSite(root: string, options: DevOptions): Promise<DevSite> {
  const builds: DevBuild[] = [];
  const pollingCodes: string[] = [];
  const waiting = new Set<() => void>();
  const { showDrafts = true, ...own } = options;
  const { now, ...request } = makeRequest(root, { showDrafts });
  const settings: DevSettings = {
    ...request,
    readClock: () => now,
    script: join(packageRoot, 'bin/blog.js'),
    host: null,
    allowed: [],
    port: 0,
    ...own,
  };
  const started = await DevSession.start(settings, {
    onBuild(result, changed) {
      builds.push({ result, changed });
      for (const look of waiting) look();
    },
    onProgress() {},
    onPolling: (code) => void pollingCodes.push(code),
  });
  if ('refused' in started) throw new Error(started.refused.message);
  const { session, listening } = started;
  let ending: Promise<void> | null = null;
  const close = () => {
    ending ??= session.close();
    return ending;
  };
  return {
    root,
    origin: `http://127.0.0.1:${listening.port}`,
    port: listening.port,
    session,
    listening,
    builds,
    pollingCodes,
    write: (changes) => writeFiles(root, changes),
    read(path) {
      try {
        return readFileSync(join(session.view.folder, path), 'utf8');
      } catch {
        return null;
      }
    },
    until(condition) {
      return new Promise((resolve) => {
        const look = () => {
          if (!condition(builds.at(-1)?.result ?? null)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    close,
  };
}
