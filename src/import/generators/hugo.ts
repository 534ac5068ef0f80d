/**
 * Hugo: settings in one file or in `config/_default/`, sections and page bundles in `content/`, languages in file names.
 */
import { posix } from 'node:path';
import type { ImportInput } from '../input.ts';
import { findValue, isRecord, type JsonRecord, toText } from '../json.ts';
import type { FolderBlog, Generator } from './generator.ts';
import { splitPages, trimFolder } from './pages.ts';
import { readSettings } from './settings.ts';

export const hugo: Generator = {
  signs: {
    settings: /^(?:hugo|(?:config\/_default\/)?(?:hugo|config))\.(?:toml|ya?ml|json)$/,
    isOwn: (settings) => /baseurl|title|theme/i.test(settings),
  },
  feed: ['/index.xml', '/rss.xml'],
  tagPages: '',
  read: readHugo,
};

async function readHugo(input: ImportInput, settingsPath: string): Promise<FolderBlog> {
  const settings = await readAllSettings(input, settingsPath);
  const get = (key: string) => toText(findValue(settings, key));
  const base = trimFolder(get('contentdir')) || 'content';
  const languageOf = makeLanguageFinder(input, settings);
  const main = get('defaultcontentlanguage').toLowerCase() || 'en';
  const isMain = (each: string) => (languageOf(each) ?? main) === main;
  const { posts, pages, others } = splitPages(input.files, base);
  const translations = [...posts, ...pages].filter((each) => !isMain(each));
  return {
    base,
    posts: posts.filter(isMain),
    pages: pages.filter(isMain),
    others: [...others, ...translations],
    statics: [[trimFolder(get('staticdir')) || 'static', '']],
    settings: { publishfuture: get('buildfuture') || 'false', ...settings },
    plugins: [settings.theme].flat().map(toText),
    addressDates: 'written',
    addressOf: makeSectionAddresses(settings, base),
    nameOf: (each) => (languageOf(each) ? each.replace(/\.[\w-]+(?=\.[^./]+$)/, '') : each),
    isHeadless: (written) => /^headless\s*[:=]\s*true/m.test(written),
  };
}

/** Makes the function that finds the address of a post: by section, or Hugo's own. */
function makeSectionAddresses(settings: JsonRecord, base: string): FolderBlog['addressOf'] {
  // By kind, or by section, of which one may be called `page`.
  const ofPages = findValue(settings, 'permalinks.page');
  const permalinks = isRecord(ofPages) ? ofPages : settings.permalinks;
  const end = toText(settings.uglyurls) === 'true' ? '.html' : '/';
  return (path) => {
    const [section = ''] = posix.relative(base, path).split('/');
    const stated = toText(isRecord(permalinks) ? permalinks[section.toLowerCase()] : '');
    const address = stated || `/:sections/:slugorfilename${end}`;
    return address.replace(/:section(?!s)/, () => section);
  };
}

/** Makes a function that finds the language in a file's name: `post.fr.md` is French if the settings have `fr`. */
function makeLanguageFinder(
  input: ImportInput,
  { languages }: JsonRecord,
): (path: string) => string | undefined {
  const stated = isRecord(languages) ? Object.keys(languages) : [];
  const inFiles = input.files.flatMap((each) => /\blanguages\.([\w-]+)\./.exec(each)?.[1] ?? []);
  const known = new Set([...stated, ...inFiles, 'en'].map((each) => each.toLowerCase()));
  return (path) => {
    const name = /\.([\w-]+)\.[^./]+$/.exec(path)?.[1]?.toLowerCase();
    return name !== undefined && known.has(name) ? name : undefined;
  };
}

/** Reads the settings, including those in separate files, and those of the site's language. */
async function readAllSettings(input: ImportInput, settingsPath: string): Promise<JsonRecord> {
  const readPart = async (name: string): Promise<JsonRecord> => {
    const start = `config/_default/${name}.`;
    const part = input.files.find((each) => each.startsWith(start));
    return part ? readSettings(input, part) : {};
  };
  const settings: JsonRecord = {
    permalinks: await readPart('permalinks'),
    params: await readPart('params'),
    languages: await readPart('languages'),
    ...(await readSettings(input, settingsPath)),
  };
  const language = (toText(settings.defaultcontentlanguage) || 'en').toLowerCase();
  const ofLanguage = findValue(settings, `languages.${language}`);
  return {
    ...settings,
    ...(isRecord(ofLanguage) ? ofLanguage : {}),
    ...(await readPart(`languages.${language}`)),
  };
}
