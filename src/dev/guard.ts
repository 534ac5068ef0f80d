/**
 * Decides whether a request is answered at all: the first thing that sees each of them.
 *
 * A server on a laptop can be reached by every page that its owner's browser shows. So a request must
 * name this server as its host (against DNS rebinding), and no other page may fetch from here; only a
 * link that somebody follows may come from elsewhere. Pure: it never throws, whatever a request holds.
 */

/** What the guard looks at. */
export interface RequestFacts {
  readonly method: string;
  /** As it stands in the request line: each of its bytes is a character. */
  readonly target: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
}

/** The path, decoded, and what stands behind it; or the status of the refusal. */
export type Verdict =
  | { readonly kind: 'pass'; readonly path: string; readonly search: string }
  | { readonly kind: 'refuse'; readonly status: 400 | 403 | 405 | 414 };

/** The methods that are answered, as `Allow` names them. */
export const ALLOWED_METHODS = 'GET, HEAD';

/** In bytes. RFC 9110, section 4.1, asks for 8000 at least. */
const MAX_TARGET_LENGTH = 8000;

const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i;

/** Judges a request; `hosts` are the names of this server, in small letters, without ports. */
export function judgeRequest(request: RequestFacts, hosts: ReadonlySet<string>): Verdict {
  const { method, target } = request;
  if (target.length > MAX_TARGET_LENGTH) return refuse(414);
  const absolute = /^http:\/\/([^/?#]*)/i.exec(target);
  const authorities = listValues(request, 'host');
  // RFC 9112, section 3.2: exactly one Host; a target with an authority goes before it.
  const [stated] = authorities;
  if (stated === undefined || authorities.length > 1) return refuse(400);
  for (const authority of absolute === null ? [stated] : [stated, absolute[1] ?? '']) {
    const host = AUTHORITY.exec(authority)?.[1];
    if (host === undefined) return refuse(400);
    if (!hosts.has(host.toLowerCase())) return refuse(403);
  }
  if (method !== 'GET' && method !== 'HEAD') return refuse(405);
  if (isForeign(request, stated)) return refuse(403);
  const local = absolute === null ? target : target.slice(absolute[0].length) || '/';
  const [, rawPath = '', search = ''] = /^([^?]*)(.*)$/s.exec(local) ?? [];
  const path = decodePath(rawPath);
  return path === null ? refuse(400) : { kind: 'pass', path, search };
}

/**
 * A path as a request states it, decoded once. Null for one that is none: without a slash at its
 * start, with a malformed or overlong escape, a backslash or a control character.
 */
export function decodePath(rawPath: string): string | null {
  if (!rawPath.startsWith('/')) return null;
  try {
    const bytes = rawPath.replace(/[^ -~]+/g, (text) => encodeURIComponent(fromBytes(text)));
    const path = decodeURIComponent(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
    return /[\u0000-\u001f\u007f\\]/.test(path) ? null : path;
  } catch {
    return null;
  }
}

/** The text that bytes make, each of them given as a character; throws where they are no UTF-8. */
function fromBytes(text: string): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
}

/** True for a request that another site's page makes, but for a link that is followed. */
function isForeign(request: RequestFacts, host: string): boolean {
  const [mode, destination] = ['sec-fetch-mode', 'sec-fetch-dest'].map(
    (name) => listValues(request, name)[0],
  );
  // Scripts can set neither of the two; and no page can read what it sends its visitor to.
  if (mode === 'navigate' && destination === 'document') return false;
  const own = `http://${host}`.toLowerCase();
  if (listValues(request, 'origin').some((origin) => origin.toLowerCase() !== own)) return true;
  const sites = listValues(request, 'sec-fetch-site');
  return sites.some((site) => site !== 'same-origin' && site !== 'none');
}

function listValues({ rawHeaders }: RequestFacts, name: string): string[] {
  return rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === name && index % 2,
  );
}

function refuse(status: 400 | 403 | 405 | 414): Verdict {
  return { kind: 'refuse', status };
}
