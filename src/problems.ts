/**
 * Problems: errors and warnings about the author's files, as data.
 *
 * Every stage returns its value and its problems; none throws for something a user wrote. Each problem has
 * a permanent code and is made by a factory beside the stage that finds it. Only `report.ts` formats them.
 */

export type Severity = 'error' | 'warning' | 'notice';

/**
 * Every problem code and its severity. A code never changes its meaning, because authors search for it.
 * An error stops the build; a warning does so under `--strict`; a notice never does.
 */
export const severityOfCode = {
  'alias-invalid': 'error',
  'anchor-broken': 'warning',
  'body-empty': 'warning',
  'build-running': 'error',
  'builder-ended': 'error',
  'cards-undrawn': 'notice',
  'code-language-unknown': 'notice',
  'config-missing': 'error',
  'content-missing': 'error',
  'date-future': 'notice',
  'date-impossible': 'error',
  'date-missing': 'error',
  'date-unreadable': 'error',
  'date-weekday': 'warning',
  'encoding-invalid': 'error',
  'essays-none': 'notice',
  'file-changed': 'error',
  'file-unreadable': 'error',
  'front-matter-invalid': 'error',
  'front-matter-unclosed': 'error',
  'host-limit': 'notice',
  'image-huge': 'warning',
  'image-missing': 'warning',
  'image-unreadable': 'warning',
  'images-unscaled': 'warning',
  'key-missing': 'error',
  'key-unknown': 'warning',
  'link-broken': 'warning',
  'link-outside': 'warning',
  'markdown-missing': 'error',
  'out-dangerous': 'error',
  'out-overwritten': 'notice',
  'out-unknown-files': 'notice',
  'output-collision': 'error',
  'output-failed': 'error',
  'redirect-invalid': 'error',
  'root-missing': 'error',
  'script-url': 'warning',
  'slug-duplicate': 'error',
  'slug-empty': 'error',
  'slug-invalid': 'error',
  'slug-taken': 'warning',
  'template-invalid': 'error',
  'template-threw': 'error',
  'title-missing': 'error',
  'value-invalid': 'error',
  'yaml-invalid': 'error',
} as const satisfies Record<string, Severity>;

export type ProblemCode = keyof typeof severityOfCode;

/** A place in a file of the author's. Lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  /** Relative to the site's root, with "/"; absolute for a folder given on the command line. */
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  /** The whole line at the place. */
  readonly excerpt: string | null;
}

export interface Problem extends Place {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** What happened, as a sentence without the place. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | null;
  /** The underlying cause, such as the mapped stack of a template that threw. */
  readonly cause: string | null;
}

/** The place of `offset` (UTF-16 units from the start) in `text`; an offset past the end means the end. */
export function placeAt(file: string, text: string, offset: number): Place {
  const at = Math.max(0, Math.min(offset, text.length));
  const lineStart = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = text.indexOf('\n', at);
  let line = 1;
  for (let i = text.indexOf('\n'); i !== -1 && i < lineStart; i = text.indexOf('\n', i + 1)) line++;
  return {
    file,
    line,
    column: at - lineStart + 1,
    excerpt: text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd),
  };
}

/** The place of a file as a whole. */
export function wholeFile(file: string): Place {
  return { file, line: null, column: null, excerpt: null };
}

/** Thrown where no stage can go on, such as without the Markdown engine; the build reports its problem. */
export class BuildStop extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Makes a problem with the severity of its code. */
export function makeProblem(
  code: ProblemCode,
  place: Place,
  message: string,
  hint: string | null = null,
  cause: string | null = null,
): Problem {
  return { code, severity: severityOfCode[code], message, hint, cause, ...place };
}

/** True when one of the problems stops the build. */
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
