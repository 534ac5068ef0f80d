/**
 * Raw tags that the Markdown engine does not take for tags, written so that it does.
 *
 * CommonMark (section 6.6) allows `<a href=/blog/x>`: an unquoted value with a slash. satteri 0.10
 * shows such a tag as text, so these values get quotes before the Markdown is read. To be removed
 * when the engine reads them.
 */
import type { MdastNode } from 'satteri';
import { walkTree } from './markdown-tree.ts';

const UNQUOTED = String.raw`[^\s"'=<>\x60]*\/[^\s"'=<>\x60]*`;
const ATTRIBUTE = String.raw`\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?`;
const TAG = new RegExp(String.raw`<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})+\s*\/?>`, 'g');
const ANY_TAG = /<[A-Za-z][^<>]*>/g;
const BARE_SLASH = /=[^\s"'=<>`/]*\//;

/** The Markdown with its bare values quoted, outside of code; most sources come back as they are. */
export function quoteBareValues(source: string, parse: (source: string) => MdastNode): string {
  if (!source.includes('<') || !source.includes('=') || !hasSuspect(source)) return source;
  const code: [number, number][] = [];
  walkTree(parse(source), (node) => {
    if (node.type !== 'code' && node.type !== 'inlineCode') return;
    code.push([node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]);
  });
  return source.replace(TAG, (tag, at: number) => {
    if (code.some(([start, end]) => at >= start && at < end)) return tag;
    return tag.replace(new RegExp(`(=\\s*)(${UNQUOTED})(?=[\\s>])`, 'g'), (part, equals, value) =>
      isInsideQuotes(tag, part) ? part : `${equals}"${value}"`,
    );
  });
}

function hasSuspect(source: string): boolean {
  for (const [tag] of source.matchAll(ANY_TAG)) if (BARE_SLASH.test(tag)) return true;
  return false;
}

function isInsideQuotes(tag: string, part: string): boolean {
  const before = tag.slice(0, tag.indexOf(part));
  return before.split('"').length % 2 === 0 || before.split("'").length % 2 === 0;
}
