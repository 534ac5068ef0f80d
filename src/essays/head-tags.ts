/**
 * Tags for the `<head>` of every page, stated by `head` in site.yaml or in a file that it names: checks that they are
 * complete and allowed in a head. Pure.
 */
import { placeAt } from '../problems/problems.ts';
import { decodeEntities, decodeSource, type SourceFile, type Stated } from '../text/text.ts';
import { type CheckedFile, report } from './yaml-source.ts';

/** The folder of files that `head` names. */
const FOLDER = 'templates';

/** A piece of HTML, or the name of a file, as the author wrote it, and its offset in site.yaml. */
export interface HeadItem {
  readonly text: string;
  readonly offset: number;
}

/** Reads a file of the author's (relative to the site's root); null if it is missing. */
export type ReadAuthorFile = (path: string) => SourceFile | null;

/** Tags that are allowed in a head. */
export interface HeadTags {
  readonly html: string;
  /** The root paths in them. */
  readonly paths: readonly Stated[];
}

const NO_TAGS: HeadTags = { html: '', paths: [] };

/** Reads the HTML of all items of site.yaml, which is `settings`; reports what may not be in a head. */
export function readHeadTags(
  items: readonly HeadItem[],
  settings: CheckedFile,
  readFile: ReadAuthorFile,
): HeadTags {
  const read = items.map(({ text, offset }) => {
    const isFile = /^[^<>\s]+\.html?$/i.test(text.trim());
    return isFile
      ? readTagFile(text.trim(), offset, settings, readFile)
      : parseTags(text, settings, offset);
  });
  return { html: read.map(({ html }) => html).join(''), paths: read.flatMap(({ paths }) => paths) };
}

function readTagFile(
  name: string,
  offset: number,
  settings: CheckedFile,
  readFile: ReadAuthorFile,
): HeadTags {
  const path = name.startsWith(`${FOLDER}/`) ? name : `${FOLDER}/${name}`;
  const file = path.split('/').includes('..') ? null : readFile(path);
  if (file === null) {
    const message = `\`head\` names the file ${path}, which doesn't exist`;
    const hint = `Put it into ${FOLDER}, or write the tags here.`;
    report(settings, offset, { code: 'value-invalid', message, hint });
    return NO_TAGS;
  }
  const { text, problems } = decodeSource(file);
  settings.problems.push(...problems);
  return problems.length > 0 ? NO_TAGS : parseTags(text, { ...settings, path, text }, 0);
}

const ATTRIBUTES = String.raw`(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?)*`;
const TOKEN = new RegExp(
  String.raw`\s+|<!--[^]*?-->|<(?<tag>(?:meta|link)${ATTRIBUTES}\s*/?>|` +
    String.raw`(?<name>script|style|noscript)${ATTRIBUTES}\s*>[^]*?</\k<name>\s*>)`,
  'iy',
);
const START_TAG = new RegExp(`<[a-z]+(${ATTRIBUTES})`, 'gi');
const ATTRIBUTE = /\s([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g;
const NAMES = '<meta>, <link>, <script>, <style> and <noscript>';
const HINT = 'Close this tag and its quotes, or remove it. What readers see belongs in a template.';

/** Parses a text that is in a file, at the offset or after it; its lines may be indented differently there. */
function parseTags(text: string, file: CheckedFile, offset: number): HeadTags {
  let html = '';
  const paths: Stated[] = [];
  /** Where the next token or path is searched in the file. */
  let from = offset;
  const find = (words: string) => {
    const found = file.text.indexOf(words, from);
    from = found === -1 ? from : found;
    return from;
  };
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(text);
    if (match !== null) find(match[0].split('\n', 1)[0] ?? '');
    if (match === null) {
      const [line = ''] = text.slice(at).split('\n', 1);
      const message = `\`head\` can contain only whole tags, and only ${NAMES}`;
      report(file, find(line), { code: 'value-invalid', message, hint: HINT });
      return NO_TAGS;
    }
    // Comments are for the author alone.
    if (match.groups?.tag === undefined) continue;
    html += match[0];
    for (const written of listRootPaths(match[0], match.groups.name)) {
      const place = placeAt(file.path, file.text, find(written));
      paths.push({ value: decodeEntities(written), place });
      from += written.length;
    }
  }
  return { html, paths };
}

/** Lists the root paths in a tag, and in those within `<noscript>`, as they are written. */
function listRootPaths(tag: string, name = ''): string[] {
  const starts = Array.from(tag.matchAll(START_TAG), ([, attributes = '']) => attributes);
  const own = name.toLowerCase() === 'noscript' ? starts : starts.slice(0, 1);
  return own.flatMap((attributes) =>
    Array.from(attributes.matchAll(ATTRIBUTE)).flatMap(([, key = '', double, quoted, bare]) => {
      const value = double ?? quoted ?? bare ?? '';
      return /^(?:src|href)$/i.test(key) && /^\/(?!\/)/.test(value) ? [value] : [];
    }),
  );
}
