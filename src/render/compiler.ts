/**
 * Templates → a script that renders pages, one that makes cards, and the client's style sheet and scripts.
 *
 * An edge: the only file that runs esbuild. Nothing is written to the disk. All or nothing: with one
 * problem there are no files, and every problem is told, at the template's own line.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type { BuildFailure, BuildOptions, OutputFile, Plugin, PluginBuild } from 'esbuild';
import { digest, fingerprint } from '../content/fingerprint.ts';
import type { Problem } from '../problems.ts';
import { compilerMissing, ENTRIES, templateInvalid } from './template-errors.ts';
import {
  findReactFolder,
  locateSource,
  nameSource,
  type TemplateFolders,
  templateFolders,
} from './template-files.ts';

const TEMPLATE_NAMES = ['HomePage', 'EssayPage', 'AboutPage', 'NotFoundPage'] as const;
const CARD_NAME = 'SocialCard';
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** What came of the compiler. Sources have the names that `nameSource` gives them. */
export interface Compilation {
  /** `pages.cjs`, `card.cjs`, their source maps, and what is published below `assets/`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The digest of each source as it was when it was compiled, in the order of the names. */
  readonly sources: ReadonlyMap<string, string>;
}

const SCRIPTS = {
  pages: `import { createElement } from 'react';
    import { renderToStaticMarkup } from 'react-dom/server';
    ${TEMPLATE_NAMES.map((name) => `import ${name} from './${name}';`).join('\n')}
    const templates = { ${TEMPLATE_NAMES.join(', ')} };
    export const render = (name, props) =>
      '<!doctype html>\\n' + renderToStaticMarkup(createElement(templates[name], props)) + '\\n';`,
  card: `import { createElement } from 'react';
    import { fromJsx } from '@takumi-rs/helpers/jsx';
    import ${CARD_NAME} from './${CARD_NAME}';
    export const draw = (props) => fromJsx(createElement(${CARD_NAME}, props));`,
};
const CLIENT = { style: 'style.css', home: 'home.client.ts', outbound: 'outbound.client.ts' };
const BINARY = ['.woff2', '.woff', '.png', '.jpg', '.webp', '.avif', '.svg', '.gif'];
/** Packages of which the version is known otherwise. */
const PINNED = /[/\\]node_modules[/\\](react|react-dom|scheduler|@takumi-rs)[/\\]/;
const PACKAGE = /^.*[/\\]node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+/;

/** Compiles the templates of a site; the one of cards only where it is wanted. */
export async function compileTemplates(
  folders: TemplateFolders,
  withCard: boolean,
): Promise<{ value: Compilation | null; problems: Problem[] }> {
  const { root } = folders;
  // The code names React's files by where they lie from here, and must be the same on all machines.
  const workingFolder = findReactFolder(folders);
  const sources = new Map<string, string>();
  const shared: BuildOptions = {
    absWorkingDir: workingFolder,
    bundle: true,
    write: false,
    logLevel: 'silent',
    legalComments: 'none',
    outdir: root,
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
    define: { 'process.env.NODE_ENV': '"production"' },
  };
  const scripts: BuildOptions = {
    ...shared,
    entryPoints: withCard ? ['pages', 'card'] : ['pages'],
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'external',
    sourcesContent: false,
    plugins: plug((build) => {
      provideEntries(build, folders);
      provideReact(build, folders);
      overlayTemplates(build, folders);
      noteSources(build, folders, sources);
    }),
  };
  const client: BuildOptions = {
    ...shared,
    entryPoints: Object.entries(CLIENT).map(([out, name]) => {
      return { in: locateSource(`templates/${name}`, folders), out };
    }),
    assetNames: '[name].[hash]',
    loader: Object.fromEntries(BINARY.map((extension) => [extension, 'file'])),
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    plugins: plug((build) => {
      linkToSite(build);
      overlayTemplates(build, folders);
      noteSources(build, folders, sources);
    }),
  };
  try {
    const { build } = await import('esbuild');
    const built = await Promise.allSettled([build(scripts), build(client)]);
    const errors = built.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    const problems = errors.flatMap((error: BuildFailure) => {
      if (!Array.isArray(error.errors)) throw error;
      return error.errors.map((message) => templateInvalid(message, workingFolder, folders));
    });
    const [made, assets] = built.map((each) => (each.status === 'fulfilled' ? each.value : null));
    if (!made || !assets) return { value: null, problems };
    const files = new Map([
      ...(made.outputFiles ?? []).map((file) => readScript(file, folders)),
      ...(assets.outputFiles ?? []).map(nameAsset),
    ]);
    const ordered = new Map([...sources].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { value: { files, sources: ordered }, problems };
  } catch (error) {
    return { value: null, problems: [compilerMissing(error as Error)] };
  }
}

/** A script as it is; in a source map, the sources by their names. */
function readScript({ path, text, contents }: OutputFile, folders: TemplateFolders) {
  const name = basename(path);
  if (!name.endsWith('.map')) return [name, contents] as const;
  const map = JSON.parse(text) as { sources: string[] };
  const sources = map.sources.map((source) => nameSource(resolve(folders.root, source), folders));
  return [name, Buffer.from(JSON.stringify({ ...map, sources }))] as const;
}

/** Each asset bears the fingerprint of its bytes in its name, so that it may be kept for good. */
function nameAsset({ path, contents }: OutputFile) {
  const name = basename(path);
  const entry = /^(style|home|outbound)\.(css|js)$/.exec(name);
  if (entry === null) return [`assets/${name}`, contents] as const;
  return [`assets/${entry[1]}.${fingerprint(contents)}.${entry[2]}`, contents] as const;
}

function plug(setup: (build: PluginBuild) => void): Plugin[] {
  return [{ name: 'templates', setup }];
}

function provideEntries(build: PluginBuild, { root }: TemplateFolders): void {
  build.onResolve({ filter: /^(pages|card)$/ }, ({ path, kind }) =>
    kind === 'entry-point' ? { path, namespace: ENTRIES } : undefined,
  );
  build.onLoad({ filter: /.*/, namespace: ENTRIES }, ({ path }) => ({
    contents: SCRIPTS[path as keyof typeof SCRIPTS],
    resolveDir: join(root, 'templates'),
  }));
}

/** Looks for each file of the templates in the site first, then in the package. */
function overlayTemplates(build: PluginBuild, folders: TemplateFolders): void {
  const tops = templateFolders(folders);
  build.onResolve({ filter: /^\.\.?\// }, async ({ path, resolveDir, kind, pluginData }) => {
    const top = tops.find((each) => (resolveDir + sep).startsWith(each + sep));
    if (top === undefined || pluginData === 'overlay') return undefined;
    const inside = `./${relative(top, resolve(resolveDir, path)).replaceAll(sep, '/')}`;
    for (const each of tops) {
      const options = { kind, resolveDir: each, pluginData: 'overlay' };
      const found = await build.resolve(inside, options);
      if (found.errors.length === 0) return found;
    }
    return undefined;
  });
}

/**
 * Resolves React, the package's for everything, and what makes boxes of its elements for cards. Of the
 * server renderer only the part that renders static markup is taken. `<Suspense>` becomes a fragment:
 * static markup cannot wait, and React would show the fallback in place of an error without a word.
 */
function provideReact(build: PluginBuild, { packageRoot }: TemplateFolders): void {
  const require = createRequire(join(packageRoot, 'package.json'));
  const namespace = 'react-without-suspense';
  build.onResolve({ filter: /^react(-dom)?($|\/)/ }, ({ path, namespace: from }) => {
    if (path === 'react' && from !== namespace) return { path, namespace };
    if (path !== 'react-dom/server') return { path: require.resolve(path) };
    const folder = dirname(require.resolve('react-dom/package.json'));
    return { path: join(folder, 'cjs/react-dom-server-legacy.node.production.js') };
  });
  build.onLoad({ filter: /.*/, namespace }, () => ({
    contents: `const React = require('react');
      module.exports = { ...React, Suspense: React.Fragment };`,
    resolveDir: packageRoot,
  }));
  build.onResolve({ filter: /^@takumi-rs\/helpers\// }, ({ path, kind, pluginData }) => {
    const resolveDir = dirname(require.resolve('@takumi-rs/core'));
    return pluginData ? undefined : build.resolve(path, { kind, resolveDir, pluginData: 'ours' });
  });
}

/**
 * In the style sheet, which is published in assets/, `url(/images/x.png)` is a path of the site, wherever
 * that lies on its host. Scripts cannot name files so: they run on pages of any folder.
 */
function linkToSite(build: PluginBuild): void {
  const text = 'A script cannot import this: put it into content/public/ and use its address';
  build.onResolve({ filter: /^\/|\.\w+$/ }, ({ path, kind }) => {
    const isLink = kind === 'url-token';
    if (isLink && path.startsWith('/')) return { path: `..${path}`, external: true };
    return !isLink && BINARY.includes(extname(path)) ? { errors: [{ text }] } : undefined;
  });
}

/** Reads the sources itself, so that the digests are those of what is compiled. */
function noteSources(
  build: PluginBuild,
  folders: TemplateFolders,
  sources: Map<string, string>,
): void {
  const note = (file: string) => {
    const contents = readFileSync(file);
    if (!PINNED.test(file)) sources.set(nameSource(file, folders), digest(contents));
    return contents;
  };
  build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
    // It says which file of a package is taken.
    const manifest = PACKAGE.exec(path)?.[0];
    if (manifest !== undefined) note(join(manifest, 'package.json'));
    return { contents: note(path), loader: 'default' };
  });
}
