/**
 * The site as a build would derive it, for commands; also records the address of a single essay before the next build.
 * An edge.
 */
import { formatAddresses, parseAddresses } from '../site/memory/lines.ts';
import { toAbsoluteUrl } from '../site/urls.ts';
import { writeAddresses } from './address-file.ts';
import { cacheFileOf, readBuildState } from './cache.ts';
import type { BuildRequest } from './request.ts';
import type { ReadSite } from './stage-values.ts';
import { readSite } from './stages.ts';

/** Reads, parses and derives the site, without rendering or writing anything. */
export function readWholeSite(request: BuildRequest): Promise<ReadSite> {
  const { cacheDir, outDir, program } = request;
  const state = readBuildState(cacheFileOf(cacheDir, outDir), program, null);
  const start = { changed: null, missing: [], state, memory: null };
  const listener = { onProgress() {}, isHurried: () => true };
  return readSite(request, start, listener);
}

/**
 * Writes the address of one essay into content/addresses.txt, as the next build would. Returns its URL; null if
 * the essay is not published, or has none.
 */
export async function recordAddress(request: BuildRequest, path: string): Promise<string | null> {
  const { inputs, derived } = await readWholeSite(request);
  const { value: site, addresses } = derived.site;
  const essay = site.essays.find(({ source }) => source === path);
  if (essay === undefined || essay.slug === '') return null;
  const known = parseAddresses(inputs.files.addressFile.value).value;
  const own = [...addresses.values()].filter(({ file }) => file === path);
  const lines = new Map([...known, ...own].map((line) => [line.address, line]));
  const isWritten = writeAddresses(request, inputs.files, formatAddresses(lines));
  // If another command has written its lines in the meantime, this one must be added to them.
  return isWritten ? toAbsoluteUrl(site.urls, essay.address) : recordAddress(request, path);
}
