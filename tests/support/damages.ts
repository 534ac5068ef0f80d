/**
 * Damage to files that the program keeps on disk, and the clock of the file system.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFileClock } from '../../src/files/file-state.ts';

/** Ways to damage a file. */
export const DAMAGES: readonly [name: string, damage: (file: string) => void][] = [
  ['missing', (file) => rmSync(file)],
  ['empty', (file) => writeFileSync(file, '')],
  ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, -1))],
  ['cut in half', (file) => writeFileSync(file, halfOf(readFileSync(file)))],
  ['longer than it was', (file) => writeFileSync(file, 'x', { flag: 'a' })],
  ['not JSON', (file) => writeFileSync(file, 'not what it was\n')],
  ['garbage of the same length', (file) => writeFileSync(file, readFileSync(file).fill(0xfe))],
  [
    'a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
];

function halfOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}

/** Waits until the file system's clock advances, so that later writes get a later timestamp. */
export function passTick(folder: string): void {
  const clock = join(folder, '.ticks');
  const now = readFileClock(clock);
  while (readFileClock(clock) === now);
  rmSync(clock, { recursive: true });
}
