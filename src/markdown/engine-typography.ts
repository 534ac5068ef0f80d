/**
 * Typography where the engine's differs from the program's: text of Markdown is typeset before the engine reads it.
 * Pure.
 */
import { encode as encodeHtml } from 'he';
import { decodeEntities, ENGLISH, findQuotes, QUOTE, typesetPieces } from '../text/text.ts';
import { type Edit, splitAt } from './edits.ts';
import { ENTITY } from './limits.ts';
import { BLOCK_TYPES, editMarkdown, type MarkdownText, type NodePart } from './nodes.ts';

const ENTITIES = new RegExp(`(${ENTITY.source})`, 's');

/** Replaces an entity with its character, escaped; text that is escaped already stays. */
function spellOut(written: string): string {
  const character = decodeEntities(written);
  if (written.startsWith('\\') || character === written) return written;
  if (/^[ \t\n\f\r]$/.test(character)) return ' ';
  return /^[!-/:-@[-`{-~]$/.test(character) ? `\\${character}` : character;
}

/** Straight quotes, for the engine to typeset. */
const ENGINE_QUOTES = `" " ' ' '`;

const INCHES = String.raw`(?<=^(?:[^"\n]*"[^"\n]*")*[^"\n]*[\s(]\d[\d.]*")`;
const FEET = String.raw`(?<=\d') ?\d`;
const WORD = String.raw`(?<=(?<![\w"'])')(?:\d\ds?|n|em|til|tis|twas)(?!\w)`;
const CLOSED = String.raw`(?=(?:.|\n(?!\s*\n))*?\S'(?!\w))`;
/**
 * A character that the engine may typeset differently from `typeset`: a prime, or an apostrophe before a word that
 * looks like a quote closed later in the paragraph. Most bodies have none and are spared the extra parsing.
 */
const UNLIKE = new RegExp(`["'](?:${INCHES}|${FEET}|${WORD}${CLOSED})`, 'im');
const MAY_BE_QUOTE = /["']/;

/** Writes quotes and the apostrophe as entities, because these end a preceding URL as straight quotes do. */
function encodeQuotes(quotes: string): string {
  const encode = (sign: string) => encodeHtml(sign, { useNamedReferences: true });
  return `${quotes} ’`.replace(/[^ \u202f]/g, encode);
}

/** True for Markdown whose text the program has to typeset, since the engine would do it differently. */
export function mustTypeset(body: string, language: string, isHeavy: boolean): boolean {
  return isHeavy || (isEnglish(language) ? UNLIKE : MAY_BE_QUOTE).test(body);
}

const isEnglish = (language: string) => findQuotes(language) === ENGLISH;

/** Typesets the text of Markdown where the engine must not. */
export function typesetMarkdown(
  text: MarkdownText,
  language: string,
  isHeavy: boolean,
): MarkdownText {
  if (!mustTypeset(text.body, language, isHeavy)) return text;
  const quotes = findQuotes(language);
  if (isHeavy) return typesetTexts(text, spellOut, (pieces) => typesetPieces(pieces, quotes));
  const signs = isEnglish(language) ? ENGINE_QUOTES : encodeQuotes(quotes);
  return typesetTexts(text, String, (pieces) => typesetPieces(pieces, signs, QUOTE));
}

/**
 * Typesets the text of Markdown, except code, HTML, URLs and names of definitions. Replaces escapes and entities in
 * it with the results of `spell`. Every second piece that `set` gets stays as it is.
 */
function typesetTexts(
  text: MarkdownText,
  spell: (entity: string) => string,
  set: (pieces: readonly string[]) => readonly string[],
): MarkdownText {
  const { body } = text;
  const edits: Edit[] = [];
  let texts: NodePart[] = [];
  let [done, literalEnd] = [0, 0];
  const setUpTo = (end: number) => {
    const pieces = splitAt(body.slice(0, end), texts, done).flatMap((each, i) =>
      (i % 2 === 0 ? [each] : each.split(ENTITIES)).map((written, j) => {
        return { written, spelled: j % 2 === 0 ? written : spell(written) };
      }),
    );
    // The empty piece makes the first one, which is not text, one that stays.
    const signed = set(['', ...pieces.map(({ spelled }) => spelled)]);
    for (const [i, { written }] of pieces.entries()) {
      const start = done;
      done += written.length;
      const piece = signed[i + 1] ?? '';
      if (piece !== written) edits.push([start, done, piece]);
    }
    texts = [];
  };
  for (const each of text.listNodes(true)) {
    const { node, start, end } = each;
    if (BLOCK_TYPES.includes(node.type)) setUpTo(start);
    else if (node.type === 'text') {
      if (start >= literalEnd) texts.push(each);
    } else if (isLiteral(each, body)) literalEnd = end;
  }
  setUpTo(body.length);
  return editMarkdown(text, edits);
}

/** True for a link whose text is a URL or the name of a definition. */
function isLiteral({ node, start }: NodePart, body: string): boolean {
  if (node.type === 'linkReference') return node.referenceType !== 'full';
  return node.type === 'link' && body[start] !== '[';
}
