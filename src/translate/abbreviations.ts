/**
 * Abbreviations of PHP Markdown Extra, kramdown and Python-Markdown: a line `*[HTML]: Hyper Text Markup Language` is
 * removed, and the word becomes `<abbr title="…">` at each place in the text. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { writeTag } from './attribute-list.ts';
import { listNodes } from './code-spans.ts';
import { type Dialect, type ForeignBody, findLiteral, MARKDOWN } from './dialect.ts';

export const abbreviations: Dialect = {
  name: 'abbreviations',
  formats: MARKDOWN,
  sign: /^ {0,3}\*\[[^\]\n]+\]:/m,
  translate: (body) => ({ edits: expand(body), left: [] }),
};

const DEFINITION = /^ {0,3}\*\[(?<name>[^\]\n]+)\]:[ \t]*(?<title>\S[^\n]*)(?:\n|$)/gm;
const TEXT: ReadonlySet<string> = new Set(['text']);

function expand(body: ForeignBody): TextEdit[] {
  const { text, literals } = body;
  const lines = [...text.matchAll(DEFINITION)].filter(({ index }) => !findLiteral(literals, index));
  if (lines.length === 0) return [];
  const titles = new Map(lines.map(({ groups: { name = '', title = '' } = {} }) => [name, title]));
  const names = [...titles.keys()].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped})(?![\\p{L}\\p{N}])`, 'gu');
  const isDefinition = (at: number) =>
    lines.some(({ 0: line, index }) => index <= at && at < index + line.length);
  const texts = listNodes(body.text, TEXT, body.context.math).filter(
    (each) => each.parent?.type !== 'link',
  );
  const elements = texts.flatMap(({ start, end }) => {
    const found = [...text.slice(start, end).matchAll(words)];
    const places = found.map(({ 0: was, index }) => ({ at: start + index, was }));
    return places
      .filter(({ at }) => !isDefinition(at))
      .map(({ at, was }) => ({ at, was, is: writeAbbreviation(was, titles.get(was) ?? '') }));
  });
  const removals = lines.map(({ 0: was, index: at }) => ({ at, was, is: '' }));
  return [...elements, ...removals];
}

function writeAbbreviation(name: string, title: string): string {
  const words = title.trimEnd().replace(/\\(?=[!-/:-@[-`{-~])/g, '');
  return `${writeTag('abbr', [['title', words]])}${name}</abbr>`;
}
