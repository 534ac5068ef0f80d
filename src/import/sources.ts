/**
 * Sources by kind, and the detection of an input's kind from its content.
 */
import type { Counts } from './counts.ts';
import {
  describeInner,
  findGenerator,
  findGeneratorOfPosts,
  type GeneratorName,
} from './generators.ts';
import { ImportFault, type ImportInput, listMatching } from './input.ts';
import { isRecord, readJson } from './json.ts';
import { blogger, isBlogger } from './sources/blogger.ts';
import { feed, isFeed } from './sources/feeds.ts';
import { findGhostData, ghost } from './sources/ghost.ts';
import { listStories, medium } from './sources/medium.ts';
import { isRecords, records } from './sources/records.ts';
import { substack } from './sources/substack.ts';
import { wordpress } from './sources/wordpress.ts';

export const SOURCES = { wordpress, ghost, substack, medium, blogger, feed, records };

/** What an input can be. */
export type Kind = keyof typeof SOURCES | GeneratorName;

const LOOKED_FOR =
  'Looked for: a WordPress export (.xml with wxr_version), RSS, Atom or JSON Feed, a Ghost export (JSON with db), a zip of ' +
  'Substack (posts.csv) or Medium (posts/*.html), Blogger (feed.atom), a list of JSON records with titles and content, ' +
  'the settings of a static site generator, and Markdown. `--from` names the kind.';
/** A tag of a template language before the first post: the file makes a feed, but isn't one. */
const TEMPLATE = /^(?:(?!<(?:item|entry)\b)[\s\S]){0,4000}?(?:\{[{%]|<%)/;

/** Detects the kind of an input. The settings of a generator say more than any file beside them. */
export async function detectKind(
  input: ImportInput,
  names: ReadonlyMap<string, string>,
): Promise<Kind> {
  const { files } = input;
  if (files.includes('posts.csv')) return 'substack';
  const generator = await findGenerator(input);
  if (generator !== null) return generator;
  const ofPosts = findGeneratorOfPosts(input);
  if (ofPosts !== null && ofPosts !== 'folder') return ofPosts;
  const unread: Counts = {};
  const found = await detectExport(input, names, unread);
  if (found !== null) return found;
  const inner = describeInner(input.files);
  if (inner === null && ofPosts !== null) return ofPosts;
  const what = files.length > 1 ? 'folder' : 'file';
  throw new ImportFault(
    `blog import doesn't recognize this ${what}`,
    [inner, ...Object.keys(unread).map((each) => `Left out: ${each}.`), LOOKED_FOR]
      .filter((each) => each !== null)
      .join(' '),
  );
}

/** Detects an export; null for none. `unread` gets the JSON files that can't be read. */
async function detectExport(
  input: ImportInput,
  names: ReadonlyMap<string, string>,
  unread: Counts,
): Promise<Kind | null> {
  for (const path of listMatching(input, /\.(?:xml|rss|atom)$/i)) {
    const head = (await input.head(path)).trimStart();
    if (head.startsWith('<') && TEMPLATE.test(head)) continue;
    if (head.includes('<wp:wxr_version>')) return 'wordpress';
    if (isBlogger(head)) return 'blogger';
    if (isFeed(head)) return 'feed';
  }
  for await (const value of readJson(input, unread)) {
    const kind = kindOfJson(value, names);
    if (kind !== null) return kind;
  }
  const [page] = listStories(input.files);
  const isStory = page !== undefined && /p-canonical|h-entry/.test(await input.readText(page));
  return isStory ? 'medium' : null;
}

/** The kind of an export with this JSON; null for none. */
function kindOfJson(value: unknown, names: ReadonlyMap<string, string>): Kind | null {
  if (findGhostData(value) !== null) return 'ghost';
  if (isRecord(value) && /jsonfeed\.org/.test(String(value.version))) return 'feed';
  return isRecords(value, names) ? 'records' : null;
}
