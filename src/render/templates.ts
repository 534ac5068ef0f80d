/**
 * The site's templates → one bundle that renders, and the client's style sheet and scripts.
 *
 * An edge: the only file that knows esbuild. A template is looked for in the site's `templates/`,
 * then among those of the package, file by file, so that a site can replace a single component.
 * React comes from the site if it has both halves of it, else from the package.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import vm from 'node:vm';
import type { BuildFailure, BuildOptions, Message, Plugin } from 'esbuild';
import { fingerprint } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';

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

/** The name under which the bundle's frames stand in a stack. */
export const BUNDLE_FILE = 'blog-templates.cjs';

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
  const folder = join(root, 'templates');
  const compiled = await runEsbuild(root, packageRoot, {
    ...SHARED_OPTIONS,
    stdin: { contents, resolveDir: folder, sourcefile: 'templates' },
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
  return { value: loadBundle(code.text, sourceMap.text, root), problems: compiled.problems };
}

/** Compiles the style sheet and the client scripts; `assetsUrl` is where out/assets is published. */
export async function compileClient(
  root: string,
  packageRoot: string,
  assetsUrl: string,
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
    publicPath: assetsUrl,
    assetNames: '[name].[hash]',
    loader: Object.fromEntries(binary.map((extension) => [extension, 'file'])),
    external: ['/*'],
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    legalComments: 'none',
    plugins: [overlayTemplates(root, packageRoot)],
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

/** Looks for each file of the templates in the site first, then in the package. */
function overlayTemplates(root: string, packageRoot: string): Plugin {
  const folders = [join(root, 'templates'), join(packageRoot, 'templates')];
  return {
    name: 'overlay-templates',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, async ({ path, resolveDir, kind, pluginData }) => {
        const folder = folders.find((each) => (resolveDir + sep).startsWith(each + sep));
        if (folder === undefined || pluginData === 'overlay') return undefined;
        const inside = relative(folder, resolve(resolveDir, path));
        for (const each of folders) {
          const found = await build.resolve(`./${inside.split(sep).join('/')}`, {
            kind,
            resolveDir: each,
            pluginData: 'overlay',
          });
          if (found.errors.length === 0) return found;
        }
        return undefined;
      });
    },
  };
}

/** The site's own file of the templates, or the package's where it has none. */
function findTemplate(file: string, root: string, packageRoot: string): string {
  const own = join(root, 'templates', file);
  return existsSync(own) ? own : join(packageRoot, 'templates', file);
}

/**
 * Resolves React, one copy for everything. Of the server renderer only the part that renders static
 * markup is taken. `<Suspense>` becomes a fragment: static markup cannot wait, and React would show
 * the fallback in place of an error without a word.
 */
function provideReact(root: string, packageRoot: string): Plugin {
  const home = [root, packageRoot].find((folder) => hasReact(folder)) ?? packageRoot;
  const require = createRequire(join(home, 'package.json'));
  return {
    name: 'provide-react',
    setup(build) {
      build.onResolve({ filter: /^react(-dom)?($|\/)/ }, ({ path, namespace }) => {
        if (path === 'react' && namespace !== 'react-without-suspense') {
          return { path, namespace: 'react-without-suspense' };
        }
        if (path === 'react-dom/server') return { path: findStaticRenderer(require) };
        return { path: require.resolve(path) };
      });
      build.onLoad({ filter: /.*/, namespace: 'react-without-suspense' }, () => ({
        contents: `const React = require('react');
          module.exports = { ...React, Suspense: React.Fragment };`,
        resolveDir: home,
      }));
    },
  };
}

function hasReact(folder: string): boolean {
  const require = createRequire(join(folder, 'package.json'));
  try {
    require.resolve('react/package.json');
    require.resolve('react-dom/package.json');
    return true;
  } catch {
    return false;
  }
}

function findStaticRenderer(require: NodeJS.Require): string {
  const folder = dirname(require.resolve('react-dom/package.json'));
  const file = join(folder, 'cjs', 'react-dom-server-legacy.node.production.js');
  return existsSync(file) ? file : require.resolve('react-dom/server');
}

function templateInvalid(message: Message, root: string, packageRoot: string): Problem {
  const { location, text } = message;
  const hint = location?.suggestion
    ? `Did you mean ${location.suggestion}?`
    : 'Mend the template at this place; a build writes nothing until it compiles.';
  if (location === null) return makeProblem('template-invalid', wholeFile('templates'), text, hint);
  const place = {
    file: showPath(resolve(root, location.file), root, packageRoot),
    line: location.line,
    column: location.column + 1,
    excerpt: location.lineText,
  };
  return makeProblem('template-invalid', place, text, hint);
}

/** A template's path as an author knows it: from the site's root, or from the package. */
export function showPath(file: string, root: string, packageRoot: string): string {
  const show = (path: string) => path.split(sep).join('/');
  const inSite = relative(root, file);
  if (!inSite.startsWith('..')) return show(inSite);
  return show(join('essay-blog', relative(packageRoot, file)));
}
