/**
 * Runs `blog fix`: shows the changes that it would make to the author's files, asks, and writes them.
 *
 * Most fixes come from the problem's text: the message quotes what is written, and a hint "Did you mean" quotes the
 * replacement. Other codes have a row in `CHANGES`. A fix is dropped if the file does not contain what the problem
 * quotes, or has the same problem or a new error after the change.
 */
import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { compareLists } from '../build/diff.ts';
import type { BuildRequest } from '../build/request.ts';
import { parseConfig } from '../essays/config.ts';
import { type EssayParser, parseEssay } from '../essays/essay.ts';
import { replaceCurly } from '../essays/front-matter.ts';
import { CONFIG_PATH, splitFileName } from '../essays/paths.ts';
import { findLock, readBytes, rewriteFile } from '../files/author-files.ts';
import { type Problem, type ProblemCode, showControls } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { slugify } from '../site/slugs.ts';
import { loadParser, makeSelection, previewSite, type TakeErrors } from './site.ts';

/**
 * Fixes what it can in all files, or in some (relative to the working directory). `ask` returns true if the author
 * agrees; it is null if nobody can be asked. Returns the exit code: 1 if problems are left.
 */
export async function runFix(
  request: BuildRequest,
  files: readonly string[],
  ask: ((question: string) => Promise<boolean>) | null,
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
): Promise<0 | 1> {
  const { root } = request;
  const { paint } = terminal;
  const selects = makeSelection(root, files);
  const findProblems = () => previewSite(request, terminal, takeLateErrors, { selects });
  for (;;) {
    const asked = await findProblems();
    const { parser } = await loadParser(request);
    const { changes, files: changed, locks } = collectChanges(asked, root, parser);
    for (const change of changes) terminal.write(describeChange(change, paint));
    for (const [file, lock] of locks) {
      terminal.write(`${showControls(file)} is left as it is: it ${lock}\n`);
    }
    if (changes.length === 0) {
      const left = `; ${report.count(asked.length, 'problem')} for you: blog check`;
      terminal.write(`Nothing to fix${asked.length === 0 ? '' : left}\n`);
      return asked.length === 0 ? 0 : 1;
    }
    const these = changes.length === 1 ? 'this change' : `these ${changes.length} changes`;
    if (ask === null) {
      terminal.write(`To make ${these}: blog fix --yes\n`);
      return 1;
    }
    if (!(await ask(`Make ${these}?`))) return 1;
    const edited = writeChanges(changed, request);
    if (edited === null) {
      const left = await findProblems();
      const rest = left.length > 0 ? '. What is left: blog check' : '';
      const done = `${report.count(changes.length, 'change')} made`;
      terminal.write(`${paint('green', '✓')} ${paint('bold', done)}${rest}\n`);
      return left.length > 0 ? 1 : 0;
    }
    terminal.write(`${showControls(edited)} has been edited in the meantime. Looking again:\n\n`);
  }
}

/** A file to change: its bytes, and the text that replaces them. */
interface ChangedFile {
  readonly bytes: Buffer;
  readonly text: string;
}

/** Writes all files; if somebody has edited one since it was read, returns its path, and writes none of the others. */
function writeChanges(
  files: ReadonlyMap<string, ChangedFile>,
  { root, cacheDir }: BuildRequest,
): string | null {
  for (const [file, { bytes }] of files) {
    if (!readBytes(join(root, file))?.equals(bytes)) return file;
  }
  for (const [file, { bytes, text }] of files) {
    if (!rewriteFile(join(root, file), bytes, text, cacheDir)) return file;
  }
  return null;
}

/**
 * Applies the changes to the files' texts, from the end of each file to its beginning, so that places stay valid.
 * Changes to site.yaml for problems of other files come last. A change that leaves the same problem, or makes a new
 * error, is dropped.
 */
function collectChanges(problems: readonly Problem[], root: string, parser: EssayParser) {
  const files = new Map<string, ChangedFile>();
  const locks = new Map<string, string>();
  const lineOf = ({ code, line }: Problem) => (IN_SETTINGS.includes(code) ? -1 : (line ?? 0));
  const order = [...problems].sort(
    (a, b) => lineOf(b) - lineOf(a) || (b.column ?? 0) - (a.column ?? 0),
  );
  const changes = order.flatMap((problem) => {
    const { code, hint } = problem;
    const change = CHANGES[code] ?? (hint?.startsWith('Did you mean `') ? replaceMeant : null);
    const file = IN_SETTINGS.includes(code) ? CONFIG_PATH : problem.file;
    const read = change && (files.get(file)?.bytes ?? readBytes(join(root, file)));
    const was = files.get(file)?.text ?? read?.toString();
    if (!change || !read || !was) return [];
    // Decoding would lose invalid bytes, and places count lines that end with "\n".
    const isText = isUtf8(read) && !/\r(?!\n)/.test(was);
    if (!isText && code !== 'encoding-invalid') return [];
    const is = change(was, offsetOf(problem, was), problem, read);
    if (is === was) return [];
    const parse = (text: string): readonly Problem[] => {
      const source = { path: file, bytes: Buffer.from(text) };
      return (file === CONFIG_PATH ? parseConfig(source) : parseEssay(source, parser)).problems;
    };
    const [before, after] = [parse(was), parse(is)];
    const isNew = ({ code }: Problem) => before.every((each) => each.code !== code);
    const makesError = after.some((each) => each.severity === 'error' && isNew(each));
    if (makesError || after.some((each) => keyOf(each) === keyOf(problem))) return [];
    const lock = findLock(join(root, file));
    if (lock !== null) {
      locks.set(file, lock);
      return [];
    }
    files.set(file, { bytes: read, text: is });
    return [{ problem, file, was, is }];
  });
  return { changes: changes.sort((a, b) => (a.file < b.file ? -1 : 1)), files, locks };
}

const keyOf = ({ code, message, line, column }: Problem) => [code, line, column, message].join(' ');

/** A change to the text of a file, and the problem that it fixes. */
type Change = ReturnType<typeof collectChanges>['changes'][number];

/** Formats a change: its place and code, then the lines that it removes and adds. */
function describeChange({ problem, file, was, is }: Change, paint: report.Paint): string {
  const runs = compareLists(was.split('\n'), is.split('\n'));
  const first = runs.findIndex(({ removed, added }) => removed || added);
  const line = runs.slice(0, first).reduce((sum, { value }) => sum + value.length, 1);
  const place = paint('cyan', `${showControls(file)}:${line}`);
  const lines = runs.flatMap(({ value, removed, added }) => {
    const [color, sign] = removed ? (['red', '-'] as const) : (['green', '+'] as const);
    const shown = removed || added ? value : [];
    return shown.map((each) => paint(color, `  ${sign} ${showControls(each)}`));
  });
  return `${[`${place} ${paint('dim', `[${problem.code}]`)}`, ...lines].join('\n')}\n\n`;
}

/** The offset of a problem's place in the text of its file. */
function offsetOf({ line, column }: Problem, text: string): number {
  const before = text.split('\n').slice(0, (line ?? 1) - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + (column ?? 1) - 1;
}

function quotedIn(text: string | null, pattern: RegExp): string {
  return pattern.exec(text ?? '')?.[1] ?? '';
}

/** Replaces the first `was` at or after the offset, within its line; inserts if `was` is empty. */
function replaceAt(text: string, at: number, was: string, is: string): string {
  const end = text.indexOf('\n', at);
  const found = text.slice(0, end === -1 ? undefined : end).indexOf(was, at);
  return found === -1 ? text : text.slice(0, found) + is + text.slice(found + was.length);
}

/** Returns the text with the problem at this offset fixed, or unchanged if that is impossible. */
type ChangeAt = (text: string, at: number, problem: Problem, bytes: Buffer) => string;

/** Replaces what the message quotes, at its end or else first, by what the hint suggests. */
const replaceMeant: ChangeAt = (text, at, { message, hint }) => {
  const was = quotedIn(message, /, but is `([^`]+)`$/) || quotedIn(message, /`([^`]+)`/);
  const is = quotedIn(hint, /^Did you mean `([^`]+)`/);
  return was === '' || is === '' ? text : replaceAt(text, at, was, is);
};

/** Replaces a match of the pattern at exactly the offset. */
const replaceHere = (pattern: RegExp, is: string) => (text: string, at: number) => {
  const here = new RegExp(pattern, `${pattern.flags}y`);
  here.lastIndex = at;
  return text.replace(here, is);
};

/** Appends `-2` to the slug that is the value at the offset. */
const addTwo = replaceHere(/(?<=[:=][ \t]*["']?)(["']?[\w-]+)/, '$1-2');

/** The problems whose fix is a line of site.yaml. */
const IN_SETTINGS: readonly ProblemCode[] = ['address-gone', 'link-old'];

const CHANGES: Readonly<Partial<Record<ProblemCode, ChangeAt>>> = {
  'address-gone': (text, _, { message }) => addToList(text, 'gone', quotedIn(message, /(\/\S+)$/)),
  'address-invalid': replaceHere(/(?:<{7}|={7}|\|{7}|>{7})[^\n]*\n?/, ''),
  'alias-invalid': (text, at, { message }) => {
    // Leaves a list of several aliases in one string alone.
    const was = quotedIn(message, /`([^`,\s]+)`/);
    return replaceAt(text, at, was, was.replace(/[?#].*/s, ''));
  },
  'date-weekday': (text, at, { message }) => {
    const [, is = '', was = ''] = /^That day is a (\w+), not a (\w+)$/.exec(message) ?? [];
    return was === '' ? text : replaceAt(text, at, was, is.slice(0, was.length > 3 ? 9 : 3));
  },
  'element-unclosed': replaceHere(/<(\w+)([^<>]*?)\s*\/>/, '<$1$2></$1>'),
  'encoding-invalid': (text, _, { hint }, bytes) => {
    // Decoding would garble a text that is partly UTF-8.
    const isMixed = /[^\p{ASCII}\ufffd]/u.test(text) || bytes.includes('\ufffd');
    if (!hint?.includes('Windows-1252') || isMixed) return text;
    // Without `stream`, Node 20 decodes as Latin-1.
    const decoded = new TextDecoder('windows-1252').decode(bytes, { stream: true });
    // Not Windows-1252: undefined bytes (such as halves of Japanese characters), or words of accents only (Cyrillic).
    return /[\u0080-\u009f]|[À-ÿ]{4}/.test(decoded) ? text : decoded;
  },
  'fence-unclosed': (text, at) => {
    // A line at the end of the file cannot close a block in a list or a quotation.
    const fence = quotedIn(text.slice(Math.max(at - 1, 0)), /^\n?(`{3,}|~{3,})/);
    const [, ...below] = text.slice(at).split('\n');
    // A fence below may be meant to close it, at the wrong depth.
    const isOpen = fence === '' || below.some((line) => line.trim() === fence);
    return isOpen ? text : `${text.trimEnd()}\n${fence}\n`;
  },
  'front-matter-fence': (text) =>
    text.trimStart().replace(/^[-–—]{1,9}[ \t]*\n(.*?\n)[ \t]*[-–—]{1,9}[ \t]*\n/s, '---\n$1---\n'),
  'front-matter-quotes': (text, at) => {
    const end = at + text.slice(at).search(/\n(?:---|\+\+\+|[ \t]*\n)/);
    return replaceCurly(text.slice(0, end)) + text.slice(end);
  },
  'front-matter-unclosed': replaceHere(/(--- *\n(?:(?:[\w-]+:|- |#| +\S).*\n)*) *\n/, '$1---\n\n'),
  'heading-space': replaceHere(/#{1,6}/, '$& '),
  'list-year': replaceHere(/\d{4}(?=[.)] )/, '$&\\'),
  'image-insecure': replaceHere(/http:\/\//, 'https://'),
  'key-repeated': replaceHere(/(?<=\n)[^\s{].*\n(?![ \t]|- )/, ''),
  'key-unknown': (text, at, problem, bytes) => {
    const fixed = replaceMeant(text, at, problem, bytes);
    const meant = quotedIn(problem.hint, /^Did you mean `([\w-]+)`/);
    const keys = problem.file === CONFIG_PATH ? /.*/s : /^---.*?\n(?=---)/s;
    const [head = ''] = keys.exec(fixed) ?? [];
    // Removes the same key without a value, such as `tags: []` of a new essay.
    const empty = new RegExp(`^${meant}:[ \\t]*(?:\\[\\])?[ \\t]*\\n(?![ \\t-])`, 'm');
    return meant === '' ? fixed : head.replace(empty, '') + fixed.slice(head.length);
  },
  'language-ignored': (text, at, { message, hint }) => {
    const was = quotedIn(message, /^`language: ([^`]+)`/);
    return replaceAt(text, at, was, quotedIn(hint, /^Did you mean `([^`]+)`/));
  },
  'link-empty': replaceHere(/(?<!!)\[([^\]\n]+)\]\(\s*\)/, '$1'),
  'link-old': (text, _, { hint }) => {
    const rule = quotedIn(hint, /^Add `([^`]+: \/blog\/:slug)` to `redirects`/);
    return rule === '' ? text : addBelow(text, 'redirects', rule);
  },
  'link-space': replaceHere(/(\[[^[\]\n]+\]) +\(/, '$1('),
  'redirect-invalid': (text, at, { message }) => {
    const to = quotedIn(message, /^`(\w[^`:]*)` cannot be redirected to/);
    return to === '' ? text : replaceAt(text, at, `: ${to}`, `: /${to}`);
  },
  'slug-duplicate': addTwo,
  'slug-taken': addTwo,
  'slug-invalid': (text, at, { message }) => {
    const was = quotedIn(message, /`([^`]+)`/);
    return replaceAt(text, at, was, slugify(was));
  },
  'table-delimiter': (text, at, { hint }) => {
    const row = quotedIn(hint, /`([^`]+)`/);
    // A row of hyphens may be there, with another number of cells.
    const replaced = replaceHere(/(.*\n[ \t>]*)\|[ \t:|-]+\|(?=[ \t]*$)/m, `$1${row}`)(text, at);
    return replaced === text
      ? replaceHere(/(.*\n)([ \t>]*)/, `$1$2${row}\n$2`)(text, at)
      : replaced;
  },
  'title-missing': (text, _, { file }) => {
    const words = splitFileName(file).name.replaceAll('-', ' ');
    const title = words.charAt(0).toUpperCase() + words.slice(1);
    return text.replace(/^---[ \t]*\n/, (start) => `${start}title: ${JSON.stringify(title)}\n`);
  },
  'yaml-invalid': (text, at) => {
    const quoted = (_: string, key: string, value: string) => `${key}${JSON.stringify(value)}`;
    const value = /^([\w-]+:[ \t]+)([^\s"'[{>|&*!%@#`].*: .*)/;
    const start = text.slice(0, at).lastIndexOf('\n') + 1;
    return text.slice(0, start) + text.slice(start).replace(value, quoted);
  },
};

/** Adds an entry to a list of site.yaml, in flow or block style. */
function addToList(text: string, key: string, entry: string): string {
  if (entry === '') return text;
  const inLine = new RegExp(`^${key}: *\\[(?=.*\\])`, 'm');
  if (inLine.test(text)) return text.replace(inLine, (start) => `${start}${entry}, `);
  return addBelow(text, key, `- ${entry}`);
}

/** Adds a line below a key of site.yaml, indented as the line that follows; adds the key if it is missing. */
function addBelow(text: string, key: string, line: string): string {
  if (text.split('\n').some((each) => each.trim() === line)) return text;
  const head = new RegExp(`^(${key}:[ \\t]*(?:#.*)?\\n)(?:([ \\t]*)(?=- )|([ \\t]+)(?=\\S)|)`, 'm');
  const isStated = new RegExp(`^${key}:`, 'm').test(text);
  if (!isStated) return `${text.replace(/\n*$/, '\n')}${key}:\n  ${line}\n`;
  return text.replace(head, (_, start: string, item?: string, entry?: string) => {
    const indent = item ?? entry;
    return `${start}${indent ?? '  '}${line}\n${indent ?? ''}`;
  });
}
