#!/usr/bin/env node
/** Runs the compiled program: the command line, or the build process of `blog dev`. */
const { existsSync } = require('node:fs');
const nodeModule = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

/** Compiled from `src/cli/cli.ts`; imports the other scripts in `dist/` when they are needed. */
const program = join(__dirname, '../dist/main.js');
const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 20 || (major === 20 && minor < 19);

if (isOld || major === 21 || (major === 22 && minor < 2)) {
  stop(`blog needs Node 20.19, or 22.2 or newer; this is ${process.versions.node}.`);
} else if (!existsSync(program)) {
  const isSource = existsSync(join(__dirname, '../src/compile.mjs'));
  const place = join(__dirname, '..');
  if (isSource) stop(`blog is not compiled: run \`npm run compile\` in ${place}.`);
  else stop(`blog is not whole in ${place}: delete node_modules/ and run \`npm install\` again.`);
} else {
  // V8's code cache for the program and for compiled templates; Node has it since 22.1.
  nodeModule.enableCompileCache?.(join(__dirname, '../dist/compile-cache'));
  const isBuilder = process.send !== undefined && process.argv[2] === '--builder';
  import(pathToFileURL(program)).then(({ runBuilder, runCommandLine }) =>
    isBuilder ? runBuilder() : runCommandLine(),
  );
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
