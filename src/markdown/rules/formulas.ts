/**
 * Formulas: `$$` on lines of its own or within a line, code whose language is `math`, and `$…$` where the author has turned
 * them on. Each becomes MathML; an `\eqref` in the text becomes a link to the formula, with its number.
 */
import type { Code, Image } from 'mdast';
import type { MdastNode, MdastVisitorContext } from 'satteri';
import { LITERAL_TAG } from '../inlines.ts';
import { makeHtml, makeText, placeOf, sourceOf } from '../markdown-nodes.ts';
import { type Found, type Options, placeholder, type Rule, replaceByPart } from '../rule.ts';
import {
  listWords,
  readFormula,
  resolveReferences,
  startTexPage,
  type TexPage,
  type TexResult,
  writeFormulasAsText,
} from '../tex/temml.ts';
import { type Element, element, HEADINGS, remove, text, UNDIVIDED } from '../tree.ts';
import { linkEquations } from './equation-links.ts';
import { findOpenFormulas, isOpen, isPaired } from './open-formulas.ts';

type MathSetting = Options['math'];

/** A node of a formula: what is between its delimiters. */
type Literal = Extract<MdastNode, { type: 'math' | 'inlineMath' | 'code' }>;

/** A formula on the way to its element. */
interface ReadFormula {
  readonly tex: string;
  readonly isDisplay: boolean;
  readonly result: TexResult;
  /** The offset of an offset in `tex`. */
  readonly toSource: (at: number) => number;
}

/** The element of a formula, and the one around it. */
interface PlacedFormula {
  readonly node: Element;
  /** The elements around it, outermost first. */
  readonly parents: readonly Element[];
  readonly read: ReadFormula;
}

const FENCE = /(?:`{3}|~{3})[ \t]*math/;

function mayHaveFormulas(source: string, isOn: boolean): boolean {
  return (isOn && source.includes('$')) || source.includes('$$') || FENCE.test(source);
}

export const formulas: Rule = ({ found, options: { math }, source }) => {
  if (!mayHaveFormulas(source, math.isOn)) return null;
  const page = startTexPage(math.macros);
  const shown: PlacedFormula[] = [];
  /** True where dollars are paired wrongly from here to the end of the block. */
  let isMispaired = false;
  /** Where formulas that end too late may begin. */
  let firstOpen: number | null = null;
  let hasOpen = false;
  /** True between tags such as `<code>` and `</code>`. */
  let isLiteral = false;
  const startBlock = () => {
    isMispaired = false;
    isLiteral = false;
  };
  const read = (node: Literal, context: MdastVisitorContext, isDisplay: boolean) => {
    const tex = readTex(node, source);
    const result = readFormula({ tex, isDisplay }, page);
    const toSource = (at: number) => findInSource(placeOf(node).start, tex, at, source);
    const isBlock = node.type !== 'inlineMath';
    const value: ReadFormula = { tex, isDisplay, result, toSource };
    const data = placeholder(found, isBlock ? 'div' : 'span', 'formula', value);
    const words = 'message' in result ? listWords(tex) : result.text;
    // In a list, a paragraph loses its element.
    const type = isBlock ? 'blockquote' : 'paragraph';
    context.replaceNode(node, { type, data, children: [makeText(words)] } as MdastNode);
  };
  return {
    features: { math: { singleDollarTextMath: math.isOn } },
    needsPlaces: true,
    markdown: {
      paragraph: startBlock,
      heading: startBlock,
      tableCell: startBlock,
      html({ value }) {
        const [, slash] = LITERAL_TAG.exec(value) ?? [];
        if (slash !== undefined) isLiteral = slash === '';
      },
      math(node, context) {
        const { start } = placeOf(node);
        if (!isOpen(node, source)) {
          // Perhaps an open one, which ends where the next one begins.
          if (/\n\s*\n/.test(node.value)) firstOpen ??= start;
          read(node, context, true);
        } else if (!hasOpen) {
          hasOpen = true;
          found.faults.push(...findOpenFormulas(source, firstOpen ?? start));
        }
      },
      code(node: Code, context) {
        if (node.lang === 'math') read(node, context, true);
      },
      inlineMath(node, context) {
        const { start, end } = placeOf(node);
        const written = source.slice(start, end);
        if (isLiteral) context.replaceNode(node, makeHtml(written));
        else if (written.startsWith('$$')) read(node, context, isOnOwnLine(start, end, source));
        else if (!isMispaired && isPaired(written, source.charAt(end))) read(node, context, false);
        else {
          // Where no further round follows, the dollars are text.
          context.replaceNode(node, makeText(written));
          if (!isMispaired) found.sourceEdits.push({ at: start, was: '', is: '\\' });
          isMispaired = true;
        }
      },
      image: (node, context) => writeAlt(node, context, math, source),
    },
    ...(source.includes('\\label') && { inlines: linkEquations(page.labels, found) }),
    placeholders: {
      formula(node, read: ReadFormula, { parents }) {
        const [id] = 'message' in read.result ? [] : read.result.ids;
        if (id !== undefined) node.properties.id = id;
        shown.push({ node, parents: [...parents], read });
      },
    },
    end: () => showFormulas(shown, page, found),
  };
};

/** The TeX of a node. In a table, the engine takes the backslash of `\|` for Markdown's. */
function readTex(node: Literal, source: string): string {
  const written = sourceOf(node, source);
  if (node.value.includes('\\|') || !written.includes('\\|')) return node.value;
  return written.replace(/^\$+|\$+$/g, '').trim();
}

/** Writes the formulas in the text of a picture, which the engine leaves out. */
function writeAlt(
  node: Image,
  context: MdastVisitorContext,
  math: MathSetting,
  source: string,
): void {
  const [, alt = ''] = /^!\[((?:[^\]\\]|\\.)*)\]/.exec(sourceOf(node, source)) ?? [];
  if (alt.includes('$')) context.setProperty(node, 'alt', writeFormulasAsText(alt, math));
}

/** True for a formula alone on its line, apart from the signs of quotations and list items. */
function isOnOwnLine(start: number, end: number, source: string): boolean {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  const [after = ''] = source.slice(end).split('\n', 1);
  return /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*[ \t>]*$/.test(before) && after.trim() === '';
}

/** Finds an offset in a formula's TeX in the source, where quotations and lists begin each of its lines with signs. */
function findInSource(start: number, tex: string, at: number, source: string): number {
  const lines = tex.split('\n');
  let place = start;
  for (const [i, before] of tex.slice(0, at).split('\n').entries()) {
    const found = source.indexOf(lines[i] ?? '', place);
    if (found === -1) return start;
    place = found + before.length;
  }
  return place;
}

function showFormulas(shown: readonly PlacedFormula[], page: TexPage, found: Found): void {
  for (const { node, parents, read } of shown) {
    const result = resolveReferences(read.result, page);
    if ('message' in result) showRefused(node, read, result, found);
    else if (result.html === '') remove(node);
    else if (read.isDisplay) showBlock(node, parents.at(-1), result, found);
    else if (isWide(result, parents)) showBox(node, parents, result);
    else showInline(node, parents.at(-1), result.html);
    found.styles.add('message' in result ? 'code' : 'math');
  }
}

type MathResult = Exclude<TexResult, { message: string }>;

/** Shows the TeX of a formula that can't be read, as code. */
function showRefused(
  node: Element,
  { tex, toSource }: ReadFormula,
  { at, message, hint }: Extract<TexResult, { message: string }>,
  { faults }: Found,
): void {
  faults.push({ code: 'math-invalid', message, hint, at: toSource(at), written: tex });
  const code = element('code', {}, [text(tex)]);
  node.children = [code];
  node.tagName = node.tagName === 'div' ? 'pre' : '';
}

/** The characters of a formula that fit in a line on a phone, and in that of a heading. */
const [FITTING, FITTING_HEADING] = [30, 20];
const IN_HEADING = new Set(HEADINGS.split(' '));

function isWide({ text: words }: MathResult, parents: readonly Element[]): boolean {
  const isHeading = parents.some(({ tagName }) => IN_HEADING.has(tagName));
  const most = isHeading ? FITTING_HEADING : FITTING;
  return words.split('; ').some(({ length }) => length > most);
}

/** Shows a formula in a line in a box of its own that scrolls. The style sheet keeps focus from boxes that fit. */
function showBox(node: Element, parents: readonly Element[], { html }: MathResult): void {
  node.properties.className = ['wide-formula'];
  if (!parents.some(({ tagName }) => UNDIVIDED.has(tagName))) node.properties.tabIndex = 0;
  node.children = [{ type: 'part', part: html }];
}

/** Shows a formula in a box that scrolls. */
function showBlock(
  node: Element,
  parent: Element | undefined,
  { html, ids, isNumbered }: MathResult,
  found: Found,
): void {
  node.properties.className = isNumbered ? ['formula', 'rows'] : ['formula'];
  node.properties.tabIndex = 0;
  const others = ids.slice(1).map((id) => element('span', { id }));
  found.ids.push(...ids.slice(1));
  node.children = [...others, { type: 'part', part: html }];
  // A formula alone in its paragraph takes its place.
  if (parent?.tagName === 'p' && parent.children.length === 1) parent.tagName = '';
}

/** Shows a formula in a line, together with the signs beside it: browsers would break the line between them. */
function showInline(node: Element, parent: Element | undefined, html: string): void {
  const index = parent?.children.indexOf(node) ?? -1;
  const [before, after] = [parent?.children[index - 1], parent?.children[index + 1]];
  const [start = ''] =
    before?.type === 'text' ? (/[([“‘„«¿¡–]{0,4}$/.exec(before.value) ?? []) : [];
  const [end = ''] = after?.type === 'text' ? (SIGNS_AFTER.exec(after.value) ?? []) : [];
  if (start === '' && end === '') {
    replaceByPart(node, html);
    return;
  }
  if (before?.type === 'text')
    before.value = before.value.slice(0, before.value.length - start.length);
  if (after?.type === 'text') after.value = after.value.slice(end.length);
  node.properties.className = ['joined'];
  node.children = [text(start), { type: 'part', part: html }, text(end)];
}

const SIGNS_AFTER = /^(?:[.,;:!?)\]”’»–]|-\p{L}+)*/u;
