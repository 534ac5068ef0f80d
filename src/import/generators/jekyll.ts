/**
 * Jekyll: `_config.yml`, dated files in `_posts/`, drafts in `_drafts/`. Every other file is published as it is.
 */
import { posix } from 'node:path';
import { splitFileName } from '../../essays/paths.ts';
import type { ImportInput } from '../input.ts';
import { findValue, type JsonRecord, listRecords, toText } from '../json.ts';
import type { FolderBlog, Generator } from './generator.ts';
import { findPlainLanguages, findRef, toLanguageKey } from './languages.ts';
import { isInFolder, listPages, PAGE, trimFolder } from './pages.ts';
import { findKey, listTexts, readFronts, readSettings } from './settings.ts';

export const jekyll: Generator = {
  settings: /^_config\.(?:ya?ml|toml)$/,
  posts: /^_posts\/(?:[^/]+\/)*\d{4}-\d\d?-\d\d?-[^/]+$/,
  async read(input, settingsPath) {
    const settings = settingsPath === '' ? {} : await readSettings(input, settingsPath);
    const blog = readUnderscored(input, settings, findSource(input, toText(settings.source)));
    const fronts = await readFronts(input, blog.posts);
    const ofPlugin = listTexts(settings.languages);
    const ofDefaults = listRecords(settings.defaults).map((each) => findValue(each, 'values.lang'));
    const main = findMain(settings);
    const keys = [...ofPlugin, ...ofDefaults].map((each) => toLanguageKey(toText(each)));
    const plain = findPlainLanguages({ main, keys }, blog.base, blog.posts, fronts);
    const { languages } = plain;
    /** Language plugins put each configured language below its own prefix (`/de`), even if a post sets `permalink`. */
    const prefixOf = (path: string) => {
      const key = languages?.of(path) ?? main;
      const written = ofPlugin.find((each) => toLanguageKey(each) === key);
      return written === undefined || key === main ? '' : `/${written}`;
    };
    return {
      ...blog,
      languages,
      // The folder of a language is a category, except with a plugin, one of which has its posts in `_i18n`.
      nameOf: (path) =>
        ofPlugin.length === 0 ? path : plain.nameOf(path).replace(/(^|\/)_i18n\//, '$1'),
      keysOf: (path): Record<string, string> => {
        if (languages === undefined) return {};
        const front = fronts.get(path);
        const ref = findRef(front);
        const permalink = findKey(front, 'permalink');
        const address = permalink && prefixOf(path) && posix.join(prefixOf(path), '/', permalink);
        return {
          ...(ref && { translationKey: JSON.stringify(ref) }),
          ...(address && { permalink: JSON.stringify(address) }),
        };
      },
      addressDates: 'seconds-are-utc',
      addressOf(path) {
        const inner = posix.relative(blog.base, path);
        const ofPosts = toText(findValue(settings, 'collections.posts.permalink'));
        const stated = findDefault(settings, inner) || ofPosts || toText(settings.permalink);
        return prefixOf(path) + readStyle(stated || 'date');
      },
      titleOf: makeTitle,
      editFront: listTags,
    };
  },
};

/** The folder of the blog: that of the settings or, if a program makes that one, the folder above the posts. */
function findSource({ files }: ImportInput, stated: string): string {
  const source = trimFolder(stated);
  if (files.some((path) => isInFolder(path, source))) return source;
  const [, found = ''] = files.join('\n').match(/^(.*)\/_posts\//m) ?? [];
  return found;
}

/** Finds the key of the main language. */
function findMain(settings: JsonRecord): string {
  const keys = ['default_lang', 'lang', 'locale', 'language'];
  const stated = keys.map((key) => toText(settings[key])).find((each) => each !== '');
  return toLanguageKey(stated ?? listTexts(settings.languages)[0] ?? '') || 'en';
}

/** Finds the permalink that the settings give to a post by its folders: the innermost counts. Empty for none. */
function findDefault(settings: JsonRecord, path: string): string {
  const values = listRecords(settings.defaults).flatMap((each) => {
    const folder = trimFolder(toText(findValue(each, 'scope.path')));
    const isFit = /^(?:posts)?$/.test(toText(findValue(each, 'scope.type')));
    const value = toText(findValue(each, 'values.permalink'));
    return isFit && value !== '' && isInFolder(path, folder) ? [{ folder, value }] : [];
  });
  return values.sort((a, b) => b.folder.length - a.folder.length)[0]?.value ?? '';
}

const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:w_year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/** Converts the form of addresses in the settings, which may be a style. */
function readStyle(style: string): string {
  const pattern = (STYLES[style] ?? style).replace(/:output_ext\b/g, '.html');
  return `/${pattern}`
    .replace(/^\/+/, '/')
    .replace(/:title\b/g, ':pretty')
    .replace(/:slug\b/g, ':plain');
}

/** Names of files and folders that Jekyll doesn't publish, or that it compiles into something else. */
const UNPUBLISHED =
  /^(?:[._].*|(?:readme|license|changelog|contributing|gemfile|rakefile|vendor|script|bin)\b.*|package(?:-lock)?\.json|.*\.(?:gemspec|md|markdown|html?|s[ac]ss|coffee|xml))$/i;

/** Reads what Jekyll and Hexo have in common: folders that begin with an underscore, and the rest published as it is. */
export function readUnderscored(
  input: ImportInput,
  settings: JsonRecord,
  base: string,
): Omit<FolderBlog, 'addressOf'> {
  const get = (key: string) => toText(settings[key]);
  const files = input.files.filter((each) => isInFolder(each, base));
  const isPost = (each: string) => /(?:^|\/)_(?:posts|drafts)\//.test(each);
  const excluded = [get('destination'), ...listTexts(settings.exclude)].map(trimFolder);
  const isStatic = (inner: string) =>
    !inner.split('/').some((part) => UNPUBLISHED.test(part)) &&
    !excluded.some((folder) => folder !== '' && isInFolder(inner, folder));
  const url = get('url') === '' ? {} : { url: get('url') + get('baseurl') };
  return {
    base,
    posts: files.filter((each) => isPost(each) && PAGE.test(each)),
    pages: listPages(files).filter((each) => !isPost(each)),
    statics: files
      .map((each) => [each, posix.relative(base, each)] as const)
      .filter(([, inner]) => isStatic(inner)),
    settings: { publishfuture: get('future') || 'false', ...settings, ...url },
    plugins: listTexts(settings.plugins ?? settings.gems),
    decisions: files
      .filter((each) => /(?:^|\/)_data\/authors\.ya?ml$/.test(each))
      .map((each) => `posts may name authors by the keys of ${each}: replace these by the names`),
  };
}

/** Makes the title that Jekyll gives to a post without one, from the name of its file. */
function makeTitle(path: string): string {
  const words = splitFileName(path).name.split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

const WORD = String.raw`[^ \t\r\n,:#[\]{}"'&*!|>%@\x60?-][^ \t\r\n,:[\]{}]*`;
/** Tags in one string, which Jekyll splits at spaces. */
const SPACED_TAGS = new RegExp(
  String.raw`^((?:tags|categories):[ \t]+)(${WORD}(?:[ \t]+${WORD})+)(?=[ \t\r]*$)`,
  'gm',
);
/** Writes tags that are separated by spaces as a list. */
function listTags(front: string): string {
  return front.replace(SPACED_TAGS, (_, key, words: string) => {
    return `${key}[${words.split(/[ \t]+/).join(', ')}]`;
  });
}
