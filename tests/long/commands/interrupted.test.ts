/**
 * Commands that write into the author's folders, killed or without space at each call that changes the disk: every
 * file is as it was or as it should be, and running the command again does the rest.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  essay,
  type Files,
  listFiles,
  NOW,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';

/** The calls that change the disk. */
const CALLS = 'writeFileSync,copyFileSync,renameSync,linkSync,rmSync,mkdirSync,chmodSync';
const post = (id: string, day: number, content = `<p>${id}.</p>`) => ({
  ...{ id, title: id, content, published: `2020-01-0${day}`, slug: id },
  url: `https://old.example/2020/01/0${day}/${id}/`,
});
/** Their addresses follow a pattern only as long as all of them count; one has a picture, one an odd address. */
const POSTS = [
  ...Array.from({ length: 9 }, (_, at) => post(`p${at}`, at + 1)),
  { ...post('odd', 9, '<p><img src="a.png" alt=""></p>'), url: 'https://old.example/?p=13' },
];
const DRAFT = 'content/essays/a.md';

interface Case {
  readonly args: (root: string) => readonly string[];
  readonly files: Files;
  /** Where the calls come from that write the author's files, among those that write the cache. */
  readonly places?: RegExp;
  /** The folder that is as it was or as it should be, as a whole. */
  readonly whole?: string;
  /** The command that does the rest, unless it is the same. */
  readonly next?: (root: string) => readonly string[];
}

/** The posts and the picture in a folder of their own, so that no import writes beside them. */
const EXPORT: Files = { 'old/posts.json': JSON.stringify(POSTS), 'old/a.png': 'picture' };
const importTo = (...folders: readonly string[]) => {
  return (root: string) => [
    ...['import', join(root, 'old'), '--site', 'https://old.example'],
    ...['--to', join(root, ...folders)],
  ];
};
const SAMPLE = 'content/essays/samples/the-bench.md';
const BENCH = readFileSync(join(packageRoot, 'src/starter/samples/the-bench.md'), 'utf8');

const CASES: Readonly<Record<string, Case>> = {
  'import into a new folder': {
    args: importTo('new'),
    places: /moveWhole|writeSettings|writeExportPost|makeSite/,
    files: EXPORT,
    whole: 'new',
  },
  'import into a site with samples': {
    args: importTo(),
    places: /moveInto|exchange|writeSettings|writeExportPost|makeSite/,
    files: {
      ...EXPORT,
      'content/site.yaml': SITE_YAML,
      'content/public/CNAME': 'ann.example',
      [SAMPLE]: BENCH.replace('{{year}}', '2020'),
    },
    whole: 'content/essays',
  },
  new: {
    args: (root) => ['new', 'On', 'Walking', '--root', root],
    files: { 'content/site.yaml': SITE_YAML },
  },
  publish: {
    args: (root) => ['publish', 'a', '--root', root],
    // Once the essay is dated, it is published; a build records its address.
    next: (root) => ['build', '--root', root],
    places: /rewriteFile|replaceRecord/,
    files: { 'content/site.yaml': SITE_YAML, [DRAFT]: essay('title: A\ndraft: true') },
  },
  fix: {
    args: (root) => ['fix', '--yes', '--root', root],
    places: /rewriteFile/,
    files: {
      'content/site.yaml': SITE_YAML,
      [DRAFT]: essay('title: A\ntgas: x\npublished: 2020-01-01'),
    },
  },
  eject: {
    args: (root) => ['eject', 'EssayCard', '--root', root],
    files: { 'content/site.yaml': SITE_YAML },
  },
  init: { args: (root) => ['init', root, '--yes', '--name', 'Ann'], files: {} },
};

interface Ended {
  /** Null for a process that was killed. */
  readonly code: number | null;
  readonly output: string;
  readonly calls: readonly { readonly place: string }[];
}

let worker: ChildProcess | null = null;

/** Runs a command with a fault; a new process takes the place of one that is killed. */
function run(args: readonly string[], fault: string | null): Promise<Ended> {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(NOW / 1000), BLOG_FAULT: '' };
  const script = join(packageRoot, 'tests/support/fault-worker.cjs');
  worker ??= fork(script, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const child = worker;
  return new Promise((resolve) => {
    child.once('exit', () => {
      worker = null;
      resolve({ code: null, output: '', calls: [] });
    });
    child.once('message', (ended: Ended) => {
      child.removeAllListeners('exit');
      resolve(ended);
    });
    child.send({ args, fault });
  });
}

afterAll(() => worker?.kill('SIGKILL'));

/** The author's files, by path. */
function readOwn(root: string): Readonly<Record<string, string>> {
  const paths = listFiles(root).filter(
    (path) => !/^(?:\.blog|out|\.new\.import\.\d+)\//.test(path),
  );
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** At most twenty of the calls, the first and the last among them. */
function pickPoints(calls: readonly number[]): readonly number[] {
  const step = Math.max(1, (calls.length - 1) / 19);
  return [...new Set(calls.map((_, at) => calls[Math.round(at * step)]))].filter(
    (each) => each !== undefined,
  );
}

/** The files in a folder. */
function pickFolder(files: Readonly<Record<string, string>>, folder: string): object {
  const entries = Object.entries(files).filter(([path]) => path.startsWith(`${folder}/`));
  return Object.fromEntries(entries);
}

test.each(Object.entries(CASES))(
  'a stopped `blog %s` leaves whole files only, and the next one does the rest',
  async (_, { args, files, whole, next = args, places: wanted = /./ }) => {
    const folder = mkdtempSync(join(tmpdir(), 'blog-interrupted-'));
    const [start, root] = [join(folder, 'start'), join(folder, 'site')];
    const reset = () => {
      rmSync(root, { recursive: true, force: true });
      cpSync(start, root, { recursive: true });
    };
    try {
      writeFiles(start, { 'mine.txt': 'mine', ...files });
      reset();
      const before = readOwn(root);
      // The first run in a process reads more files than those after it.
      await run(args(root), null);
      reset();
      const { calls } = await run(args(root), `list 0 ${CALLS}`);
      const after = readOwn(root);
      expect(after).not.toEqual(before);
      const places = calls.map(({ place }) => place);
      // Others from the same place do the same with other files; the last one has most of them behind it.
      const first = places.flatMap((each, at) => {
        const isEnd = places.indexOf(each) === at || places.lastIndexOf(each) === at;
        return isEnd && wanted.test(each) ? [at + 1] : [];
      });
      expect(first.length).toBeGreaterThan(3);
      for (const [at, number] of pickPoints(first).entries()) {
        const kind = at % 2 === 0 ? 'SIGKILL' : 'ENOSPC';
        reset();
        const { output } = await run(args(root), `${kind} ${number} ${CALLS}`);
        const label = `${kind} ${number} ${places[number - 1]}\n${output}`;
        expect(output, label).not.toMatch(/\.blog\/import|^\s+at /m);
        const left = readOwn(root);
        for (const path of Object.keys({ ...before, ...left })) {
          expect([before[path], after[path]], `${path}, ${label}`).toContain(left[path]);
        }
        if (whole !== undefined) {
          const inFolder = pickFolder(left, whole);
          // An exchange is two renames, between which the folder isn't there.
          const allowed = [pickFolder(before, whole), pickFolder(after, whole), {}];
          expect(allowed, label).toContainEqual(inFolder);
        }
        await run(args(root), null);
        if (next !== args) await run(next(root), null);
        expect(readOwn(root), label).toEqual(after);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
