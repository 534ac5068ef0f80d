/**
 * The read stage: the site's settings and other single files, the listing of its content, and the states of all of
 * them. An edge. Essays are read by the next stage (`parse.ts`).
 */
import { isDeepStrictEqual } from 'node:util';
import { parseConfig } from '../essays/config.ts';
import { readOptional } from '../essays/files.ts';
import { type ContentListing, findContent, pickListingSettings } from '../essays/listing.ts';
import { ABOUT_PATH, ADDRESSES_PATH, CONFIG_PATH, PUBLIC_FOLDER } from '../essays/paths.ts';
import { InputStates, readFileClock } from '../files/file-state.ts';
import { HEADERS_OUTPUT, REDIRECTS_OUTPUT } from '../site/urls.ts';
import { findTheme } from '../theme/themes.ts';
import { findBranding } from './branding.ts';
import { keyOfBuild } from './cache.ts';
import type { BuildRequest } from './request.ts';
import type {
  BuildStart,
  Inputs,
  LastBuild,
  OptionalFile,
  ReadSite,
  SiteFiles,
} from './stage-values.ts';

const REDIRECTS_PATH = `${PUBLIC_FOLDER}/${REDIRECTS_OUTPUT}`;
const HEADERS_PATH = `${PUBLIC_FOLDER}/${HEADERS_OUTPUT}`;
/** Files of the site that may be missing. */
const OPTIONAL = [CONFIG_PATH, ABOUT_PATH, ADDRESSES_PATH, REDIRECTS_PATH, HEADERS_PATH];

/** Reads the inputs of a build. */
export function readInputs(
  request: BuildRequest,
  { changed, missing, state }: BuildStart,
  last: LastBuild,
): Inputs {
  const { root, cacheDir, now } = request;
  const key = keyOfBuild(request);
  const isSite = missing.length === 0;
  const clockMs = isSite ? readFileClock(cacheDir) : Number.POSITIVE_INFINITY;
  const states = new InputStates(root, clockMs, state.inputs, changed && new Set(changed));
  const isEssayEdit =
    last.read?.inputs.key === key && isOnlyEssays(last.read, changed, now, states);
  // The state of a file is taken before it is read.
  for (const path of OPTIONAL) states.of(path);
  const files =
    last.read !== null && isEssayEdit
      ? last.read.inputs.files
      : readFiles(request, states, changed === null ? last.content.listing : null);
  return {
    key,
    now,
    isSite,
    states,
    files,
    isEssayEdit,
    problems: [...missing, ...Object.values(files).flatMap(({ problems }) => problems)],
  };
}

/** True if only essays were edited since the last build, and the derived site has not expired. */
function isOnlyEssays(
  last: ReadSite,
  changed: BuildStart['changed'],
  now: number,
  states: InputStates,
): boolean {
  if (changed === null) return false;
  if (now < last.inputs.now || now >= last.derived.site.value.validUntil) return false;
  const { essays } = last.inputs.files.content.value.listing;
  return changed.every((path) => essays.includes(path) && states.of(path) !== '');
}

/**
 * Reads the files of the site besides its essays. `listed` is the last listing of its content; null if the paths of
 * changed files are known: they name files, not folders, so the folders are listed again.
 */
function readFiles(
  { root, packageRoot, mode }: BuildRequest,
  states: InputStates,
  listed: ContentListing | null,
): SiteFiles {
  const settings = readOptional(root, CONFIG_PATH);
  const { value, problems } = parseConfig(settings.value, (path) => {
    states.of(path);
    return readOptional(root, path).value;
  });
  // An author who only tries the site out has no URL yet.
  const told = problems.filter(
    ({ code }) => code !== 'url-placeholder' || mode.recording.remembers === 'all',
  );
  const asked = pickListingSettings(value);
  const isListed =
    listed !== null &&
    isDeepStrictEqual(listed.settings, asked) &&
    listed.folders.every(states.isUnchanged, states);
  const content = findContent(root, asked, isListed ? listed : null);
  // A symlink out of content/ is skipped; `findContent` reports it.
  const readOwn = (path: string): OptionalFile =>
    content.value.listing.outside.includes(path)
      ? { value: null, problems: [] }
      : readOptional(root, path);
  return {
    settings,
    config: { value, problems: told },
    theme: findTheme(value.theme, { root, packageRoot }),
    content,
    branding: findBranding(root, value, states),
    addressFile: readOptional(root, ADDRESSES_PATH),
    redirects: readOwn(REDIRECTS_PATH),
    headers: readOwn(HEADERS_PATH),
  };
}
