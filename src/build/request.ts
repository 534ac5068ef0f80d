/**
 * Requests: the folders of a build, what the author wants, and the clock. Types only. What the stages give each other is
 * in `stage-values.ts`.
 */
import type { Remembering } from '../site/memory/record.ts';

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
  /** True to show drafts and scheduled essays. */
  readonly showDrafts: boolean;
  /** True to show private texts too, as only `blog dev` does. */
  readonly showPrivate: boolean;
  /** Warnings stop the build as errors do. */
  readonly isStrict: boolean;
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

/** What a command, or the server of `blog dev`, asks for. */
export interface BuildRequest extends BuildPlaces {
  readonly mode: BuildMode;
  /** The clock, in ms since the epoch. */
  readonly now: number;
}
