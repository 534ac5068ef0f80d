/**
 * MDX in files that aren't MDX: `import` of components, and tags that HTML doesn't have. They are reported; the
 * author's own components have been replaced before (`markdown/components.ts`). Pure.
 */
import { writeHint } from '../markdown/components.ts';
import { HTML_NAMES, isElementName, VOIDS } from '../markdown/html.ts';
import {
  type Dialect,
  MARKDOWN,
  MARKDOWN_AND_HTML,
  makeUnknown,
  type Scan,
  type Step,
  tell,
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
  signs: ['\\nimport ', UNKNOWN_TAG],
  syntaxes: [
    { ...makeUnknown('iI', MARKDOWN, IMPORT, () => 'import … from'), isAtLineStart: true },
    { starts: '<', formats: MARKDOWN_AND_HTML, pattern: ELEMENT, translate: reportElement },
  ],
};

function reportElement({ 0: tag, index, groups }: RegExpExecArray, scan: Scan): Step {
  const element = groups?.element ?? '';
  if (!isOfHtml(element, index, scan.source.body)) {
    tell(`<${element}>`, index, scan, writeHint(element, scan.components));
  }
  return { end: index + tag.length };
}

/** False if HTML has no such element, and for a component named like one, `<Figure … />`. */
function isOfHtml(element: string, index: number, body: string): boolean {
  const name = element.toLowerCase();
  if (!isElementName(name)) return false;
  const isComponent = /^[A-Z][a-z]/.test(element) && !VOIDS.has(name);
  return !(isComponent && body[body.indexOf('>', index) - 1] === '/');
}
