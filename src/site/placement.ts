/**
 * What an essay gets from the site around it: its slug, its picture, where its links lead; and how
 * that is written down and found again. Pure.
 *
 * With it and what its own file gives, an essay is whole (`essay.ts`), without all the others.
 */
import type { Fill } from '../content/body-forms.ts';
import type { Essay } from './essay.ts';
import type { Picture } from './linker.ts';

/** What only the site as a whole gives an essay. */
export interface Placement {
  readonly slug: string;
  readonly image: Picture | null;
  /** What its body has in the places of its links. */
  readonly fills: readonly Fill[];
}

/** An essay's placement, and the digest of the file for which it was found. */
export interface DatedPlacement extends Placement {
  readonly digest: string;
}

/** An essay's placement as one line of JSON, to be found again by its source. */
export function encodePlacement({ source, digest, slug, image, fills }: Essay): string {
  return JSON.stringify([source, digest, slug, image, fills]);
}

/** The placement of the essay with this source, among such lines; null where there is none. */
export function findPlacement(lines: string, source: string): DatedPlacement | null {
  const head = `[${JSON.stringify(source)},`;
  const start = lines.startsWith(head) ? 0 : lines.indexOf(`\n${head}`) + 1;
  if (start === 0 && !lines.startsWith(head)) return null;
  const end = lines.indexOf('\n', start);
  const line = lines.slice(start, end === -1 ? undefined : end);
  const [, digest, slug, image, fills] = JSON.parse(line);
  return { digest, slug, image, fills };
}
