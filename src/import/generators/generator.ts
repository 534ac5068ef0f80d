/**
 * Generator: how another static site generator is recognized and read; and FolderBlog, what a blog's folder says about
 * the blog. Each generator has a file in this folder, and a row in `generators.ts`.
 */
import type { ImportInput } from '../input.ts';
import type { JsonRecord } from '../json.ts';
import type { OldSite } from '../old-site.ts';
import type { BlogLanguages } from './languages.ts';

/** A static site generator whose blogs can be imported, and how a folder of it is recognized. */
export interface Generator extends OldSite {
  /** Matches the path of the generator's settings; absent for a folder of no program. */
  readonly settings?: RegExp;
  /** Tells the settings from another generator's settings of the same name. */
  isOwn?(settings: string, files: readonly string[]): boolean;
  /** For a generator that works without settings: matches the paths of posts. */
  readonly posts?: RegExp;
  /** Reads a blog; `settingsPath` is empty for a blog without settings. */
  read(input: ImportInput, settingsPath: string): Promise<FolderBlog>;
}

/** A blog as its folder describes it. Paths are relative to the folder, with "/". */
export interface FolderBlog {
  /** The folder to which post paths in addresses are relative. */
  readonly base: string;
  readonly posts: readonly string[];
  readonly pages: readonly string[];
  /** Texts and data, without front matter, that belong to posts; `readFolder` lists them. */
  readonly attached?: readonly string[];
  /** Files and folders that are published as they are, each with its path in the site. */
  readonly statics: readonly (readonly [path: string, target: string])[];
  /** Settings with the title, the URL and so on. */
  readonly settings: JsonRecord;
  /** True if the settings hide code unless a post shows it. */
  readonly hidesCode?: boolean;
  /** Sentences about what the author has to decide. */
  readonly decisions?: readonly string[];
  /** The names of plugins and themes in the settings. */
  readonly plugins?: readonly string[];
  /**
   * How the date of a post becomes the date in its address: `written` takes the day as written, whatever its zone;
   * `seconds-are-utc` reads a time with seconds and without a zone as UTC. By default, dates are in the blog's zone.
   */
  readonly addressDates?: 'written' | 'seconds-are-utc';
  /** The address of a post, with placeholders for dates and for the values of `nameValues`. */
  addressOf(path: string): string;
  /** The languages of a blog that has several. */
  readonly languages?: BlogLanguages | undefined;
  /** The path of a post without the parts of its name that aren't part of its address, such as its language. */
  nameOf?(path: string): string;
  /** The path by which a file is placed in the site, with its language as a build reads it; by default its own. */
  placeOf?(path: string): string;
  /** Keys that a post's front matter gets, with their values as YAML writes them. */
  keysOf?(path: string): Readonly<Record<string, string>>;
  /** Turns a post's `slug` into the name that the generator used in its address; by default the slug is unchanged. */
  readonly slugOf?: ((slug: string) => string) | undefined;
  /** The title that the generator gives to a post without one. */
  titleOf?(path: string): string;
  /** Edits YAML front matter where the generator reads it differently from a build. */
  editFront?(front: string): string;
}

/** The path by which a file is placed in the site. */
export function placeOf(blog: FolderBlog, path: string): string {
  return asMarkdown(blog.placeOf?.(path) ?? path);
}

/** The name of a translated file: MDX and Quarto become Markdown. */
export const asMarkdown = (path: string) => path.replace(/\.(?:mdx|[qr]md)$/i, '.md');
