/**
 * The import room turns another blog's export or folder into essays, pictures, redirects and a report. It uses every
 * room before it, up to the check of a build; only `cli/` imports from it, and only this file and `options.ts`.
 *
 * A source (`sources/`, exports) or a generator (`generators/`, folders) reads the old blog; `stage.ts` or `folders.ts`
 * writes what the site gets into a staging folder; `move.ts` moves it into the site. Until then, a fault changes nothing.
 */
import { appendFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isWithin, lockOutput, removeLeftovers } from '../build/out-folder.ts';
import { parseConfig } from '../essays/config.ts';
import { pickParserConfig } from '../essays/essay-body.ts';
import { pickListingSettings } from '../essays/listing.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { readBytes } from '../files/author-files.ts';
import { removeTree } from '../files/file-state.ts';
import { loadMarkdownEngine } from '../markdown/engine.ts';
import { showControls } from '../problems/problems.ts';
import { formatJson, refuse, type Terminal } from '../problems/report.ts';
import type { CheckSite } from './check.ts';
import { addCount } from './counts.ts';
import { startFacts } from './facts.ts';
import { stageFolder } from './folders.ts';
import { GENERATORS, isGenerator } from './generators.ts';
import { ImportFault, openInput, TOO_DEEP } from './input.ts';
import type { ImportJob } from './job.ts';
import { COMMENTS, explainFailure, moveIntoSite, REDIRECTS, resumeMove } from './move.ts';
import type { OldSite, Redirect } from './old-site.ts';
import type { ImportOptions } from './options.ts';
import { describeImport, type ImportReport, REPORT_PATH, startReport } from './report.ts';
import { checkInside, readSiteFiles } from './site-files.ts';
import type { Kind } from './sources.ts';
import { detectKind, SOURCES } from './sources.ts';
import { stageExport } from './stage.ts';
import { readDate } from './written-dates.ts';

/** What the command was asked to do, and what the program provides for it. */
interface ImportCommand {
  readonly sources: readonly string[];
  readonly options: ImportOptions;
  readonly terminal: Terminal;
  readonly check: CheckSite;
  /** In ms since the epoch. */
  readonly now: number;
}

/** Runs the import and returns the exit code; `check` finds the problems that a build of the site would report. */
export async function runImport(
  sources: readonly string[],
  options: ImportOptions,
  terminal: Terminal,
  check: CheckSite,
  now: number,
): Promise<0 | 1> {
  const command: ImportCommand = { sources, options, terminal, check, now };
  const { root, dryRun: isDryRun = false } = options;
  let end = () => {};
  try {
    const staging = isDryRun ? mkdtempSync(join(tmpdir(), 'blog-import-')) : makeStaging(root);
    end = () => discard(staging);
    const done = await (isDryRun ? importInto : importAlone)(staging, command);
    const { report, file } = done;
    terminal.write(options.json ? formatJson(report) : describeImport(report, isDryRun, file));
    return 0;
  } catch (error) {
    const fault = toFault(error, root);
    const message = `${showControls(fault.message)}${fault.outcome}`;
    return refuse(message, showControls(fault.hint), terminal);
  } finally {
    end();
  }
}

/** Imports while holding the lock, after finishing an import that was interrupted. */
async function importAlone(staging: string, command: ImportCommand): Promise<Done> {
  const { terminal, check } = command;
  const { root } = command.options;
  const lock = lockOutput(join(root, '.blog'), join(root, 'content'));
  if ('problem' in lock) throw new ImportFault('another import is running', WAIT);
  try {
    const resumed = await resumeMove(root, check);
    if (resumed) terminal.writeError(`Finished the import that was interrupted: see ${resumed}\n`);
    return await importInto(staging, command);
  } finally {
    lock.release();
  }
}

const WAIT = 'Wait for it to finish.';

/** Turns an error that isn't a bug into a fault; rethrows a bug. */
function toFault(error: unknown, root: string): ImportFault {
  if (error instanceof ImportFault) return error;
  if (error instanceof RangeError && /call stack/.test(error.message)) return TOO_DEEP;
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  return new ImportFault(explainFailure(error as Error, root), 'Then run the import again.');
}

/** Removes a staging folder; if that fails, the next run or build does. */
function discard(staging: string): void {
  try {
    removeTree(staging);
  } catch {
    // The import itself has succeeded, or has said why it failed.
  }
}

/** Makes a staging folder; if this run is killed, the next run or build removes it. */
function makeStaging(root: string): string {
  const staging = join(root, `.blog/import.${process.pid}`);
  removeLeftovers(dirname(staging));
  removeTree(staging);
  mkdirSync(staging, { recursive: true });
  return staging;
}

/** What an import did, and the path of its report. */
interface Done {
  readonly report: ImportReport;
  readonly file: string;
}

async function importInto(staging: string, command: ImportCommand): Promise<Done> {
  const { options, check } = command;
  const { root } = options;
  const job = await startJob(staging, command);
  const { report, config } = job;
  const { kind } = report;
  if (isGenerator(kind)) await stageFolder(kind, job);
  else await stageExport(SOURCES[kind], job);
  job.showProgress('');
  noteTagPages(job);
  const paths = [...[...job.essays.values()].map(({ path }) => path), ...job.extras];
  report.isNothingNew = paths.length === 0;
  // The folder counts as well, since it may be a link itself.
  if (report.queries.length > 0) paths.push(`${REDIRECTS}/`);
  if (!config.followLinks) checkInside(root, paths);
  if (options.dryRun || report.isNothingNew) return { report, file: REPORT_PATH };
  dropOldFeed(job);
  return { report, file: await moveIntoSite(job, listRedirects(job), check) };
}

/** Opens the sources, and reads what the site has already. */
async function startJob(
  staging: string,
  { sources, options, terminal, now }: ImportCommand,
): Promise<ImportJob> {
  const { root } = options;
  const names = new Map(options.map?.split(',').map((each) => each.split('=') as [string, string]));
  const input = await openInput(sources);
  const kind = options.from ?? (await detectKind(input, names));
  // The next run would take the new site for part of the old blog.
  if (isGenerator(kind) && isWithin(root, resolve(sources[0] ?? ''))) {
    const hint = 'Name a folder beside it: `--to ../new-blog`.';
    throw new ImportFault('the new site would be inside the folder of the old blog', hint);
  }
  const report = startReport(kind);
  const facts = startFacts(names, report.leftOut, (comment) => {
    addCount(report.counts, 'comments');
    appendFileSync(join(staging, COMMENTS), `${JSON.stringify(comment)}\n`);
  });
  facts.url = options.site ?? '';
  const settings = readBytes(join(root, CONFIG_PATH));
  const { value: config } = parseConfig(settings && { path: CONFIG_PATH, bytes: settings });
  const markdown = await loadMarkdownEngine();
  const parser = { config: pickParserConfig(config, []), markdown };
  return {
    root,
    staging,
    options,
    input,
    report,
    facts,
    config,
    settings: settings?.toString() ?? null,
    present: readSiteFiles(root, pickListingSettings(config), parser),
    now,
    since: readDate(options.since ?? '', config.timezone),
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

/** The addresses that the old program had by default. */
function oldSiteOf(kind: Kind): OldSite {
  return isGenerator(kind) ? GENERATORS[kind] : SOURCES[kind];
}

/** Notes how the author can keep the addresses of pages of tags. */
function noteTagPages({ report, config }: ImportJob): void {
  const { tagPages } = oldSiteOf(report.kind);
  if (tagPages === undefined || config.tagPages) return;
  const more = tagPages && `, and redirect ${tagPages} to /tags/:tag`;
  report.settings.push(`old tag pages: to keep them, set \`tagPages: true\` in site.yaml${more}`);
}

/** The lines that `redirects` of site.yaml needs. */
function listRedirects({ report, facts }: ImportJob): Redirect[] {
  const rules = report.rules.map((rule) => [rule, '/blog/:slug'] as const);
  const { feed } = oldSiteOf(report.kind);
  return [...rules, ...(feed === undefined ? [] : [feed]), ...facts.redirects, ...report.lines];
}

/** Leaves out a file that was the old feed: its address leads to the new one. */
function dropOldFeed({ report, extras }: ImportJob): void {
  const [from = ''] = oldSiteOf(report.kind).feed ?? [];
  const at = extras.indexOf(`content/public${from}`);
  if (at === -1) return;
  extras.splice(at, 1);
  addCount(report.counts, 'files', -1);
  addCount(report.leftOut, 'the old feed, whose address leads to the new one');
}
