/**
 * ImportedPost: the one form of a post from an export or a folder. Its addresses, its lines in the report and the check
 * are the same work for both (`pipeline.ts`); only what it was made from, and how it becomes a file, differ.
 */
import type { ParsedEssay } from '../essays/essay.ts';

/** The address that the old blog had for a post. */
export interface OldAddress {
  /** With the generator's placeholders, or with those of `redirects`; empty if it follows no form. */
  readonly pattern: string;
  /** The pattern with values filled in; empty if the address isn't known, or if no page can have it. */
  readonly path: string;
}

export interface ImportedPost {
  /** Unique: `wordpress:123`, or the path of its file in the old blog's folder. */
  readonly id: string;
  /** As a build reads its front matter, with its language and the path of its file in the site. */
  readonly essay: ParsedEssay;
  readonly isPage: boolean;
  readonly oldAddress: OldAddress;
  /** All paths that led to it, perhaps with a query; the first is the one that readers used. */
  readonly oldPaths: readonly string[];
  /** Why it is a draft or unlisted, as a heading of the report; null for a post that is neither. */
  readonly hiddenFor: string | null;
}
