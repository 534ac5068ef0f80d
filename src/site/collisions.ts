/**
 * Finds outputs that would take the same path, also when only case differs: on many disks, and on
 * some hosts, one would silently overwrite the other.
 */
import { PUBLIC_FOLDER } from '../content/paths.ts';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems.ts';

const INDEX_PAGE = /\/index\.html$/i;

/** Something that wants to be written. */
export interface Claim {
  readonly outputPath: string;
  /** The file that it comes from, in the author's words. */
  readonly source: string;
  /** Where the author asks for it, or null: the source as a whole. */
  readonly place: Place | null;
  /** False for what gives way without a word, such as the old shape of an address. */
  readonly isStated: boolean;
}

/**
 * The claims that stand, and a problem for each pair of stated ones that collide. A claim that is
 * not stated gives way to one that is; of two that ask for the same from one source one is enough.
 */
export function settleClaims(claims: readonly Claim[]): {
  standing: ReadonlySet<Claim>;
  problems: Problem[];
} {
  const owners = new Map<string, Claim>();
  const problems: Problem[] = [];
  const ordered = [...claims].sort((a, b) => Number(b.isStated) - Number(a.isStated));
  for (const claim of ordered) {
    const key = toKey(claim.outputPath);
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, claim);
    else if (claim.isStated && !isSame(claim, owner)) problems.push(outputCollision(claim, owner));
  }
  for (const claim of owners.values()) {
    if (!INDEX_PAGE.test(claim.outputPath)) continue;
    const twin = owners.get(toKey(claim.outputPath.replace(INDEX_PAGE, '.html')));
    const isTwin = twin !== undefined && twin !== claim && twin.source !== claim.source;
    if (isTwin && !(isPublic(twin) && isPublic(claim)))
      problems.push(addressCollision(claim, twin));
  }
  const standing = new Set(owners.values());
  for (const [key, claim] of owners) {
    const folder = findFileAbove(key, owners);
    if (folder === null) continue;
    if (!claim.isStated) standing.delete(claim);
    else if (!folder.isStated) standing.delete(folder);
    else problems.push(folderCollision(claim, folder));
  }
  return { standing, problems };
}

/** The claim for a file where a folder would have to be, or null. */
function findFileAbove(key: string, owners: ReadonlyMap<string, Claim>): Claim | null {
  for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
    const owner = owners.get(key.slice(0, end));
    if (owner !== undefined) return owner;
  }
  return null;
}

/** What two paths have in common that are one file on some disk. */
function toKey(outputPath: string): string {
  const key = outputPath.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  return /^[\u0000-\u007f]*$/.test(key) ? key : key.normalize('NFC');
}

function isPublic({ source }: Claim): boolean {
  return source.startsWith(`${PUBLIC_FOLDER}/`);
}

function isSame(claim: Claim, owner: Claim): boolean {
  return claim.source === owner.source && claim.outputPath === owner.outputPath;
}

function outputCollision(claim: Claim, owner: Claim): Problem {
  const differs = claim.outputPath === owner.outputPath ? '' : ' (only case differs)';
  const other =
    owner.source === claim.source ? 'twice from this file' : `from ${owner.source} as well`;
  const message = `out/${claim.outputPath} would be written ${other}${differs}`;
  const hint = 'Change the slug, the alias or the name of one of the two.';
  return makeProblem('output-collision', claim.place ?? wholeFile(claim.source), message, hint);
}

function folderCollision(claim: Claim, owner: Claim): Problem {
  const message = `out/${claim.outputPath} needs a folder where ${owner.source} puts a file`;
  const hint = 'Change the slug, the alias or the name of one of the two.';
  return makeProblem('output-collision', claim.place ?? wholeFile(claim.source), message, hint);
}

/** Hosts serve both for one address, some this one, some the other. */
function addressCollision(claim: Claim, twin: Claim): Problem {
  const message = `out/${claim.outputPath} has the address of out/${twin.outputPath}, from ${twin.source}`;
  const hint = 'Change the slug, the alias or the name of one of the two.';
  return makeProblem('output-collision', claim.place ?? wholeFile(claim.source), message, hint);
}
