/**
 * Makes the machine code that the program and its own templates are loaded with. Run once when the
 * program itself is compiled.
 *
 * V8 compiles what is run, so a site is built in the ways in which authors build theirs. Each build is a
 * process of its own, and goes on from what those before it have kept.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRACTICE_SITE } from './practice-site.ts';

const folder = dirname(fileURLToPath(import.meta.url));

function shipMachineCode(): void {
  const root = mkdtempSync(join(tmpdir(), 'blog-'));
  try {
    for (const [path, text] of Object.entries(PRACTICE_SITE)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    build(root);
    appendFileSync(join(root, 'content/essays/loom.md'), '\nAnd one more sentence.\n');
    build(root);
    build(root);
    keepTemplates(join(root, '.blog/templates'));
  } finally {
    rmSync(root, { recursive: true });
  }
}

function build(root: string): void {
  const recorder = join(folder, 'record-machine-code.js');
  execFileSync(process.execPath, [recorder, 'build', '--root', root], { stdio: 'pipe' });
}

/** Takes over what the builds have remembered of the templates. */
function keepTemplates(cache: string): void {
  for (const name of readdirSync(cache)) cpSync(join(cache, name), join(folder, 'templates', name));
}

shipMachineCode();
