/**
 * Wikilinks: `[[other]]`, `[[other#Heading|text]]`, and `![[hill.jpg|300]]` for a picture with its width. They lead to
 * the file with that name (`site/resolution.ts`), so a page is written as `other.md`.
 */
import type { Image, Link } from 'mdast';
import { typeset } from '../../text/text.ts';
import { encodeAddress, toAddress } from '../addresses.ts';
import { makeHeadingId } from '../heading-ids.ts';
import { addData, makeText, sourceOf } from '../markdown-nodes.ts';
import { BARE, placeholder, type Rule } from '../rule.ts';

const WIKILINK = /^(!?)\[\[(?!\s)([^[\]|#^\n]*)(#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/;
/** An address or the name of one, which make the brackets before it the text of a link: `[[PDF]](url)`, `[[PDF]][url]`. */
const ADDRESS = /^(?:\([^\s()]*(?:[ \t]+["'][^\n]*)?\)|\[(?![[^]))/;
/** What `![[…]]` shows. Other files are linked to, and so are texts: none is shown inside another. */
const SHOWN = /\.(?:png|jpe?g|gif|webp|avif|svg|m4v|mov|mp4|ogv|webm)$/i;
const LINKED = /\.(?:pdf|mp3|m4a|ogg|wav|flac|csv|docx|pptx|xlsx|zip)$/i;

export interface Wikilink {
  /** True for a file in `![[…]]`, whose name isn't that of a text. */
  readonly isShown: boolean;
  readonly page: string;
  /** With its `#`; empty for none. */
  readonly part: string;
  readonly label: string;
}

/**
 * Reads the wikilink at the beginning of a text; null for what only looks like one, such as `[[ -f a ]]` and
 * `[[PDF]](url)`.
 */
export function readWikilink(written: string): Wikilink | null {
  const [whole, sign, target = '', part = '', label] = WIKILINK.exec(written) ?? [];
  if (whole === undefined) return null;
  if (label === undefined && ADDRESS.test(written.slice(whole.length))) return null;
  // In a table, the bar has a backslash before it.
  const page = target.replace(/\\$/, '').trim();
  // Quotation marks are signs of code, but not an apostrophe in a name or code in a heading.
  const named = page.replace(/(?<=\p{L})'(?=\p{L})/gu, '') + part.replace(/['`]/g, '');
  if (!/^(?=.*\p{L})[^"'`=;]+$/u.test(named)) return null;
  // Other programs put the contents there.
  if (/^_?toc_?$/i.test(page)) return null;
  const isShown = sign === '!' && (SHOWN.test(page) || LINKED.test(page));
  return { isShown, page, part, label: label?.trim() ?? '' };
}

/** True for `![[other]]`. */
export function embedsText(written: string): boolean {
  return written.startsWith('![[') && readWikilink(written)?.isShown === false;
}

/** The address that a wikilink leads to, as a link in Markdown states it. */
export function writeAddress({ isShown, page, part }: Wikilink): string {
  if (isShown) return encodeAddress(page + part);
  // A part `#^id` is a block, which has no id here.
  const id = part.startsWith('#^') ? null : makeHeadingId(part);
  const address = toAddress(page.replaceAll("'", '%27'), true) ?? '';
  return address + (id === null ? '' : `#${encodeAddress(id)}`);
}

export const wikilinks: Rule = ({ found, options, source }) => {
  if (!/\[\[[^[\]\n]+\]\]/.test(source)) return null;
  const read = (node: Link | Image) => {
    const written = sourceOf(node, source);
    return /^!?\[\[/.test(written) ? readWikilink(written) : null;
  };
  const nameOf = ({ page, part }: Wikilink) => typeset(page || part.slice(1), options.language);
  const makeBare = () => placeholder(found, 'a', BARE, null);
  return {
    features: { wikilinks: true },
    needsPlaces: true,
    markdown: {
      link(node, context) {
        const link = read(node);
        if (link === null) return;
        context.setProperty(node, 'url', writeAddress(link));
        if (link.label !== '') return;
        context.setProperty(node, 'children', [makeText(nameOf(link))] as never);
        if (options.unlinks.size > 0) addData(context, node, makeBare());
      },
      image(node, context) {
        const link = read(node);
        if (link === null) return;
        const { isShown, page, label } = link;
        const url = writeAddress(link);
        if (!isShown || LINKED.test(page)) {
          const children = [makeText(label || (isShown ? page : nameOf(link)))];
          const data =
            !isShown && label === '' && options.unlinks.size > 0 ? makeBare() : undefined;
          context.replaceNode(node, { type: 'link', url, title: null, children, data } as never);
          return;
        }
        const [size = '', width, height] = /^(\d+)(?:x(\d+))?$/.exec(label) ?? [];
        context.setProperty(node, 'url', url);
        context.setProperty(node, 'alt', size === '' ? label : '');
        if (width !== undefined)
          addData(context, node, {
            hProperties: { width, ...(height !== undefined && { height }) },
          });
      },
    },
  };
};
