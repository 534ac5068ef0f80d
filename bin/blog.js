#!/usr/bin/env node
/** Runs the compiled program: the command line, or the build process of `blog dev`. */
const { existsSync } = require('node:fs');
const nodeModule = require('node:module');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');

/** The bundles of `src/`: the entry point, `src/cli.ts`, and what it loads when it is needed. */
const [program, rest] = ['main.js', 'rest.js'].map((name) => join(__dirname, '../dist', name));
const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 20 || (major === 20 && minor < 19);

if (isOld || major === 21 || (major === 22 && minor < 2)) {
  stop(`blog needs Node 20.19, or 22.2 or newer; this is ${process.versions.node}.`);
} else if (!existsSync(program) || !existsSync(rest)) {
  const isSource = existsSync(join(__dirname, '../src/compile.mjs'));
  const place = join(__dirname, '..');
  if (isSource) stop(`blog is not compiled: run \`npm run compile\` in ${place}.`);
  else stop(`blog is not whole in ${place}: delete node_modules/ and run \`npm install\` again.`);
} else {
  const isBuilder = process.send !== undefined && process.argv[2] === '--builder';
  const isServer = ['dev', 'preview'].some((command) => process.argv.includes(command));
  // Otherwise V8 lets the heap grow to four times what is in use before it collects garbage.
  setFlagsFromString('--heap-growing-percent=60');
  // A server runs long and little of what it allocates survives, so a small young generation is enough.
  if (isServer) setFlagsFromString('--semi-space-growth-factor=1');
  // A command's pauses do not matter, and most commands end before incremental marking would.
  if (!isServer && !isBuilder) setFlagsFromString('--no-incremental-marking');
  // V8's code cache for the program and for compiled templates; Node has it since 22.1, in a folder for each set
  // of flags. It holds what is compiled while a file loads, so the program is compiled as a whole, and not
  // function by function.
  if (nodeModule.enableCompileCache) {
    nodeModule.enableCompileCache(join(__dirname, '../dist/compile-cache'));
    setFlagsFromString('--no-lazy');
  }
  const { answerBuilds, runCommandLine } = require(program);
  setFlagsFromString('--lazy');
  if (isBuilder) answerBuilds();
  else runCommandLine();
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
