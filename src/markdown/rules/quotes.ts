/**
 * Typography where the engine's would be wrong: quotation marks in languages other than English, and paragraphs with
 * code or scripts in HTML, which the engine takes for text.
 */
import type { MdastNode } from 'satteri';
import { ENGLISH, findQuotes, typeset, typesetPieces } from '../../text/text.ts';
import type { Inline } from '../inlines.ts';
import { makeText } from '../markdown-nodes.ts';
import type { Rule } from '../rule.ts';

const TYPED = /["']|--|\.\.\./;
/** An element in a line whose content must stay as it is, with something to typeset in it. */
const LITERAL =
  /<(?:(?:code|kbd|samp|tt)\b(?<!<pre[^>\n]{0,99}>\s*<\w+)|(?:script|style|textarea|pre)\b(?<!^[ \t>]*<\w+))[^<>]*>[^<]*?(?:["']|--|\.\.\.)/im;

/**
 * What the engine takes for quotation marks: primes, as in 6'2", and apostrophes at the start of a word if something on
 * the line may be a closing mark, as in `'98 … the dogs'`.
 */
const PRIME =
  /\d' ?\d{1,2}(?!\d)|[\s(]\d{1,2}(?:\.\d+)?"(?=[\s,.;)-])|\s'n'\s|'(?:\d\ds?|em|til|tis|twas)\b[^\n]{0,300}?[^\s'"\d]'(?![\w'])/i;

export const quotes: Rule = ({ options: { language }, source }) => {
  const isEnglish = findQuotes(language) === ENGLISH;
  if (!TYPED.test(source)) return null;
  if (isEnglish && !LITERAL.test(source) && !PRIME.test(source)) return null;
  return {
    features: { smartPunctuation: false },
    needsPlaces: source.includes('\\"') || source.includes("\\'"),
    inlines: (inlines) => typesetInlines(inlines, findQuotes(language), source),
    texts: {
      image(node, context) {
        if (TYPED.test(node.alt ?? '')) {
          context.setProperty(node, 'alt', typeset(node.alt ?? '', language));
        }
      },
    },
  };
};

/** Typesets the texts of a block together, since what a quotation mark becomes depends on what is beside it. */
function typesetInlines(inlines: readonly Inline[], signs: string, source: string): void {
  const pieces: string[] = [''];
  /** The nodes of each inline, and the index of the piece for each of their texts. */
  const placed = inlines.map((inline) => {
    const nodes = inline.parts ?? splitEscapes(inline, source);
    return nodes.map((node) => {
      const isEscaped = nodes.length > 1 && 'value' in node && /^["']$/.test(node.value);
      const isText = node.type === 'text' && !inline.isLiteral && !(isEscaped && !inline.parts);
      pieces.push(...(isText ? ['', node.value] : ['value' in node ? node.value : '', '']));
      return { node, at: isText ? pieces.length - 1 : -1 };
    });
  });
  if (!pieces.some((piece, i) => i % 2 === 0 && TYPED.test(piece))) return;
  const shown = typesetPieces(pieces, signs);
  for (const [index, inline] of inlines.entries()) {
    const parts = placed[index]?.map(({ node, at }): MdastNode => {
      return at === -1 || shown[at] === pieces[at] ? node : makeText(shown[at] ?? '');
    });
    const isChanged = placed[index]?.some(({ node }, i) => node !== parts?.[i]);
    if (parts !== undefined && isChanged) inline.parts = parts;
  }
}

/** Splits a text at its escaped quotation marks, which stay straight. */
function splitEscapes({ node, value }: Inline, source: string): MdastNode[] {
  const { start, end } = node.position ?? {};
  const written = source.slice(start?.offset ?? 0, end?.offset ?? 0);
  const isAlike = written.replace(/\\(["'])/g, '$1') === value;
  if (node.type !== 'text' || written === value || !isAlike) return [node];
  const pieces = written.split(/\\(["'])/);
  return pieces.filter((piece) => piece !== '').map(makeText);
}
