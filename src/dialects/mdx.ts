/**
 * MDX in files that aren't MDX: `import`, `export`, and tags that HTML doesn't have. They are reported, and elements such as `<YouTube id="…" />` become what the shortcode of the same kind becomes. The author's
 * own components have already been replaced (`markdown/components.ts`). Pure.
 */
import { readShortcodeArguments } from '../markdown/arguments.ts';
import { CALLOUTS } from '../markdown/callouts.ts';
import { writeHint } from '../markdown/component-tags.ts';
import { HTML_NAMES, isElementName, VOIDS } from '../markdown/html.ts';
import { closeContainer } from './containers.ts';
import {
  type Dialect,
  type DialectScan,
  findIndent,
  findOwnLine,
  MARKDOWN_AND_HTML,
  type Match,
  makeUnknown,
  reportUnknown,
  type Translation,
} from './dialect.ts';
import { SHORTCODES } from './shortcode-table.ts';

const IMPORT = /import\s+(?:[^\n'"{}]*(?:\{[^{}'"]*\}\s*)?from\s*)?['"][^'"\n]+['"];?[ \t]*$/imy;

/** An opening tag, but not an address in angle brackets. */
const ELEMENT =
  /(?<!\]\([ \t]*|^ {0,3}\[[^\]\n]*\]:[ \t]*)<(?<element>[a-z][a-z0-9]*)(?=[\s/>])(?=[^<>]*>)/imy;

/** A tag that HTML doesn't have, or whose name begins like that of a component. */
const KNOWN = `(?:${HTML_NAMES.join('|')}|${HTML_NAMES.join('|').toUpperCase()})`;
const UNKNOWN_TAG = `<(?!${KNOWN}[\\s/>])[a-zA-Z][a-zA-Z0-9]*[\\s/>]`;

/** The shortcodes that do what components of Astro and other generators do. */
const SAME: Readonly<Record<string, string>> = {
  Figure: 'figure',
  Image: 'img',
  YouTube: 'youtube',
  Youtube: 'youtube',
  Vimeo: 'vimeo',
  Tweet: 'tweet',
  Gist: 'gist',
};

const KNOWN_ELEMENT = new RegExp(`<(?<element>${Object.keys(SAME).join('|')})(?=[\\s/])`, 'y');

/** The callouts of Starlight and Astro's themes, of Docusaurus and of Nextra; and tabs, which become collapsible. */
const CALLOUT = '(?<element>Aside|Admonition|Callout|TabItem)';
const CALLOUT_START = new RegExp(
  `<${CALLOUT}(?<written>(?:\\s+[\\w-]+(?:=(?:"[^"\\n]*"|'[^'\\n]*'|\\{[^{}\\n]*\\}))?)*)\\s*>`,
  'y',
);
const TABS =
  /[ \t>]*(?:<Tabs(?:\s+[\w-]+(?:=(?:"[^"\n]*"|'[^'\n]*'|\{[^{}\n]*\}))?)*\s*>|<\/Tabs>)[ \t]*$/my;
const CALLOUT_END = new RegExp(`</${CALLOUT}>`, 'y');

export const mdx: Dialect = {
  name: 'MDX',
  signs: ['\\n(?:import|export) ', UNKNOWN_TAG],
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
      hint: 'Remove it: code in essays is never run.',
    }),
    { starts: '<', isAtLineStart: true, pattern: TABS, translate: () => '' },
    { starts: '<', pattern: CALLOUT_START, translate: beginCallout },
    { starts: '<', pattern: CALLOUT_END, translate: endCallout },
    { starts: '<', formats: MARKDOWN_AND_HTML, pattern: KNOWN_ELEMENT, translate: writeKnown },
    { starts: '<', formats: MARKDOWN_AND_HTML, pattern: ELEMENT, translate: reportElement },
  ],
};

function reportElement({ start, groups: { element = '' } }: Match, scan: DialectScan): Translation {
  const { body } = scan.source;
  if (isOfHtml(element, start, body)) return null;
  const end = body.indexOf('>', start) + 1;
  const tag = body.slice(start, end);
  // Without attributes or an end, it is more likely a word in angle brackets, as in `List<String>`.
  const isWord = tag === `<${element}>` && !body.slice(end, end + NEAR).includes(`</${element}`);
  const hint =
    isWord && scan.format === 'markdown' ? asText(tag) : writeHint(element, scan.components);
  reportUnknown({ kind: 'element', shown: `<${element}>`, hint }, start, scan);
  // HTML would ignore the slash and nest everything that follows.
  const isOpen = !tag.endsWith('/>') || /^(?:image|plaintext)$/i.test(element);
  return isOpen ? null : { end, text: `${tag.slice(0, -2).trimEnd()}></${element}>` };
}

/** How far to look for an end tag. */
const NEAR = 500;

const asText = (tag: string) =>
  `To show it as text, put a backslash before it, \`\\${tag}\`, or write it as code.`;

/** A self-closing tag; its attributes may contain HTML. */
const CLOSED_TAG = /^<\w+(?<written>(?:[^<>"']|"[^"]*"|'[^']*')*)\/>/;
const TAG_LENGTH = 2000;

/** Writes an element as the shortcode that does the same, or reports it. */
function writeKnown(match: Match, scan: DialectScan): Translation {
  const { start, groups } = match;
  const near = scan.source.body.slice(start, start + TAG_LENGTH);
  const tag = CLOSED_TAG.exec(near);
  const name = SAME[groups.element ?? ''] ?? '';
  if (tag === null) return reportElement(match, scan);
  const end = start + tag[0].length;
  const written = (tag.groups?.written ?? '').replace(/=\{(\d+)\}/g, '="$1"').trim();
  const call = { start, name, written, content: '', indent: findOwnLine(start, end, scan), scan };
  const text = SHORTCODES.get(name)?.write({ ...call, ...readShortcodeArguments(written) });
  return text ? { end, text } : reportElement(match, scan);
}

/** Notes the start of a callout that begins its line; any other is reported. */
function beginCallout(match: Match, scan: DialectScan): Translation {
  const { start, end, groups } = match;
  const indent = findIndent(start, scan);
  if (indent === null) return reportElement(match, scan);
  const written = (groups.written ?? '').replace(/=\{\s*("[^"]*"|'[^']*')\s*\}/g, '=$1');
  const { type = '', title, label, value } = readShortcodeArguments(written).props;
  const name = groups.element ?? '';
  const word = CALLOUTS.has(type.toLowerCase()) ? type : 'note';
  const callout =
    name === 'TabItem'
      ? { word: 'details', title: label ?? value, fold: 'open' as const }
      : { word, title };
  const hint = `Write \`</${name}>\` where it ends.`;
  scan.containers.push({
    element: 'blockquote',
    callout,
    mark: name,
    start,
    end,
    indent,
    reportUnclosed: () => reportUnknown({ kind: 'element', shown: `<${name}>`, hint }, start, scan),
  });
  return null;
}

function endCallout(match: Match, scan: DialectScan): null {
  const index = scan.containers.findLastIndex(({ mark }) => mark === match.groups.element);
  if (index !== -1) closeContainer(index, match, scan);
  return null;
}

/** False if HTML has no such element, and for a component named like one, `<Figure … />`. */
function isOfHtml(element: string, index: number, body: string): boolean {
  const name = element.toLowerCase();
  if (!isElementName(name)) return false;
  const isComponent = /^[A-Z][a-z]/.test(element) && !VOIDS.has(name);
  return !(isComponent && body[body.indexOf('>', index) - 1] === '/');
}
