/**
 * The variants of pictures, in `.blog/pictures/`: an edge. What was made of a picture for one use is one
 * file, a *pack*, named by the picture's bytes and by how variants are made, so that it serves whatever
 * the picture is called, and every build into whatever folder.
 *
 * A pack is a digest of all that follows, a line of JSON, and the variants' bytes. One that is missing
 * or damaged is made again.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { digest, fingerprint } from '../content/fingerprint.ts';
import type { PictureSize, PictureUse, Variant, VariantSet } from '../content/picture-variants.ts';
import { isSameStamp, stampFile } from '../content/stamps.ts';
import { replaceFile } from './folders.ts';

/** Changes with all that variants' bytes depend on besides the picture: here, and in sharp. */
export const RECIPE = '1-sharp-0.35.5';

/** A variant that was just made. */
export interface Copy extends PictureSize {
  readonly bytes: Uint8Array;
}

/** The line of JSON in a pack. */
type Head = readonly [wantsOriginal: boolean, variants: readonly PackedVariant[]];
type PackedVariant = readonly [width: number, height: number, hash: string, length: number];

export class VariantPacks {
  private readonly folder: string;

  constructor(cacheDir: string) {
    this.folder = join(cacheDir, 'pictures');
  }

  /** The name of the pack for one use of a picture with these bytes. */
  static nameOf(bytes: Uint8Array, use: PictureUse): string {
    return `${RECIPE}-${use}-${digest(bytes)}`;
  }

  /** True when the pack of a set stands as it was when the set was read or made, or it needs none. */
  isWhole({ pack, stamp, fault }: VariantSet): boolean {
    if (fault !== null) return true;
    return stamp !== null && isSameStamp(stampFile(join(this.folder, pack)), stamp);
  }

  /** Reads a pack to its end; null for one that is missing or damaged. */
  find(pack: string): VariantSet | null {
    const file = join(this.folder, pack);
    const stamp = stampFile(file);
    try {
      const whole = readFileSync(file);
      const start = whole.indexOf('\n') + 1;
      if (digest(whole.subarray(start)) !== whole.toString('latin1', 0, start - 1)) return null;
      const bodyStart = whole.indexOf('\n', start) + 1;
      const head: Head = JSON.parse(whole.toString('utf8', start, bodyStart));
      return { pack, stamp, fault: null, ...locate(head, bodyStart) };
    } catch {
      return null;
    }
  }

  /** Writes a pack in one step. */
  write(pack: string, copies: readonly Copy[], wantsOriginal: boolean): VariantSet {
    const variants = copies.map(({ width, height, bytes }): PackedVariant => {
      return [width, height, fingerprint(bytes), bytes.length];
    });
    const head: Head = [wantsOriginal, variants];
    const line = Buffer.from(`${JSON.stringify(head)}\n`);
    const contents = Buffer.concat([line, ...copies.map(({ bytes }) => bytes)]);
    const first = Buffer.from(`${digest(contents)}\n`);
    const file = join(this.folder, pack);
    replaceFile(file, Buffer.concat([first, contents]));
    const located = locate(head, first.length + line.length);
    return { pack, stamp: stampFile(file), fault: null, ...located };
  }

  /** The bytes of a variant; throws where they are not to be had. */
  read(pack: string, { offset, length }: Variant): Uint8Array {
    const descriptor = openSync(join(this.folder, pack), 'r');
    try {
      const bytes = Buffer.alloc(length);
      if (readSync(descriptor, bytes, 0, length, offset) === length) return bytes;
    } finally {
      closeSync(descriptor);
    }
    throw new Error(`The picture file ${pack} is cut short`);
  }

  /**
   * Removes the packs that are not in use, but for those that another build may just have written: since
   * `clockMs`, by the clock that stamps files.
   */
  sweep(used: ReadonlySet<string>, clockMs: number): void {
    for (const name of listNames(this.folder)) {
      const file = join(this.folder, name);
      const changedMs = stampFile(file)?.changedMs ?? clockMs;
      if (!used.has(name) && changedMs < clockMs) rmSync(file, { recursive: true, force: true });
    }
  }
}

function locate([wantsOriginal, packed]: Head, start: number) {
  let offset = start;
  const variants = packed.map(([width, height, hash, length]): Variant => {
    const variant = { width, height, hash, offset, length };
    offset += length;
    return variant;
  });
  return { variants, wantsOriginal };
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // No picture has had a variant yet.
  }
}
