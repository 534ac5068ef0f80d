/**
 * Runs `blog import`: an export of another blog → essays, redirects and a report.
 *
 * Posts are read as a stream and spooled to disk; when all addresses are known, each is converted and staged.
 * Only when everything is staged are files moved into the site: a fault leaves it as it was.
 */
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { createInterface } from 'node:readline';
import { parseConfig } from '../content/config.ts';
import { calendarDay } from '../content/dates.ts';
import { type EssayParser, pickParserConfig } from '../content/essay.ts';
import { readOwnFile, replaceFile } from '../content/file-state.ts';
import { digest } from '../content/fingerprint.ts';
import { loadMarkdownEngine } from '../content/markdown.ts';
import { CONFIG_PATH, ESSAYS_FOLDER, PAGES_FOLDER } from '../content/paths.ts';
import { decodePercent } from '../content/text.ts';
import { showControls } from '../problems.ts';
import { JSON_VERSION, type Terminal } from '../report.ts';
import { isSafeSlug, slugify } from '../site/slugs.ts';
import { essayPath } from '../site/urls.ts';
import { type Addressed, makeLookup, settleAddresses } from './addresses.ts';
import { clean } from './clean.ts';
import { makeEssayFile, quote, readDate } from './convert.ts';
import { addTo, type ImportedEssay, type SourceFacts } from './imported-essay.ts';
import { ImportFault, openInput } from './input.ts';
import { type PictureContext, takePictures } from './pictures.ts';
import { describeImport, type ImportReport, REPORT_PATH, writeReport } from './report.ts';
import * as site from './site-files.ts';
import { detectKind, type Kind, SOURCES } from './sources.ts';

/** The flags of the command. */
export interface ImportOptions {
  readonly root: string;
  readonly from?: Kind;
  readonly as: 'auto' | 'markdown' | 'html';
  readonly images: PictureContext['mode'];
  readonly pages?: boolean;
  /** Posts before that day are left out. */
  readonly since?: string;
  /** The URL of the old site, if the source does not tell. */
  readonly site?: string;
  /** `title=headline,content=body` */
  readonly map?: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** A post as far as the others depend on it. */
interface Entry extends Addressed {
  /** Without an extension. */
  readonly stem: string;
  readonly published: string;
  readonly author: string;
  /** False for a post that the site has already, or that is left out. */
  readonly isNew: boolean;
}

/** Begins a link to an essay whose file has no name yet. */
const LINK = 'blog-import-essay:';
const LINKS = new RegExp(`${LINK}(\\d+):`, 'g');

/** Imports; returns the exit code. */
export async function runImport(
  sources: readonly string[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  const { root, dryRun: isDryRun = false } = options;
  const blogDir = join(root, '.blog');
  if (!isDryRun) mkdirSync(blogDir, { recursive: true });
  const staging = mkdtempSync(join(isDryRun ? tmpdir() : blogDir, 'import-'));
  try {
    const report = await importInto(staging, sources, options);
    terminal.write(
      options.json
        ? `${JSON.stringify({ version: JSON_VERSION, ...report }, (_, value) => (value instanceof Map ? Object.fromEntries(value) : value), 2)}\n`
        : describeImport(report, isDryRun),
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    terminal.writeError(
      `error: ${showControls(error.message)}; nothing was imported\n  → ${showControls(error.hint)}\n`,
    );
    return 1;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function importInto(
  staging: string,
  sources: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { root, dryRun: isDryRun = false, overwrite: overwrites = false } = options;
  const names = new Map(options.map?.split(',').map((each) => each.split('=') as [string, string]));
  const input = await openInput(sources);
  const kind = options.from ?? (await detectKind(input, names));
  const source = SOURCES[kind];
  const report: ImportReport = {
    kind,
    counts: new Map(),
    leftOut: new Map(),
    notes: new Map(),
    rules: [],
    printed: [],
    queries: [],
    isNothingNew: false,
  };
  const facts: SourceFacts = {
    ...{ title: '', description: '', url: options.site ?? '', language: '' },
    ...{ names, leftOut: report.leftOut, attachments: new Map() },
    keepComment(comment) {
      addTo(report.counts, 'comments');
      appendFileSync(join(staging, 'comments.ndjson'), `${JSON.stringify(comment)}\n`);
    },
  };
  const configFile = readOwnFile(join(root, CONFIG_PATH));
  const { value: config } = parseConfig(configFile && { path: CONFIG_PATH, bytes: configFile });
  const present = site.readSiteFiles(root);
  const { timezone } = config;

  const spool = join(staging, 'spool.ndjson');
  appendFileSync(spool, '');
  const entries: Entry[] = [];
  const since = readDate(options.since ?? '', timezone);
  const ids = new Set<string>();
  const slugs = new Set(present.slugs);
  const stems = new Set(
    [...present.imported.values()].map((path) => path.replace(/(?:\/index)?\.[^./]+$/, '')),
  );
  for await (const essay of source.read(input, facts)) {
    const { id: stated, isPage = false, published = '', addresses = [] } = essay;
    const number = (taken: (each: string) => boolean, base: string) => {
      if (!taken(base)) return base;
      let next = 2;
      while (taken(`${base}-${next}`)) next++;
      return `${base}-${next}`;
    };
    const id = number((each) => ids.has(each), stated);
    const path = present.imported.get(id);
    const timestamp =
      essay.timestamp ?? readDate(published, timezone) ?? readAnyDate(published, addresses);
    if (isPage && !options.pages) addTo(report.leftOut, 'pages (--pages)');
    const isEarly = since !== null && timestamp !== null && timestamp < since;
    if (isEarly) addTo(report.leftOut, 'posts before --since');
    if ((isPage && !options.pages) || isEarly) continue;
    ids.add(id);
    const wanted = decodePercent(essay.slug ?? '');
    const base = isSafeSlug(wanted)
      ? wanted
      : slugify(wanted) || slugify(essay.title ?? '') || slugify(id);
    const own = path === undefined ? null : readSlug(path, root);
    const slug =
      own ??
      number(
        (each) => slugs.has(each.toLowerCase()),
        base === 'index' || (isPage && base === 'about') ? `${base}-1` : base.slice(0, 190),
      );
    slugs.add(slug.toLowerCase());
    const year = timestamp === null ? 'drafts' : String(calendarDay(timestamp, timezone).year);
    const folder = isPage ? PAGES_FOLDER : `${ESSAYS_FOLDER}/${year}`;
    const stem =
      path?.replace(/(?:\/index)?\.[^./]+$/, '') ??
      number((each) => stems.has(each) || isTaken(root, each), `${folder}/${slug}`);
    stems.add(stem);
    const isReplaced = overwrites && present.untouched.has(id);
    const isNew = path === undefined || isReplaced;
    if (!isNew)
      addTo(report.counts, present.untouched.has(id) || !overwrites ? 'present' : 'changed by you');
    const isReadable = essay.timestamp !== undefined || readDate(published, timezone) !== null;
    const date = isReadable
      ? published
      : timestamp === null
        ? ''
        : new Date(timestamp).toISOString();
    if (!isReadable && timestamp !== null) addTo(report.counts, 'guessed');
    const author = essay.author ?? '';
    entries.push({
      id,
      slug,
      target: isPage ? `/${slug}` : essayPath(slug),
      stem,
      timestamp,
      published: date,
      author,
      isNew,
      addresses: essay.isDraft ? [] : addresses,
    });
    appendFileSync(spool, `${JSON.stringify({ ...essay, id })}\n`);
  }
  if (entries.length === 0 && report.leftOut.size === 0) {
    throw new ImportFault(
      'there is no post in it',
      'Is it the right file? `--from` names its kind.',
    );
  }

  const siteUrl = configFile === null ? facts.url || config.url : config.url;
  const taken = [...present.aliases, ...config.redirects.map(({ from }) => from)];
  const settled = settleAddresses(
    entries.filter(({ isNew }) => isNew),
    { url: siteUrl, timezone },
    taken,
  );
  const hosts = new Set(
    [facts.url, siteUrl, options.site ?? ''].flatMap((url) => {
      return URL.canParse(url) ? [new URL(url).host.replace(/^www\./, '')] : [];
    }),
  );
  const lookup = makeLookup(entries, hosts);
  const indexes = new Map(entries.map(({ id }, index) => [id, index]));
  const authors = new Set(entries.map(({ author }) => author));
  const parser: EssayParser = {
    config: pickParserConfig({ ...config, url: siteUrl }, []),
    markdown: await loadMarkdownEngine(),
  };
  const context: PictureContext = {
    input,
    source,
    mode: options.images,
    hosts,
    cacheDir: join(root, '.blog/import/pictures'),
  };
  const staged = new Map<string, string>();
  const extras: string[] = [];
  /** Links to essays, whose files have their names when all are converted. */
  const paths = new Map(present.imported);
  const linking = new Set<string>();
  const taskCounts = report.counts;

  const lines = createInterface({
    input: createReadStream(spool),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let at = 0;
  for await (const line of lines) {
    const entry = entries[at++];
    if (entry === undefined || !entry.isNew) continue;
    const spooled: ImportedEssay = JSON.parse(line);
    const essay = source.complete?.(spooled, facts) ?? spooled;
    const notes = [...(essay.notes ?? [])];
    if (essay.isPrivate) notes.push('was not public: a draft, which you may publish');
    if (entry.timestamp === null && !essay.isDraft)
      notes.push('has no date that can be read: a draft');
    const removed = new Map<string, number>();
    const $ = clean(essay.html, source, removed);
    for (const [what, count] of removed) addTo(taskCounts, what, count);
    const pictures = await takePictures($, essay, context);
    addTo(taskCounts, 'pictures', pictures.files.size);
    addTo(taskCounts, 'missing pictures', pictures.missing.length);
    if (pictures.missing.length > 0) notes.push(`missing: ${pictures.missing.join(', ')}`);
    for (const each of $('a[href]').get()) {
      const href = $(each).attr('href') ?? '';
      if (pictures.files.has(href)) continue;
      const found = lookup(href, essay.addresses?.[0] ?? '');
      if (found?.id) {
        $(each).attr('href', `${LINK}${indexes.get(found.id)}:${found.hash}`);
        addTo(taskCounts, 'links');
      } else if (found !== undefined && !/^(?:https?:\/\/[^/]+)?\/?$|^#/.test(href))
        addTo(taskCounts, 'lost links');
    }
    const file = makeEssayFile(
      {
        ...essay,
        image: pictures.image,
        isDraft: essay.isDraft === true || entry.timestamp === null,
      },
      $,
      {
        slug: entry.slug,
        published: entry.published,
        aliases: settled.aliases.get(entry.id) ?? [],
        author: authors.size > 1 && entry.author !== config.name ? entry.author : '',
      },
      options.as,
      parser,
    );
    const isFolder = pictures.files.size > 0;
    const path = isFolder
      ? `${entry.stem}/index.${file.extension}`
      : `${entry.stem}.${file.extension}`;
    notes.push(...file.notes);
    if (notes.length > 0) report.notes.set(path, notes);
    for (const [name, bytes] of pictures.files) {
      site.writeInto(staging, `${entry.stem}/${name}`, bytes);
      extras.push(`${entry.stem}/${name}`);
    }
    site.writeInto(staging, path, file.text);
    if (file.text.includes(LINK)) linking.add(path);
    staged.set(entry.id, path);
    paths.set(entry.id, path);
    addTo(
      taskCounts,
      essay.isDraft || entry.timestamp === null ? 'drafts' : essay.isPage ? 'pages' : 'essays',
    );
    addTo(taskCounts, file.extension);
  }
  for (const path of linking) {
    const own = readFileSync(join(staging, path), 'utf8');
    const linked = own.replace(LINKS, (whole, index: string) => {
      const goal = paths.get(entries[Number(index)]?.id ?? '');
      return goal === undefined ? whole : encodeURI(posix.relative(posix.dirname(path), goal));
    });
    site.writeInto(staging, path, linked);
  }

  report.isNothingNew = staged.size === 0;
  addTo(taskCounts, 'aliases', [...settled.aliases.values()].flat().length);
  if (settled.unkept.length > 0) report.notes.set('addresses that nothing answers', settled.unkept);
  const knownRules = new Set(config.redirects.map(({ from }) => from));
  report.rules.push(...settled.rules.filter((rule) => !knownRules.has(rule)));
  report.queries.push(...settled.queries);
  if (isDryRun || staged.size === 0) return report;
  const digests = new Map<string, string>();
  for (const path of extras) site.moveInto(root, staging, path, false);
  for (const [id, path] of staged) {
    const own = digest(readFileSync(join(staging, path)));
    const former = present.imported.get(id);
    if (!site.moveInto(root, staging, path, former === path)) {
      report.notes.set(path, ['is there already, and was left as it is']);
      continue;
    }
    digests.set(id, own);
    if (former !== undefined && former !== path) rmSync(join(root, former));
  }
  site.saveRecord(root, digests);
  const comments = join(staging, 'comments.ndjson');
  if (existsSync(comments))
    site.writeInto(root, '.blog/import/comments.ndjson', readFileSync(comments));
  writeSettings(root, configFile?.toString() ?? null, facts, authors, report);
  site.writeInto(root, REPORT_PATH, writeReport(report));
  return report;
}

/** True if the site has a file or a folder of that name. */
const isTaken = (root: string, stem: string) =>
  ['', '.md', '.mdx', '.html', '.htm', '.txt'].some((extension) =>
    existsSync(join(root, stem + extension)),
  );

const readSlug = (path: string, root: string) =>
  /^slug: "?([^"\n]+)"?$/m.exec(readOwnFile(join(root, path))?.toString() ?? '')?.[1] ?? null;

/** The moment of a date in another form, or the day that an address names. */
function readAnyDate(published: string, addresses: readonly string[]): number | null {
  const parsed = Date.parse(published);
  if (!Number.isNaN(parsed)) return parsed;
  const [, year, month, day = '01'] =
    /\/((?:19|20)\d\d)\/(\d\d)(?:\/(\d\d))?\//.exec(addresses[0] ?? '') ?? [];
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}`) || null;
}

/** Writes site.yaml where there is none, adds the rules, and the queries that Netlify knows. */
function writeSettings(
  root: string,
  settings: string | null,
  facts: SourceFacts,
  authors: ReadonlySet<string>,
  report: ImportReport,
): void {
  const own = [
    ['name', [...authors].find((each) => each !== '') ?? (facts.title || 'Your Name')],
    ['url', URL.canParse(facts.url) ? facts.url.replace(/\/+$/, '') : 'https://example.com'],
    ['title', facts.title],
    ['description', facts.description],
    ['language', /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(facts.language) ? facts.language : ''],
  ].flatMap(([key, value = '']) => (value === '' ? [] : [`${key}: ${quote(value)}\n`]));
  const before = settings ?? own.join('');
  const after = report.rules.length === 0 ? before : site.addRedirects(before, report.rules);
  if (after !== null && after !== settings) replaceFile(join(root, CONFIG_PATH), after);
  if (after === null) report.printed.push(...report.rules);
  if (report.queries.length === 0) return;
  const path = 'content/public/_redirects';
  const old = readOwnFile(join(root, path))?.toString() ?? '';
  const lines = report.queries.filter((line) => !old.includes(line));
  const gap = old === '' || old.endsWith('\n') ? '' : '\n';
  if (lines.length > 0) replaceFile(join(root, path), `${old}${gap}${lines.join('\n')}\n`);
}
