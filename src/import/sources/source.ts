/**
 * Source: how a kind of export is read. Cleaning, Markdown, pictures, links and files are the same for all sources.
 *
 * Each source has a file in this folder, and a row in `sources.ts`.
 */

import type { ExportedPost } from '../exported-post.ts';
import type { SourceFacts } from '../facts.ts';
import type { ImportInput } from '../input.ts';
import type { OldSite } from '../old-site.ts';
import type { Parse, Root } from '../tree.ts';

export interface Source extends OldSite {
  /** Yields the posts one by one, so that only one need be in memory. */
  read(input: ImportInput, facts: SourceFacts): AsyncGenerator<ExportedPost>;
  /** Completes a post once all facts are known, such as the addresses of its pictures. */
  complete?(essay: ExportedPost, facts: SourceFacts, parse: Parse): ExportedPost;
  /** Rewrites HTML that is specific to this kind of source. */
  tidy?(tree: Root, parse: Parse): void;
  /** Further hosts of its pictures, besides its own. */
  readonly pictureHosts?: RegExp;
  /** Returns the URL of a picture in its original size. */
  original?(url: string): string;
}
