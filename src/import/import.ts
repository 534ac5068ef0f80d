/**
 * The import room turns another blog's export or folder into essays, pictures, redirects and a report. It uses every
 * room before it, up to the check of a build; only `cli/` imports from it, and only this file and `options.ts`.
 *
 * A source (`sources/`, exports) or a generator (`generators/`, folders) reads the old blog into posts of one form;
 * `pipeline.ts` writes them into a workspace; `destination.ts` puts it in its place. Until then, a fault changes nothing.
 */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isWithin } from '../build/out-folder.ts';
import { parseConfig } from '../essays/config.ts';
import { ABOUT_ADDRESS, ABOUT_PATH, CONFIG_PATH, pageAddressOf } from '../essays/paths.ts';
import { readBytes } from '../files/author-files.ts';
import { replaceFile } from '../files/file-state.ts';
import type { Problem } from '../problems/problems.ts';
import { showControls } from '../problems/problems.ts';
import { formatJson, refuse, type Terminal } from '../problems/report.ts';
import { addCount } from './counts.ts';
import { type Destination, explainFailure, openDestination, type Samples } from './destination.ts';
import { readExport } from './exports.ts';
import { startFacts } from './facts.ts';
import { readFolderBlog } from './folders.ts';
import { GENERATORS, isGenerator } from './generators.ts';
import { ImportFault, openInput, TOO_DEEP } from './input.ts';
import type { ImportJob } from './job.ts';
import type { OldSite } from './old-site.ts';
import type { ImportOptions } from './options.ts';
import { writeBlog } from './pipeline.ts';
import { holdBackRefused } from './refused.ts';
import { describeImport, REPORT_PATH, startReport, writeReport } from './report.ts';
import { addRedirects, settleSettings } from './site-settings.ts';
import { checkSitemap, makeSitemap, readOldSitemap } from './sitemap.ts';
import type { Kind } from './sources.ts';
import { detectKind, SOURCES } from './sources.ts';

const QUERY_REDIRECTS = 'content/public/_redirects';

/** The outcome of a build that writes nothing. */
export interface CheckedSite {
  readonly problems: readonly Problem[];
  /** The paths of the files that it would make. */
  readonly outputs: readonly string[];
}

/** What the program provides for the command. */
export interface ImportTools {
  readonly terminal: Terminal;
  readonly samples: Samples;
  /** Finds out what a build of the site in a folder would report and make; writes nothing. */
  readonly check: (root: string) => Promise<CheckedSite>;
  /** In ms since the epoch. */
  readonly now: number;
}

/** Runs the import and returns the exit code. */
export async function runImport(
  sources: readonly string[],
  options: ImportOptions,
  tools: ImportTools,
): Promise<0 | 1> {
  const { terminal } = tools;
  let destination: Destination | null = null;
  try {
    destination = openDestination(options.to, tools.samples, options.dryRun === true);
    const job = await startJob(sources, destination, options, tools);
    await makeSite(job, tools);
    if (!options.dryRun) destination.finish();
    terminal.write(
      options.json ? formatJson(job.report) : describeImport(job.report, options.dryRun === true),
    );
    return 0;
  } catch (error) {
    const { message, hint } = toFault(
      error,
      destination ?? { root: options.to, folder: options.to },
    );
    return refuse(`${showControls(message)}; nothing was imported`, showControls(hint), terminal);
  } finally {
    destination?.close();
  }
}

/** Turns an error that isn't a bug into a fault; rethrows a bug. */
function toFault(error: unknown, places: Pick<Destination, 'root' | 'folder'>): ImportFault {
  if (error instanceof ImportFault) return error;
  if (error instanceof RangeError && /call stack/.test(error.message)) return TOO_DEEP;
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  return new ImportFault(explainFailure(error as Error, places), 'Then run the import again.');
}

/** Opens the sources, and reads the settings that the site already has. */
async function startJob(
  sources: readonly string[],
  destination: Destination,
  options: ImportOptions,
  { terminal, now }: ImportTools,
): Promise<ImportJob> {
  const { root, folder, pages, hasAbout } = destination;
  const names = new Map(options.map?.split(',').map((each) => each.split('=') as [string, string]));
  const input = await openInput(sources);
  const kind = options.from ?? (await detectKind(input, names));
  // The next run would take the new site for part of the old blog.
  if (isGenerator(kind) && isWithin(folder, resolve(sources[0] ?? ''))) {
    const hint = 'Name a folder beside it: `--to ../new-blog`.';
    throw new ImportFault('the new site would be inside the folder of the old blog', hint);
  }
  const report = startReport(kind);
  const facts = startFacts(names, report);
  facts.url = options.site ?? '';
  const settings = readBytes(join(root, CONFIG_PATH));
  const { value: config } = parseConfig(settings && { path: CONFIG_PATH, bytes: settings });
  return {
    ...{ root, pages, hasAbout, options, input, report, facts, config, now },
    settings: settings?.toString() ?? null,
    listed: await readOldSitemap(input, options.sitemap),
    essays: new Map(),
    extras: [],
    showProgress: (text) => {
      const line = showControls(text).slice(0, MAX_LINE);
      if (terminal.isInteractive) terminal.writeError(`\r${line}\u001b[K`);
    },
  };
}

/** A longer line would wrap, and couldn't be redrawn. */
const MAX_LINE = 79;

/** Makes the whole site in the workspace, with its report. */
async function makeSite(job: ImportJob, { check }: ImportTools): Promise<void> {
  const { root, report } = job;
  const { kind } = report;
  if (isGenerator(kind)) await writeBlog(await readFolderBlog(kind, job), job);
  else await writeBlog(await readExport(SOURCES[kind], job), job);
  job.showProgress('');
  noteTagPages(job);
  dropOldFeed(job);
  dropSampleAbout(job);
  writeSettings(job);
  writeQueries(job);
  let outputs: readonly string[] = [];
  await holdBackRefused(job, async () => {
    const checked = await check(root);
    outputs = checked.outputs;
    return checked.problems;
  });
  if (job.listed !== null) checkSitemap(makeSitemap(job.listed, job.facts.url), outputs, report);
  replaceFile(join(root, REPORT_PATH), writeReport(report));
}

/** The addresses that the old program had by default. */
function oldSiteOf(kind: Kind): OldSite {
  return isGenerator(kind) ? GENERATORS[kind] : SOURCES[kind];
}

/** Notes how the author can keep the addresses of pages of tags. */
function noteTagPages({ report, config }: ImportJob): void {
  const { tagPages } = oldSiteOf(report.kind);
  if (tagPages === undefined || config.tagPages) return;
  const more = tagPages && `, and redirect ${tagPages} to /tags/:tag`;
  report.decisions.push(`old tag pages: to keep them, set \`tagPages: true\` in site.yaml${more}`);
}

/** Leaves out a file that was the old feed: its address leads to the new one. */
function dropOldFeed({ root, report, extras }: ImportJob): void {
  const [from = ''] = oldSiteOf(report.kind).feed ?? [];
  const path = `content/public${from}`;
  // It may be a folder with an index.html.
  const old = extras.filter((each) => each === path || each.startsWith(`${path}/`));
  if (from === '' || old.length === 0) return;
  rmSync(join(root, path), { recursive: true });
  for (const each of old) extras.splice(extras.indexOf(each), 1);
  addCount(report.counts, 'files', -old.length);
  addCount(report.leftOut, 'the old feed, whose address leads to the new one');
}

/** Leaves out the sample biography if the old blog had an about page. */
function dropSampleAbout({ root, hasAbout, essays, extras }: ImportJob): void {
  const paths = [...[...essays.values()].map(({ path }) => path), ...extras];
  const bringsAbout = paths.some((path) => pageAddressOf(path) === ABOUT_ADDRESS);
  if (bringsAbout && !hasAbout) rmSync(join(root, ABOUT_PATH), { force: true });
}

/** Writes site.yaml with the old blog's settings and the redirects. */
function writeSettings({ root, settings, facts, report }: ImportJob): void {
  const { text, config } = settleSettings(settings, facts, { decisions: [] });
  const rules = report.rules.map((rule) => [rule, '/blog/:slug'] as const);
  const { feed } = oldSiteOf(report.kind);
  const known = new Set(config.redirects.map(({ from }) => from));
  const all = [
    ...rules,
    ...(feed === undefined ? [] : [feed]),
    ...facts.redirects,
    ...report.lines,
  ];
  const added = all.filter(([from]) => !known.has(from));
  const extended = addRedirects(text, added);
  if (extended === null)
    report.notes['add to `redirects` of site.yaml'] = added.map(([from, to]) => `${from}: ${to}`);
  replaceFile(join(root, CONFIG_PATH), extended ?? text);
}

/** Writes query redirects, which only Netlify reads. */
function writeQueries({ root, report: { queries } }: ImportJob): void {
  if (queries.length === 0) return;
  const file = join(root, QUERY_REDIRECTS);
  const old = readBytes(file)?.toString().replace(/\n*$/, '\n') ?? '';
  // An import that was killed may have written some.
  const known = new Set(old.split('\n'));
  const added = queries.filter((line) => !known.has(line));
  replaceFile(file, old + added.map((line) => `${line}\n`).join(''));
}
