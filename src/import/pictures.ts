/**
 * Pictures and other files that bodies show: finds them in the source or, only if asked, downloads them from the
 * source's hosts, and names them for their essay's folder.
 */
import { askHost, RefusedHost } from '../files/public-host.ts';
import { isScriptUrl } from '../markdown/url-syntax.ts';
import { avoidReserved, slugify } from '../site/slugs.ts';
import { decodePercent } from '../text/text.ts';
import { isHost, isOwnHost, OLD, toOldUrl } from './addresses.ts';
import type { ExportedPost } from './exported-post.ts';
import { type ImportInput, readStart } from './input.ts';
import { isMedia } from './media.ts';
import type { Source } from './sources/source.ts';
import * as dom from './tree.ts';

export interface PictureContext {
  readonly input: ImportInput;
  readonly source: Source;
  readonly mode: 'local' | 'download' | 'link';
  readonly hosts: ReadonlySet<string>;
  /** The host that the author names with `--site`, which may be on a private network. */
  readonly namedHost: string;
  /** Shows what the import waits for. */
  readonly showProgress: (text: string) => void;
}

const MEDIA = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|heic|mp3|m4a|ogg|wav|mp4|m4v|webm|mov|pdf)$/i;
const SHOWN = /^(?:img|video|audio|source|a)$/;
const MAX_BYTES = 100 * 2 ** 20;
const MAX_TRIES = 3;
/** How many files of a post are downloaded at once. */
const AT_ONCE = 4;
/** The time for a file, with all tries. */
const TIMEOUT_MS = 60_000;

/** The pictures and other files of a post. */
interface TakenPictures {
  /** By name. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The addresses of files that weren't found. */
  readonly missing: readonly string[];
  /** The thumbnail for the front matter: a name, an address, or empty. */
  readonly image: string;
}

/** Collects the files that a body shows or links to, and rewrites their addresses to their new names. */
export async function takePictures(
  tree: dom.Root,
  essay: ExportedPost,
  context: PictureContext,
): Promise<TakenPictures> {
  const { source, mode, hosts } = context;
  const base = toOldUrl(essay.addresses[0] ?? '');
  const wanted = new Map<string, string>();
  const find = (written: string | undefined, isLink: boolean) => {
    if (mode === 'link' || written === undefined || !URL.canParse(written, base)) return null;
    const url = new URL(written, base).href;
    const original = source.original?.(url) ?? url;
    const { href, protocol, host, pathname } = new URL(URL.canParse(original) ? original : url);
    const isOwn = isOwnHost(host, hosts) || source.pictureHosts?.test(host);
    if (!/^https?:$/.test(protocol) || !isOwn || (isLink && !MEDIA.test(pathname))) return null;
    wanted.set(href, url);
    return href;
  };
  const uses = dom.listElements(tree, SHOWN).flatMap((each) => {
    return ['src', 'poster', 'href'].flatMap((key) => {
      const href = find(dom.attributeOf(each, key) || undefined, key === 'href');
      return href === null ? [] : [{ each, key, href }];
    });
  });
  const image = find(essay.image || undefined, false);
  const taken = new Map<string, Buffer | null>();
  const left = wanted.entries();
  const takeNext = async (): Promise<void> => {
    for (const next of left) taken.set(next[0], await take([...new Set(next)], context));
  };
  await Promise.all(Array.from({ length: mode === 'download' ? AT_ONCE : 1 }, takeNext));
  const files = new Map<string, Buffer>();
  const names = new Map<string, string>();
  const missing: string[] = [];
  // In the order of the post, because the numbers of equal names depend on it.
  for (const [href, written] of wanted) {
    const bytes = taken.get(href) ?? null;
    if (bytes === null) missing.push(decodePercent(withoutHost(written)));
    else names.set(href, addFile(files, href, bytes));
  }
  for (const { each, key, href } of uses) {
    const name = names.get(href);
    if (name !== undefined) each.properties[key] = name;
    else if (!href.startsWith(`${OLD}/`)) each.properties[key] = wanted.get(href) ?? href;
  }
  const shown = essay.image ?? '';
  const isAddress = URL.canParse(shown, 'https://host') && !isScriptUrl(shown);
  return { files, missing, image: (image && names.get(image)) || (isAddress ? shown : '') };
}

/** The address of a file without the placeholder host of paths. */
function withoutHost(url: string): string {
  return url.startsWith(`${OLD}/`) ? url.slice(OLD.length) : url;
}

/** Adds a file. If a different file has its name, the name gets a number. */
function addFile(files: Map<string, Buffer>, href: string, bytes: Buffer): string {
  const last = decodePercent(new URL(href).pathname).split('/').at(-1) ?? '';
  const extension = MEDIA.exec(last)?.[0].toLowerCase() ?? sniff(bytes);
  const stem = avoidReserved(slugify(last.replace(/\.[^.]*$/, '')).slice(0, 80) || 'picture');
  let name = stem + extension;
  for (let number = 2; files.has(name) && !files.get(name)?.equals(bytes); number++)
    name = `${stem}-${number}${extension}`;
  files.set(name, bytes);
  return name;
}

/** Detects the extension of a picture whose URL has none. */
function sniff(bytes: Buffer): string {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\u0089PNG')) return '.png';
  return start.startsWith('GIF8') ? '.gif' : start.endsWith('WEBP') ? '.webp' : '.jpg';
}

/** Finds a file under the first of its URLs that has it; null if none has. */
async function take(urls: readonly string[], context: PictureContext): Promise<Buffer | null> {
  const { input, mode } = context;
  for (const url of urls) {
    const path = input.find(decodePercent(new URL(url).pathname));
    if (path !== null) return input.read(path, MAX_BYTES);
  }
  if (mode !== 'download') return null;
  for (const url of urls) {
    const bytes = await download(new URL(url), context);
    if (bytes !== null) return bytes;
  }
  return null;
}

/** Downloads a file; null if there is none, or if it isn't what its URL claims. Tries again after a failure that may be temporary. */
async function download(url: URL, context: PictureContext): Promise<Buffer | null> {
  context.showProgress(`Downloading ${url}`);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      const bytes = await ask(url, signal, context);
      return bytes !== null && isMedia(bytes, url.pathname) ? bytes : null;
    } catch (error) {
      if (error instanceof RefusedHost) return null;
    }
  }
  return null;
}

/** Asks for a file; null if there is none. Rejects after a failure that may be temporary. */
async function ask(
  url: URL,
  signal: AbortSignal,
  { source, hosts, namedHost }: PictureContext,
): Promise<Buffer | null> {
  const mayAsk = ({ host }: URL) => isHost(host, hosts) || source.pictureHosts?.test(host) === true;
  const { response } = await askHost(url, { signal, namedHost, mayAsk });
  const { statusCode: status = 0 } = response;
  if (status === 200) {
    const bytes = await readStart(response, MAX_BYTES + 1);
    return bytes.length > MAX_BYTES ? null : bytes;
  }
  response.destroy();
  if (status >= 500) throw new Error(`the host answers ${status}`);
  return null;
}
