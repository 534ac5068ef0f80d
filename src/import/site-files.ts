/**
 * Files of the site that is imported into: what is there already, a staging folder for what comes, and the move
 * from there, which never replaces a file that the author has changed.
 */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readOwnFile, renameFile } from '../content/file-state.ts';
import { digest } from '../content/fingerprint.ts';
import { readFrontMatter } from '../content/front-matter.ts';
import { ESSAYS_FOLDER, PAGES_FOLDER, splitFileName } from '../content/paths.ts';
import { findValue } from '../content/values.ts';
import { slugify } from '../site/slugs.ts';
import { isRecord, listRecords, text } from './imported-essay.ts';

const RECORD_PATH = '.blog/import.json';

/** What the site has already. */
export interface SiteFiles {
  /** Paths of imported essays by their ids. */
  readonly imported: ReadonlyMap<string, string>;
  /** Slugs, in lower case. */
  readonly slugs: ReadonlySet<string>;
  /** Aliases as written. */
  readonly aliases: readonly string[];
  /** Ids of essays whose files are still as they were written. */
  readonly untouched: ReadonlySet<string>;
  /** Digests of essays as they were written, by their ids. */
  readonly digests: ReadonlyMap<string, string>;
}

/** Reads the front matter of all essays and pages of the site at `root`. */
export function readSiteFiles(root: string): SiteFiles {
  const imported = new Map<string, string>();
  const slugs = new Set<string>();
  const aliases: string[] = [];
  const digests = readRecord(root);
  const untouched = new Set<string>();
  for (const folder of [ESSAYS_FOLDER, PAGES_FOLDER]) {
    if (!existsSync(join(root, folder))) continue;
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:md|mdx|html?|txt)$/i.test(name)) continue;
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      const bytes = readOwnFile(join(root, path));
      if (bytes === null) continue;
      const source = { ...readFrontMatter({ path, bytes }), problems: [] };
      const get = (key: string) => {
        const node = findValue(source, [key])?.node;
        return node?.kind === 'text' ? node.value : '';
      };
      const id = get('importedFrom');
      if (id !== '') imported.set(id, path);
      if (digests.get(id) === digest(bytes)) untouched.add(id);
      const stems = [get('slug') || slugify(get('title')), slugify(splitFileName(path).name)];
      for (const slug of stems) slugs.add(slug.toLowerCase());
      const list = findValue(source, ['aliases'])?.node;
      if (list?.kind === 'list')
        aliases.push(...list.items.flatMap((each) => (each.kind === 'text' ? [each.value] : [])));
    }
  }
  return { imported, slugs, aliases, untouched, digests };
}

function readRecord(root: string): Map<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(join(root, RECORD_PATH), 'utf8'));
    const essays = isRecord(value) ? listRecords(value.essays) : [];
    return new Map(essays.map((each) => [text(each.id), text(each.digest)]));
  } catch {
    return new Map();
  }
}

/** Keeps the digests of essays as they were written, besides those of `earlier` runs. */
export function saveRecord(
  root: string,
  earlier: ReadonlyMap<string, string>,
  written: ReadonlyMap<string, string>,
): void {
  const essays = [...new Map([...earlier, ...written])].map(([id, own]) => ({ id, digest: own }));
  writeInto(root, RECORD_PATH, `${JSON.stringify({ essays }, null, 1)}\n`);
}

/** Writes a file, and the folders above it. */
export function writeInto(root: string, path: string, contents: string | Uint8Array): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

/**
 * Moves a staged file to its place. One that has come there in the meantime stays, unless it `replaces` it.
 * Returns false for a file that stays.
 */
export function moveInto(root: string, staging: string, path: string, replaces: boolean): boolean {
  const [from, to] = [join(staging, path), join(root, path)];
  mkdirSync(dirname(to), { recursive: true });
  if (replaces) {
    renameFile(from, to);
    return true;
  }
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // Some file systems have no links, and a folder may be on another disk.
    writeFileSync(to, readFileSync(from), { flag: 'wx' });
  }
  rmSync(from);
  return true;
}

/** Adds redirects to the text of site.yaml; null where only the author can tell the place. */
export function addRedirects(
  source: string,
  redirects: readonly (readonly [from: string, to: string])[],
): string | null {
  if (redirects.length === 0) return source;
  const lines = redirects.map(([from, to]) => `${JSON.stringify(from)}: ${JSON.stringify(to)}`);
  if (!/^["']?redirects["']?\s*:/m.test(source)) {
    return `${source.trimEnd()}\nredirects:\n${lines.map((line) => `  ${line}\n`).join('')}`;
  }
  const [head, indent] = /^redirects:[ \t]*\r?\n([ \t]+)(?=[^\s#])/m.exec(source) ?? [];
  if (head === undefined || indent === undefined) return null;
  return source.replace(
    head,
    `redirects:\n${lines.map((line) => `${indent}${line}\n`).join('')}${indent}`,
  );
}
