/**
 * The file content/addresses.txt: writes the new lines that a build has found, and reads the committed ones. An edge.
 */
import { join } from 'node:path';
import { ADDRESSES_PATH, CONFIG_PATH } from '../essays/paths.ts';
import { replaceRecord } from '../files/author-files.ts';
import { readCommitted } from '../files/git.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { parseAddresses } from '../site/memory/lines.ts';
import { doAlone } from './out-folder.ts';
import type { BuildPlaces, RecordingMode } from './request.ts';
import type { Inputs } from './stage-values.ts';

/** The folders of the site and of the cache, absolute. */
type AddressFolders = Pick<BuildPlaces, 'root' | 'cacheDir'>;

/** Writes the file; false where someone else has changed it since `files` were read. */
export function writeAddresses(
  { root, cacheDir }: AddressFolders,
  { addressFile }: Pick<Inputs['files'], 'addressFile'>,
  text: string,
): boolean {
  const before = addressFile.value?.bytes ?? null;
  const file = join(root, ADDRESSES_PATH);
  return doAlone(cacheDir, file, () => replaceRecord(file, before, text, cacheDir));
}

/** Undoes `writeAddresses` after a build that could not publish its pages. */
export function restoreAddresses(
  { root, cacheDir }: AddressFolders,
  { addressFile }: Pick<Inputs['files'], 'addressFile'>,
  text: string,
): void {
  const before = addressFile.value?.bytes ?? '';
  replaceRecord(join(root, ADDRESSES_PATH), Buffer.from(text), before, cacheDir);
}

/** The addresses in the last commit; null if git cannot tell. */
export function readCommittedAddresses(root: string): ReadonlySet<string> | null {
  const text = readCommitted(root, ADDRESSES_PATH, CONFIG_PATH);
  if (text === null) return null;
  const { value } = parseAddresses({ path: ADDRESSES_PATH, bytes: Buffer.from(text) });
  return new Set(value.map(({ address }) => address));
}

/**
 * Writes the new text of the file, unless it is null or the build publishes nothing. On CI, reports that the lines
 * have to be committed.
 */
export function saveAddresses(
  folders: AddressFolders,
  { isTrial, isCI }: Pick<RecordingMode, 'isTrial' | 'isCI'>,
  { files, states }: Pick<Inputs, 'files' | 'states'>,
  newText: string | null,
): Problem[] {
  if (newText === null) return [];
  if (isTrial) return [addressesUnrecorded()];
  if (writeAddresses(folders, files, newText)) states.retake(ADDRESSES_PATH);
  return isCI ? [addressesUncommitted()] : [];
}

function addressesUncommitted(): Problem {
  const message = "This file has new published addresses that aren't committed";
  const hint = 'Build on your own machine as well, and commit the file, or they will be forgotten.';
  return makeProblem('addresses-uncommitted', wholeFile(ADDRESSES_PATH), message, hint);
}

function addressesUnrecorded(): Problem {
  const message = "Addresses have changed, but this build doesn't record them";
  const hint = 'Before you publish, run `blog build` without `--out`, by the clock of the day.';
  return makeProblem('addresses-unrecorded', wholeFile(ADDRESSES_PATH), message, hint);
}
