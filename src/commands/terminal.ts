/**
 * What commands write to. `cli.ts` makes it of the process; tests make it of strings.
 */

export interface Terminal {
  /** Standard output. */
  write(text: string): void;
  /** Standard error. */
  writeError(text: string): void;
  readonly hasColor: boolean;
  /** True when standard error is a terminal, on which a line can be drawn again. */
  readonly isInteractive: boolean;
  /** The folder that the author stands in, absolute: paths are shown from there. */
  readonly folder: string;
}

/** A bar waits this long, so that a quick run shows none. */
const PATIENCE_MS = 500;
const REDRAW_MS = 50;
const WIDTH = 30;

/** A line that shows how far a long task is; only on a terminal. */
export class ProgressBar {
  private readonly start = performance.now();
  private drawn = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly label: string,
  ) {}

  show(done: number, total: number): void {
    if (!this.terminal.isInteractive) return;
    const now = performance.now();
    if (now - this.start < PATIENCE_MS || now - this.drawn < REDRAW_MS) return;
    this.drawn = now;
    const filled = Math.round((done / Math.max(total, 1)) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    this.terminal.writeError(`\r${this.label} ${bar} ${done} of ${total}`);
  }

  /** Takes the bar away, if one was drawn. */
  clear(): void {
    if (this.drawn > 0) this.terminal.writeError('\r\u001b[K');
  }
}
