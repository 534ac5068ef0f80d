/**
 * How long the stages of a build take: told by `blog build --timing`, and by the benchmark.
 */

/** How long a stage took. */
export interface StageTiming {
  readonly stage: string;
  readonly ms: number;
}

/** Times the stages, one after the other. */
export class StageWatch {
  readonly timings: StageTiming[] = [];
  private last = performance.now();

  /** Ends a stage, and begins the next. */
  end(stage: string): void {
    const now = performance.now();
    this.timings.push({ stage, ms: now - this.last });
    this.last = now;
  }
}
