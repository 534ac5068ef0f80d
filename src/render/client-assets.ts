/**
 * The client's style sheet and scripts → files to publish, and with them the fonts and pictures that
 * the style sheet names.
 *
 * An edge. Each bears the fingerprint of its bytes in its name, so that it may be kept for good.
 */
import { join, relative, sep } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import type { Problem } from '../problems.ts';
import { type Compiled, runEsbuild } from './compiler.ts';
import { findTemplate, linkToSite, overlayTemplates } from './template-resolution.ts';

/** A file of the client's: compiled, minified, named by its fingerprint. */
export interface ClientAsset {
  /** `style`, `home` or `outbound`; other names are fonts and pictures that the style sheet uses. */
  readonly name: string;
  /** Relative to out/. */
  readonly outputPath: string;
  readonly bytes: Uint8Array;
}

/** Client assets, and the files that went into them, absolute. */
export interface CompiledAssets {
  readonly value: readonly ClientAsset[];
  readonly inputs: readonly string[];
  readonly problems: readonly Problem[];
}

const CLIENT_ENTRIES = {
  style: 'style.css',
  home: 'home.client.ts',
  outbound: 'outbound.client.ts',
};

/** Compiles those of the site at `root`; `base` is the base path of its URLs. */
export async function compileAssets(
  root: string,
  packageRoot: string,
  base: string,
): Promise<CompiledAssets> {
  const entryPoints = Object.entries(CLIENT_ENTRIES).map(([name, file]) => ({
    in: findTemplate(file, root, packageRoot),
    out: name,
  }));
  const binary = ['.woff2', '.woff', '.png', '.jpg', '.webp', '.avif', '.svg', '.gif'];
  const { files, inputs, problems } = await runEsbuild(root, packageRoot, {
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
  return { value: files.map((file) => nameAsset(file, root)), inputs, problems };
}

function nameAsset({ path, contents }: Compiled['files'][number], root: string): ClientAsset {
  const file = relative(join(root, 'assets'), path).split(sep).join('/');
  const entry = /^(style|home|outbound)\.(css|js)$/.exec(file);
  if (entry === null) return { name: file, outputPath: `assets/${file}`, bytes: contents };
  const [, name = '', extension] = entry;
  const outputPath = `assets/${name}.${fingerprint(contents)}.${extension}`;
  return { name, outputPath, bytes: contents };
}
