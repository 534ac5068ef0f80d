/**
 * Sources by kind, and the detection of an input's kind from its content.
 */
import { listStories, medium, substack } from './archives.ts';
import { blogger, isBlogger } from './blogger.ts';
import { feed, isFeed } from './feeds.ts';
import { findGenerator, type GeneratorName } from './generators.ts';
import { findGhostData, ghost } from './ghost.ts';
import type { Source } from './imported-essay.ts';
import { ImportFault, type Input, listFiles } from './input.ts';
import { isRecord, isRecords, parseJson, records } from './records.ts';
import { findPosts, isTumblrExport, tumblr } from './tumblr.ts';
import { wordpress } from './wordpress.ts';

export const SOURCES = {
  wordpress,
  ghost,
  substack,
  medium,
  blogger,
  tumblr,
  feed,
  records,
} as const satisfies Record<string, Source>;
export type Kind = keyof typeof SOURCES | GeneratorName;

const HINT =
  'Looked for: a WordPress export (.xml with wxr_version), RSS, Atom or JSON Feed, a Ghost export (JSON with db), a zip of ' +
  'Substack (posts.csv) or Medium (posts/*.html), Blogger (feed.atom), Tumblr (posts/html/ beside media/, or JSON of its API), a list of JSON records with a title and a content, the ' +
  'folder of a blog of Jekyll, Hexo, Hugo, Zola, Eleventy or Astro (its settings). `--from` names the kind. Plain Markdown needs no import: copy the files into content/essays/ as they are.';

/** Detects the kind of an input. */
export async function detectKind(input: Input, names: ReadonlyMap<string, string>): Promise<Kind> {
  const { files } = input;
  if (files.includes('posts.csv')) return 'substack';
  if (isTumblrExport(files)) return 'tumblr';
  if (files.some((path) => /(?:^|\/)posts\.zip$/.test(path))) {
    const message = 'the posts of this export of Tumblr are in a zip of their own, posts.zip';
    throw new ImportFault(message, 'Unpack both, and name the folder.');
  }
  const generator = await findGenerator(input);
  if (generator !== null) return generator;
  for (const path of listFiles(input, /\.(?:xml|rss|atom|json|ndjson|jsonl)$/i)) {
    const head = (await input.head(path)).trimStart();
    if (head.includes('<wp:wxr_version>')) return 'wordpress';
    if (isBlogger(head)) return 'blogger';
    if (isFeed(head)) return 'feed';
    if (!/^[[{]/.test(head)) continue;
    const value = parseJson(await input.readText(path), path);
    if (findGhostData(value) !== null) return 'ghost';
    if (findPosts(value) !== null) return 'tumblr';
    if (isRecord(value) && /jsonfeed\.org/.test(String(value.version))) return 'feed';
    if (isRecords(value, names)) return 'records';
  }
  const [page] = listStories(files);
  if (page !== undefined && /p-canonical|h-entry/.test(await input.readText(page))) return 'medium';
  throw new ImportFault('this is no export that blog import knows', HINT);
}
