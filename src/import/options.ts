/**
 * The options of `blog import`, as its flags state them.
 */
import type { PictureContext } from './pictures.ts';
import type { Kind } from './sources.ts';

/** The flags of the command. */
export interface ImportOptions {
  /** The folder of the new site, absolute. */
  readonly to: string;
  readonly from?: Kind;
  readonly as: 'auto' | 'markdown' | 'html';
  readonly images: PictureContext['mode'];
  readonly pages?: boolean;
  /** The URL of the old site, if the source doesn't state it. */
  readonly site?: string;
  /** A file, or the address, of the old site's sitemap. */
  readonly sitemap?: string;
  /** `title=headline,content=body` */
  readonly map?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}
