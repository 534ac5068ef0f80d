/**
 * WordPress: shortcodes in brackets, `[caption id="a"]…[/caption]`, and the address of a video in a paragraph of its
 * own, which WordPress shows as a player.
 *
 * Described at codex.wordpress.org/Shortcode and wordpress.org/documentation/article/embeds. Pure.
 */
import { ALL_FORMATS, type Dialect, editMatches } from './dialect.ts';
import type { ShortcodeSyntax, Tag } from './shortcode-tags.ts';
import { translateShortcodes } from './shortcodes.ts';
import { writeFilm } from './writing.ts';

const NAMES = 'caption|gallery|embed|audio|video|playlist|sourcecode|youtube|vimeo';
/** Some exporters escape the bracket. A Markdown label isn't a shortcode. */
const SHORTCODE = new RegExp(
  String.raw`\\?\[(?<close>\/?)(?<name>${NAMES})(?<given>(?:[\s=:][^[\]]*?)?)(?<void>\/?)\](?![(:]|\[(?!\/))`,
  'g',
);
/** The address of a video in a paragraph of its own. */
const FILM =
  /(?<=(?:^|\n[ \t]*\n))[ \t]*(https?:\/\/(?:(?:www|m|player)\.)?(?:youtu\.be\/|youtube\.com\/(?:watch\?|shorts\/|live\/|embed\/)|vimeo\.com\/(?:video\/)?\d)[^\s<>"]+)[ \t]*(?=\n[ \t]*\n|\s*$)/g;

const SYNTAX: ShortcodeSyntax = {
  pattern: SHORTCODE,
  readTag: ({ index, 0: { length }, groups = {} }, { text }): Tag | null => {
    const { close, name = '', given = '', void: slash } = groups;
    // Without arguments and without an end, it is a word in brackets.
    if (!close && given.trim() === '' && !text.includes(`[/${name}]`)) return null;
    return {
      start: index,
      end: index + length,
      kind: close ? 'end' : slash ? 'void' : 'start',
      called: name,
      written: given.replace(/^[=:]/, ''),
      shown: `[${close}${name}]`,
    };
  },
  writeEndPattern: ({ called }) => String.raw`\\?\[\/${called}\]`,
};

export const wordpress: Dialect = {
  formats: ALL_FORMATS,
  sign: new RegExp(`\\[(?:${NAMES})[\\s=:\\]]|^[ \\t]*https?://\\S*(?:youtu|vimeo)`, 'm'),
  translate: (body) => {
    const { edits, left } = translateShortcodes(body, SYNTAX);
    const films =
      body.format === 'html' ? [] : editMatches(body, FILM, ([, url]) => writeFilm(url));
    return { edits: [...edits, ...films], left };
  },
};
