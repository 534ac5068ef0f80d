/**
 * What can happen to what the program keeps on a disk, and the clock by which the disk tells it.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFileClock } from '../../src/content/file-state.ts';

/** What can become of a file. */
export const DAMAGES: readonly [name: string, damage: (file: string) => void][] = [
  ['missing', (file) => rmSync(file)],
  ['empty', (file) => writeFileSync(file, '')],
  ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, -1))],
  ['cut in half', (file) => writeFileSync(file, halfOf(readFileSync(file)))],
  ['longer than it was', (file) => writeFileSync(file, 'x', { flag: 'a' })],
  ['no JSON', (file) => writeFileSync(file, 'not what it was\n')],
  ['rubbish of the same length', (file) => writeFileSync(file, readFileSync(file).fill(0xfe))],
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

/** Lets the clock that stamps files go on, so that what is done now cannot look like what was. */
export function passTick(folder: string): void {
  const clock = join(folder, '.ticks');
  const now = readFileClock(clock);
  while (readFileClock(clock) === now);
  rmSync(clock, { recursive: true });
}
