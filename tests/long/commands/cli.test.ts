/**
 * The command line, each command in a new process: exit codes and output.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blog, blogAll, blogWithin } from '../../support/program.ts';
import {
  essay,
  type Files,
  hashFiles,
  listFiles,
  makeSite,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';

/** The report with its duration, which differs from run to run, replaced by `TIME`. */
function withoutTime(text: string): string {
  return text.replace(/\b\d+(\.\d)? m?s$/m, 'TIME');
}

const good: Files = {
  'content/site.yaml': SITE_YAML,
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01'),
};

const BROKEN_LINKS = {
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01', '[x](/gone) [y](/gone)\n'),
};
const DRAFT = { 'content/essays/d.md': essay('title: D\npublished: 2020-01-01\ndraft: true') };
const FUTURE = { 'content/essays/f.md': essay('title: F\npublished: 2099-01-01') };

const HOSTS = 'Allowed choices are github, netlify, cloudflare, server.';

describe('wrong usage exits with 2 and says what is wrong', () => {
  const usages: readonly [args: string, error: string][] = [
    ['buidl', "unknown command 'buidl'\n(Did you mean build?)"],
    ['build --jsn', "unknown option '--jsn'\n(Did you mean --json?)"],
    ['--versoin', "unknown option '--versoin'\n(Did you mean --version?)"],
    ['build --root', "option '--root <dir>' argument missing"],
    ['build --root=', "option '--root <dir>' argument '' is invalid. It must not be empty."],
    ...['', 'deploy-42.example', 'mailto:ann@b.example', 'https://a.example/?x'].map(
      (url): [string, string] => [
        `build --url=${url}`,
        `option '--url <url>' argument '${url}' is invalid. Write it as https://deploy-42.example.`,
      ],
    ),
    ['diff --live', "unknown option '--live'"],
    ['check --live --format json', "option '--live' cannot be used with option '--format <name>'"],
    ['diff a b', "too many arguments for 'diff'. Expected 1 argument but got 2."],
    ['init --host me', `option '--host <host>' argument 'me' is invalid. ${HOSTS}`],
    ['new', "missing required argument 'title'"],
    ...['-1', '65536'].map((port): [string, string] => [
      `dev --port=${port}`,
      `option '--port <number>' argument '${port}' is invalid. It must be a number from 0 to 65535.`,
    ]),
    // An unset shell variable does not open the server to the network.
    ['dev --host=', "option '--host [address]' argument '' is invalid. It must not be empty."],
  ];
  const ended = blogAll(usages.map(([args]) => args));
  test.each(usages)('blog %s', (args, error) => {
    const [command = ''] = args.split(' ');
    const isKnown = /^[a-z]+$/.test(command) && !error.startsWith('unknown command');
    const help = isKnown
      ? `blog ${command} --help\` to see what it takes`
      : 'blog --help` to see the commands';
    const err = `error: ${error}\nRun \`${help}.\n`;
    expect(ended.get(args)).toEqual({ code: 2, out: '', err });
  });

  test('blog without a command prints its help, which suggests `blog init` if there is no site', () => {
    const { code, out, err } = blog('/', '');
    expect([code, out, err]).toEqual([2, '', blog('/', '--help').out]);
    expect(err).toContain('\nThere is no site in this folder. To start one, run `blog init`.\n');
    expect(blog(makeSite(good), '').err).not.toContain('blog init');
  });

  test.each(['-1', '1e9'])('SOURCE_DATE_EPOCH=%s', (clock) => {
    const root = makeSite(good);
    const err = 'error: SOURCE_DATE_EPOCH must be a whole number of seconds since 1970\n';
    expect(blog(root, 'build', { SOURCE_DATE_EPOCH: clock })).toEqual({ code: 2, out: '', err });
    expect(existsSync(join(root, 'out'))).toBe(false);
  });
});

describe('help and version', () => {
  const build = '--root --out --drafts --url --strict --forget --for --json --help';
  const dev = '--root --port --host --allow --open --no-drafts --help';
  const flagsOf = { 'build --help': build, 'help build': build, 'help dev': dev };
  const names = ['--help', '-h', 'help'];
  const versions = ['--version', '-v'];
  const ended = blogAll([...names, ...versions, ...Object.keys(flagsOf)]);

  test.each(versions)('blog %s prints the version of package.json', (flag) => {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    expect(ended.get(flag)).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  test.each(names)('blog %s lists the commands', (flag) => {
    const out = expect.stringMatching(
      /^Usage: blog [\s\S]*\n {2}build .*build the site into out\//,
    );
    expect(ended.get(flag)).toEqual({ code: 0, out, err: '' });
  });

  test.each(Object.entries(flagsOf))('blog %s lists every flag', (args, flags) => {
    expect(
      ended
        .get(args)
        ?.out.match(/ --[a-z-]+/g)
        ?.join(''),
    ).toBe(` ${flags}`);
  });
});

describe('blog build', () => {
  test('reports a good build on standard output and exits with 0', () => {
    const root = makeSite(good);
    const first = blog(root, 'build');
    const count = listFiles(join(root, 'out')).length;
    expect({ ...first, out: withoutTime(first.out) }).toEqual({
      code: 0,
      err: '',
      out: `✓ 2 essays in TIME
  files   ${count} written, 0 unchanged, 0 removed
  folder  out
  site    https://ann.example
See it: npx essay-blog preview
`,
    });
    const again = blog(root, 'build').out;
    expect(again).toContain(`  files   0 written, ${count} unchanged, 0 removed\n`);
    expect(again).not.toContain('See it');
    expect(blog(makeSite(good), 'build', { CI: 'true' }).out).not.toContain('See it');
  });

  test('counts drafts that it left out and problems that it found', () => {
    const settings = { 'content/site.yaml': `${SITE_YAML}publishFuture: false\n` };
    const root = makeSite({ ...settings, ...BROKEN_LINKS, ...DRAFT, ...FUTURE });
    const { code, out, err } = blog(root, 'build');
    expect(code).toBe(0);
    expect(withoutTime(out)).toMatch(
      /^✓ 1 essay, 1 draft left out, 1 future essay left out in TIME\n/,
    );
    expect(out).toContain('  found   2 warnings, 1 notice\n');
    expect(err.match(/^(notice|warning) \[[a-z-]+\]/gm)).toEqual([
      'notice [date-future]',
      'warning [link-broken]',
      'warning [link-broken]',
    ]);
  });

  test('reports every problem on standard error, writes nothing, and exits with 1', () => {
    const root = makeSite({
      'content/site.yaml': `${SITE_YAML}tilte: Words\n`,
      'content/essays/b.md': essay('published: 2020-01-01', 'No heading.\n'),
    });
    expect(blog(root, 'build')).toEqual({
      code: 1,
      out: '',
      err: `warning [key-unknown] The key \`tilte\` is unknown, so it is ignored
  content/site.yaml:4:1
  4 | tilte: Words
    | ^
  → Did you mean \`title\`?

error [title-missing] This essay has no title
  content/essays/b.md:1:1
  1 | ---
    | ^
  → Add a line \`title: …\` to the front matter, or begin the body with a heading.

✗ 1 error: nothing was written
`,
    });
    expect(existsSync(join(root, 'out'))).toBe(false);
  });

  test('--strict treats warnings as errors, but not notices', () => {
    const root = makeSite({ ...good, ...BROKEN_LINKS });
    const told = '✗ 2 warnings: nothing was written (--strict: warnings count as errors)\n';
    expect(blog(root, 'build --strict')).toMatchObject({
      code: 1,
      err: expect.stringContaining(told),
    });
    expect(existsSync(join(root, 'out'))).toBe(false);
    expect(blog(root, 'build').code).toBe(0);
    expect(blog(makeSite({ ...good, ...FUTURE }), 'build --strict').code).toBe(0);
  });

  test('--drafts publishes drafts', () => {
    const { out } = blog(makeSite({ ...good, ...DRAFT }), 'build --drafts');
    expect(out).toMatch(/^✓ 3 essays, 1 draft among them in /);
  });

  test('--root and --out are relative to the working folder', () => {
    const folder = makeSite({});
    writeFiles(join(folder, 'my/site'), good);
    const { out } = blog(folder, 'build --root my/site --out public');
    expect(out).toContain('  folder  public\n');
    expect(existsSync(join(folder, 'public/blog/a.html'))).toBe(true);
    expect(existsSync(join(folder, 'my/site/out'))).toBe(false);
    expect(blog(folder, 'build --root my/site').out).toContain('  folder  my/site/out\n');
  });

  test('--url builds a preview, says so, and records no address', () => {
    const root = makeSite(good);
    const { code, out, err } = blog(root, 'build --url https://deploy-42.example/x/');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`  site    https://deploy-42.example/x
  A preview: search engines are told not to index it, and no address was recorded.
`);
    expect(existsSync(join(root, 'content/addresses.txt'))).toBe(false);
    const facts = JSON.parse(blog(root, 'build --json --url https://deploy-42.example').out);
    expect(facts).toMatchObject({ url: 'https://deploy-42.example', preview: true });
    expect(blog(root, 'build').out).not.toContain('preview');
    expect(existsSync(join(root, 'content/addresses.txt'))).toBe(true);
  });

  test('SOURCE_DATE_EPOCH is the clock', () => {
    const root = makeSite(good);
    blog(root, 'build', { SOURCE_DATE_EPOCH: String(Date.UTC(2019, 5, 1) / 1000) });
    const home = readFileSync(join(root, 'out/index.html'), 'utf8');
    expect(home).toMatch(/<time[^>]*>Jan 1</);
    expect(home).toMatch(/© <span>2019</);
  });

  test.each<[what: string, args: string, env: Record<string, string>, isKept: boolean]>([
    ['is a publication', 'build', {}, true],
    ['into out/ is one', 'build --out out', {}, true],
    ['into another folder is none', 'build --out elsewhere', {}, false],
    ['with a clock that is ahead is none', 'build', { SOURCE_DATE_EPOCH: '99999999999' }, false],
  ])('a build %s: content/addresses.txt', (_, args, env, isKept) => {
    const root = makeSite(good);
    const { code, out, err } = blog(root, args, env);
    expect([code, existsSync(join(root, 'content/addresses.txt'))]).toEqual([0, isKept]);
    expect((out + err).includes('[addresses-unrecorded]')).toBe(!isKept);
  });
});

describe('blog build --json', () => {
  test('prints one document with the facts of a good build, without colour', () => {
    const root = makeSite({ ...good, ...DRAFT });
    const { code, out, err } = blog(root, 'build --json', { FORCE_COLOR: '1' });
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({
      version: 1,
      ok: true,
      essays: 2,
      pages: 0,
      draftsPublished: 0,
      draftsLeftOut: 1,
      futureLeftOut: 0,
      privateLeftOut: 0,
      expiredLeftOut: 0,
      written: listFiles(join(root, 'out')).length,
      unchanged: 0,
      removed: 0,
      durationMs: expect.any(Number),
      out: join(root, 'out'),
      url: 'https://ann.example',
      preview: false,
      problems: [],
    });
  });

  test('prints one document with every problem of a failed build, and the same facts', () => {
    const bad = { 'content/essays/c.md': essay('title: C\npublished: 2019-13-01') };
    const { code, out, err } = blog(makeSite({ ...good, ...BROKEN_LINKS, ...bad }), 'build --json');
    expect([code, err]).toEqual([1, '']);
    const { problems, ...report } = JSON.parse(out);
    const { problems: none, ...facts } = JSON.parse(blog(makeSite(good), 'build --json').out);
    expect([none, Object.keys(report)]).toEqual([[], Object.keys(facts)]);
    expect(report).toMatchObject({ ok: false, written: 0 });
    const [broken, , impossible] = problems;
    expect(broken).toMatchObject({ code: 'link-broken', severity: 'warning' });
    expect(impossible).toEqual({
      ...{ code: 'date-impossible', severity: 'error', cause: null },
      ...{ message: 'There is no month 13: `2019-13-01`', hint: 'Correct the date.' },
      ...{ file: 'content/essays/c.md', line: 3, column: 12, excerpt: 'published: 2019-13-01' },
    });
  });
});

describe('blog diff', () => {
  test('exits with 0 if nothing would change, and else lists it and exits with 1', () => {
    const root = makeSite(good);
    blog(root, 'build');
    expect(blog(root, 'diff')).toEqual({ code: 0, out: '✓ No differences\n', err: '' });
    writeFiles(root, { 'content/essays/b.md': null });
    const { code, out, err } = blog(root, 'diff out', { FORCE_COLOR: '1' });
    expect([code, err]).toEqual([1, '']);
    expect(out.startsWith('\u001b[31mgone    \u001b[39m /blog/b  “B”\n')).toBe(true);
  });

  test('exits with 2 if nothing can be compared, or a template fails the build', () => {
    const url = 'url: http://127.0.0.1:1';
    const root = makeSite({ ...good, 'content/site.yaml': SITE_YAML.replace(/url: .*/, url) });
    blog(root, 'build');
    const errors = {
      'diff nowhere': /^error: there is no built site in nowhere/,
      'diff content': /^error \[out-dangerous\]/,
      'check --live': /^error: cannot read http:/,
    };
    for (const [args, error] of Object.entries(errors)) {
      expect(blog(root, args)).toEqual({ code: 2, out: '', err: expect.stringMatching(error) });
    }
    const code =
      'setTimeout(() => { throw new Error("late") }); export const SiteFooter = () => null;';
    writeFiles(root, { 'templates/SiteFooter.tsx': code });
    expect(blog(root, 'diff')).toMatchObject({ code: 2, out: '' });
  });
});

describe('errors of the system are reported in one sentence:', () => {
  const program = join(packageRoot, 'bin/blog.js');
  const faults = join(packageRoot, 'tests/support/faults.cjs');

  test.each(['', ' --json'])('output to a full disk: build%s', (flags) => {
    const args = [program, 'build', ...flags.split(' ').filter((each) => each !== '')];
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: makeSite(good),
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    const reason = 'ENOSPC: no space left on device, write';
    expect([status, stderr]).toEqual([1, `error: cannot print: ${reason}\n`]);
  });

  test.skipIf(process.platform === 'win32').each([
    ['new --page Now', 0, 'content/pages/now.md'],
    ['eject EssayPage', 1, 'templates/EssayPage.tsx'],
    ['publish content/essays/d.md', 64, 'content/essays/d.md'],
  ])('a full disk; `blog %s` leaves all files as they were', (args, blocks, file) => {
    const draft = {
      'content/essays/d.md': DRAFT['content/essays/d.md'] + 'Words. '.repeat(13_000),
    };
    const root = makeSite({ ...good, ...draft });
    const look = () => ['content', 'templates'].map((folder) => hashFiles(join(root, folder)));
    const before = look();
    const { code, err } = blogWithin(blocks, root, args);
    expect([code, err]).toEqual([1, expect.stringContaining(`error: ${join(root, file)}`)]);
    expect(look()).toEqual(before);
  });

  const runShell = (cwd: string, command: string) =>
    spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' }).stderr;

  test('output to a closed pipe is ignored', () => {
    const command = `{ ${process.execPath} ${program} build --json; echo $? >&2; } | true`;
    expect(runShell(makeSite(good), command)).toBe('0\n');
  });

  test('a working folder that does not exist', () => {
    const folder = makeSite({});
    const command = `rmdir ${folder}; ${process.execPath} ${program} build; echo $? >&2`;
    expect(runShell(folder, command)).toBe('error: the current folder is gone\n1\n');
  });

  test.each(['build', 'dev'])('a root that cannot be accessed: %s', (command) => {
    const env = { NODE_OPTIONS: `--require ${faults}`, BLOG_FAULT: 'EIO 1 statSync' };
    const { code, err } = blog(makeSite(good), command, env);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('cannot be read: the disk reported an error (EIO)'),
    ]);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

test('output to a pipe has colour only on request', () => {
  const cases: readonly [env: Record<string, string>, isColored: boolean][] = [
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    // An empty variable has no effect.
    [{ NO_COLOR: '', FORCE_COLOR: '1' }, true],
  ];
  const root = makeSite({ ...good, ...BROKEN_LINKS });
  for (const [env, isColored] of cases) {
    const { out, err } = blog(root, 'build', env);
    const found = [out, err].map((text) => text.includes('\u001b['));
    expect([env, ...found]).toEqual([env, isColored, isColored]);
  }
});

test.each([
  ['a root that is not there', 'build --root nowhere', 'root-missing'],
  ['a root that is a file', 'build --root file', 'root-missing'],
  ['a .blog that is a file', 'build', 'output-failed'],
  ['an output folder inside a file', 'build --out file/out', 'out-dangerous'],
])('%s is reported without a stack trace, and nothing is written', (_, args, code) => {
  const root = makeSite({ ...good, '.blog': 'a file', file: 'x' });
  const before = listFiles(root);
  const { err, ...rest } = blog(root, args);
  expect(rest).toEqual({ code: 1, out: '' });
  expect(err).toMatch(
    new RegExp(`^error \\[${code}\\] .+\\n[^]*\\n {2}→ .+\\n\\n✗ 1 error: .+\\n$`),
  );
  expect(err).not.toMatch(/^\s+at /m);
  expect(listFiles(root)).toEqual(before);
});
