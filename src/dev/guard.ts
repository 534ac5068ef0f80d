/**
 * Decides which requests the development server answers; every request passes through here first.
 *
 * Any page in the author's browser can reach a server on the same machine. So a request must name this server as its
 * host (against DNS rebinding, for which an attacker needs a name: any IP address will do), and must not come from
 * another site's page unless it follows a link. Pure: it never throws, whatever a request holds.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The decoded path and the query, with its `?`, of a request to answer; or the status of a refusal. */
type Verdict =
  | { readonly path: string; readonly search: string }
  | { readonly refused: 400 | 403 | 405 };

/** The allowed methods, as the header `Allow` lists them. */
export const ALLOWED_METHODS = 'GET, HEAD';

const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/** Judges a request. `hosts` are the names of this server, in lower case and without ports. */
export function judgeRequest(request: IncomingMessage, hosts: ReadonlySet<string>): Verdict {
  // The target as sent, one character per byte.
  const { method, url: target = '' } = request;
  // RFC 9112, section 3.2: there is exactly one Host.
  const [stated, ...others] = request.headersDistinct.host ?? [];
  if (stated === undefined || others.length > 0) return { refused: 400 };
  const [, host, port = '0'] = AUTHORITY.exec(stated) ?? [];
  if (host === undefined || Number(port) > MAX_PORT) return { refused: 400 };
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  if (!isAddress && !hosts.has(host.toLowerCase())) return { refused: 403 };
  if (method !== 'GET' && method !== 'HEAD') return { refused: 405 };
  if (isForeign(request, stated)) return { refused: 403 };
  const [, rawPath = '', search = ''] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  const path = decodePath(rawPath);
  return path === null ? { refused: 400 } : { path, search };
}

/**
 * Decodes the path of a request once. Null for an invalid one: without a leading slash, with a malformed or
 * overlong escape, a backslash or a control character.
 */
export function decodePath(rawPath: string): string | null {
  if (!rawPath.startsWith('/')) return null;
  const escapeByte = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
  try {
    const path = decodeURIComponent(rawPath.replace(/[^ -~]/g, escapeByte));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
    return /[\u0000-\u001f\u007f\\]/.test(path) ? null : path;
  } catch {
    return null;
  }
}

/** True for a request made by another site's page, unless it follows a link. */
function isForeign({ headersDistinct: headers }: IncomingMessage, host: string): boolean {
  const [mode] = headers['sec-fetch-mode'] ?? [];
  const [destination] = headers['sec-fetch-dest'] ?? [];
  // Scripts can set neither header, and a page cannot read a document that it navigates to.
  if (mode === 'navigate' && destination === 'document') return false;
  const own = `http://${host}`.toLowerCase();
  const origins = headers.origin ?? [];
  if (origins.some((each) => each.toLowerCase() !== own)) return true;
  const sites = headers['sec-fetch-site'] ?? [];
  return sites.some((site) => site !== 'same-origin' && site !== 'none');
}
