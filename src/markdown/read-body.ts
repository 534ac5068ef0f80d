/**
 * Reads a body: lists the rules, and makes its parts and facts. Pure.
 *
 * source → the engine, with passes over its Markdown tree → HTML → the engine's HTML parser → one walk → parts. A body in
 * HTML enters at the parser.
 */
import type { Features } from 'satteri';
import type { TextEdit } from '../problems/problems.ts';
import { dropControls } from '../text/text.ts';
import { fillText } from '../text/texts.ts';
import type { BodyLink } from './body-link.ts';
import { composeMarkdown } from './compose.ts';
import type { MarkdownEngine } from './engine.ts';
import { findUnreadable, isDeep } from './limits.ts';
import type { Part } from './parts.ts';
import { plainTextToHtml } from './plain-text.ts';
import {
  type Fault,
  type Found,
  type Heading,
  type Options,
  PAGE_STYLES,
  type PageStyle,
  type Rule,
  type Visitors,
} from './rule.ts';
import { attributes } from './rules/attributes.ts';
import { callouts } from './rules/callouts.ts';
import { checkboxes } from './rules/checkboxes.ts';
import { code } from './rules/code.ts';
import { comments } from './rules/comments.ts';
import { components } from './rules/components.ts';
import { contents } from './rules/contents.ts';
import { contentsPlaces } from './rules/contents-places.ts';
import { directives } from './rules/directives.ts';
import { documents } from './rules/documents.ts';
import { dollars } from './rules/dollars.ts';
import { foreign } from './rules/foreign.ts';
import { formulas } from './rules/formulas.ts';
import { frames } from './rules/frames.ts';
import { handlers } from './rules/handlers.ts';
import { headings } from './rules/headings.ts';
import { ids } from './rules/ids.ts';
import { linkFaults } from './rules/link-faults.ts';
import { links } from './rules/links.ts';
import { lintBlocks } from './rules/lint-blocks.ts';
import { lintLinks } from './rules/lint-links.ts';
import { marks } from './rules/marks.ts';
import { nestedLinks } from './rules/nested-links.ts';
import { nesting } from './rules/nesting.ts';
import { notes } from './rules/notes.ts';
import { pictures } from './rules/pictures.ts';
import { quotes } from './rules/quotes.ts';
import { scripts } from './rules/scripts.ts';
import { tables } from './rules/tables.ts';
import { unclosed } from './rules/unclosed.ts';
import { wikilinks } from './rules/wikilinks.ts';
import { words } from './rules/words.ts';
import {
  applyEdits,
  brackets,
  colons,
  findEarlier,
  orderEdits,
  wideEmphasis,
} from './source-edits.ts';
import { walkTree } from './walk.ts';
import { escapeText, writeTree } from './write.ts';

/** In the order in which they visit a node. */
export const RULES: readonly Rule[] = [
  documents,
  comments,
  colons,
  brackets,
  wideEmphasis,
  wikilinks,
  attributes,
  contentsPlaces,
  callouts,
  directives,
  marks,
  quotes,
  foreign,
  unclosed,
  lintLinks,
  lintBlocks,
  nestedLinks,
  nesting,
  components,
  formulas,
  dollars,
  ids,
  handlers,
  headings,
  contents,
  pictures,
  tables,
  notes,
  code,
  frames,
  checkboxes,
  scripts,
  linkFaults,
  links,
  words,
];

/** A body that has been read. */
export interface Body {
  /** HTML with slots, for pages and feeds. */
  readonly parts: readonly Part[];
  readonly links: readonly BodyLink[];
  /** The absolute URLs that links of the body lead to on other sites. */
  readonly outerUrls: readonly string[];
  /** The ids and anchor names that a fragment can refer to. */
  readonly ids: readonly string[];
  /** The first heading's text, or null. */
  readonly heading: string | null;
  /** The headings of levels 2 and 3, in order, except those without text or an id. */
  readonly headings: readonly Heading[];
  /**
   * The headings for a table of contents outside the body; none if there should be no such list, and null if the author
   * doesn't say.
   */
  readonly contents: readonly Heading[] | null;
  /** The beginning of the text; headings, code, tables and notes are skipped if there is any other text. */
  readonly excerpt: string;
  readonly wordCount: number;
  /** A sketch of its words, for `shareOfWords`. */
  readonly sketch: string;
  /** True for a body without words or media. */
  readonly isEmpty: boolean;
  /** True if a link had an outbound-click handler. */
  readonly hasOutboundLinks: boolean;
  /** True if it calls components, so that its HTML depends on the templates. */
  readonly hasComponents: boolean;
  readonly styles: readonly PageStyle[];
  /**
   * Content-Security-Policy directives with one source each, for scripts and objects in the body. Digests of
   * speculation rules have the directive `speculation-rules`; the site's own files are left out.
   */
  readonly embedded: readonly string[];
  /** Problems, with offsets in the body as the author wrote it. */
  readonly faults: readonly Fault[];
}

/** The parts of a body that only its own page and the feeds need. */
export type PageBody = Pick<Body, 'parts' | 'headings' | 'contents' | 'wordCount'>;

/** The most times that a body's source is edited: each one corrects at least one sign in every block. */
const MAX_ROUNDS = 50;

export function readBody(engine: MarkdownEngine, written: string, options: Options): Body {
  let source = dropControls(written);
  const unreadable = findUnreadable(source, options.format);
  if (unreadable !== null) return makeUnreadable(source, unreadable);
  const rounds: (readonly TextEdit[])[] = [];
  for (;;) {
    const found = startFound();
    const visitors = RULES.flatMap((rule) => rule({ found, options, source }) ?? []);
    const html = toHtml(engine, source, options, visitors);
    for (const { afterMarkdown } of visitors) afterMarkdown?.();
    if (found.sourceEdits.length > 0 && rounds.length < MAX_ROUNDS) {
      const edits = orderEdits(found.sourceEdits);
      rounds.unshift(edits);
      source = applyEdits(source, edits);
      continue;
    }
    const root = engine.toTree(html);
    if (isDeep(root)) return makeUnreadable(source, 0);
    walkTree(root, visitors, found);
    if (found.hasMedia) found.styles.add('media');
    const parts = writeTree(root);
    return makeBody(found, parts, (at) => rounds.reduce(findEarlier, at));
  }
}

/** Makes the body of a file beyond the engine's limits: its source, and an error. */
function makeUnreadable(source: string, at: number): Body {
  const found = startFound();
  found.faults.push({
    code: 'body-unreadable',
    message: 'There is too much nesting or markup here to read in a reasonable time',
    hint: 'Close open elements, put blank lines between blocks, or split the essay.',
    written: '',
    at,
  });
  return makeBody(found, [`<pre>${escapeText(source)}</pre>`], (offset) => offset);
}

function toHtml(
  engine: MarkdownEngine,
  source: string,
  { texts, format, language }: Options,
  visitors: readonly Visitors[],
): string {
  if (format === 'html') return source;
  if (format === 'text') return plainTextToHtml(source, language);
  const [label, backLabel] = [fillText(texts.footnotes), fillText(texts.backToReference)];
  const own: Features = {
    // The variation selector keeps the back arrow of footnotes text: phones would show an emoji.
    gfm: { footnotes: { clobberPrefix: '', backContent: '\u21a9\ufe0e', label, backLabel } },
    frontmatter: false,
    smartPunctuation: true,
    // Off where there is no sign of it: each feature costs time.
    definitionList: /\n {0,3}:[ \t]/.test(source),
    headingAttributes: source.includes('{#') || source.includes('{.'),
  };
  const features = Object.assign(own, ...visitors.map((each) => each.features));
  return engine.toHtml(source, features, composeMarkdown(visitors));
}

export function startFound(): Found {
  return {
    placeholders: [],
    links: [],
    outerUrls: [],
    slots: 0,
    ids: [],
    headings: [],
    heading: null,
    contents: null,
    wordCount: 0,
    sketch: '',
    excerpt: '',
    length: 0,
    holders: new Map(),
    notes: 0,
    wide: [],
    hasMedia: false,
    hasOutboundLinks: false,
    hasComponents: false,
    styles: new Set(),
    embedded: new Set(),
    faults: [],
    sourceEdits: [],
  };
}

function makeBody(
  found: Found,
  parts: readonly Part[],
  offsetInWritten: (at: number) => number,
): Body {
  const { links, outerUrls, ids, heading, contents, excerpt, wordCount, sketch } = found;
  const { hasMedia, hasOutboundLinks, hasComponents } = found;
  const headings = found.headings
    .filter(({ level }) => level === 2 || level === 3)
    .map(({ id, text, level }) => ({ id, text, level }));
  const faults = found.faults.map((fault): Fault => {
    const { at, edits = [] } = fault;
    if (at === undefined) return fault;
    const moved = edits.map((edit) => ({ ...edit, at: offsetInWritten(edit.at) }));
    return { ...fault, at: offsetInWritten(at), edits: moved };
  });
  return {
    parts,
    links,
    outerUrls,
    ids,
    heading,
    headings,
    contents,
    excerpt,
    wordCount,
    sketch,
    isEmpty: wordCount === 0 && !hasMedia,
    hasOutboundLinks,
    hasComponents,
    styles: PAGE_STYLES.filter((name) => found.styles.has(name)),
    embedded: [...found.embedded],
    faults,
  };
}
