/**
 * Compares what two versions of the program write for many sites: first record each version, then compare.
 *
 *   node tests/support/golden.mjs record CHECKOUT SITES OUT [--fix] [--only NAME] [--jobs 2]
 *   node tests/support/golden.mjs compare OUT_A OUT_B [--kind KIND] [--only NAME] [--skip FILE] [--all]
 *
 * CHECKOUT is installed and compiled. SITES is a folder of sites, each of which holds `content/`, and may hold
 * `.golden.json` with the `flags` of its build. With `--fix`, `blog fix` runs first, on a copy. `--only` chooses the
 * sites whose names begin so. A line of the file of `--skip` leaves out sites, `NAME`, or a page of one, `NAME PAGE`.
 * Run by hand, to see and decide every difference that a change makes.
 */
import { fork } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { findDifferences, KINDS } from './golden-differences.mjs';
import { readOutput } from './golden-facts.mjs';

/** How many sites a process builds: templates that were loaded stay in its memory. */
const CHUNK = 100;
const CLOCK = '1795262400';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fix: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    skip: { type: 'string' },
    kind: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
});
const [command, ...folders] = positionals;

if (command === 'record') await record(...folders);
else if (command === 'compare') compare(...folders);
else if (command === 'build') await buildAll(...folders);
else throw new Error('Commands: record CHECKOUT SITES OUT, compare OUT_A OUT_B');

/** The lines of the file of `--skip`: the beginning of a site's name, or a site and the name of a page of it. */
function listSkipped() {
  if (options.skip === undefined) return [];
  const lines = readFileSync(options.skip, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => line.split(' '));
}

function listNames(folder, extension = '') {
  const skipped = listSkipped().filter(([, page]) => page === undefined);
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension) && name.startsWith(options.only))
    .map((name) => name.slice(0, name.length - extension.length))
    .filter((name) => !skipped.some(([site]) => name.startsWith(site)))
    .sort();
}

/** Builds all sites, some at a time in each of several processes. */
async function record(checkout, sites, out) {
  mkdirSync(out, { recursive: true });
  const names = listNames(sites);
  for (const name of names) rmSync(factsFile(out, name), { force: true });
  const chunks = [];
  for (let at = 0; at < names.length; at += CHUNK) chunks.push(names.slice(at, at + CHUNK));
  await drain(chunks, checkout, sites, out);
  // A site that ended its process is built alone, and the sites after it again.
  const left = names.filter((name) => !existsSync(factsFile(out, name)));
  await drain(
    left.map((name) => [name]),
    checkout,
    sites,
    out,
  );
  for (const name of left) {
    if (!existsSync(factsFile(out, name))) write(out, name, { exit: 'crash', problems: [] });
  }
  console.log(`${names.length} sites recorded in ${out}`);
}

async function drain(chunks, checkout, sites, out) {
  const waiting = [...chunks];
  const work = async () => {
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
      const args = ['build', checkout, sites, out, ...chunk, ...(options.fix ? ['--fix'] : [])];
      const { PATH } = process.env;
      const env = { PATH, HOME: '/nowhere', TZ: 'UTC', SOURCE_DATE_EPOCH: CLOCK, GOGC: 'off' };
      const child = fork(fileURLToPath(import.meta.url), args, { env });
      await new Promise((done) => child.once('exit', done));
      process.stdout.write(`${chunk.at(-1)}, ${waiting.length * CHUNK} left or fewer\n`);
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
}

/** Builds some sites in this process. */
async function buildAll(checkout, sites, out, ...names) {
  const exit = process.exit.bind(process);
  // The program ends its process soon after a build, whatever timers its templates have started.
  process.exit = () => {};
  process.setMaxListeners(0);
  const program = await import(pathToFileURL(join(resolve(checkout), 'dist/main.cjs')));
  const print = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    process[name].setMaxListeners(0);
    process[name].write = (text) => {
      print[name] += text;
      return true;
    };
  }
  const blog = async (...words) => {
    process.argv = [process.argv[0], 'blog', ...words];
    process.exitCode = undefined;
    Object.assign(print, { stdout: '', stderr: '' });
    await program.runCommandLine();
    return { code: process.exitCode ?? 0, ...print };
  };
  for (const name of names) {
    const root = mkdtempSync(join(tmpdir(), 'golden-'));
    try {
      write(out, name, await buildSite(blog, join(sites, name), root));
    } catch (error) {
      // A bug of the program's, which would otherwise end the process.
      write(out, name, { exit: 'crash', error: String(error.stack).slice(0, 800), problems: [] });
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  exit(0);
}

async function buildSite(blog, site, root) {
  cpSync(site, root, { recursive: true });
  const note = join(root, '.golden.json');
  const { flags = [] } = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : {};
  rmSync(note, { force: true });
  if (options.fix) await blog('fix', '--yes', '--root', root);
  const { code, stdout, stderr } = await blog('build', '--json', ...flags, '--root', root);
  const error = stderr.replaceAll(root, '').slice(0, 500);
  let problems = [];
  try {
    ({ problems } = JSON.parse(stdout));
  } catch {
    return { exit: code, error: error || stdout.slice(0, 500), problems };
  }
  const shown = problems.map(({ code: kind, severity, file, line }) => {
    return `${kind} ${severity} ${file ?? ''}:${line ?? ''}`.replaceAll(root, '');
  });
  const facts = code === 0 ? readOutput(join(root, 'out')) : {};
  return { exit: code, error, problems: shown.sort(), ...facts };
}

function write(out, name, facts) {
  writeFileSync(factsFile(out, name), gzipSync(JSON.stringify(facts), { level: 3 }));
}

/** Prints the differences of all sites that both folders have. */
function compare(first, second) {
  const names = listNames(first, '.json.gz').filter((name) => existsSync(factsFile(second, name)));
  const read = (out, name) => JSON.parse(gunzipSync(readFileSync(factsFile(out, name))));
  const kinds = new Map(KINDS.map((kind) => [kind, []]));
  const pages = new Set(listSkipped().map((line) => line.join(' ')));
  let differentSites = 0;
  for (const name of names) {
    const found = findDifferences(read(first, name), read(second, name)).filter(
      ({ path }) => !pages.has(`${name} ${basename(path, '.html')}`),
    );
    if (found.length > 0) differentSites++;
    for (const each of found) kinds.get(each.kind).push({ ...each, site: name });
  }
  console.log(`${names.length} sites, ${differentSites} of them differ`);
  for (const [kind, found] of kinds) {
    if (found.length > 0 && (options.kind ?? kind) === kind) printKind(kind, found);
  }
}

function printKind(kind, found) {
  const sites = new Set(found.map(({ site }) => site));
  console.log(`\n## ${kind}: ${found.length} in ${sites.size} sites`);
  const groups = Map.groupBy?.(found, ({ signature }) => signature) ?? groupBySignature(found);
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const shown = options.all ? sorted : sorted.slice(0, 12);
  const examples = options.all ? 20 : sorted.length > 3 ? 1 : 3;
  for (const group of shown) {
    console.log(`\n${group.length} × ${clip(group[0].signature, 160)}`);
    for (const { site, path, before, after } of group.slice(0, examples)) {
      console.log(`  ${site} ${path}\n    - ${clip(before)}\n    + ${clip(after)}`);
    }
  }
  if (sorted.length > shown.length) console.log(`\n… and ${sorted.length - shown.length} more`);
}

function groupBySignature(found) {
  const groups = new Map();
  for (const each of found) {
    groups.set(each.signature, [...(groups.get(each.signature) ?? []), each]);
  }
  return groups;
}

function clip(text = '', length = options.all ? 2000 : 280) {
  const line = String(text).replaceAll('\n', '⏎');
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

function factsFile(out, name) {
  return join(out, `${name}.json.gz`);
}
