/**
 * WordPress: shortcodes in brackets, `[caption id="a"]`, which are reported, and the address of a video in a paragraph
 * of its own, which WordPress shows as a player.
 *
 * Described at codex.wordpress.org/Shortcode and wordpress.org/documentation/article/embeds. Pure.
 */
import { escapeAttributes } from '../markdown/attributes.ts';
import { type Dialect, MARKDOWN_AND_HTML, makeUnknown } from './dialect.ts';

/** A video's address in a paragraph of its own. */
const VIDEO = new RegExp(
  String.raw`(?<href>https?:(?<=(?:\n[ \t]*\n|(?<![^])\s*)https?:)\/\/(?:(?:www|m|player)\.)?(?:youtu\.be\/|` +
    String.raw`youtube\.com\/(?:watch\?|shorts\/|live\/|embed\/)|vimeo\.com\/(?:video\/)?\d)[^\s<>"]+)` +
    String.raw`[ \t]*(?=\n[ \t]*\n|\s*(?![^]))`,
  'iy',
);

export const wordpress: Dialect = {
  name: 'WordPress',
  signs: ['\\[[a-zA-Z]{4,10}\\s+[\\w-]+=', '\\nhttp'],
  syntaxes: [
    {
      starts: 'hH',
      isAtLineStart: true,
      pattern: VIDEO,
      translate: ({ groups: { href = '' } }) => writePoster(href),
    },
    // Some exporters escape the bracket.
    makeUnknown({
      starts: '\\[',
      formats: MARKDOWN_AND_HTML,
      kind: 'shortcode',
      pattern:
        /\\?\[(?:caption|gallery|embed|audio|video|playlist|sourcecode|code)(?=\s+[\w-]+=)/iy,
      show: (written) => written.replace('\\', ''),
    }),
  ],
};

const POSTER =
  'display:grid;place-content:center;aspect-ratio:16/9;background:var(--rule);color:var(--ink)';

/** Writes a link instead of a player, which would make requests before anybody plays the video. */
function writePoster(href: string): string {
  const name = href.includes('vimeo.') ? 'Vimeo' : 'YouTube';
  const link = `<a${escapeAttributes({ href, style: POSTER })}>\u25b6\ufe0e ${name}</a>`;
  return `<figure data-embed="${name.toLowerCase()}">${link}</figure>`;
}
