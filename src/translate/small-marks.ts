/**
 * Small marks that several programs share: `:smile:` becomes the character, and notes in brackets, `^[note]`, footnotes
 * at the end of the text. Pure.
 */
import emoji from '#emoji' with { type: 'json' };
import type { TextEdit } from '../problems/problems.ts';
import { listNodes } from './code-spans.ts';
import { type Dialect, type ForeignBody, findLiteral, MARKDOWN } from './dialect.ts';

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(emoji));
const EMOJI = /(?<![\w\\]):([a-z0-9_+-]{1,50}):(?!\w)/g;

export const smallMarks: Dialect = {
  formats: MARKDOWN,
  sign: /(?<!\w):[a-z0-9_+-]{1,50}:(?!\w)|\^\[/,
  translate: (body) => ({ edits: [...editTexts(body), ...editNotes(body)] }),
};

/** Replaces names in text, but not in addresses that are links by themselves. */
function editTexts(body: ForeignBody): TextEdit[] {
  const texts = listNodes(body.text, 'text', body.context.math).filter(({ parent }) => {
    return parent?.node.type !== 'link' || body.text.startsWith('[', parent.start);
  });
  return texts.flatMap(({ start, end }) => {
    const written = body.text.slice(start, end);
    const names = [...written.matchAll(EMOJI)].map(({ 0: was, 1: name = '', index }) => {
      return { at: start + index, was, is: NAMES.get(name) ?? was };
    });
    return names.filter(({ was, is }) => was !== is);
  });
}

/** A blank line ends a note; brackets in it are in pairs. */
const CONTENT = String.raw`(?:[^[\]\n\\]|\\.|\[[^[\]\n]*\](?:\([^()\n]*\))?|\n(?![ \t>]*(?:\n|$)))`;
const NOTE = new RegExp(String.raw`(?<!\\)\^\[(?<words>${CONTENT}+)\](?![(^])`, 'g');

/** Moves notes to the end of the text. */
function editNotes({ text, literals }: ForeignBody): TextEdit[] {
  const found = [...text.matchAll(NOTE)].filter(({ 0: { length }, index }) => {
    const literal = findLiteral(literals, index, index + length);
    return literal === undefined || literal.start > index;
  });
  if (found.length === 0) return [];
  let name = 'note';
  while (text.includes(`[^${name}-`)) name += '-inline';
  const references = found.map(({ 0: was, index }, i) => {
    return { at: index, was, is: `[^${name}-${i + 1}]` };
  });
  const notes = found.map(({ groups: { words = '' } = {} }, i) => {
    return `[^${name}-${i + 1}]: ${words.trim().replace(/\s*\n[ \t>]*/g, ' ')}\n`;
  });
  const end = text.trimEnd().length;
  return [...references, { at: end, was: text.slice(end), is: `\n\n${notes.join('\n')}` }];
}
