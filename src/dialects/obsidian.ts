/**
 * Obsidian: internal links `[[page#part|label]]`, and pictures, films and files, `![[picture]]` and
 * `![words|300](picture)`, which are translated; block ids and embedded pages, which are reported. Its
 * callouts are in `alerts.ts`, its highlights in `marks.ts`. Described at help.obsidian.md, "Internal links". Pure.
 */
import { BARE, writeAttributeComment } from '../markdown/attributes.ts';
import { makeHeadingId } from '../markdown/body-elements.ts';
import { encodeAddress, toAddress } from './addresses.ts';
import {
  type Dialect,
  type DialectScan,
  type Match,
  makeUnknown,
  PASTE_FILE,
  reportUnknown,
  type Translation,
} from './dialect.ts';

/**
 * The engine has wikilinks as well, but takes `[[1]]`, `[[ -f a ]]` and the names of link definitions for links,
 * ignores the size of a picture and doesn't make the id of a heading, so these links are translated here.
 */
const WIKILINK = new RegExp(
  String.raw`(?<embed>!?)\[\[(?<page>[^\s[\]|#^][^[\]|#\n]*)?(?<part>#[^[\]|\n]*)?` +
    String.raw`(?:\|(?<label>[^[\]\n]*))?\]\](?![([:])`,
  'y',
);

const SIZED = String.raw`!\[(?<words>[^[\]|\n]*?)\\?\|(?<width>\d+)(?:x(?<height>\d+))?\](?<address>\((?:[^()\n]|\([^()\n]*\))*\))`;
const BLOCK_ID = String.raw`\^[a-zA-Z0-9-]{4,}[ \t]*(?=\n|$)`;
const VIDEO = String.raw`!\[[^[\]\n]{0,300}\]\(https://(?:www\.youtube\.com/watch|youtu\.be/)`;

const FILM = /\.(?:m4v|mov|mp4|ogv|webm)$/i;
/** A file that a reader can open. */
const FILE = /\.(?:pdf|mp3|m4a|ogg|wav|flac|csv|docx|pptx|xlsx|zip)$/i;

export const obsidian: Dialect = {
  name: 'Obsidian',
  signs: ['\\[\\[', '\\|\\d+(?:x\\d+)?\\]\\(', BLOCK_ID, VIDEO],
  syntaxes: [
    { starts: '![', pattern: WIKILINK, translate: translateWikilink },
    {
      starts: '!',
      pattern: new RegExp(SIZED, 'y'),
      translate: ({ groups: { words, width, height, address } }) =>
        `![${words}]${address}${writeAttributeComment({ width, height })}`,
    },
    makeUnknown({
      starts: '!',
      pattern: new RegExp(VIDEO, 'y'),
      show: () => '![](https://youtube.com/…)',
      hint: "A video isn't a picture: write `{{< youtube ID >}}`.",
    }),
    makeUnknown({
      starts: '^',
      pattern: new RegExp(`(?<=\\s|^)${BLOCK_ID}`, 'y'),
      show: () => '^…',
      hint: 'Remove it: a link can lead to a heading, `[[page#Heading]]`.',
    }),
  ],
};

function translateWikilink({ start, groups }: Match, scan: DialectScan): Translation {
  const { embed, part = '', label } = groups;
  if (groups.page === undefined && groups.part === undefined) return null;
  // In a table, the vertical bar is escaped with a backslash.
  const page = (groups.page ?? '').replace(/\\$/, '').trim();
  if (embed === '!' && FILE.test(page)) {
    return `[${label?.trim() || page}](${encodeAddress(page + part)})`;
  }
  // Quotes are signs of code, but not an apostrophe in a name or code in a heading.
  const named = page.replace(/(?<=\p{L})'(?=\p{L})/gu, '') + part.replace(/['\x60]/g, '');
  const isPage = /^(?=.*\p{L})[^"'\x60=;]+$/u.test(named) && !scan.definitions.has(page);
  if (!isPage) return { end: start + 2 };
  if (embed === '!' && /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(page)) {
    return writePicture(page, label);
  }
  if (embed === '!' && FILM.test(page)) return `![](${encodeAddress(page)})`;
  if (embed === '!') {
    reportUnknown({ kind: 'syntax', shown: '![[ … ]]', hint: PASTE_FILE }, start, scan);
  }
  const id = part.startsWith('#^') ? null : makeHeadingId(part.trim());
  const address =
    (toAddress(page.replaceAll("'", '%27'), true) ?? '') +
    (id === null ? '' : `#${encodeAddress(id)}`);
  const given = label?.trim() ?? '';
  return given === ''
    ? `[${page || part.slice(1)}](${address})${writeAttributeComment({ [BARE]: '1' })}`
    : `[${given}](${address})`;
}

/** Writes a picture; its label may be a size, as in `300` or `300x200`. */
function writePicture(path: string, label = ''): string {
  const [size = '', width, height] = /^\s*(\d+)(?:x(\d+))?\s*$/.exec(label) ?? [];
  const picture = `![${label.replace(size, '')}](${encodeAddress(path)})`;
  return picture + (size && writeAttributeComment({ width, height }));
}
