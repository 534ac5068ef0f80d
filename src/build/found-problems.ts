/**
 * The problems of a site that concern several files, or that are only found once its pages are rendered. An edge: to
 * find their places, it reads the files again.
 */
import { readSiteFile } from '../essays/files.ts';
import { reportUnread } from '../essays/listing.ts';
import { CONFIG_PATH, ESSAYS_FOLDER } from '../essays/paths.ts';
import { digest } from '../files/fingerprint.ts';
import { replaceFrom } from '../problems/edits.ts';
import { groupBy } from '../problems/group-by.ts';
import { joinParts, makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import {
  type DescribedLinks,
  describeBrokenLinks,
  ignoreLinks,
  locateLinks,
} from '../site/broken-links.ts';
import type { PlacedLink } from '../site/link-resolution.ts';
import { describeSimilarTag } from '../site/tags.ts';
import { type HeldBack, softenHeldBack } from '../site/text-selection.ts';
import { decodeSource } from '../text/text.ts';
import type { SitePictures } from './pictures.ts';
import type { Inputs, Parsed, ReadSite } from './stage-values.ts';

/**
 * Lists the problems that are reported once for all files. `selects` is true for the essays to look at; null for all
 * essays.
 */
export function listFound(
  { files, isSite }: Pick<Inputs, 'files' | 'isSite'>,
  parsed: Parsed,
  pictures: SitePictures,
  heldBack: ReadonlyMap<string, HeldBack>,
  selects: ((path: string) => boolean) | null,
): Problem[] {
  const { listing } = files.content.value;
  const essays = Object.values(parsed.essays);
  const selected = selects === null ? essays : essays.filter(({ essay }) => selects(essay.path));
  // Drafts are joined apart: their problems are only notices, even those that published essays share.
  const [published, others] = [false, true].map((isHeldBack) =>
    joinParts(selected.filter(({ essay }) => heldBack.has(essay.path) === isHeldBack)),
  );
  return [
    ...(published ?? []),
    ...softenHeldBack(others ?? [], heldBack),
    ...(isSite && listing.essays.length === 0 ? [essaysNone()] : []),
    ...describeWords(files, parsed),
    ...reportUnread(isSite ? listing.misplaced : [], pictures.value),
    ...reportUnread(listing.neighbours, pictures.value),
  ];
}

/** Describes the faults of links and pictures in the texts of the settings. */
function describeWords(
  { settings }: Inputs['files'],
  { reader, settings: main, otherSettings }: Pick<Parsed, 'reader' | 'settings' | 'otherSettings'>,
): Problem[] {
  const faults = [main, ...otherSettings].flatMap(({ words }) => {
    const { intro, callToAction, footer } = words;
    return [intro, callToAction, footer].flatMap((text) => text?.faults ?? []);
  });
  if (settings.value === null || faults.length === 0) return [];
  const locate = locateLinks(settings.value, 'markdown', reader.parser);
  return faults.map(({ code, message, hint, written, replacement }) => {
    const place = locate(written);
    const edits = replaceFrom(place, replacement?.was ?? '', replacement?.is);
    return makeProblem(code, place, message, hint, { edits });
  });
}

/** The decoded text of site.yaml; empty if it can't be read. */
export function decodeSettings({ settings }: Inputs['files']): string {
  return settings.value === null ? '' : decodeSource(settings.value).text;
}

/**
 * Describes broken links and similar tags, each at its place in the file. `root` is the site's, absolute; `last` is what
 * the last build described.
 */
export function describeLinks(
  links: readonly PlacedLink[],
  { inputs, parsed, derived }: ReadSite,
  root: string,
  last: DescribedLinks,
): { readonly problems: Problem[]; readonly described: DescribedLinks } {
  const { similarTags } = derived.site;
  const isIgnored = ignoreLinks(inputs.files.config.value.ignoreLinks);
  const told = links.filter(({ link }) => !isIgnored(link.written));
  if (told.length === 0 && similarTags.length === 0) return { problems: [], described: {} };
  const described: Record<string, DescribedLinks[string]> = {};
  for (const [path, group] of groupBy(told, ({ source }) => source)) {
    const essay = parsed.essays[path]?.essay;
    const key = digest(JSON.stringify([essay?.digest, group]));
    const known = last[path];
    if (known?.key === key && essay !== undefined) {
      described[path] = known;
      continue;
    }
    const { value: file, problem } = readSiteFile(root, path);
    const problems = [];
    if (file === null) problems.push(problem);
    else {
      const locate = locateLinks(file, essay?.format ?? 'markdown', parsed.reader.parser);
      problems.push(...describeBrokenLinks(path, group, locate));
    }
    described[path] = { key, problems };
  }
  const similar = similarTags.map((each) => {
    const { value: file, problem } = readSiteFile(root, each.source);
    return file ? describeSimilarTag(each, decodeSource(file).text) : problem;
  });
  const broken = Object.values(described).flatMap(({ problems }) => problems);
  return { problems: [...broken, ...similar], described };
}

function essaysNone(): Problem {
  const message = 'There are no essays yet, and the home page says so';
  const hint = `Put the first into ${ESSAYS_FOLDER}, as a file that ends in .md, .html or .txt.`;
  return makeProblem('essays-none', wholeFile(CONFIG_PATH), message, hint);
}
