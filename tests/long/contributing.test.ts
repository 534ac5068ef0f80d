/**
 * The recipes of docs/contributing.md: a copy of the source is changed as they say, and nowhere else. Then it is
 * compiled, its types are checked, and it builds a site.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { essay, NOW, packageRoot, SITE_YAML, writeFiles } from '../support/site.ts';

/** A line that a recipe inserts above a line that begins like this. */
type Insertion = readonly [file: string, above: string, line: string];

const FRONT_MATTER_KEY: readonly Insertion[] = [
  ['src/essays/front-matter.ts', '  draft: {', '  mood: { reader: values.prose },'],
  ['src/essays/essay.ts', '  readonly data: ', '  readonly mood: string | null;'],
  ['src/essays/essay.ts', '    data: front.data,', '    mood: front.mood,'],
  ['docs/write.md', '| `nav` |', '| `mood` | the mood of the author | |'],
  ['src/theme/props.ts', '  /** `data` of the front', '  readonly mood: string | null;'],
  ['src/render/pages.ts', '    data: essay.data ?? {},', '    mood: essay.mood,'],
];
const SETTINGS_KEY: readonly Insertion[] = [
  ['src/essays/config.ts', '  /** The introduction', '  motto: { reader: values.prose },'],
  ['docs/settings.md', '| `intro` |', '| `motto` | words to live by | |'],
  ['src/theme/props.ts', '  /** `data` in site.yaml', '  readonly motto: string | null;'],
  ['src/render/pages.ts', '    nav: menus.nav', '    motto: config.motto,'],
];
const SERVICE_FILE: readonly Insertion[] = [
  [
    'src/render/service-files.ts',
    "  { path: 'robots.txt'",
    "  { path: 'humans.txt', make: ({ config }) => config.name },",
  ],
];
const OTHER_FILE: readonly Insertion[] = [
  [
    'src/render/outputs.ts',
    '    planBytes(urls.REDIRECTS_OUTPUT, lines),',
    "    planBytes('templates.txt', context.templates.digest),",
  ],
];
const DIALECT: readonly Insertion[] = [
  ['src/dialects/dialects.ts', 'import { wordpress }', "import { textile } from './textile.ts';"],
  ['src/dialects/dialects.ts', '  wordpress,', '  textile,'],
];
const DIALECT_FILE = {
  'src/dialects/textile.ts': `import type { Dialect } from '../../src/dialects/dialect.ts';

export const textile: Dialect = {
  name: 'Textile',
  signs: ['\\\\?\\\\?\\\\w'],
  syntaxes: [
    {
      starts: '?',
      pattern: /\\?\\?(?<title>\\w[^?\\n]*)\\?\\?/y,
      translate: ({ groups: { title } }) => \`<cite>\${title}</cite>\`,
    },
  ],
};
`,
};
const IN_TEMPLATES: readonly Insertion[] = [
  ['templates/EssayPage.tsx', '        <Prose', '        <p id="mood">{essay.mood}</p>'],
  ['templates/EssayPage.tsx', '        <Prose', '        <p id="motto">{site.motto}</p>'],
];

const SITE = {
  'content/site.yaml': `${SITE_YAML}motto: Less is less\n`,
  'content/essays/a.md': essay(
    'title: A\ndate: 2020-01-01\nmood: calm',
    '[Who](/humans.txt) ??Hamlet??\n',
  ),
};

const copy = mkdtempSync(join(tmpdir(), 'blog-recipes-'));
const site = join(copy, 'site');
const read = (path: string) => readFileSync(join(site, 'out', path), 'utf8');

function run(script: string, args: readonly string[]): string {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(NOW / 1000) };
  const command = [script, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: copy,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

beforeAll(() => {
  const parts = ['src', 'templates', 'docs', 'bin', 'package.json', 'tsconfig.json', 'LICENSE'];
  for (const name of parts) {
    cpSync(join(packageRoot, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'), 'junction');
  writeFiles(copy, DIALECT_FILE);
  const keys = [...FRONT_MATTER_KEY, ...SETTINGS_KEY];
  const all = [...keys, ...SERVICE_FILE, ...OTHER_FILE, ...DIALECT, ...IN_TEMPLATES];
  for (const [file, above, line] of all) {
    const lines = readFileSync(join(copy, file), 'utf8').split('\n');
    const at = lines.findIndex((each) => each.startsWith(above));
    if (at === -1) throw new Error(`${file} has no line "${above}"`);
    writeFileSync(join(copy, file), lines.toSpliced(at, 0, line).join('\n'));
  }
  writeFiles(site, SITE);
  run('src/compile.mjs', []);
  run(join(packageRoot, 'node_modules/typescript/bin/tsc'), ['--noEmit']);
});

afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 9 }));

describe('a copy of the source with the recipes of docs/contributing.md', () => {
  let printed = '';
  beforeAll(() => {
    printed = run('bin/blog.js', ['build', '--root', site, '--strict', '--json']);
  });

  test('builds a site without problems', () => {
    expect(JSON.parse(printed)).toMatchObject({ ok: true, essays: 1, problems: [] });
  });

  test('reads a new front matter key and shows it, and describes it to editors', () => {
    const page = load(read('blog/a.html'));
    expect(page('#mood').text()).toBe('calm');
    const schema = JSON.parse(readFileSync(join(copy, 'dist/schemas/front-matter.json'), 'utf8'));
    expect(schema.properties.mood.description).toBe('the mood of the author');
  });

  test('reads a new key of site.yaml and shows it', () => {
    const page = load(read('blog/a.html'));
    expect(page('#motto').text()).toBe('Less is less');
  });

  test('publishes a new file that depends on the site alone, to which essays can link', () => {
    expect(read('humans.txt')).toBe('Ann Author');
    expect(read('_headers')).toContain('\n/humans.txt\n');
    expect(load(read('blog/a.html'))('a[href="/humans.txt"]').text()).toBe('Who');
  });

  test('publishes the author’s own file in place of such a file', () => {
    writeFiles(site, { 'content/public/humans.txt': 'Ann\n' });
    run('bin/blog.js', ['build', '--root', site, '--strict']);
    expect(read('humans.txt')).toBe('Ann\n');
  });

  test('translates a new dialect', () => {
    expect(load(read('blog/a.html'))('.prose cite').text()).toBe('Hamlet');
  });

  test('publishes any other new file', () => {
    expect(read('templates.txt')).toMatch(/^[\w-]+$/);
  });
});
