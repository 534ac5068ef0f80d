/**
 * Generators: reads the folder of a blog made with Jekyll, Hexo, Hugo, Zola, Eleventy or Astro: the files that are posts,
 * the files that are published as they are, and the address of each post.
 *
 * Settings in YAML, TOML and JSON are parsed. Settings that are code are only searched for strings, never run.
 */
import { posix } from 'node:path';
import type { ParsedEssay } from '../essays/essay.ts';
import { listFoldersAbove, splitFileName } from '../essays/paths.ts';
import { parseToml } from '../essays/toml.ts';
import { parseYaml, type YamlNode } from '../essays/yaml.ts';
import { prettify, urlize } from '../site/placeholders.ts';
import { slugify } from '../site/slugs.ts';
import { joinWords } from '../text/text.ts';
import { ImportFault, type Input } from './input.ts';
import { find, isRecord, type JsonRecord, listRecords, text } from './sources/records.ts';

/** A blog as its folder describes it. Paths are relative to the folder, with "/". */
export interface FolderBlog {
  /** The folder to which post paths in addresses are relative. */
  readonly base: string;
  readonly posts: readonly string[];
  readonly pages: readonly string[];
  /** Texts beside them that are no pages: in the folder of a post, or in another language. */
  readonly others?: readonly string[];
  /** HTML files without front matter, such as demos: neither posts nor pages. */
  readonly bare?: readonly string[];
  /** The path of a post without the part of its name that is no part of its address. */
  nameOf?(path: string): string;
  /** Files and folders that are published as they are, each with its path in the site. */
  readonly statics: readonly (readonly [path: string, target: string])[];
  /** The address of a post, with placeholders for dates and for the values of `nameValues`. */
  addressOf(path: string): string;
  /** Settings with the title, the URL and so on. */
  readonly settings: JsonRecord;
  /** The names of plugins and themes in the settings. */
  readonly plugins: readonly string[];
  /** The names of authors, by what posts call them, in lower case. */
  readonly authors?: ReadonlyMap<string, string>;
}

/** Files that are, or may be, posts and pages. */
export const PAGE = /\.(?:md|markdown|mdx|html?)$/i;
/** Names of files and folders that are not published, or are only sources. */
const UNPUBLISHED =
  /^(?:[._].*|(?:readme|license|changelog|contributing|gemfile|rakefile|vendor|script|bin)\b.*|package(?:-lock)?\.json|.*\.(?:gemspec|md|markdown|html?|s[ac]ss|coffee|xml))$/i;
const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

const readHexo = (input: Input, path: string) => readJekyll(input, path, true);

/** Reads a Jekyll blog, or one of Hexo, whose posts and settings are nearly the same. */
async function readJekyll(input: Input, path: string, isHexo = false): Promise<FolderBlog> {
  const settings = path === '' ? {} : await readSettings(input, path);
  const get = (key: string) => text(find(settings, key));
  const base = trimFolder(isHexo ? get('source_dir') || 'source' : get('source'));
  const files = input.files.filter((each) => isWithin(each, base));
  const ofPosts = listRecords(settings.defaults).find((each) => {
    return /^(?:posts)?$/.test(text(find(each, 'scope.type'))) && find(each, 'values.permalink');
  });
  const style =
    get('collections.posts.permalink') ||
    get('permalink') ||
    text(find(ofPosts ?? {}, 'values.permalink')) ||
    (isHexo ? ':year/:month/:day/:title/' : 'date');
  const address = (JEKYLL_STYLES[style] ?? style).replace(/:output_ext\b/g, '.html');
  const excluded = [get('destination'), ...listTexts(settings.exclude)].map(trimFolder);
  const isPost = (each: string) => /(?:^|\/)_(?:posts|drafts)\//.test(each);
  return {
    base,
    posts: files.filter((each) => isPost(each) && PAGE.test(each)),
    pages: listPages(files).filter((each) => !isPost(each)),
    statics: files.flatMap((each) => {
      const inner = posix.relative(base, each);
      const isOwn = inner.split('/').some((part) => UNPUBLISHED.test(part));
      const isOut = excluded.some((own) => own !== '' && isWithin(inner, own));
      return isOwn || isOut ? [] : [[each, inner] as const];
    }),
    addressOf: () =>
      `/${address}`
        .replace(/^\/+/, '/')
        .replace(/:(?:title|slug)\b/g, isHexo ? ':file' : ':pretty'),
    settings: {
      ...{ publishfuture: get('future') || 'false', ...settings },
      ...(get('url') === '' ? {} : { url: get('url') + get('baseurl') }),
    },
    plugins: listTexts(settings.plugins ?? settings.gems),
    authors: await readAuthors(input),
  };
}

/** Reads the names of a Jekyll blog's authors. */
async function readAuthors(input: Input): Promise<ReadonlyMap<string, string>> {
  const path = input.files.find((each) => /(?:^|\/)_data\/authors\.ya?ml$/.test(each));
  const entries = Object.entries(path === undefined ? {} : await readSettings(input, path));
  const nameOf = (facts: unknown) =>
    isRecord(facts) ? text(facts.name ?? facts.full_name ?? facts.display_name) : '';
  const named = entries.map(([id, facts]) => [id, nameOf(facts)] as const);
  return new Map(named.filter(([, name]) => name !== ''));
}

/** Reads Hugo's settings with those that a folder has in files of their own, and those of the site's language. */
async function readHugoSettings(input: Input, path: string): Promise<JsonRecord> {
  const readPart = async (name: string) => {
    const start = `config/_default/${name}.`;
    const part = input.files.find((each) => each.startsWith(start));
    return part ? readSettings(input, part) : {};
  };
  const [permalinks, params, languages] = [
    await readPart('permalinks'),
    await readPart('params'),
    await readPart('languages'),
  ];
  const settings = { permalinks, params, languages, ...(await readSettings(input, path)) };
  const language = text(find(settings, 'defaultcontentlanguage')) || 'en';
  const own = find(settings, `languages.${language.toLowerCase()}`);
  return {
    ...settings,
    ...(isRecord(own) && own),
    ...(await readPart(`languages.${language.toLowerCase()}`)),
  };
}

async function readHugo(input: Input, path: string): Promise<FolderBlog> {
  const settings = await readHugoSettings(input, path);
  const get = (key: string) => text(find(settings, key));
  const base = trimFolder(get('contentdir')) || 'content';
  // By kind, or by section, of which one may be called `page`.
  const ofPages = find(settings, 'permalinks.page');
  const permalinks = isRecord(ofPages) ? ofPages : settings.permalinks;
  const own = get('uglyurls') === 'true' ? '.html' : '/';
  // `post.fr.md` is in French if the settings know that language.
  const stated = isRecord(settings.languages) ? Object.keys(settings.languages) : [];
  const inFiles = input.files.flatMap((each) => /\blanguages\.([\w-]+)\./.exec(each)?.[1] ?? []);
  const languages = [...stated, ...inFiles, 'en'].map((each) => each.toLowerCase());
  const languageOf = (each: string) => {
    const [, name = ''] = /\.([\w-]+)\.[^./]+$/.exec(each) ?? [];
    return languages.find((each) => each === name.toLowerCase());
  };
  const main = get('defaultcontentlanguage').toLowerCase() || 'en';
  const isMain = (each: string) => (languageOf(each) ?? main) === main;
  const { posts, pages, others } = splitPages(input, base);
  return {
    base,
    posts: posts.filter(isMain),
    pages: pages.filter(isMain),
    others: [...others, ...[...posts, ...pages].filter((each) => !isMain(each))],
    nameOf: (each) => (languageOf(each) ? each.replace(/\.[\w-]+(?=\.[^./]+$)/, '') : each),
    statics: [[trimFolder(get('staticdir')) || 'static', '']],
    addressOf(each) {
      const [section = ''] = posix.relative(base, each).split('/');
      const stated = text(isRecord(permalinks) ? permalinks[section.toLowerCase()] : '');
      return (stated || `/:sections/:slugorfilename${own}`).replace(/:section(?!s)/, () => section);
    },
    settings: { publishfuture: get('buildfuture') || 'false', ...settings },
    plugins: [settings.theme].flat().map(text),
  };
}

async function readZola(input: Input, path: string): Promise<FolderBlog> {
  const settings = await readSettings(input, path);
  return {
    ...splitPages(input, 'content'),
    statics: [['static', '']],
    addressOf: () => '/:sections/:slugorfile/',
    settings,
    plugins: [text(settings.theme)],
  };
}

async function readEleventy(input: Input, path: string): Promise<FolderBlog> {
  const code = await input.readText(path);
  const base = trimFolder(findText(code, 'input') || findCalls(code, 'setInputDirectory')[0]);
  const output = findText(code, 'output') || findCalls(code, 'setOutputDirectory')[0] || '_site';
  const data = await readAll(input, /(?:^|\/)_data\/(?:metadata|meta|site)\.\w+$/);
  const dataOf = await readFolderData(input);
  /** Permalinks by folder. */
  const permalinks = new Map<string, string>();
  for (const [folder, said] of dataOf) {
    const [, , template = '{{ }}'] = PERMALINK.exec(said) ?? [];
    if (/\bpermalink\b(?!["']?\s*:\s*false)/.test(said))
      permalinks.set(folder, readTemplate(template));
  }
  const isSource = (each: string) => isWithin(each, base) && !isWithin(each, trimFolder(output));
  const found = listPages(input.files, NO_PAGE_OF_ELEVENTY).filter(isSource);
  const fronts = await readFronts(input, found);
  const isDated = (each: string) =>
    splitFileName(each).date !== null || DATED.test(fronts.get(each) ?? '');
  /** True for a file in a folder whose data dates or tags it, so that it is in a collection. */
  const isCollected = (each: string) =>
    listFoldersAbove(each).some((folder) => COLLECTED.test(dataOf.get(folder) ?? ''));
  const isText = (each: string) =>
    !/\.html?$/i.test(each) || fronts.has(each) || isDated(each) || isCollected(each);
  const files = found.filter(isText);
  const isPost = (each: string) => {
    const inner = posix.relative(base, each);
    if (!inner.includes('/')) return !LIST.test(inner) && (OF_POSTS.test(base) || isDated(each));
    // `about/index.md` is a page, or the list of a folder's posts.
    return !LIST.test(inner) || inner.split('/').length > 2;
  };
  return {
    base,
    posts: files.filter(isPost),
    pages: files.filter((each) => !isPost(each)),
    bare: found.filter((each) => !isText(each)),
    statics: [...code.matchAll(COPY)].map(([, plain, from = plain ?? '', to]) => {
      const folder = trimFolder(from.replace(/\/\*.*$/, ''));
      const inside = isWithin(folder, base) ? posix.relative(base, folder) : folder;
      return [folder, to === undefined ? inside : trimFolder(to)];
    }),
    addressOf(each) {
      const folders = [...permalinks.keys()].filter((folder) => isWithin(each, folder));
      const [closest] = folders.sort((a, b) => b.length - a.length);
      if (closest !== undefined) return permalinks.get(closest) ?? '';
      // `x/x.md` is at /x/.
      const isNamed = /(?:^|\/)([^/]+)\/\1\.[^./]+$/.test(each);
      return isNamed ? `/${posix.relative(base, posix.dirname(each))}/` : '/:sections/:filename/';
    },
    settings: readCode(data),
    plugins: [...code.matchAll(ADDED)].map(([, name = '']) => name),
  };
}

/** The name of a folder of posts. */
const OF_POSTS = /(?:^|\/)_?(?:posts?|blog|articles?|essays?|notes?|writing|journal)$/i;
/** A page or list that has the address of its folder, and the page for unknown addresses. */
const LIST = /(?:^|\/)index\.[^/]*$|^404\./;
/** A day in front matter; `date: Last Modified` makes no post. */
const DATED = /^["']?date["']?[ \t]*:[ \t]*["']?\d{4}/im;
/** Data that dates or tags the files of a folder. */
const COLLECTED = /\b(?:tags|date)["']?\s*:/;

/** Reads the front matter of those files that have any. */
async function readFronts(input: Input, paths: readonly string[]): Promise<Map<string, string>> {
  const fronts = new Map<string, string>();
  for (const path of paths) {
    const [front] = /^---.*?\n---/s.exec(await input.head(path)) ?? [];
    if (front !== undefined) fronts.set(path, front);
  }
  return fronts;
}

/** Reads the data that Eleventy gives all files of a folder. */
async function readFolderData(input: Input): Promise<Map<string, string>> {
  const data = new Map<string, string>();
  for (const path of input.files) {
    const [, name] = /([^/]+)\.(?:11tydata\.(?:[cm]?js|json)|json)$/.exec(path) ?? [];
    const folder = posix.dirname(path);
    if (name !== undefined && name === posix.basename(folder))
      data.set(folder, (data.get(folder) ?? '') + (await input.readText(path)));
  }
  return data;
}

const COPY =
  /addPassthroughCopy\(\s*(?:["'`]([^"'`]+)["'`]|\{\s*["'`]([^"'`]+)["'`]\s*:\s*["'`]([^"'`]*)["'`])/g;
const ADDED = /add(?:\w*Shortcode|\w*Filter|Collection|Plugin|Transform)\(\s*["'`]?([\w.-]+)/g;

/** A permalink in data of Eleventy: a text, or the first text in a function. */
const PERMALINK =
  /\bpermalink(?:["']?\s*:\s*(?:(?:function\b|\(?[\w\s{},]*\)?\s*=>)[^"'\x60]{0,200})?|\s*\([^)]*\)\s*\{[^"'\x60]{0,200})(["'\x60])((?:(?!\1)[^\n])*)\1/;

/** What the values in permalink templates stand for. */
const TEMPLATE_VALUES: readonly (readonly [RegExp, string])[] = [
  [/\bslug\s*(?:\|\||or\b).*\bfileSlug\b/, ':slugorfile'],
  [/\bfileSlug\b/, ':file'],
  [/\bfilePathStem\b/, ':sections/:file'],
  [/\btitle\b/, ':title'],
  [/\bslug$/, ':slug'],
  [/%Y\/%m\/%d/, ':year/:month/:day'],
  [/%Y\/%m/, ':year/:month'],
  [/%Y-%m-%d|slice\(0, 10\)$/, ':year-:month-:day'],
  [/%Y|getFullYear/, ':year'],
];

/** Converts a permalink template: `/notes/{{ page.fileSlug }}/` → `/notes/:file/` */
function readTemplate(template: string): string {
  const written = template.replace(/(?:\{|\$)\{([^{}]*)\}{1,2}/g, (_, value: string) => {
    return TEMPLATE_VALUES.find(([form]) => form.test(value.trim()))?.[1] ?? ':unknown';
  });
  return `/${written}`.replace(/^\/+/, '/').replace(/index\.html$/, '');
}

async function readAstro(input: Input, path: string): Promise<FolderBlog> {
  const code = await input.readText(path);
  const texts = await readAll(input, /^src\/(?:consts|config|site|site\.config)\.[jt]s$/);
  const own = readCode(texts);
  const schema = await readAll(input, /^src\/content(?:\/|\.)config\.m?[jt]s$/);
  const constant = (name: string) => findText(schema + texts, name);
  const stated = [...schema.matchAll(BASE)]
    .map(
      ([, folder, name = '']) =>
        folder?.replace(/\$\{(\w+)\}/g, (_, each) => constant(each)) ?? constant(name),
    )
    .map(trimFolder)
    .filter((folder) => folder !== '');
  const inContent = input.files.flatMap((each) => /^src\/content\/[^/]+(?=\/)/.exec(each) ?? []);
  const all = [...new Set([...stated, ...inContent])];
  // Loaders skip no folders that begin with an underscore.
  const isLoaded = (each: string) => stated.some((folder) => isWithin(each, folder));
  const files = input.files.filter(
    (each) => PAGE.test(each) && !NO_PAGE.test(isLoaded(each) ? posix.basename(each) : each),
  );
  const used = all.filter((folder) => files.some((each) => isWithin(each, folder)));
  const collections = used.length > 0 ? used : ['src/pages'];
  const collectionOf = (each: string) => collections.find((folder) => isWithin(each, folder));
  /** The routes with a page for each post, and the collections that their code names, if any. */
  const routes: { readonly route: string; readonly names: readonly string[] }[] = [];
  for (const each of input.files) {
    const [, route] = ROUTE.exec(each) ?? [];
    if (route === undefined) continue;
    routes.push({ route, names: findCalls(await input.readText(each), 'getCollection') });
  }
  const findRoute = (name: string) =>
    routes.find(({ names }) => names.includes(name)) ??
    routes.find(({ names }) => names.length === 0) ??
    (routes.length === 1 ? routes[0] : undefined);
  const isFile = /format\s*:\s*["'`]file/.test(code);
  const end = isFile ? '.html' : /trailingSlash\s*:\s*["'`]never/.test(code) ? '' : '/';
  return {
    base: commonFolder(collections),
    posts: files.filter((each) => collectionOf(each) !== undefined),
    pages: files.filter((each) => isWithin(each, 'src/pages') && used.length > 0),
    statics: [['public', '']],
    addressOf(each) {
      const folder = collectionOf(each) ?? '';
      const name = posix.basename(folder);
      const route = folder === 'src/pages' ? '' : (findRoute(name)?.route ?? name);
      const folders = folderOf(posix.relative(folder, each)).split('/');
      // By the convention of AstroPaper, these are not part of addresses.
      const inner = folders.filter((part) => !part.startsWith('_')).map(slugify);
      return posix.join('/', route, ...inner, `:slugorfile${end}`);
    },
    settings: { ...own, url: (findText(code, 'site') || own.url) + findText(code, 'base') },
    plugins: (/integrations\s*:\s*\[([^\]]*)/.exec(code)?.[1] ?? '').match(/\w+(?=\()/g) ?? [],
  };
}

/** The folder of a collection, or the name of a constant that holds it. */
const BASE = /\bbase\s*:\s*(?:["'`]([^"'`]+)|(\w+))/g;
/** The file of a page with one parameter, unless that is the number of a list's page or what posts have in common. */
const ROUTE =
  /^src\/pages\/([^[]*)\[(?:\.\.\.)?(?!(?:page|tag|category|author|series|year|lang|locale)s?\])[^\]]*\](?:\/index)?\.astro$/i;

interface Generator {
  /** Matches the path of its settings. */
  readonly settings: RegExp;
  /** Recognizes its settings, where those of another generator have the same name. */
  isOwn?(settings: string, files: readonly string[]): boolean;
  /** For a generator that needs no settings: matches the paths of its posts. */
  readonly posts?: RegExp;
  /** Reads a blog; without settings, `path` is empty. */
  read(input: Input, path: string): Promise<FolderBlog>;
}

/** Hexo's folder of posts; Jekyll would have to name the folder in its settings. */
const isHexo: Generator['isOwn'] = (settings, files) =>
  /^source_dir:/m.test(settings) ||
  (files.some((path) => path.startsWith('source/_posts/')) && !/^source:/m.test(settings));

const GENERATORS = {
  hexo: { settings: /^_config\.ya?ml$/, isOwn: isHexo, read: readHexo },
  jekyll: {
    settings: /^_config\.(?:ya?ml|toml)$/,
    posts: /^_posts\/(?:[^/]+\/)*\d{4}-\d\d?-\d\d?-[^/]+$/,
    read: readJekyll,
  },
  zola: {
    settings: /^(?:zola|config)\.toml$/,
    isOwn: (settings) => /^\s*base_url\s*=/m.test(settings),
    read: readZola,
  },
  hugo: {
    settings: /^(?:hugo|(?:config\/_default\/)?(?:hugo|config))\.(?:toml|ya?ml|json)$/,
    isOwn: (settings) => /baseurl|title|theme/i.test(settings),
    read: readHugo,
  },
  eleventy: { settings: /^(?:eleventy\.config|\.eleventy)\.[cm]?[jt]s$/, read: readEleventy },
  astro: { settings: /^astro\.config\.[cm]?[jt]s$/, read: readAstro },
} satisfies Record<string, Generator>;
export type GeneratorName = keyof typeof GENERATORS;
export const GENERATOR_NAMES = Object.keys(GENERATORS) as GeneratorName[];
export const isGenerator = (kind: string): kind is GeneratorName => kind in GENERATORS;

/** Finds the generator that an input belongs to; null for none. */
export async function findGenerator(input: Input): Promise<GeneratorName | null> {
  const { files } = input;
  for (const name of GENERATOR_NAMES) {
    const { settings, isOwn = () => true }: Generator = GENERATORS[name];
    const path = files.find((each) => settings.test(each));
    if (path !== undefined && isOwn(await input.readText(path), files)) return name;
  }
  return null;
}

/** Finds the generator of posts that have no settings beside them; null for none. */
export function findGeneratorOfPosts({ files }: Input): GeneratorName | null {
  const hasPosts = ({ posts }: Generator) => files.some((path) => posts?.test(path));
  return GENERATOR_NAMES.find((name) => hasPosts(GENERATORS[name])) ?? null;
}

/** Reads a generator's folder. */
export async function readFolder(name: GeneratorName, input: Input): Promise<FolderBlog> {
  const { settings, posts, read }: Generator = GENERATORS[name];
  const path = input.files.find((each) => settings.test(each));
  if (path !== undefined) return read(input, path);
  if (input.files.some((each) => posts?.test(each))) return read(input, '');
  throw new ImportFault(
    `this folder has no settings of ${name}`,
    describeInner(input.files) ?? 'Name the folder that has them.',
  );
}

/** Names folders inside that have settings of a generator; null for none. */
export function describeInner(files: readonly string[]): string | null {
  const all: readonly Generator[] = Object.values(GENERATORS);
  const folders = files.flatMap((path) => {
    const folder = posix.dirname(path);
    const isSettings = all.some(({ settings }) => settings.test(posix.basename(path)));
    const isOwn = folder !== '.' && !/(?:^|\/)(?:[._]|themes\/|vendor\/|tests?\/)/.test(folder);
    return isSettings && isOwn ? [folder] : [];
  });
  const shown = [...new Set(folders)].slice(0, 3).map((folder) => `\`${folder}\``);
  return joinWords(shown, 'or') && `Name the folder with the settings: ${joinWords(shown, 'or')}.`;
}

/** The values of a post's address placeholders; `path` is relative to `base`. */
export function nameValues(essay: ParsedEssay, path: string) {
  const { statedSlug, fileName, title } = essay;
  const stated = statedSlug?.value;
  const name = urlize(posix.basename(path.replace(/(?:\/index)?\.[^./]+$/, '')));
  return {
    categories: listCategories(essay, path),
    sections: folderOf(path),
    pretty: prettify(stated ?? fileName.normalize()),
    title: urlize(title),
    slug: stated ?? urlize(title),
    name: fileName,
    file: fileName,
    slugorfile: stated ?? slugify(fileName),
    filename: name,
    contentbasename: name,
    slugorfilename: stated ?? name,
    slugorcontentbasename: stated ?? name,
  };
}

/** Placeholders, and those of `redirects` that may have the same value. Date placeholders are the same in both. */
const SAME: Readonly<Record<string, string>> = {
  categories: ':category',
  sections: ':folder',
  pretty: ':title',
  slug: ':slug :title',
  name: ':file',
  slugorfile: ':folder/:file :file :slug',
  filename: ':file :year-:month-:day-:file',
  contentbasename: ':file :year-:month-:day-:file',
  slugorfilename: ':file :slug :year-:month-:day-:file',
  slugorcontentbasename: ':file :slug :year-:month-:day-:file',
};

/** Lists the `redirects` that may be equivalent to an address with placeholders. */
export function listCandidates(address: string): string[] {
  const [whole, before = '', name = '', rest = ''] = /^([^:]*):([a-z_]+)(.*)$/.exec(address) ?? [];
  if (whole === undefined) return [address];
  const after = listCandidates(rest);
  const same = (SAME[name] ?? `:${name}`).split(' ');
  return same.flatMap((own) => after.map((each) => before + own + each));
}

/** Lists Jekyll's categories: folders above `_posts` count, and one of several words counts as several. */
function listCategories({ categories }: ParsedEssay, path: string): string {
  const folders = path.replace(/(?:^|\/)?_(?:posts|drafts)\/.*$/, '').split('/');
  const own =
    categories.length === 1 ? categories.flatMap((each) => each.split(/\s+/)) : categories;
  return [...new Set([...folders, ...own].map(urlize))].filter((each) => each !== '').join('/');
}

/** The folder of a post; for an `index.md`, the folder above its own. */
function folderOf(path: string): string {
  const folder = posix.dirname(path.replace(/\/index\.[^./]+$/, '.md'));
  return folder === '.' ? '' : folder;
}

/** True for a path in a folder; the empty folder contains everything. */
export const isWithin = (path: string, folder: string) =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** The innermost folder that contains all of these. */
export function commonFolder(folders: readonly string[]): string {
  const parts = (folders[0] ?? '').split('/');
  while (!folders.every((each) => isWithin(each, parts.join('/')))) parts.pop();
  return parts.join('/');
}

const NO_PAGE = /(?:^|\/)(?:[._]|readme|license|changelog)/i;
/** Eleventy may have posts in folders such as `_posts`. */
const NO_PAGE_OF_ELEVENTY =
  /(?:^|\/)(?:\.|_(?:data|includes|layouts|components|partials|site)\b|readme|license|changelog)/i;

const listPages = (files: readonly string[], others = NO_PAGE) =>
  files.filter((path) => PAGE.test(path) && !others.test(path));

/**
 * Separates posts from pages in Hugo and Zola: posts are in sections of the content folder, all else is a page. Other
 * texts in a folder with an `index.md` are neither.
 */
function splitPages(input: Input, base: string) {
  const found = listPages(input.files).filter(
    (path) => /^content\//.test(path) || isWithin(path, base),
  );
  const all = found.filter((path) => isWithin(path, base));
  const bundles = new Set(all.filter((path) => /\/index\.[^/]*$/.test(path)).map(posix.dirname));
  bundles.delete(base);
  const isOwn = (path: string) =>
    /\/index\.[^/]*$/.test(path) || !listFoldersAbove(path).some((folder) => bundles.has(folder));
  const own = new Set(all.filter(isOwn));
  const isPost = (path: string) =>
    /^(?!pages?(?:\/|$))./.test(folderOf(posix.relative(base, path)));
  const [posts, pages] = [[...own].filter(isPost), [...own].filter((path) => !isPost(path))];
  return { base, posts, pages, others: found.filter((path) => !own.has(path)) };
}

/** Reads settings, with keys in lower case. */
async function readSettings(input: Input, path: string): Promise<JsonRecord> {
  const parse = path.endsWith('.toml') ? parseToml : parseYaml;
  const tree = parse(await input.readText(path), { damages: [], repeats: [] });
  if (tree?.kind === 'fault') throw new ImportFault(`${path}: ${tree.message}`, tree.hint);
  const value = tree === null ? null : toPlain(tree);
  return isRecord(value) ? value : {};
}

function toPlain(node: YamlNode): unknown {
  if (node.kind === 'text') return node.value;
  if (node.kind === 'list') return node.items.map(toPlain);
  const entries = [...node.entries].map(([key, { value }]) => [key.toLowerCase(), toPlain(value)]);
  return Object.fromEntries(entries);
}

const listTexts = (value: unknown) => (Array.isArray(value) ? value : []).map(text);

const readAll = async (input: Input, form: RegExp) =>
  (await Promise.all(input.files.filter((path) => form.test(path)).map(input.readText))).join('\n');

/** Finds the first string that code assigns to a name: `title: "x"`, `SITE_TITLE = 'x'`; empty for none. */
function findText(code: string, name: string): string {
  const form = new RegExp(
    `(?:\\b|_)${name}["']?\\s*[:=]\\s*(["'\`])([^"'\`\\n]*(?:(?!\\1)["'\`][^"'\`\\n]*)*)\\1`,
    'i',
  );
  return form.exec(code)?.[2] ?? '';
}

/** Finds the strings that are the first arguments of a function's calls. */
const findCalls = (code: string, name: string) =>
  [...code.matchAll(new RegExp(`\\b${name}\\(\\s*["'\`]([^"'\`]*)`, 'g'))].map(
    ([, own = '']) => own,
  );

const NAMES = 'title name description desc url website language lang locale author timezone';

const readCode = (code: string): Record<string, string> =>
  Object.fromEntries(NAMES.split(' ').map((name) => [name, findText(code, name)]));

const trimFolder = (folder = '') => folder.replace(/^(?:\.?\/)+|^\.$|\/+$/g, '');
