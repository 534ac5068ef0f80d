/**
 * Compiles the templates of a site with esbuild, in memory: a script that renders pages, one that draws social
 * cards, and the style sheet, scripts, fonts and pictures that are published. An edge.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type * as esbuild from 'esbuild';
import { digest, fingerprint } from '../files/fingerprint.ts';
import { type Place, type Problem, partMissing, placeAt } from '../problems/problems.ts';
import { suggestWord } from '../text/text.ts';
import { DEFAULT_PALETTE, readPalette } from './palette.ts';
import { ENTRIES, groupRefused, styleInvalid, templateInvalid } from './template-errors.ts';
import { listComponents, listFiles, REACT_DOM, type TemplateFiles } from './template-files.ts';
import { blankComments } from './template-lint.ts';

const TEMPLATE_NAMES = [
  ...(['HomePage', 'EssayPage', 'AboutPage', 'NotFoundPage'] as const),
  ...(['Page', 'TagPage', 'TagsPage', 'ArchivePage'] as const),
] as const;
/** A template of a page, one in `templates/pages/` with its folder. */
export type TemplateName = (typeof TEMPLATE_NAMES)[number] | `pages/${string}`;

/** The digests of sources as they were read, by name. */
export type Sources = Map<string, string>;
/** `pages.cjs`, `card.cjs`, their source maps and `assets/…`, by path. */
export type CompiledFiles = ReadonlyMap<string, Uint8Array>;

/** The compiled scripts. */
export const [PAGES, CARD] = ['pages.cjs', 'card.cjs'] as const;

/** The entry points of the compiled scripts. A component of a mark inserts its content as a control character. */
const makeScripts = (components: readonly string[], pages: readonly TemplateName[]) => ({
  [PAGES]: `import { createElement } from 'react';
    import { renderToStaticMarkup } from 'react-dom/server';
    import { makeTranslate, TemplateContext } from './hooks';
    const renderIn = ({ page = null, scripts, ...texts }, element) => {
      const value = { page, scripts, t: makeTranslate(texts) };
      return renderToStaticMarkup(createElement(TemplateContext, { value }, element));
    };
    ${pages.map((name, i) => `import page${i} from './${name}';`).join('\n')}
    const templates = { ${pages.map((name, i) => `'${name}': () => page${i}`).join(', ')} };
    // An empty file exports an empty object. Memoized components are objects with a type.
    const isComponent = (value) => typeof value === 'function' || value?.$$typeof !== undefined;
    export const missing = Object.keys(templates).filter((name) => {
      try { return !isComponent(templates[name]()); } catch { return true; }
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
      if (!isComponent(component)) throw new Error('templates/marks/' + name + ' exports no component');
      const inner = hasContent ? [createElement(Content)] : [];
      const draw = (own) => renderIn(context, createElement(component, { ...own, args }, ...inner));
      // A component may pass all its props on to an element. React throws where HTML would ignore \`style\` and \`children\`.
      const { style, children, ...others } = props;
      const isRisky = style !== undefined || children !== undefined;
      let html;
      try { html = draw(props); } catch (error) { if (!isRisky) throw error; html = draw(others); }
      // React puts a link that preloads each picture before the element, in feeds as well.
      const own = html.replace(/^(?:<link rel="preload" as="image"[^>]*>)+/, '');
      return own.replaceAll('\\u0006', () => content);
    };`,
  [CARD]: `import { createElement } from 'react';
    import { fromJsx } from '@takumi-rs/helpers/jsx';
    import SocialCard from './SocialCard';
    export const draw = (props) => fromJsx(createElement(SocialCard, props));`,
});
const CLIENT = ['style.css', 'home.client.ts', 'outbound.client.ts'];
/** The kinds of files that style sheets may refer to. Packages still name `.eot` files, which no browser loads. */
const BINARY = [
  ...['.woff2', '.woff', '.ttf', '.otf', '.eot'],
  ...['.png', '.jpg', '.jpeg', '.webp', '.avif', '.svg', '.gif'],
];
/** Packages whose versions the key already covers. */
const PINNED = /[/\\](node_modules[/\\]react|dist[/\\](react-dom|takumi-jsx))[/\\.]/;
/** Matches the name of a source that is not the author's, as shown. */
const SHIPPED = new RegExp(`^(essay-blog|${ENTRIES})/`);
const PACKAGE = /^.*[/\\]node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+/;

/**
 * Compiles the templates of a site in memory, and reports every problem: those that make the files useless, and
 * `warnings` of faults in style sheets of the site. `sources` are sorted by name.
 */
export async function compileTemplates(templates: TemplateFiles, withCards: boolean) {
  // The compiled code has the paths of React's files relative to the folder that holds its
  // `node_modules/`, so that it is the same on all machines.
  const workingFolder = join(templates.reactManifests[0], '../../..');
  const sources: Sources = new Map();
  /** The files of the client scripts that templates load, by asset name. */
  const scripts = new Map<string, string>();
  const plug = (setup: (build: esbuild.PluginBuild) => void) => ({
    name: 'templates',
    setup(build: esbuild.PluginBuild) {
      setup(build);
      refuseAssets(build);
      overlayTemplates(build, templates);
      recordSources(build, templates, sources, scripts);
    },
  });
  const shared: esbuild.BuildOptions = {
    absWorkingDir: workingFolder,
    bundle: true,
    write: false,
    logLevel: 'silent',
    legalComments: 'none',
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
    define: { 'process.env.NODE_ENV': '"production"' },
  };
  const makeScript = ([name, contents]: readonly [string, string]): esbuild.BuildOptions => ({
    ...shared,
    stdin: {
      contents,
      sourcefile: join(templates.root, ENTRIES, name),
      resolveDir: join(templates.root, 'templates'),
    },
    outfile: join(templates.root, name),
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'external',
    sourcesContent: false,
    plugins: [plug((build) => provideReact(build, templates))],
  });
  const client: esbuild.BuildOptions = {
    ...shared,
    outdir: templates.root,
    entryNames: '[name]',
    assetNames: '[name].[hash]',
    loader: Object.fromEntries(BINARY.map((extension) => [extension, 'file'])),
    minify: true,
    platform: 'browser',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    plugins: [plug(linkToSite)],
  };
  const nameOf = (file: string) => templates.nameOf(resolve(workingFolder, file));
  const show = (file: string) => templates.show(nameOf(file));
  const isOwnStyle = ({ location }: esbuild.Message) =>
    location?.file.endsWith('.css') && templates.isOwn(nameOf(location.file));
  try {
    const { build, transform } = await import('esbuild');
    const ownPages = listComponents(templates, 'pages').map((name) => `pages/${name}` as const);
    const entries = makeScripts(listComponents(templates, 'marks'), [
      ...TEMPLATE_NAMES,
      ...ownPages,
    ]);
    const pages = Object.entries(entries).filter(([name]) => withCards || name !== CARD);
    const run = (options: esbuild.BuildOptions) =>
      build(options).catch((failure: esbuild.BuildFailure) => {
        if (!Array.isArray(failure.errors)) throw failure;
        return { errors: failure.errors, warnings: [], outputFiles: [] };
      });
    const entryPoints = CLIENT.map((name) => templates.locate(`templates/${name}`));
    const all = [...pages.map(makeScript), { ...client, entryPoints, format: 'iife' as const }];
    const results = await Promise.all(all.map(run));
    const own = { ...client, entryPoints: Object.fromEntries([...scripts].sort()) };
    if (scripts.size > 0) results.push(await run({ ...own, format: 'esm' }));
    const errors = groupRefused(results.flatMap((result) => result.errors));
    const isShipped = ({ location }: esbuild.Message) =>
      location && SHIPPED.test(show(location.file));
    const shipped = new Set(errors.filter(isShipped).map(({ text }) => text));
    const describe = (error: esbuild.Message) =>
      templateInvalid(error, show, shipped.has(error.text));
    // A source that two scripts import has its errors in both.
    const texts = new Set(errors.map((error) => JSON.stringify(describe(error))));
    const problems = [...texts].map((text): Problem => JSON.parse(text));
    const faults = results.flatMap((result) => result.warnings).filter(isOwnStyle);
    const warnings = faults.map((fault) => styleInvalid(fault, show));
    const outputs = results.flatMap(({ outputFiles = [] }) => outputFiles);
    const files: CompiledFiles = new Map(outputs.map((file) => nameOutput(file, templates)));
    const sorted = new Map([...sources].sort(([a], [b]) => (a < b ? -1 : 1)));
    const style = outputs.find(({ path }) => path.endsWith('.css'))?.text ?? '';
    const palette = await readPalette(style, async (css) => {
      return (await transform(css, { loader: 'css', minify: true, target: 'chrome80' })).code;
    });
    return { files, palette, sources: sorted, problems, warnings };
  } catch (error) {
    const text = 'The templates cannot be compiled because esbuild does not start';
    const problems = [partMissing('template-invalid', 'templates', text, error as Error)];
    return { files: new Map(), palette: DEFAULT_PALETTE, sources, problems, warnings: [] };
  }
}

/** Names a compiled file: a published one by its fingerprint, so that browsers may cache it forever. */
function nameOutput({ path, text, contents }: esbuild.OutputFile, templates: TemplateFiles) {
  const file = basename(path);
  if (file.endsWith('.cjs')) return [file, contents] as const;
  if (file.endsWith('.cjs.map')) {
    const map = JSON.parse(text) as { sources: string[] };
    const sources = map.sources.map((source) => templates.nameOf(resolve(templates.root, source)));
    return [file, Buffer.from(JSON.stringify({ ...map, sources }))] as const;
  }
  const [, name, extension] =
    /^(style|home|outbound|script-.+?)(?:\.client)?\.(css|js)$/.exec(file) ?? [];
  // esbuild has put a hash into the names of fonts and pictures.
  const published = name ? `${name}.${fingerprint(contents)}.${extension}` : file;
  return [`assets/${published}`, contents] as const;
}

/** Looks up each file that a template imports in every layer, in order. */
function overlayTemplates(build: esbuild.PluginBuild, { layers }: TemplateFiles): void {
  build.onResolve({ filter: /^\.\.?\// }, async ({ path, resolveDir, kind, pluginData }) => {
    const from = layers.find(({ folder }) => (resolveDir + sep).startsWith(folder + sep));
    if (from === undefined || pluginData === 'overlay') return undefined;
    const inside = `./${relative(from.folder, resolve(resolveDir, path)).replaceAll(sep, '/')}`;
    for (const { folder } of layers) {
      const options = { kind, resolveDir: folder, pluginData: 'overlay' };
      const found = await build.resolve(inside, options);
      // esbuild accepts homepage.tsx for HomePage.tsx, as do some file systems.
      const { errors, path: file } = found;
      if (errors.length === 0 && listFiles(dirname(file)).includes(basename(file))) return found;
    }
    return undefined;
  });
}

/**
 * Resolves React, and for cards the conversion of its elements, to the package's copy. Only the static half of the
 * server renderer is bundled. `<Suspense>` becomes a fragment: static markup
 * cannot wait, and React would silently show the fallback in place of an error.
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

/**
 * Keeps `url(/images/x.png)` of the style sheet, which is published in assets/, as a path of the site,
 * whatever its base path.
 */
function linkToSite(build: esbuild.PluginBuild): void {
  build.onResolve({ filter: /^\// }, ({ path, kind }) => {
    return kind === 'url-token' ? { path: `..${path}`, external: true } : undefined;
  });
}

/** Refuses what only a style sheet can refer to: scripts run on pages of any folder, and pages have one style sheet. */
function refuseAssets(build: esbuild.PluginBuild): void {
  build.onResolve({ filter: /\.\w+$/ }, ({ path, kind }) => {
    const isStyle = path.endsWith('.css');
    if (/url|rule|entry/.test(kind) || !(isStyle || BINARY.includes(extname(path))))
      return undefined;
    const way = isStyle ? '@import it in style.css' : 'put it into content/public/ and use its URL';
    return { errors: [{ text: `This cannot be imported: ${way}` }] };
  });
}

/**
 * Reads the sources for esbuild and digests the same bytes. The path of a client script in a `<Script>` is replaced
 * by the name of its asset, which is added to `scripts`.
 */
function recordSources(
  build: esbuild.PluginBuild,
  templates: TemplateFiles,
  sources: Sources,
  scripts: Map<string, string>,
): void {
  const read = (file: string) => {
    const contents = readFileSync(file);
    if (!PINNED.test(file)) sources.set(templates.nameOf(file), digest(contents));
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
      const stem = templates.nameOf(file).replace(/^templates\/|\.client\.\w+$/g, '');
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

/** The error of a `src` that is not a client script, as an esbuild message. */
function scriptMissing(path: string, place: Place, src: string): esbuild.PartialMessage {
  const near = readdirSync(dirname(path)).filter((name) => CLIENT_SCRIPT.test(name));
  const paths = near.map((name) => `./${name}`);
  const suggestion = suggestWord(src, paths) ?? '';
  const { line, column, excerpt } = place;
  const at = { file: path, line: line ?? 1, column: (column ?? 1) - 1, lineText: excerpt ?? '' };
  const text = `There is no client script ${src}, a file that ends in .client.ts`;
  return { text, location: { ...at, suggestion } };
}
