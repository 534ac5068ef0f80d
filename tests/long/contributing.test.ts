/**
 * .github/CONTRIBUTING.md. Its recipes: a copy of the source is changed as they say, and nowhere else. Then it is compiled,
 * its types are checked, and it builds a site. Its other commands, and the configurations of the debugger, start what
 * they say.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { essay, makeSite, NOW, packageRoot, SITE_YAML, writeFiles } from '../support/site.ts';

const COLOPHON = `    {
      url: urls.COLOPHON_PATH,
      template: 'ColophonPage' as const,
      shown: [],
      others: () => '',
      makeCurrentPage: () => ({
        ...describePlace(urls.COLOPHON_PATH, context),
        kind: 'list' as const,
        head: heads.makeListHead(context.head, 'Colophon', urls.COLOPHON_PATH, null),
      }),
      makeProps: () => ({}),
    },`;
const COLOPHON_PAGE = `import { Layout } from './Layout.tsx';

export default function ColophonPage() {
  return (
    <Layout>
      <h1>Colophon</h1>
    </Layout>
  );
}
`;
const LOUD = `  if (front.title !== null && /^[A-Z ]{9,}$/.test(front.title)) {
    report(source, 0, {
      code: 'title-loud',
      message: 'The title is all in capitals',
      hint: 'Write it as a sentence.',
    });
  }`;
const LOUD_EXPLAINED = `## title-loud

Notice. The title is all in capitals.

Bad: \`title: ON WALKING\`

Good: \`title: On Walking\`
`;

/** Lines that a recipe inserts above a line that begins like this. */
type Insertion = readonly [file: string, above: string, line: string];

const FRONT_MATTER_KEY: readonly Insertion[] = [
  ['src/essays/front-matter.ts', '  draft: {', '  mood: { reader: values.prose },'],
  ['docs/front-matter.md', '| `nav` |', '| `mood` | the mood of the author | |'],
  ['src/theme/props.ts', '  /** `data` of the front', '  readonly mood: string | null;'],
  ['src/render/essay-props.ts', '    data: essay.data ?? {},', '    mood: essay.mood,'],
];
const SETTINGS_KEY: readonly Insertion[] = [
  ['src/essays/config.ts', '  /** The introduction', '  motto: { reader: values.prose },'],
  ['docs/settings.md', '| `intro` |', '| `motto` | words to live by | |'],
  ['src/theme/props.ts', '  /** `data` in site.yaml', '  readonly motto: string | null;'],
  ['src/render/site-props.ts', '    nav: menus.nav', '    motto: config.motto,'],
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
    '    ...planRedirects(site, pages, context),',
    "    planBytes('templates.txt', context.templates.digest),",
  ],
];
const DIALECT: readonly Insertion[] = [
  ['src/translate/translate.ts', 'import { wordpress }', "import { textile } from './textile.ts';"],
  ['src/translate/translate.ts', '  wordpress,', '  textile,'],
  [
    'src/markdown/signs-translated.ts',
    '  // Hugo, Zola',
    "  { sign: '\\\\?\\\\?\\\\w', pattern: /\\?\\?\\w+\\?\\?/, shown: '??…??', hint: 'Write <cite>.' },",
  ],
];
const DIALECT_FILE = {
  'src/translate/textile.ts': `import { type Dialect, editMatches, MARKDOWN } from './dialect.ts';

export const textile: Dialect = {
  formats: MARKDOWN,
  sign: /\\?\\?\\w/,
  translate: (body) => ({
    edits: editMatches(body, /\\?\\?(\\w+)\\?\\?/g, ([, title]) => \`<cite>\${title}</cite>\`),
    left: [],
  }),
};
`,
};
const PAGE: readonly Insertion[] = [
  ['src/site/urls.ts', 'export const ARCHIVE_PATH', "export const COLOPHON_PATH = '/colophon';"],
  ['src/render/pages.ts', '    ...edition.tags.map((tag, number) => makeTagPage', COLOPHON],
];
const PROBLEM: readonly Insertion[] = [
  ['src/problems/problems.ts', "  'title-missing'", "  'title-loud': 'notice',"],
  ['src/essays/essay.ts', '  const essay = makeEssay(', LOUD],
  ['docs/problems.md', '## title-missing', LOUD_EXPLAINED],
];
const IMPORTER: readonly Insertion[] = [
  ['src/import/sources.ts', 'import { wordpress }', "import { diary } from './sources/diary.ts';"],
  [
    'src/import/sources.ts',
    '  const generator = await findGenerator',
    "  if (files.some((path) => path.endsWith('.diary'))) return 'diary';",
  ],
  ['src/import/generators.ts', 'import { zola }', "import { quill } from './generators/quill.ts';"],
];
const IMPORTER_FILES = {
  'src/import/sources/diary.ts': `import type { Source } from './source.ts';

export const diary: Source = {
  tagPages: '',
  async *read(input) {
    for (const path of input.files) {
      for (const line of (await input.readText(path)).trim().split('\\n')) {
        const [published = '', title = '', html = ''] = line.split(' | ');
        yield { id: \`diary:\${published}\`, title, html, published, slug: '', addresses: [] };
      }
    }
  },
};
`,
  'src/import/generators/quill.ts': `import type { Generator } from './generator.ts';
import { splitPages } from './pages.ts';
import { readSettings } from './settings.ts';

export const quill: Generator = {
  settings: /^quill\\.toml$/,
  tagPages: '',
  async read(input, settingsPath) {
    return {
      ...splitPages(input.files, 'content', (path) => path),
      statics: [],
      settings: await readSettings(input, settingsPath),
      plugins: [],
      addressOf: () => '/:sections/:slugorfile/',
    };
  },
};
`,
};

/** Words that a recipe adds to a line. */
type Replacement = readonly [file: string, was: string, is: string];

const REPLACEMENTS: readonly Replacement[] = [
  ['src/import/sources.ts', 'SOURCES = { wordpress,', 'SOURCES = { diary, wordpress,'],
  ['src/theme/page-script.ts', "'NotFoundPage'", "'NotFoundPage', 'ColophonPage'"],
  [
    'src/site/address-assignment.ts',
    'return homeEssays',
    'return [urls.COLOPHON_PATH].concat(homeEssays',
  ],
  ['src/site/address-assignment.ts', ': tagPages;\n', ': tagPages);\n'],
  ['src/import/generators.ts', 'GENERATORS = { ', 'GENERATORS = { quill, '],
  ['src/cli/command-line.ts', "SERVICES = ['", "SERVICES = ['diary', '"],
  ['src/cli/command-line.ts', "GENERATORS = '", "GENERATORS = 'quill "],
];
const IN_TEMPLATES: readonly Insertion[] = [
  ['templates/EssayPage.tsx', '        <Prose', '        <p id="mood">{essay.mood}</p>'],
  ['templates/EssayPage.tsx', '        <Prose', '        <p id="motto">{site.motto}</p>'],
];

const SITE = {
  'content/site.yaml': `${SITE_YAML}motto: Less is less\n`,
  'content/essays/a.md': essay(
    'title: A\ndate: 2020-01-01\nmood: calm',
    '[Who](/humans.txt) [How](/colophon)\n',
  ),
};

const MANUAL = readFileSync(join(packageRoot, '.github/CONTRIBUTING.md'), 'utf8');

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
  const copied = ['src', 'templates', 'docs', 'bin', 'package.json', 'tsconfig.json', 'LICENSE'];
  for (const name of copied) {
    cpSync(join(packageRoot, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'), 'junction');
  writeFiles(copy, DIALECT_FILE);
  writeFiles(copy, IMPORTER_FILES);
  writeFiles(copy, { 'templates/ColophonPage.tsx': COLOPHON_PAGE });
  const keys = [...FRONT_MATTER_KEY, ...SETTINGS_KEY];
  const files = [...SERVICE_FILE, ...OTHER_FILE];
  const parts = [...PAGE, ...PROBLEM, ...DIALECT, ...IMPORTER, ...IN_TEMPLATES];
  const all = [...keys, ...files, ...parts];
  for (const [file, above, line] of all) {
    const lines = readFileSync(join(copy, file), 'utf8').split('\n');
    const at = lines.findIndex((each) => each.startsWith(above));
    if (at === -1) throw new Error(`${file} has no line "${above}"`);
    writeFileSync(join(copy, file), lines.toSpliced(at, 0, line).join('\n'));
  }
  for (const [file, was, is] of REPLACEMENTS) {
    const text = readFileSync(join(copy, file), 'utf8');
    if (!text.includes(was)) throw new Error(`${file} has no "${was}"`);
    writeFileSync(
      join(copy, file),
      text.replace(was, () => is),
    );
  }
  writeFiles(site, SITE);
  run('src/compile.mjs', []);
  run(join(packageRoot, 'node_modules/typescript/bin/tsc'), ['--noEmit']);
});

afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 9 }));

describe('a copy of the source with the recipes of .github/CONTRIBUTING.md', () => {
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
    expect(load(read('blog/a.html'))('a[href="/humans.txt"]').text()).toBe('Who');
  });

  test('publishes the author’s own file in place of such a file', () => {
    writeFiles(site, { 'content/public/humans.txt': 'Ann\n' });
    run('bin/blog.js', ['build', '--root', site, '--strict']);
    expect(read('humans.txt')).toBe('Ann\n');
  });

  test('translates a new dialect', () => {
    const path = 'content/essays/play.md';
    writeFiles(site, { [path]: essay('title: Play\npublished: 2020-01-03', '??Hamlet??\n') });
    run('bin/blog.js', ['fix', '--root', site, '--yes']);
    expect(readFileSync(join(site, path), 'utf8')).toContain('\n<cite>Hamlet</cite>\n');
    rmSync(join(site, path));
  });

  test('publishes any other new file', () => {
    expect(read('templates.txt')).toMatch(/^[\w-]+$/);
  });

  test('publishes a new page, to which essays can link', () => {
    expect(load(read('colophon.html'))('h1').text()).toBe('Colophon');
    expect(load(read('blog/a.html'))('a[href="/colophon"]').text()).toBe('How');
    expect(read('sitemap.xml')).toContain('https://ann.example/colophon');
  });

  test('an author’s own page at that address takes precedence', () => {
    writeFiles(site, { 'content/pages/colophon.md': 'My Own\n===\n\nText.\n' });
    run('bin/blog.js', ['build', '--root', site, '--strict']);
    expect(load(read('colophon.html'))('h1').text()).toBe('My Own');
  });

  test('reports a new problem, and explains it', () => {
    writeFiles(site, { 'content/essays/b.md': essay('title: ON WALKING\ndate: 2020-01-02') });
    const found = JSON.parse(run('bin/blog.js', ['build', '--root', site, '--json']));
    expect(found.problems).toMatchObject([{ code: 'title-loud', severity: 'notice' }]);
    expect(run('bin/blog.js', ['explain', 'title-loud'])).toContain('Good: `title: On Walking`');
  });

  test('imports a new kind of export, detected or named', () => {
    const line = '2019-05-01 | The Sea | <p>It was <em>cold</em>.</p>\n';
    const file = join(makeSite({ 'my.diary': line }), 'my.diary');
    for (const args of [[], ['--from', 'diary']]) {
      const to = makeSite({});
      run('bin/blog.js', ['import', file, '--to', to, ...args]);
      const text = readFileSync(join(to, 'content/essays/2019/the-sea.md'), 'utf8');
      expect(text).toContain('It was *cold*.');
    }
  });

  test('imports the folder of a new generator', () => {
    const folder = makeSite({
      'quill.toml': 'title = "Quilled"\nbase_url = "https://ann.example"\n',
      'content/notes/sea.md': '+++\ntitle = "The Sea"\ndate = 2019-05-01\n+++\nCold.\n',
    });
    const to = makeSite({});
    run('bin/blog.js', ['import', folder, '--to', to]);
    expect(readFileSync(join(to, 'content/site.yaml'), 'utf8')).toContain('Quilled');
    expect(readFileSync(join(to, 'content/essays/notes/sea.md'), 'utf8')).toContain('Cold.');
  });

  test('is what a site runs that is linked to it', () => {
    const [, command = ''] = /^(npm install .*) \.\.\/essay-blog/m.exec(MANUAL) ?? [];
    const linked = makeSite({ 'package.json': '{ "private": true }' });
    const shell = { cwd: linked, shell: true, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(`${command} --offline ${copy}`, shell);
    expect([status, stderr]).toEqual([0, '']);
    const program = join(linked, 'node_modules/essay-blog');
    expect(realpathSync(program)).toBe(realpathSync(copy));
    const { stdout } = spawnSync('npx essay-blog explain title-loud', shell);
    expect(stdout).toContain('The title is all in capitals.');
  });
});

interface Launch {
  readonly configurations: readonly Configuration[];
}

interface Configuration {
  readonly name: string;
  readonly program: string;
  readonly outFiles?: readonly string[];
}

describe('the debugger’s configuration', () => {
  const inWorkspace = (path: string) => path.replace(/^\$\{workspaceFolder\}/, () => packageRoot);
  const file = join(packageRoot, '.vscode/launch.json');
  const { configurations }: Launch = JSON.parse(readFileSync(file, 'utf8'));

  test.each(configurations)('$name is in the manual, and its program exists', (each) => {
    expect(MANUAL).toContain(`**${each.name}**`);
    expect(existsSync(inWorkspace(each.program))).toBe(true);
  });

  test('for the compiled program stops at its first line, and finds the sources of its scripts', async () => {
    const compiled = configurations.find(({ outFiles }) => outFiles !== undefined);
    const program = inWorkspace(compiled?.program ?? '');
    const child = spawn(process.execPath, ['--inspect-brk=0', program, '--version']);
    const [chunk] = await once(child.stderr, 'data');
    const [, address] = /ws:\/\/([\d.:]+)\//.exec(String(chunk)) ?? [];
    const [target] = (await (await fetch(`http://${address}/json/list`)).json()) as {
      url: string;
    }[];
    child.kill();
    await once(child, 'exit');
    expect(target?.url).toBe(pathToFileURL(realpathSync(program)).href);
    expect(compiled?.outFiles?.map(inWorkspace)).toEqual([`${packageRoot}/dist/**/*.cjs`]);
    const scripts = ['main.cjs', ...readdirSync(join(packageRoot, 'dist/chunks'))]
      .filter((name) => name.endsWith('.cjs'))
      .map((name) => join(packageRoot, 'dist', name === 'main.cjs' ? name : `chunks/${name}`));
    const sources = scripts.flatMap((script) => {
      const map: { sources: string[] } = JSON.parse(readFileSync(`${script}.map`, 'utf8'));
      return map.sources.map((source) => resolve(dirname(script), source));
    });
    const own = ['cli/cli.ts', 'build/build.ts', 'import/import.ts'];
    expect(sources).toEqual(
      expect.arrayContaining(own.map((path) => join(packageRoot, 'src', path))),
    );
  });
});
