/**
 * The file that `blog new` writes: its language, and its path. A translation goes beside its original; their names show
 * that they belong together.
 */
import { join } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { calendarDay } from '../essays/dates.ts';
import { listEditions } from '../essays/editions.ts';
import { findContent, pickListingSettings } from '../essays/listing.ts';
import { ESSAYS_FOLDER, PAGES_FOLDER, splitLanguage } from '../essays/paths.ts';
import { findStats } from '../files/file-state.ts';
import type { Refusal } from '../problems/report.ts';
import { matchLanguage } from '../text/language-tags.ts';
import { joinWords } from '../text/text.ts';
import type { Flags } from './command-line.ts';
import { findNamed } from './named-files.ts';

type Asked = Pick<Flags, 'folder' | 'page' | 'lang' | 'translates'> & { readonly root: string };

/** The settings in the language of the new file: the one asked for, or for a translation, the site's only other one. */
export function chooseEdition({ lang, translates }: Asked, site: SiteConfig): SiteConfig | Refusal {
  const [other, ...more] = site.languages;
  if (lang === undefined && translates === undefined) return site;
  if (other === undefined) {
    const flag = lang === undefined ? '--translates' : '--lang';
    const hint = 'Add `languages` to content/site.yaml first.';
    return { message: `${flag} needs a site in several languages`, hint };
  }
  const editions = listEditions(site);
  const tags = editions.map(({ language }) => language);
  if (lang === undefined && more.length > 0) {
    const hint = `Choose one with --lang: ${joinWords(tags, 'or')}.`;
    return { message: 'this site has several languages, so --translates needs --lang', hint };
  }
  const tag = lang === undefined ? other.language : matchLanguage(lang, tags);
  const found = editions.find(({ language }) => language === tag);
  const hint = `Choose ${joinWords(tags, 'or')}.`;
  return found ?? { message: `\`${lang}\` isn't one of the site's languages`, hint };
}

/** The path of the new file: by its slug and the year, or beside the original that it translates. */
export function choosePath(
  asked: Asked,
  slug: string,
  edition: SiteConfig,
  site: SiteConfig,
  now: number,
): string | Refusal {
  const { root, page: isPage, folder, translates } = asked;
  if (translates !== undefined) return findOriginal(asked, translates, edition, site);
  const year = String(calendarDay(now, site.timezone).year).padStart(4, '0');
  const top = isPage ? PAGES_FOLDER : `${ESSAYS_FOLDER}/${year}`;
  return localizePath(`${top}/${slug}${folder ? '/index' : ''}.md`, root, edition);
}

/** Finds the original by its name, and puts the translation beside it. */
function findOriginal(
  { root, page: isPage }: Asked,
  name: string,
  edition: SiteConfig,
  site: SiteConfig,
): string | Refusal {
  const { listing, pages } = findContent(root, pickListingSettings(site)).value;
  const tags = listEditions(site).map(({ language }) => language);
  const languageOf = (path: string) => splitLanguage(path, tags).language ?? site.language;
  const others = (isPage ? pages : listing.essays).filter(
    (path) => languageOf(path) !== edition.language,
  );
  const original = findNamed(root, others, name, isPage ? 'page' : 'essay');
  if (typeof original === 'object') return original;
  const markdown = (path: string) => path.replace(/\.[^./]*$/, '.md');
  // If the original is in its language's folder, the translation goes into the other language's folder.
  const own = `/${languageOf(original).toLowerCase()}/`;
  const other = `/${edition.language.toLowerCase()}/`;
  if (original.includes(own)) return markdown(original.replace(own, () => other));
  return localizePath(markdown(splitLanguage(original, tags).path), root, edition);
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
