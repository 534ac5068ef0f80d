/**
 * Compiles the templates of a site with esbuild, in memory: a script that renders pages, one that draws social
 * cards, and the style sheet, scripts, fonts and pictures that are published. An edge.
 */
import { basename, join, resolve } from 'node:path';
import type * as esbuild from 'esbuild';
import { fingerprint } from '../files/fingerprint.ts';
import { PAGE_STYLES } from '../markdown/rule.ts';
import { type Problem, partMissing } from '../problems/problems.ts';
import { ASSETS_FOLDER } from '../site/urls.ts';
import { writeEntry } from './page-script.ts';
import { DEFAULT_PALETTE, type Palette, readPalette } from './palette.ts';
import { ENTRIES, styleInvalid, templateInvalid } from './template-errors.ts';
import { listComponents, type TemplateFiles } from './template-files.ts';
import { BINARY, type Findings, makePlugin, type Sources, STYLE_ENTRY } from './template-plugin.ts';

/** `pages.cjs`, `card.cjs`, their source maps and `assets/…`, by path. */
export type CompiledFiles = ReadonlyMap<string, Uint8Array>;

/** The templates of a site, compiled. */
export interface CompiledTemplates {
  readonly files: CompiledFiles;
  readonly palette: Palette;
  /** Sorted by name. */
  readonly sources: Sources;
  /** If there are any, the files must not be used. */
  readonly problems: readonly Problem[];
  /** The faults of the site's own style sheets. */
  readonly warnings: readonly Problem[];
}

/** The compiled script that renders pages. */
export const PAGES = 'pages.cjs';
/** The compiled script that draws social cards. */
export const CARD = 'card.cjs';

const CARD_ENTRY = `import { createElement } from 'react';
  import { fromJsx } from '@takumi-rs/helpers/jsx';
  import SocialCard from './SocialCard';
  export const draw = (props) => fromJsx(createElement(SocialCard, props));`;
/** What a browser loads on some pages, or with a feed, by asset name. */
const CLIENT = {
  home: 'templates/home.client.ts',
  outbound: 'templates/outbound.client.ts',
  feed: 'templates/styles/feed.css',
};
/** The names of all style sheets. */
const STYLES = ['style', ...PAGE_STYLES];
/** Matches the names of the assets that are published under these names. */
export const ASSET_NAME = [...STYLES, ...Object.keys(CLIENT), 'script-.+?'].join('|');
const PUBLISHED = new RegExp(`^(${ASSET_NAME})(?:\\.client)?\\.(css|js)$`);
/** Matches the name of a source that isn't the author's, as it is shown. */
const SHIPPED_SOURCE = new RegExp(`^(essay-blog|${ENTRIES})/`);

/** Compiles the templates of a site in memory, and reports every problem. */
export async function compileTemplates(
  templates: TemplateFiles,
  withCards: boolean,
): Promise<CompiledTemplates> {
  const findings: Findings = { sources: new Map(), scripts: new Map() };
  try {
    const { build } = await import('esbuild');
    const results = await bundleAll(templates, withCards, findings, build);
    const outputs = results.flatMap(({ outputFiles = [] }) => outputFiles);
    const style = outputs.find(({ path }) => basename(path) === 'style.css')?.text ?? '';
    return {
      files: new Map(outputs.map((file) => nameOutput(file, templates))),
      palette: readPalette(style),
      sources: new Map([...findings.sources].sort(([a], [b]) => (a < b ? -1 : 1))),
      ...describeMessages(results, templates),
    };
  } catch (error) {
    const text = "The templates can't be compiled because esbuild doesn't start";
    const problems = [partMissing('template-invalid', 'templates', text, error as Error)];
    const { sources } = findings;
    return { files: new Map(), palette: DEFAULT_PALETTE, sources, problems, warnings: [] };
  }
}

/** What esbuild has made, or the errors that kept it from it. */
type Bundle = Pick<esbuild.BuildResult, 'errors' | 'warnings' | 'outputFiles'>;

/** Bundles the scripts that render, the style sheet, and the scripts that a browser loads. */
async function bundleAll(
  templates: TemplateFiles,
  withCards: boolean,
  findings: Findings,
  build: typeof esbuild.build,
): Promise<Bundle[]> {
  const run = (options: esbuild.BuildOptions): Promise<Bundle> =>
    build(options).catch((failure: esbuild.BuildFailure) => {
      if (!Array.isArray(failure.errors)) throw failure;
      return { errors: failure.errors, warnings: [], outputFiles: [] };
    });
  const pages = listComponents(templates, 'pages');
  const entry = writeEntry(pages, listComponents(templates, 'shortcodes'));
  const rendering = [makeScriptOptions(PAGES, entry, templates, findings)];
  if (withCards) rendering.push(makeScriptOptions(CARD, CARD_ENTRY, templates, findings));
  const client = makeClientOptions(templates, findings);
  const located = Object.entries(CLIENT).map(([name, path]) => [name, templates.locate(path)]);
  const styles = STYLES.map((name) => [name, STYLE_ENTRY + name]);
  const entryPoints = Object.fromEntries([...styles, ...located]);
  const all: esbuild.BuildOptions[] = [...rendering, { ...client, entryPoints, format: 'iife' }];
  const results = await Promise.all(all.map(run));
  // The scripts that templates load are known only after the templates have been read.
  if (findings.scripts.size === 0) return results;
  const scripts = Object.fromEntries([...findings.scripts].sort());
  return [...results, await run({ ...client, entryPoints: scripts, format: 'esm' })];
}

/**
 * The folder that the paths in compiled code are relative to: the one that holds React's `node_modules/`, so that the
 * code is the same on all machines.
 */
function workingFolder({ reactManifests: [react] }: TemplateFiles): string {
  return join(react, '../../..');
}

/** What scripts that render and files for browsers have in common. */
function makeSharedOptions(templates: TemplateFiles): esbuild.BuildOptions {
  return {
    absWorkingDir: workingFolder(templates),
    bundle: true,
    write: false,
    logLevel: 'silent',
    legalComments: 'none',
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
    define: { 'process.env.NODE_ENV': '"production"' },
  };
}

/** How a script that renders is compiled from the text of its entry point. */
function makeScriptOptions(
  name: string,
  entry: string,
  templates: TemplateFiles,
  findings: Findings,
): esbuild.BuildOptions {
  const { root } = templates;
  return {
    ...makeSharedOptions(templates),
    stdin: {
      contents: entry,
      sourcefile: join(root, ENTRIES, name),
      resolveDir: join(root, 'templates'),
    },
    outfile: join(root, name),
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'external',
    sourcesContent: false,
    plugins: [makePlugin('node', templates, findings)],
  };
}

/** How the files that a browser loads are compiled. */
function makeClientOptions(templates: TemplateFiles, findings: Findings): esbuild.BuildOptions {
  return {
    ...makeSharedOptions(templates),
    outdir: templates.root,
    entryNames: '[name]',
    assetNames: '[name].[hash]',
    loader: Object.fromEntries(BINARY.map((extension) => [extension, 'file'])),
    minify: true,
    platform: 'browser',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    plugins: [makePlugin('browser', templates, findings)],
  };
}

/** Converts the compiler's errors, and its warnings about the site's own style sheets, to problems. */
function describeMessages(
  results: readonly Bundle[],
  templates: TemplateFiles,
): Pick<CompiledTemplates, 'problems' | 'warnings'> {
  const nameOf = (file: string) => templates.nameOf(resolve(workingFolder(templates), file));
  const show = (file: string) => templates.show(nameOf(file));
  const isShipped = ({ location }: esbuild.Message) =>
    location !== null && SHIPPED_SOURCE.test(show(location.file));
  const isOwnStyle = ({ location }: esbuild.Message) =>
    location?.file.endsWith('.css') && templates.isOwn(nameOf(location.file));
  // A source that two scripts import has its errors in both.
  const problems = new Map<string, Problem>();
  for (const error of results.flatMap((result) => result.errors)) {
    const problem = templateInvalid(error, show, isShipped(error));
    problems.set(JSON.stringify(problem), problem);
  }
  const faults = results.flatMap((result) => result.warnings).filter(isOwnStyle);
  return {
    problems: [...problems.values()],
    warnings: faults.map((fault) => styleInvalid(fault, show)),
  };
}

/** Names a compiled file: a published one by its fingerprint, so that browsers may cache it forever. */
function nameOutput(
  { path, text, contents }: esbuild.OutputFile,
  templates: TemplateFiles,
): [path: string, bytes: Uint8Array] {
  const file = basename(path);
  if (file.endsWith('.cjs')) return [file, contents];
  if (file.endsWith('.cjs.map')) {
    const map: { sources: string[] } = JSON.parse(text);
    const sources = map.sources.map((source) => templates.nameOf(resolve(templates.root, source)));
    return [file, Buffer.from(JSON.stringify({ ...map, sources }))];
  }
  const [, name, extension] = PUBLISHED.exec(file) ?? [];
  // esbuild has put a hash into the names of fonts and pictures.
  const published = name ? `${name}.${fingerprint(contents)}.${extension}` : file;
  return [`${ASSETS_FOLDER}/${published}`, contents];
}
