/**
 * ImportJob: one run of the command, from the detection of the source to the finished site.
 */
import type { SiteConfig } from '../essays/config.ts';
import type { Destination } from './destination.ts';
import type { SourceFacts } from './facts.ts';
import type { ImportInput } from './input.ts';
import type { ImportOptions } from './options.ts';
import type { ImportReport } from './report.ts';
import type { ListedSite } from './sitemap.ts';

export interface ImportJob extends Pick<Destination, 'root' | 'pages' | 'hasAbout'> {
  readonly options: ImportOptions;
  readonly input: ImportInput;
  readonly report: ImportReport;
  readonly facts: SourceFacts;
  /** The parsed site.yaml from before the import; defaults if there is none. */
  readonly config: SiteConfig;
  /** The text of that site.yaml. */
  readonly settings: string | null;
  /** The sitemap of the old site, if there is one. */
  readonly listed: ListedSite | null;
  /** In ms since the epoch. */
  readonly now: number;
  /** The essays and pages that were written, by id. */
  readonly essays: Map<string, WrittenEssay>;
  /** Paths of the pictures and other files that were written. */
  readonly extras: string[];
  /** Shows what the import waits for on a terminal, in place of what was shown before. */
  readonly showProgress: (text: string) => void;
}

/** The file of a post. */
export interface WrittenEssay {
  readonly path: string;
  /** What the report counts it as. */
  readonly kind: 'essays' | 'drafts' | 'pages';
  readonly format: 'md' | 'html' | 'txt';
}
