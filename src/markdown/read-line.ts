/**
 * Reads one line of Markdown, as in a text of the settings. Pure.
 */
import { escape as escapeHtml } from 'he';
import { ENGLISH_TEXTS } from '../text/texts.ts';
import { type Body, startFound } from './body.ts';
import type { Unlinks } from './body-link.ts';
import type { MarkdownEngine } from './engine.ts';
import { makeText } from './markdown-nodes.ts';
import type { Options } from './rule.ts';
import { linkFaults } from './rules/link-faults.ts';
import { links } from './rules/links.ts';
import { element, elementsOf, textOf } from './tree.ts';
import { unlink } from './unlink.ts';
import { walkTree } from './walk.ts';
import { writeTree } from './write.ts';

/** A line that has been read. */
export interface Line extends Pick<Body, 'parts' | 'links' | 'faults'> {
  /** Without markup. */
  readonly text: string;
}

/** Goes before the line, so that `1.` or `#` doesn't begin a block; emphasis may follow it. */
const NO_BLOCK = '(';

/**
 * Reads a line; the links in `unlinks` become their labels. Raw HTML and bare addresses stay text, as does
 * anything that would begin a block.
 */
export function readLine(
  engine: MarkdownEngine,
  line: string,
  siteUrl: string,
  unlinks: Unlinks,
): Line {
  if (!/[*_`[<\\]/.test(line)) {
    return { text: line, parts: [escapeHtml(line)], links: [], faults: [] };
  }
  // The author's entities are decoded already.
  const source = NO_BLOCK + line.replace(/&(?=#?\w+;)/g, '&amp;');
  const asText = { name: 'raw', html: ({ value }: { value: string }) => makeText(value) };
  const root = engine.toTree(engine.toHtml(source, { gfm: false, frontmatter: false }, [asText]));
  const [paragraph] = elementsOf(root);
  root.children = paragraph?.children ?? [];
  const [first] = root.children;
  if (first?.type === 'text') first.value = first.value.slice(NO_BLOCK.length);
  const found = startFound();
  const given = { found, options: { ...LINE_OPTIONS, siteUrl, unlinks }, source };
  const visitors = [linkFaults, links].flatMap((rule) => rule(given) ?? []);
  root.children = unlink(root.children, found, given.options);
  walkTree(root, visitors, found);
  return {
    text: textOf(element('span', {}, root.children)),
    parts: writeTree(root),
    links: found.links,
    faults: found.faults,
  };
}

const LINE_OPTIONS: Options = {
  title: '',
  siteUrl: '',
  language: 'en',
  texts: ENGLISH_TEXTS,
  format: 'html',
  firstLine: 1,
  components: [],
  toc: null,
  isReservedId: () => false,
  math: { isOn: false, macros: {} },
  marks: { mark: false, subscript: false, superscript: false },
  listGallery: () => null,
  unlinks: new Map(),
};
