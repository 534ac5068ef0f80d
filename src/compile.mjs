/**
 * Compiles the program into `dist/`: `main.js` and `rest.js`, the client script of `blog dev`, and the package's
 * own templates, so that a site without its own templates never needs the compiler.
 *
 *   npm run compile
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { writeNotice } from './licences.mjs';

const packageRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
const dist = join(packageRoot, 'dist');
/** The files of packages whose code is in dist/. */
const bundled = new Set();
const build = async (options) => {
  const result = await bundle({ ...options, metafile: true });
  for (const { inputs } of Object.values(result.metafile.outputs)) {
    for (const path of Object.keys(inputs)) bundled.add(join(packageRoot, path));
  }
  return result;
};
const shared = { absWorkingDir: packageRoot, bundle: true, outdir: dist, logLevel: 'warning' };

const require = createRequire(import.meta.url);
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const imports = { '#highlight/*': './highlight/*.js' };
writeFileSync(join(dist, 'package.json'), JSON.stringify({ type: 'commonjs', imports }));

/** The name of each language of highlight.js, by its names and aliases; `src/markdown/code.ts` imports them. */
const { listLanguages, getLanguage } = require('highlight.js');
const namesOf = (name) => [name, ...(getLanguage(name).aliases ?? [])];
const languageNames = listLanguages()
  .filter((name) => name !== 'plaintext')
  .flatMap((name) => namesOf(name).map((each) => [each.toLowerCase(), name]));
mkdirSync(join(dist, 'highlight'));
const namesJson = JSON.stringify(Object.fromEntries(languageNames));
writeFileSync(join(dist, 'highlight/names.json'), namesJson);

/** Packages that most builds do without; each is a script of its own, so that the program starts sooner. */
const PACKAGES = [
  '@takumi-rs/core',
  'chokidar',
  'commander',
  'diff',
  'launch-editor',
  'launch-editor/guess.js',
  'mrmime',
  'open',
  'sharp',
  'sirv',
  'smol-toml',
  'uqr',
];
/** So is `blog import`, which no other command loads. */
const apart = {
  name: 'apart',
  setup({ onResolve }) {
    const find = (filter, toPath) =>
      onResolve({ filter }, ({ kind, path }) =>
        kind === 'entry-point' ? undefined : { path: toPath(path), external: true },
      );
    find(/\/import\/import\.ts$/, () => './import.js');
    find(new RegExp(`^(${PACKAGES.join('|')})$`), (name) => `./packages/${name}.js`);
  },
};
/** Node modules that take milliseconds to load, and that a build with nothing to do never uses. */
const LATER_MODULES = ['node:child_process', 'node:crypto', 'node:zlib'];
/** Packages that `src/` imports statically, but that most builds after an edit never use. Only their members work. */
const LATER_PACKAGES = ['fast-glob', 'image-size', 'js-yaml'];
/** Defers loading these modules and packages until they are first used. */
const defer = (names) => ({
  name: 'later',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(${names.join('|')})$`);
    onResolve({ filter }, ({ kind, path, namespace }) => {
      if (kind === 'entry-point') return undefined;
      return namespace === 'later' ? { path, external: true } : { path, namespace: 'later' };
    });
    onResolve({ filter: /^\.\/packages\// }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'later' }, ({ path }) => {
      const file = LATER_MODULES.includes(path) ? path : `./packages/${path}.js`;
      const load = `(found ??= require('${file}'))`;
      const getters = Object.keys(require(path)).map(
        (name) => `get ${name}() { return ${load}.${name}; }`,
      );
      return { contents: `let found; module.exports = { ${getters.join(', ')} };` };
    });
  },
});
const later = defer([...LATER_MODULES, ...LATER_PACKAGES]);
/**
 * `--help`, and a build that finds nothing to do, need `main.js` only. What it imports dynamically, the stages of a
 * build and the other commands, is in `rest.js`, except for these files.
 */
const IN_MAIN = /\/(cli\/(build|command-line)|files\/file-state)\.ts$/;
const restModules = new Set();
const restPlugin = {
  name: 'rest',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ kind, path, resolveDir }) => {
      const name = `./${relative(packageRoot, join(resolveDir, path)).replaceAll(sep, '/')}`;
      const isRest = kind === 'dynamic-import' && !IN_MAIN.test(name);
      return isRest ? { path: name, namespace: 'rest' } : undefined;
    });
    onResolve({ filter: /^\.\/rest\.js$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'rest' }, ({ path }) => {
      restModules.add(path);
      // Compiled as a whole where Node keeps its code, as bin/blog.js has `main.js` compiled.
      const eager = `if (require('node:module').enableCompileCache) setFlagsFromString('--no-lazy');`;
      const load = `const load = require('./rest.js')['${path}'];`;
      const contents = `${eager} ${load} setFlagsFromString('--lazy'); module.exports = load();`;
      return { contents: `const { setFlagsFromString } = require('node:v8'); ${contents}` };
    });
  },
};
const options = {
  ...shared,
  // Cheerio as for browsers: without its functions that fetch URLs and guess encodings, and iconv-lite for these.
  alias: { cheerio: join(packageRoot, 'node_modules/cheerio/dist/browser/index.js') },
  loader: { '.css': 'text' },
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  // Dynamic imports become part of the same script, or calls to `require`.
  supported: { 'dynamic-import': false },
  external: ['esbuild', '@bruits/*', '@img/sharp-*', '@takumi-rs/core-*'],
  define: { 'import.meta.url': 'moduleUrl', PROGRAM_DIGEST: '"PROGRAM_DIGEST"' },
  banner: { js: "const moduleUrl=require('node:url').pathToFileURL(module.filename).href;" },
  legalComments: 'linked',
  // Names stay, so that the stack of a bug can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  write: false,
};
const main = { entryPoints: { main: 'src/cli/cli.ts' }, plugins: [apart, restPlugin, later] };
const made = [await build({ ...options, ...main })];
const packageEntries = (names) =>
  Object.fromEntries(names.map((name) => [`packages/${name}`, name]));
const restEntries = [...restModules].sort().map((name) => `'${name}': () => require('${name}'),`);
const builds = [
  {
    stdin: { contents: `module.exports = { ${restEntries.join(' ')} };`, resolveDir: packageRoot },
    entryNames: 'rest',
    plugins: [apart, later],
  },
  { entryPoints: { import: 'src/import/import.ts' }, plugins: [apart, later] },
  { entryPoints: packageEntries(LATER_PACKAGES) },
  {
    entryPoints: packageEntries(PACKAGES),
    plugins: [defer(LATER_MODULES)],
    // The importers are ES modules, which see a script's exports as its default export.
    footer: { js: 'module.exports = module.exports.default ?? module.exports;' },
  },
];
made.push(...(await Promise.all(builds.map((each) => build({ ...options, ...each })))));
const outputFiles = made.flatMap((each) => each.outputFiles);
const hash = createHash('sha256');
for (const { text } of outputFiles) hash.update(text);
const digest = JSON.stringify(hash.digest('base64url').slice(0, 22));
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replace('"PROGRAM_DIGEST"', digest));
}

// The parts of packages that are only JavaScript and are needed alone: highlight.js, each language behind a function,
// and the
// half of React DOM that renders on a server.
const { resolve } = require;
const lib = join(dirname(resolve('highlight.js/package.json')), 'lib');
const inCommon = readFileSync(join(lib, 'common.js'), 'utf8');
const languages = readdirSync(join(lib, 'languages')).flatMap((file) =>
  /\.js\.js$/.test(file) ? [] : [file.replace('.js', '')],
);
const isCommon = (name) => inCommon.includes(`'./languages/${name}'`);
const listParts = (names) =>
  names.map((name) => `'${name}': () => require('highlight.js/lib/languages/${name}'),`).join('');
const reactDom = dirname(resolve('react-dom/package.json'));
const library = {
  ...shared,
  minify: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  legalComments: 'inline',
};
const highlighters = {
  common: `core: () => require('highlight.js/lib/core'), ${listParts(languages.filter(isCommon))}`,
  rest: listParts(languages.filter((name) => !isCommon(name))),
};
for (const [name, parts] of Object.entries(highlighters)) {
  await build({
    ...library,
    outfile: join(dist, `highlight/${name}.js`),
    outdir: undefined,
    stdin: { contents: `module.exports = { ${parts} };`, resolveDir: packageRoot },
  });
}
await build({
  ...library,
  entryPoints: {
    'react-dom/server': join(reactDom, 'cjs/react-dom-server-legacy.node.production.js'),
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  external: ['react'],
});
// The conversion of elements for social cards, as it is: the names of cards depend on what it is compiled into.
await build({
  ...library,
  minify: false,
  format: 'esm',
  entryPoints: { 'takumi-jsx': resolve('@takumi-rs/helpers/jsx').replace(/\.cjs$/, '.mjs') },
  outExtension: { '.js': '.mjs' },
  external: ['react'],
});
copyFileSync(join(reactDom, 'package.json'), join(dist, 'react-dom/package.json'));

// The types of React for a site's own templates, without csstype, which is four times their size.
const types = dirname(resolve('@types/react/package.json'));
mkdirSync(join(dist, 'types/react'), { recursive: true });
const styles =
  'declare namespace CSS { interface Properties<Length> { [name: string]: Length | undefined } }';
for (const name of ['index', 'global', 'jsx-runtime']) {
  const text = readFileSync(join(types, `${name}.d.ts`), 'utf8');
  const plain = text.replace(/^import \* as CSS from "csstype";$/m, styles);
  writeFileSync(join(dist, `types/react/${name}.d.ts`), plain);
}

await build({
  ...shared,
  entryPoints: ['src/dev/live.client.ts'],
  entryNames: '[name]',
  minify: true,
  format: 'iife',
  target: ['chrome111', 'firefox113', 'safari16.4'],
});

const { makeSchemas, shipTemplates } = require(join(dist, 'main.js'));

/** Reads the description of each key from the table below a heading of a file in docs/. */
function describeKeys(file, heading) {
  const manual = readFileSync(join(packageRoot, 'docs', file), 'utf8');
  const table = manual.split(`${heading}\n\n`)[1].split('\n\n')[0];
  return Object.fromEntries(
    Array.from(table.matchAll(/^\| `(\w+)`[^|]*\| (.*?) *\|/gm), ([, key, text]) => [
      key,
      text.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1'),
    ]),
  );
}
mkdirSync(join(dist, 'schemas'));
for (const [name, schema] of Object.entries(await makeSchemas(describeKeys))) {
  // Other generators have keys of their own in front matter; site.yaml has none but these.
  const rest = { additionalProperties: name === 'front-matter' };
  const text = JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...schema,
    ...rest,
  });
  writeFileSync(join(dist, 'schemas', `${name}.json`), `${text}\n`);
}

// Copied or read above, not bundled.
for (const name of ['@types/react', 'react-dom', 'highlight.js']) {
  bundled.add(resolve(`${name}/package.json`));
}
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), writeNotice([...bundled]));

const problems = await shipTemplates(packageRoot);
if (problems.length > 0) {
  process.stderr.write('The templates could not be compiled: the next build says why.\n');
}
