/**
 * Adapts a post's front matter to a build, for what other programs' templates show and ours don't: a link that the post is
 * about goes to the head of its body, titles lose their HTML, and a slug is written as the old addresses had it. Pure.
 */
import { LINK_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { findValue } from '../essays/key-table.ts';
import { applyEdits, orderEdits } from '../markdown/source-edits.ts';
import { stripSiteUrl } from '../markdown/url-syntax.ts';
import { escapeLabel, writeLink } from '../translate/writing.ts';

/** Keys whose values a build escapes. */
const TEXTS = 'title subtitle description excerpt summary'.split(' ');
/** An element within a line, with its text. */
const INLINE =
  /<(cite|code|em|i|b|strong|small|sub|sup|span|mark|u|q|abbr|kbd|s|del|ins)\b[^<>]*>(.*?)<\/\1>/gi;

/**
 * Adapts the front matter of a post to a build, for the blog at `siteUrl`. `slugOf` turns a `slug` from front matter into the
 * name that the old generator used in the address. Everything else stays byte for byte.
 */
export function adaptPost(
  path: string,
  bytes: Buffer,
  siteUrl: string,
  slugOf = (slug: string) => slug,
): Buffer {
  const source = readFrontMatter({ path, bytes });
  const { text, entries, body, bodyOffset } = source;
  if (entries.size === 0) return bytes;
  const edits = [...TEXTS, 'slug'].flatMap((key) => {
    const node = entries.get(key)?.value;
    if (node?.kind !== 'text' || !text.startsWith(node.value, node.offset)) return [];
    const is = key === 'slug' ? slugOf(node.value) : stripInline(node.value);
    if (is === node.value) return [];
    const quotes = /["']/.test(text.charAt(node.offset - 1)) ? 1 : 0;
    const at = node.offset - quotes;
    const was = text.slice(at, node.offset + node.value.length + quotes);
    return [{ at, was, is: JSON.stringify(is) }];
  });
  const link = findValue(source, LINK_KEYS)?.node;
  const url = link?.kind === 'text' ? link.value.trim() : '';
  if (
    /^https?:\/\/[^\s<>]+$/.test(url) &&
    stripSiteUrl(url, siteUrl) === null &&
    !body.includes(url)
  )
    edits.push({ at: bodyOffset, was: '', is: writeHead(path, url) });
  return edits.length === 0 ? bytes : Buffer.from(applyEdits(text, orderEdits(edits)));
}

function stripInline(text: string): string {
  const stripped = text.replace(INLINE, '$2');
  return stripped === text ? text : stripInline(stripped);
}

/** Writes the link of a post as its first paragraph, with the host as its text. */
function writeHead(path: string, url: string): string {
  const host = new URL(url).host.replace(/^www\./, '');
  if (/\.html?$/i.test(path)) return `<p><a href="${url.replaceAll('"', '%22')}">${host}</a></p>\n`;
  return `${writeLink(escapeLabel(host), url)}\n\n`;
}
