/**
 * Sources by kind, and the detection of an input's kind from its content.
 */
import {
  describeInner,
  findGenerator,
  findGeneratorOfPosts,
  type GeneratorName,
} from './generators.ts';
import { ImportFault, type ImportInput, listMatching } from './input.ts';
import { isEditorSettings, isRecord, parseJson } from './json.ts';
import { describeCopying, findOtherGenerator } from './other-folders.ts';
import { blogger, isBlogger } from './sources/blogger.ts';
import { feed, isFeed } from './sources/feeds.ts';
import { findGhostData, ghost } from './sources/ghost.ts';
import { listStories, medium } from './sources/medium.ts';
import { isRecords, records } from './sources/records.ts';
import type { Source } from './sources/source.ts';
import { substack } from './sources/substack.ts';
import { wordpress } from './sources/wordpress.ts';

const TABLE = {
  wordpress,
  ghost,
  substack,
  medium,
  blogger,
  feed,
  records,
};

export type SourceName = keyof typeof TABLE;
/** What an input can be. */
export type Kind = SourceName | GeneratorName;
export const SOURCES: Readonly<Record<SourceName, Source>> = TABLE;

const LOOKED_FOR =
  'Looked for: a WordPress export (.xml with wxr_version), RSS, Atom or JSON Feed, a Ghost export (JSON with db), a zip of ' +
  'Substack (posts.csv) or Medium (posts/*.html), Blogger (feed.atom), a list of JSON records with titles and content, and the folder of a blog made with Jekyll, Hexo, Hugo, Zola, Eleventy or ' +
  'Astro (its settings; for Jekyll, dated files in _posts/). `--from` names the kind.';

/** Detects the kind of an input. */
export async function detectKind(
  input: ImportInput,
  names: ReadonlyMap<string, string>,
): Promise<Kind> {
  const { files } = input;
  if (files.includes('posts.csv')) return 'substack';
  const generator = await findGenerator(input);
  if (generator !== null) return generator;
  const other = await findOtherGenerator(input);
  const copying = describeCopying(files);
  if (other !== null && copying !== null) {
    const marks =
      other === 'Obsidian'
        ? ' In site.yaml, `markdown: { mark: true }` turns on `==marks==`, and `blog fix` translates the rest.'
        : '';
    const hint = `${copying}${marks} If the folder holds an export, \`--from\` names its kind.`;
    throw new ImportFault(`${other} folders don't need an import`, hint);
  }
  const ofPosts = findGeneratorOfPosts(input);
  if (ofPosts !== null) return ofPosts;
  const unread: string[] = [];
  for (const path of listMatching(input, /\.(?:xml|rss|atom|json|ndjson|jsonl)$/i)) {
    const head = (await input.head(path)).trimStart();
    if (head.includes('<wp:wxr_version>')) return 'wordpress';
    if (isBlogger(head)) return 'blogger';
    if (isFeed(head)) return 'feed';
    const kind = /^[[{]/.test(head) ? await detectJson(input, path, names, unread) : null;
    if (kind !== null) return kind;
  }
  const [page] = listStories(files);
  if (page !== undefined && /p-canonical|h-entry/.test(await input.readText(page))) return 'medium';
  const what = files.length > 1 ? 'folder' : 'file';
  const found = [describeInner(files) ?? copying, ...unread].filter((each) => each !== null);
  throw new ImportFault(
    `blog import doesn't recognize this ${what}`,
    [...found, LOOKED_FOR].join(' '),
  );
}

/** Detects the kind of a JSON file; null for none. A folder may have files that aren't JSON: `unread` names them. */
async function detectJson(
  input: ImportInput,
  path: string,
  names: ReadonlyMap<string, string>,
  unread: string[],
): Promise<Kind | null> {
  const source = await input.readText(path);
  const isAlone = input.files.length === 1;
  if (!isAlone && isEditorSettings(path, source)) return null;
  let value: unknown;
  try {
    value = parseJson(source, path);
  } catch (error) {
    if (!(error instanceof ImportFault) || isAlone) throw error;
    unread.push(`${error.message}.`);
    return null;
  }
  if (findGhostData(value) !== null) return 'ghost';
  if (isRecord(value) && /jsonfeed\.org/.test(String(value.version))) return 'feed';
  return isRecords(value, names) ? 'records' : null;
}
