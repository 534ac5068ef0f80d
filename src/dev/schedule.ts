/**
 * When to build: at once after a save, and once, not a thousand times, after a checkout.
 *
 * One build at a time. What changes while it is at work is seen to by another one after it.
 */

/** An editor's save is a handful of changes within a few milliseconds. */
const QUIET_MS = 10;
/** More than a person changes at a time is a program's work, which goes on. */
const FEW = 3;
const LONG_QUIET_MS = 120;
/** Who never stops writing does not keep the site from being built for ever. */
const PATIENCE_MS = 10_000;

export class Schedule {
  private readonly changed = new Set<string>();
  private timer: NodeJS.Timeout | null = null;
  private waitsSince: number | null = null;
  private isAtWork = false;
  private isClosed = false;

  /** `build` is told which paths are known to have changed; it does not throw. */
  constructor(private readonly build: (changed: readonly string[]) => Promise<void>) {}

  /** Something has changed at a path. */
  note(path: string): void {
    this.changed.add(path);
    this.wait();
  }

  /** Builds as soon as no build is at work, though no change is known. */
  ask(): void {
    this.waitsSince ??= performance.now();
    if (!this.isAtWork && this.timer === null) this.setTimer(0);
  }

  close(): void {
    this.isClosed = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private wait(): void {
    this.waitsSince ??= performance.now();
    if (this.isAtWork) return;
    const quiet = this.changed.size > FEW ? LONG_QUIET_MS : QUIET_MS;
    const left = this.waitsSince + PATIENCE_MS - performance.now();
    this.setTimer(Math.max(0, Math.min(quiet, left)));
  }

  private setTimer(ms: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => void this.run(), ms);
  }

  private async run(): Promise<void> {
    const changed = [...this.changed];
    this.changed.clear();
    this.timer = null;
    this.waitsSince = null;
    this.isAtWork = true;
    try {
      await this.build(changed);
    } finally {
      this.isAtWork = false;
      if (this.waitsSince !== null) this.wait();
    }
  }
}
