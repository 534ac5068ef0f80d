/**
 * Finds outputs that would take the same path, also when only case differs: on many disks, and on
 * some hosts, one would silently overwrite the other. Pure.
 */
import { makeProblem, type Place, type Problem, wholeFile } from '../problems.ts';
import { isPublic } from './urls.ts';

/** A file of out/ that something of the author's asks for. */
export interface SiteOutput {
  readonly outputPath: string;
  /** The file that it comes from, in the author's words. */
  readonly source: string;
  /** Where the author asks for it, or null: the source as a whole. */
  readonly place: Place | null;
  /** False for an output that gives way without a word, such as one of a redirect with placeholders. */
  readonly isStated: boolean;
}

const INDEX = '/index.html';

/**
 * The outputs that stand, and a problem for each pair of stated ones that collide. One that is not
 * stated gives way to one that is; of two that ask for the same from one source one is enough.
 */
export function settleOutputs(outputs: readonly SiteOutput[]): {
  standing: ReadonlySet<SiteOutput>;
  problems: Problem[];
} {
  const owners = new Map<string, SiteOutput>();
  const problems: Problem[] = [];
  const stated = outputs.filter(({ isStated }) => isStated);
  for (const output of [...stated, ...outputs.filter(({ isStated }) => !isStated)]) {
    const key = toKey(output.outputPath);
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, output);
    else if (output.isStated && !isSame(output, owner)) problems.push(collideInPath(output, owner));
  }
  const standing = new Set(owners.values());
  for (const [key, output] of owners) {
    const twin = key.endsWith(INDEX)
      ? owners.get(`${key.slice(0, -INDEX.length)}.html`)
      : undefined;
    if (twin !== undefined && twin.source !== output.source) {
      if (!isPublic(twin.source) || !isPublic(output.source)) {
        problems.push(collideInAddress(output, twin));
      }
    }
    const file = findFileAbove(key, owners);
    if (file === null) continue;
    if (!output.isStated) standing.delete(output);
    else if (!file.isStated) standing.delete(file);
    else problems.push(collideWithFolder(output, file));
  }
  return { standing, problems };
}

/** The output that puts a file where a folder would have to be, or null. */
function findFileAbove(key: string, owners: ReadonlyMap<string, SiteOutput>): SiteOutput | null {
  for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
    const owner = owners.get(key.slice(0, end));
    if (owner !== undefined) return owner;
  }
  return null;
}

/** The same for two paths that are one file on some disk. */
function toKey(outputPath: string): string {
  const key = outputPath.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  return /^[\u0000-\u007f]*$/.test(key) ? key : key.normalize('NFC');
}

function isSame(output: SiteOutput, owner: SiteOutput): boolean {
  return output.source === owner.source && output.outputPath === owner.outputPath;
}

function collideInPath(output: SiteOutput, owner: SiteOutput): Problem {
  const differs = output.outputPath === owner.outputPath ? '' : ' (only case differs)';
  const isTwice = owner.source === output.source;
  const other = isTwice ? 'twice from this file' : `from ${owner.source} as well`;
  return outputCollision(output, `would be written ${other}${differs}`);
}

function collideWithFolder(output: SiteOutput, owner: SiteOutput): Problem {
  return outputCollision(output, `needs a folder where ${owner.source} puts a file`);
}

/** Hosts serve both for one address, some this one, some the other. */
function collideInAddress(output: SiteOutput, twin: SiteOutput): Problem {
  return outputCollision(output, `has the address of out/${twin.outputPath}, from ${twin.source}`);
}

function outputCollision({ outputPath, place, source }: SiteOutput, what: string): Problem {
  const hint = 'Change the slug, the alias or the name of one of the two.';
  const message = `out/${outputPath} ${what}`;
  return makeProblem('output-collision', place ?? wholeFile(source), message, hint);
}
