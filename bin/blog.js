#!/usr/bin/env node
/** Runs the compiled program: the command line, or the build process of `blog dev`. */
const fs = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { constants, Script } = require('node:vm');

/** Compiled from `src/cli/cli.ts`; loads the other scripts in `dist/` when they are needed. */
const program = join(__dirname, '../dist/main.cjs');
/** Each script without a code cache, and the file for it. */
const uncached = [];
/** True once the templates are loaded: the build has something to do, and reads the essays next. */
let hasPages = false;

const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 20 || (major === 20 && minor < 19);

/**
 * V8's flags while scripts are loaded (V8's defaults, because it rejects a code cache made with other flags), and once
 * essays are read:
 * - The young generation doesn't grow, because little of a build survives: 281 → 172 MiB at 697 essays.
 * - Without its second optimizing compiler, TurboFan, a build takes 0.88 of the processor time at 400 essays, 0.89 at
 *   697, 0.98 at 4,000. Before Node 24, V8 has no other, so it stays on.
 */
const LOADING = '--semi-space-growth-factor=2 --turbofan';
const BUILDING = `--semi-space-growth-factor=1 ${major < 24 ? '' : '--no-turbofan'}`;

if (isOld || major === 21 || (major === 22 && minor < 2)) {
  stop(`blog needs Node 20.19, or 22.2 or newer; this is ${process.versions.node}.`);
} else if (!fs.existsSync(program)) {
  const isSource = fs.existsSync(join(__dirname, '../src/compile.mjs'));
  const place = join(__dirname, '..');
  if (isSource) stop(`blog is not compiled: run \`npm run compile\` in ${place}.`);
  else stop(`blog is not whole in ${place}: delete node_modules/ and run \`npm install\` again.`);
} else {
  require.extensions['.cjs'] = loadWithCode;
  process.on('exit', writeCode);
  const { runBuilder, runCommandLine } = require(program);
  const isBuilder = process.send !== undefined && process.argv[2] === '--builder';
  if (isBuilder) runBuilder();
  else runCommandLine();
}

/**
 * Loads a script of the program, or the compiled templates, with V8's code cache. Node's own compile cache holds only
 * what is compiled when a script is loaded; this one, written when a build has rendered pages, holds all functions that
 * have run. It makes a cold build of 400 essays take 0.91 of its processor time, and a build after an edit 0.88.
 */
function loadWithCode(module, file) {
  const cacheFile = `${file}.${process.version}-${process.arch}.code`;
  const cachedData = readIfThere(cacheFile);
  setFlagsFromString(LOADING);
  const script = new Script(wrap(`\n${fs.readFileSync(file, 'utf8')}`), {
    filename: file,
    // The line before the source.
    lineOffset: -1,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (script.cachedDataRejected !== false) uncached.push([script, cacheFile]);
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  hasPages ||= file.endsWith('pages.cjs');
  if (hasPages) setFlagsFromString(BUILDING);
}

function readIfThere(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes the missing caches at the end of a build that has rendered pages, so that all stages have run. */
function writeCode() {
  if (uncached.length === 0 || !hasPages) return;
  setFlagsFromString(LOADING);
  try {
    for (const [script, cacheFile] of uncached) {
      const staged = `${cacheFile}.${process.pid}`;
      fs.writeFileSync(staged, script.createCachedData());
      fs.renameSync(staged, cacheFile);
    }
  } catch {
    // The package may be where its user can't write. Builds then start more slowly.
  }
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
