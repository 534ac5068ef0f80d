/**
 * What a build is told, by who asks for it and by the builds before it.
 */
import type { RecordReading } from './output/record.ts';
import type { SettledStamp } from './output/stamp-table.ts';

/** What a build is told. Folders are absolute. */
export interface BuildRequest {
  readonly root: string;
  readonly outDir: string;
  /** For what builds remember; may be deleted at any time. */
  readonly cacheDir: string;
  /** Where this program is installed, with its templates. */
  readonly packageRoot: string;
  /** The digest of this program: what another one remembers is not taken. */
  readonly program: string;
  readonly homeDir: string;
  readonly showDrafts: boolean;
  /** Warnings stop the build as errors do. */
  readonly isStrict: boolean;
  /** The clock, in milliseconds since the epoch. */
  readonly now: number;
  /** How many threads read and render essays. */
  readonly threads: number;
  /** Called after essays are read, pictures made, and pages rendered. */
  readonly onEssay: (done: number, total: number) => void;
  readonly onPicture: (done: number, total: number) => void;
  readonly onPage: (done: number, total: number) => void;
}

/** What a build is told, but for whom it tells of its progress. */
export type SilentRequest = Omit<BuildRequest, 'onEssay' | 'onPicture' | 'onPage'>;

/** What is known before the stages run. */
export interface LastBuild {
  /** What this build is asked for. */
  readonly asked: string;
  /** The record of the last one. */
  readonly known: RecordReading;
  /** Stamps of files that were found unchanged since then. */
  readonly unchanged: Iterable<readonly [path: string, SettledStamp]>;
  /** True when every output was found as it was written. */
  readonly isOutputWhole: boolean;
}
