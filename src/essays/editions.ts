/**
 * Finds which of the site's languages an essay or page belongs to, and what follows from that. Pure.
 *
 * A site in one language has no editions: every file belongs to the only language, whatever the file is called.
 */
import { matchLanguage } from '../text/language-tags.ts';
import type { SiteConfig } from './config.ts';
import { kindOf, type PageKind } from './page-kinds.ts';
import {
  ABOUT_ADDRESS,
  type FileName,
  HOME_ADDRESS,
  pageAddressOf,
  splitFileName,
  splitLanguage,
  stemOf,
} from './paths.ts';

/** The settings that a parsed essay depends on, and that differ between a site's languages. */
export type EditionSettings = Pick<SiteConfig, 'language' | 'texts' | 'prefix'>;

/** Lists the settings of all languages of a site, the main one first; none for a site in one language. */
export function listEditions(config: SiteConfig): readonly SiteConfig[] {
  return config.languages.length === 0 ? [] : [config, ...config.languages];
}

/** Lists the tags of all languages of a site, the main one first; none for a site in one language. */
export function listLanguageTags(config: SiteConfig): string[] {
  return listEditions(config).map(({ language }) => language);
}

/** Where a file stands among the languages of its site. */
export interface EssayPlace {
  /** The path of the file without language and extension, which is the same for translations of each other. */
  readonly stem: string;
  /** The address of a page, decoded, with the prefix of its language; null for an essay. */
  readonly page: string | null;
  readonly kind: PageKind;
  readonly name: FileName;
  /** Null for a site in one language. */
  readonly edition: EditionSettings | null;
}

/**
 * Finds the language that a file belongs to: the one that its front matter states, if the site has that language;
 * otherwise the one in its path, or the main one.
 */
export function placeEssay(
  file: string,
  stated: string | null,
  editions: readonly EditionSettings[],
): EssayPlace {
  const tags = editions.map(({ language }) => language);
  const { language: named, path } = splitLanguage(file, tags);
  const address = pageAddressOf(path);
  const kind = kindOf(address);
  // Every site has an about page, so `lang` can't move it to another language.
  const mayMove = stated !== null && address !== ABOUT_ADDRESS;
  const tag = (mayMove ? matchLanguage(stated, tags) : null) ?? named;
  const edition = editions.find(({ language }) => language === tag) ?? editions[0] ?? null;
  return {
    edition,
    stem: stemOf(file, tags),
    name: splitFileName(path),
    page: address && addPrefix(edition?.prefix ?? '', address),
    kind,
  };
}

/** Adds a language's prefix to the address of a page; the home page's becomes `/de/`. */
function addPrefix(prefix: string, address: string): string {
  return address === HOME_ADDRESS ? `${prefix}/` : prefix + address;
}
