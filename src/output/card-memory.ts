/**
 * Cards that were drawn, in `.blog/`, by the keys of what they are drawn from: an edge. One folder for
 * all output folders of a site.
 *
 * Each file is a picture that can be looked at, with its own digest after it: one that is not whole
 * counts as not there.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from '../content/fingerprint.ts';
import { replaceFile } from './folders.ts';

const FOLDER = 'cards';
const SEAL_LENGTH = digest('').length;

/** The card with this key; null where it is not remembered, or damaged. */
export function recallCard(cacheDir: string, key: string): Uint8Array | null {
  try {
    const sealed = readFileSync(cardFile(cacheDir, key));
    const card = sealed.subarray(0, -SEAL_LENGTH);
    return sealed.toString('latin1', card.length) === digest(card) ? card : null;
  } catch {
    return null; // It is drawn again.
  }
}

export function rememberCard(cacheDir: string, key: string, card: Uint8Array): void {
  replaceFile(cardFile(cacheDir, key), Buffer.concat([card, Buffer.from(digest(card))]));
}

/** Forgets all cards but those with these keys. */
export function forgetOtherCards(cacheDir: string, keys: ReadonlySet<string>): void {
  const folder = join(cacheDir, FOLDER);
  for (const name of listNames(folder)) {
    if (!keys.has(name.replace(/\.png$/, ''))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function cardFile(cacheDir: string, key: string): string {
  return join(cacheDir, FOLDER, `${key}.png`);
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // No card was ever drawn.
  }
}
