/**
 * The only place where an author's text changes before the engine reads it, for what can't be fixed in the tree: colons
 * and brackets that the engine takes for directives and wikilinks, dollars that begin no formula (`rules/formulas.ts`),
 * emphasis beside full-width punctuation, and what may hold anything: comments of other programs (`rules/comments.ts`) and
 * scripts within a paragraph (`rules/raw-text.ts`). Rules note the changes while a body is read, so that code never
 * changes; then the body is read once more. Pure.
 */
import type { Emphasis, Strong } from 'mdast';
import type { TextEdit } from '../problems/problems.ts';
import { type PlacedNode, placeOf } from './markdown-nodes.ts';
import type { Rule } from './rule.ts';
import { readWikilink } from './rules/wikilinks.ts';

/** Sorts edits. One inside another waits: it is noted again when the body is read once more. */
export function orderEdits(edits: readonly TextEdit[]): TextEdit[] {
  let done = 0;
  return edits
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at, was }) => {
      if (at < done) return false;
      done = at + was.length;
      return true;
    });
}

/** Applies edits, which are in order. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  let edited = '';
  let done = 0;
  for (const { at, was, is } of edits) {
    edited += source.slice(done, at) + is;
    done = at + was.length;
  }
  return edited + source.slice(done);
}

/** The offset before edits of what is at an offset after them. */
export function findEarlier(at: number, edits: readonly TextEdit[]): number {
  let shift = 0;
  for (const edit of edits) {
    const start = edit.at + shift;
    if (at < start) break;
    if (at < start + edit.is.length) return edit.at;
    shift += edit.is.length - edit.was.length;
  }
  return at - shift;
}

const insert = (at: number, is: string): TextEdit => ({ at, was: '', is });

/** True if a line begins with `::`, perhaps in a quotation or a list. */
export function hasDirectives(source: string): boolean {
  return source.includes('::') && /^(?:[ \t>]|[-*+] |\d+[.)] )*::+[\p{L}\p{N}]/mu.test(source);
}

/** A colon within a line is a colon: with directives, the engine takes `10:30[^1]` and `a:b{c}` for more. */
export const colons: Rule = ({ found, source }) => {
  if (!hasDirectives(source)) return null;
  return {
    needsPlaces: true,
    markdown: {
      textDirective: (node) => void found.sourceEdits.push(insert(placeOf(node).start, '\\')),
    },
  };
};

/** `[[ -f a ]]` isn't a wikilink, and `[[1]](https://…)` is a link. */
export const brackets: Rule = ({ found, source }) => {
  if (!source.includes('[[')) return null;
  const visit = (node: PlacedNode) => {
    const { start, end } = placeOf(node);
    const at = source.indexOf('[', start);
    if (
      !source.startsWith('[[', at) ||
      at > start + 1 ||
      readWikilink(source.slice(start)) !== null
    )
      return;
    if (!/[([]/.test(source.charAt(end))) found.sourceEdits.push(insert(at, '\\'));
    else found.sourceEdits.push(insert(at + 1, '\\'), insert(end - 2, '\\'));
  };
  return { needsPlaces: true, markdown: { link: visit, image: visit } };
};

/** East Asian characters, those of South-East Asian scripts without spaces, and half of a rare Chinese character. */
const WIDE =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\ud840-\ud88f\udc00-\udfff\uf900-\ufaff\uff01-\uffee]/;
const [SIGN, LETTER] = [String.raw`[\p{P}\p{S}]`, String.raw`[^\s\p{P}\p{S}]`];
/**
 * Where CommonMark (0.31, section 6.2) neither begins nor ends emphasis, because there is punctuation inside and a letter
 * outside, as is usual in scripts without spaces: `这是**我想做的事。**所以`.
 */
const CLOSING = new RegExp(`(?<=${SIGN})(?<![*~\\\\])(?:\\*+|~~)(?=${LETTER})`, 'gu');
const OPENING = new RegExp(`(?<=${LETTER})(?:\\*+|~~)(?=(?![*~])${SIGN})`, 'gu');
/** Beside a run of stars, an empty comment is punctuation outside. */
const SEPARATOR = '<!---->';

export const wideEmphasis: Rule = ({ found, source }) => {
  const isHere = (pattern: RegExp) => source.search(pattern) !== -1;
  if (!WIDE.test(source) || !(isHere(CLOSING) || isHere(OPENING))) return null;
  const separate = (start: number, end: number) => {
    // The characters beside the text decide, too.
    const from = Math.max(0, start - 1);
    for (const pattern of [CLOSING, OPENING]) {
      for (const { 0: run, index } of source.slice(from, end + 1).matchAll(pattern)) {
        const at = from + index;
        if (!WIDE.test(source.slice(Math.max(0, at - 1), at + run.length + 1))) continue;
        found.sourceEdits.push(insert(pattern === CLOSING ? at + run.length : at, SEPARATOR));
      }
    }
  };
  const text = (node: PlacedNode) => {
    const { start, end } = placeOf(node);
    separate(start, end);
  };
  // If one word is emphasized twice, its stars are those of the words around it.
  const nested = ({ type, children }: Emphasis | Strong) => {
    for (const child of children) {
      if (child.type !== type) continue;
      const { start, end } = placeOf(child);
      separate(start, start + 2);
      separate(end - 2, end);
    }
  };
  return { needsPlaces: true, markdown: { text, strong: nested, emphasis: nested } };
};
