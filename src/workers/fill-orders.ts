/**
 * Orders for variants of pictures → the variants, found among those of earlier builds or made, several
 * pictures at a time: an edge.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { CONFIG_PATH } from '../content/paths.ts';
import type { PictureSize, PictureUse, VariantSet } from '../content/picture-variants.ts';
import { fileUnreadable } from '../content/read.ts';
import { VariantPacks } from '../output/variant-packs.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { loadSharp, makeVariants, type Sharp } from './make-variants.ts';

/** A picture that is shown, and as what. */
export interface VariantOrder {
  /** Relative to the site's root. */
  readonly path: string;
  readonly size: PictureSize;
  readonly use: PictureUse;
}

/** Where the site is, and where variants are kept (absolute), and who is told of each that is there. */
export interface Darkroom {
  readonly root: string;
  readonly cacheDir: string;
  readonly onPicture: (done: number, total: number) => void;
}

/** Fills orders, each in its place; null for one that cannot be, which is a problem. */
export async function fillOrders(
  orders: readonly VariantOrder[],
  { root, cacheDir, onPicture }: Darkroom,
): Promise<{ value: (VariantSet | null)[]; problems: Problem[] }> {
  const value: (VariantSet | null)[] = orders.map(() => null);
  const problems: Problem[] = [];
  const packs = new VariantPacks(cacheDir);
  const sharp = new LazySharp();
  const waiting = orders.entries();
  let done = 0;
  const work = async () => {
    for (const [index, order] of waiting) {
      try {
        const bytes = readFileSync(join(root, order.path));
        value[index] = await fillOrder(order, bytes, packs, sharp);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'ENOENT') throw error;
        problems.push(fileUnreadable(order.path, code));
      }
      onPicture(++done, orders.length);
    }
  };
  const hands = Math.min(availableParallelism(), orders.length);
  await Promise.all(Array.from({ length: hands }, work));
  if (sharp.error !== null) problems.push(imagesUnscaled(sharp.error));
  return { value, problems };
}

async function fillOrder(
  { size, use }: VariantOrder,
  bytes: Uint8Array,
  packs: VariantPacks,
  lazySharp: LazySharp,
): Promise<VariantSet | null> {
  const pack = VariantPacks.nameOf(bytes, use);
  const known = packs.find(pack);
  if (known !== null) return known;
  const sharp = await lazySharp.load();
  if (sharp === null) return null;
  const making = await makeVariants(sharp, bytes, size, use);
  if ('fault' in making)
    return { pack: '', stamp: null, variants: [], wantsOriginal: false, ...making };
  return packs.write(pack, making.kept, making.wantsOriginal);
}

/** sharp, loaded when it is first asked for. */
class LazySharp {
  error: Error | null = null;
  private loading: Promise<Sharp> | null = null;

  /** Null where there is none for this machine. */
  async load(): Promise<Sharp | null> {
    try {
      this.loading ??= loadSharp();
      return await this.loading;
    } catch (error) {
      this.error = error as Error;
      return null;
    }
  }
}

function imagesUnscaled({ message: cause }: Error): Problem {
  const message =
    'The package sharp cannot be loaded, so pictures are published in their own size only';
  const hint = 'Install it for this machine: `npm install sharp`, in the folder of this program.';
  const place = wholeFile(CONFIG_PATH);
  return makeProblem('images-unscaled', place, message, hint, cause.trim().split('\n')[0] ?? null);
}
