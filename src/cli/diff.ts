/**
 * Runs `blog diff`: builds a preview of the site in memory, compares it with a built site, and lists what
 * would change for readers.
 */
import * as diff from '../build/diff.ts';
import type { BuildRequest } from '../build/request.ts';
import { showControls } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { foldSpace } from '../text/text.ts';
import { previewSite, type TakeErrors, tellNotBuilt } from './site.ts';

/** The number of differences that are listed without `--all`. */
const SHOWN = 10;
/** The number of words shown around a change, and, without `--all`, of a change itself. */
const [CONTEXT, CUT] = [4, 12];

const COLORS = {
  gone: 'red',
  moved: 'yellow',
  new: 'green',
  feed: 'cyan',
  changed: 'cyan',
} as const;

/**
 * Compares the site in `outDir` with a preview. Returns the exit code: 0 for sites that are equal, 1 for sites
 * that differ, 2 if they could not be compared.
 */
export async function runDiff(
  request: BuildRequest,
  { all = false, json = false }: { readonly all?: boolean; readonly json?: boolean },
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
): Promise<0 | 1 | 2> {
  if (tellNotBuilt('.', request.outDir, terminal)) return 2;
  let found: diff.SiteDiff = { differences: [], markupOnly: 0, otherFiles: 0 };
  const problems = await previewSite(request, terminal, takeLateErrors, {
    onPreview(changes, siteUrl) {
      found = diff.compareSites(changes, siteUrl);
    },
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  const hasFailed = errors.length > 0;
  if (json) {
    const document = hasFailed ? { problems: errors } : found;
    terminal.write(showControls(report.formatJson(document)));
  } else if (hasFailed) {
    report.tellProblems(errors, terminal);
    const outcome = `${report.count(errors.length, 'error')}: the sites can't be compared`;
    terminal.writeError(`${terminal.paint('red', '✗')} ${outcome}\n`);
  } else terminal.write(describeDiff(found, all, terminal.paint));
  if (hasFailed) return 2;
  return found.differences.length + found.markupOnly + found.otherFiles === 0 ? 0 : 1;
}

/** Lists the differences, one per line, and their counts. */
function describeDiff(
  { differences, markupOnly, otherFiles }: diff.SiteDiff,
  isAll: boolean,
  paint: report.Paint,
): string {
  const shown = isAll ? differences : differences.slice(0, SHOWN);
  const left = differences.length - shown.length;
  const countOf = (kind: string) => differences.filter((each) => each.kind === kind).length;
  const counts = [
    ...diff.DIFFERENCE_KINDS.map((kind) => [
      countOf(kind),
      kind === 'feed' ? 'new in feeds' : kind,
    ]),
    [markupOnly, 'changed in markup only'],
    [otherFiles, otherFiles === 1 ? 'other file' : 'other files'],
  ].filter(([number]) => number !== 0);
  const facts = counts.map((fact) => fact.join(' ')).join(', ');
  const lines = [
    ...shown.map((each) => describeDifference(each, isAll, paint)),
    ...(left > 0 ? [paint('dim', `… and ${left} more, which --all lists`)] : []),
    facts === '' ? `${paint('green', '✓')} No differences` : paint('bold', facts),
  ];
  return `${lines.join('\n')}\n`;
}

/** Describes a difference in one line; with `isAll`, followed by a line for each changed passage. */
function describeDifference(
  difference: diff.Difference,
  isAll: boolean,
  paint: report.Paint,
): string {
  const { kind, address, to, redirects, title, retitled, redated, passages } = difference;
  const isNamed = kind !== 'changed' && retitled === null && title !== '';
  const isSameDay = redated?.was.slice(0, 10) === redated?.is.slice(0, 10);
  const moment = (iso: string) => iso.slice(0, isSameDay ? 16 : 10);
  const shown = passages.slice(0, isAll ? undefined : 1);
  const texts = shown.map((each) => describeChange(each, isAll, paint));
  const more = passages.length - shown.length;
  const facts = [
    redirects ? null : paint('red', 'the old address leads nowhere'),
    retitled && `title ${describeChange(retitled, true, paint)}`,
    redated && `published ${moment(redated.was)} → ${moment(redated.is)}`,
    isNamed ? `“${show(title)}”` : null,
    ...(isAll ? [] : texts),
    more > 0 ? `${more} more` : null,
  ].filter((fact) => fact !== null);
  const goal = to === null ? '' : ` → ${show(to)}`;
  const head = `${paint(COLORS[kind], kind.padEnd(8))} ${show(address)}${goal}`;
  const line = `${head}  ${facts.join('; ')}`.trimEnd();
  return isAll ? [line, ...texts].join('\n  ') : line;
}

/** Formats a changed passage like `git diff --word-diff`, with a few words of context. */
function describeChange(change: diff.Change, isAll: boolean, paint: report.Paint): string {
  const runs = diff.compareWords(change);
  const parts = runs.map(({ value, removed, added }, at) => {
    const isCut = !isAll && value.length > CUT;
    const text = show((isCut ? [...value.slice(0, CUT), '…'] : value).join(''));
    if (removed) return paint('red', `[-${text}-]`);
    if (added) return paint('green', `{+${text}+}`);
    const head = at === 0 ? [] : value.slice(0, CONTEXT);
    const tail = at === runs.length - 1 ? [] : value.slice(-CONTEXT);
    const isWhole = value.length <= head.length + tail.length;
    return show((isWhole ? value : [...head, '… ', ...tail]).join(''));
  });
  return parts.join(' ');
}

/** Puts a text on one line, without control characters. */
function show(text: string): string {
  return showControls(foldSpace(text));
}
