/**
 * What `blog dev` tells the author in the terminal: each build in a line, each problem once.
 */
import type { BuilderResult } from '../dev/builder-thread.ts';
import type { DevListener } from '../dev/session.ts';
import { formatProblems, makePaint, type Paint } from '../problem-text.ts';
import { hasErrors, type Problem } from '../problems.ts';
import { count, formatDuration } from './build.ts';
import { ProgressBar, type Terminal } from './terminal.ts';

export class DevReport implements DevListener {
  private readonly paint: Paint;
  private bars: { readonly reading: ProgressBar; readonly rendering: ProgressBar } | null = null;
  /** The problems that were there after the last build; null before the first. */
  private known: ReadonlySet<string> | null = null;
  private wasGood = true;

  constructor(private readonly terminal: Terminal) {
    this.paint = makePaint(terminal.hasColor);
  }

  onProgress(stage: 'reading' | 'rendering', done: number, total: number): void {
    this.bars ??= {
      reading: new ProgressBar(this.terminal, 'Reading'),
      rendering: new ProgressBar(this.terminal, 'Rendering'),
    };
    this.bars[stage].show(done, total);
  }

  onBuild(result: BuilderResult, changed: readonly string[], durationMs: number): void {
    this.bars?.reading.clear();
    this.bars?.rendering.clear();
    this.bars = null;
    const { problems } = result;
    const isFirst = this.known === null;
    const keys = listKeys(problems);
    const fresh = problems.filter((_, index) => !this.known?.has(keys[index] ?? ''));
    this.known = new Set(keys);
    if (fresh.length > 0) this.terminal.writeError(`${formatProblems(fresh, this.paint)}\n`);
    const isGood = !hasErrors(problems);
    if (isGood) this.tellGood(result, isFirst, changed, durationMs);
    else if (fresh.length > 0) this.tellBad(problems);
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

  private tellBad(problems: readonly Problem[]): void {
    const { red, bold } = this.paint;
    const errors = problems.filter(({ severity }) => severity === 'error');
    const text = `${count(errors.length, 'error')}: the last good pages stay up`;
    this.terminal.writeError(`${red('✗')} ${bold(text)}\n`);
  }
}

function describeChanged(changed: readonly string[]): string {
  // That a folder has changed goes without saying where something in it has.
  const paths = changed.filter((path) => !changed.some((other) => other.startsWith(`${path}/`)));
  const [first = ''] = paths;
  if (paths.length === 0) return '';
  return paths.length === 1 ? `${first}: ` : `${first} and ${paths.length - 1} more: `;
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
