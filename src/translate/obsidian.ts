/**
 * Obsidian: ids of blocks, `^id`, and embedded notes. Its links, callouts and comments are the same as ours. Described
 * at help.obsidian.md. Pure.
 */
import { type Dialect, editMatches, MARKDOWN } from './dialect.ts';

const EMBED = /(?<!\\)!\[\[(?<page>[^[\]|#\n\\]+)?(?:#[^[\]|\n]*)?(?:\\?\|[^[\]\n]*)?\]\]/g;
const TO_BLOCK = /(?<=\[\[[^[\]|\n]*#)\^(?=[\w-]+(?:\\?\||\]\]))/g;
const BLOCK_ID = /(?<=[^\s>]|^[ \t>]*)[ \t]*(?<![\w^])\^(?<id>[a-zA-Z0-9-]{4,})[ \t]*$/gm;
/** Embedded files that a page shows or links to. */
const FILE =
  /\.(?:png|jpe?g|gif|webp|avif|svg|m4v|mov|mp4|ogv|webm|pdf|mp3|m4a|ogg|wav|flac|csv|docx|pptx|xlsx|zip)$/i;

export const obsidian: Dialect = {
  formats: MARKDOWN,
  sign: /!\[\[|#\^|(?:^|\s)\^[a-zA-Z0-9-]{4,}[ \t]*$/m,
  translate: (body) => ({
    edits: [
      ...editMatches(body, EMBED, ({ 0: written, groups: { page = '' } = {} }) => {
        return FILE.test(page.trim()) ? null : written.slice(1);
      }),
      ...editMatches(body, TO_BLOCK, () => ''),
      ...editMatches(body, BLOCK_ID, ({ groups: { id = '' } = {} }) => {
        return `<a id="${id.toLowerCase()}"></a>`;
      }),
    ],
  }),
};
