/**
 * Runs `blog publish`: dates a draft with the current time or with a date, and records its address.
 *
 * Only the lines with the date and with `draft` or a similar key change. The new text is parsed before it is written;
 * if anything else in the essay would change, or it has an error, the file is left unchanged.
 */
import { join } from 'node:path';
import { recordAddress } from '../build/record-address.ts';
import type { BuildRequest } from '../build/request.ts';
import type { SiteConfig } from '../essays/config.ts';
import { formatMoment, parseDate } from '../essays/dates.ts';
import { parseEssay } from '../essays/essay.ts';
import type { EssayParser } from '../essays/essay-body.ts';
import { readSiteFile } from '../essays/files.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { findHidingRow } from '../essays/hiding-keys.ts';
import { findValue } from '../essays/key-table.ts';
import { findContent, pickListingSettings } from '../essays/listing.ts';
import { checkRoot, findMissing } from '../essays/site-root.ts';
import { findLock, rewriteFile } from '../files/author-files.ts';
import { hasErrors, wholeFile } from '../problems/problems.ts';
import { refuse, type Terminal, tellProblems } from '../problems/report.ts';
import { findHeldBack } from '../site/text-selection.ts';
import type { SourceFile } from '../text/text.ts';
import { findNamed } from './named-files.ts';
import { loadParser } from './site.ts';

/**
 * Publishes the essay called `name`: its file, relative to the working directory or the site's root, or the end of
 * its path. Dates it `on` a date, or now. Returns the exit code: 1 if nothing was published.
 */
export async function runPublish(
  request: BuildRequest,
  name: string,
  terminal: Terminal,
  on: string | null = null,
): Promise<0 | 1> {
  const { root } = request;
  const missing = [...checkRoot(root), ...findMissing(root)];
  if (missing.length > 0) return tellProblems(missing, terminal);
  const { config, parser } = await loadParser(request);
  const { essays } = findContent(root, pickListingSettings(config)).value.listing;
  const path = findNamed(root, essays, name);
  if (typeof path === 'object') return refuse(path.message, path.hint, terminal);
  return publishFile({ request, config, parser, on }, path, terminal);
}

/** What an essay is published with. */
interface Publishing {
  readonly request: BuildRequest;
  readonly config: SiteConfig;
  readonly parser: EssayParser;
  /** The date that the author asks for; null for now. */
  readonly on: string | null;
}

/** Dates the essay at `path`, and records its address. */
async function publishFile(
  publishing: Publishing,
  path: string,
  terminal: Terminal,
): Promise<0 | 1> {
  const { request, config, parser, on } = publishing;
  const { root, now } = request;
  const { value: file, problem } = readSiteFile(root, path);
  if (file === null) return tellProblems([problem], terminal);
  const moment = on === null ? now : readMoment(on, config.timezone);
  if (moment === null) {
    return refuse(`\`${on}\` can't be read as a date`, 'Write it as 2026-12-24T08:00.', terminal);
  }
  const { essay: before } = parseEssay(file, parser);
  const held = findHeldBack([before], { publishFuture: false }, { ...request.mode, now }).get(path);
  if (held?.state === 'private' || held?.state === 'no longer') {
    const message = `\`${held.key}\` keeps ${path} from being published`;
    return refuse(message, 'Remove that key first.', terminal);
  }
  if (held === undefined) {
    const message = `${path} is already published, on ${before.published}`;
    return refuse(message, 'Change its date by hand.', terminal);
  }
  const date = formatMoment(moment, config.timezone);
  const dated = { path, bytes: Buffer.from(setDate(file, date)) };
  const { essay, problems } = parseEssay(dated, parser);
  if (hasErrors(problems)) return tellProblems(problems, terminal);
  const isDated = !essay.draft && essay.notBefore === null && essay.published === date;
  const isOther = !isDated || describeRest(file) !== describeRest(dated);
  const lock = findLock(join(root, path));
  if (isOther || lock !== null) {
    const reason = isOther ? 'its front matter has no simple line for the date' : `it ${lock}`;
    const hint = `Write \`published: ${date}\` into it, and remove \`draft\`.`;
    return refuse(`${path} is left unchanged: ${reason}`, hint, terminal);
  }
  const isWritten = rewriteFile(join(root, path), file.bytes, dated.bytes, request.cacheDir);
  // The author has just saved it.
  if (!isWritten) return publishFile(publishing, path, terminal);
  if (problems.length > 0) tellProblems(problems, terminal);
  const url = await recordAddress(request, path);
  terminal.write(`${terminal.paint('green', '✓')} ${path} is dated ${date}\n`);
  if (moment > now && config.publishFuture) {
    terminal.write(
      '  The next build publishes it anyway. To wait for the date, set `publishFuture: false` in site.yaml\n',
    );
  }
  if (url !== null) terminal.write(`  ${url} after the next \`npx essay-blog build\`\n`);
  return 0;
}

/** Reads the date of `--on`; null for anything else. */
function readMoment(value: string, timeZone: string): number | null {
  return parseDate({ value, place: wholeFile('') }, timeZone, []);
}

/** The properties that may change: offsets, and the keys of dates and drafts. */
const CHANGED = `offset|keyOffset|published|${FRONT_MATTER_KEYS.published.also.join('|')}`;
const CHANGING = new RegExp(`^(?:${CHANGED}|publishedTimestamp)$`, 'i');

/** Serializes everything in an essay except its date and draft state, for comparison. */
function describeRest(file: SourceFile): string {
  const { entries, body } = readFrontMatter(file);
  return JSON.stringify([entries, body.trim()], (key, value) => {
    if (CHANGING.test(key) || findHidingRow(key) !== null) return undefined;
    return value instanceof Map ? Object.fromEntries(value) : value;
  });
}

/**
 * Sets the date in the text of an essay, and removes the lines that make it a draft or hold it back until a date. Line
 * endings are kept. A file without front matter gets some.
 */
function setDate(file: SourceFile, date: string): string {
  const text = Buffer.from(file.bytes).toString();
  const source = readFrontMatter(file);
  const lines: (string | null)[] = text.split('\n');
  const end = lines[0]?.endsWith('\r') ? '\r' : '';
  if (source.entries.size === 0 && source.bodyOffset === 0) {
    return `---${end}\npublished: ${date}${end}\n---${end}\n${end}\n${text}`;
  }
  const findLine = (offset: number) => source.text.slice(0, offset).split('\n').length - 1;
  const timestamp = source.entries.get('publishedTimestamp')?.keyOffset;
  const holding = source.hidingFacts.filter(({ meaning }) => /^(?:draft|not yet)$/.test(meaning));
  const stated = findValue(source, ['published', ...FRONT_MATTER_KEYS.published.also]);
  const held = holding.map(({ keyOffset }) => findLine(keyOffset));
  const [draft, ...others] = held.filter(
    (line) => stated === null || line !== findLine(stated.node.offset),
  );
  const dropped = timestamp === undefined ? others : [...others, findLine(timestamp)];
  for (const line of [draft, ...dropped]) if (line !== undefined) lines[line] = null;
  if (stated === null) {
    const opening = /^\uFEFF?(?:---|(\+\+\+))/.exec(text);
    const added = `published${opening?.[1] ? ' = ' : ': '}${date}${end}`;
    if (draft === undefined) lines.splice(opening === null ? 0 : 1, 0, added);
    else lines[draft] = added;
  } else {
    const { offset } = stated.node;
    const column = offset - (source.text.lastIndexOf('\n', offset - 1) + 1);
    const line = findLine(offset);
    // The value may be in quotes.
    lines[line] = lines[line]?.slice(0, column).replace(/["']$/, '') + date + end;
  }
  return lines.filter((line) => line !== null).join('\n');
}
