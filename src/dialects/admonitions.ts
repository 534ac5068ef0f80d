/**
 * Admonitions of Python-Markdown and MkDocs: `!!! note "Title"`, `???` for collapsible ones, and the tabs
 * `=== "Title"`, which become collapsible too; all with indented content. They are rewritten as colon containers before
 * any other syntax is read. Pure.
 *
 * Described at python-markdown.github.io/extensions/admonition and
 * squidfunk.github.io/mkdocs-material/reference/admonitions and /content-tabs.
 */
import type { Edit, Part } from '../markdown/edits.ts';

const SIGN = /^[ \t]*(?:(?:!!!|\?\?\?\+?) ?[a-z]|===[!+]? ")/im;
/** Every body with an admonition contains one of these: looking for them is faster than trying the expression. */
const SIGN_WORDS = ['!!!', '???', '=== "', '===! "', '===+ "'];
const HEAD =
  /^(?:(?<sign>!!!|\?\?\?\+?)[ \t]*(?<word>[a-z][\w-]*)[ \t\w-]*(?:"(?<title>[^"]*)")?|===[!+]?[ \t]+"(?<tab>[^"]+)")$/i;
/** A longer line is text. */
const MAX_HEAD = 300;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** The prefix of the class of a container that is an admonition, of whatever kind. */
export const ADMONITION = 'admonition-';
/** The colons differ from those that authors write. */
const COLONS = ':'.repeat(29);

/** An admonition that contains the line. */
interface OpenAdmonition {
  /** The width of the white space before it. */
  readonly width: number;
  readonly indent: string;
}

/** A quick test. */
export function mayHaveAdmonition(body: string): boolean {
  return SIGN_WORDS.some((word) => body.includes(word)) && SIGN.test(body);
}

/** Lists the edits that make containers of all admonitions in a body; `parts` are those that are not text. */
export function listAdmonitions(body: string, parts: readonly Part[]): Edit[] {
  const lines = body.split('\n');
  const code = parts.filter(({ type }) => type === 'code' || type === 'html');
  const edits: Edit[] = [];
  const open: OpenAdmonition[] = [];
  let [at, passed, fence] = [0, 0, ''];
  /** Where the last line with text ended. */
  let textEnd = 0;
  const closeTo = (width: number) => {
    for (let last = open.at(-1); last !== undefined && width < last.width + 4; last = open.at(-1)) {
      edits.push([textEnd, textEnd, `\n${last.indent}${COLONS}`]);
      open.pop();
      fence = '';
    }
  };
  for (const [number, line] of lines.entries()) {
    const text = line.trim();
    const start = at;
    at += line.length + 1;
    if (text === '') continue;
    const width = widthOf(line);
    closeTo(width);
    const removed = cut(line, 4 * open.length);
    while ((code[passed]?.end ?? Number.POSITIVE_INFINITY) <= start) passed++;
    const isCode =
      open.length === 0 && (code[passed]?.start ?? Number.POSITIVE_INFINITY) <= start + line.length;
    const head = isCode || fence !== '' || line.length > MAX_HEAD ? null : HEAD.exec(text);
    if (head !== null && hasContent(lines, number, width)) {
      const indent = line.slice(removed, line.length - line.trimStart().length);
      edits.push([start, start + line.length, indent + writeHead(head)]);
      open.push({ width, indent });
    } else if (open.length > 0) {
      if (removed > 0) edits.push([start, start + removed, '']);
      const [, run = ''] = FENCE.exec(line) ?? [];
      if (fence === '') fence = run;
      else if (run.startsWith(fence)) fence = '';
    }
    textEnd = start + line.length;
  }
  closeTo(-1);
  return edits;
}

function widthOf(line: string): number {
  const blank = line.slice(0, line.length - line.trimStart().length);
  return blank.replaceAll('\t', '    ').length;
}

/** The number of characters of white space that are as wide as this. */
function cut(line: string, width: number): number {
  let [length, wide] = [0, 0];
  while (wide < width && /[ \t]/.test(line.charAt(length))) {
    wide += line[length] === '\t' ? 4 : 1;
    length++;
  }
  return length;
}

/** True if the next line with text, which may follow one blank line, is indented. */
function hasContent(lines: readonly string[], number: number, width: number): boolean {
  const next = lines.slice(number + 1, number + 3).find((line) => line.trim() !== '');
  return next !== undefined && widthOf(next) >= width + 4;
}

function writeHead({ groups = {} }: RegExpExecArray): string {
  const { sign = '', word = '', title, tab } = groups;
  if (tab !== undefined) return `${COLONS} {.${ADMONITION}details title="${tab}" collapse="false"}`;
  const folds: Readonly<Record<string, string>> = {
    '???': 'collapse="true"',
    '???+': 'collapse="false"',
  };
  const shown = title === undefined ? '' : `title="${title}"`;
  return `${COLONS} {.${ADMONITION}${word} ${shown} ${folds[sign] ?? ''}}`;
}
