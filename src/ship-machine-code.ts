/**
 * Makes the machine code that the program and its own templates are loaded with. Run once when the
 * program itself is compiled.
 *
 * V8 compiles what is run, so the sample site is built in the ways in which authors build theirs. Each
 * build is a process of its own, and goes on from what those before it have kept.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

function shipMachineCode(): void {
  const root = mkdtempSync(join(tmpdir(), 'blog-'));
  const content = join(root, 'content');
  try {
    cpSync(join(folder, '../content'), content, { recursive: true });
    appendFileSync(join(content, 'site.yaml'), '\nsocialImages: false\n');
    build(root);
    const essay = readdirSync(join(content, 'essays')).find((name) => name.endsWith('.md')) ?? '';
    appendFileSync(join(content, 'essays', essay), '\nAnd one more sentence.\n');
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
