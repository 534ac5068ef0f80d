/**
 * Runs the program from its sources, which Node reads without compiling them: `npm run dev -- build --root my-site`.
 *
 * What the program needs of packages, and the package's own templates, must have been compiled once.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};
if (!process.features.typescript) fail('Running the sources needs Node 22.18 or newer.');
if (!existsSync(new URL('../dist/templates', import.meta.url))) {
  fail('Run `npm run compile` once: the sources need what it makes of packages.');
}

/** Digests the sources, so that no cache of other sources is used. */
function digestSources() {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const hash = createHash('sha256');
  for (const path of readdirSync(folder, { recursive: true }).sort()) {
    if (/\.ts$/.test(path)) hash.update(readFileSync(`${folder}/${path}`));
  }
  return hash.digest('base64url');
}

// Node cannot see the names that this CommonJS package exports; esbuild can.
const names = Object.keys(createRequire(import.meta.url)('he'));
registerHooks({
  load(url, context, nextLoad) {
    if (url !== import.meta.resolve('he')) return nextLoad(url, context);
    const source = `import { createRequire } from 'node:module';
      export const { ${names} } = createRequire('${import.meta.url}')('he');`;
    return { format: 'module', source, shortCircuit: true };
  },
});

globalThis.PROGRAM_DIGEST = digestSources();
const { runBuilder, runCommandLine } = await import('./cli/cli.ts');
if (process.argv[2] === '--builder') await runBuilder();
else await runCommandLine();
