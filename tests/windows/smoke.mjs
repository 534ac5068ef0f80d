/**
 * A smoke test of the program on Windows: `npm run check:windows`, on Linux with Wine.
 *
 * Packs the package, installs it for Windows, and uses it on a site: init, build, which gives the same bytes as a
 * build on Linux, an edit, check, fix, preview, and dev, which sees an edit. Not part of `npm run check`, since it
 * needs Wine, npm's registry and some minutes.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { makeRunner, setUp, toWindows } from './wine.mjs';

const packageRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
const PATIENCE_MS = 120_000;

/** Packs the package and installs it as npm does on Windows; returns its folder. */
function install(folder) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const pack = ['pack', '--silent', '--pack-destination', folder];
  const lines = execFileSync('npm', pack, { ...options, cwd: packageRoot })
    .trim()
    .split('\n');
  const archive = `./${lines.at(-1)}`;
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const platform = ['--os=win32', '--cpu=x64', '--force', '--ignore-scripts'];
  execFileSync('npm', ['install', '--silent', archive, ...platform], { ...options, cwd: folder });
  return join(folder, 'node_modules/essay-blog');
}

/** The digests of all files in a folder, by path. */
function digestFiles(folder) {
  const paths = readdirSync(folder, { recursive: true }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
  return Object.fromEntries(files.map((path) => [path, digest(join(folder, path))]));
}

function write(root, files) {
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), contents);
  }
}

const essay = (lines, body) => `---\n${lines.join('\n')}\n---\n\n${body}\n`;
const CASEY = 'content/essays/casey.md';
const WALK = 'content/essays/On Walking/Über Köln.md';
const casey = (slug) => essay(['title: Case', `slug: ${slug}`, 'published: 2021-05-06'], 'Words.');
const walk = (words) => essay(['title: Über Köln', 'published: 2020-01-02'], words);

/** The site: the sample essays, and names, line ends and pictures that systems treat differently. */
async function fillSite(root) {
  cpSync(join(packageRoot, 'content/essays'), join(root, 'content/essays'), { recursive: true });
  const photo = { create: { width: 1200, height: 800, channels: 3, background: '#a40' } };
  const long = 'a-long-name-'.repeat(12);
  write(root, {
    [WALK]: walk('A walk.\n\n![The cathedral](dom%20%231.jpg)'),
    'content/essays/On Walking/dom #1.jpg': await sharp(photo).jpeg().toBuffer(),
    'content/essays/windows.md': walk('Line ends.')
      .replace('Köln', 'CRLF')
      .replaceAll('\n', '\r\n'),
    [`content/essays/${long}/${long}.md`]: walk('Deep down.').replace('Köln', 'Tief'),
    [CASEY]: casey('casey'),
  });
}

/** Asks a server on this machine; null until it answers. */
async function ask(port, path) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

async function until(what, look) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`Waited in vain until ${what}`);
    await pause(100);
  }
}

/** A port that no server uses. */
async function findPort() {
  const server = createServer().listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

const scratch = mkdtempSync(join(tmpdir(), 'blog-windows-'));
const [program, logs] = ['program', 'logs'].map((name) => join(scratch, name));
const root = join(scratch, 'My Site');
for (const folder of [program, logs, root]) mkdirSync(folder);

const wine = setUp(join(packageRoot, 'node_modules/.cache/windows'));
const windows = makeRunner(wine, install(program), logs);
const blog = (...args) => windows.run(root, args);

/** Expects an exit code, and returns all that was printed. */
function expectCode(code, ended) {
  const text = ended.out + ended.err;
  assert.equal(ended.code, code, text);
  return text;
}

/** Expects that a build writes this many files. */
function expectWritten(count) {
  assert.match(expectCode(0, blog('build')), new RegExp(`^ {2}files +${count} written`, 'm'));
}

const steps = {
  async 'init starts a site'() {
    const flags = ['--yes', '--name', 'Ann Author', '--url', 'https://ann.example'];
    const text = expectCode(0, windows.run(scratch, ['init', 'My Site', ...flags]));
    assert.match(text, /^ {2}new {3}content\/site\.yaml$/m);
    assert.match(text, /^ {2}cd "My Site"$/m);
  },

  async 'build writes the same bytes as on Linux'() {
    await fillSite(root);
    expectCode(0, blog('build'));
    const copy = join(scratch, 'on-linux');
    cpSync(join(root, 'content'), join(copy, 'content'), { recursive: true });
    const command = [join(packageRoot, 'bin/blog.js'), 'build', '--root', copy];
    const built = spawnSync(process.execPath, command, { env: wine.env, encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
    const files = digestFiles(join(root, 'out'));
    assert.deepEqual(files, digestFiles(join(copy, 'out')));
    return `${Object.keys(files).length} files`;
  },

  async 'a second build writes nothing, one after an edit what has changed'() {
    expectWritten(0);
    write(root, { [WALK]: walk('A longer walk.') });
    expectWritten('[1-9]\\d*');
    assert.match(readFileSync(join(root, 'out/blog/uber-koln.html'), 'utf8'), /A longer walk\./);
  },

  async 'a slug whose case changes gives a file of that name, once'() {
    write(root, { [CASEY]: casey('Casey') });
    expectCode(0, blog('build'));
    const names = readdirSync(join(root, 'out/blog')).filter((name) => /casey/i.test(name));
    assert.deepEqual(names, ['Casey.html']);
    expectWritten(0);
  },

  async 'check names files with / in annotations, and takes any spelling of them'() {
    write(root, { 'content/essays/bad.md': walk('See [it] (https://x.example) [x](/gone).') });
    const github = windows.run(root, ['check', '--format', 'github'], {
      GITHUB_WORKSPACE: toWindows(scratch),
    });
    const text = expectCode(1, github);
    assert.match(text, /^::warning file=My Site\/content\/essays\/bad\.md,line=6/m);
    assert.match(expectCode(1, blog('check', 'CONTENT\\Essays\\BAD.md')), /\[link-broken\]/);
  },

  async 'fix mends what it can'() {
    // Its broken link is left.
    assert.match(expectCode(1, blog('fix', '--yes')), /bad\.md:6 \[link-space\]/);
    const text = readFileSync(join(root, 'content/essays/bad.md'), 'utf8');
    assert.match(text, /\[it\]\(https:\/\/x\.example\)/);
    rmSync(join(root, 'content/essays/bad.md'));
  },

  async 'preview serves the built site'() {
    const port = await findPort();
    const server = windows.start(root, ['preview', '--port', port]);
    const page = await until('preview answers', () => ask(port, '/blog/uber-koln'));
    server.child.kill('SIGKILL');
    assert.equal(page.status, 200);
    assert.match(page.text, /A longer walk\./);
    assert.equal(server.read().includes('error'), false, server.read());
  },

  async 'dev serves the site, and its watch sees an edit'() {
    const port = await findPort();
    const server = windows.start(root, ['dev', '--port', port]);
    const has = (words) => async () => {
      const page = await ask(port, '/blog/uber-koln');
      return page?.text.includes(words);
    };
    await until('dev serves the essay', has('A longer walk.'));
    // A check of every file may come before the watch, which alone names the file.
    let edits = 0;
    await until('the watch reports an edit', async () => {
      const words = `Edit ${++edits}.`;
      write(root, { [WALK]: walk(words) });
      await until('dev shows an edit', has(words));
      return server.read().includes(`${WALK}: `);
    });
    server.child.kill('SIGKILL');
    return `edit ${edits}`;
  },
};

try {
  for (const [name, step] of Object.entries(steps)) {
    const start = performance.now();
    const fact = await step();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`✓ ${name} (${fact === undefined ? '' : `${fact}, `}${seconds} s)`);
  }
} finally {
  windows.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 9 });
}
