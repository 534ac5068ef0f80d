/**
 * The request of a build, its listener and its outcome. Types alone: whoever starts a build imports them from here.
 */
import type { Problem } from '../problems/problems.ts';
import type { OutputPlan } from '../render/outputs.ts';
import type { Site } from '../site/site.ts';
import type { BuildParameters, BuildState, SiteReport } from './cache.ts';
import type { PictureListener, WaitingPictures } from './pictures.ts';
import type { RenderListener } from './render.ts';
import type { ReadSite } from './stages.ts';
import type { OutputChanges, WriteCounts } from './write.ts';

/** The parameters of a build, of which each stage takes a few. Folders are absolute. */
export interface BuildRequest extends BuildParameters {
  /** The cache of builds; may be deleted at any time. */
  readonly cacheDir: string;
  readonly homeDir: string;
  /** True on a CI machine, which keeps no file that is not committed. */
  readonly isCI: boolean;
  /** True for a build that publishes nothing: into another folder than usual, or with a clock that is ahead. */
  readonly isTrial: boolean;
  /** The clock, in milliseconds since the epoch. */
  readonly now: number;
  /** All paths that have changed since the build in memory; null to check every file. */
  readonly changed: readonly string[] | null;
  /** True to leave out a new essay that has errors: its errors become warnings. */
  readonly leavesOut: boolean;
  /** Output paths of the pages that a browser is waiting for, which are rendered first. */
  readonly first: readonly string[];
}

/** Callbacks of a build in progress. */
export interface BuildListener extends RenderListener, PictureListener {
  onProgress(stage: 'reading' | 'pictures' | 'rendering', done: number, total: number): void;
  /**
   * Receives the changes that the build would make, instead of the write and save stages: nothing is written or
   * recorded. Not called when the output is up to date.
   */
  onPreview?(changes: OutputChanges, siteUrl: string): void;
  /** Selects the files for which problems that are reported once for all files are reported; null for all. */
  readonly selects?: ((path: string) => boolean) | null;
}

/** Ends a stage: its duration is recorded under this name. */
export type EndStage = (stage: string) => void;

/** The outcome of the stages. */
export interface Outcome {
  /** Null when the build stopped before the site was known, or found the output up to date. */
  readonly site: Site | null;
  /** Null when the build stopped before the site was known. */
  readonly report: SiteReport | null;
  /** Null when nothing was written. */
  readonly commit: WriteCounts | null;
  readonly problems: readonly Problem[];
  /** The pictures left for the next build, or null. */
  readonly waiting: WaitingPictures | null;
  /** The sources of the templates, absolute; null unless the templates were prepared without a problem. */
  readonly templateFiles: readonly string[] | null;
  /** For the next build in this process; null when it has to start from the cache. */
  readonly memory: BuildMemory | null;
}

/** The results of a build that the next one in the same process can reuse. */
export interface BuildMemory {
  readonly state: BuildState;
  /** Null for a build that had nothing to do. */
  readonly read: ReadSite | null;
  /** Null for a build that stopped before the plan stage. */
  readonly plan: OutputPlan | null;
}
