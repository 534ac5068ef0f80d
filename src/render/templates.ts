/**
 * The site's templates → one bundle that renders, and the client's style sheet and scripts.
 *
 * An edge: the only file that runs esbuild.
 */
import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { BuildFailure, BuildOptions } from 'esbuild';
import { digest, fingerprint } from '../content/fingerprint.ts';
import type { Problem } from '../problems.ts';
import { BUNDLE_FILE, type CompiledTemplates, TEMPLATE_NAMES } from './bundle.ts';
import { compilerMissing, ENTRY_NAME, templateInvalid } from './template-errors.ts';
import { findTemplate, linkToSite, overlayTemplates, provideReact } from './template-resolution.ts';

/** A file of the client's: compiled, minified, named by its fingerprint. */
export interface ClientAsset {
  /** `style`, `home` or `outbound`; other names are fonts and pictures that the style sheet uses. */
  readonly name: string;
  /** Relative to out/. */
  readonly outputPath: string;
  readonly bytes: Uint8Array;
}

/** All that comes of the templates: what renders the pages, and the client's files. */
export interface TemplateSet {
  readonly compiled: CompiledTemplates;
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
): Promise<{ value: TemplateSet | null; problems: Problem[] }> {
  const [pages, client] = await Promise.all([
    compilePages(root, packageRoot),
    compileClient(root, packageRoot, base),
  ]);
  const problems = [...pages.problems, ...client.problems];
  const code = pages.files.find(({ path }) => path.endsWith('.cjs'))?.text;
  const sourceMap = pages.files.find(({ path }) => path.endsWith('.map'))?.text;
  if (problems.length > 0 || code === undefined || sourceMap === undefined) {
    return { value: null, problems };
  }
  const value = {
    compiled: { code, digest: digest(code) },
    assets: client.files.map((file) => nameAsset(file, root)),
    inputs: [...new Set([...pages.inputs, ...client.inputs])].sort(),
    readSourceMap: () => sourceMap,
    sourceRoot: root,
  };
  return { value, problems: [] };
}

function compilePages(root: string, packageRoot: string): Promise<Compiled> {
  const contents = [
    `export { renderToStaticMarkup } from 'react-dom/server';`,
    `export { createElement } from 'react';`,
    ...TEMPLATE_NAMES.map((name) => `export { default as ${name} } from './${name}';`),
  ].join('\n');
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
    plugins: [overlayTemplates(root, packageRoot), provideReact(root, packageRoot)],
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
