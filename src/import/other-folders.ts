/**
 * Folders that don't need an import: a build reads the posts of these generators as they are, once they are copied.
 * Finds the generator, and the folders to copy.
 */
import { listFoldersAbove } from '../essays/paths.ts';
import { PAGE } from './generators/pages.ts';
import type { ImportInput } from './input.ts';

/** The paths of settings, by the name of their program. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  Quartz: /^quartz\.(?:config\.[jt]s|lock\.json|ya?ml)$/,
  Next: /^next\.config\.[cm]?[jt]s$/,
  Lume: /^_config\.[cm]?[jt]s$/,
  Gatsby: /^gatsby-config\.[cm]?[jt]s$/,
  Nuxt: /^nuxt\.config\.[cm]?[jt]s$/,
  Docusaurus: /^docusaurus\.config\.[cm]?[jt]s$/,
  SvelteKit: /^svelte\.config\.[cm]?[jt]s$/,
  Remix: /^(?:remix|react-router)\.config\.[cm]?[jt]s$/,
  Gridsome: /^gridsome\.config\.[cm]?js$/,
  VitePress: /(?:^|\/)\.vitepress\/config\.[cm]?[jt]s$/,
  VuePress: /(?:^|\/)\.vuepress\/config\.[cm]?[jt]s$/,
  Pelican: /^pelicanconf\.py$/,
  MkDocs: /^mkdocs\.ya?ml$/,
  Bridgetown: /^bridgetown\.config\.ya?ml$|^config\/initializers\.rb$/,
  Middleman: /^config\.rb$/,
  Metalsmith: /^metalsmith\.(?:json|[cm]?js)$/,
  Obsidian: /^\.obsidian\//,
};

/** Finds the program that a folder belongs to, if its posts need no import; null for none. */
export async function findOtherGenerator(input: ImportInput): Promise<string | null> {
  const has = (form: RegExp) => input.files.some((path) => form.test(path));
  const found = Object.entries(OTHERS).find(([, form]) => has(form));
  if (found !== undefined) return found[0];
  // Next.js works without settings.
  const isPackage = input.files.includes('package.json');
  const isNext = isPackage && /"next"\s*:/.test(await input.readText('package.json'));
  return isNext ? 'Next' : null;
}

/** Files that belong to a repository rather than to a blog. */
const OF_REPOSITORY =
  /(?:^|\/)(?:\.|node_modules\/|(?:readme|licen[cs]e|changelog|contributing|code_of_conduct|security)\b[^/]*$)/i;
/** The least share of the Markdown files that the folder to copy has. */
const MOST = 0.6;

/** Explains which folders to copy where; null if there are no Markdown files. */
export function describeCopying(files: readonly string[]): string | null {
  const texts = files.filter(
    (path) => PAGE.test(path) && !/\.html?$/i.test(path) && !OF_REPOSITORY.test(path),
  );
  if (texts.length === 0) return null;
  if (texts.length === files.length)
    return "Plain Markdown doesn't need an import: copy the files into content/essays/.";
  const counts = new Map<string, number>();
  for (const folder of texts.flatMap(listFoldersAbove))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const full = [...counts].filter(([, count]) => count >= texts.length * MOST);
  // The deepest, since each of these folders is inside another.
  const [folder = ''] = full.map(([path]) => path).sort((a, b) => b.length - a.length);
  const source = folder === '' ? 'the folder' : `\`${folder}/\``;
  const statics = ['public', 'static'].find((name) =>
    files.some((path) => path.startsWith(`${name}/`)),
  );
  const isOther = statics !== undefined && !folder.startsWith(statics);
  const rest = isOther ? `, and what is in \`${statics}/\` into content/public/` : '';
  return (
    `Copy what is in ${source} into content/essays/${rest}: Markdown is read as it is. ` +
    '`slugs: file` in site.yaml makes addresses from file names, and lines of `redirects` keep old addresses.'
  );
}
