/**
 * Small marks that several programs share: `==mark==`, `H~2~O`, `x^2^`, `++new++`, `:smile:`, `(c)` and notes in
 * brackets, `^[note]`. Each has a setting that turns it on. A mark that is off stays as typed and is reported, since in
 * an old text it may mean something else. Pure.
 *
 * Described at pandoc.org/MANUAL.html and gohugo.io/configuration/markup; the names of emoji are GitHub's.
 */

import emoji from '#emoji' with { type: 'json' };
import type { SyntaxProblem } from '../markdown/component-tags.ts';
import {
  applyEdits,
  type BodyFormat,
  type BodySource,
  type Edit,
  type Part,
  splitAt,
} from '../markdown/edits.ts';

/** The marks that are turned on, by the names of their settings. */
export interface MarkSettings {
  readonly mark: boolean;
  readonly subscript: boolean;
  readonly superscript: boolean;
  readonly insert: boolean;
  readonly emoji: boolean;
  readonly inlineNotes: boolean;
  readonly symbols: boolean;
}

/** Everything that the marks of a body depend on, besides the body. */
interface MarkContext {
  readonly format: BodyFormat;
  readonly marks: MarkSettings;
  /** Lists the parts of Markdown that are not text. */
  listParts(body: string): readonly Part[];
}

/** A body whose marks are HTML, and the marks that stay, with offsets in the body before. */
interface MarkResult<Source extends BodySource> {
  readonly source: Source;
  readonly foreign: readonly SyntaxProblem[];
}

/** A kind of mark. */
interface Mark {
  readonly setting: keyof MarkSettings;
  /** What is reported about one that stays. */
  readonly message: string;
  /** Matches text in which everything else is letters. The bounds keep the cost linear. */
  readonly pattern: RegExp;
  /** False for a match that stays in any case. */
  isMark?(written: string): boolean;
  /** Matches one that is reported if it stays, with the characters beside it; by default all of them. */
  readonly reported?: RegExp;
  /** Lists the edits that translate a match. */
  listEdits(written: string, start: number): Edit[];
}

/** A line end within a paragraph. */
const SOFT_BREAK = String.raw`\n(?![ \t]*(?:\n|[-*+>#|:~=]|\d+[.)]|$))`;
const SYMBOLS: Readonly<Record<string, string>> = { '(c)': '©', '(r)': '®', '(tm)': '™' };
const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(emoji));
const EMOJI = /(?<!\w):([a-z0-9_+-]{1,50}):/g;

/** Matches text between two signs of two characters each, but not in braces, as in CriticMarkup. */
const between = (sign: string) =>
  new RegExp(
    `(?<![\\w{${sign}])[${sign}]{2}(?=[^\\s${sign}])(?:[^${sign}\\n|]|[${sign}](?![${sign}])|${SOFT_BREAK}){1,500}?` +
      `(?<=\\S)[${sign}]{2}(?![\\w${sign}])`,
    'g',
  );

const MARKS: readonly Mark[] = [
  {
    setting: 'mark',
    message: "Text between `==` isn't highlighted",
    pattern: between('='),
    listEdits: (written, start) => enclose('mark', 2, written, start),
  },
  {
    setting: 'insert',
    message: "Text between `++` isn't shown as an insertion",
    pattern: between('+'),
    listEdits: (written, start) => enclose('ins', 2, written, start),
  },
  {
    setting: 'subscript',
    message: "Text between `~` isn't shown as a subscript",
    pattern: /(?<!~)~[^\s~|]{1,200}~(?!~)/g,
    // At the start of a word, the engine strikes the text through.
    reported: /^[\p{L}\p{N})\]*_]/u,
    listEdits: (written, start) => enclose('sub', 1, written, start),
  },
  {
    setting: 'superscript',
    message: "Text between `^` isn't shown as a superscript",
    pattern: /(?<![\^[])\^[^\s^[|][^\s^|]{0,199}\^(?!\^)/g,
    // `x^2+y^2` and `e^{a}^` belong to a formula.
    reported: /^[\p{L}\p{N})\]*_]\^[^{}()$\\]*\^(?:[^\w{(\\]|$)/u,
    listEdits: (written, start) => enclose('sup', 1, written, start),
  },
  {
    setting: 'emoji',
    message: "Emoji names, such as `:smile:`, aren't replaced",
    pattern: EMOJI,
    isMark: (written) => NAMES.has(written.slice(1, -1)),
    listEdits: (written, start) => [[start, start + written.length, replaceEmoji(written)]],
  },
  {
    setting: 'symbols',
    message: "`(c)`, `(r)` and `(tm)` aren't replaced with symbols",
    // Not the `(c)` of a list, nor the `(r)` of `large(r)`.
    pattern: /\((?:tm|TM)\)|(?<!\w)\([cC]\)(?=\s?(?:\d|\p{Lu}))|(?<=\w)\(R\)/gu,
    listEdits: (written, start) => {
      return [[start, start + written.length, SYMBOLS[written.toLowerCase()] ?? written]];
    },
  },
];

/** `^[note]` as in Pandoc, or `[^A note of several words]` as in MultiMarkdown. */
const NOTE = new RegExp(
  String.raw`\^\[(?<text>(?:[^[\]\n]|\[[^[\]\n]*\]|${SOFT_BREAK}){2,2000})\]` +
    String.raw`|\[\^(?<words>(?!\s)[^[\]^\n]{1,200}[ \t][^[\]^\n]{1,2000})\](?!:)`,
  'g',
);

/**
 * Matches every body that has a mark other than emoji, and as little code as possible: a body that matches is parsed a
 * second time, so `i++`, `a === b` and `~~struck~~` must not match.
 */
const SIGNS =
  /(?<![\w{=])==[^\s=]|(?<![\w{+])\+\+[^\s+]|(?<!(?<!\\)~)~[^\s~]{1,200}~(?!~)|\^[^\s^]{1,200}\^|\^\[|\[\^[^\]\n]{1,200}[ \t]|\((?:tm\)|TM\)|R\)|[cC]\)\s?[^a-z\s!-/:-@])/;

/** A quick test. Many bodies have times such as `10:30:15`, which are no names. */
function mayHaveMarks(body: string): boolean {
  if (SIGNS.test(body)) return true;
  return Array.from(body.matchAll(EMOJI)).some(([, name = '']) => NAMES.has(name));
}

/** Translates the marks in a body that are turned on, and lists those that aren't. */
export function translateMarks<Source extends BodySource>(
  source: Source,
  { format, marks, listParts }: MarkContext,
): MarkResult<Source> {
  if (format !== 'markdown' || !mayHaveMarks(source.body)) return { source, foreign: [] };
  const text = maskParts(source.body, listParts);
  const foreign: SyntaxProblem[] = [];
  const edits: Edit[] = [];
  for (const mark of MARKS) {
    const { setting, isMark = () => true, reported = /^/ } = mark;
    for (const { 0: found, index } of text.matchAll(mark.pattern)) {
      const end = index + found.length;
      const written = source.body.slice(index, end);
      if (!isMark(written)) continue;
      if (marks[setting]) edits.push(...mark.listEdits(written, index));
      else if (reported.test(text.slice(Math.max(0, index - 1), end + 1))) {
        foreign.push(reportMark(setting, mark.message, index));
        break;
      }
    }
  }
  const marked = applyEdits(source, edits);
  const [note] = listNotes(text);
  if (note === undefined) return { source: marked, foreign };
  if (marks.inlineNotes) {
    const notes = listNotes(maskParts(marked.body, listParts));
    return { source: moveNotes(marked, notes), foreign };
  }
  const message = "`^[…]` isn't turned into a footnote";
  return { source: marked, foreign: [reportMark('inlineNotes', message, note.index), ...foreign] };
}

/** Replaces the names of emoji in a text. */
export function replaceEmoji(text: string): string {
  return text.replace(EMOJI, (written, name: string) => NAMES.get(name) ?? written);
}

/** Lists the edits that replace two signs with the tags of an element, and an escaped space with one that doesn't break. */
function enclose(name: string, length: number, written: string, start: number): Edit[] {
  const end = start + written.length;
  const spaces = [...written.matchAll(/\\ /g)].map(({ index }): Edit => {
    return [start + index, start + index + 2, '\u00a0'];
  });
  return [
    [start, start + length, `<${name}>`],
    ...(length === 1 ? spaces : []),
    [end - length, end, `</${name}>`],
  ];
}

function reportMark(setting: keyof MarkSettings, message: string, at: number): SyntaxProblem {
  const hint = `Add \`markdown: { ${setting}: true }\` to content/site.yaml. To keep the mark as text, put a backslash before it.`;
  return { code: 'markup-foreign', message, hint, at, subject: setting };
}

/** Template syntax, attribute lists and escapes. */
const OTHERS = /\{[{%][^{}\n]*[%}]\}|\{[:#.][^{}\n]*\}|\\[^\n]/g;

/** Replaces everything that isn't Markdown text with letters. */
function maskParts(body: string, listParts: MarkContext['listParts']): string {
  const hide = (text: string) => text.replace(/[^\n]/g, 'x');
  const spans = listParts(body).map((part) => cutPart(part, body));
  const pieces = splitAt(
    body,
    spans.sort((a, b) => a.start - b.start),
  );
  return pieces.map((each, i) => (i % 2 === 0 ? each.replace(OTHERS, hide) : hide(each))).join('');
}

/** Cuts the text off a part: that of a link, or of a footnote. */
function cutPart({ type, start, end }: Part, body: string): { start: number; end: number } {
  const written = body.slice(start, end);
  if (type === 'footnoteDefinition') return { start, end: start + written.indexOf(']:') + 1 };
  const isLink = type === 'link' || type === 'linkReference';
  const at =
    isLink && written.startsWith('[') ? written.search(/\](?=\((?!.*\]\()|\[[^[\]]+\]$)/s) : -1;
  return { start: at === -1 ? start : start + at + 1, end };
}

/** A note in the text. */
interface InlineNote {
  readonly index: number;
  readonly length: number;
  /** The offset of its text, and of the end of that text. */
  readonly from: number;
  readonly to: number;
}

function listNotes(text: string): InlineNote[] {
  return [...text.matchAll(NOTE)].map(({ 0: { length }, index }) => {
    return { index, length, from: index + 2, to: index + length - 1 };
  });
}

/** Moves notes to the end of the body, as footnotes. */
function moveNotes<Source extends BodySource>(
  source: Source,
  notes: readonly InlineNote[],
): Source {
  const { body } = source;
  let name = 'inline';
  while (body.includes(`[^${name}-`)) name += '-note';
  const references = notes.map(({ index, length }, i): Edit => {
    return [index, index + length, `[^${name}-${i + 1}]`];
  });
  const texts = notes.map(
    ({ from, to }, i) => `\n\n[^${name}-${i + 1}]: ${body.slice(from, to).trim()}`,
  );
  return applyEdits(source, [...references, [body.length, body.length, texts.join('')]]);
}
