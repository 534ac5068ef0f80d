/**
 * Faults of the disk, and the end of the process, at each call of the file system that a build makes.
 *
 * An ordinary run tries a few in each scenario, by chance; one that fails is named, and `BLOG_FAULTS='a text edit: EIO 17'`
 * tries it again. `BLOG_FAULTS=all` tries every fault of every call, and `BLOG_FAULTS=places` every fault of the
 * first call from each place in the program, as other calls from there do the same with other files.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passTick } from '../../support/damages.ts';
import { photo } from '../../support/pictures.ts';
import { essay, hashFiles, NOW, packageRoot, SITE_YAML, writeFiles } from '../../support/site.ts';

const ERRORS = ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EMFILE', 'ESTALE'];
const KINDS = ['SIGKILL', 'torn', ...ERRORS];
/** Cases of each scenario in an ordinary run. */
const ORDINARY = 4;

const [A, B] = ['content/essays/a.md', 'content/essays/b.md'];
const MEMORY = 'content/addresses.txt';
const CARD = 'templates/EssayCard.tsx';
const card = (text: string) => `export const EssayCard = () => <p>${text}</p>;\n`;
const dated = (title: string, body?: string) =>
  essay(`title: ${title}\npublished: 2020-01-01`, body);
const SITE = {
  'content/site.yaml': SITE_YAML,
  [A]: dated('A', '[b](b.md) ![p](p.jpg)\n'),
  [B]: dated('B', 'Old words.\n'),
  'content/essays/c.md': essay('title: C\npublished: 2019-01-01\naliases: /old/deep/c'),
  'content/essays/d.md': essay('title: D\npublished: 2018-01-01\ntags: [one]'),
  'content/public/notes.txt': 'mine\n',
};

type Changes = Readonly<Record<string, string | Uint8Array | null>>;

/** What is done between two builds; all output is gone before `the first build`. */
const makeScenarios = (pictures: readonly Uint8Array[]): Record<string, Changes> => ({
  'the first build': {},
  'nothing changed': {},
  'a text edit': { [B]: dated('B', 'New words.\n') },
  'a title edit': { [B]: dated('Other') },
  'a deleted essay': { 'content/essays/c.md': null },
  'a renamed essay': {
    'content/essays/d.md': null,
    'content/essays/2018/d.md': SITE['content/essays/d.md'] ?? '',
    'content/essays/2018/e.md': essay('title: E\npublished: 2018-01-02'),
  },
  'a new picture': { 'content/essays/p.jpg': pictures[1] ?? '' },
  'a changed template': { [CARD]: card('new') },
});

interface Built {
  /** Null for a process that was killed. */
  readonly code: number | null;
  readonly output: string;
  /** The calls of the file system: whether half of each can be done, and where it comes from if they are listed. */
  readonly calls: readonly { readonly canTear: boolean; readonly place: string }[];
  /** Whether the fault was among them. */
  readonly isHit: boolean;
}

/** A process that builds; a new one takes the place of one that is killed. */
class Worker {
  private child: ChildProcess | null = null;

  build(root: string, fault: string | null): Promise<Built> {
    this.child ??= this.start();
    const { child } = this;
    return new Promise((resolve) => {
      child.once('exit', () => {
        this.child = null;
        resolve({ code: null, output: '', calls: [], isHit: true });
      });
      child.once('message', (built: Built) => {
        child.removeAllListeners('exit');
        resolve(built);
      });
      child.send({ root, fault });
    });
  }

  close(): void {
    this.child?.kill('SIGKILL');
  }

  private start(): ChildProcess {
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(NOW / 1000), BLOG_FAULT: '' };
    const worker = join(packageRoot, 'tests/support/fault-worker.cjs');
    return fork(worker, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  }
}

interface Fault {
  readonly name: string;
  /** True for the first call from its place in the program. */
  readonly isFirst: boolean;
}

/** A site that is built before a scenario and after it, again and again. */
class Bench {
  readonly root = mkdtempSync(join(tmpdir(), 'blog-faults-'));
  readonly out = join(this.root, 'out');
  /** Those that there can be in the scenario. */
  faults: readonly Fault[] = [];
  private old: Readonly<Record<string, string>> = {};
  private fresh: Readonly<Record<string, string>> = {};
  /** The published addresses after the scenario. */
  private addresses = '';

  readonly name: string;
  private readonly before: Changes;
  private readonly changes: Changes;

  constructor(name: string, before: Changes, changes: Changes) {
    this.name = name;
    this.before = before;
    this.changes = changes;
    writeFiles(this.root, before);
  }

  /** Makes the site as it was, then does what the scenario does. */
  async prepare(worker: Worker): Promise<void> {
    rmSync(join(this.root, MEMORY), { force: true });
    const isFirst = this.name === 'the first build';
    for (const folder of isFirst ? ['out', '.blog'] : []) {
      rmSync(join(this.root, folder), { recursive: true, force: true });
    }
    if (!isFirst) {
      const added = Object.keys(this.changes).filter((path) => !(path in this.before));
      for (const path of added) rmSync(join(this.root, path), { force: true });
      const changed = Object.entries(this.before).filter(([path]) => path in this.changes);
      writeFiles(this.root, Object.fromEntries(changed));
      const built = await worker.build(this.root, null);
      expect([built.code, built.output], this.name).toEqual([0, expect.stringMatching(/^✓/)]);
      if (this.old['index.html'] !== undefined) expect(hashFiles(this.out)).toEqual(this.old);
    }
    this.old = hashFiles(this.out);
    writeFiles(this.root, this.changes);
  }

  /** Builds the scenario without a fault, and lists those that can be. */
  async listFaults(worker: Worker): Promise<void> {
    await this.prepare(worker);
    await worker.build(this.root, null);
    passTick(this.root);
    await this.prepare(worker);
    const { calls } = await worker.build(this.root, 'list 0');
    const whole = hashFiles(this.out);
    for (const folder of ['out', '.blog']) rmSync(join(this.root, folder), { recursive: true });
    await worker.build(this.root, null);
    this.fresh = hashFiles(this.out);
    expect(whole, this.name).toEqual(this.fresh);
    this.addresses = readFileSync(join(this.root, MEMORY), 'utf8');
    const places = calls.map(({ place }) => place);
    this.faults = calls.flatMap(({ canTear, place }, at) =>
      KINDS.filter((kind) => canTear || kind !== 'torn').map((kind) => {
        return { name: `${kind} ${at + 1}`, isFirst: places.indexOf(place) === at };
      }),
    );
  }

  /** Builds with the fault, and again without; gives false where the build has no such call. */
  async attempt(worker: Worker, fault: string): Promise<boolean> {
    await this.prepare(worker);
    const { old, fresh, out, root } = this;
    const { code, output, isHit } = await worker.build(root, fault);
    const label = `BLOG_FAULTS='${this.name}: ${fault}'\n${output}`;
    expect(output, label).not.toMatch(/^\s+at /m);
    const left = hashFiles(out);
    // The fault hit sharp itself while it was loaded: the site does without copies, and says so.
    const isUnscaled = output.includes('[images-unscaled]');
    if (isUnscaled) expect(code, label).toBe(0);
    else if (code === 0) expect(left, label).toEqual(fresh);
    else if (code !== null)
      expect([code, output], label).toEqual([1, expect.stringContaining('error')]);
    for (const path of isUnscaled ? [] : Object.keys({ ...old, ...left })) {
      expect([fresh[path], old[path]], `${path}, ${label}`).toContain(left[path]);
    }
    const next = await worker.build(root, null);
    expect([next.code, next.output], label).toEqual([0, expect.stringMatching(/^✓/m)]);
    expect(hashFiles(out), label).toEqual(fresh);
    expect(readFileSync(join(root, MEMORY), 'utf8'), label).toBe(this.addresses);
    const names = readdirSync(join(root, '.blog'), { recursive: true, encoding: 'utf8' });
    const isLeftover = (name: string) => /^staging|^lock|\.(new|dead|\d+)$/.test(name);
    expect(names.filter(isLeftover), label).toEqual([]);
    return isHit;
  }
}

describe('whatever call of the file system fails, pages are whole, and the next build is right:', () => {
  const asked = process.env.BLOG_FAULTS ?? '';
  const [, single, fault] = /^(.+): (\w+ \d+)$/.exec(asked) ?? [];
  const workers = [new Worker(), new Worker()];
  const benches: Bench[] = [];

  beforeAll(async () => {
    const pictures = await Promise.all([photo(700, 500), photo(600, 500)]);
    const before = { ...SITE, 'content/essays/p.jpg': pictures[0] ?? '' };
    for (const [name, changes] of Object.entries(makeScenarios(pictures))) {
      const own = CARD in changes ? { [CARD]: card('old') } : {};
      const bench = new Bench(name, { ...before, ...own }, changes);
      benches.push(bench);
      await bench.listFaults(workers[0] as Worker);
    }
  });

  afterAll(() => {
    for (const worker of workers) worker.close();
    for (const { root } of benches) rmSync(root, { recursive: true, force: true });
  });

  /** The faults of a scenario that are asked for. */
  function select({ name, faults }: Bench): string[] {
    if (single !== undefined) return name === single ? [fault ?? ''] : [];
    const first = faults.filter(({ isFirst }) => isFirst);
    const takeOne = () => first[Math.floor(Math.random() * first.length)] ?? [];
    const few = Array.from({ length: ORDINARY }, takeOne).flat();
    return ({ all: faults, places: first }[asked] ?? few).map(({ name }) => name);
  }

  test('a rename that another program blocks briefly is retried', async () => {
    const [bench, worker] = [benches[0] as Bench, workers[0] as Worker];
    for (const [fault, code, output] of [
      ['EBUSY 1-4 renameSync', 0, '✓'],
      ['EPERM 3-6 renameSync', 0, '✓'],
      ['EPERM 1-99 renameSync', 1, 'error [output-failed] /'],
    ] as const) {
      await bench.prepare(worker);
      const built = await worker.build(bench.root, fault);
      expect([built.code, built.output]).toEqual([code, expect.stringContaining(output)]);
    }
  });

  test(
    `BLOG_FAULTS=${asked}`,
    async () => {
      // The last takes the longest, so it comes first.
      const waiting = benches.toReversed().values();
      const [failed, hits]: [unknown[], Record<string, number>] = [[], {}];
      const work = async (worker: Worker) => {
        for (const bench of waiting) {
          for (const each of select(bench)) {
            const isHit = await bench.attempt(worker, each).catch((error) => failed.push(error));
            if (isHit) hits[bench.name] = (hits[bench.name] ?? 0) + 1;
          }
        }
      };
      await Promise.all(workers.map(work));
      if (asked !== '')
        console.log(`${benches.flatMap(({ faults }) => faults).length} cases in all, tried:`, hits);
      expect(failed.map(String)).toEqual([]);
      expect(Object.keys(hits).length).toBe(single === undefined ? benches.length : 1);
    },
    4 * 3_600_000,
  );
});
