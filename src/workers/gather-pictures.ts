/**
 * The files that content refers to → what is known of them, with the variants of the pictures that are
 * shown: what an earlier build remembers of a file that has not changed is taken as it is.
 */
import type { LinkedFiles } from '../content/linked-files.ts';
import {
  isHuge,
  mayHaveVariants,
  type PictureUse,
  type VariantSet,
} from '../content/picture-variants.ts';
import { type LinkedFile, readLinkedFiles } from '../content/pictures.ts';
import { isSameStamp } from '../content/stamps.ts';
import type { ContentMemory } from '../output/content-memory.ts';
import { VariantPacks } from '../output/variant-packs.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { FileKeys } from './file-keys.ts';
import { type Darkroom, fillOrders, type VariantOrder } from './fill-orders.ts';

/** Gathers the files, and keeps in `memory` what they gave; a picture that cannot be read is a problem. */
export async function gatherPictures(
  linked: LinkedFiles,
  memory: ContentMemory,
  files: FileKeys,
  darkroom: Darkroom,
): Promise<{ value: Map<string, LinkedFile>; problems: Problem[] }> {
  const { root, cacheDir } = darkroom;
  const read = readLinkedFiles(root, linked.keys(), (path) => recall(path, memory, files));
  const packs = new VariantPacks(cacheDir);
  const problems: Problem[] = [];
  const orders: VariantOrder[] = [];
  const gathered = new Map<string, Variants>();
  for (const [path, { size, variants: known }] of read.value) {
    const variants: Variants = {};
    gathered.set(path, variants);
    const uses = linked.get(path) ?? new Set();
    const byteCount = files.stampOf(path).stamp?.size ?? 0;
    if (size === null || uses.size === 0 || !mayHaveVariants(path, byteCount)) continue;
    if (isHuge(size)) {
      problems.push(imageHuge(path));
      continue;
    }
    for (const use of uses) {
      const set = known[use];
      if (set !== undefined && packs.isWhole(set)) variants[use] = set;
      else orders.push({ path, size, use });
    }
  }
  const filled = await fillOrders(orders, darkroom);
  orders.forEach(({ path, use }, index) => {
    const set = filled.value[index];
    if (set) (gathered.get(path) as Variants)[use] = set;
  });
  const value = new Map<string, LinkedFile>();
  for (const [path, known] of read.value) {
    const file = { ...known, variants: gathered.get(path) ?? {} };
    value.set(path, file);
    memory.keepPicture(path, { ...files.stampOf(path), file });
    const { body, thumbnail } = file.variants;
    const fault = body?.fault ?? thumbnail?.fault;
    if (fault) problems.push(imageDamaged(path, fault));
  }
  return { value, problems: [...read.problems, ...filled.problems, ...problems] };
}

type Variants = Partial<Record<PictureUse, VariantSet>>;

function recall(path: string, memory: ContentMemory, files: FileKeys): LinkedFile | null {
  const known = memory.picture(path);
  const isSame = known?.isSettled && isSameStamp(files.stampOf(path).stamp, known.stamp);
  return isSame ? known.file : null;
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
