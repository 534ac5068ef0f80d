/**
 * Fixes of problems: the change to a file that a problem's own hint asks for. Pure.
 *
 * A message quotes first what is written, and a hint that asks "Did you mean" quotes what was meant; that is enough
 * for most codes. The others have a row in the table. Where a file says otherwise than its problem, nothing is fixed.
 */
import { CONFIG_PATH } from '../content/paths.ts';
import type { Problem, ProblemCode } from '../problems.ts';

export interface Fix {
  /** Relative to the site's root. */
  readonly file: string;
  /** Returns the text of the file with the change; the same text if there is nothing to change. */
  change(text: string): string;
}

/** Changes a text at the offset of the problem's place. */
type ChangeAt = (text: string, at: number, problem: Problem) => string;

/** Returns the fix of a problem, or null for none. */
export function findFix(problem: Problem): Fix | null {
  const { code, file, hint } = problem;
  if (code === 'address-gone') return addToList('gone', quotedIn(problem.message, /(\/\S+)$/));
  const rule = /^Add `([^`]+): (\/blog\/:slug)` to `redirects`/.exec(hint ?? '');
  if (code === 'link-old' && rule !== null) return addRedirect(rule[1] ?? '', rule[2] ?? '');
  const change = CHANGES[code] ?? (/^Did you mean `/.test(hint ?? '') ? replaceMeant : null);
  if (change === null) return null;
  return { file, change: (text) => change(text, offsetOf(problem, text), problem) };
}

function offsetOf({ line, column }: Problem, text: string): number {
  const before = text.split('\n').slice(0, (line ?? 1) - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + (column ?? 1) - 1;
}

function quotedIn(text: string | null, pattern: RegExp): string {
  return pattern.exec(text ?? '')?.[1] ?? '';
}

/** What the first of `was` at or behind the offset, in its line, becomes; an insertion where `was` is empty. */
function replaceAt(text: string, at: number, was: string, is: string): string {
  const end = text.indexOf('\n', at);
  const found = text.slice(0, end === -1 ? undefined : end).indexOf(was, at);
  return found === -1 ? text : text.slice(0, found) + is + text.slice(found + was.length);
}

const replaceMeant: ChangeAt = (text, at, { message, hint }) => {
  const was = quotedIn(message, /`([^`]+)`/);
  const is = quotedIn(hint, /^Did you mean `([^`]+)`/);
  return was === '' ? text : replaceAt(text, at, was, is);
};

/** Applies an expression that begins at the offset. */
const replaceHere =
  (pattern: RegExp, is: string): ChangeAt =>
  (text, at) =>
    text.slice(0, at) + text.slice(at).replace(pattern, is);

const CHANGES: Readonly<Partial<Record<ProblemCode, ChangeAt>>> = {
  'address-invalid': replaceHere(/^.*\n?/, ''),
  'alias-invalid': (text, at, { message }) => {
    const was = quotedIn(message, /`([^`]+)`/);
    return replaceAt(text, at, was, was.replace(/[?#].*/s, ''));
  },
  'anchor-broken': (text, at, problem) =>
    problem.hint?.startsWith('Did you mean') ? replaceMeant(text, at, problem) : text,
  'body-empty': replaceHere(/^(---[ \t]*\n)/, '$1draft: true\n'),
  'date-weekday': (text, at, { message }) => {
    const [, is = '', was = ''] = /^That day is a (\w+), not a (\w+)$/.exec(message) ?? [];
    return was === '' ? text : replaceAt(text, at, was, is.slice(0, was.length > 3 ? 9 : 3));
  },
  'fence-unclosed': (text, at) => {
    const fence = quotedIn(text.slice(at), /^(`{3,}|~{3,})/);
    return fence === '' ? text : `${text.trimEnd()}\n${fence}\n`;
  },
  'front-matter-fence': (text) =>
    text.trimStart().replace(/^[-–—]{1,9}[ \t]*\n(.*?\n)[-–—]{1,9}[ \t]*\n/s, '---\n$1---\n'),
  'front-matter-quotes': (text) => {
    const end = text.indexOf('\n---', 3);
    const quotes = /(?<=:[ \t]*|[[,][ \t]*)[“”„]([^“”„\n]*)[“”]/g;
    return text.slice(0, end).replace(quotes, '"$1"') + text.slice(end);
  },
  'front-matter-unclosed': replaceHere(/\n[ \t]*\n/, '\n---\n\n'),
  'heading-space': replaceHere(/^(#{1,6})/, '$1 '),
  'image-insecure': replaceHere(/http:\/\//, 'https://'),
  'key-repeated': replaceHere(/^\S.*\n(?![ \t]|- )/, ''),
  'language-ignored': (text, at) => removeLine(text, at),
  'link-empty': replaceHere(/\[([^\]\n]+)\]\(\s*\)/, '$1'),
  'link-space': replaceHere(/\] +\(/, ']('),
  'redirect-invalid': (text, at, problem) => {
    if (problem.hint?.startsWith('Did you mean')) return replaceMeant(text, at, problem);
    const to = quotedIn(problem.message, /^`(\w[^`:]*)` cannot be redirected to/);
    return to === '' ? text : replaceAt(text, at, `: ${to}`, `: /${to}`);
  },
  'slug-duplicate': replaceHere(/^(["']?)([\w-]+)/, '$1$2-2'),
  'slug-taken': replaceHere(/^(["']?)([\w-]+)/, '$1$2-2'),
  'slug-invalid': (text, at, { message }) => {
    const was = quotedIn(message, /`([^`]+)`/);
    const is = was
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9]+/g, '-');
    return replaceAt(text, at, was, is.replace(/^-|-$/g, ''));
  },
  'title-missing': (text, _, { file }) => {
    const name = /([^/]+?)(?:\/index)?\.\w+$/.exec(file)?.[1] ?? '';
    const words = name.replace(/^\d{4}-\d\d-\d\d-/, '').replaceAll('-', ' ');
    const title = words.charAt(0).toUpperCase() + words.slice(1);
    return text.replace(/^---[ \t]*\n/, (start) => `${start}title: ${JSON.stringify(title)}\n`);
  },
  'yaml-invalid': (text, at) => {
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const quoted = (_: string, key: string, value: string) => `${key}${JSON.stringify(value)}`;
    const line = /^([\w-]+:[ \t]+)([^\s"'[{>|&*!%@#`].*: .*)$/m;
    return text.slice(0, start) + text.slice(start).replace(line, quoted);
  },
  'value-invalid': (text, at, { message, hint }) => {
    const was = quotedIn(message, /, but is `([^`]+)`$/);
    const is = quotedIn(hint, /^Did you mean `([^`]+)`/);
    return was === '' || is === '' ? text : replaceAt(text, at, was, is);
  },
  'tag-similar': (text, at, { message }) => {
    const [, was = '', is = ''] = /^The tag `([^`]+)` .* `([^`]+)`$/.exec(message) ?? [];
    return was === '' ? text : replaceAt(text, at, was, is);
  },
};

function removeLine(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(0, start) + text.slice(start).replace(/^.*\n?/, '');
}

/** Adds an entry to a list of site.yaml, which may be on one line or have a line for each. */
function addToList(key: string, entry: string): Fix | null {
  if (entry === '') return null;
  const change = (text: string) => {
    const inLine = new RegExp(`^${key}: *\\[(?=.*\\])`, 'm');
    if (inLine.test(text)) return text.replace(inLine, (start) => `${start}${entry}, `);
    return addBelow(text, key, `  - ${entry}`);
  };
  return { file: CONFIG_PATH, change };
}

function addRedirect(from: string, to: string): Fix {
  return { file: CONFIG_PATH, change: (text) => addBelow(text, 'redirects', `  ${from}: ${to}`) };
}

/** Adds a line below a key of site.yaml, which is added where it is missing. */
function addBelow(text: string, key: string, line: string): string {
  if (text.split('\n').includes(line)) return text;
  const head = new RegExp(`^${key}:[ \\t]*(?:#.*)?\\n`, 'm');
  if (head.test(text)) return text.replace(head, (start) => `${start}${line}\n`);
  const isStated = new RegExp(`^${key}:`, 'm').test(text);
  return isStated ? text : `${text.replace(/\n*$/, '\n')}${key}:\n${line}\n`;
}
