/**
 * The files that Netlify, Cloudflare Pages and other hosts read: `_redirects`, and `_headers` with the
 * Content-Security-Policy. Pure.
 *
 * The generated lines follow those of the author's own files.
 */
import type { SiteConfig } from '../essays/config.ts';
import { isExternalUrl } from '../markdown/url-syntax.ts';
import { isGone } from '../site/redirect-rules.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';

/**
 * Writes `_redirects`: `ownLines`, the text of the author's file, then one rule per line. Hosts understand the
 * placeholders.
 */
export function renderRedirectLines(
  { redirectLines, editions, urls: at }: Pick<Site, 'redirectLines' | 'editions' | 'urls'>,
  ownLines: string,
): string {
  const address = (path: string) => (isExternalUrl(path) ? path : urls.toUrl(at, path));
  const written = redirectLines.map((line) => {
    // Netlify answers with 410, although there is a page; other hosts ignore the line.
    const status = isGone(line) ? '410!' : '301';
    return `${address(line.from)} ${address(line.to)} ${status}\n`;
  });
  // Netlify finds only one 404 page by itself. Cloudflare Pages finds each, and ignores these lines.
  const notFound = editions.flatMap(({ config: { prefix } }) =>
    prefix === ''
      ? []
      : `${address(`${prefix}/*`)} ${address(`${prefix}/${urls.NOT_FOUND_OUTPUT}`)} 404\n`,
  );
  return endLine(ownLines) + [...new Set([...written, ...notFound])].join('');
}

/** One year, the longest lifetime that RFC 9111 suggests, without revalidation (RFC 8246). */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Writes `_headers`: `ownLines`, the text of the author's file, then the generated rules. A header that the
 * author sets for any path is left out of them, since hosts would join the two values.
 *
 * `embedded` is as in `Body.embedded`; `immutable` are the site paths of files with fingerprints. Hosts have browsers
 * revalidate all others without a rule.
 */
export function renderHeaderRules(
  { config, urls: at, isPreview }: Pick<Site, 'config' | 'urls' | 'isPreview'>,
  ownLines: string,
  embedded: readonly string[],
  immutable: readonly string[],
): string {
  const stated = new Set<string>(ownLines.toLowerCase().match(/(?<=^[ \t]+)[\w-]+(?=:)/gm));
  const write = (paths: readonly string[], headers: Record<string, string>) => {
    const left = Object.entries(headers).filter(([name]) => !stated.has(name.toLowerCase()));
    const lines = left.map(([name, value]) => `  ${name}: ${value}\n`);
    if (lines.length === 0) return '';
    return paths.map((path) => `${urls.toUrl(at, path)}\n${lines.join('')}`).join('');
  };
  return [
    endLine(ownLines),
    write(['/*'], {
      'Content-Security-Policy': describePolicy(config, embedded),
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
      ...(isPreview && { 'X-Robots-Tag': 'noindex' }),
    }),
    write(immutable, { 'Cache-Control': IMMUTABLE }),
  ].join('');
}

/** Cloudflare Pages rejects longer lines. */
const MAX_POLICY = 1900;

/**
 * The Content-Security-Policy: scripts only from known sources; pictures, media and frames from anywhere,
 * since old essays embed them from anywhere. Inline styles are allowed because an essay's HTML may
 * have them.
 */
function describePolicy(config: SiteConfig, embedded: readonly string[]): string {
  const listExtra = (directive: string) =>
    embedded
      .filter((each) => each.startsWith(`${directive} `))
      .map((each) => each.slice(directive.length + 1));
  const scripts = ["'self'", "'inline-speculation-rules'", ...listExtra('script-src')];
  // Next to the digest of a script, Chromium ignores the keyword and requires digests of the rules too.
  const hasDigest = scripts.some((source) => source.startsWith("'sha256-"));
  const rules = hasDigest ? listExtra('speculation-rules') : [];
  const endpoint = config.analytics.outbound;
  const origins = endpoint === null ? [] : [new URL(endpoint).origin];
  const objects = listExtra('object-src');
  // The search of Pagefind, whose index the author makes after each build, runs WebAssembly.
  const isSearched = config.elsewhere.some((path) => /^\/pagefind(?:\/|$)/.test(path));
  const wasm = isSearched ? ["'wasm-unsafe-eval'"] : [];
  const write = (scriptSources: readonly string[]) => {
    const directives: Record<string, readonly string[]> = {
      'default-src': ["'self'"],
      'script-src': [...scriptSources, ...wasm],
      'style-src': ["'self'", "'unsafe-inline'", 'https:'],
      'img-src': ['*', 'data:', 'blob:'],
      'media-src': ['*', 'data:', 'blob:'],
      'font-src': ["'self'", 'https:', 'data:'],
      'frame-src': ['*'],
      // Third-party scripts connect to servers that cannot be listed here.
      'connect-src': ["'self'", ...(scripts.length > 2 ? ['https:'] : origins)],
      'object-src': objects.length === 0 ? ["'none'"] : objects,
      'base-uri': ["'self'"],
      'form-action': ["'self'", 'https:'],
      'frame-ancestors': ["'self'"],
    };
    return Object.entries(directives)
      .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
      .join('; ');
  };
  const policy = write([...scripts, ...rules]);
  return policy.length <= MAX_POLICY ? policy : write(["'self'", "'unsafe-inline'", 'https:']);
}

/** Ends the last line of a text, so that more lines can follow. */
function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
