/**
 * Checks links to other hosts, for `blog check --links`.
 *
 * A host gets one request at a time, and four hosts are asked in parallel. Answers are cached for a week
 * in a file of lines: the URL, the answer, its time. A damaged line is ignored.
 */
import { join } from 'node:path';
import { formatMoment } from '../content/dates.ts';
import { parseEssay } from '../content/essay.ts';
import { readOwnFile, replaceFile } from '../content/file-state.ts';
import { readContent, readFile } from '../content/files.ts';
import { readAttributes } from '../content/html.ts';
import { decodeEntities } from '../content/text.ts';
import { groupBy, makeProblem, type Problem } from '../problems.ts';
import { ProgressBar, type Terminal } from '../report.ts';
import { ignoreLinks, locateLinks } from '../site/broken-links.ts';
import type { BuildRequest } from '../stages.ts';
import { loadParser } from './site.ts';

const HOSTS_AT_ONCE = 4;
const ARCHIVE_MS = 15_000;
const WEEK_MS = 7 * 86_400_000;
/** The API of the Internet Archive that finds the copy of a page nearest to a date. */
const ARCHIVE = 'https://archive.org/wayback/available';
const HEADERS = { 'user-agent': 'blog (link check)', accept: '*/*' };

/** A host's answer: the HTTP status, or the reason why there is none. */
type Answer = number | string;

/** Returns a warning for each link that is gone, and a notice for each without a clear answer. */
export async function checkOuterLinks(
  request: BuildRequest,
  terminal: Terminal,
  { archive, timeoutMs } = { archive: ARCHIVE, timeoutMs: 15_000 },
): Promise<Problem[]> {
  const { cacheDir, now } = request;
  const links = await listOuterLinks(request);
  const file = join(cacheDir, 'links');
  const answers = new Map<string, readonly [answer: Answer, asked: number]>();
  for (const line of readOwnFile(file)?.toString().split('\n') ?? []) {
    const [url, answer, asked] = line.split(' ');
    if (url && now - Number(asked) < WEEK_MS) answers.set(url, [Number(answer), Number(asked)]);
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
        answers.set(url, [await ask(url, timeoutMs), now]);
        bar.show('links', answers.size, urls.size);
      }
    }
  };
  await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, work));
  bar.clear();
  // Only definite answers are cached; all other links are checked again the next time.
  const lasting = [...answers].filter(([, [answer]]) => isGone(answer) || isThere(answer));
  replaceFile(file, lasting.map((answer) => answer.flat().join(' ')).join('\n'));
  const problems: Problem[] = [];
  for (const link of links) {
    const [answer] = answers.get(link.url) ?? [''];
    if (isGone(answer)) problems.push(linkGone(link, answer, await findCopy(link, archive)));
    else if (!isThere(answer)) problems.push(linkUnsure(link, answer));
  }
  return problems;
}

function isGone(answer: Answer): boolean {
  return answer === 404 || answer === 410;
}

function isThere(answer: Answer): boolean {
  return typeof answer === 'number' && answer < 400;
}

/** Lists the links to other hosts in essays and pages, except for ignored ones, each with its place. */
async function listOuterLinks(request: BuildRequest) {
  const { root } = request;
  const { config, parser } = await loadParser(request);
  const { listing, pages } = readContent(root, null, config.followLinks).value;
  const isIgnored = ignoreLinks(config.ignoreLinks);
  return [...listing.essays, ...pages].flatMap((path) => {
    const { value: file } = readFile(root, path);
    if (file === null) return [];
    const { essay, body } = parseEssay(file, parser);
    const urls = listUrls(body.html).filter((url) => !isIgnored(url));
    if (urls.length === 0) return [];
    const moment = formatMoment(essay.publishedTimestamp, config.timezone);
    // The day of the essay, `20201203`, for the archive.
    const day = essay.isUndated ? '' : moment.slice(0, 10).replaceAll('-', '');
    const locate = locateLinks(file, essay.format, parser);
    return urls.map((written) => {
      const { href } = new URL(written);
      return { url: href.replace(/#.*/s, ''), written, day, place: locate(written) };
    });
  });
}

type OuterLink = Awaited<ReturnType<typeof listOuterLinks>>[number];

/** The absolute URLs that links in the HTML of a body lead to. */
function listUrls(html: string): string[] {
  const tags = html.match(/<a\s[^>]*>/g) ?? [];
  return tags.flatMap((tag) => {
    const href = readAttributes({ attributes: tag.slice(2, -1) }).get('href') ?? '';
    const url = decodeEntities(href);
    return /^https?:\/\//i.test(url) && URL.canParse(url) ? [url] : [];
  });
}

/** Sends a HEAD request, and a GET request if the host does not answer that with success. */
async function ask(url: string, timeoutMs: number): Promise<Answer> {
  let answer: Answer = '';
  for (const method of ['HEAD', 'GET']) {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { method, signal, headers: HEADERS });
      await response.body?.cancel();
      answer = response.status;
    } catch (error) {
      const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
      if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`;
      answer = cause?.code ?? cause?.message ?? message;
    }
    if (isThere(answer) || answer === 429) return answer;
  }
  return answer;
}

/** Returns the URL of the archived copy nearest to the day of the essay; null if there is none. */
async function findCopy({ url, day }: OuterLink, archive: string): Promise<string | null> {
  try {
    const query = new URLSearchParams({ url, timestamp: day });
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

function linkGone({ written, place }: OuterLink, answer: Answer, copy: string | null): Problem {
  const message = `The link \`${written}\` leads to a page that is gone (${answer})`;
  const hint =
    copy === null
      ? 'Link to where it is now, or remove the link.'
      : `The Internet Archive has a copy: ${copy}`;
  return makeProblem('link-gone', place, message, hint);
}

function linkUnsure({ written, place }: OuterLink, answer: Answer): Problem {
  const why = typeof answer === 'number' ? `its host answers ${answer}` : answer;
  const message = `Whether the link \`${written}\` still works is not known: ${why}`;
  return makeProblem('link-unsure', place, message, 'Open it in a browser.');
}
