/**
 * ImportJob: one run of the command, from the detection of the source to the move into the site.
 */
import type { SiteConfig } from '../essays/config.ts';
import { addCount } from './counts.ts';
import type { SourceFacts } from './facts.ts';
import type { ImportInput } from './input.ts';
import type { ImportOptions } from './options.ts';
import type { ImportReport } from './report.ts';
import type { SiteFiles } from './site-files.ts';

export interface ImportJob {
  readonly root: string;
  /** The staging folder. */
  readonly staging: string;
  readonly options: ImportOptions;
  readonly input: ImportInput;
  readonly report: ImportReport;
  readonly facts: SourceFacts;
  /** The parsed site.yaml from before the import; defaults if there is none. */
  readonly config: SiteConfig;
  /** The text of that site.yaml. */
  readonly settings: string | null;
  readonly present: SiteFiles;
  /** In ms since the epoch. */
  readonly now: number;
  /** Posts before this moment are left out. */
  readonly since: number | null;
  /** The essays and pages in the staging folder, by id. */
  readonly essays: Map<string, StagedEssay>;
  /** Paths of the pictures and other files in the staging folder. */
  readonly extras: string[];
  /** Shows what the import waits for on a terminal, in place of what was shown before. */
  readonly showProgress: (text: string) => void;
}

/** True if an essay that is in the site already may be replaced; counts it if not. */
export function mayReplace(isUntouched: boolean, { options, report }: ImportJob): boolean {
  if (options.overwrite && isUntouched) return true;
  addCount(report.counts, options.overwrite ? 'changed by you' : 'present');
  return false;
}

/** An essay or page of a post, in the staging folder. */
export interface StagedEssay {
  readonly path: string;
  /** What the report counts it as. */
  readonly kind: 'essays' | 'drafts' | 'pages';
  readonly format: 'md' | 'html' | 'txt';
}
