/**
 * Builds a whole site in a temporary folder: files in, pages or problems out.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CheerioAPI, load } from 'cheerio';
import fastGlob from 'fast-glob';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { type BuildResult, build } from '../../src/build/build.ts';
import type {
  BuildMode,
  BuildPlaces,
  BuildRequest,
  RecordingMode,
} from '../../src/build/request.ts';
import type { BuildListener, LastInProcess } from '../../src/build/stage-values.ts';
import { fingerprint } from '../../src/files/fingerprint.ts';
import { formatProblem, makePaint } from '../../src/problems/report.ts';
import type { Site } from '../../src/site/site.ts';
import { passTick } from './damages.ts';
import { expectWellTold } from './problems.ts';

export const packageRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** The clock of all test builds. */
export const NOW = Date.UTC(2026, 10, 21, 12);

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** The default settings, for tests without their own content/site.yaml. */
export const SITE_YAML = 'name: Ann Author\nurl: https://ann.example\nsocialImages: false\n';

export interface BuiltSite extends Omit<BuildResult, 'report'> {
  readonly root: string;
  /** The paths of all files in out/, sorted. */
  readonly paths: string[];
  /** A file of out/ as text; throws if there is none. */
  text(path: string): string;
  /** A page of out/, parsed. */
  page(path: string): CheerioAPI;
  /** The report of a good build. */
  readonly summary: BuildResult['report'];
  /** All problems as they are printed, without colour. */
  readonly report: string;
  /** The codes of the problems, in the order of the report. */
  readonly codes: string[];
  /** Writes or deletes (null) files, and builds again into the same folder. */
  rebuild(
    changes?: Readonly<Record<string, string | Uint8Array | null>>,
    options?: Options,
  ): Promise<BuiltSite>;
}

/** Everything that a build is given, side by side. `memory` is the last build's, as in a session. */
export type Options = Partial<
  BuildPlaces & BuildMode & RecordingMode & BuildListener & LastInProcess & { readonly now: number }
>;

/** The states of the texts that a build doesn't publish; with a `+` if it shows them. */
export function statesOf(site: Pick<Site, 'heldBack'> | null): string[] {
  return [...(site?.heldBack.values() ?? [])].map(({ state, isShown }) =>
    isShown ? `${state}+` : state,
  );
}

/** Builds a site of the given files; removes the folder when the test is done. */
export async function buildSite(files: Files, options: Options = {}): Promise<BuiltSite> {
  const root = makeSite({ 'content/site.yaml': SITE_YAML, ...files });
  return buildIn(root, options);
}

/**
 * The same, of files that are clearly older than the build, which does not trust what it remembers of files
 * that were written at the same moment.
 */
export async function buildSettled(files: Files, options: Options = {}): Promise<BuiltSite> {
  const root = makeSite({ 'content/site.yaml': SITE_YAML, ...files });
  passTick(root);
  return buildIn(root, options);
}

/** Builds a site, and expects no problems. */
export async function buildSound(files: Files, options: Options = {}): Promise<BuiltSite> {
  const site = await buildSite(files, options);
  expect(site.report).toBe('');
  return site;
}

/** Builds one site for all tests of a file, and removes it after them; returns how to get it. */
export function shareSite(files: Files, options: Options = {}): () => BuiltSite {
  let site: BuiltSite | undefined;
  beforeAll(async () => {
    const root = mkdtempSync(join(tmpdir(), 'blog-test-'));
    writeFiles(root, { 'content/site.yaml': SITE_YAML, ...files });
    site = await buildIn(root, options);
    return () => rmSync(root, { recursive: true, force: true });
  });
  return () => {
    if (site === undefined) throw new Error('The site is not built yet');
    return site;
  };
}

/** Writes files into a new temporary folder, which is removed when the test is done. */
export function makeSite(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'blog-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFiles(root, files);
  return root;
}

/** Writes files below a folder; null deletes one. */
export function writeFiles(
  root: string,
  files: Readonly<Record<string, string | Uint8Array | null>>,
): void {
  for (const [path, contents] of Object.entries(files)) {
    const file = join(root, path);
    if (contents === null) rmSync(file, { recursive: true });
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contents);
    }
  }
}

/** Builds the site at `root`. */
export async function buildIn(root: string, options: Options = {}): Promise<BuiltSite> {
  const request = makeRequest(root, options);
  const { outDir } = request;
  const { onProgress = () => {}, onPage = () => {}, isHurried = () => false } = options;
  const listener = { onProgress, onPage, isHurried, awaited: options.awaited ?? [] };
  const { memory = null, changed = null } = options;
  const result = await build(request, listener, { memory, changed });
  result.problems.forEach(expectWellTold);
  const text = (path: string) => readFileSync(join(outDir, path), 'utf8');
  return {
    ...result,
    root,
    paths: listFiles(outDir),
    text,
    page: (path) => load(text(path)),
    summary: result.report,
    report: result.problems.map((each) => formatProblem(each, makePaint(false))).join('\n\n'),
    codes: result.problems.map(({ code }) => code),
    rebuild: async (changes = {}, again = {}) => {
      writeFiles(root, changes);
      return buildIn(root, { ...options, ...again });
    },
  };
}

/** The request to build the site at `root`, independent of the environment. */
export function makeRequest(root: string, options: Options = {}): BuildRequest {
  return {
    root,
    outDir: options.outDir ?? join(root, 'out'),
    cacheDir: options.cacheDir ?? join(root, '.blog'),
    packageRoot: options.packageRoot ?? packageRoot,
    program: options.program ?? 'the program that is tested',
    mode: {
      showDrafts: options.showDrafts ?? false,
      showPrivate: options.showPrivate ?? false,
      isStrict: options.isStrict ?? false,
      isForGitHub: options.isForGitHub ?? false,
      previewUrl: options.previewUrl ?? null,
      recording: {
        // Most test sites have no published addresses.
        remembers: options.remembers ?? 'none',
        forgets: options.forgets ?? false,
        isTrial: options.isTrial ?? false,
        isCI: options.isCI ?? false,
      },
    },
    now: options.now ?? NOW,
  };
}

/** The paths of all files below a folder, with "/", sorted; empty if there is no folder. */
export function listFiles(folder: string): string[] {
  try {
    // Node 24 follows symlinks in a recursive readdir.
    const options = {
      cwd: folder,
      dot: true,
      onlyFiles: false,
      followSymbolicLinks: false,
    } as const;
    return fastGlob
      .sync('**', { ...options, objectMode: true })
      .filter(({ dirent }) => !dirent.isDirectory())
      .map(({ path }) => path)
      .sort();
  } catch {
    return [];
  }
}

/** The fingerprint of each file below a folder, by its path. */
export function hashFiles(folder: string): Readonly<Record<string, string>> {
  const hash = (path: string) => fingerprint(readFileSync(join(folder, path)));
  return Object.fromEntries(listFiles(folder).map((path) => [path, hash(path)]));
}

/** An essay file: front matter with the given lines, then the body. */
export function essay(frontMatter: string, body = 'Some words.\n'): string {
  return `---\n${frontMatter.trim()}\n---\n${body}`;
}

/** Essay files that are named by their position: `content/essays/0.md` and so on. */
export function essaysOf(texts: readonly string[]): Files {
  return Object.fromEntries(texts.map((text, at) => [`content/essays/${at}.md`, text]));
}

/** Front matter in which later lines override earlier ones with the same key. */
export function overrideKeys(frontMatter: string): string {
  const lines = frontMatter.trim().split('\n');
  return [...new Map(lines.map((line) => [line.split(':')[0], line])).values()].join('\n');
}

/** Where an address leads on a static host without `_redirects`; null for nowhere. */
export function follow(site: BuiltSite, address: string): string | null {
  const path = address.replace(/^\/|\/$/g, '');
  const file = [path, `${path}.html`, `${path}/index.html`].find((each) =>
    site.paths.includes(each),
  );
  if (file === undefined) return null;
  const page = readFileSync(join(site.root, 'out', file), 'utf8');
  return /<link rel="canonical" href="([^"]*)"/.exec(page)?.[1] ?? null;
}
