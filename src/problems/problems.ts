/**
 * The room of problems: errors, warnings and notices about the author's files, as data. Every later stage imports
 * `makeProblem` and places from here, and edits from `edits.ts`; only commands and `blog dev` import `report.ts`, which
 * formats problems for people. Pure.
 *
 * A stage returns its value and its problems; it doesn't throw because of what an author wrote. Each problem has a
 * permanent code, and is made by a function beside the stage that finds it.
 */
import { explainCode } from '../files/system-errors.ts';
import { groupBy } from './group-by.ts';

export type Severity = 'error' | 'warning' | 'notice';

/**
 * Every problem code and its severity. A code never changes its meaning, because authors search for it.
 * An error stops the build; a warning does so under `--strict`; a notice never does.
 */
export const severityOfCode = {
  'address-dropped': 'notice',
  'address-gone': 'warning',
  'address-invalid': 'error',
  'address-moved': 'notice',
  'address-taken': 'error',
  'addresses-many-gone': 'error',
  'addresses-uncommitted': 'notice',
  'addresses-unrecorded': 'notice',
  'alias-invalid': 'error',
  'alt-missing': 'notice',
  'anchor-broken': 'warning',
  'body-empty': 'warning',
  'body-unreadable': 'error',
  'build-running': 'error',
  'builder-ended': 'error',
  'cards-undrawn': 'notice',
  'code-language-unknown': 'notice',
  'code-word-unknown': 'notice',
  'comment-unclosed': 'error',
  'config-missing': 'error',
  'conflict-marker': 'error',
  'content-missing': 'error',
  'contrast-low': 'warning',
  'date-future': 'notice',
  'date-impossible': 'error',
  'date-in-name': 'notice',
  'date-missing': 'notice',
  'date-unreadable': 'error',
  'directive-invalid': 'warning',
  'dot-file': 'notice',
  'element-unclosed': 'warning',
  'encoding-invalid': 'error',
  'essay-format': 'error',
  'essays-none': 'notice',
  'fence-unclosed': 'warning',
  'file-changed': 'error',
  'file-unreadable': 'error',
  'file-unused': 'warning',
  'footnote-undefined': 'warning',
  'footnote-unused': 'warning',
  'font-invalid': 'warning',
  'front-matter-fence': 'warning',
  'front-matter-invalid': 'error',
  'front-matter-unclosed': 'error',
  'handler-ignored': 'warning',
  'heading-space': 'warning',
  'hidden-by': 'warning',
  'home-large': 'notice',
  'html-indented': 'warning',
  'image-format': 'warning',
  'image-missing': 'warning',
  'image-unreadable': 'warning',
  'images-unscaled': 'warning',
  'key-missing': 'error',
  'key-repeated': 'warning',
  'key-unknown': 'warning',
  'link-broken': 'warning',
  'link-empty': 'warning',
  'link-local': 'warning',
  'link-password': 'warning',
  'link-outside': 'warning',
  'link-scheme-missing': 'warning',
  'link-space': 'warning',
  'link-unread': 'warning',
  'markdown-missing': 'error',
  'markup-foreign': 'warning',
  'math-invalid': 'warning',
  'math-unclosed': 'error',
  'media-metadata': 'notice',
  'menu-broken': 'warning',
  'name-repeated': 'warning',
  'name-reserved': 'notice',
  'out-dangerous': 'error',
  'out-overwritten': 'notice',
  'out-unknown-files': 'notice',
  'output-collision': 'error',
  'output-failed': 'error',
  'permalink-unread': 'warning',
  'picture-location': 'notice',
  'picture-metadata': 'error',
  'redirect-invalid': 'error',
  'reference-undefined': 'warning',
  'root-missing': 'error',
  'script-moved': 'warning',
  'script-url': 'warning',
  'slug-duplicate': 'error',
  'slug-empty': 'error',
  'slug-invalid': 'error',
  'style-invalid': 'warning',
  'table-cells': 'warning',
  'table-delimiter': 'warning',
  'tag-page-lost': 'notice',
  'tag-similar': 'notice',
  'template-impure': 'warning',
  'template-invalid': 'error',
  'template-outdated': 'notice',
  'template-threw': 'error',
  'template-unknown': 'error',
  'texts-missing': 'notice',
  'theme-incompatible': 'error',
  'theme-missing': 'error',
  'title-missing': 'error',
  'translation-duplicate': 'warning',
  'url-placeholder': 'notice',
  'value-cut': 'warning',
  'value-ignored': 'warning',
  'value-invalid': 'error',
  'yaml-invalid': 'error',
} as const satisfies Record<string, Severity>;

export type ProblemCode = keyof typeof severityOfCode;

/** A place in one of the author's files. Lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  /** Relative to the site's root, with "/"; absolute for a folder given on the command line. */
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  /** The line at the place, from `excerptStart` on, at most 200 characters. */
  readonly excerpt: string | null;
  /** The offset in the decoded text of the file, in UTF-16 units; absent if it isn't known. */
  readonly offset?: number;
}

const EXCERPT_LENGTH = 200;

/** The offset in its line, in UTF-16 units, at which the excerpt of a place begins. */
export function excerptStart(column: number): number {
  return column <= EXCERPT_LENGTH / 2 ? 0 : column - EXCERPT_LENGTH / 2;
}

/** Cuts the excerpt of a line. It is a copy, because a substring would keep the whole file in memory. */
export function cutLine(line: string, column: number): string {
  const start = excerptStart(column);
  return Buffer.from(line.slice(start, start + EXCERPT_LENGTH)).toString();
}

/** A replacement of text in one of the author's files. */
export interface TextEdit {
  /** The file, relative to the site's root; absent for the file of the problem. A problem's edits are in one file. */
  readonly file?: string;
  /** The offset in UTF-16 units in the decoded text: without a byte-order mark, and with "\n" as line ends. */
  readonly at: number;
  /** The text that stands there; empty for an insertion. */
  readonly was: string;
  /** The text that replaces it. */
  readonly is: string;
}

export interface Problem extends Omit<Place, 'offset'> {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** What happened: a sentence without the place. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | null;
  /** The underlying cause, such as the mapped stack of a template that threw. */
  readonly cause: string | null;
  /** What this problem shares with others whose messages differ, such as the folder `/images/…`: they are grouped by it. */
  readonly subject?: string;
  /** The replacements that fix the problem together; absent if only the author can fix it. */
  readonly edits?: readonly TextEdit[];
}

/** Parts that few problems have. */
export interface ProblemDetails {
  readonly cause?: string | null;
  readonly subject?: string;
  /** Empty for none. */
  readonly edits?: readonly TextEdit[];
}

/**
 * A cache: the line of the last place. Most places of a text are found in order, so the search continues from that
 * line. Finding the places of 10,000 redirects in site.yaml takes 10 ms with it, and 1.7 s without.
 */
let last = { text: '', start: 0, line: 1 };

/** The place of `offset` (UTF-16 units from the start) in `text`; an offset past the end is clamped. */
export function placeAt(file: string, text: string, offset: number): Place {
  const at = Math.max(0, Math.min(offset, text.length));
  let { start, line } = last.text === text && last.start <= at ? last : { start: 0, line: 1 };
  let end = text.indexOf('\n', start);
  for (; end !== -1 && end < at; end = text.indexOf('\n', start)) {
    start = end + 1;
    line++;
  }
  last = { text, start, line };
  const column = at - start + 1;
  const excerpt = cutLine(text.slice(start, end === -1 ? undefined : end), column);
  return { file, line, column, excerpt, offset: at };
}

/** The most broken links that are listed for one file, and the most other problems in its body. */
export const MAX_LISTED = 500;

/** The place of a file as a whole. */
export function wholeFile(file: string): Place {
  return { file, line: null, column: null, excerpt: null };
}

/** Thrown if no stage can continue, as without the Markdown engine. The build reports the problem it carries. */
export class BuildStop extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Makes a text safe for a terminal: replaces control characters and lone surrogates by visible characters. */
export function showControls(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n]/gu, (control) => {
    const code = control.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}

/** A password in a URL. */
const PASSWORD = /(?<=\/\/[^\s/?#:@]{0,100}:)[^\s/?#@]+(?=@)/g;

/** Hides passwords in URLs, because reports end up in public logs. The text keeps its columns. */
export function hidePasswords(text: string): string {
  return text.includes('@') ? text.replace(PASSWORD, (word) => '*'.repeat(word.length)) : text;
}

/** Makes a problem with the severity of its code. */
export function makeProblem(
  code: ProblemCode,
  { file, line, column, excerpt }: Place,
  message: string,
  hint: string | null = null,
  { cause = null, subject = '', edits = [] }: ProblemDetails = {},
): Problem {
  const show = (text: string) => hidePasswords(showControls(text));
  // Edits can't be shown without the passwords that they replace.
  const hasPassword = edits.some(({ was }) => hidePasswords(was) !== was);
  return {
    code,
    severity: severityOfCode[code],
    file,
    line,
    column,
    excerpt: excerpt && show(excerpt),
    message: show(message),
    hint: hint && show(hint),
    cause: cause && show(cause),
    ...(subject !== '' && { subject: show(subject) }),
    ...(edits.length > 0 && !hasPassword && { edits }),
  };
}

/** The problem of a native package that doesn't load; `path` is the file or folder that the problem is reported for. */
export function partMissing(
  code: ProblemCode,
  path: string,
  message: string,
  { message: cause }: Error,
): Problem {
  const [reason = null] = cause.trim().split('\n');
  const hint =
    'Its part for this machine is missing: delete node_modules/ and run `npm install` again.';
  return makeProblem(code, wholeFile(path), message, hint, { cause: reason });
}

/** The problem of a file that can't be read; `code` is the system error code. */
export function fileUnreadable(path: string, code: string): Problem {
  // Node decodes invalid UTF-8 in a name to U+FFFD, and no file has the resulting name.
  const isMisnamed = code === 'ENOENT' && path.includes('\ufffd');
  const reason = isMisnamed ? 'its name is not UTF-8' : (explainCode(code) ?? code);
  const message = `This cannot be read: ${reason}`;
  const hint = isMisnamed ? 'Rename it.' : 'Check the file and its permissions.';
  return makeProblem('file-unreadable', wholeFile(path), message, hint);
}

/** What all occurrences of a problem share if it is reported once for all files. */
interface SharedFault extends Pick<Problem, 'code' | 'message' | 'hint'> {
  readonly subject?: string;
}

/** The occurrences in one file of a problem that is reported once for all files. */
export interface ProblemPart extends SharedFault {
  readonly count: number;
  /** The place of the first. */
  readonly place: Place;
  /** The edits that fix the first; empty for none. */
  readonly edits: readonly TextEdit[];
}

/** Counts the faults of one file by message. `placeOf` and `editsOf` are called for the first fault of each message. */
export function countParts<Fault extends SharedFault>(
  faults: readonly Fault[],
  placeOf: (fault: Fault) => Place,
  editsOf: (fault: Fault, place: Place) => readonly TextEdit[] = () => [],
): ProblemPart[] {
  const groups = [...groupBy(faults, ({ message }) => message).values()].slice(0, MAX_LISTED);
  return groups.map((group) => {
    const [first] = group;
    const { code, message, hint, subject = '' } = first;
    const place = placeOf(first);
    const edits = editsOf(first, place);
    return { code, message, hint, subject, count: group.length, place, edits };
  });
}

/** Joins the parts that have the same message, in all files, into one problem. */
export function joinParts(files: readonly { readonly parts: readonly ProblemPart[] }[]): Problem[] {
  const all = files.flatMap(({ parts }) => parts);
  return [...groupBy(all, ({ message }) => message).values()].map((parts) => {
    const [{ code, message, hint, subject = '', place, edits }] = parts;
    const times = parts.reduce((sum, { count }) => sum + count, 0);
    const where = parts.length === 1 ? '' : ` in ${parts.length} files`;
    const often = times === 1 ? '' : ` (${times} times${where})`;
    return makeProblem(code, place, message + often, hint, { edits, subject });
  });
}

/** True if one of the problems stops the build. */
export function hasErrors(problems: readonly Problem[], strict = false): boolean {
  return problems.some((p) => p.severity === 'error' || (strict && p.severity === 'warning'));
}

const severityRank: Record<Severity, number> = { notice: 0, warning: 1, error: 2 };

/** Sorts by severity, then by place. Errors come last, nearest to the author's prompt. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) =>
      severityRank[a.severity] - severityRank[b.severity] ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}
