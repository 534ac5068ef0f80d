/**
 * Sitemaps of a published site: reads the pages that they list. Uses the network only for sitemaps of the host that was
 * asked first, or that it redirects to. An edge.
 */
import { askHost, RefusedHost } from '../files/public-host.ts';
import { decodeEntities } from '../text/text.ts';

/** MAX_MIB is the limit of sitemaps.org for one sitemap; the others are limits for all sitemaps of a site. */
const [MAX_MIB, MAX_SITEMAPS, MAX_SECONDS] = [50, 100, 60];

/** Thrown if a sitemap can't be read; the message says why. */
export class UnreadableSitemap extends Error {}

/** A sitemap, or an index of sitemaps. */
export interface Sitemap {
  readonly isIndex: boolean;
  /** The addresses of its pages or sitemaps, as written. */
  readonly addresses: readonly string[];
}

/** Parses a sitemap; null for another text. */
export function parseSitemap(text: string): Sitemap | null {
  const [, kind] = /<(urlset|sitemapindex)[\s>]/.exec(text) ?? [];
  if (kind === undefined) return null;
  const found = text.matchAll(/<loc>([^<]*(?:<!\[CDATA\[[^<]*)?)<\/loc>/g);
  const addresses = Array.from(found, ([, loc = '']) =>
    decodeEntities(loc.replace(/<!\[CDATA\[|\]\]>/g, '').trim()),
  );
  return { isIndex: kind === 'sitemapindex', addresses };
}

/** Reads the paths of all pages of `home` in a published sitemap, or in the sitemaps that an index lists. */
export async function readPublished(first: URL, home: URL): Promise<string[]> {
  const signal = AbortSignal.timeout(MAX_SECONDS * 1000);
  const hosts = new Set([home.host]);
  const paths = new Set<string>();
  const sitemaps = new Set([first.href]);
  // Iterating a set includes elements that are added meanwhile.
  for (const sitemap of sitemaps) {
    const { isIndex, addresses, url } = await askSitemap(sitemap, home.hostname, signal);
    // The site may redirect to another host, such as www.
    if (sitemaps.size === 1) hosts.add(url.host);
    for (const address of addresses) {
      if (!URL.canParse(address, url)) continue;
      const { host, href, pathname } = new URL(address, url);
      if (!hosts.has(host)) continue;
      if (isIndex) sitemaps.add(href);
      else if (pathname.startsWith(home.pathname)) paths.add(pathname);
    }
    if (sitemaps.size > MAX_SITEMAPS)
      throw new UnreadableSitemap(`${home} has more than ${MAX_SITEMAPS} sitemaps`);
  }
  if (paths.size === 0)
    throw new UnreadableSitemap(`the sitemap of ${home} lists none of its pages`);
  return [...paths];
}

/** Reads a published sitemap; returns it with its URL after any redirects. */
async function askSitemap(
  from: string,
  namedHost: string,
  signal: AbortSignal,
): Promise<Sitemap & { url: URL }> {
  try {
    const { response, url } = await askHost(new URL(from), { signal, namedHost });
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`the host answers ${response.statusCode}`);
    }
    const pieces: Uint8Array[] = [];
    let left = MAX_MIB * 2 ** 20;
    for await (const piece of response) {
      pieces.push(piece);
      left -= piece.length;
      if (left < 0) throw new Error(`it is larger than ${MAX_MIB} MiB`);
    }
    const sitemap = parseSitemap(Buffer.concat(pieces).toString());
    if (sitemap === null) throw new Error("it isn't a sitemap");
    return { ...sitemap, url };
  } catch (thrown) {
    const { message } = thrown as Error;
    const late = `it takes more than ${MAX_SECONDS} seconds`;
    const hidden = `${message} is on a private network`;
    const reason = signal.aborted ? late : thrown instanceof RefusedHost ? hidden : message;
    throw new UnreadableSitemap(`cannot read ${from}: ${reason}`);
  }
}
