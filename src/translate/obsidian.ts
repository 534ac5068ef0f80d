/**
 * Obsidian: ids of blocks, `^id`, embedded notes, and sizes of pictures. Its links,
 * callouts and comments are ours. Described at help.obsidian.md. Pure.
 */
import { readYoutubeId } from './addresses.ts';
import { type Dialect, editMatches, MARKDOWN } from './dialect.ts';
import { writeDirective } from './writing.ts';

const EMBED = /(?<!\\)!\[\[(?<page>[^[\]|#\n\\]+)?(?:#[^[\]|\n]*)?(?:\\?\|[^[\]\n]*)?\]\]/g;
const SIZED =
  /(?<!\\)!\[(?<words>[^[\]|\n]*?)\\?\|(?<width>\d+)(?:x(?<height>\d+))?\](?<address>\((?:[^()\n]|\([^()\n]*\))*\))/g;
const TO_BLOCK = /(?<=\[\[[^[\]|\n]*#)\^(?=[\w-]+(?:\\?\||\]\]))/g;
const BLOCK_ID = /(?<=[^\s>]|^[ \t>]*)[ \t]*(?<![\w^])\^(?<id>[a-zA-Z0-9-]{4,})[ \t]*$/gm;
const VIDEO =
  /^(?<indent>[ \t>]*)!\[[^[\]\n]*\]\((?<url>https:\/\/(?:www\.youtube\.com\/watch|youtu\.be\/)[^\s()]*)\)[ \t]*$/gm;

/** Files that are shown, or linked to, where they are embedded. */
const FILE =
  /\.(?:png|jpe?g|gif|webp|avif|svg|m4v|mov|mp4|ogv|webm|pdf|mp3|m4a|ogg|wav|flac|csv|docx|pptx|xlsx|zip)$/i;

export const obsidian: Dialect = {
  name: 'Obsidian',
  formats: MARKDOWN,
  sign: /!\[\[|#\^|(?:^|\s)\^[a-zA-Z0-9-]{4,}[ \t]*$|\|\d+(?:x\d+)?\]\(|\]\(https:\/\/(?:www\.youtube\.com\/watch|youtu\.be\/)/m,
  translate: (body) => ({
    edits: [
      ...editMatches(body, EMBED, ({ 0: written, groups: { page = '' } = {} }) => {
        return FILE.test(page.trim()) ? null : written.slice(1);
      }),
      ...editMatches(body, SIZED, ({ groups = {} }) => {
        const { words, width, height, address } = groups;
        return `![${words}]${address}${writeSize(width, height)}`;
      }),
      ...editMatches(body, TO_BLOCK, () => ''),
      ...editMatches(
        body,
        BLOCK_ID,
        ({ groups = {} }) => `<a id="${groups.id?.toLowerCase()}"></a>`,
      ),
      ...editMatches(body, VIDEO, ({ 0: written, groups: { indent, url } = {} }) => {
        const id = readYoutubeId(url);
        return id === undefined
          ? written
          : indent + writeDirective('youtube', new Map([['id', id]]));
      }),
    ],
    left: [],
  }),
};

function writeSize(width = '', height = ''): string {
  return `{width=${width}${height && ` height=${height}`}}`;
}
