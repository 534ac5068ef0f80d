/**
 * What an essay file's own name tells.
 */

/** `2020-12-03-title.md` → its date, name and extension; `name/index.md` has the folder's name. */
export function splitFileName(path: string): {
  date: string | null;
  name: string;
  extension: string;
} {
  const parts = path.split('/');
  const file = parts.at(-1) ?? '';
  const dot = file.lastIndexOf('.');
  const stem = file.slice(0, dot);
  const base = stem === 'index' ? (parts.at(-2) ?? stem) : stem;
  const dated = /^(\d{4}-\d{1,2}-\d{1,2})[-_](?=.)/.exec(base);
  return {
    date: dated?.[1] ?? null,
    name: dated === null ? base : base.slice(dated[0].length),
    extension: file.slice(dot + 1).toLowerCase(),
  };
}
