/**
 * The files that content refers to → what is known of them, with the variants of those that are shown:
 * what an earlier build remembers of a file that has not changed is taken as it is. An edge.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { LinkedFiles } from '../content/linked-files.ts';
import { CONFIG_PATH } from '../content/paths.ts';
import {
  isHuge,
  mayHaveVariants,
  type PictureSize,
  type PictureUse,
  type VariantSet,
} from '../content/picture-variants.ts';
import { type LinkedFile, readLinkedFiles } from '../content/pictures.ts';
import { fileUnreadable } from '../content/read.ts';
import { isSameStamp } from '../content/stamps.ts';
import type { ContentMemory } from '../output/content-memory.ts';
import { VariantPacks } from '../output/variant-packs.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { FileKeys } from './file-keys.ts';
import { loadSharp, type Making, makeVariants, type Sharp } from './make-variants.ts';

/** Where the site is, and where variants are kept; absolute. */
interface Folders {
  readonly root: string;
  readonly cacheDir: string;
}

/** Gathers the files, and keeps in `memory` what they gave; a picture that cannot be read is a problem. */
export async function gatherPictures(
  linked: LinkedFiles,
  memory: ContentMemory,
  files: FileKeys,
  folders: Folders,
): Promise<{ value: Map<string, LinkedFile>; problems: Problem[] }> {
  const read = readLinkedFiles(folders.root, linked.keys(), (path) => recall(path, memory, files));
  const studio = new Studio(folders);
  const value = new Map<string, LinkedFile>();
  for (const [path, file] of read.value) {
    const byteCount = files.stampOf(path).stamp?.size ?? 0;
    const uses = linked.get(path) ?? [];
    const variants = studio.order(file, mayHaveVariants(path, file.size, byteCount) ? uses : []);
    value.set(path, { ...file, variants });
  }
  const problems = await studio.work();
  for (const [path, file] of value) memory.keepPicture(path, { ...files.stampOf(path), file });
  return { value, problems: [...read.problems, ...problems] };
}

function recall(path: string, memory: ContentMemory, files: FileKeys): LinkedFile | null {
  const known = memory.picture(path);
  const isSame = known?.isSettled && isSameStamp(files.stampOf(path).stamp, known.stamp);
  return isSame ? known.file : null;
}

type Variants = Partial<Record<PictureUse, VariantSet>>;

/** A picture's variants for one use, that are still to be found or made. */
interface Order {
  readonly path: string;
  readonly size: PictureSize;
  readonly use: PictureUse;
  /** Where they go. */
  readonly variants: Variants;
}

/** Takes orders for variants, and works them off side by side. */
class Studio {
  private readonly packs: VariantPacks;
  private readonly orders: Order[] = [];
  private readonly problems: Problem[] = [];
  private readonly huge = new Set<string>();
  private readonly faults = new Map<string, string>();
  private sharp: Promise<Sharp> | null = null;
  private loadError: Error | null = null;

  constructor(private readonly folders: Folders) {
    this.packs = new VariantPacks(folders.cacheDir);
  }

  /** The variants of a picture, as far as they are known; the others will be there after the work. */
  order({ path, size, variants: known }: LinkedFile, uses: Iterable<PictureUse>): Variants {
    const variants: Variants = {};
    for (const use of uses) {
      const set = known[use];
      if (size === null) continue;
      if (isHuge(size)) this.huge.add(path);
      else if (set === undefined || !this.isWhole(set)) {
        this.orders.push({ path, size, use, variants });
      } else {
        variants[use] = set;
        if (set.fault !== null) this.faults.set(path, set.fault);
      }
    }
    return variants;
  }

  private isWhole(set: VariantSet): boolean {
    return set.fault !== null || this.packs.isWhole(set);
  }

  async work(): Promise<Problem[]> {
    const waiting = [...this.orders].reverse();
    const hands = Math.min(availableParallelism(), waiting.length);
    await Promise.all(
      Array.from({ length: hands }, async () => {
        for (let order = waiting.pop(); order !== undefined; order = waiting.pop()) {
          await this.fill(order);
        }
      }),
    );
    return [
      ...this.problems,
      ...[...this.huge].map(imageHuge),
      ...[...this.faults].map(([path, fault]) => imageDamaged(path, fault)),
      ...(this.loadError === null ? [] : [imagesUnscaled(this.loadError)]),
    ];
  }

  private async fill(order: Order): Promise<void> {
    const { path, use, variants } = order;
    const bytes = this.read(path);
    if (bytes === null) return;
    const pack = VariantPacks.nameOf(bytes, use);
    const set = this.packs.find(pack) ?? (await this.make(order, bytes, pack));
    if (set === null) return;
    variants[use] = set;
    if (set.fault !== null) this.faults.set(path, set.fault);
  }

  /** A picture's bytes; null for one that went meanwhile. */
  private read(path: string): Uint8Array | null {
    try {
      return readFileSync(join(this.folders.root, path));
    } catch (error) {
      this.problems.push(fileUnreadable(path, (error as NodeJS.ErrnoException).code ?? ''));
      return null;
    }
  }

  /** Null where there is no sharp. */
  private async make({ size, use }: Order, bytes: Uint8Array, pack: string) {
    const sharp = await this.getSharp();
    if (sharp === null) return null;
    let making: Making;
    try {
      making = await makeVariants(sharp, bytes, size, use);
    } catch (error) {
      const fault = firstLine(error as Error);
      return { pack: '', stamp: null, variants: [], wantsOriginal: false, fault };
    }
    return this.packs.write(pack, making.kept, making.wantsOriginal);
  }

  private async getSharp(): Promise<Sharp | null> {
    this.sharp ??= loadSharp();
    try {
      return await this.sharp;
    } catch (error) {
      this.loadError = error as Error;
      return null;
    }
  }
}

function firstLine({ message }: Error): string {
  return message.trim().split('\n')[0] ?? '';
}

function imageDamaged(path: string, cause: string): Problem {
  const message = 'This picture is damaged, so no smaller ones can be made of it';
  const hint = 'Open it in an image program and save it again.';
  return makeProblem('image-unreadable', wholeFile(path), message, hint, cause);
}

function imageHuge(path: string): Problem {
  const message = 'This picture has so many pixels that no smaller ones are made of it';
  const hint = 'Readers load it as it is: save it in a size that a page can show.';
  return makeProblem('image-huge', wholeFile(path), message, hint);
}

function imagesUnscaled(error: Error): Problem {
  const message =
    'The package sharp cannot be loaded, so pictures are published in their own size only';
  const hint = 'Install it for this machine: `npm install sharp`, in the folder of this program.';
  return makeProblem('images-unscaled', wholeFile(CONFIG_PATH), message, hint, firstLine(error));
}
