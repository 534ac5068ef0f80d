/**
 * The types of a build: what it is given, its callbacks and its outcome. Whoever starts a build imports them from here.
 */
import type { Problem } from '../problems/problems.ts';
import type { OutputPlan } from '../render/outputs.ts';
import type { Remembering } from '../site/memory/record.ts';
import type { Site } from '../site/site.ts';
import type { BuildState, SiteReport } from './cache.ts';
import type { PictureListener, WaitingPictures } from './pictures.ts';
import type { RenderListener } from './render.ts';
import type { ReadSite } from './stages.ts';
import type { OutputChanges, WriteCounts } from './write.ts';

/** The folders of a build, absolute, and the program that runs it. */
export interface BuildPlaces {
  readonly root: string;
  readonly outDir: string;
  /** The cache of builds; may be deleted at any time. */
  readonly cacheDir: string;
  /** The folder this program is installed in, with its templates. */
  readonly packageRoot: string;
  /** The digest of this program; cache entries of another version are ignored. */
  readonly program: string;
}

/** What the author has asked for. */
export interface BuildMode {
  /** True to show drafts, and essays before their time. */
  readonly showDrafts: boolean;
  /** True to show private texts too, as only `blog dev` does. */
  readonly showPrivate: boolean;
  /** Warnings stop the build as errors do. */
  readonly isStrict: boolean;
  /** True to leave out a new essay that has errors: its errors become warnings. */
  readonly leavesOut: boolean;
  /** True to write the pages that only GitHub Pages needs. */
  readonly isForGitHub: boolean;
  /** The address that a preview is built for, instead of the site's own; null for a build that isn't one. */
  readonly previewUrl: string | null;
  readonly recording: RecordingMode;
}

/** What a build does with content/addresses.txt. */
export interface RecordingMode {
  /** The essays whose new addresses are written to it. */
  readonly remembers: Remembering;
  /** True to forget published addresses that are gone. */
  readonly forgets: boolean;
  /** True for a build that publishes nothing: into another folder than usual, or with a clock that is ahead. */
  readonly isTrial: boolean;
  /** True on a CI machine, which keeps no file that isn't committed. */
  readonly isCI: boolean;
}

/** What a command, or the server of `blog dev`, hands on to the function or process that builds. */
export interface BuildRequest extends BuildPlaces {
  readonly mode: BuildMode;
  /** The clock, in ms since the epoch. */
  readonly now: number;
}

/** What a process that builds more than once knows about its last build. */
export interface LastInProcess {
  /** Null before the first build. */
  readonly memory: BuildMemory | null;
  /** All paths that have changed since that build; null to check every file. */
  readonly changed: readonly string[] | null;
}

/** What the stages start from, as the check has found it. */
export interface BuildStart extends LastInProcess {
  /** The clock, in ms since the epoch. */
  readonly now: number;
  /** The problems of missing files: a folder without these files may not be a site. */
  readonly missing: readonly Problem[];
  /** The state that the last build left in the cache file. */
  readonly state: BuildState;
}

/** Callbacks of a build in progress. */
export interface BuildListener extends RenderListener, PictureListener {
  onProgress(stage: 'reading' | 'pictures' | 'rendering', done: number, total: number): void;
  /**
   * Receives the changes that the build would make, instead of the write and save stages: nothing is written or
   * recorded. Not called when the output is up to date.
   */
  onPreview?(changes: OutputChanges, siteUrl: string): void;
  /** An output is about to be made; `explain` says why. */
  onNew?(path: string, explain: () => string): void;
  /** Selects the files for which problems that are reported once for all files are reported; null for all. */
  readonly selects?: ((path: string) => boolean) | null;
}

/** The callbacks that the stages are given. */
export interface StageListener extends BuildListener {
  /** A stage has ended: its duration is recorded under this name. */
  onStageEnd(stage: string): void;
}

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
  /** The folder of a theme from elsewhere, absolute; null for none. */
  readonly themeFolder: string | null;
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
