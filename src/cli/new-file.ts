/**
 * The file that `blog new` writes: its language, and its path.
 */
import { join } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { calendarDay } from '../essays/dates.ts';
import { listEditions } from '../essays/editions.ts';
import { ESSAYS_FOLDER, PAGES_FOLDER } from '../essays/paths.ts';
import { findStats } from '../files/file-state.ts';
import type { Refusal } from '../problems/report.ts';
import { matchLanguage } from '../text/language-tags.ts';
import { joinWords } from '../text/text.ts';
import type { Flags } from './command-line.ts';

type Asked = Pick<Flags, 'folder' | 'page' | 'lang'> & { readonly root: string };

/** The settings in the language of the new file. */
export function chooseEdition({ lang }: Asked, site: SiteConfig): SiteConfig | Refusal {
  if (lang === undefined) return site;
  const editions = listEditions(site);
  const tags = editions.map(({ language }) => language);
  const tag = matchLanguage(lang, tags);
  const found = editions.find(({ language }) => language === tag);
  const hint = `Choose ${joinWords(tags, 'or')}, or add it to \`languages\` in content/site.yaml.`;
  return found ?? { message: `\`${lang}\` isn't one of the site's languages`, hint };
}

/** The path of the new file, by its slug and the year. */
export function choosePath(
  { root, page: isPage, folder }: Asked,
  slug: string,
  edition: SiteConfig,
  site: SiteConfig,
  now: number,
): string {
  const year = String(calendarDay(now, site.timezone).year).padStart(4, '0');
  const top = isPage ? PAGES_FOLDER : `${ESSAYS_FOLDER}/${year}`;
  return localizePath(`${top}/${slug}${folder ? '/index' : ''}.md`, root, edition);
}

/** Adds the language to a path: as a folder if the site has one for it, or else in the file's name. */
function localizePath(path: string, root: string, { prefix }: SiteConfig): string {
  if (prefix === '') return path;
  const tag = prefix.slice(1);
  const top = [ESSAYS_FOLDER, PAGES_FOLDER].find((each) => path.startsWith(`${each}/`));
  if (top !== undefined && findStats(join(root, top, tag))?.isDirectory()) {
    return `${top}/${tag}${path.slice(top.length)}`;
  }
  return path.replace(/\.md$/, () => `.${tag}.md`);
}
