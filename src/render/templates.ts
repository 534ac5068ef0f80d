/**
 * The site's templates → one bundle that renders, and the client's style sheet and scripts.
 *
 * An edge: the only file that runs esbuild.
 */
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import vm from 'node:vm';
import type { BuildFailure, BuildOptions } from 'esbuild';
import { fingerprint } from '../content/fingerprint.ts';
import type { Problem } from '../problems.ts';
import { BUNDLE_FILE, ENTRY_NAME, templateInvalid, templateThrew } from './template-errors.ts';
import { findTemplate, linkToSite, overlayTemplates, provideReact } from './template-resolution.ts';

export const TEMPLATE_NAMES = ['HomePage', 'EssayPage', 'AboutPage', 'NotFoundPage'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** Templates ready to run. */
export interface TemplateBundle {
  /** The markup of a page, from `<html>`; throws what the template throws. */
  render(template: TemplateName, props: object): string;
  /** Of the bundled code: the same digest, the same pages. */
  readonly digest: string;
  /** To map a thrown error's stack back to the templates. */
  readonly sourceMap: string;
}

/** A file of the client's: compiled, minified, named by its fingerprint. */
export interface ClientAsset {
  /** `style`, `home` or `outbound`; other names are fonts and pictures that the style sheet uses. */
  readonly name: string;
  /** Relative to out/. */
  readonly outputPath: string;
  readonly bytes: Uint8Array;
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
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions;

/** Compiles the page templates of the site at `root`; null with problems when one cannot be. */
export async function compileTemplates(
  root: string,
  packageRoot: string,
): Promise<{ value: TemplateBundle | null; problems: Problem[] }> {
  const contents = [
    `export { renderToStaticMarkup } from 'react-dom/server';`,
    `export { createElement } from 'react';`,
    ...TEMPLATE_NAMES.map((name) => `export { default as ${name} } from './${name}';`),
  ].join('\n');
  const compiled = await runEsbuild(root, packageRoot, {
    ...SHARED_OPTIONS,
    stdin: { contents, resolveDir: join(root, 'templates'), sourcefile: ENTRY_NAME },
    absWorkingDir: root,
    outfile: join(root, BUNDLE_FILE),
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'external',
    plugins: [overlayTemplates(root, packageRoot), provideReact(root, packageRoot)],
  });
  const code = compiled.files.find(({ path }) => path.endsWith('.cjs'));
  const sourceMap = compiled.files.find(({ path }) => path.endsWith('.map'));
  if (code === undefined || sourceMap === undefined) {
    return { value: null, problems: compiled.problems };
  }
  try {
    return { value: loadBundle(code.text, sourceMap.text, root), problems: [] };
  } catch (error) {
    const where = { sourceMap: sourceMap.text, root, packageRoot };
    return {
      value: null,
      problems: [templateThrew(error, 'loading the templates', 'templates', where)],
    };
  }
}

/** Compiles the style sheet and the client scripts; `base` is the base path of the site's URLs. */
export async function compileClient(
  root: string,
  packageRoot: string,
  base: string,
): Promise<{ value: ClientAsset[]; problems: Problem[] }> {
  const entryPoints = Object.entries(CLIENT_ENTRIES).map(([name, file]) => ({
    in: findTemplate(file, root, packageRoot),
    out: name,
  }));
  const binary = ['.woff2', '.woff', '.png', '.jpg', '.webp', '.avif', '.svg', '.gif'];
  const compiled = await runEsbuild(root, packageRoot, {
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
  const value = compiled.files.map(({ path, contents }): ClientAsset => {
    const file = relative(join(root, 'assets'), path).split(sep).join('/');
    const entry = /^(style|home|outbound)\.(css|js)$/.exec(file);
    if (entry === null) return { name: file, outputPath: `assets/${file}`, bytes: contents };
    const [, name = '', extension] = entry;
    const outputPath = `assets/${name}.${fingerprint(contents)}.${extension}`;
    return { name, outputPath, bytes: contents };
  });
  return { value, problems: compiled.problems };
}

interface Compiled {
  readonly files: readonly { path: string; text: string; contents: Uint8Array }[];
  readonly problems: Problem[];
}

async function runEsbuild(
  root: string,
  packageRoot: string,
  options: BuildOptions,
): Promise<Compiled> {
  const { build } = await import('esbuild');
  try {
    const { outputFiles = [] } = await build(options);
    return { files: outputFiles, problems: [] };
  } catch (error) {
    const { errors } = error as BuildFailure;
    if (!Array.isArray(errors)) throw error;
    return { files: [], problems: errors.map((each) => templateInvalid(each, root, packageRoot)) };
  }
}

function loadBundle(code: string, sourceMap: string, root: string): TemplateBundle {
  const module = { exports: {} as Record<string, unknown> };
  const wrapped = vm.compileFunction(code, ['module', 'exports', 'require'], {
    filename: BUNDLE_FILE,
  });
  wrapped(module, module.exports, createRequire(join(root, BUNDLE_FILE)));
  const bundle = module.exports as {
    renderToStaticMarkup(element: unknown): string;
    createElement(type: unknown, props: object): unknown;
  } & Record<TemplateName, unknown>;
  return {
    render: (template, props) =>
      bundle.renderToStaticMarkup(bundle.createElement(bundle[template], props)),
    digest: fingerprint(code),
    sourceMap,
  };
}
