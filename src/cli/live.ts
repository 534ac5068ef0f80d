/**
 * Runs `blog check --live`: reads the sitemap of the published site, and lists the addresses that the built
 * site in the output folder does not have.
 *
 * Uses the network only to read sitemaps of the host that site.yaml names.
 */
import { join } from 'node:path';
import { decodePath } from '../dev/guard.ts';
import { SiteView } from '../dev/site-view.ts';
import { parseConfig } from '../essays/config.ts';
import { readOptional } from '../essays/files.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { findMissing } from '../essays/site-root.ts';
import { readOwnFile } from '../files/file-state.ts';
import { hidePasswords, showControls } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { readHostRedirects } from '../render/host-rules.ts';
import { HOME_OUTPUT, makeSiteUrls, REDIRECTS_OUTPUT, SITEMAP_OUTPUT } from '../site/urls.ts';
import { decodeEntities, decodePercent } from '../text/text.ts';
import { tellNotBuilt } from './site.ts';

/** MAX_MIB is the limit of sitemaps.org for one sitemap; the others are limits of this command for all of them. */
const [MAX_MIB, MAX_SITEMAPS, MAX_SECONDS] = [50, 100, 60];

/**
 * Compares the published site with the one in `outDir`. Returns the exit code: 1 if addresses would be gone, 2 if
 * the sites could not be compared.
 */
export async function runLive(
  root: string,
  outDir: string,
  terminal: report.Terminal,
): Promise<0 | 1 | 2> {
  const { paint } = terminal;
  if (tellNotBuilt(HOME_OUTPUT, outDir, terminal)) return 2;
  const settings = readOptional(root, CONFIG_PATH);
  const { value, problems } = parseConfig(settings.value);
  const found = [...findMissing(root), ...settings.problems, ...problems];
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    report.tellProblems(errors, terminal);
    return 2;
  }
  let published: string[];
  try {
    published = await readPublished(value.url);
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    const hint = 'Is the site published at the `url` of content/site.yaml, with a sitemap.xml?';
    report.refuse(hidePasswords(showControls(thrown.message)), hint, terminal);
    return 2;
  }
  const answers = makeSiteLookup(outDir, value.url);
  const gone = published.filter((path) => !answers(path));
  const pages = report.count(published.length, 'published page');
  const hint = 'Name each in `aliases` of the essay that takes its place, or in `redirects`.';
  const lines =
    gone.length === 0
      ? [
          `${paint('green', '✓')} ${pages} at ${hidePasswords(value.url)}, and the built site has them all`,
        ]
      : [
          ...gone.map((path) => `  ${showControls(decodePercent(path))}`),
          `${paint('red', '✗')} ${paint('bold', `${gone.length} of ${pages} would be gone`)}`,
          `  ${paint('green', '→')} ${hint}`,
        ];
  terminal.write(`${lines.join('\n')}\n`);
  return gone.length === 0 ? 0 : 1;
}

/** Returns a function that is true if the site in a folder has a page, file or redirect at a percent-encoded path. */
function makeSiteLookup(outDir: string, siteUrl: string): (path: string) => boolean {
  const view = new SiteView(outDir);
  view.update([], makeSiteUrls(siteUrl).base);
  const redirect = readHostRedirects(readOwnFile(join(outDir, REDIRECTS_OUTPUT))?.toString() ?? '');
  return (path) => {
    const decoded = decodePath(path) ?? '';
    return view.locate(decoded) !== null || (redirect(path)?.status ?? 400) < 400;
  };
}

/** Thrown if the published site cannot be read; the message says why. */
class Unreadable extends Error {}

/** Reads the paths of all pages in the sitemap, or in the sitemaps that a sitemap index lists. */
async function readPublished(siteUrl: string): Promise<string[]> {
  const home = new URL(`${siteUrl}/`);
  const signal = AbortSignal.timeout(MAX_SECONDS * 1000);
  const hosts = new Set([home.host]);
  const paths = new Set<string>();
  const sitemaps = new Set([new URL(SITEMAP_OUTPUT, home).href]);
  // Iterating a set includes elements that are added meanwhile.
  for (const sitemap of sitemaps) {
    const { text, url } = await readSitemap(sitemap, signal);
    // The site may redirect to another host, such as www.
    if (sitemaps.size === 1) hosts.add(url.host);
    const isIndex = /<sitemapindex[\s>]/.test(text);
    for (const [, loc = ''] of text.matchAll(/<loc>([^<]*(?:<!\[CDATA\[[^<]*)?)<\/loc>/g)) {
      const address = decodeEntities(loc.replace(/<!\[CDATA\[|\]\]>/g, '').trim());
      if (!URL.canParse(address, url)) continue;
      const { host, href, pathname } = new URL(address, url);
      if (!hosts.has(host)) continue;
      if (isIndex) sitemaps.add(href);
      else if (pathname.startsWith(home.pathname)) paths.add(pathname);
    }
    const isLong = sitemaps.size > MAX_SITEMAPS;
    if (isLong) throw new Unreadable(`${home} has more than ${MAX_SITEMAPS} sitemaps`);
  }
  if (paths.size === 0) throw new Unreadable(`the sitemap of ${home} lists none of its pages`);
  return [...paths];
}

/** Reads a sitemap; returns it with its URL after any redirects. */
async function readSitemap(from: string, signal: AbortSignal): Promise<{ text: string; url: URL }> {
  try {
    const response = await fetch(from, { signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the host answers ${response.status}`);
    }
    const pieces: Uint8Array[] = [];
    let left = MAX_MIB * 2 ** 20;
    for await (const piece of response.body ?? []) {
      pieces.push(piece);
      left -= piece.length;
      if (left < 0) throw new Error(`it is larger than ${MAX_MIB} MiB`);
    }
    const text = Buffer.concat(pieces).toString();
    if (!/<(urlset|sitemapindex)[\s>]/.test(text)) throw new Error("it isn't a sitemap");
    return { text, url: new URL(response.url) };
  } catch (thrown) {
    const { name, message, cause } = thrown as Error & { cause?: NodeJS.ErrnoException };
    const isLate = name === 'TimeoutError';
    const late = `it takes more than ${MAX_SECONDS} seconds`;
    const reason = isLate ? late : cause?.message || cause?.code || message;
    throw new Unreadable(`cannot read ${from}: ${reason}`);
  }
}
