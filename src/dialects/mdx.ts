/**
 * MDX in files that aren't MDX: `import`, `export`, and tags that HTML doesn't have. They are reported; comments are left
 * out; the author's own components have been replaced before (`markdown/components.ts`). Pure.
 */
import { writeHint } from '../markdown/component-tags.ts';
import { HTML_NAMES, isElementName, VOIDS } from '../markdown/html.ts';
import {
  type Dialect,
  type DialectScan,
  findClosing,
  MARKDOWN_AND_HTML,
  type Match,
  makeUnknown,
  reportUnknown,
  type Translation,
} from './dialect.ts';

const IMPORT = /import\s+(?:[^\n'"{}]*(?:\{[^{}'"]*\}\s*)?from\s*)?['"][^'"\n]+['"];?[ \t]*$/imy;

/** An opening tag, but not an address in angle brackets. */
const ELEMENT =
  /(?<!\]\([ \t]*|^ {0,3}\[[^\]\n]*\]:[ \t]*)<(?<element>[a-z][a-z0-9]*)(?=[\s/>])(?=[^<>]*>)/imy;

/** A tag that HTML doesn't have, or whose name begins like that of a component. */
const KNOWN = `(?:${HTML_NAMES.join('|')}|${HTML_NAMES.join('|').toUpperCase()})`;
const UNKNOWN_TAG = `<(?!${KNOWN}[\\s/>])[a-zA-Z][a-zA-Z0-9]*[\\s/>]`;

export const mdx: Dialect = {
  name: 'MDX',
  signs: ['\\n(?:import|export) ', UNKNOWN_TAG, '\\{[ \\t]*/\\*'],
  syntaxes: [
    makeUnknown({
      starts: 'iI',
      isAtLineStart: true,
      pattern: IMPORT,
      show: () => 'import … from',
    }),
    makeUnknown({
      starts: 'e',
      isAtLineStart: true,
      pattern: /export[ \t]+(?:(?:const|let)[ \t]+\w+[ \t]*=|default[ \t]+(?:function|\())/y,
      show: () => 'export …',
      hint: 'Remove it: no code in an essay is run.',
    }),
    { starts: '<', formats: MARKDOWN_AND_HTML, pattern: ELEMENT, translate: reportElement },
    { starts: '{', pattern: /(?<!\{)\{[ \t]*\/\*/y, translate: leaveOutComment },
  ],
};

/** Leaves out a comment. Docusaurus ends its excerpts with such a one, as its `.md` files are MDX. */
function leaveOutComment({ start, end }: Match, scan: DialectScan): Translation {
  const closing = findClosing(String.raw`\*/[ \t]*\}`, end, scan);
  if (closing === null) return null;
  const comment = scan.source.body.slice(start, closing.end);
  return { end: closing.end, text: /\*\s*truncate\s*\*/.test(comment) ? '<!--more-->' : '' };
}

function reportElement({ start, groups: { element = '' } }: Match, scan: DialectScan): Translation {
  const { body } = scan.source;
  if (isOfHtml(element, start, body)) return null;
  const hint = writeHint(element, scan.components);
  reportUnknown({ kind: 'element', shown: `<${element}>`, hint }, start, scan);
  const end = body.indexOf('>', start) + 1;
  const tag = body.slice(start, end);
  // HTML would ignore the slash and nest everything that follows.
  const isOpen = !tag.endsWith('/>') || /^(?:image|plaintext)$/i.test(element);
  return isOpen ? null : { end, text: `${tag.slice(0, -2).trimEnd()}></${element}>` };
}

/** False if HTML has no such element, and for a component named like one, `<Figure … />`. */
function isOfHtml(element: string, index: number, body: string): boolean {
  const name = element.toLowerCase();
  if (!isElementName(name)) return false;
  const isComponent = /^[A-Z][a-z]/.test(element) && !VOIDS.has(name);
  return !(isComponent && body[body.indexOf('>', index) - 1] === '/');
}
