/**
 * Generators by name, and the recognition of a folder's generator.
 */
import { posix } from 'node:path';
import { joinWords } from '../text/text.ts';
import { astro } from './generators/astro.ts';
import { eleventy } from './generators/eleventy.ts';
import type { FolderBlog, Generator } from './generators/generator.ts';
import { hexo } from './generators/hexo.ts';
import { hugo } from './generators/hugo.ts';
import { jekyll } from './generators/jekyll.ts';
import { listAttached } from './generators/pages.ts';
import { zola } from './generators/zola.ts';
import { ImportFault, type ImportInput } from './input.ts';

/** In the order in which they are tried: several have settings of the same name. */
const TABLE = { hexo, jekyll, zola, hugo, eleventy, astro };

export type GeneratorName = keyof typeof TABLE;
export const GENERATORS: Readonly<Record<GeneratorName, Generator>> = TABLE;
export const GENERATOR_NAMES = Object.keys(GENERATORS) as GeneratorName[];

export function isGenerator(kind: string): kind is GeneratorName {
  return Object.hasOwn(GENERATORS, kind);
}

/** Finds the generator that a folder belongs to, by its settings; null for none. */
export async function findGenerator(input: ImportInput): Promise<GeneratorName | null> {
  const { files } = input;
  for (const name of GENERATOR_NAMES) {
    const { settings, isOwn = () => true } = GENERATORS[name].signs;
    const path = files.find((each) => settings.test(each));
    if (path !== undefined && isOwn(await input.readText(path), files)) return name;
  }
  return null;
}

/** Finds the generator of posts without settings; null for none. */
export function findGeneratorOfPosts({ files }: ImportInput): GeneratorName | null {
  const hasPosts = ({ signs }: Generator) => files.some((path) => signs.posts?.test(path));
  return GENERATOR_NAMES.find((name) => hasPosts(GENERATORS[name])) ?? null;
}

/** Reads a generator's folder. */
export async function readFolder(name: GeneratorName, input: ImportInput): Promise<FolderBlog> {
  const generator = GENERATORS[name];
  const { settings, posts } = generator.signs;
  const path = input.files.find((each) => settings.test(each));
  if (path !== undefined || input.files.some((each) => posts?.test(each))) {
    const blog = await generator.read(input, path ?? '');
    return { ...blog, attached: await listAttached(input, blog) };
  }
  throw new ImportFault(
    `this folder has no ${name} settings`,
    describeInner(input.files) ?? 'Name the folder that has them.',
  );
}

/** Names the folders inside that have a generator's settings; null for none. */
export function describeInner(files: readonly string[]): string | null {
  const folders = files.flatMap((path) => {
    const folder = posix.dirname(path);
    const isOwn = folder !== '.' && !/(?:^|\/)(?:[._]|themes\/|vendor\/|tests?\/)/.test(folder);
    return isOwn && isSettings(posix.basename(path)) ? [folder] : [];
  });
  const shown = [...new Set(folders)].slice(0, 3).map((folder) => `\`${folder}\``);
  return joinWords(shown, 'or') && `Name the folder with the settings: ${joinWords(shown, 'or')}.`;
}

function isSettings(name: string): boolean {
  return Object.values(GENERATORS).some(({ signs }) => signs.settings.test(name));
}
