/**
 * Prepares the templates of a site: finds a compiled set, or compiles one. An edge.
 *
 * This is the room's entry: the build prepares templates here and renders with the result. Other rooms may also
 * import the contract (`props.ts`), the palette, the card's template, errors, and names of components.
 * A compiled set is a folder named by a digest of its inputs; it is used only if compiling the same inputs again would
 * give the same files. The program ships one, for every site without templates of its own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { findStats, ifThere, isRefusal, readOwnFile, replaceFile } from '../files/file-state.ts';
import { digest, fingerprint } from '../files/fingerprint.ts';
import type { Problem } from '../problems/problems.ts';
import { ASSETS_FOLDER } from '../site/urls.ts';
import type { Stated } from '../text/text.ts';
import { type CardTemplate, makeCardTemplate } from './card-template.ts';
import {
  ASSET_NAME,
  CARD,
  type CompiledFiles,
  compileTemplates,
  PAGES,
} from './compile-templates.ts';
import { checkContrast } from './contrast.ts';
import { isReplacedFont, type SiteFonts } from './fonts.ts';
import {
  type ComponentCall,
  type ComponentContext,
  type PageContext,
  type PageScript,
  renderComponent,
  renderPage,
  type TemplateName,
} from './page-script.ts';
import type { Palette } from './palette.ts';
import { applySettings, applyToPalette, type LookSettings } from './settings-style.ts';
import { describeFailures, type FailedOutput, toError } from './template-errors.ts';
import { listTemplates, type TemplateFiles, type TemplateRequest } from './template-files.ts';
import { lintTemplates, listRootPaths } from './template-lint.ts';
import type { Sources } from './template-plugin.ts';
import { findShippedTheme, THEME_NAMES } from './themes.ts';

/** A published file that a browser loads: compiled, minified, named by its fingerprint. */
export interface ClientAsset {
  /** `style`, a style sheet of some pages, `home` or `outbound`; `script-…` for `<Script>`; else the name of its file. */
  readonly name: string;
  readonly outputPath: string;
  readonly bytes: Uint8Array;
}

/** The templates of a site, ready to render. */
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
  /** True if some of the components are the site's own, or of a theme from elsewhere. */
  readonly hasOwn: boolean;
  /** Every file and folder whose change can change the result, absolute. */
  readonly inputs: readonly string[];
  /** Renders a whole page; throws what the template throws. */
  render(template: TemplateName, props: object, context: PageContext): string;
  /** Renders a component of `templates/shortcodes/`, with `CONTENT` in place of its content; throws what it throws. */
  renderShortcode(call: ComponentCall, context: ComponentContext): string;
  /** The root paths, such as `/logo.svg`, that components of the site or of a theme from elsewhere state. */
  listRootPaths(): readonly Stated[];
  /** Makes one problem for each distinct error that templates threw. */
  describeFailures(failures: readonly FailedOutput[]): Problem[];
}

/** The part of a compiled set that its manifest records. */
interface SetManifest {
  /** Names of the sources, as `nameOf` gives them. */
  readonly sources: readonly string[];
  /** The digest of each file, by its path in the folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly palette: Palette;
  readonly warnings: readonly Problem[];
}

/** A compiled set in its folder, absolute. */
interface TemplateSet extends SetManifest {
  readonly folder: string;
  readonly assets: readonly ClientAsset[];
}

/** Stands in for the program's digest in the key of the set that the program ships. */
const SHIPPED_KEY = 'shipped';
const MANIFEST = 'manifest.json';
/** Files that an import without an extension, such as `./Card`, can resolve to. */
const RESOLVABLE = /\.([cm]?[jt]sx?|css|json)$/;

/** The files of components. */
const COMPONENT_FILE = /(?<!\.client)\.[jt]sx$/;

/** What site.yaml says of the look. */
export interface SiteLook {
  readonly settings: LookSettings;
  /** The author's own typefaces. */
  readonly fonts: SiteFonts;
}

/**
 * Prepares the templates of a site, with or without the one for social cards, in the look that its settings state. The
 * value is null if there is an error.
 */
export async function prepareTemplates(
  request: TemplateRequest,
  withCards: boolean,
  { settings, fonts }: SiteLook,
): Promise<{ readonly value: PreparedTemplates | null; readonly problems: readonly Problem[] }> {
  const templates = listTemplates(request);
  const found =
    findCompiledSet(asShipped(templates), withCards) ?? findCompiledSet(templates, withCards);
  const set = found ?? (await compileSet(templates, withCards));
  if ('problems' in set) return { value: null, problems: set.problems };
  const { folder, files: digests } = set;
  const palette = applyToPalette(set.palette, settings);
  const script = join(folder, PAGES);
  const readSourceMap = (made: string) =>
    ifThere(() => readFileSync(join(folder, `${made}.map`), 'utf8'));
  const describe = (failures: readonly FailedOutput[]) =>
    describeFailures(failures, { ...templates, readSourceMap });
  let pages: PageScript;
  try {
    pages = loadScript(script);
  } catch (thrown) {
    const doing = 'loading the templates';
    const failure = { error: toError(thrown), doing, template: 'templates', made: 'page' } as const;
    return { value: null, problems: describe([failure]) };
  }
  const { tint: _tint, mark: _mark, ...cardColours } = palette.light;
  const card = withCards
    ? makeCardTemplate(join(folder, CARD), digests[CARD] ?? '', cardColours, templates, fonts)
    : null;
  const cardFonts = card?.fonts.map(({ file }) => file) ?? [];
  const files = [...set.sources.map(templates.locate), ...cardFonts];
  const own = set.sources.filter(templates.isOwn);
  const components = set.sources.filter((name) => {
    return COMPONENT_FILE.test(name) && !templates.isShipped(name);
  });
  const value: PreparedTemplates = {
    script,
    digest: digests[PAGES] ?? '',
    assets: [...restyle(set.assets, settings, fonts.css), ...fonts.published],
    palette,
    card,
    files,
    hasOwn: components.length > 0,
    inputs: [...files, ...fonts.inputs, ...listOtherInputs(set.sources, templates)],
    render: (template, props, context) => renderPage(pages, template, props, context),
    renderShortcode: (call, context) => renderComponent(pages, call, context),
    listRootPaths: () => listRootPaths(components, templates),
    describeFailures: describe,
  };
  const problems = [
    ...set.warnings,
    ...checkContrast(settings, palette),
    ...lintTemplates(own, set.sources, templates),
  ];
  return { value, problems };
}

/**
 * Applies the settings and the CSS of the author's own typefaces to the style sheet, which gets the name of its new
 * contents. Pages don't preload the fonts that these, or the site's own style sheet, take out of use.
 */
function restyle(
  assets: readonly ClientAsset[],
  settings: LookSettings,
  fontCss: string,
): ClientAsset[] {
  const style = assets.find(({ name }) => name === 'style');
  if (style === undefined) return [...assets];
  const text = applySettings(Buffer.from(style.bytes).toString(), settings, fontCss);
  const bytes = Buffer.from(text);
  const outputPath = `${ASSETS_FOLDER}/style.${fingerprint(bytes)}.css`;
  return assets.map((asset) => {
    if (asset === style) return { ...style, outputPath, bytes };
    const isPreloaded = asset.name.includes('.preload');
    const isReplaced = isPreloaded && isReplacedFont(basename(asset.outputPath), text);
    return isReplaced ? { ...asset, name: asset.name.replace('.preload', '') } : asset;
  });
}

/** The files and folders besides the sources that can change what is compiled, or the problems reported. */
function listOtherInputs(sources: readonly string[], templates: TemplateFiles): string[] {
  return [
    ...templates.folders,
    ...templates.listOtherFolders(sources),
    ...templates.reactManifests,
    ...sources.filter(templates.isOwn).flatMap((name) => templates.locateOriginal(name) ?? []),
    ...listManifests(templates),
  ];
}

/** Loads a compiled script. Drops older versions from the cache: a longer-lived `require` would keep them all. */
export function loadScript(script: string) {
  const require = createRequire(script);
  for (const old of Object.keys(require.cache)) {
    const isOld = basename(old) === basename(script) && old !== script;
    if (isOld) delete require.cache[old];
  }
  return require(script);
}

/** Compiles the templates of each of the program's themes into `dist/`, when the program itself is compiled. */
export async function shipTemplates(packageRoot: string): Promise<readonly Problem[]> {
  const sets = THEME_NAMES.map((name) => compileSet(listShipped(packageRoot, name), true));
  return (await Promise.all(sets)).flatMap((set) => ('problems' in set ? set.problems : []));
}

/** Finds the files that a theme of the program publishes; none if the program isn't compiled. */
export function findShippedAssets(packageRoot: string, theme: string): readonly ClientAsset[] {
  return findCompiledSet(listShipped(packageRoot, theme), false)?.assets ?? [];
}

/** Lists the templates of a theme of the program, for a site without templates of its own. */
function listShipped(packageRoot: string, theme: string): TemplateFiles {
  return asShipped(
    listTemplates({
      root: packageRoot,
      packageRoot,
      theme: findShippedTheme(packageRoot, theme),
      cacheDir: '',
      program: '',
    }),
  );
}

function asShipped(templates: TemplateFiles): TemplateFiles {
  return { ...templates, cacheDir: join(templates.packageRoot, 'dist'), program: SHIPPED_KEY };
}

function findCompiledSet(templates: TemplateFiles, withCards: boolean): TemplateSet | null {
  const kept = join(templates.cacheDir, 'templates');
  const names = ifThere(() => readdirSync(kept)) ?? [];
  const context = describeContext(templates);
  // Most sources are the same in all sets.
  const digests = new Map<string, string>();
  const digestOf = (name: string) => {
    const known = digests.get(name) ?? digest(templates.read(name));
    digests.set(name, known);
    return known;
  };
  const sets = names.map((name) => readSet(join(kept, name), context, templates, digestOf));
  return sets.find((set) => set && (!withCards || CARD in set.files)) ?? null;
}

/** Reads the set in a folder; null if an input has changed since, or a file is damaged. */
function readSet(
  folder: string,
  context: string,
  templates: TemplateFiles,
  digestOf: (source: string) => string,
): TemplateSet | null {
  try {
    const manifest: SetManifest = JSON.parse(String(readOwnFile(join(folder, MANIFEST))));
    const sources = new Map(manifest.sources.map((name) => [name, digestOf(name)]));
    if (basename(folder) !== keyOfSet(context, sources, templates)) return null;
    const files = new Map<string, Uint8Array>();
    for (const [path, expected] of Object.entries(manifest.files)) {
      const bytes = readOwnFile(join(folder, path));
      if (bytes === null || digest(bytes) !== expected) return null;
      files.set(path, bytes);
    }
    return { ...manifest, folder, assets: listAssets(files) };
  } catch (error) {
    if (isRefusal(error)) throw error;
    // No manifest, a damaged one, or a source or file that is gone.
    return null;
  }
}

/** Compiles the templates and writes the set to the cache; with errors, returns the problems. */
async function compileSet(
  templates: TemplateFiles,
  withCards: boolean,
): Promise<TemplateSet | { readonly problems: readonly Problem[] }> {
  // Read before compiling: esbuild may or may not see a file that appears meanwhile, so the key must not match the
  // folders as they are afterwards.
  const context = describeContext(templates);
  const compiled = await compileTemplates(templates, withCards);
  const { palette, sources, problems, warnings } = compiled;
  if (problems.length > 0) return { problems: [...problems, ...warnings] };
  const key = keyOfSet(context, sources, templates);
  // Source maps would make the package 0.7 MB larger, and only show where the program's own templates throw.
  const hasMaps = templates.program !== SHIPPED_KEY;
  const files = new Map([...compiled.files].filter(([path]) => hasMaps || !path.endsWith('.map')));
  const manifest = {
    sources: [...sources.keys()],
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, digest(bytes)])),
    palette,
    warnings,
  };
  const folder = join(templates.cacheDir, 'templates', key);
  // The manifest comes last: it makes the set complete.
  const contents = [...files, [MANIFEST, JSON.stringify(manifest)] as const];
  for (const [path, bytes] of contents) replaceFile(join(folder, path), bytes);
  return { ...manifest, folder, assets: listAssets(files) };
}

/** Digests all inputs of the compiler. The template of cards is among the sources only if wanted. */
function keyOfSet(context: string, sources: Sources, templates: TemplateFiles): string {
  const folders = templates.listOtherFolders([...sources.keys()]);
  const names = folders.flatMap((folder) =>
    readdirSync(folder).map((name) => templates.nameOf(join(folder, name))),
  );
  const shadows = names.filter((name) => RESOLVABLE.test(name)).sort();
  return digest(JSON.stringify([context, shadows, [...sources]]));
}

/** Describes the inputs besides the sources: files that could replace them, React, and the program. */
function describeContext(templates: TemplateFiles): string {
  // The site's package.json doesn't affect the program's own templates.
  const own = templates.program === SHIPPED_KEY ? [] : listManifests(templates);
  const manifests = [
    ...templates.reactManifests,
    ...own.filter((file) => findStats(file) !== null),
  ];
  const texts = manifests.map((each) => readFileSync(each, 'utf8'));
  const names = templates.names.filter((name) => RESOLVABLE.test(name));
  return JSON.stringify([templates.program, names, texts]);
}

/** The package.json files of the site, which may be missing, and of a theme from elsewhere, absolute. */
function listManifests({ root, theme }: TemplateFiles): string[] {
  return [join(root, 'package.json'), ...(theme?.manifest ? [theme.manifest] : [])];
}

/** Matches the file of an asset with a name. */
const PUBLISHED = new RegExp(`^(${ASSET_NAME})\\.[0-9a-f]+\\.(css|js)$`);

/** Lists the files to publish. */
function listAssets(files: CompiledFiles): ClientAsset[] {
  return [...files].flatMap(([outputPath, bytes]) => {
    if (!outputPath.startsWith(`${ASSETS_FOLDER}/`)) return [];
    const file = basename(outputPath);
    const name = PUBLISHED.exec(file)?.[1] ?? file;
    return { name, outputPath, bytes };
  });
}
