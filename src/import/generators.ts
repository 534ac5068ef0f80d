/**
 * Generators by name, and the recognition of a folder's generator.
 */
import { posix } from 'node:path';
import { joinWords } from '../text/text.ts';
import { astro } from './generators/astro.ts';
import { eleventy } from './generators/eleventy.ts';
import { folder } from './generators/folder.ts';
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
const TABLE = { hexo, jekyll, zola, hugo, eleventy, astro, quarto, pelican, folder };

export type GeneratorName = keyof typeof TABLE;
export const GENERATORS: Readonly<Record<GeneratorName, Generator>> = TABLE;
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
  { signs: { settings, isOwn = () => true } }: Generator,
  { files, readText }: ImportInput,
): Promise<string | undefined> {
  for (const path of files.filter((each) => settings?.test(each)))
    if (isOwn(await readText(path), files)) return path;
  return undefined;
}

/** Narrows an input to a folder in it. */
function narrow(input: ImportInput, folder: string): ImportInput {
  const start = `${folder}/`;
  const files = input.files.flatMap((path) =>
    path.startsWith(start) ? [path.slice(start.length)] : [],
  );
  return {
    ...input,
    files,
    read: (path, limit) => input.read(start + path, limit),
    readText: (path) => input.readText(start + path),
    head: (path) => input.head(start + path),
    stream: (path) => input.stream(start + path),
  };
}

/** Finds the generator of posts without settings; null for none. */
export function findGeneratorOfPosts({ files }: ImportInput): GeneratorName | null {
  const hasPosts = ({ signs }: Generator) => files.some((path) => signs.posts?.test(path));
  return GENERATOR_NAMES.find((name) => hasPosts(GENERATORS[name])) ?? null;
}

async function readBlog(name: GeneratorName, input: ImportInput): Promise<FolderBlog> {
  const generator = GENERATORS[name];
  return generator.read(input, (await findSettings(generator, input)) ?? '');
}

/** Reads a generator's folder. */
export async function readFolder(name: GeneratorName, input: ImportInput): Promise<FolderBlog> {
  const generator = GENERATORS[name];
  const path = await findSettings(generator, input);
  const hasPosts = input.files.some((each) => generator.signs.posts?.test(each));
  const noFolder = 'Name the folder that has them.';
  if (path === undefined && !hasPosts)
    throw new ImportFault(
      `this folder has no ${name} settings`,
      (await describeInner(input)) ?? noFolder,
    );
  const blog = await readBlog(name, input);
  if (blog.posts.length === 0)
    throw new ImportFault(
      `this ${name} folder has no posts`,
      (await describeInner(input)) ?? noFolder,
    );
  return { ...blog, attached: await listAttached(input, blog) };
}

/** Folders that belong to a blog, or to its program. */
const OF_OTHERS = /(?:^|\/)(?:[._]|(?:themes|vendor|tests?|examples?|archetypes|config)(?:\/|$))/;
const MOST_NAMED = 3;

/** Names the folders inside that have a generator's settings; null for none. */
export async function describeInner(input: ImportInput): Promise<string | null> {
  const generators = Object.values(GENERATORS);
  const mayBe = input.files.flatMap((path) => {
    const folder = posix.dirname(path.replace(/\/config\/_default\/([^/]+)$/, '/$1'));
    const isNamed = generators.some(({ signs }) => signs.settings?.test(posix.basename(path)));
    return isNamed && folder !== '.' && !OF_OTHERS.test(folder) ? [folder] : [];
  });
  const found: string[] = [];
  for (const inner of [...new Set(mayBe)].sort()) {
    if (found.some((each) => isInFolder(inner, each))) continue;
    const below = narrow(input, inner);
    const name = await findGenerator(below);
    // The settings of a theme aren't a blog.
    if (name === null || (await readBlog(name, below)).posts.length === 0) continue;
    found.push(inner);
  }
  const shown = joinWords(
    found.slice(0, MOST_NAMED).map((each) => `\`${each}\``),
    'or',
  );
  return shown && `There is a blog in ${shown}: name that folder.`;
}
