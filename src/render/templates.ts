/**
 * Prepares the templates of a site: finds a compiled set, or compiles one with esbuild. An edge.
 *
 * Files in a site's `templates/` replace those of the package. A compiled set is a folder named by a
 * digest of its inputs; the package ships one, which serves every site whose templates are the same.
 * Invariant: a set is used only if compiling the same inputs again would give the same files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type { BuildFailure, BuildOptions, OutputFile, PartialMessage, PluginBuild } from 'esbuild';
import type { Mark } from '../content/components.ts';
import { findStats, ifThere, isRefusal, readOwnFile, replaceFile } from '../content/file-state.ts';
import { digest, fingerprint } from '../content/fingerprint.ts';
import { suggestWord } from '../content/text.ts';
import { type Place, type Problem, placeAt } from '../problems.ts';
import { CARD_SIZE, type CardFont, type CardTemplate, RENDERER } from './cards.ts';
import { DEFAULT_PALETTE, type Palette, readPalette } from './palette.ts';
import type { SiteProps } from './props.ts';
import {
  compilerMissing,
  defaultMissing,
  describeFailures,
  ENTRIES,
  type FailedOutput,
  templateInvalid,
  toError,
} from './template-errors.ts';
import { blankComments, findSlips } from './template-slips.ts';

/** Folders of a build, absolute, and the digest of the running program. */
export interface TemplatePlaces {
  readonly root: string;
  readonly packageRoot: string;
  readonly cacheDir: string;
  readonly program: string;
}

/** A published file of the client: compiled, minified, named by its fingerprint. */
export interface ClientAsset {
  /** `style`, `home` or `outbound`; `script-…` for a script of `<Script>`; else its file name. */
  readonly name: string;
  /** Relative to out/. */
  readonly outputPath: string;
  readonly bytes: Uint8Array;
}

const TEMPLATE_NAMES = [
  ...(['HomePage', 'EssayPage', 'AboutPage', 'NotFoundPage'] as const),
  ...(['Page', 'TagPage', 'TagsPage', 'ArchivePage'] as const),
] as const;
/** A template of a page, one in `templates/pages/` with its folder. */
export type TemplateName = (typeof TEMPLATE_NAMES)[number] | `pages/${string}`;

/** Everything that components are given besides their props. */
interface PageContext extends Pick<SiteProps, 'texts' | 'language'> {
  /** The URLs of the client scripts that templates have, by the names of their assets. */
  readonly scripts: Readonly<Record<string, string>>;
}

export interface PreparedTemplates {
  /** The compiled script that renders pages, absolute. */
  readonly script: string;
  /** The digest of that script. */
  readonly digest: string;
  readonly assets: readonly ClientAsset[];
  /** The colours of the style sheet. */
  readonly palette: Palette;
  /** Null for a site without cards. */
  readonly card: CardTemplate | null;
  /** All sources, absolute: templates, the files they import, and fonts. */
  readonly files: readonly string[];
  /** Every file and folder whose change can change the result, absolute. */
  readonly inputs: readonly string[];
  /** Renders a whole page; throws what the template throws. */
  render(template: TemplateName, props: object, context: PageContext): string;
  /** Renders a component of `templates/marks/`; throws what it throws. */
  renderMark(mark: Mark, content: string, context: PageContext): string;
  /** Makes one problem for each distinct error that templates threw. */
  describeFailures(failures: readonly FailedOutput[]): Problem[];
}

/** The exports of the compiled script that renders pages. */
interface PagesScript extends Pick<PreparedTemplates, 'render' | 'renderMark'> {
  /** The templates without a default export. */
  readonly missing: readonly TemplateName[];
}

/** The part of a compiled set that its manifest records. */
interface Manifest {
  /** Names of the sources, as `nameSource` gives them. */
  readonly sources: readonly string[];
  /** The digest of each file, by its path in the folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly palette: Palette;
}

interface TemplateSet extends Manifest {
  readonly folder: string;
  readonly assets: readonly ClientAsset[];
}

/** The digests of sources, by name. */
type Sources = Map<string, string>;
/** `pages.cjs`, `card.cjs`, their source maps and `assets/…`, by path. */
type CompiledFiles = ReadonlyMap<string, Uint8Array>;

/** Takes the place of the program's digest in the key of the set that the package ships. */
const SHIPPED = 'shipped';
const [MANIFEST, PAGES, CARD] = ['manifest.json', 'pages.cjs', 'card.cjs'] as const;
/** Files that an import without an extension, such as `./Card`, can resolve to. */
const RESOLVABLE = /\.([cm]?[jt]sx?|css|json)$/;

/** Prepares the templates of a site, with or without the one for social cards; null if there is a problem. */
export async function prepareTemplates(
  places: TemplatePlaces,
  withCards: boolean,
): Promise<{ value: PreparedTemplates | null; problems: Problem[] }> {
  const shipped = shippedPlaces(places.packageRoot, places.root);
  const found = findSet(shipped, withCards) ?? findSet(places, withCards);
  const { value: set, problems } = found
    ? { value: found, problems: [] }
    : await compileSet(places, withCards);
  if (set === null) return { value: null, problems };
  const script = join(set.folder, PAGES);
  const describe = (failures: readonly FailedOutput[]) =>
    describeFailures(failures, {
      show: (name) => showSource(name, places),
      read: (name) => readFileSync(locateSource(name, places), 'utf8'),
      readSourceMap: (made) => readFileSync(join(set.folder, `${made}.map`), 'utf8'),
    });
  let loaded: PagesScript;
  try {
    loaded = loadScript(script);
  } catch (thrown) {
    const doing = 'loading the templates';
    const failure = { error: toError(thrown), doing, template: 'templates', made: 'page' } as const;
    return { value: null, problems: describe([failure]) };
  }
  const { missing, render, renderMark } = loaded;
  if (missing.length > 0) {
    const found = missing.map((name) => findDefault(name, set.sources, places));
    return { value: null, problems: found.map(defaultMissing) };
  }
  const card = withCards ? describeCard(set, places) : null;
  const fonts = card?.fonts.map(({ file }) => file) ?? [];
  const files = [...set.sources.map((name) => locateSource(name, places)), ...fonts];
  const own = set.sources.filter((name) => isOwnTemplate(name, places));
  const inputs = [
    ...files,
    ...listFolders(set.sources, places),
    ...listReactManifests(places),
    ...own.map((name) => join(places.packageRoot, name)).filter((file) => findStats(file)),
    join(places.root, 'package.json'),
  ];
  const pages = { script, digest: set.files[PAGES] ?? '', render, renderMark };
  const { assets, palette } = set;
  const rest = { assets, palette, card, files, inputs, describeFailures: describe };
  return { value: { ...pages, ...rest }, problems: findSlipsIn(own, set.sources, places) };
}

/** True for a file of the site's own `templates/`. */
function isOwnTemplate(name: string, { root }: TemplatePlaces): boolean {
  return name.startsWith('templates/') && findStats(join(root, name)) !== null;
}

/** Files that would be in use if they were meant for something. */
const USABLE = /^templates\/(?!.*\.(?:d|test|stories)\.)[^.].*\.([cm]?[jt]sx?|css)$/;

function findSlipsIn(own: readonly string[], sources: readonly string[], places: TemplatePlaces) {
  const original = (name: string) => ifThere(() => readFileSync(join(places.packageRoot, name)));
  const templates = own.map((name) => {
    const [bytes, text] = [original(name), readFileSync(join(places.root, name), 'utf8')];
    return { name, text, original: bytes && fingerprint(bytes) };
  });
  const usable = listNames([], USABLE, places);
  const shipped = usable.filter((name) => findStats(join(places.packageRoot, name)) !== null);
  const isUnused = (name: string) => ![...shipped, ...sources].includes(name);
  return findSlips(templates, usable.filter(isUnused), shipped);
}

/**
 * Lists the components in a folder of the templates, the site's and the package's, by the names of their files
 * without endings: those of marks, and the templates of the author's own pages.
 */
export function listComponents(
  places: Pick<TemplatePlaces, 'root' | 'packageRoot'>,
  folder: 'marks' | 'pages',
): string[] {
  const folders = templateFolders(places).map((top) => join(top, folder));
  const files = folders.flatMap((folder) => ifThere(() => readdirSync(folder)) ?? []);
  const names = files.flatMap((file) => /^([A-Za-z][\w-]*)\.[jt]sx$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** Loads a compiled script. A session forgets the versions of it that templates had before. */
export function loadScript(script: string) {
  // The module of this `require` is garbage after the call: it would keep every version.
  const require = createRequire(script);
  for (const old of Object.keys(require.cache)) {
    const isOld = basename(old) === basename(script) && old !== script;
    if (isOld) delete require.cache[old];
  }
  return require(script);
}

/** Compiles the package's own templates into `dist/`, when the program itself is compiled. */
export async function shipTemplates(packageRoot: string): Promise<Problem[]> {
  return (await compileSet(shippedPlaces(packageRoot, packageRoot), true)).problems;
}

function shippedPlaces(packageRoot: string, root: string): TemplatePlaces {
  return { root, packageRoot, cacheDir: join(packageRoot, 'dist'), program: SHIPPED };
}

function findSet(places: TemplatePlaces, withCards: boolean): TemplateSet | null {
  const kept = join(places.cacheDir, 'templates');
  const names = ifThere(() => readdirSync(kept)) ?? [];
  const sets = names.map((name) => readSet(join(kept, name), places));
  return sets.find((set) => set && (!withCards || CARD in set.files)) ?? null;
}

/** Reads the set in a folder; null if an input has changed since, or a file is damaged. */
function readSet(folder: string, places: TemplatePlaces): TemplateSet | null {
  try {
    const manifest: Manifest = JSON.parse(String(readOwnFile(join(folder, MANIFEST))));
    const sources = new Map(
      manifest.sources.map((name) => [name, digest(readFileSync(locateSource(name, places)))]),
    );
    if (basename(folder) !== keyOf(describeContext(places), sources, places)) return null;
    const paths = Object.keys(manifest.files);
    const files = new Map(
      paths.map((path) => [path, readOwnFile(join(folder, path)) ?? Buffer.alloc(0)]),
    );
    const isWhole = [...files].every(([path, bytes]) => digest(bytes) === manifest.files[path]);
    return isWhole ? { ...manifest, folder, assets: listAssets(files) } : null;
  } catch (error) {
    if (isRefusal(error)) throw error;
    return null; // No manifest, one that is damaged, or a source or file that is gone.
  }
}

/** Compiles the templates and writes the set to the cache. */
async function compileSet(
  places: TemplatePlaces,
  withCards: boolean,
): Promise<{ value: TemplateSet | null; problems: Problem[] }> {
  // Read before compiling: a file that appears meanwhile may or may not have been seen, so the key
  // must not match afterwards.
  const context = describeContext(places);
  const { files, palette, sources, problems } = await compileTemplates(places, withCards);
  if (problems.length > 0) return { value: null, problems };
  const key = keyOf(context, sources, places);
  const manifest = {
    sources: [...sources.keys()],
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, digest(bytes)])),
    palette,
  };
  const folder = join(places.cacheDir, 'templates', key);
  // The manifest comes last: it makes the set complete.
  const contents = [...files, [MANIFEST, JSON.stringify(manifest)] as const];
  for (const [path, bytes] of contents) replaceFile(join(folder, path), bytes);
  return { value: { ...manifest, folder, assets: listAssets(files) }, problems };
}

/** Digests all inputs of the compiler. The template of cards is among the sources only if wanted. */
function keyOf(context: string, sources: Sources, places: TemplatePlaces): string {
  const names = listNames([...sources.keys()], RESOLVABLE, places);
  return digest(JSON.stringify([context, names, [...sources]]));
}

/** Describes the inputs besides the sources: files that could shadow them, React, and the program. */
function describeContext(places: TemplatePlaces): string {
  const file = join(places.root, 'package.json');
  // The site's package.json has no effect on templates that are all the package's.
  const isRead = places.program !== SHIPPED && findStats(file) !== null;
  const manifests = [...listReactManifests(places), ...(isRead ? [file] : [])];
  const texts = manifests.map((each) => readFileSync(each, 'utf8'));
  return JSON.stringify([places.program, listNames([], RESOLVABLE, places), texts]);
}

function listAssets(files: CompiledFiles): ClientAsset[] {
  return [...files].flatMap(([outputPath, bytes]) => {
    if (!outputPath.startsWith('assets/')) return [];
    const file = basename(outputPath);
    const name = /^(style|home|outbound|script-.+)\.[0-9a-f]+\.(css|js)$/.exec(file)?.[1] ?? file;
    return { name, outputPath, bytes };
  });
}

function describeCard(
  { folder, files, palette }: TemplateSet,
  places: TemplatePlaces,
): CardTemplate {
  const fonts = listCardFonts(places);
  const digests = [files[CARD], ...fonts.map((font) => font.digest)];
  return {
    script: join(folder, CARD),
    fonts,
    digest: digest(JSON.stringify([RENDERER, CARD_SIZE, digests])),
    hasOwnFonts: fonts.some(({ name }) => !SHIPPED_FONT.test(name)),
    colours: palette.light,
  };
}

const FONT = /^templates\/fonts\/.*\.(ttf|otf|woff2?)$/i;
const SHIPPED_FONT = /^templates\/fonts\/source-serif-4\//;

/**
 * Lists the fonts of cards in the order in which the renderer looks for a character: the site's own
 * first. Of a family divided by writing systems, Latin comes before files with only a few Latin letters,
 * since a word set from two fonts loses its kerning.
 */
function listCardFonts(places: TemplatePlaces): CardFont[] {
  const rank = (name: string) =>
    (SHIPPED_FONT.test(name) ? 2 : 0) + (/latin(?!-ext)/i.test(name) ? 0 : 1);
  const names = listNames([], FONT, places).sort((a, b) => rank(a) - rank(b));
  return names.map((name) => {
    const file = locateSource(name, places);
    return { name, file, digest: digest(readFileSync(file)) };
  });
}

/** The `templates/` of the site and of the package, absolute. */
function templateFolders({
  root,
  packageRoot,
}: Pick<TemplatePlaces, 'root' | 'packageRoot'>): string[] {
  return [join(root, 'templates'), join(packageRoot, 'templates')];
}

/** Names a source: `templates/…` in either `templates/` folder, else its path from the site's root. */
function nameSource(file: string, places: TemplatePlaces): string {
  const top = templateFolders(places).find((each) => file.startsWith(each + sep));
  const path = top ? file.slice(dirname(top).length + 1) : relative(places.root, file);
  return path.replaceAll(sep, '/');
}

/** Returns the file with this name, absolute: the site's own, or else the package's template. */
function locateSource(name: string, { root, packageRoot }: TemplatePlaces): string {
  const isShipped = name.startsWith('templates/') && findStats(join(root, name)) === null;
  return resolve(isShipped ? packageRoot : root, name);
}

/** The name as shown to an author: `essay-blog/templates/…` for a template of the package. */
function showSource(name: string, places: TemplatePlaces): string {
  const isOwn = locateSource(name, places) === resolve(places.root, name);
  return isOwn ? name : `essay-blog/${name}`;
}

/** The place at which a template names its default export. */
function findDefault(
  template: TemplateName,
  sources: readonly string[],
  places: TemplatePlaces,
): Place {
  const stem = `templates/${template}.`;
  const name = sources.find((each) => each.startsWith(stem)) ?? `${stem}tsx`;
  const text = readFileSync(locateSource(name, places), 'utf8');
  return placeAt(showSource(name, places), text, text.search(/\bdefault\b(?=[^{}]*\})/));
}

/** Lists all folders of templates and other sources, absolute: a new file there may shadow a source. */
function listFolders(sources: readonly string[], places: TemplatePlaces): string[] {
  const tops = templateFolders(places);
  // Links may lead in circles, so they are not followed.
  const listBelow = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .flatMap((below) => [below, ...listBelow(below)]);
  const below = tops.filter((top) => findStats(top) !== null).flatMap(listBelow);
  const elsewhere = sources
    .filter((name) => !name.includes('node_modules/'))
    .map((name) => dirname(locateSource(name, places)));
  return [...new Set([...tops, ...below, ...elsewhere])];
}

/** Lists the names of the files in `listFolders` that match a pattern, sorted. */
function listNames(sources: readonly string[], pattern: RegExp, places: TemplatePlaces): string[] {
  const present = listFolders(sources, places).filter((each) => findStats(each) !== null);
  const names = present.flatMap((folder) =>
    readdirSync(folder).map((name) => nameSource(join(folder, name), places)),
  );
  return [...new Set(names)].filter((name) => pattern.test(name)).sort();
}

/** The package.json files of React and of the bundled React DOM, absolute, which state the versions. */
function listReactManifests({ packageRoot }: TemplatePlaces): string[] {
  const require = createRequire(join(packageRoot, 'package.json'));
  return [require.resolve('react/package.json'), join(packageRoot, REACT_DOM, 'package.json')];
}

/** Holds the half of React DOM that renders on a server, which compile.mjs bundles. */
const REACT_DOM = 'dist/react-dom';

/** The entry points of the compiled scripts. A component of a mark inserts its content as a control character. */
const makeScripts = (components: readonly string[], pages: readonly TemplateName[]) => ({
  [PAGES]: `import { createElement } from 'react';
    import { renderToStaticMarkup } from 'react-dom/server';
    import { makeSay, PageContext } from './say';
    const renderIn = (context, element) => {
      const value = { ...context, say: makeSay(context) };
      return renderToStaticMarkup(createElement(PageContext.Provider, { value }, element));
    };
    ${pages.map((name, i) => `import page${i} from './${name}';`).join('\n')}
    const templates = { ${pages.map((name, i) => `'${name}': () => page${i}`).join(', ')} };
    export const missing = Object.keys(templates).filter((name) => {
      try { templates[name](); } catch { return true; }
    });
    export const render = (name, props, context) => {
      const html = renderIn(context, createElement(templates[name](), props));
      if (html === '') throw new Error('The page is empty');
      return '<!doctype html>\\n' + html + '\\n';
    };
    ${components.map((name, i) => `import * as mark${i} from './marks/${name}';`).join('\n')}
    const marks = { ${components.map((name, i) => `'${name}': mark${i}`).join(', ')} };
    const Content = () => '\\u0006';
    export const renderMark = ({ name, props, args, hasContent }, content, context) => {
      const component = marks[name]?.default ?? marks[name]?.[name];
      if (!component) throw new Error('templates/marks/' + name + ' exports no component');
      const children = hasContent ? [createElement(Content)] : [];
      const html = renderIn(context, createElement(component, { ...props, args }, ...children));
      return html.replaceAll('\\u0006', () => content);
    };`,
  [CARD]: `import { createElement } from 'react';
    import { fromJsx } from '@takumi-rs/helpers/jsx';
    import SocialCard from './SocialCard';
    export const draw = (props) => fromJsx(createElement(SocialCard, props));`,
});
const CLIENT = ['style.css', 'home.client.ts', 'outbound.client.ts'];
const BINARY = ['.woff2', '.woff', '.png', '.jpg', '.webp', '.avif', '.svg', '.gif'];
/** Packages whose versions the key already covers. */
const PINNED = /[/\\](node_modules[/\\]react|dist[/\\](react-dom|takumi-jsx))[/\\.]/;
const PACKAGE = /^.*[/\\]node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+/;

/**
 * Compiles the templates of a site in memory, and reports every problem. `sources` has the digest of
 * each source as it was read, sorted by name.
 */
async function compileTemplates(
  places: TemplatePlaces,
  withCards: boolean,
): Promise<{ files: CompiledFiles; palette: Palette; sources: Sources; problems: Problem[] }> {
  // The compiled code has the paths of React's files relative to the folder that holds its
  // `node_modules/`, so that it is the same on all machines.
  const workingFolder = join(listReactManifests(places)[0] ?? '', '../../..');
  const sources: Sources = new Map();
  /** The files of client scripts that templates have, by the names of their assets. */
  const scripts = new Map<string, string>();
  const plug = (setup: (build: PluginBuild) => void) => ({
    name: 'templates',
    setup(build: PluginBuild) {
      setup(build);
      overlayTemplates(build, places);
      recordSources(build, places, sources, scripts);
    },
  });
  const shared: BuildOptions = {
    absWorkingDir: workingFolder,
    bundle: true,
    write: false,
    logLevel: 'silent',
    legalComments: 'none',
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
    define: { 'process.env.NODE_ENV': '"production"' },
  };
  const makeScript = ([name, contents]: readonly [string, string]): BuildOptions => ({
    ...shared,
    stdin: {
      contents,
      sourcefile: join(places.root, ENTRIES, name),
      resolveDir: join(places.root, 'templates'),
    },
    outfile: join(places.root, name),
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'external',
    sourcesContent: false,
    plugins: [plug((build) => provideReact(build, places))],
  });
  const client: BuildOptions = {
    ...shared,
    outdir: places.root,
    entryNames: '[name]',
    assetNames: '[name].[hash]',
    loader: Object.fromEntries(BINARY.map((extension) => [extension, 'file'])),
    minify: true,
    platform: 'browser',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    plugins: [plug(linkToSite)],
  };
  const show = (file: string) =>
    showSource(nameSource(resolve(workingFolder, file), places), places);
  try {
    const { build, transform } = await import('esbuild');
    const ownPages = listComponents(places, 'pages').map((name) => `pages/${name}` as const);
    const entries = makeScripts(listComponents(places, 'marks'), [...TEMPLATE_NAMES, ...ownPages]);
    const pages = Object.entries(entries).filter(([name]) => withCards || name !== CARD);
    const run = (options: BuildOptions) =>
      build(options).catch((failure: BuildFailure) => {
        if (!Array.isArray(failure.errors)) throw failure;
        return { errors: failure.errors, outputFiles: [] };
      });
    const entryPoints = CLIENT.map((name) => locateSource(`templates/${name}`, places));
    const all = [...pages.map(makeScript), { ...client, entryPoints, format: 'iife' as const }];
    const results = await Promise.all(all.map(run));
    const own = { ...client, entryPoints: Object.fromEntries([...scripts].sort()) };
    if (scripts.size > 0) results.push(await run({ ...own, format: 'esm' }));
    const errors = results.flatMap((result) => result.errors);
    // A source that two scripts import has its errors in both.
    const texts = new Set(errors.map((error) => JSON.stringify(templateInvalid(error, show))));
    const problems = [...texts].map((text): Problem => JSON.parse(text));
    const outputs = results.flatMap(({ outputFiles = [] }) => outputFiles);
    const files = new Map(outputs.map((file) => nameOutput(file, places)));
    const sorted = new Map([...sources].sort(([a], [b]) => (a < b ? -1 : 1)));
    const style = outputs.find(({ path }) => path.endsWith('.css'))?.text ?? '';
    const palette = await readPalette(style, async (css) => {
      return (await transform(css, { loader: 'css', minify: true, target: 'chrome80' })).code;
    });
    return { files, palette, sources: sorted, problems };
  } catch (error) {
    const problems = [compilerMissing(error as Error)];
    return { files: new Map(), palette: DEFAULT_PALETTE, sources, problems };
  }
}

/** Names a compiled file: a published one by its fingerprint, so that browsers may cache it forever. */
function nameOutput({ path, text, contents }: OutputFile, places: TemplatePlaces) {
  const file = basename(path);
  if (file.endsWith('.cjs')) return [file, contents] as const;
  if (file.endsWith('.cjs.map')) {
    const map = JSON.parse(text) as { sources: string[] };
    const sources = map.sources.map((source) => nameSource(resolve(places.root, source), places));
    return [file, Buffer.from(JSON.stringify({ ...map, sources }))] as const;
  }
  const [, name, extension] =
    /^(style|home|outbound|script-.+?)(?:\.client)?\.(css|js)$/.exec(file) ?? [];
  // esbuild has put a hash into the names of fonts and pictures.
  const published = name ? `${name}.${fingerprint(contents)}.${extension}` : file;
  return [`assets/${published}`, contents] as const;
}

/** Resolves each file of the templates in the site first, then in the package. */
function overlayTemplates(build: PluginBuild, places: TemplatePlaces): void {
  const tops = templateFolders(places);
  const listFiles = (folder: string) => ifThere(() => readdirSync(folder)) ?? [];
  build.onResolve({ filter: /^\.\.?\// }, async ({ path, resolveDir, kind, pluginData }) => {
    const top = tops.find((each) => (resolveDir + sep).startsWith(each + sep));
    if (top === undefined || pluginData === 'overlay') return undefined;
    const inside = `./${relative(top, resolve(resolveDir, path)).replaceAll(sep, '/')}`;
    for (const each of tops) {
      const options = { kind, resolveDir: each, pluginData: 'overlay' };
      const found = await build.resolve(inside, options);
      // esbuild takes homepage.tsx for HomePage.tsx, and some file systems do so, too.
      const { errors, path: file } = found;
      if (errors.length === 0 && listFiles(dirname(file)).includes(basename(file))) return found;
    }
    return undefined;
  });
}

/**
 * Resolves React, and for cards the conversion of its elements, to the package's copy. Of the server
 * renderer only the static part is taken. `<Suspense>` becomes a fragment: static markup
 * cannot wait, and React would silently show the fallback in place of an error.
 */
function provideReact(build: PluginBuild, { packageRoot }: TemplatePlaces): void {
  const require = createRequire(join(packageRoot, 'package.json'));
  const namespace = 'react-without-suspense';
  build.onResolve({ filter: /^react(-dom)?($|\/)/ }, ({ path, namespace: from }) => {
    if (path === 'react' && from !== namespace) return { path, namespace };
    if (path !== 'react-dom/server') return { path: require.resolve(path) };
    return { path: join(packageRoot, REACT_DOM, 'server.js') };
  });
  build.onLoad({ filter: /.*/, namespace }, () => ({
    contents: `const React = require('react');
      module.exports = { ...React, Suspense: React.Fragment };`,
    resolveDir: packageRoot,
  }));
  const conversion = join(packageRoot, 'dist/takumi-jsx.mjs');
  build.onResolve({ filter: /^@takumi-rs\/helpers\/jsx$/ }, () => ({ path: conversion }));
}

/**
 * Keeps `url(/images/x.png)` of the style sheet, which is published in assets/, as a path of the site,
 * whatever its base path. Scripts cannot refer to files like this: they run on pages of any folder.
 */
function linkToSite(build: PluginBuild): void {
  const text = 'A script cannot import this: put it into content/public/ and use its URL';
  build.onResolve({ filter: /^\/|\.\w+$/ }, ({ path, kind }) => {
    const isLink = kind === 'url-token';
    if (isLink && path.startsWith('/')) return { path: `..${path}`, external: true };
    return !isLink && BINARY.includes(extname(path)) ? { errors: [{ text }] } : undefined;
  });
}

/**
 * Reads the sources for esbuild and digests the same bytes. The path of a client script in a `<Script>` is replaced
 * by the name of its asset, which is added to `scripts`.
 */
function recordSources(
  build: PluginBuild,
  places: TemplatePlaces,
  sources: Sources,
  scripts: Map<string, string>,
): void {
  const read = (file: string) => {
    const contents = readFileSync(file);
    if (!PINNED.test(file)) sources.set(nameSource(file, places), digest(contents));
    return contents;
  };
  build.onLoad({ filter: /.*/, namespace: 'file' }, async ({ path }) => {
    // A package's manifest decides which of its files an import resolves to.
    const manifest = PACKAGE.exec(path)?.[0];
    if (manifest !== undefined) read(join(manifest, 'package.json'));
    const bytes = read(path);
    if (!/\.[jt]sx$/.test(path) || !bytes.includes('<Script')) {
      return { contents: bytes, loader: 'default' };
    }
    const text = String(bytes);
    let contents = text;
    const found = [...blankComments(text).matchAll(SCRIPT)].reverse();
    for (const { 1: start = '', 2: src = '', index } of found) {
      const at = index + start.length;
      const options = { kind: 'import-statement', resolveDir: dirname(path) } as const;
      const { errors, path: file } = await build.resolve(src, options);
      if (errors.length > 0 || !CLIENT_SCRIPT.test(file)) {
        return { errors: [scriptMissing(path, placeAt(path, text, at), src)] };
      }
      const stem = nameSource(file, places).replace(/^templates\/|\.client\.\w+$/g, '');
      const name = `script-${stem.replace(/[^\w-]+/g, '-')}`;
      scripts.set(name, file);
      contents = contents.slice(0, at) + name + contents.slice(at + src.length);
    }
    return { contents, loader: 'default' };
  });
}

/** A `<Script>` with a relative `src`. */
const SCRIPT = /(<Script\s[^<>]*?\bsrc=\{?["'`])(\.[^"'`\n]*)/g;
const CLIENT_SCRIPT = /\.client\.[jt]sx?$/;

/** The error of a `src` that is no client script, in the terms of esbuild. */
function scriptMissing(path: string, place: Place, src: string): PartialMessage {
  const near = readdirSync(dirname(path)).filter((name) => CLIENT_SCRIPT.test(name));
  const suggestion =
    suggestWord(
      src,
      near.map((name) => `./${name}`),
    ) ?? '';
  const { line, column, excerpt } = place;
  const at = { file: path, line: line ?? 1, column: (column ?? 1) - 1, lineText: excerpt ?? '' };
  const text = `There is no client script ${src}, a file that ends in .client.ts`;
  return { text, location: { ...at, suggestion } };
}
