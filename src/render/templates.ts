/**
 * The site's templates, ready to run: brought along by the package, kept from an earlier build, or
 * compiled.
 *
 * An edge. A set of compiled templates is a folder, named by a digest of all that decides what comes of
 * the compiler, and loaded with `require`. The package's own serves every site whose templates are the
 * same. A set that is not whole counts as not there.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { digest } from '../content/fingerprint.ts';
import type { Problem } from '../problems.ts';
import { type CardTemplate, keyOfCards } from './cards.ts';
import type { Compilation, TemplateName } from './compiler.ts';
import { describeFailures, describeThrown, type FailedOutput } from './template-errors.ts';
import {
  findCardFonts,
  listFolders,
  listNames,
  listReactManifests,
  locateSource,
  type TemplateFolders,
} from './template-files.ts';

/** Where things lie, absolute, and the digest of the program that asks. */
export interface TemplatePlaces extends TemplateFolders {
  readonly cacheDir: string;
  readonly program: string;
}

/** A file of the client's: compiled, minified, named by its fingerprint. */
export interface ClientAsset {
  /** `style`, `home` or `outbound`; other names are fonts and pictures that the style sheet uses. */
  readonly name: string;
  /** Relative to out/. */
  readonly outputPath: string;
  readonly bytes: Uint8Array;
}

export interface PreparedTemplates {
  /** The script that renders pages, absolute; for `loadRenderer`. */
  readonly script: string;
  /** The same digest, the same pages. */
  readonly digest: string;
  readonly assets: readonly ClientAsset[];
  /** Null for a site without cards. */
  readonly card: CardTemplate | null;
  /** What they are made from: templates, what these import, and fonts; absolute. */
  readonly files: readonly string[];
  /** Every file and folder whose change could give other templates, absolute. */
  readonly inputs: readonly string[];
  readonly render: RenderTemplate;
  /** One problem for each error that templates threw. */
  describeFailures(failures: readonly FailedOutput[]): Problem[];
}

/** Renders a whole page; throws what the template throws. */
export type RenderTemplate = (template: TemplateName, props: object) => string;

/** What a set is found again by, and what is in it. */
interface Manifest {
  readonly key: string;
  /** Names, as `nameSource` gives them. */
  readonly sources: readonly string[];
  /** The digest of each file, by its path in the folder. */
  readonly files: Readonly<Record<string, string>>;
}

interface TemplateSet {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly assets: readonly ClientAsset[];
  /** The digests of the sources, by name. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The program that the package's own set is compiled by: whichever it comes with. */
const SHIPPED = 'shipped';
const [MANIFEST, PAGES, CARD] = ['manifest.json', 'pages.cjs', 'card.cjs'] as const;
const require = createRequire(import.meta.url);

/** Prepares the templates of a site, which may want no cards. Null where a problem is in the way. */
export async function prepareTemplates(
  places: TemplatePlaces,
  withCards: boolean,
): Promise<{ value: PreparedTemplates | null; problems: Problem[] }> {
  const found = findSet(shippedPlaces(places), withCards) ?? findSet(places, withCards);
  const { value: set, problems } = found
    ? { value: found, problems: [] }
    : await compileSet(places, withCards);
  if (set === null) return { value: null, problems };
  const { folder, manifest, assets } = set;
  const readSourceMap = (script: string) => readFileSync(join(folder, `${script}.map`), 'utf8');
  const describe = (failures: readonly FailedOutput[]) =>
    describeFailures(failures, places, readSourceMap);
  const script = join(folder, PAGES);
  let render: RenderTemplate;
  try {
    render = loadRenderer(script);
  } catch (thrown) {
    const doing = 'loading the templates';
    const error = describeThrown(thrown);
    const failure = { error, doing, template: 'templates', made: 'page' } as const;
    return { value: null, problems: describe([failure]) };
  }
  const card = withCards ? describeCard(set, places) : null;
  const names = [...manifest.sources, ...(card?.fonts ?? []).map(({ name }) => name)];
  const files = names.map((name) => locateSource(name, places));
  const value = {
    script,
    digest: manifest.files[PAGES] ?? '',
    assets,
    card,
    files,
    inputs: [
      ...files,
      ...listFolders(names, places),
      ...listReactManifests(places),
      join(places.root, 'package.json'),
    ],
    render,
    describeFailures: describe,
  };
  return { value, problems: [] };
}

/** Loads a script that renders pages; throws what a template throws when it is loaded. */
export function loadRenderer(script: string): RenderTemplate {
  return (require(script) as { render: RenderTemplate }).render;
}

/** Compiles the package's own templates into it. Done once, when the program itself is compiled. */
export async function shipTemplates(packageRoot: string): Promise<Problem[]> {
  const places = shippedPlaces({ root: packageRoot, packageRoot });
  return (await compileSet(places, true)).problems;
}

function shippedPlaces({ root, packageRoot }: TemplateFolders): TemplatePlaces {
  return { root, packageRoot, cacheDir: join(packageRoot, 'dist'), program: SHIPPED };
}

function findSet(places: TemplatePlaces, withCards: boolean): TemplateSet | null {
  const kept = join(places.cacheDir, 'templates');
  for (const name of existsSync(kept) ? readdirSync(kept) : []) {
    const set = recallSet(join(kept, name), places);
    if (set !== null && (!withCards || CARD in set.manifest.files)) return set;
  }
  return null;
}

/** The set in a folder; null where its sources are not what they were, or it is damaged. */
function recallSet(folder: string, places: TemplatePlaces): TemplateSet | null {
  try {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
    const sources = new Map(
      manifest.sources.map((name) => [name, digest(readFileSync(locateSource(name, places)))]),
    );
    if (manifest.key !== keyOf(sources, Object.keys(manifest.files), places, null)) return null;
    const files = Object.entries(manifest.files).map(([path, expected]) => {
      const bytes = readFileSync(join(folder, path));
      if (digest(bytes) !== expected) throw new Error(`${path} is damaged`);
      return [path, bytes] as const;
    });
    return { folder, manifest, sources, assets: listAssets(files) };
  } catch {
    return null; // None, one that is damaged, or one of a source that is gone.
  }
}

/** Compiles the templates, and keeps them in place of all others. */
async function compileSet(
  places: TemplatePlaces,
  withCards: boolean,
): Promise<{ value: TemplateSet | null; problems: Problem[] }> {
  const before = describeContext(places);
  const { compileTemplates } = await import('./compiler.ts');
  const { value, problems } = await compileTemplates(places, withCards);
  if (value === null) return { value, problems };
  const { files, sources } = value;
  // A file that came or went meanwhile may have been seen or not: the key is that of no other time.
  const key = keyOf(sources, [...files.keys()], places, before);
  const digests = [...files].map(([path, bytes]) => [path, digest(bytes)] as const);
  const manifest = {
    key,
    sources: [...sources.keys()],
    files: Object.fromEntries(digests),
  };
  const kept = join(places.cacheDir, 'templates');
  const folder = join(kept, key);
  writeSet(folder, manifest, files);
  for (const name of readdirSync(kept)) {
    // One that another build is just writing is left alone.
    const isOther = name !== key && !name.endsWith('.new');
    if (isOther) rmSync(join(kept, name), { recursive: true, force: true });
  }
  return { value: { folder, manifest, sources, assets: listAssets([...files]) }, problems };
}

/** The digest of all that decides what comes of the compiler; `before` is the context as it began. */
function keyOf(
  sources: ReadonlyMap<string, string>,
  files: readonly string[],
  places: TemplatePlaces,
  before: string | null,
): string {
  const after = describeContext(places);
  const names = listNames([...sources.keys()], places);
  return digest(JSON.stringify([before ?? after, after, names, [...sources], files]));
}

/** What decides besides the sources: files that could take their places, React, and the program. */
function describeContext(places: TemplatePlaces): string {
  const { root, program } = places;
  const file = join(root, 'package.json');
  // That of the site says nothing of templates that are the package's.
  const settings = program !== SHIPPED && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const react = listReactManifests(places).map((each) => readFileSync(each, 'utf8'));
  return JSON.stringify([program, listNames([], places), react, settings]);
}

function describeCard({ folder, manifest }: TemplateSet, places: TemplatePlaces): CardTemplate {
  const fonts = findCardFonts(places);
  const digests = [manifest.files[CARD], ...fonts.map((font) => font.digest)];
  const hasOwnFonts = fonts.some(({ isOwn }) => isOwn);
  return { script: join(folder, CARD), fonts, digest: keyOfCards(digests), hasOwnFonts };
}

function listAssets(files: readonly (readonly [path: string, bytes: Uint8Array])[]): ClientAsset[] {
  return files
    .filter(([path]) => path.startsWith('assets/'))
    .map(([outputPath, bytes]) => {
      const file = outputPath.slice('assets/'.length);
      const name = /^(style|home|outbound)\.[0-9a-f]+\.(css|js)$/.exec(file)?.[1] ?? file;
      return { name, outputPath, bytes };
    });
}

/** Writes a set under another name first, so that what stands under its own is whole. */
function writeSet(folder: string, manifest: Manifest, files: Compilation['files']): void {
  const aside = `${folder}.${process.pid}.new`;
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(aside, path)), { recursive: true });
    writeFileSync(join(aside, path), bytes);
  }
  writeFileSync(join(aside, MANIFEST), JSON.stringify(manifest));
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true });
    // Another build may have written the same meanwhile.
    if (!existsSync(folder)) throw error;
  }
}
