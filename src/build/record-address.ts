/**
 * The address of a single essay, recorded before the next build. An edge: `blog publish` calls it.
 */
import { formatAddresses, parseAddresses } from '../site/memory/lines.ts';
import { toAbsoluteUrl } from '../site/urls.ts';
import { writeAddresses } from './address-file.ts';
import { cacheFileOf, readBuildState } from './cache.ts';
import type { BuildRequest } from './request.ts';
import { readSite } from './stages.ts';

/**
 * Writes the address of one essay into content/addresses.txt, as the next build would. Returns its URL; null if
 * the essay is not published, or has none.
 */
export async function recordAddress(
  { mode, now, ...places }: BuildRequest,
  path: string,
): Promise<string | null> {
  const { outDir, cacheDir, program } = places;
  const state = readBuildState(cacheFileOf(cacheDir, outDir), program, null);
  const start = { now, changed: null, missing: [], state, memory: null };
  const listener = { onProgress() {}, onStageEnd() {}, isHurried: () => true };
  const { inputs, derived } = await readSite(places, mode, start, listener);
  const { value: site, addresses } = derived.site;
  const essay = site.essays.find(({ source }) => source === path);
  if (essay === undefined || essay.slug === '') return null;
  const known = parseAddresses(inputs.files.addressFile.value).value;
  const own = [...addresses.values()].filter(({ file }) => file === path);
  const lines = new Map([...known, ...own].map((line) => [line.address, line]));
  const isWritten = writeAddresses(places, inputs.files, formatAddresses(lines));
  // If another command has written its lines in the meantime, this one must be added to them.
  return isWritten
    ? toAbsoluteUrl(site.urls, essay.address)
    : recordAddress({ ...places, mode, now }, path);
}
