/**
 * The site's templates → one bundle that renders pages, one that makes cards, and the client's style
 * sheet and scripts.
 *
 * An edge: the only file that runs esbuild.
 */
import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { BuildFailure, BuildOptions, Plugin } from 'esbuild';
import { digest, fingerprint } from '../content/fingerprint.ts';
import type { Problem } from '../problems.ts';
import { BUNDLE_FILE, CARD_NAME, type CompiledTemplates, TEMPLATE_NAMES } from './bundle.ts';
import { type CardFont, readCardFonts } from './card-fonts.ts';
import { compilerMissing, ENTRY_NAME, templateInvalid } from './template-errors.ts';
import {
  findTemplate,
  linkToSite,
  overlayTemplates,
  provideCardTree,
  provideReact,
} from './template-resolution.ts';

/** A file of the client's: compiled, minified, named by its fingerprint. */
export interface ClientAsset {
  /** `style`, `home` or `outbound`; other names are fonts and pictures that the style sheet uses. */
  readonly name: string;
  /** Relative to out/. */
  readonly outputPath: string;
  readonly bytes: Uint8Array;
}

/** The template of social cards, apart from those of pages: other pages make no other cards. */
export interface CardTemplate {
  readonly compiled: CompiledTemplates;
  /** In the order in which characters are looked for in them. */
  readonly fonts: readonly CardFont[];
  readSourceMap(): string;
}

/** All that comes of the templates: what renders the pages, and the client's files. */
export interface TemplateSet {
  readonly compiled: CompiledTemplates;
  /** Null where none was asked for. */
  readonly card: CardTemplate | null;
  readonly assets: readonly ClientAsset[];
  /** The files that went into it, absolute. */
  readonly inputs: readonly string[];
  /** To map a thrown error's stack back to the templates. */
  readSourceMap(): string;
  /** What the source map's paths are relative to, absolute. */
  readonly sourceRoot: string;
}

const CLIENT_ENTRIES = {
  style: 'style.css',
  home: 'home.client.ts',
  outbound: 'outbound.client.ts',
};

const SHARED_OPTIONS = {
  bundle: true,
  write: false,
  logLevel: 'silent',
  metafile: true,
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions;

/**
 * Compiles the templates of the site at `root`, and its style sheet and scripts; `base` is the base
 * path of the site's URLs. Null with problems when something cannot be compiled.
 */
export async function compileTemplateSet(
  root: string,
  packageRoot: string,
  base: string,
  withCards: boolean,
): Promise<{ value: TemplateSet | null; problems: Problem[] }> {
  const [pages, client, card] = await Promise.all([
    compilePages(root, packageRoot),
    compileClient(root, packageRoot, base),
    withCards ? compileCard(root, packageRoot) : NO_CARD,
  ]);
  // What pages and cards have in common is told once.
  const inCards = card.problems.filter((each) => !pages.problems.some(isSameProblem(each)));
  const problems = [...pages.problems, ...client.problems, ...inCards];
  const bundle = readBundle(pages);
  if (problems.length > 0 || bundle === null) return { value: null, problems };
  const value = {
    ...bundle,
    card: card.value,
    assets: client.files.map((file) => nameAsset(file, root)),
    inputs: [...new Set([...pages.inputs, ...client.inputs, ...card.inputs])].sort(),
    sourceRoot: root,
  };
  return { value, problems: [] };
}

function readBundle({ files }: Compiled): Omit<CardTemplate, 'fonts'> | null {
  const code = files.find(({ path }) => path.endsWith('.cjs'))?.text;
  const sourceMap = files.find(({ path }) => path.endsWith('.map'))?.text;
  if (code === undefined || sourceMap === undefined) return null;
  return { compiled: { code, digest: digest(code) }, readSourceMap: () => sourceMap };
}

function isSameProblem(a: Problem): (b: Problem) => boolean {
  return (b) => JSON.stringify(a) === JSON.stringify(b);
}

interface CompiledCard {
  readonly value: CardTemplate | null;
  readonly inputs: readonly string[];
  readonly problems: readonly Problem[];
}

const NO_CARD: CompiledCard = { value: null, inputs: [], problems: [] };

async function compileCard(root: string, packageRoot: string): Promise<CompiledCard> {
  const contents = [
    `export { fromJsx } from '@takumi-rs/helpers/jsx';`,
    `export { createElement } from 'react';`,
    `export { default as ${CARD_NAME} } from './${CARD_NAME}';`,
  ].join('\n');
  const compiled = await compileBundle(contents, root, packageRoot, [provideCardTree(packageRoot)]);
  const fonts = readCardFonts(root, packageRoot);
  const bundle = readBundle(compiled);
  return {
    value: bundle === null ? null : { ...bundle, fonts: fonts.value },
    inputs: [...compiled.inputs, ...fonts.value.map(({ file }) => file)],
    problems: [...compiled.problems, ...fonts.problems],
  };
}

function compilePages(root: string, packageRoot: string): Promise<Compiled> {
  const contents = [
    `export { renderToStaticMarkup } from 'react-dom/server';`,
    `export { createElement } from 'react';`,
    ...TEMPLATE_NAMES.map((name) => `export { default as ${name} } from './${name}';`),
  ].join('\n');
  return compileBundle(contents, root, packageRoot, []);
}

/** One script of templates and React; `contents` says what of them it exports. */
function compileBundle(
  contents: string,
  root: string,
  packageRoot: string,
  plugins: readonly Plugin[],
): Promise<Compiled> {
  return runEsbuild(root, packageRoot, {
    ...SHARED_OPTIONS,
    stdin: { contents, resolveDir: join(root, 'templates'), sourcefile: ENTRY_NAME },
    absWorkingDir: root,
    outfile: join(root, BUNDLE_FILE),
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Without the comments that name the files by where they lie on this machine.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: 'external',
    plugins: [overlayTemplates(root, packageRoot), provideReact(root, packageRoot), ...plugins],
  });
}

function compileClient(root: string, packageRoot: string, base: string): Promise<Compiled> {
  const entryPoints = Object.entries(CLIENT_ENTRIES).map(([name, file]) => ({
    in: findTemplate(file, root, packageRoot),
    out: name,
  }));
  const binary = ['.woff2', '.woff', '.png', '.jpg', '.webp', '.avif', '.svg', '.gif'];
  return runEsbuild(root, packageRoot, {
    ...SHARED_OPTIONS,
    entryPoints,
    absWorkingDir: root,
    outdir: join(root, 'assets'),
    publicPath: `${base}/assets`,
    assetNames: '[name].[hash]',
    loader: Object.fromEntries(binary.map((extension) => [extension, 'file'])),
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    legalComments: 'none',
    plugins: [linkToSite(base), overlayTemplates(root, packageRoot)],
  });
}

function nameAsset({ path, contents }: Compiled['files'][number], root: string): ClientAsset {
  const file = relative(join(root, 'assets'), path).split(sep).join('/');
  const entry = /^(style|home|outbound)\.(css|js)$/.exec(file);
  if (entry === null) return { name: file, outputPath: `assets/${file}`, bytes: contents };
  const [, name = '', extension] = entry;
  const outputPath = `assets/${name}.${fingerprint(contents)}.${extension}`;
  return { name, outputPath, bytes: contents };
}

interface Compiled {
  readonly files: readonly { path: string; text: string; contents: Uint8Array }[];
  /** Absolute. */
  readonly inputs: readonly string[];
  readonly problems: Problem[];
}

async function runEsbuild(
  root: string,
  packageRoot: string,
  options: BuildOptions,
): Promise<Compiled> {
  try {
    const { build } = await import('esbuild');
    const { outputFiles = [], metafile } = await build(options);
    const inputs = Object.keys(metafile?.inputs ?? {})
      .filter((path) => !path.endsWith(ENTRY_NAME) && !path.startsWith('react-without-suspense:'))
      // Pinned: another version of it comes with another version of this program.
      .filter((path) => !/node_modules[/\\]@takumi-rs[/\\]/.test(path))
      .map((path) => resolve(root, path));
    return { files: outputFiles, inputs: [...inputs, ...listManifests(inputs)], problems: [] };
  } catch (error) {
    const { errors } = error as BuildFailure;
    if (!Array.isArray(errors)) {
      return { files: [], inputs: [], problems: [compilerMissing(error as Error)] };
    }
    const problems = errors.map((each) => templateInvalid(each, root, packageRoot));
    return { files: [], inputs: [], problems };
  }
}

/** The package.json of each package that a file comes from: it says which file of it is taken. */
function listManifests(files: readonly string[]): string[] {
  const manifests = files.map((file) =>
    /^.*[/\\]node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+/.exec(file),
  );
  const paths = manifests.flatMap((match) => (match ? [join(match[0], 'package.json')] : []));
  return [...new Set(paths)].filter((path) => existsSync(path));
}
