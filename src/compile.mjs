/**
 * Compiles the program into `dist/`, with what it needs of packages and the package's own templates, so that a site
 * without its own templates never needs the compiler.
 *
 *   npm run compile
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle, transform } from 'esbuild';
import { checkBundled, writeNotice } from './licences.mjs';

const packageRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
const dist = join(packageRoot, 'dist');
const { resolve } = createRequire(import.meta.url);

/** Stands for the digest of the program in its code. Has the digest's length, so that source maps stay right. */
const DIGEST = 'PROGRAM_DIGEST'.padEnd(22, '_');

/** The files of packages whose code is in dist/. */
const bundled = new Set();

/** Runs esbuild, and records which files of packages are in the result. */
async function build(options) {
  const result = await bundle({
    absWorkingDir: packageRoot,
    bundle: true,
    outdir: dist,
    logLevel: 'warning',
    metafile: true,
    ...options,
  });
  for (const { inputs } of Object.values(result.metafile.outputs)) {
    for (const path of Object.keys(inputs)) bundled.add(join(packageRoot, path));
  }
  return result;
}

/** How `src/` is compiled. */
const program = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  alias: { 'decode-named-character-reference': './src/import/named-references.ts' },
  external: ['esbuild', '@bruits/*', '@img/sharp-*', '@takumi-rs/core-*'],
  // For the packages that are CommonJS modules.
  banner: {
    js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
  },
};

/**
 * Compiles `src/` into `main.cjs`, which is all that a build with nothing to do needs, and a chunk for each part that
 * is imported on demand.
 */
async function compileProgram() {
  const { outputFiles } = await build({
    ...program,
    banner: {},
    entryPoints: { main: 'src/cli/cli.ts' },
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    outExtension: { '.js': '.cjs' },
    define: { PROGRAM_DIGEST: JSON.stringify(DIGEST) },
    legalComments: 'linked',
    sourcemap: 'external',
    sourcesContent: false,
    // Names stay, so that the stack of a bug can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    write: false,
  });
  const scripts = outputFiles.filter(({ path }) => path.endsWith('.cjs'));
  const hash = createHash('sha256');
  for (const { text } of scripts) hash.update(text);
  // Read rather than bundled, but pages are made of them too.
  const texts = join(packageRoot, 'templates/texts');
  for (const name of readdirSync(texts).sort()) hash.update(readFileSync(join(texts, name)));
  const digest = hash.digest('base64url').slice(0, DIGEST.length);
  const maps = new Map(outputFiles.map(({ path, text }) => [path, text]));
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    if (path.endsWith('.txt')) writeFileSync(path, text);
    if (path.endsWith('.cjs'))
      await writeCommonJs(path, text.replace(DIGEST, digest), maps.get(`${path}.map`));
  }
}

/**
 * Writes a module of esbuild's as CommonJS, because V8's code cache of an ES module lacks the functions that run later
 * (bin/blog.js). esbuild itself splits only ES modules.
 */
async function writeCommonJs(path, text, sourceMap) {
  const mapUrl = `data:application/json;base64,${Buffer.from(sourceMap).toString('base64')}`;
  const { code, map } = await transform(`${text}\n//# sourceMappingURL=${mapUrl}`, {
    format: 'cjs',
    platform: 'node',
    target: program.target,
    // `import()` of a chunk becomes `require`.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: "const moduleUrl=require('node:url').pathToFileURL(__filename).href;",
    sourcemap: 'external',
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
  });
  writeFileSync(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`);
  writeFileSync(`${path}.map`, map);
}

/** How parts of packages are compiled that the program loads with `require`, or compiles into templates. */
const library = {
  minify: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  legalComments: 'inline',
};

/** Compiles highlight.js into two scripts, for common languages and for the rest, each language behind a function. */
async function compileHighlighter() {
  const lib = join(dirname(resolve('highlight.js/package.json')), 'lib');
  const inCommon = readFileSync(join(lib, 'common.js'), 'utf8');
  const isCommon = (name) => inCommon.includes(`'./languages/${name}'`);
  const files = readdirSync(join(lib, 'languages')).filter((file) => !file.endsWith('.js.js'));
  const languages = files.map((file) => file.replace('.js', ''));
  const listParts = (names) =>
    names.map((name) => `'${name}': () => require('highlight.js/lib/languages/${name}'),`).join('');
  const parts = {
    common: `core: () => require('highlight.js/lib/core'), ${listParts(languages.filter(isCommon))}`,
    rest: listParts(languages.filter((name) => !isCommon(name))),
  };
  for (const [name, list] of Object.entries(parts)) {
    await build({
      ...library,
      outfile: join(dist, `highlight/${name}.cjs`),
      outdir: undefined,
      stdin: { contents: `module.exports = { ${list} };`, resolveDir: packageRoot },
    });
  }
}

/** Compiles the engine of formulas, with the names of its commands, which it doesn't export. */
async function compileTex() {
  const source = readFileSync(resolve('temml'), 'utf8');
  const names = new Set(Array.from(source.matchAll(/"\\\\([a-zA-Z]{3,})"/g), ([, name]) => name));
  // Small letters first: `\alhpa` means `\alpha` rather than `\Alpha`.
  const commands = JSON.stringify([...names].sort().reverse());
  await build({
    ...library,
    outfile: join(dist, 'temml.cjs'),
    outdir: undefined,
    stdin: {
      contents: `module.exports = { ...require('temml'), commands: ${commands} };`,
      resolveDir: packageRoot,
    },
  });
}

/** Writes the emoji of GitHub's names. */
async function writeEmoji() {
  const { nameToEmoji } = await import('gemoji');
  writeFileSync(join(dist, 'emoji.json'), JSON.stringify(nameToEmoji));
}

/** Compiles the tables that write any script in Latin letters. */
async function compileTransliteration() {
  await build({
    ...library,
    outfile: join(dist, 'any-ascii.cjs'),
    outdir: undefined,
    stdin: {
      contents: "module.exports = require('any-ascii').default;",
      resolveDir: packageRoot,
    },
  });
}

/** Compiles the arithmetic of colours, in every notation of CSS. */
async function compileColours() {
  await build({
    ...library,
    outfile: join(dist, 'culori.cjs'),
    outdir: undefined,
    stdin: {
      contents:
        "import 'culori/css'; export { blend, clampChroma, colorsNamed, converter, formatHex, formatHex8, parse, wcagContrast } from 'culori/fn';",
      resolveDir: packageRoot,
    },
  });
}

/** Compiles the half of React DOM that renders on a server, and the conversion of elements for social cards. */
async function compileRenderers() {
  const reactDom = dirname(resolve('react-dom/package.json'));
  await build({
    ...library,
    entryPoints: {
      'react-dom/server': join(reactDom, 'cjs/react-dom-server-legacy.node.production.js'),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['react'],
  });
  const { name, version, license } = JSON.parse(
    readFileSync(join(reactDom, 'package.json'), 'utf8'),
  );
  const manifest = JSON.stringify({ name, version, license });
  writeFileSync(join(dist, 'react-dom/package.json'), `${manifest}\n`);
  await build({
    ...library,
    // The names of cards depend on what this is compiled into.
    minify: false,
    format: 'esm',
    entryPoints: { 'takumi-jsx': resolve('@takumi-rs/helpers/jsx').replace(/\.cjs$/, '.mjs') },
    outExtension: { '.js': '.mjs' },
    external: ['react'],
  });
}

/** Compiles the client script of `blog dev` with the style sheet of its panel, which problem pages load on its own. */
async function compileClient() {
  await build({
    entryPoints: ['src/dev/live.client.ts'],
    entryNames: '[name]',
    minify: true,
    format: 'iife',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    loader: { '.css': 'text' },
  });
  copyFileSync(join(packageRoot, 'src/dev/problems.css'), join(dist, 'problems.css'));
}

/** Copies the types of React for a site's own templates, without csstype, which is four times their size. */
function copyReactTypes() {
  const types = dirname(resolve('@types/react/package.json'));
  mkdirSync(join(dist, 'types/react'), { recursive: true });
  const styles =
    'declare namespace CSS { interface Properties<Length> { [name: string]: Length | undefined } }';
  for (const name of ['index', 'global', 'jsx-runtime']) {
    const text = readFileSync(join(types, `${name}.d.ts`), 'utf8');
    const plain = text.replace(/^import \* as CSS from "csstype";$/m, styles);
    // Every template with JSX refers to these types, and so knows the files that it can import.
    const reference = '/// <reference path="../../../templates/data-files.d.ts" />';
    const head = name === 'jsx-runtime' ? `${reference}\n` : '';
    writeFileSync(join(dist, `types/react/${name}.d.ts`), head + plain);
  }
}

/** Makes what only the program's own code can make. */
async function ship() {
  const script = join(dist, 'ship.mjs');
  await build({ ...program, entryPoints: ['src/cli/ship.ts'], outfile: script, outdir: undefined });
  const { shipSchemas, shipTemplates } = await import(pathToFileURL(script));
  shipSchemas(packageRoot);
  const problems = await shipTemplates(packageRoot);
  if (problems.length > 0) {
    process.stderr.write('The templates could not be compiled: the next build says why.\n');
  }
  rmSync(script);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await writeEmoji();
await Promise.all([
  compileProgram(),
  compileHighlighter(),
  compileTex(),
  compileTransliteration(),
  compileColours(),
  compileRenderers(),
  compileClient(),
]);
copyReactTypes();
await ship();
// Copied or read, not bundled.
for (const name of ['@types/react', 'react-dom', 'highlight.js', 'gemoji']) {
  bundled.add(join(packageRoot, 'node_modules', name, 'package.json'));
}
const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
checkBundled(manifest, [...bundled]);
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), writeNotice([...bundled]));
