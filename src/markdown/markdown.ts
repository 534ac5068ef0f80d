/**
 * The Markdown engine: converts a body in any format to regular HTML (see `html.ts`), and lists what is in it. It is
 * satteri (Rust), loaded on demand, parses raw HTML as a browser does, and closes every element.
 *
 * This room makes the HTML of a page from the text of a body. `essays/` runs `components.ts`, `dialects/`, the engine,
 * `lint.ts` and `body.ts` in this order; slots stay open until `site/` has resolved the links. Rooms after `essays/`
 * fill the slots (`body.ts`, `component-html.ts`, `code.ts`), and read URLs and HTML (`html.ts`).
 */
import { escape as escapeHtml } from 'he';
import type { CompileOptions, Features, MarkdownToHtmlResult, MdastNode } from 'satteri';
import { BuildStop, type ProblemCode, partMissing } from '../problems/problems.ts';
import { ENGLISH_TEXTS, fillText, type Texts } from '../text/texts.ts';
import { applyAttributes } from './attributes.ts';
import { writeCallouts } from './callouts.ts';
import type { BodyFormat, BodySource, Part } from './edits.ts';
import { mustTypeset, typesetMarkdown } from './engine-typography.ts';
import { findCrowd, isHeavy } from './limits.ts';
import { type MarkdownText, type NodePart, PART_TYPES, TEXT_TYPES } from './nodes.ts';
import { type Locate, makeLocator } from './places.ts';
import { plainTextToHtml } from './plain-text.ts';
import {
  hideNoscript,
  keepInfo,
  repairTags,
  restoreNoscript,
  spellLiterals,
  unlinkNested,
} from './repairs.ts';

/** Receives a problem in a body, with its offset. */
export type Tell = (offset: number, code: ProblemCode, message: string, hint: string) => void;

/** What a body's HTML depends on besides its text. */
export interface Conversion {
  /** A BCP 47 tag, for smart punctuation; by default English. */
  readonly language?: string;
  /** The labels of footnotes. */
  readonly texts?: Texts;
  /** Reports a body beyond the engine's limits. */
  readonly tell?: Tell;
}

export interface MarkdownEngine {
  /**
   * Converts a body to HTML. Markdown is CommonMark with tables, strikethrough, task lists, footnotes and smart
   * punctuation for the language.
   */
  toHtml(source: string, format: BodyFormat, conversion?: Conversion): string;
  /**
   * Converts one line of Markdown to HTML without a paragraph around it; null for a line without Markdown. Raw HTML
   * and bare addresses stay text, as does anything that would begin a block.
   */
  toInlineHtml(line: string): string | null;
  /** Lists the parts of Markdown that are not text, in source order, outer before inner. */
  listParts(body: string): readonly Part[];
  makeLocator(source: BodySource, format: BodyFormat): Locate;
  /**
   * Makes an engine for the body of one essay in this language. It lists the nodes of each version of the body once,
   * whoever asks for them, so that the engine reads a body in plain Markdown at most twice.
   */
  forOneBody(language: string): MarkdownEngine;
}

export async function loadMarkdownEngine(): Promise<MarkdownEngine> {
  const { markdownToHtml } = await import('satteri').catch((error: Error) => {
    const text = 'Essays cannot be read because the Markdown engine (satteri) does not start';
    throw new BuildStop(partMissing('markdown-missing', 'content/essays', text, error));
  });
  // No plugin of the program is asynchronous.
  const convert: Convert = (source, options) =>
    (markdownToHtml(source, options) as MarkdownToHtmlResult).html;
  return makeEngine(convert, (body, hasTexts) => listNodeParts(convert, body, hasTexts));
}

/** The engine's own function. */
type Convert = (source: string, options: CompileOptions) => string;

/** Lists the nodes of Markdown in source order. Texts, which take as long as all others, only if `hasTexts`. */
type ListNodes = (body: string, hasTexts: boolean) => readonly NodePart[];

function makeEngine(convert: Convert, list: ListNodes): MarkdownEngine {
  const listParts = (body: string): readonly Part[] =>
    findCrowd(body, 'markdown') === null
      ? list(body, false).filter(({ type }) => PART_TYPES.includes(type))
      : [];
  return {
    toHtml: (source, format, conversion = {}) => toHtml(convert, list, source, format, conversion),
    toInlineHtml: (line) => toInlineHtml(convert, line),
    listParts,
    makeLocator: (source, format) =>
      makeLocator(source, () => (format === 'markdown' ? list(source.body, false) : [])),
    forOneBody: (language) => makeEngine(convert, remember(list, language)),
  };
}

/** Returns a `list` that lists a body once, with its texts if it must be typeset for the language. */
function remember(list: ListNodes, language: string): ListNodes {
  const listed = new Map<string, { readonly nodes: readonly NodePart[]; hasTexts: boolean }>();
  return (body, mustHaveTexts) => {
    const last = listed.get(body);
    if (last !== undefined && (last.hasTexts || !mustHaveTexts)) return last.nodes;
    const hasTexts = mustHaveTexts || mustTypeset(body, language, isHeavy(body));
    const nodes = list(body, hasTexts);
    listed.set(body, { nodes, hasTexts });
    return nodes;
  };
}

function listNodeParts(convert: Convert, body: string, hasTexts: boolean): NodePart[] {
  const nodes: NodePart[] = [];
  const add = (node: MdastNode) => {
    const { start, end } = node.position ?? {};
    const name = 'identifier' in node ? node.identifier : '';
    nodes.push({ type: node.type, start: start?.offset ?? 0, end: end?.offset ?? 0, name, node });
  };
  const types = hasTexts ? [...PART_TYPES, ...TEXT_TYPES] : PART_TYPES;
  const visitors = Object.fromEntries(types.map((type) => [type, add]));
  const source = isHeavy(body) ? body.replaceAll('&', '+') : body;
  convert(source, {
    features: chooseFeatures(source, false, ENGLISH_TEXTS),
    mdastPlugins: [{ name: 'nodes', options: { position: true }, ...visitors }],
  });
  return nodes;
}

function toHtml(
  convert: Convert,
  list: ListNodes,
  source: string,
  format: BodyFormat,
  { language = 'en', texts = ENGLISH_TEXTS, tell }: Conversion,
): string {
  if (format === 'text') return plainTextToHtml(source, language);
  const crowd = findCrowd(source, format);
  if (crowd !== null) {
    const message = 'There is too much nesting or markup here to read in a reasonable time';
    const hint = 'Close open elements, put blank lines between blocks, or split the essay.';
    tell?.(crowd, 'body-unreadable', message, hint);
    return `<pre>${escapeHtml(source)}</pre>`;
  }
  const toTree = (html: string) => parseHtml(convert, html);
  if (format === 'html') return restoreNoscript(toTree(hideNoscript(source)), toTree);
  const listOnce = remember(list, language);
  const written: MarkdownText = {
    body: source,
    listNodes: (hasTexts) => listOnce(source, hasTexts),
  };
  const literal = spellLiterals(written);
  const isHeavySource = isHeavy(literal.body);
  const repaired = repairTags(typesetMarkdown(literal, language, isHeavySource));
  const html = convert(repaired, {
    features: chooseFeatures(repaired, !isHeavySource, texts),
    mdastPlugins: [...unlinkNested(repaired), ...keepInfo(repaired)],
  });
  return restoreNoscript(writeCallouts(applyAttributes(html), texts), toTree);
}

/** Precedes an HTML body, because the engine skips end tags before the first tag, even the line break `</br>`. */
const FIRST_TAG = '<wbr>';

/** Parses HTML as a browser does. */
function parseHtml(convert: Convert, source: string): string {
  // The engine accepts only Markdown: a plugin replaces its one paragraph with the HTML.
  const html: MdastNode = { type: 'html', value: FIRST_TAG + source };
  const mdastPlugins = [{ name: 'html', paragraph: () => html }];
  return convert('x', { features: { rawHtml: true }, mdastPlugins }).slice(FIRST_TAG.length);
}

/** Begins a paragraph before any sign of a block, such as `1.` or `#`, and may precede emphasis. */
const NO_BLOCK = '(';

function toInlineHtml(convert: Convert, line: string): string | null {
  if (!/[*_`[<\\]/.test(line) || findCrowd(line, 'markdown') !== null) return null;
  const asText = ({ value }: MdastNode & { type: 'html' }): MdastNode => ({ type: 'text', value });
  // The author's entities are decoded already.
  const source = NO_BLOCK + line.replace(/&(?=#?\w+;)/g, '&amp;');
  const html = convert(source, {
    features: { gfm: false, frontmatter: false },
    mdastPlugins: [{ name: 'raw', html: asText }],
  });
  return html.trim().slice(`<p>${NO_BLOCK}`.length, -'</p>'.length);
}

/** A heading with an explicit id or class: `## Title {#custom}`. */
const HEADING_ATTRIBUTES =
  /^ {0,3}#{1,6}[ \t][^{}\n]*\{(?:[^{}\n]*#|[ \t]*\.[a-z])[^{}\n]*\}[ \t]*#*[ \t]*$/m;

/** A definition list, as in kramdown, PHP Markdown Extra and Hugo. */
const DEFINITION = /\n {0,3}:[ \t]/;

function chooseFeatures(body: string, smartPunctuation: boolean, texts: Texts): Features {
  const [label, backLabel] = [fillText(texts.footnotes), fillText(texts.backToReference)];
  return {
    // The variation selector keeps the back arrow of footnotes text: phones would show an emoji.
    gfm: { footnotes: { clobberPrefix: '', backContent: '\u21a9\ufe0e', label, backLabel } },
    frontmatter: false,
    smartPunctuation,
    definitionList: DEFINITION.test(body),
    headingAttributes: body.includes('{') && HEADING_ATTRIBUTES.test(body),
    // Parsing raw HTML doubles the time.
    rawHtml: /<[a-z!/?]/i.test(body),
  };
}
