/**
 * HTML → what it brings along that a strict policy would refuse: scripts, and objects of plug-ins. Pure.
 *
 * Each is named as the Content-Security-Policy that lets it pass has to name it (W3C, CSP level 3); the
 * digests of speculation rules, which a word may let pass as well, stand under a name of their own.
 */
import { createHash } from 'node:crypto';
import { readTokens, type Tag } from './html-tokens.ts';
import { decodeEntities } from './text.ts';

/** Types of scripts that browsers run, or take rules from; others are data (HTML standard, 4.12.1). */
const RUN = /^(?:|module|importmap|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/**
 * The sources, such as `script-src https://widgets.example`, each once, in the order of the HTML. What is
 * the site's own needs no word.
 */
export function listEmbedded(html: string): string[] {
  const found = new Set<string>();
  const ignore = () => {};
  let inline: string | null = null;
  readTokens(html, {
    open(tag) {
      const { name } = tag;
      inline = null;
      const read = (attribute: string) => readAttribute(html, tag, attribute);
      if (name === 'object' && read('data'))
        found.add(`object-src ${sourceOf(read('data') ?? '')}`);
      if (name === 'embed' && read('src')) found.add(`object-src ${sourceOf(read('src') ?? '')}`);
      if (name !== 'script') return;
      const type = read('type') ?? '';
      const url = read('src');
      if (/^speculationrules$/i.test(type)) inline = 'speculation-rules';
      if (!RUN.test(type)) return;
      if (url === null) inline = 'script-src';
      else if (/^(?:https?:)?\/\//i.test(url)) found.add(`script-src ${sourceOf(url)}`);
    },
    text(start, end) {
      if (inline !== null) found.add(`${inline} ${hashOf(html.slice(start, end))}`);
    },
    close() {
      inline = null;
    },
    comment: ignore,
    end: ignore,
    isForeign: () => false,
  });
  return [...found];
}

/** The value of an attribute; null where there is none. */
function readAttribute(html: string, { attributes }: Tag, name: string): string | null {
  const attribute = attributes.find((each) => each.name === name);
  if (attribute === undefined) return null;
  return decodeEntities(html.slice(attribute.valueStart, attribute.valueEnd)).trim();
}

/** Scheme and host of a URL; of one without a scheme the host, which then has the page's. */
function sourceOf(url: string): string {
  const [, source] = /^((?:https?:)?\/\/[^/?#\s;,]+)/i.exec(url) ?? [];
  return source === undefined ? "'self'" : source.replace(/^\/\//, '').toLowerCase();
}

/** The script itself, as the parser gives it to the browser. */
function hashOf(script: string): string {
  const text = script.replace(/\r\n?/g, '\n');
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
