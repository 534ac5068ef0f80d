/**
 * The benchmark: times whole processes in pairs, and prints medians and ratios.
 *
 *   npm run bench                              our own builds, at 400, 4,000 and 10,000 essays
 *   npm run bench -- --against hugo,floor      the same, alternating with Hugo and with the floor (floor.ts)
 *   npm run bench -- --against HEAD~3          the same, alternating with this program at a commit
 *   npm run bench -- --sizes 100000 --runs 1   other sizes and numbers of runs
 *   npm run bench -- --reload                  from a save to a page's reload; also with --against hugo
 *
 * The sites are on a memory disk if there is one, to exclude the disk's speed. The output is Markdown, for the
 * table in README.md.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningServer, startBlog, startHugo, timeReloads } from './reload.ts';
import { blog, findCommit, floor, type Generator, hugo, makeCold, writeSite } from './sites.ts';

const SEED = 1;

const { values: flags } = parseArgs({
  options: {
    against: { type: 'string' },
    sizes: { type: 'string', default: '400,4000,10000' },
    runs: { type: 'string', default: '5' },
    reload: { type: 'boolean', default: false },
  },
});
const sizes = flags.sizes.split(',').map(Number);
const runs = Number(flags.runs);

/** A site of one generator, set up and built once. */
interface Bench {
  readonly generator: Generator;
  readonly folder: string;
}

/** A change to a site before each timed build. */
interface Scenario {
  readonly name: string;
  prepare(bench: Bench, run: number): void;
}

const COLD: Scenario = {
  name: 'cold',
  prepare: ({ generator, folder }) => makeCold(generator, folder),
};
const EDITS: readonly Scenario[] = [
  { name: "one essay's text edited", prepare: editText },
  { name: "one essay's title edited", prepare: editTitle },
];

/** Replaces the word in the middle of an essay's body by another of the same length. */
function editText(bench: Bench, run: number): void {
  const { file, text } = pickEssay(bench);
  const middle = text.indexOf(' ', Math.floor(text.length / 2)) + 1;
  const word = 'abcdefghij'.charAt(run % 10);
  writeFileSync(file, text.slice(0, middle) + word + text.slice(middle + 1));
}

function editTitle(bench: Bench, run: number): void {
  const { file, text } = pickEssay(bench);
  writeFileSync(file, text.replace(/^title: .*$/m, `title: Another title ${run}`));
}

/** An essay from the middle of the site, of average length. */
function pickEssay({ generator, folder }: Bench): { file: string; text: string } {
  const essays = join(folder, generator.essaysFolder);
  const names = readdirSync(essays)
    .filter((name) => name.endsWith('.md'))
    .sort();
  const sized = names
    .slice(Math.floor(names.length / 2), Math.floor(names.length / 2) + 9)
    .map((name) => join(essays, name))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .sort((a, b) => a.text.length - b.text.length);
  const middle = sized[Math.floor(sized.length / 2)];
  if (middle === undefined) throw new Error('The site has no essays');
  return middle;
}

/** The seconds that a build takes as a whole process; throws if it fails. */
function timeBuild({ generator, folder }: Bench): number {
  const [program, ...args] = generator.command;
  const start = performance.now();
  const { status, stderr } = spawnSync(program, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${generator.name} failed: ${stderr}`);
  return seconds;
}

/** The peak memory of a build's process, in MiB; null without /proc. */
async function measurePeak({ generator, folder }: Bench): Promise<number | null> {
  if (!existsSync('/proc/self/status')) return null;
  const [program, ...args] = generator.command;
  const child = spawn(program, args, { cwd: folder, stdio: 'ignore' });
  let peakKib = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakKib = Math.max(peakKib, Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0));
    } catch {
      // The process has just ended.
    }
  }, 2);
  await once(child, 'exit');
  clearInterval(look);
  return peakKib / 1024;
}

/** One build after the other. */
async function measurePeaks(benches: readonly Bench[]): Promise<(number | null)[]> {
  const peaks: (number | null)[] = [];
  for (const bench of benches) peaks.push(await measurePeak(bench));
  return peaks;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/**
 * The timings of a scenario, in turn for each program, so that all run under the same conditions: our seconds, then
 * each other program's and the ratio of ours to it. Null stands for a program that has no such scenario.
 */
function runScenario(scenario: Scenario, ours: Bench, others: readonly (Bench | null)[]): string[] {
  const benches = [ours, ...others];
  const timings = benches.map((): number[] => []);
  for (let run = 0; run < runs; run++) {
    for (const [index, bench] of benches.entries()) {
      if (bench === null) continue;
      scenario.prepare(bench, run);
      timings[index]?.push(timeBuild(bench));
    }
  }
  const [own = [], ...rest] = timings;
  const cells = rest.flatMap((seconds) => {
    if (seconds.length === 0) return ['–', '–'];
    const ratios = own.map((each, run) => each / (seconds[run] ?? Number.NaN));
    return [median(seconds).toFixed(3), median(ratios).toFixed(2)];
  });
  return [median(own).toFixed(3), ...cells];
}

/** Builds until all files are older than the last build, as they are when an author starts to write. */
function settle(bench: Bench): void {
  for (let build = 0; build < 3; build++) timeBuild(bench);
}

async function benchSize(root: string, size: number): Promise<void> {
  const lay = (generator: Generator): Bench => {
    const folder = join(root, `${generator.name.replace(/\W+/g, '-')}-${size}`);
    writeSite(generator, folder, size, SEED);
    return { generator, folder };
  };
  const ours = lay(blog);
  const others = peers.map(lay);
  const benches = [ours, ...others];
  printRow([String(size), COLD.name, ...runScenario(COLD, ours, others)]);
  for (const scenario of [...EDITS, { name: 'nothing changed', prepare: () => {} }]) {
    // The floor builds everything each time.
    const compared = others.map((bench) => (bench.generator === floor ? null : bench));
    for (const bench of [ours, ...compared]) if (bench) settle(bench);
    const cells = runScenario(scenario, ours, compared);
    printRow([String(size), scenario.name, ...cells]);
  }
  for (const bench of benches) COLD.prepare(bench, 0);
  const [own = null, ...rest] = await measurePeaks(benches);
  if (own !== null) {
    const cells = rest.flatMap((peak) =>
      peak === null ? [] : [`${peak.toFixed(0)} MiB`, (own / peak).toFixed(2)],
    );
    printRow([String(size), 'peak memory, cold', `${own.toFixed(0)} MiB`, ...cells]);
  }
  for (const { folder } of benches) rmSync(folder, { recursive: true });
}

/** The milliseconds from a save to the reload notification: two servers at once, edited in turn. */
async function benchReload(root: string, size: number): Promise<void> {
  const [program, script = ''] = blog.command;
  const started: { bench: Bench; server: RunningServer }[] = [];
  for (const generator of [blog, ...peers]) {
    const folder = join(root, `${generator.name}-reload-${size}`);
    writeSite(generator, folder, size, SEED);
    const start = generator === blog ? startBlog([program, script]) : startHugo;
    started.push({ bench: { generator, folder }, server: await start(folder) });
  }
  for (const { name, prepare } of EDITS) {
    const medians: number[] = [];
    for (const { bench, server } of started) {
      const essay = basename(pickEssay(bench).file, '.md');
      medians.push(median(await timeReloads(server, essay, runs, (run) => prepare(bench, run))));
    }
    const [own = Number.NaN, other] = medians;
    const ratio = other === undefined ? [] : [other.toFixed(0), (own / other).toFixed(2)];
    printRow([String(size), name, own.toFixed(0), ...ratio]);
  }
  for (const { bench, server } of started) {
    await server.stop();
    rmSync(bench.folder, { recursive: true });
  }
}

function printRow(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

const known: Readonly<Record<string, Generator>> = { hugo, floor };
const peers = (flags.against?.split(',') ?? []).map((name) => {
  const peer = known[name] ?? findCommit(name);
  if (peer.findVersion() === null) throw new Error(`${name} is not installed`);
  if (peer === floor && flags.reload) throw new Error('The floor has no server');
  return peer;
});
const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const root = mkdtempSync(join(disk, 'blog-bench-'));
try {
  const versions = [blog, ...peers].map((each) => `${each.name} ${each.findVersion()}`);
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores`;
  process.stdout.write(`${[...versions, machine].join('; ')}; medians of ${runs}\n\n`);
  const [what, unit] = flags.reload ? ['save', 'ms'] : ['build', 's'];
  const columns = peers.flatMap(({ name }) => [`${name} ${unit}`, 'ratio']);
  printRow(['essays', what, unit, ...columns]);
  printRow(Array.from({ length: 3 + columns.length }, () => '---'));
  const benchOne = flags.reload ? benchReload : benchSize;
  for (const size of sizes) await benchOne(root, size);
} finally {
  rmSync(root, { recursive: true, force: true });
}
