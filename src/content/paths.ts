/**
 * Paths of an author's files, relative to the site's root.
 */

export const CONFIG_PATH = 'content/site.yaml';
export const ABOUT_PATH = 'content/about.md';
export const ESSAYS_FOLDER = 'content/essays';
export const PUBLIC_FOLDER = 'content/public';

/** `2020-12-03-title.md` → its date, name and extension; `name/index.md` has the folder's name. */
export function splitFileName(path: string) {
  const [, folder = '', stem = '', extension = ''] =
    /(?:([^/]+)\/)?([^/]+)\.([^./]*)$/.exec(path) ?? [];
  const base = stem === 'index' && folder !== '' ? folder : stem;
  const [, date = null, name = base] = /^(\d{4}-\d{1,2}-\d{1,2})[-_](.+)$/.exec(base) ?? [];
  return { date, name, extension: extension.toLowerCase() };
}
