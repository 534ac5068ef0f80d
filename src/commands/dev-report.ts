/**
 * What `blog dev` tells the author in the terminal: each build in a line, each problem once.
 */
import type { BuilderResult, Stage } from '../dev/builder-thread.ts';
import type { DevListener } from '../dev/session.ts';
import { hasErrors, type Problem } from '../problems.ts';
import { count, formatDuration, formatProblems, makePaint, type Paint } from '../report.ts';
import { ProgressBar, type Terminal } from './terminal.ts';

export class DevReport implements DevListener {
  private readonly paint: Paint;
  private bars: Readonly<Record<Stage, ProgressBar>> | null = null;
  /** The problems that were there after the last build; null before the first. */
  private known: ReadonlySet<string> | null = null;
  private wasGood = true;
  /** How many errors were told of. */
  private errors = 0;

  constructor(private readonly terminal: Terminal) {
    this.paint = makePaint(terminal.hasColor);
  }

  onProgress(stage: Stage, done: number, total: number): void {
    this.bars ??= {
      reading: new ProgressBar(this.terminal, 'Reading'),
      pictures: new ProgressBar(this.terminal, 'Pictures'),
      rendering: new ProgressBar(this.terminal, 'Rendering'),
    };
    this.bars[stage].show(done, total);
  }

  onBuild(
    result: BuilderResult,
    changed: readonly string[],
    durationMs: number,
    hasPages: boolean,
  ): void {
    for (const bar of Object.values(this.bars ?? {})) bar.clear();
    this.bars = null;
    const { problems } = result;
    const isFirst = this.known === null;
    const keys = listKeys(problems);
    const fresh = problems.filter((_, index) => !this.known?.has(keys[index] ?? ''));
    this.known = new Set(keys);
    if (fresh.length > 0) this.terminal.writeError(`${formatProblems(fresh, this.paint)}\n`);
    const isGood = !hasErrors(problems);
    if (isGood) this.errors = 0;
    if (isGood) this.tellGood(result, isFirst, changed, durationMs);
    else this.tellBad(problems, fresh.length > 0, hasPages);
    this.wasGood = isGood;
  }

  onPolling(code: string): void {
    const { yellow } = this.paint;
    const [what, setting] =
      code === 'ENOSPC'
        ? ['watches', 'fs.inotify.max_user_watches=524288']
        : ['watchers', 'fs.inotify.max_user_instances=1024'];
    this.terminal.writeError(
      `${yellow('The system has no more file watches to give')} (${code}), so files are looked at ` +
        'again and again, which is slower.\n' +
        `${this.paint.green('→')} Close what else watches files, or allow more ${what}: ` +
        `sudo sysctl ${setting}. Then start blog dev again.\n\n`,
    );
  }

  /** Tells that drafts are shown from now on, or left out. */
  tellDrafts(areShown: boolean): void {
    this.terminal.write(`  Drafts are ${areShown ? 'shown' : 'left out'} from now on.\n`);
  }

  private tellGood(
    { report, commit }: BuilderResult,
    isFirst: boolean,
    changed: readonly string[],
    durationMs: number,
  ): void {
    const { green, bold, dim } = this.paint;
    const time = dim(`in ${formatDuration(durationMs)}`);
    if (isFirst && report !== null) {
      const drafts =
        report.draftsShown > 0 ? `, ${count(report.draftsShown, 'draft')} among them` : '';
      const essays = count(report.essays, 'essay');
      this.terminal.write(`${green('✓')} ${bold(`${essays}${drafts}`)} ${time}\n`);
      return;
    }
    const files = (commit?.written ?? 0) + (commit?.removed ?? 0);
    if (files === 0 && this.wasGood) return;
    const facts = [
      ...(this.wasGood ? [] : ['all is well again']),
      ...(files ? [count(files, 'file')] : []),
    ];
    this.terminal.write(`${green('✓')} ${describeChanged(changed)}${facts.join(', ')} ${time}\n`);
  }

  private tellBad(problems: readonly Problem[], isFresh: boolean, hasPages: boolean): void {
    const { red, bold } = this.paint;
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const isFewer = errors < this.errors;
    this.errors = errors;
    if (!isFresh && !isFewer) return;
    const left = isFewer ? `${count(errors, 'error')} left` : count(errors, 'error');
    const outcome = hasPages ? 'the last good pages stay up' : 'there are no pages to show';
    this.terminal.writeError(`${red('✗')} ${bold(`${left}: ${outcome}`)}\n`);
  }
}

/** What editors make beside a file while they save it: swap files, copies, and files to try with. */
const BY_THE_WAY = /(^|[/\\])(\.[^/\\]*|[^/\\]*~|\d{4}|sed\w{6})$/;

function describeChanged(changed: readonly string[]): string {
  const typed = changed.filter((path) => path !== '' && !BY_THE_WAY.test(path));
  // That a folder has changed goes without saying where something in it has.
  const paths = typed.filter((path) => !typed.some((other) => other.startsWith(`${path}/`)));
  const [first] = paths;
  if (first === undefined) return '';
  // A name may hold what a terminal takes for a command.
  const name = first.replace(/\p{Cc}/gu, '?');
  return paths.length === 1 ? `${name}: ` : `${name} and ${paths.length - 1} more: `;
}

/** What tells problems apart wherever in a file they have moved to: they are told of once. */
function listKeys(problems: readonly Problem[]): string[] {
  const counts = new Map<string, number>();
  return problems.map(({ code, file, message }) => {
    const key = [code, file, message].join('\n');
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    return `${key}\n${number}`;
  });
}
