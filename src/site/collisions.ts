/**
 * Collisions: decides which outputs are written where several would take one path, or a path that hosts or file systems
 * can't tell from it. Pure.
 */
import { isPublic, listFoldersAbove, pageAddressOf } from '../essays/paths.ts';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems/problems.ts';
import { foldCase } from '../text/text.ts';

/** A file of out/. */
export interface SiteOutput {
  readonly outputPath: string;
  /** The file it is made from, relative to the site's root. */
  readonly source: string;
  /** The place in the source that asks for it; null for the source as a whole. */
  readonly place: Place | null;
  /** False for an output that gives way to others without a problem. */
  readonly isStated: boolean;
  /** Where it redirects; undefined for any other output. */
  readonly to?: string;
}

/** The source of feeds and other files that are made for machines. */
export const GENERATED = 'essay-blog';

/** What is written, and what isn't. */
export interface Collisions {
  readonly written: ReadonlySet<SiteOutput>;
  /** The outputs that give way, and what each gives way to. */
  readonly yielding: ReadonlyMap<SiteOutput, SiteOutput>;
  readonly problems: readonly Problem[];
  /** True for a path at which a further file can be written. */
  isFree(path: string): boolean;
}

/** Finds the collisions of outputs. Of two, the later one gives way, or is a problem if the author states it. */
export function findCollisions(outputs: readonly SiteOutput[]): Collisions {
  const files = new Map<string, SiteOutput>();
  const folders = new Map<string, SiteOutput>();
  const yielding = new Map<SiteOutput, SiteOutput>();
  const problems: Problem[] = [];
  const findRival = (path: string) => {
    const above = listFoldersAbove(path).find((folder) => files.has(folder));
    return files.get(path) ?? folders.get(path) ?? files.get(above ?? '');
  };
  for (const output of outputs) {
    const path = foldCase(output.outputPath);
    const twin = files.get(twinOf(path));
    const rival =
      findRival(path) ?? (twin === undefined || canShareAddress(output, twin) ? undefined : twin);
    const isReplaced = rival !== undefined && replaces(output, rival);
    if (isReplaced) files.delete(foldCase(rival.outputPath));
    else if (rival !== undefined) {
      const isSameRedirect = output.to !== undefined && output.to === rival.to;
      if (output.isStated && !isSameRedirect) problems.push(outputCollision(output, rival));
      else yielding.set(output, rival);
      continue;
    }
    files.set(path, output);
    for (const folder of listFoldersAbove(path)) folders.set(folder, output);
  }
  return {
    written: new Set(files.values()),
    yielding,
    problems,
    isFree: (path) => findRival(foldCase(path)) === undefined,
  };
}

/** At /x, some hosts serve x.html and some x/index.html. */
function twinOf(path: string): string {
  return path.endsWith('/index.html')
    ? path.replace(/\/index\.html$/, '.html')
    : path.replace(/\.html$/, '/index.html');
}

/** True for two outputs that are both written, though hosts may serve either at one address. */
function canShareAddress(output: SiteOutput, twin: SiteOutput): boolean {
  const areCopies = isPublic(output.source) && isPublic(twin.source);
  return areCopies || output.source === twin.source;
}

/** True for a page or a file of the author's with the very address of a generated file. */
function replaces({ outputPath, source, isStated, to }: SiteOutput, rival: SiteOutput): boolean {
  const isPage = to === undefined && pageAddressOf(source) !== null;
  const isSame = [outputPath, twinOf(outputPath)].includes(rival.outputPath);
  return rival.source === GENERATED && isStated && isSame && (isPage || isPublic(source));
}

/** The problem of an output whose path another one, `owner`, has or needs as a folder. */
export function outputCollision(
  { outputPath, source, place }: SiteOutput,
  owner: SiteOutput,
): Problem {
  const origin = owner.source === GENERATED ? 'every build makes' : `is made from ${owner.source}`;
  const message = `out/${outputPath} collides with out/${owner.outputPath}, which ${origin}`;
  const hint = 'Change the slug, the alias or the name of one of the two.';
  return makeProblem('output-collision', place ?? wholeFile(source), message, hint);
}
