/**
 * Checks links to other hosts, for `blog check --links`.
 *
 * A host gets one request at a time, and four hosts are asked in parallel. Answers are cached for a week
 * in a file of lines: the URL, the answer, its time. A damaged line is ignored.
 */
import { join } from 'node:path';
import type { BuildRequest } from '../build/request.ts';
import { formatMoment } from '../essays/dates.ts';
import { parseEssay } from '../essays/essay.ts';
import { readSiteFile } from '../essays/files.ts';
import { findContent, pickListingSettings } from '../essays/listing.ts';
import { readOwnFile, replaceFile } from '../files/file-state.ts';
import { askHost, isPrivateHost, PrivateHost, withoutPassword } from '../files/public-host.ts';
import { replaceFrom, subjectOf } from '../problems/edits.ts';
import { groupBy } from '../problems/group-by.ts';
import { makeProblem, type Place, type Problem } from '../problems/problems.ts';
import type { Terminal } from '../problems/report.ts';
import { ignoreLinks, locateLinks } from '../site/broken-links.ts';
import { ProgressBar } from './report.ts';
import { loadParser } from './site.ts';

const HOSTS_AT_ONCE = 4;
const ARCHIVE_MS = 15_000;
const WEEK_MS = 7 * 86_400_000;
/** The API of the Internet Archive that finds the copy of a page nearest to a date. */
const ARCHIVE = 'https://archive.org/wayback/available';
const HEADERS = { 'user-agent': 'blog (link check)', accept: '*/*' };

const MAX_REDIRECTS = 20;
/** Hosts of this machine; links to them are reported by every build. */
const LOOPBACK = /^(?:localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;
const NOT_ASKED = 'it points to a private network; such links are never checked';

/** A host's answer: the HTTP status, or the reason why there is none. */
type HostAnswer = number | string;

/** How links are checked. */
interface LinkCheck {
  readonly archive: string;
  readonly timeoutMs: number;
  readonly isPrivate?: IsPrivate;
}
const LINK_CHECK: LinkCheck = { archive: ARCHIVE, timeoutMs: 15_000 };

/** Returns a warning for each link that is gone, and a notice for each without a clear answer. */
export async function checkOuterLinks(
  request: BuildRequest,
  terminal: Terminal,
  { archive, timeoutMs, isPrivate = isPrivateHost }: LinkCheck = LINK_CHECK,
): Promise<Problem[]> {
  const { cacheDir, now } = request;
  const found = await listOuterLinks(request);
  const links = found.filter(({ url }) => {
    const { hostname } = new URL(url);
    return !(LOOPBACK.test(hostname) && isPrivate(hostname));
  });
  const file = join(cacheDir, 'links');
  const answers = new Map<string, readonly [answer: HostAnswer, asked: number]>();
  for (const line of readOwnFile(file)?.toString().split('\n') ?? []) {
    const [url, answer, asked] = line.split(' ');
    const isRecent = url && now - Number(asked) < WEEK_MS;
    if (isRecent && URL.canParse(url) && !isPrivate(new URL(url).hostname))
      answers.set(url, [Number(answer), Number(asked)]);
  }
  const urls = new Set(links.map(({ url }) => url));
  const unknown = [...urls].filter((url) => !answers.has(url));
  const byHost = groupBy(unknown, (url) => new URL(url).host);
  const queues = [...byHost.values()].sort((a, b) => b.length - a.length).values();
  const bar = new ProgressBar(terminal);
  const work = async () => {
    // The workers share one iterator.
    for (const queue of queues) {
      for (const url of queue) {
        answers.set(url, [await askUrl(url, timeoutMs, isPrivate), now]);
        bar.show('links', answers.size, urls.size);
      }
    }
  };
  await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, work));
  bar.clear();
  // Only definite answers are cached; all other links are checked again the next time.
  const lasting = [...answers].filter(([, [answer]]) => isGoneStatus(answer) || isThere(answer));
  replaceFile(file, lasting.map((answer) => answer.flat().join(' ')).join('\n'));
  const problems: Problem[] = [];
  for (const link of links) {
    const [answer] = answers.get(link.url) ?? [''];
    if (isGoneStatus(answer)) problems.push(linkGone(link, answer, await findCopy(link, archive)));
    else if (!isThere(answer)) problems.push(linkUnsure(link, answer));
  }
  return problems;
}

function isGoneStatus(answer: HostAnswer): boolean {
  return answer === 404 || answer === 410;
}

function isThere(answer: HostAnswer): boolean {
  return typeof answer === 'number' && answer < 400;
}

/** A link to another host. */
interface OuterLink {
  /** Without a fragment and a password. */
  readonly url: string;
  /** As the author wrote it. */
  readonly written: string;
  /** The day of the essay, `20201203`, for the archive; empty for an undated one. */
  readonly day: string;
  readonly place: Place;
}

/** Lists the links to other hosts in essays and pages, except for ignored ones, each with its place. */
async function listOuterLinks(request: BuildRequest): Promise<OuterLink[]> {
  const { root } = request;
  const { config, parser } = await loadParser(request);
  const { listing, pages } = findContent(root, pickListingSettings(config)).value;
  const isIgnored = ignoreLinks(config.ignoreLinks);
  return [...listing.essays, ...pages].flatMap((path) => {
    const { value: file } = readSiteFile(root, path);
    if (file === null) return [];
    const { essay, body } = parseEssay(file, parser);
    const urls = body.outerUrls.filter((url) => isAbsolute(url) && !isIgnored(url));
    if (urls.length === 0) return [];
    const moment = formatMoment(essay.publishedTimestamp, config.timezone);
    const day = essay.isUndated ? '' : moment.slice(0, 10).replaceAll('-', '');
    const locate = locateLinks(file, essay.format, parser);
    return urls.map((written) => {
      const { href } = new URL(withoutPassword(written));
      return { url: href.replace(/#.*/s, ''), written, day, place: locate(written) };
    });
  });
}

const isAbsolute = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url);

type IsPrivate = (host: string) => boolean;

/** Sends a HEAD request, and a GET request if the host does not answer that with success. */
async function askUrl(url: string, timeoutMs: number, isPrivate: IsPrivate): Promise<HostAnswer> {
  let answer: HostAnswer = '';
  for (const method of ['HEAD', 'GET'] as const) {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      answer = await followRedirects(new URL(url), method, signal, isPrivate);
    } catch (thrown) {
      const { name, message, code, cause } = thrown as Error & { code?: string; cause?: Error };
      if (thrown instanceof PrivateHost) return NOT_ASKED;
      if (name === 'TimeoutError' || cause?.name === 'TimeoutError')
        return `no answer within ${timeoutMs / 1000} seconds`;
      answer = code ?? message;
    }
    if (isThere(answer) || answer === 429) return answer;
  }
  return answer;
}

/** Asks a URL and those that it redirects to; returns the last status. */
async function followRedirects(
  from: URL,
  method: 'HEAD' | 'GET',
  signal: AbortSignal,
  isPrivate: IsPrivate,
): Promise<number> {
  let url = from;
  for (let count = 0; count < MAX_REDIRECTS; count++) {
    const response = await askHost(url, { method, signal, headers: HEADERS, isPrivate });
    response.destroy();
    const { statusCode: status = 0, headers } = response;
    const next = status >= 300 ? (headers.location ?? '') : '';
    if (status >= 400 || next === '' || !URL.canParse(next, url)) return status;
    url = new URL(next, url);
  }
  throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
}

/** Returns the URL of the archived copy nearest to the day of the essay; null if there is none. */
async function findCopy({ url, day }: OuterLink, archive: string): Promise<string | null> {
  try {
    const query = new URLSearchParams({ url: withoutPassword(url), timestamp: day });
    const signal = AbortSignal.timeout(ARCHIVE_MS);
    const response = await fetch(`${archive}?${query}`, { signal, headers: HEADERS });
    const found = (await response.json()) as {
      archived_snapshots?: { closest?: { available?: boolean; url?: string } };
    };
    const closest = found.archived_snapshots?.closest;
    return closest?.available ? (closest.url?.replace(/^http:/, 'https:') ?? null) : null;
  } catch {
    return null; // If the archive cannot be reached, the hint names no copy.
  }
}

function linkGone({ written, place }: OuterLink, answer: HostAnswer, copy: string | null): Problem {
  const message = `The link \`${withoutPassword(written)}\` leads to a page that is gone (${answer})`;
  const hint =
    copy === null
      ? 'Link to where it is now, or remove the link.'
      : `The Internet Archive has a copy: ${copy}`;
  const details = { edits: replaceFrom(place, written, copy), subject: subjectOf(written) };
  return makeProblem('link-gone', place, message, hint, details);
}

function linkUnsure({ written, place }: OuterLink, answer: HostAnswer): Problem {
  const why = typeof answer === 'number' ? `its host answers ${answer}` : answer;
  const message = `Can't tell whether the link \`${withoutPassword(written)}\` still works: ${why}`;
  const subject = subjectOf(written);
  return makeProblem('link-unsure', place, message, 'Open it in a browser.', { subject });
}
