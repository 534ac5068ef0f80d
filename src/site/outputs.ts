/**
 * Outputs: files of out/ that come from something the author wrote, before collisions are settled. Pure.
 */
import type { Place } from '../problems/problems.ts';

/** A file of out/ that comes from something the author wrote. */
export interface SiteOutput {
  readonly outputPath: string;
  /** The file it is made from, relative to the site's root. */
  readonly source: string;
  /** The place in the source that asks for it; null for the source as a whole. */
  readonly place: Place | null;
  /** False for an output that gives way to others without a problem. */
  readonly isStated: boolean;
}

/** The source of feeds and other files that are made for machines. */
export const GENERATED = 'essay-blog';
