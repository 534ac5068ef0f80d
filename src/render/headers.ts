/**
 * `_headers`, for hosts that read it (Netlify, Cloudflare Pages and others): how long each file is kept,
 * and what pages may load. Pure.
 */
import type { SiteConfig } from '../content/config.ts';
import * as urls from '../site/urls.ts';

/** Paths, and the headers that they get. */
interface HeaderRule {
  readonly paths: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** All that the rules depend on besides the site's settings. */
export interface HeaderInputs {
  /** The text of the author's public/_headers, which comes first. */
  readonly own: string;
  /** What bodies and templates bring along, as `listEmbedded` names it. */
  readonly embedded: readonly string[];
  /** Site paths of what bears its fingerprint in its name. */
  readonly immutable: readonly string[];
}

const REVALIDATE = 'public, max-age=0, must-revalidate';
/** A year, as long as RFC 9111 suggests; and no question before it is over (RFC 8246). */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Cloudflare Pages takes no longer line. */
const MAX_POLICY = 1900;

/**
 * Writes the rules. No header is set twice for a path, since hosts would join the two; and none that the
 * author's own file sets anywhere.
 */
export function renderHeaderRules(
  config: SiteConfig,
  at: urls.SiteUrls,
  { own, embedded, immutable }: HeaderInputs,
): string {
  const pages = [urls.HOME_PATH, urls.ABOUT_PATH, urls.essayPath('*')];
  const services = urls.SERVICE_OUTPUTS.map((path) => `/${path}`);
  const rules: HeaderRule[] = [
    {
      paths: ['/*'],
      headers: [
        ['Content-Security-Policy', describePolicy(config, embedded)],
        ['Referrer-Policy', 'strict-origin-when-cross-origin'],
        ['X-Content-Type-Options', 'nosniff'],
      ],
    },
    { paths: immutable, headers: [['Cache-Control', IMMUTABLE]] },
    { paths: [...pages, ...services], headers: [['Cache-Control', REVALIDATE]] },
  ];
  const stated = new Set(
    own.match(/^[ \t]+[\w-]+(?=:)/gm)?.map((name) => name.trim().toLowerCase()),
  );
  const lines = rules.flatMap(({ paths, headers }) => {
    const left = headers.filter(([name]) => !stated.has(name.toLowerCase()));
    const written = left.map(([name, value]) => `  ${name}: ${value}`);
    return left.length === 0 ? [] : paths.flatMap((path) => [urls.toUrl(at, path), ...written]);
  });
  const head = own === '' || own.endsWith('\n') ? own : `${own}\n`;
  return `${head}${lines.join('\n')}\n`;
}

/**
 * The policy: scripts only where they are known, embedded pictures, films and frames from everywhere,
 * since old essays have them from anywhere. Styles may be inline: an essay's HTML may have them.
 */
function describePolicy(config: SiteConfig, embedded: readonly string[]): string {
  const listExtra = (directive: string) =>
    embedded
      .filter((each) => each.startsWith(`${directive} `))
      .map((each) => each.slice(directive.length + 1));
  const scripts = ["'self'", "'inline-speculation-rules'", ...listExtra('script-src')];
  // Beside the digest of a script Chromium does not heed the word for rules, and asks for theirs.
  const hasDigest = scripts.some((source) => source.startsWith("'sha256-"));
  const rules = hasDigest ? listExtra('speculation-rules') : [];
  const endpoint = config.analytics.outbound;
  const told = endpoint === null ? [] : [new URL(endpoint).origin];
  const objects = listExtra('object-src');
  const write = (scriptSources: readonly string[]) => {
    const directives: readonly (readonly [name: string, sources: readonly string[]])[] = [
      ['default-src', ["'self'"]],
      ['script-src', scriptSources],
      ['style-src', ["'self'", "'unsafe-inline'", 'https:']],
      ['img-src', ['*', 'data:', 'blob:']],
      ['media-src', ['*', 'data:', 'blob:']],
      ['font-src', ["'self'", 'https:', 'data:']],
      ['frame-src', ['*']],
      // Scripts of others ask their own servers, whichever those are.
      ['connect-src', ["'self'", ...(scripts.length > 2 ? ['https:'] : told)]],
      ['object-src', objects.length === 0 ? ["'none'"] : objects],
      ['base-uri', ["'self'"]],
      ['form-action', ["'self'", 'https:']],
      ['frame-ancestors', ["'self'"]],
    ];
    return directives.map(([name, sources]) => [name, ...new Set(sources)].join(' ')).join('; ');
  };
  const policy = write([...scripts, ...rules]);
  return policy.length <= MAX_POLICY ? policy : write(["'self'", "'unsafe-inline'", 'https:']);
}
