/**
 * Runs `blog import`: another blog's export or folder → essays, redirects and a report.
 *
 * Files are moved into the site only when everything is staged, so a fault leaves the site unchanged.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseConfig } from '../content/config.ts';
import { readOwnFile, removeTree, replaceFile, rewriteFile } from '../content/file-state.ts';
import { ABOUT_ADDRESS, ABOUT_PATH, CONFIG_PATH, pageAddressOf } from '../content/paths.ts';
import { isWithin, removeLeftovers } from '../output/out-folder.ts';
import { showControls } from '../problems.ts';
import { formatJson, refuse, type Terminal } from '../report.ts';
import { readDate } from './convert.ts';
import { stageFolder } from './folders.ts';
import { isGenerator } from './generators.ts';
import { addTo, startFacts } from './imported-essay.ts';
import { ImportFault, openInput, TOO_DEEP } from './input.ts';
import {
  describeImport,
  type ImportReport,
  REPORT_PATH,
  startReport,
  writeReport,
} from './report.ts';
import * as site from './site-files.ts';
import { detectKind, SOURCES } from './sources.ts';
import { type ImportJob, type ImportOptions, stagePosts } from './stage.ts';

/** Runs the import and returns the exit code. */
export async function runImport(
  sources: readonly string[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  const { root, dryRun: isDryRun = false } = options;
  const staging = isDryRun ? mkdtempSync(join(tmpdir(), 'blog-import-')) : makeStaging(root);
  try {
    const report = await importInto(staging, sources, options);
    terminal.write(options.json ? formatJson(report) : describeImport(report, isDryRun));
    return 0;
  } catch (error) {
    const isTooDeep = error instanceof RangeError && /call stack/.test(error.message);
    const fault = isTooDeep ? TOO_DEEP : error;
    if (!(fault instanceof ImportFault)) throw error;
    const message = `${showControls(fault.message)}; nothing was imported`;
    return refuse(message, showControls(fault.hint), terminal);
  } finally {
    removeTree(staging);
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

async function importInto(
  staging: string,
  sources: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { root } = options;
  const names = new Map(options.map?.split(',').map((each) => each.split('=') as [string, string]));
  const input = await openInput(sources);
  const kind = options.from ?? (await detectKind(input, names));
  const report = startReport(kind);
  const facts = startFacts(names, report.leftOut, (comment) => {
    addTo(report.counts, 'comments');
    appendFileSync(join(staging, COMMENTS), `${JSON.stringify(comment)}\n`);
  });
  facts.url = options.site ?? '';
  const settings = readOwnFile(join(root, CONFIG_PATH));
  const { value: config } = parseConfig(settings && { path: CONFIG_PATH, bytes: settings });
  const job: ImportJob = {
    ...{ root, staging, options, input, report, facts, config },
    settings: settings?.toString() ?? null,
    present: site.readSiteFiles(root),
    since: readDate(options.since ?? '', config.timezone),
    essays: new Map(),
    extras: [],
  };
  // The next run would take the new site for part of the old blog.
  if (isGenerator(kind) && isWithin(root, resolve(sources[0] ?? ''))) {
    const hint = 'Name a folder beside it: `--to ../new-blog`.';
    throw new ImportFault('the new site would be inside the folder of the old one', hint);
  }
  const merged = isGenerator(kind)
    ? await stageFolder(kind, job)
    : await stagePosts(SOURCES[kind], job);
  const tags = TAG_PAGES[kind];
  if (tags !== undefined && !config.tagPages) {
    const more = tags && `, and redirect ${tags} to /tags/:tag`;
    const way = `old pages of tags: to keep them, set \`tagPages: true\` in site.yaml${more}`;
    report.settings.push(way);
  }
  const paths = [...job.essays.values(), ...job.extras];
  report.isNothingNew = paths.length === 0;
  if (report.queries.length > 0) paths.push(REDIRECTS);
  if (!config.followLinks) site.checkInside(root, paths);
  if (options.dryRun || report.isNothingNew) return report;
  moveFiles(job);
  writeSettings(merged, job);
  replaceFile(join(root, REPORT_PATH), writeReport(report));
  return report;
}

const REDIRECTS = 'content/public/_redirects';
/** Where the feed was, if its address differs from ours, and the new feed. */
const FEEDS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  wordpress: ['/feed', '/rss.xml'],
  blogger: ['/feeds/posts/default', '/feed.xml'],
  ghost: ['/rss', '/rss.xml'],
  tumblr: ['/rss', '/rss.xml'],
  hugo: ['/index.xml', '/rss.xml'],
  hexo: ['/atom.xml', '/feed.xml'],
  zola: ['/atom.xml', '/feed.xml'],
};
/** The usual addresses of tags' pages; empty where they are like ours. */
const TAG_PAGES: Readonly<Record<string, string>> = {
  wordpress: '/tag/:tag/ and /category/:tag/',
  ghost: '/tag/:tag/',
  tumblr: '/tagged/:tag',
  hugo: '',
  hexo: '',
  zola: '',
  eleventy: '',
};
const COMMENTS = 'comments.ndjson';

/** Moves staged files into the site. */
function moveFiles({ root, staging, report, present, essays, extras }: ImportJob): void {
  for (const path of extras) site.moveInto(root, staging, path);
  const digests = new Map(present.digests);
  for (const [id, path] of essays) {
    const own = site.moveInto(root, staging, path, digests.get(id));
    const former = present.imported.get(id)?.path ?? path;
    if (own === null) report.notes[path] = ['is there already, and was left as it is'];
    else digests.set(id, own);
    if (own !== null && former !== path) rmSync(join(root, former));
  }
  const hasAbout = [...essays.values(), ...extras].some(
    (path) => pageAddressOf(path) === ABOUT_ADDRESS,
  );
  // It takes the place of the one that `blog init` wrote.
  if (hasAbout && !present.hasAbout) rmSync(join(root, ABOUT_PATH), { force: true });
  site.saveRecord(root, digests);
  const comments = join(staging, COMMENTS);
  if (existsSync(comments))
    replaceFile(join(root, `.blog/import/${COMMENTS}`), readFileSync(comments));
}

/** Writes site.yaml with the redirects, and query redirects for Netlify. */
function writeSettings(before: string, { root, settings, report, config }: ImportJob): void {
  const rules = report.rules.map((rule) => [rule, '/blog/:slug'] as const);
  const feed = FEEDS[report.kind];
  const feeds = feed && !config.redirects.some(({ from }) => from === feed[0]) ? [feed] : [];
  const after = site.addRedirects(before, [...rules, ...feeds, ...report.lines]);
  if (after !== null && after !== settings) rewriteFile(join(root, CONFIG_PATH), after);
  if (after === null) {
    const lines = [...feeds, ...report.lines].map(([from, to]) => `${from}: ${to}`);
    report.printed.push(...report.rules);
    if (lines.length > 0) report.notes['add to `redirects` of site.yaml'] = lines;
  }
  if (report.queries.length === 0) return;
  const old = readOwnFile(join(root, REDIRECTS))?.toString() ?? '';
  const lines = report.queries.filter((line) => !old.includes(line));
  const gap = old === '' || old.endsWith('\n') ? '' : '\n';
  if (lines.length > 0) rewriteFile(join(root, REDIRECTS), `${old}${gap}${lines.join('\n')}\n`);
}
