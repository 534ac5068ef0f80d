/**
 * The site's templates → one bundle that renders pages, one that makes cards, and the client's style
 * sheet and scripts.
 *
 * An edge. All or nothing: with one problem there is no set, and every problem is told.
 */
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { digest } from '../content/fingerprint.ts';
import type { Problem } from '../problems.ts';
import { BUNDLE_FILE, CARD_NAME, type CompiledTemplates, TEMPLATE_NAMES } from './bundle.ts';
import { type CardFont, readCardFonts } from './card-fonts.ts';
import { type ClientAsset, compileAssets } from './client-assets.ts';
import { type Compiled, runEsbuild } from './compiler.ts';
import { ENTRY_NAME } from './template-errors.ts';
import { overlayTemplates, provideCardTree, provideReact } from './template-resolution.ts';

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
  const [pages, assets, card] = await Promise.all([
    compilePages(root, packageRoot),
    compileAssets(root, packageRoot, base),
    withCards ? compileCard(root, packageRoot) : NO_CARD,
  ]);
  // What pages and cards have in common is told once.
  const inCards = card.problems.filter((each) => !pages.problems.some(isSameProblem(each)));
  const problems = [...pages.problems, ...assets.problems, ...inCards];
  const bundle = readBundle(pages);
  if (problems.length > 0 || bundle === null) return { value: null, problems };
  const value = {
    ...bundle,
    card: card.value,
    assets: assets.value,
    inputs: [...new Set([...pages.inputs, ...assets.inputs, ...card.inputs])].sort(),
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
