/**
 * The fonts that cards are set with: files in `templates/fonts/`, those of the site before those that
 * the program brings along. An edge. No reader is ever sent one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { digest } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { type Coverage, covers, readCoverage } from './font-coverage.ts';
import { findTemplate } from './template-resolution.ts';

/** A font, and the characters that it has. */
export interface CardFont {
  /** Absolute. */
  readonly file: string;
  /** Of its bytes. */
  readonly digest: string;
  readonly coverage: Coverage;
}

const FOLDER = 'fonts';
/** The folder of the program's own, below that. */
const BROUGHT_ALONG = 'source-serif-4/';

/** The fonts of the site at `root`, in the order in which characters are looked for in them. */
export function readCardFonts(
  root: string,
  packageRoot: string,
): { value: CardFont[]; problems: Problem[] } {
  const folders = [root, packageRoot].map((folder) => join(folder, 'templates', FOLDER));
  const paths = [...new Set(folders.flatMap(listFonts))].sort();
  const value: (CardFont & { readonly rank: number })[] = [];
  const problems: Problem[] = [];
  for (const path of paths) {
    const file = findTemplate(`${FOLDER}/${path}`, root, packageRoot);
    try {
      const bytes = readFileSync(file);
      const coverage = readCoverage(bytes);
      const rank = rankOf(path, coverage);
      value.push({ file, digest: digest(bytes), coverage, rank });
    } catch (error) {
      problems.push(fontUnreadable(`templates/${FOLDER}/${path}`, error as Error));
    }
  }
  value.sort((a, b) => b.rank - a.rank);
  return { value: value.map(({ rank: _, ...font }) => font), problems };
}

/**
 * The higher, the earlier. Of a family that is divided by scripts, the part with all of ASCII goes
 * before those that have a few letters of it: a word that is set from two of them loses its kerning.
 */
function rankOf(path: string, coverage: Coverage): number {
  const isOwn = !path.startsWith(BROUGHT_ALONG);
  const ascii = Array.from({ length: 128 }, (_, code) => code);
  return (isOwn ? 1000 : 0) + ascii.filter((code) => covers(coverage, code)).length;
}

/** A file among the fonts that cards cannot be set with. */
export function fontUnreadable(path: string, { message }: Error): Problem {
  const text = `This font cannot be read for the social cards: ${message}`;
  const hint =
    'Put a .ttf, .otf, .woff or .woff2 in its place, or move it out of templates/fonts/; ' +
    '`socialImages: false` in content/site.yaml goes without cards.';
  return makeProblem('template-invalid', wholeFile(path), text, hint);
}

/** The fonts in a folder and below, from there, with "/"; none where there is no such folder. */
function listFonts(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && /\.(ttf|otf|woff2?)$/i.test(entry.name))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  } catch {
    return []; // A site without fonts of its own.
  }
}
