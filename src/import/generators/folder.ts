/**
 * A folder of Markdown, of any other program or of none: Gatsby, Next, Lume, SvelteKit, Statamic, Quartz, an Obsidian
 * vault. Its posts are the texts in the folder that holds most of them; no rule for their addresses is known.
 */
import { listFoldersAbove } from '../../essays/paths.ts';
import type { Generator } from './generator.ts';
import { isInFolder, PAGE } from './pages.ts';
import { findText, readAll, readCode } from './settings.ts';

/** Files that belong to a repository or to an editor rather than to a blog. */
const OF_REPOSITORY =
  /(?:^|\/)(?:[._](?:site|next|astro|cache)\/|_?(?:templates?|layouts|includes|components)\/|\.|node_modules\/|(?:readme|licen[cs]e|changelog|contributing|code_of_conduct|security|todo)\b[^/]*$)/i;
const SETTINGS =
  /^(?:(?:gatsby-config|quartz\.config|next\.config|_config|svelte\.config|nuxt\.config|app\.config)|(?:src\/|data\/|lib\/|src\/lib\/)?(?:site-?metadata|site-?config|config|site|consts))\.[cm]?[jt]sx?$/i;
/** The least share of the texts that the folder of the posts holds. */
const MOST = 0.6;

/** Lists the texts that may be posts. */
export function listMarkdown(files: readonly string[]): string[] {
  return files.filter(
    (path) => PAGE.test(path) && !/\.html?$/i.test(path) && !OF_REPOSITORY.test(path),
  );
}

/** Finds the innermost folder that holds most of these paths; empty for the folder itself. */
function findFullFolder(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const folder of paths.flatMap(listFoldersAbove))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const full = [...counts].filter(([, count]) => count >= paths.length * MOST);
  // Each of these is inside another.
  return full.map(([path]) => path).sort((a, b) => b.length - a.length)[0] ?? '';
}

/** Obsidian and Quartz show `==words==` as marked. */
const isVault = (files: readonly string[]) =>
  String(files.some((path) => /^(?:\.obsidian\/|quartz\.)/.test(path)));

export const folder: Generator = {
  posts: /\.(?:md|markdown|mdx)$/i,
  async read(input) {
    const texts = listMarkdown(input.files);
    const isQuartz = input.files.includes('quartz.config.ts');
    const base = isQuartz ? 'content' : findFullFolder(texts);
    const code = await readAll(input, SETTINGS);
    const facts = readCode(code);
    const posts = texts.filter((path) => isInFolder(path, base) && !/\/_index\.[^/]*$/.test(path));
    const statics = ['public', 'static'].filter((name) => !isInFolder(base, name));
    return {
      base,
      posts,
      pages: [],
      statics: statics.map((name) => [name, '']),
      settings: {
        ...facts,
        url: facts.url || findText(code, 'siteUrl'),
        mark: isVault(input.files),
      },
      addressOf: () => '',
      // Statamic puts a dot after the date.
      placeOf: (path) => path.replace(/(\/\d{4}-\d\d-\d\d)(?:-\d{4})?\.(?=[^/]+\.\w+$)/, '$1-'),
    };
  },
};
