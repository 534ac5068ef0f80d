/**
 * The esbuild plugin that compiles a site's templates: it looks files up in all layers, resolves React to the
 * program's copy, and digests every source as esbuild gets it. An edge.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type * as esbuild from 'esbuild';
import { digest } from '../files/fingerprint.ts';
import { PAGE_STYLES } from '../markdown/rule.ts';
import { type Place, placeAt } from '../problems/problems.ts';
import { SETTINGS_MARK } from './settings-style.ts';
import { listFileNames, REACT_DOM, type TemplateFiles } from './template-files.ts';
import { blankComments } from './template-lint.ts';

/** The digests of sources as they were read, by name. */
export type Sources = ReadonlyMap<string, string>;

/** What the plugin finds while esbuild runs. */
export interface Findings {
  readonly sources: Map<string, string>;
  /** The files of the client scripts that templates load, by asset name. */
  readonly scripts: Map<string, string>;
}

/** The kinds of files that style sheets may refer to. Packages still name `.eot` files, which no browser loads. */
export const BINARY = [
  '.woff2',
  '.woff',
  '.ttf',
  '.otf',
  '.eot',
  '.png',
  '.jpg',
  '.jpeg',
  '.webp',
  '.avif',
  '.svg',
  '.gif',
];

/** A script that renders, or the files that a browser loads. */
type Platform = 'node' | 'browser';

/** Makes the plugin for a script that renders, or for the files that a browser loads. */
export function makePlugin(
  platform: Platform,
  templates: TemplateFiles,
  findings: Findings,
): esbuild.Plugin {
  return {
    name: 'templates',
    setup(build) {
      if (platform === 'node') provideReact(build, templates);
      else {
        linkToSite(build);
        provideStyle(build, templates);
      }
      refuseAssets(build);
      lookUpTemplates(build, templates);
      readSources(build, templates, findings);
    },
  };
}

/** Looks up each file that a template imports, in the layers in order. */
function lookUpTemplates(build: esbuild.PluginBuild, { layers }: TemplateFiles): void {
  build.onResolve({ filter: /^\.\.?\// }, async ({ path, resolveDir, kind, pluginData }) => {
    const from = layers.find(({ folder }) => (resolveDir + sep).startsWith(folder + sep));
    if (from === undefined || pluginData === 'looked up') return undefined;
    const inside = `./${relative(from.folder, resolve(resolveDir, path)).replaceAll(sep, '/')}`;
    for (const { folder } of layers) {
      const options = { kind, resolveDir: folder, pluginData: 'looked up' };
      const found = await build.resolve(inside, options);
      // esbuild accepts homepage.tsx for HomePage.tsx, as do some file systems.
      const { errors, path: file } = found;
      if (errors.length === 0 && listFileNames(dirname(file)).includes(basename(file)))
        return found;
    }
    return undefined;
  });
}

/**
 * Resolves React, and for cards the conversion of its elements, to the program's copy. Only the static half of the
 * server renderer is bundled. `<Suspense>` becomes a fragment: static markup can't wait, and React would silently
 * show the fallback in place of an error.
 */
function provideReact(build: esbuild.PluginBuild, { packageRoot }: TemplateFiles): void {
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

/** With the name of a style sheet, its entry point. */
export const STYLE_ENTRY = 'blog:';
/**
 * Every style sheet states the order of the layers, because a page may load any of them first. `reader` has what readers
 * ask for, and what their scripts need. The settings and the site's own rules are in none, and so override them all.
 */
const LAYERS = '@layer base, skin, reader;\n';
const SETTINGS_STYLE = 'blog:settings.css';
/** The site's own rules, which are added to those of any theme. */
const SITE_STYLE = 'templates/site.css';

/**
 * Provides the entry points of the style sheets. The one of all pages has style.css, then the CSS of the site's settings,
 * then the site's own site.css.
 */
function provideStyle(build: esbuild.PluginBuild, templates: TemplateFiles): void {
  const namespace = 'style';
  const parts = ['./style.css', SETTINGS_STYLE];
  if (templates.isOwn(SITE_STYLE)) parts.push('./site.css');
  const texts = new Map([
    [`${STYLE_ENTRY}style`, LAYERS + parts.map((part) => `@import "${part}";\n`).join('')],
    [SETTINGS_STYLE, SETTINGS_MARK],
    ...PAGE_STYLES.map((name): [string, string] => {
      const layer = name === 'scripts' ? 'reader' : 'base';
      return [STYLE_ENTRY + name, `${LAYERS}@import "./styles/${name}.css" layer(${layer});\n`];
    }),
  ]);
  build.onResolve({ filter: /^blog:/ }, ({ path }) => {
    return texts.has(path) ? { path, namespace } : undefined;
  });
  build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
    contents: texts.get(path) ?? '',
    loader: 'css',
    resolveDir: templates.layers[0]?.folder ?? '',
  }));
}

/**
 * Keeps `url(/images/x.png)` of the style sheet, which is published in assets/, as a path of the site,
 * whatever its base path.
 */
function linkToSite(build: esbuild.PluginBuild): void {
  build.onResolve({ filter: /^\// }, ({ path, kind }) => {
    return kind === 'url-token' ? { path: `..${path}`, external: true } : undefined;
  });
}

/**
 * Rejects imports that only a style sheet can use: a script runs on pages in any folder, and pages have one style
 * sheet.
 */
function refuseAssets(build: esbuild.PluginBuild): void {
  build.onResolve({ filter: /\.\w+$/ }, ({ path, kind }) => {
    const isStyle = path.endsWith('.css');
    const isAsset = isStyle || BINARY.includes(extname(path));
    if (/url|rule|entry/.test(kind) || !isAsset) return undefined;
    const way = isStyle ? '@import it in style.css' : 'put it into content/public/ and use its URL';
    return { errors: [{ text: `This cannot be imported: ${way}` }] };
  });
}

/** Packages whose versions the key of a compiled set already covers. */
const PINNED = /[/\\](node_modules[/\\]react|dist[/\\](react-dom|takumi-jsx))[/\\.]/;
const PACKAGE = /^.*[/\\]node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+/;

/** Reads the sources for esbuild, and digests the same bytes. */
function readSources(
  build: esbuild.PluginBuild,
  templates: TemplateFiles,
  { sources, scripts }: Findings,
): void {
  const read = (file: string) => {
    const contents = readFileSync(file);
    if (!PINNED.test(file)) sources.set(templates.nameOf(file), digest(contents));
    return contents;
  };
  build.onLoad({ filter: /.*/, namespace: 'file' }, async ({ path }) => {
    // A package's manifest decides which of its files an import resolves to.
    const folder = PACKAGE.exec(path)?.[0];
    const isTheme = templates.layers.some((layer) => layer.folder === folder);
    if (folder !== undefined && !isTheme) read(join(folder, 'package.json'));
    const contents = read(path);
    if (/\.ya?ml$/.test(path)) return compileYamlFile(path, contents);
    if (!/\.[jt]sx$/.test(path) || !contents.includes('<Script')) {
      return { contents, loader: 'default' };
    }
    return nameScripts(build, path, String(contents), templates, scripts);
  });
}

/** Loads the reader of YAML only for templates that import some. */
async function compileYamlFile(path: string, contents: Buffer): Promise<esbuild.OnLoadResult> {
  const { compileYaml } = await import('./yaml-module.ts');
  return compileYaml(path, contents);
}

/** Matches a `<Script>` with a relative `src`. */
const SCRIPT = /(<Script\s[^<>]*?\bsrc=\{?["'`])(\.[^"'`\n]*)/g;
const CLIENT_SCRIPT = /\.client\.[jt]sx?$/;

/**
 * Replaces the path of each client script that a component loads by the name of its asset, and adds the script to
 * `scripts`.
 */
async function nameScripts(
  build: esbuild.PluginBuild,
  path: string,
  text: string,
  templates: TemplateFiles,
  scripts: Findings['scripts'],
): Promise<esbuild.OnLoadResult> {
  let contents = text;
  // From the last to the first, so that the offsets stay right.
  const found = [...blankComments(text).matchAll(SCRIPT)].reverse();
  for (const { 1: start = '', 2: src = '', index } of found) {
    const at = index + start.length;
    const options = { kind: 'import-statement', resolveDir: dirname(path) } as const;
    const { errors, path: file } = await build.resolve(src, options);
    if (errors.length > 0 || !CLIENT_SCRIPT.test(file)) {
      return { errors: [scriptMissing(path, placeAt(path, text, at), src)] };
    }
    const stem = templates.nameOf(file).replace(/^templates\/|\.client\.\w+$/g, '');
    const name = `script-${stem.replace(/[^\w-]+/g, '-')}`;
    scripts.set(name, file);
    contents = contents.slice(0, at) + name + contents.slice(at + src.length);
  }
  return { contents, loader: 'default' };
}

/** The error of a `src` that isn't a client script. */
function scriptMissing(path: string, place: Place, src: string): esbuild.PartialMessage {
  const { line, column, excerpt } = place;
  return {
    text: `There is no client script ${src}; its name must end in .client.ts`,
    location: {
      file: path,
      line: line ?? 1,
      column: (column ?? 1) - 1,
      lineText: excerpt ?? '',
    },
  };
}
