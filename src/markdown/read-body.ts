/**
 * Reads a body: lists the rules, and makes its parts and facts. Pure.
 *
 * source → the engine, with passes over its Markdown tree → HTML → the engine's HTML parser → one walk → parts. A body in
 * HTML enters at the parser; plain Markdown becomes a tree without it.
 */
import type { Features } from 'satteri';
import type { TextEdit } from '../problems/problems.ts';
import { dropControls } from '../text/text.ts';
import { fillText } from '../text/texts.ts';
import { type Body, makeBody, startFound } from './body.ts';
import { composeMarkdown } from './compose.ts';
import { isPlain, type MarkdownEngine } from './engine.ts';
import { findUnreadable, isDeep } from './limits.ts';
import { plainTextToHtml } from './plain-text.ts';
import type { Options, Rule, Visitors } from './rule.ts';
import { attributes } from './rules/attributes.ts';
import { blockFaults } from './rules/block-faults.ts';
import { callouts } from './rules/callouts.ts';
import { checkboxes } from './rules/checkboxes.ts';
import { code } from './rules/code.ts';
import { comments } from './rules/comments.ts';
import { components } from './rules/components.ts';
import { contents } from './rules/contents.ts';
import { directives } from './rules/directives.ts';
import { documents } from './rules/documents.ts';
import { foreignSigns } from './rules/foreign-signs.ts';
import { formulas } from './rules/formulas.ts';
import { frames } from './rules/frames.ts';
import { handlers } from './rules/handlers.ts';
import { headings } from './rules/headings.ts';
import { ids } from './rules/ids.ts';
import { lineBreaks } from './rules/line-breaks.ts';
import { linkFaults } from './rules/link-faults.ts';
import { links } from './rules/links.ts';
import { marks } from './rules/marks.ts';
import { nestedLinks } from './rules/nested-links.ts';
import { nesting } from './rules/nesting.ts';
import { notes } from './rules/notes.ts';
import { pictureFaults } from './rules/picture-faults.ts';
import { pictures } from './rules/pictures.ts';
import { quotes } from './rules/quotes.ts';
import { rawText } from './rules/raw-text.ts';
import { referenceFaults } from './rules/reference-faults.ts';
import { scripts } from './rules/scripts.ts';
import { tables } from './rules/tables.ts';
import { unclosedFaults } from './rules/unclosed-faults.ts';
import { unreadFiles } from './rules/unread-files.ts';
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
import { type Element, element, type Root } from './tree.ts';
import { unlink } from './unlink.ts';
import { walkTree } from './walk.ts';
import { escapeText, writeTree } from './write.ts';

/**
 * Visitors of the same node run in this order. Those of Markdown run first, in up to three passes (`compose.ts`). Those of
 * HTML run in one walk: at an element's start those for its name, then those for all elements; then the same at its end.
 */
export const RULES: readonly Rule[] = [
  // The source, which is read once more without …
  documents, // … the head of a whole page
  comments, // … `{# … #}`, `%% … %%`
  rawText, // … scripts within a paragraph
  colons, // … colons within a line that would be directives
  brackets, // … `[[ -f a ]]`, which is no wikilink
  wideEmphasis, // … emphasis that full-width punctuation would break
  // Markdown
  wikilinks, // `[[other]]` links; `![[hill.jpg|300]]` shows a picture, with its size
  attributes, // `{.wide #id}` after a picture, or below a block
  callouts, // `> [!NOTE]`
  directives, // `::gallery{…}`, `::figure{…}`, `:::note`
  marks, // `==mark==`, `H~2~O`
  quotes, // quotation marks of the language, in descriptions of pictures too
  // Likely mistakes in Markdown
  foreignSigns, // other programs' syntax
  unclosedFaults,
  referenceFaults, // footnotes, references
  blockFaults, // headings, tables, indented HTML
  // HTML
  nestedLinks, // an address in a link isn't a link
  nesting, // elements that would change the page around them
  lineBreaks, // in scripts without spaces
  components, // the author's own, and the pictures in their values
  formulas,
  ids,
  handlers, // `onclick` goes
  headings,
  contents, // `[TOC]`
  pictures, // rows, captions, places beside the text; a film that is written as a picture
  tables,
  notes, // footnotes, and what is beside them in the margin
  code,
  frames,
  checkboxes,
  scripts, // on pages only, with their sources for the policy
  // Likely mistakes in HTML
  linkFaults,
  pictureFaults, // no description, a format that no browser shows
  unreadFiles,
  // What the whole page is made of
  links, // addresses of links, pictures and media become slots, with one for a picture's size and copies
  words, // the number of words, the excerpt
];

/** How often a body's source is edited at most: each time corrects at least one sign in every block. */
const MAX_ROUNDS = 50;

export function readBody(engine: MarkdownEngine, written: string, options: Options): Body {
  let source = dropControls(written);
  const unreadable = findUnreadable(source, options.format);
  if (unreadable !== null) return makeUnreadable(source, unreadable);
  const rounds: (readonly TextEdit[])[] = [];
  for (;;) {
    const found = startFound();
    const visitors = RULES.flatMap((rule) => rule({ found, options, source }) ?? []);
    const root = toTree(engine, source, options, visitors);
    for (const { afterMarkdown } of visitors) afterMarkdown?.();
    if (found.sourceEdits.length > 0 && rounds.length < MAX_ROUNDS) {
      const edits = orderEdits(found.sourceEdits);
      rounds.unshift(edits);
      source = applyEdits(source, edits);
      continue;
    }
    if (isDeep(root)) return makeUnreadable(source, 0);
    if (options.recording) root.children.unshift(makePlayer(options.recording));
    root.children = unlink(root.children, found, options);
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

function toTree(
  engine: MarkdownEngine,
  source: string,
  { texts, format, language }: Options,
  visitors: readonly Visitors[],
): Root {
  if (format === 'html') return engine.toTree(source);
  if (format === 'text') return engine.toTree(plainTextToHtml(source, language));
  const [label, backLabel] = [fillText(texts.footnotes), fillText(texts.backToReference)];
  const own: Features = {
    // The variation selector keeps the back arrow of footnotes text: phones would show an emoji.
    gfm: { footnotes: { clobberPrefix: '', backContent: '\u21a9\ufe0e', label, backLabel } },
    frontmatter: false,
    smartPunctuation: true,
    // Each feature costs time, so it is off unless the source has a sign of it.
    definitionList: /\n {0,3}:[ \t]/.test(source),
    headingAttributes: source.includes('{#') || source.includes('{.'),
  };
  const features = Object.assign(own, ...visitors.map((each) => each.features));
  const passes = composeMarkdown(visitors);
  if (passes.length === 0 && isPlain(source)) return engine.plainToTree(source, features);
  return engine.toTree(engine.toHtml(source, features, passes));
}

const FILM = /\.(?:mp4|m4v|mov|webm|ogv)(?:[?#].*)?$/i;

/** Makes the player above the body of an episode of a podcast; `data-embed` marks what isn't the essay's text. */
function makePlayer(src: string): Element {
  const player = element(FILM.test(src) ? 'video' : 'audio', {
    src,
    controls: true,
    preload: 'none',
  });
  return element('figure', { dataEmbed: 'recording' }, [player]);
}
