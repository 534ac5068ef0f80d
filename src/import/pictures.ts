/**
 * Pictures and other files that bodies show: found in the source or, only if asked, downloaded from the hosts
 * of the source, and named for the folder of their essay.
 *
 * What was downloaded is kept in a cache, so that a run that was stopped goes on where it was.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheerioAPI } from 'cheerio';
import { replaceFile } from '../content/file-state.ts';
import { decodePercent } from '../content/text.ts';
import { slugify } from '../site/slugs.ts';
import { isHost, isOwnHost, toUrl } from './addresses.ts';
import type { ImportedEssay, Source } from './imported-essay.ts';
import { type Input, readStart } from './input.ts';

export interface PictureContext {
  readonly input: Input;
  readonly source: Source;
  readonly mode: 'local' | 'download' | 'link';
  readonly hosts: ReadonlySet<string>;
  /** The folder of what was downloaded. */
  readonly cacheDir: string;
}

const MEDIA = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|heic|mp3|m4a|ogg|wav|mp4|m4v|webm|mov|pdf)$/i;
const SHOWN = 'img[src], video[src], audio[src], source[src], video[poster], a[href]';
const MAX_BYTES = 100 * 2 ** 20;
const [TRIES, AT_ONCE, MAX_REDIRECTS, TIMEOUT_MS] = [3, 4, 5, 60_000];

/**
 * Takes the files that a body shows or links to, and names them in it. Returns them by these names, those that
 * are missing, and the thumbnail as the front matter names it.
 */
export async function takePictures($: CheerioAPI, essay: ImportedEssay, context: PictureContext) {
  const { source, mode, hosts } = context;
  const base = toUrl(essay.addresses[0] ?? '');
  const wanted = new Map<string, string>();
  const find = (written: string | undefined, isLink: boolean) => {
    if (mode === 'link' || written === undefined || !URL.canParse(written, base)) return null;
    const { href, protocol, host, pathname } = new URL(
      source.original?.(new URL(written, base).href) ?? written,
      base,
    );
    const isOwn = isOwnHost(host, hosts) || source.pictureHosts?.test(host);
    if (!/^https?:$/.test(protocol) || !isOwn || (isLink && !MEDIA.test(pathname))) return null;
    wanted.set(href, new URL(written, base).href);
    return href;
  };
  const uses = $(SHOWN)
    .get()
    .flatMap((each) => {
      return ['src', 'poster', 'href'].flatMap((key) => {
        const href = find($(each).attr(key), key === 'href');
        return href === null ? [] : [{ each, key, href }];
      });
    });
  const image = find(essay.image || undefined, false);
  const taken = new Map<string, Buffer | null>();
  const left = [...wanted];
  const takeNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      taken.set(next[0], await take([...new Set(next)], context));
    }
  };
  await Promise.all(Array.from({ length: mode === 'download' ? AT_ONCE : 1 }, takeNext));
  const files = new Map<string, Buffer>();
  const names = new Map<string, string>();
  const missing: string[] = [];
  // In the order of the post, since names of equal files depend on it.
  for (const [href, written] of wanted) {
    const bytes = taken.get(href) ?? null;
    if (bytes === null) missing.push(decodePercent(written.replace(/^http:\/\/old(?=\/)/, '')));
    else names.set(href, addFile(files, href, bytes));
  }
  for (const { each, key, href } of uses) {
    const name = names.get(href);
    if (name !== undefined) $(each).attr(key, name);
    else if (!href.startsWith('http://old/')) $(each).attr(key, wanted.get(href) ?? href);
  }
  return { files, missing, image: (image && names.get(image)) || (essay.image ?? '') };
}

/** Adds a file under a name that no other file has. */
function addFile(files: Map<string, Buffer>, href: string, bytes: Buffer): string {
  const last = decodePercent(new URL(href).pathname).split('/').at(-1) ?? '';
  const extension = MEDIA.exec(last)?.[0].toLowerCase() ?? sniff(bytes);
  const stem = slugify(last.replace(/\.[^.]*$/, '')).slice(0, 80) || 'picture';
  let name = stem + extension;
  for (let number = 2; files.has(name) && !files.get(name)?.equals(bytes); number++)
    name = `${stem}-${number}${extension}`;
  files.set(name, bytes);
  return name;
}

/** The extension for a picture whose URL has none. */
function sniff(bytes: Buffer): string {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\u0089PNG')) return '.png';
  return start.startsWith('GIF8') ? '.gif' : start.endsWith('WEBP') ? '.webp' : '.jpg';
}

async function take(
  urls: readonly string[],
  { input, source, mode, hosts, cacheDir }: PictureContext,
): Promise<Buffer | null> {
  for (const url of urls) {
    const path = input.find(decodePercent(new URL(url).pathname));
    if (path !== null) return input.read(path, MAX_BYTES);
  }
  if (mode !== 'download') return null;
  for (const url of urls) {
    const file = join(cacheDir, createHash('sha256').update(url).digest('hex').slice(0, 32));
    if (existsSync(file)) return readFileSync(file);
    const mayAsk = ({ host, protocol }: URL) =>
      /^https?:$/.test(protocol) &&
      (isHost(host, hosts) || source.pictureHosts?.test(host) === true);
    for (let tries = 0; tries < TRIES; tries++) {
      const bytes = await download(new URL(url), mayAsk).catch(() => undefined);
      if (bytes === undefined) continue;
      if (bytes !== null) replaceFile(file, bytes);
      if (bytes !== null) return bytes;
      break;
    }
  }
  return null;
}

/** Downloads a file; null if there is none. Rejects for a failure after which it may be tried again. */
async function download(from: URL, mayAsk: (url: URL) => boolean): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = from;
  for (let count = 0; count < MAX_REDIRECTS && mayAsk(url); count++) {
    const response = await fetch(url, { signal, redirect: 'manual' });
    const { status, headers, body } = response;
    const isText = /^text\/html/.test(headers.get('content-type') ?? '');
    if (response.ok && !isText && body !== null) {
      const bytes = await readStart(body, MAX_BYTES + 1);
      return bytes.length > MAX_BYTES ? null : bytes;
    }
    await body?.cancel();
    if (status >= 500) throw new Error(`${url} answers ${status}`);
    const next = headers.get('location') ?? '';
    if (next === '' || !URL.canParse(next, url)) return null;
    url = new URL(next, url);
  }
  return null;
}
