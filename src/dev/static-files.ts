/**
 * A path of the site → the file that answers it, as static hosts do it: `/blog/x` is `blog/x.html`,
 * and every other form of an address leads to that one.
 *
 * An edge. Nothing outside the folder is ever found, also through symbolic links.
 */
import { realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What lies at a path. */
export type Located =
  /** An HTML page; `path` is relative to the folder. */
  | { readonly kind: 'page'; readonly path: string; readonly file: string; readonly stats: Stats }
  | { readonly kind: 'file'; readonly path: string; readonly file: string; readonly stats: Stats }
  /** To another path of the site, decoded. */
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'missing' };

const MISSING: Located = { kind: 'missing' };

/** Looks for a path of the site (decoded, with a slash at its start) in a folder (absolute). */
export function locate(folder: string, path: string): Located {
  const inside = path.slice(1);
  const isFolderLike = inside === '' || inside.endsWith('/');
  const name = isFolderLike ? inside.slice(0, -1) : inside;
  if (inside !== '' && !isServed(name.split('/'))) return MISSING;
  const index = name === '' ? 'index.html' : `${name}/index.html`;
  if (isFolderLike) {
    if (name !== '' && findFile(folder, `${name}.html`))
      return { kind: 'redirect', to: `/${name}` };
    return locatePage(folder, index);
  }
  const found = findFile(folder, name);
  if (found !== null) {
    if (!name.endsWith('.html')) return { kind: 'file', path: name, ...found };
    const to = `/${name}`.replace(/(^|\/)index\.html$|\.html$/, '$1');
    return { kind: 'redirect', to };
  }
  const page = locatePage(folder, `${name}.html`);
  if (page.kind === 'page') return page;
  return findFile(folder, index) === null ? MISSING : { kind: 'redirect', to: `/${name}/` };
}

/** The page of that path in the folder, whatever the address. */
export function locatePage(folder: string, path: string): Located {
  const found = findFile(folder, path);
  return found === null ? MISSING : { kind: 'page', path, ...found };
}

/** Files whose names begin with a dot are nobody's business, but for RFC 8615's folder. */
function isServed(segments: readonly string[]): boolean {
  return segments.every(
    (segment, index) =>
      segment !== '' && (!segment.startsWith('.') || (index === 0 && segment === '.well-known')),
  );
}

/** A regular file that really lies in the folder; null for anything else. */
function findFile(folder: string, path: string): { file: string; stats: Stats } | null {
  try {
    const file = join(folder, path);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return null;
    const [real, inside] = [realpathSync.native(file), realpathSync.native(folder)];
    const asked = join(inside, path);
    // Disks that ignore case find files that the host, which does not, will not find.
    const isOtherCase = real !== asked && real.toLowerCase() === asked.toLowerCase();
    return real.startsWith(inside + sep) && !isOtherCase ? { file, stats } : null;
  } catch {
    return null; // A name that is too long, a file on the way to it, or gone in this moment.
  }
}
