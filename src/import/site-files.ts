/**
 * Files of the target site: reads what is already there, and moves staged files into it without ever replacing a file
 * that the author has changed.
 */
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type ParsedEssay, parseEssay } from '../essays/essay.ts';
import type { EssayParser } from '../essays/essay-body.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { readTable } from '../essays/key-table.ts';
import { findContent, type ListingSettings } from '../essays/listing.ts';
import {
  ABOUT_PATH,
  ADDRESSES_PATH,
  ESSAYS_FOLDER,
  pageAddressOf,
  splitFileName,
} from '../essays/paths.ts';
import { moveNew, readBytes, rewriteFile } from '../files/author-files.ts';
import { findStats, ifThere, readOwnFile, replaceFile } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import { type PublishedAddress, parseAddresses } from '../site/memory/lines.ts';
import { slugify } from '../site/slugs.ts';
import { ImportFault } from './input.ts';
import { isRecord, listRecords, toText } from './json.ts';

const RECORD_PATH = '.blog/import.json';
/** Begins the about page that `blog init` writes. */
const STARTER = '---\n# Who you are, in a paragraph or two: this file becomes';

/** An imported essay that is in the site. */
export interface EssayBefore {
  readonly path: string;
  /** The slug that its front matter states, or empty. */
  readonly slug: string;
  /** True if the file is as it was imported. */
  readonly isUntouched: boolean;
}

/** What is in the site before an import. */
export interface SiteFiles {
  /** Imported essays by id. */
  readonly imported: ReadonlyMap<string, EssayBefore>;
  /** Slugs, and names that must stay free, in lower case. */
  readonly slugs: ReadonlySet<string>;
  /** Old addresses, with the ids of the imported essays that have them. */
  readonly aliases: readonly { readonly id: string | null; readonly path: string }[];
  /** The addresses at which the site's essays and pages were published. */
  readonly published: readonly Pick<PublishedAddress, 'address' | 'file'>[];
  /** The addresses of pages, in lower case. */
  readonly pages: ReadonlySet<string>;
  /** Digests of essays as they were imported, by id. */
  readonly digests: ReadonlyMap<string, string>;
  readonly essays: readonly ParsedEssay[];
  /** True if there is an essay that isn't a draft. */
  readonly hasEssays: boolean;
  /** True if the author has written an about.md. */
  readonly hasAbout: boolean;
}

/** Reads all essays and pages of the site at `root`. */
export function readSiteFiles(
  root: string,
  settings: ListingSettings,
  parser: EssayParser,
): SiteFiles {
  const imported = new Map<string, EssayBefore>();
  const aliases: { id: string | null; path: string }[] = [];
  const digests = readDigests(root);
  const { texts, neighbours } = listSiteTexts(root, settings);
  const slugs = new Set(listFolderNames(neighbours));
  const essays: ParsedEssay[] = [];
  for (const path of texts) {
    const bytes = readBytes(join(root, path));
    if (bytes === null) continue;
    const front = readTable(FRONT_MATTER_KEYS, readFrontMatter({ path, bytes }));
    if (path.startsWith(`${ESSAYS_FOLDER}/`))
      essays.push(parseEssay({ path, bytes }, parser).essay);
    const id = front.importedFrom;
    const slug = front.slug?.value ?? '';
    // A link is the author's work.
    const isFile = readOwnFile(join(root, path)) !== null;
    const isUntouched = isFile && digests.get(id ?? '') === digest(bytes);
    if (id !== null) imported.set(id, { path, slug, isUntouched });
    const { name } = splitFileName(path);
    for (const each of [slug || slugify(front.title ?? ''), slugify(name), name])
      slugs.add(each.toLowerCase());
    for (const { value } of front.aliases) aliases.push({ id, path: value });
  }
  const files = new Set(texts);
  const pages = texts.flatMap((path) => pageAddressOf(path)?.toLowerCase() ?? []);
  return {
    imported,
    slugs,
    aliases,
    published: readPublished(root).filter(({ file }) => files.has(file)),
    pages: new Set(pages),
    digests,
    essays,
    hasEssays: essays.some(({ draft }) => !draft),
    hasAbout: hasAbout(root),
  };
}

/** Reads the lines of content/addresses.txt. */
function readPublished(root: string): readonly PublishedAddress[] {
  const bytes = readBytes(join(root, ADDRESSES_PATH));
  return parseAddresses(bytes && { path: ADDRESSES_PATH, bytes }).value;
}

/** Lists the names of folders that have the author's files: an essay of such a name would include these files. */
function listFolderNames(files: readonly string[]): string[] {
  return files.flatMap((path) => {
    const [, folder] = /^content\/(?:essays|pages)\/(?:.*\/)?([^/]+)\/[^/]+\.\w+$/.exec(path) ?? [];
    return folder === undefined ? [] : [folder.toLowerCase()];
  });
}

/** True if there is an about.md, even a symlink, that isn't the one that `blog init` writes. */
export function hasAbout(root: string): boolean {
  const file = join(root, ABOUT_PATH);
  return findStats(file, lstatSync) !== null && !String(readOwnFile(file)).startsWith(STARTER);
}

/** Lists essays and pages, symlinked ones too, and the files beside them. */
function listSiteTexts(
  root: string,
  settings: ListingSettings,
): { texts: readonly string[]; neighbours: readonly string[] } {
  if (findStats(join(root, 'content')) === null) return { texts: [], neighbours: [] };
  const { value, problems } = findContent(root, settings);
  const [fault] = problems.filter(({ code }) => code !== 'link-outside');
  if (fault) throw new ImportFault(`${fault.file}: ${fault.message}`, fault.hint ?? '');
  const { essays, pages, neighbours, outside } = value.listing;
  // A build ignores a symlink to a file outside content/. It is the author's essay all the same.
  const linked = outside.filter((path) => /\.(?:mdx?|markdown|html?|txt)$/i.test(path));
  return { texts: [...essays, ...pages, ...linked], neighbours };
}

/** Reads the digests of essays as they were imported, by id. */
export function readDigests(root: string): Map<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(join(root, RECORD_PATH), 'utf8'));
    const essays = isRecord(value) ? listRecords(value.essays) : [];
    return new Map(essays.map((each) => [toText(each.id), toText(each.digest)]));
  } catch {
    return new Map();
  }
}

/** Saves the digests of essays as they were imported, by id. */
export function saveDigests(root: string, digests: ReadonlyMap<string, string>): void {
  const essays = [...digests].map(([id, own]) => ({ id, digest: own }));
  replaceFile(join(root, RECORD_PATH), `${JSON.stringify({ essays }, null, 1)}\n`);
}

/** Rejects paths that lead out of `content` through a symlink, since the build wouldn't read them. */
export function checkInside(root: string, paths: readonly string[]): void {
  // A dangling symlink has no real path.
  const follow = (path: string) => (ifThere(() => realpathSync(join(root, path))) ?? '') + sep;
  const folders = paths.flatMap((path) =>
    [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)),
  );
  const isThere = (path: string) => findStats(join(root, path), lstatSync) !== null;
  const inside = follow('content');
  const link = [...new Set(folders)].find(
    (folder) => isThere(folder) && !follow(folder).startsWith(inside),
  );
  if (link === undefined) return;
  const hint = 'Move its target into `content`, or add `followLinks: true` to content/site.yaml.';
  throw new ImportFault(`${link} is a symlink to a place outside \`content\``, hint);
}

/**
 * Moves a staged file to its place; false if a file is there that has neither the same bytes nor the digest `known`,
 * which stays.
 */
export function moveInto(root: string, staging: string, path: string, known?: string): boolean {
  const from = join(staging, path);
  const file = join(root, path);
  const bytes = ifThere(() => readFileSync(from));
  // If there is no staged file, an interrupted move has moved it already.
  if (bytes === null || moveNew(from, file)) return true;
  const old = readOwnFile(file);
  if (old === null) return false;
  if (old.equals(bytes)) return true;
  return digest(old) === known && rewriteFile(file, old, bytes, join(root, '.blog'));
}
