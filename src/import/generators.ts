/**
 * Generators by name, and the recognition of a folder's generator.
 */
import { posix } from 'node:path';
import { joinWords } from '../text/text.ts';
import { astro } from './generators/astro.ts';
import { eleventy } from './generators/eleventy.ts';
import { folder, listMarkdown } from './generators/folder.ts';
import type { FolderBlog, Generator } from './generators/generator.ts';
import { hexo } from './generators/hexo.ts';
import { hugo } from './generators/hugo.ts';
import { jekyll } from './generators/jekyll.ts';
import { isInFolder, listAttached } from './generators/pages.ts';
import { pelican } from './generators/pelican.ts';
import { quarto } from './generators/quarto.ts';
import { zola } from './generators/zola.ts';
import { ImportFault, type ImportInput } from './input.ts';

/** In the order in which they are tried: several have settings of the same name. */
export const GENERATORS = { hexo, jekyll, zola, hugo, eleventy, astro, quarto, pelican, folder };

export type GeneratorName = keyof typeof GENERATORS;
export const GENERATOR_NAMES = Object.keys(GENERATORS) as GeneratorName[];

export function isGenerator(kind: string): kind is GeneratorName {
  return Object.hasOwn(GENERATORS, kind);
}

/** Finds the generator that a folder belongs to, by its settings; null for none. */
export async function findGenerator(input: ImportInput): Promise<GeneratorName | null> {
  for (const name of GENERATOR_NAMES)
    if ((await findSettings(GENERATORS[name], input)) !== undefined) return name;
  return null;
}

/** Finds the path of a generator's settings. */
async function findSettings(
  { settings, isOwn = () => true }: Generator,
  { files, readText }: ImportInput,
): Promise<string | undefined> {
  for (const path of files.filter((each) => settings?.test(each)))
    if (isOwn(await readText(path), files)) return path;
  return undefined;
}

/** Finds the generator of posts without settings; null for none. */
export function findGeneratorOfPosts({ files }: ImportInput): GeneratorName | null {
  const hasPosts = ({ posts }: Generator) => files.some((path) => posts?.test(path));
  return GENERATOR_NAMES.find((name) => hasPosts(GENERATORS[name])) ?? null;
}

/** Reads a generator's folder. */
export async function readFolder(name: GeneratorName, input: ImportInput): Promise<FolderBlog> {
  const generator = GENERATORS[name];
  const path = await findSettings(generator, input);
  const hasPosts = input.files.some((each) => generator.posts?.test(each));
  const lacks = (what: string) =>
    new ImportFault(what, describeInner(input.files) ?? 'Name the folder that has them.');
  if (path === undefined && !hasPosts) throw lacks(`this folder has no ${name} settings`);
  const blog = await generator.read(input, path ?? '');
  if (blog.posts.length === 0) throw lacks(`this ${name} folder has no posts`);
  return { ...blog, attached: await listAttached(input, blog) };
}

/** Folders that belong to a blog, or to its program. */
const OF_OTHERS = /(?:^|\/)(?:[._]|(?:themes|vendor|tests?|examples?|archetypes|config)(?:\/|$))/;
const MOST_NAMED = 3;

/** Names the folders inside that have a generator's settings and texts; null for none. */
export function describeInner(files: readonly string[]): string | null {
  const isSettings = (name: string) =>
    Object.values(GENERATORS).some(({ settings }) => settings?.test(name));
  const texts = listMarkdown(files);
  const folders = files
    .filter((path) => isSettings(posix.basename(path)))
    .map((path) => posix.dirname(path).replace(/\/config\/_default$/, ''))
    .filter((folder) => folder !== '.' && !OF_OTHERS.test(folder))
    .filter((folder) => texts.some((path) => isInFolder(path, folder)));
  const outer = [...new Set(folders)].filter(
    (folder) => !folders.some((each) => each !== folder && isInFolder(folder, each)),
  );
  const shown = outer.sort().slice(0, MOST_NAMED);
  if (shown.length === 0) return null;
  return `There may be a blog in ${joinWords(
    shown.map((each) => `\`${each}\``),
    'or',
  )}: name that folder.`;
}
