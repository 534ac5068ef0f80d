/**
 * Abbreviations as in PHP Markdown Extra, kramdown and Python-Markdown: a line `*[HTML]: Hyper Text Markup Language`
 * gives the word its meaning wherever it stands in the text. Pure.
 */
import { escape as escapeHtml } from 'he';
import { applyEdits, type BodySource, type Edit, type Part, splitAt } from '../markdown/edits.ts';
import type { Dialect } from './dialect.ts';

const SIGN = String.raw`\*\[[^\]\n]{1,100}\]:`;
/** Searching for the sign first is several times as fast: it has no `^`. */
const HAS_SIGN = new RegExp(SIGN);

/** Has no syntax for the scan: `expandAbbreviations` reads the body after all other dialects. */
export const abbreviations: Dialect = {
  name: 'abbreviations',
  signs: [SIGN],
  syntaxes: [],
};

/** A line that defines an abbreviation. */
const DEFINITION = /^ {0,3}\*\[([^\]\n]{1,100})\]:[ \t]*(\S.{0,500})(?:\n|$)/gm;
/** The most abbreviations in a body; each is looked for at every word. */
const MAX_NAMES = 100;

/**
 * Replaces abbreviations in the text of Markdown with elements, and removes the lines that define them. `listParts`
 * lists the parts that are not text.
 */
export function expandAbbreviations<Source extends BodySource>(
  source: Source,
  listParts: (body: string) => readonly Part[],
): Source {
  const { body } = source;
  if (!HAS_SIGN.test(body) || body.search(DEFINITION) === -1) return source;
  const parts = listParts(body).filter(({ type }) => type !== 'footnoteDefinition');
  const isCode = (at: number) =>
    parts.some(({ type, start, end }) => /code|html/i.test(type) && start <= at && at < end);
  const all = [...body.matchAll(DEFINITION)].slice(0, MAX_NAMES);
  const lines = all.filter(({ index }) => !isCode(index));
  const titles = new Map(lines.map(([, name = '', title]) => [name, title]));
  if (titles.size === 0) return source;
  const names = [...titles.keys()].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped})(?![\\p{L}\\p{N}])`, 'gu');
  const spans = lines.map(({ 0: line, index }) => ({ start: index, end: index + line.length }));
  const edits = spans.map(({ start, end }): Edit => [start, end, '']);
  let at = 0;
  const others = [...parts, ...spans].sort((a, b) => a.start - b.start);
  for (const [number, piece] of splitAt(body, others).entries()) {
    for (const { 0: name, index } of number % 2 === 0 ? piece.matchAll(words) : []) {
      const title = (titles.get(name) ?? '').trimEnd().replace(/\\(?=[!-/:-@[-`{-~])/g, '');
      const element = `<abbr title="${escapeHtml(title)}">${name}</abbr>`;
      edits.push([at + index, at + index + name.length, element]);
    }
    at += piece.length;
  }
  return applyEdits(source, edits);
}
