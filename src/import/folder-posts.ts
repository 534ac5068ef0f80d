/**
 * Posts of a folder: reads each as a build would, decides which are imported, and finds the addresses they had.
 */
import type { SiteConfig } from '../essays/config.ts';
import { type ParsedEssay, parseEssay } from '../essays/essay.ts';
import { type EssayParser, pickParserConfig } from '../essays/essay-body.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { findHidingFacts, type HidingFact } from '../essays/hiding.ts';
import { readTable } from '../essays/key-table.ts';
import { ESSAYS_FOLDER } from '../essays/paths.ts';
import { loadMarkdownEngine } from '../markdown/engine.ts';
import { groupBy } from '../problems/group-by.ts';
import type { Problem, ProblemPart } from '../problems/problems.ts';
import { findHeldBack, type HeldBack } from '../site/text-selection.ts';
import { addressKey } from '../site/urls.ts';
import { adaptPost } from './adapt-post.ts';
import { attemptPost } from './attempt.ts';
import { type Counts, findMajority } from './counts.ts';
import type { SourceFacts } from './facts.ts';
import { findOldAddress } from './folder-addresses.ts';
import { dropKey, editFront, setKey, toPlainHead } from './front-edits.ts';
import { type FolderBlog, placeOf } from './generators/generator.ts';
import type { OldAddress } from './imported-post.ts';
import type { ImportInput } from './input.ts';
import type { ImportJob } from './job.ts';
import { closeFormulas, listOpenFormulas } from './open-formulas.ts';
import { type ImportReport, recordLeftOut } from './report.ts';
import { findScriptLanguage } from './script-language.ts';
import { makeSitemap, type OldSitemap } from './sitemap.ts';
import type { Kind } from './sources.ts';
import { countTemplateKeys, describeTemplateKeys } from './template-keys.ts';
import type { LeftMarkup, Translate } from './translation.ts';
import { quoteYaml } from './yaml-writer.ts';
import { findZoneOfDates } from './zones.ts';

/** A post that is imported. */
export interface FolderPost {
  /** Relative to the folder. */
  readonly path: string;
  /** The file to write. */
  readonly bytes: Buffer;
  readonly essay: ParsedEssay;
  readonly oldAddress: OldAddress;
  /** The other programs' syntax that is left in it. */
  readonly left: readonly LeftMarkup[];
  readonly parts: readonly ProblemPart[];
  /** Why it is a draft or unlisted, as a heading of the report; null for a post that is neither. */
  readonly reason: string | null;
}

/** A post and what is known about it. */
interface ReadPost extends FolderPost {
  readonly problems: readonly Problem[];
}

/** Fills in the time zone, the author and the language that the settings don't state, from most posts. */
export async function guessFolderFacts(
  blog: FolderBlog,
  input: ImportInput,
  facts: SourceFacts,
  report: ImportReport,
): Promise<void> {
  if (facts.language === '') {
    const languages: string[] = [];
    for (const path of blog.posts) languages.push(findScriptLanguage(await input.head(path)));
    facts.language = findMajority(languages);
    if (facts.language !== '')
      report.decisions.push(
        `\`language: ${facts.language}\` in site.yaml is a guess from the letters of most posts`,
      );
  }
  if (facts.timezone !== '' && facts.author !== '') return;
  const dates: string[] = [];
  const authors: string[] = [];
  for (const path of blog.posts) {
    const { published, author } = await readHead(path, input);
    if (published !== '') dates.push(published);
    authors.push(author);
  }
  if (facts.timezone === '') facts.writtenZone = findZoneOfDates(dates);
  // A guest, or one of many, isn't the blog's author.
  facts.author ||= findMajority(authors);
}

/** Reads the date and the only author of a post; empty if there are none. */
async function readHead(
  path: string,
  input: ImportInput,
): Promise<{ published: string; author: string }> {
  const bytes = await input.read(path);
  try {
    const { published, author } = readTable(FRONT_MATTER_KEYS, readFrontMatter({ path, bytes }));
    const [only = '', ...others] = author ?? [];
    return { published: published?.value ?? '', author: others.length === 0 ? only : '' };
  } catch {
    // `readFolderPosts` will leave the post out, and name it.
    return { published: '', author: '' };
  }
}

/** Eleventy's data files: `posts/posts.json` is for a folder, `posts/walk.11tydata.json` for one post. */
const DATA_FILE = /^((?:.*\/)?)([^/]+?)(?:\.11tydata)?\.json$/;

/** Reads the hiding keys of Eleventy's data files beside posts. */
async function readDataFiles(
  files: ImportInput['files'],
  read: ImportInput['read'],
): Promise<Cascade[]> {
  const cascades: Cascade[] = [];
  for (const path of files) {
    const [, folder = '', name = ''] = DATA_FILE.exec(path) ?? [];
    const isOfFolder = `/${folder}`.endsWith(`/${name}/`);
    const start = isOfFolder ? folder : `${folder}${name}.`;
    const isData = files.some(
      (each) => /\.(?:md|html?|njk|liquid)$/.test(each) && each.startsWith(start),
    );
    if (name === '' || !isData) continue;
    const { hidingFacts } = readFrontMatter({ path, bytes: await read(path) });
    cascades.push({ start, facts: hidingFacts });
  }
  return cascades;
}

/** Reads the posts to import, and notes what a build will report about them. */
export async function readFolderPosts(
  blog: FolderBlog,
  { input, report, facts, now, listed }: ImportJob,
  config: SiteConfig,
  translate: Translate,
): Promise<FolderPost[]> {
  const parser: EssayParser = {
    config: pickParserConfig({ ...config, url: facts.url || config.url }, []),
    markdown: await loadMarkdownEngine(),
  };
  const zone = facts.timezone || 'UTC';
  const cascades = await readCascades(input);
  const reader: PostReader = {
    blog,
    config,
    parser,
    zone,
    translate,
    kind: report.kind,
    now,
    cascades,
    sitemap: listed && makeSitemap(listed, facts.url),
  };
  const posts: ReadPost[] = [];
  const templateKeys: Counts = {};
  for (const path of blog.posts) {
    const written = await input.read(path);
    const post = await attemptPost(path, report, () => readFolderPost(path, written, reader));
    if (post === null) continue;
    if (lacksTitle(post.problems)) {
      recordLeftOut(report, 'posts without a title', path);
      continue;
    }
    posts.push(post);
    countTemplateKeys(post, templateKeys);
  }
  report.decisions.push(...describeTemplateKeys(templateKeys));
  return dropSharedAddresses(posts);
}

/** Drops the addresses that several posts would have had: their rule isn't the one that was read. */
function dropSharedAddresses(posts: readonly ReadPost[]): ReadPost[] {
  const keyOf = ({ essay, oldAddress }: ReadPost) =>
    essay.draft ? '' : addressKey(oldAddress.path);
  const shared = groupBy(posts, keyOf);
  return posts.map((post) =>
    (shared.get(keyOf(post))?.length ?? 0) > 1 && !post.essay.draft
      ? { ...post, oldAddress: { path: '', pattern: '' } }
      : post,
  );
}

/** What all posts of a folder are read with. */
interface PostReader {
  readonly blog: FolderBlog;
  readonly config: SiteConfig;
  readonly parser: EssayParser;
  /** The time zone of the old blog; by default that of most servers. */
  readonly zone: string;
  readonly translate: Translate;
  readonly kind: Kind;
  readonly now: number;
  readonly cascades: readonly Cascade[];
  readonly sitemap: OldSitemap | null;
}

/** What a file says about the posts beside and below it: Hugo's section files, and Eleventy's data files. */
interface Cascade {
  /** The beginning of these posts' paths. */
  readonly start: string;
  readonly facts: readonly HidingFact[];
}

/** Reads the hiding keys of `cascade` in section files. Ignores `target`, so that doubtful posts are held back. */
async function readCascades({ files, read }: ImportInput): Promise<Cascade[]> {
  const sections = files.filter((path) => /(?:^|\/)_index\.\w+$/.test(path));
  const cascades: Cascade[] = [];
  for (const path of sections) {
    const source = readFrontMatter({ path, bytes: await read(path) });
    const value = source.entries.get('cascade')?.value;
    const maps = (value?.kind === 'list' ? value.items : [value]).flatMap((node) =>
      node?.kind === 'map' ? [node.entries] : [],
    );
    const facts = maps.flatMap((entries) => findHidingFacts({ ...source, entries }));
    cascades.push({ start: path.replace(/[^/]*$/, ''), facts });
  }
  return [...cascades, ...(await readDataFiles(files, read))];
}

function readFolderPost(path: string, written: Buffer, reader: PostReader): ReadPost {
  const { blog, zone } = reader;
  const parse = (bytes: Buffer) => parsePost(path, bytes, reader);
  const opened = toPlainHead(written);
  const front = blog.editFront === undefined ? opened : editFront(opened, blog.editFront);
  let adapted = adaptPost(path, front, reader.parser.config.url, blog.slugOf);
  for (const [key, value] of Object.entries(blog.keysOf?.(path) ?? {}))
    adapted = setKey(adapted, key, value);
  const translated = reader.translate(path, adapted);
  const read = parse(translated.bytes);
  const split = closeFormulas(path, read, parse);
  const isUntitled = lacksTitle(split.problems);
  const title = blog.titleOf?.(path);
  const complete = (bytes: Buffer) =>
    title === undefined ? setKey(bytes, 'draft', 'true') : setKey(bytes, 'title', quoteYaml(title));
  const titled = isUntitled ? parse(complete(split.bytes)) : split;
  const isOwnDraft = isUntitled && title === undefined;
  const { reason, bytes: held } = isOwnDraft
    ? { reason: 'drafts, since they have no title', bytes: titled.bytes }
    : holdBack(path, titled, reader);
  const { bytes, essay, problems, parts } = held.equals(titled.bytes) ? titled : parse(held);
  return {
    path,
    bytes,
    essay,
    oldAddress: findOldAddress(blog, path, essay, zone, reader.sitemap),
    reason,
    left: [...translated.left, ...listOpenFormulas(read.problems)],
    problems,
    parts,
  };
}

/** Parses a post as a build will; if the build would see another language in its path, adds a `lang`. */
function parsePost(
  path: string,
  bytes: Buffer,
  { blog, config, parser }: PostReader,
): ReturnType<typeof parseEssay> & { readonly bytes: Buffer } {
  const named = `${ESSAYS_FOLDER}/${placeOf(blog, path)}`;
  const parsed = parseEssay({ path: named, bytes }, parser);
  const key = blog.languages?.of(path);
  const own = [config, ...config.languages].find(({ language }) => language.toLowerCase() === key);
  if (own === undefined || own.language === parsed.essay.edition) return { bytes, ...parsed };
  const stated = setKey(bytes, 'lang', quoteYaml(own.language));
  return { bytes: stated, ...parseEssay({ path: named, bytes: stated }, parser) };
}

function lacksTitle(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === 'title-missing');
}

/**
 * Writes `draft: true` for a post that the old program didn't publish, and `unlisted: true` for one that it published
 * but didn't list, in place of the program's own key.
 */
function holdBack(
  path: string,
  { bytes, essay }: Pick<ReadPost, 'bytes' | 'essay'>,
  { kind, now, cascades }: PostReader,
): Pick<ReadPost, 'bytes' | 'reason'> {
  const { entries, hidingFacts: own } = readFrontMatter({ path, bytes });
  const inherited = cascades
    .filter(({ start }) => path.startsWith(start))
    .flatMap(({ facts }) => facts)
    .filter(({ key }) => !entries.has(key));
  const isHiding = ({ meaning }: HidingFact) => /^(?:draft|private|unlisted)$/.test(meaning);
  const hiding = [...own, ...inherited].filter(isHiding);
  const isListed = ({ row, meaning }: HidingFact) =>
    meaning !== 'unlisted' && !row?.unlistedIn?.includes(kind);
  const isInDrafts = /(?:^|\/)_drafts\//.test(path);
  const isUnlisted = hiding.length > 0 && !hiding.some(isListed) && !isInDrafts;
  const clock = { showDrafts: false, showPrivate: false, now };
  const byCascade = inherited.find(isListed);
  const hidingKey = isInDrafts ? 'draft' : byCascade && `cascade: ${byCascade.key}`;
  const held =
    findHeldBack([essay], { publishFuture: false }, clock).get(essay.path) ??
    (hidingKey === undefined ? undefined : { state: 'private', key: hidingKey, isShown: false });
  if (held === undefined && !isUnlisted) return { bytes, reason: null };
  // No key is needed: a build sees that there is no date.
  if (held?.key === null && held.state === 'draft')
    return { bytes, reason: nameReason(held, false) };
  const written = isUnlisted ? 'unlisted' : 'draft';
  const replaced = own.filter((fact) => isHiding(fact) && isReplaced(fact, written));
  const dropped = replaced.reduce((rest, { key }) => dropKey(rest, key), bytes);
  return { bytes: setKey(dropped, written, 'true'), reason: nameReason(held ?? null, isUnlisted) };
}

/** True for a key that the written one replaces; a doubtful one, such as `password`, may say more. */
function isReplaced({ key, row }: HidingFact, written: string): boolean {
  return key !== written && /^[\w-]+$/.test(key) && row?.isDoubtful !== true;
}

/** The report's heading for posts that are held back for the same reason. */
function nameReason(held: HeldBack | null, isUnlisted: boolean): string {
  if (held === null || isUnlisted) return 'unlisted, as in the old blog';
  if (held.state === 'not yet') return 'drafts, since their date is in the future';
  if (held.state === 'no longer') return 'drafts, since they had expired';
  if (held.key === null) return 'drafts, since they have no date';
  return held.key === 'draft'
    ? 'drafts in the old blog'
    : `drafts, since the old blog sets \`${held.key}\` for them`;
}
