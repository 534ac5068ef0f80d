/**
 * The architecture rules of src/ and templates/, checked against the source text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../support/site.ts';

/** The limits and lists that a change of the architecture may have to update. */
const RULES = {
  /** The rooms of src/: each imports only from those before it. */
  rooms: [
    'files',
    'problems',
    'text',
    'markdown',
    'essays',
    'site',
    'theme',
    'render',
    'build',
    'dev',
    'translate',
    'import',
    'cli',
  ],
  /** The files of import/ that cli/ may import. */
  importEntries: ['import/import.ts', 'import/options.ts'],
  scriptLength: 120,
  /** The length of a file's header comment. */
  headerLines: [3, 8],
  /** The only files and folders that touch the file system, processes, threads and the network. */
  edges: [
    'build/',
    'cli/',
    'dev/',
    'essays/essay-reader.ts',
    'essays/files.ts',
    'essays/film-metadata.ts',
    'essays/galleries.ts',
    'essays/listing.ts',
    'essays/site-root.ts',
    'files/author-files.ts',
    'files/file-state.ts',
    'files/git.ts',
    'files/public-host.ts',
    'import/',
    'theme/compile-templates.ts',
    'theme/site-fonts.ts',
    'theme/template-files.ts',
    'theme/template-plugin.ts',
    'theme/templates.ts',
    'theme/themes.ts',
  ],
  /** Packages that only one file may import. */
  importers: {
    esbuild: ['theme/compile-templates.ts'],
    satteri: ['markdown/engine.ts', 'translate/code-spans.ts'],
    sharp: ['build/picture-copies.ts'],
    '@takumi-rs/core': ['build/cards.ts'],
    'smol-toml': ['essays/toml.ts'],
    diff: ['build/diff.ts'],
  },
  /** Code that only looks as if it broke a rule. A new site starts with the machine's language and time zone. */
  texts: [
    'theme/compile-templates.ts: process.env',
    'markdown/code.ts: console',
    'cli/commands.ts: Intl.DateTimeFormat()',
  ],
};

const OUTSIDE =
  /^(node:)?(fs|fs\/promises|os|https?|http2|net|child_process|worker_threads)$|^(esbuild|chokidar|sharp|sirv|fast-glob|open)$/;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const IMPORTS =
  /\b(?:import|export)\s+(type\s)?(?:([\w*{}\s,$]+?)\s*from\s*)?'([^']+)'|\b(?:import|require)\('([^']+)'\)/g;

/** `target` is a path under src/, or a package's name. */
type Import = Readonly<{ target: string; isTypeOnly: boolean }>;

function listImports(path: string, code: string): Import[] {
  return [...code.matchAll(IMPORTS)].flatMap(([, type, names = '', from, called]) => {
    const specifier = from ?? called ?? '';
    // A template literal that generates code for the compiler.
    if (specifier.includes('${')) return [];
    const isOwn = specifier.startsWith('.');
    const target = isOwn ? posix.join(posix.dirname(path), specifier) : specifier;
    return { target, isTypeOnly: type !== undefined || /^\{(\s*type\s[^,]*,?)+\s*\}$/.test(names) };
  });
}

function readSources(folder: string) {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(packageRoot, folder, path), 'utf8');
      const code = text.replace(COMMENTS, '');
      return { path, text, code, imports: listImports(path, code) };
    });
}

type Source = ReturnType<typeof readSources>[number];

const sources = readSources('src');
const templates = readSources('templates');
const paths = sources.map(({ path }) => path);
const isOwn = (target: string) => target.endsWith('.ts');
const isEdge = (path: string) =>
  RULES.edges.some((edge) => (edge.endsWith('/') ? path.startsWith(edge) : path === edge));

/** Lists the imports that the rule forbids, as `file → target`. */
function findImports(rule: (path: string, each: Import) => boolean, among = sources): string[] {
  return among.flatMap(({ path, imports }) =>
    imports.filter((each) => rule(path, each)).map(({ target }) => `${path} → ${target}`),
  );
}

/** Lists the matches of the pattern, as `file: code`. */
function findCode(pattern: RegExp, among = sources): string[] {
  return among.flatMap(({ path, code }) =>
    [...code.matchAll(pattern)].map(([found]) => `${path}: ${found}`),
  );
}

test.each<[code: string, target: string, isTypeOnly?: true]>([
  [`import {\n  type A,\n  b,\n} from './x.ts';`, 'content/x.ts'],
  [`import { type A, type B } from '../site/x.ts';`, 'site/x.ts', true],
  [`import type { A } from 'esbuild';`, 'esbuild', true],
  [`import * as fs from 'node:fs';`, 'node:fs'],
  [`import 'node:fs';`, 'node:fs'],
  [`export * from './x.ts';`, 'content/x.ts'],
  [`const { a } = await import('esbuild');`, 'esbuild'],
  [`const a = require('esbuild');`, 'esbuild'],
])('recognizes the import in %s', (code, target, isTypeOnly = false as never) => {
  expect(listImports('content/a.ts', code)).toEqual([{ target, isTypeOnly }]);
});

test('the scripts of package.json stay short', () => {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const names = Object.keys(scripts);
  expect(names.filter((name) => scripts[name].length > RULES.scriptLength)).toEqual([]);
});

describe('the test files', () => {
  const files = readSources('tests').filter(({ path }) => path.endsWith('.test.ts'));

  test('are all in the folder of a project of vitest.config.ts', () => {
    const lost = files.filter(({ path }) => !/^(unit|site|browser|long)\//.test(path));
    expect(lost.map(({ path }) => path)).toEqual([]);
  });

  test('of npm test open no browser', () => {
    const opensBrowser = (path: string, { target }: Import) =>
      /^(unit|site)\//.test(path) && /^support\/(browser|engines|dev-page)\.ts$/.test(target);
    expect(findImports(opensBrowser, files)).toEqual([]);
  });
});

test('every file begins with a short header that names it and says what it does', () => {
  const [least = 0, most = 0] = RULES.headerLines;
  const wrong = sources.filter(({ text }) => {
    const header = /^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '';
    const length = header.split('\n').length;
    const opening = /^[/*\s]*(What|Which|Whether|Where|How)\b/;
    return length < least || length > most || opening.test(header);
  });
  expect(wrong.map(({ path, text }) => `${path}: ${text.split('\n')[1]}`)).toEqual([]);
});

describe('imports', () => {
  test('name existing files', () => {
    expect(findImports((_, { target }) => isOwn(target) && !paths.includes(target))).toEqual([]);
    const files = [...RULES.edges, ...Object.values(RULES.importers).flat()];
    const gone = files.filter((file) => !paths.some((path) => path.startsWith(file)));
    expect(gone, 'listed in RULES').toEqual([]);
  });

  test('come from rooms before the file’s own', () => {
    const roomOf = (path: string) => RULES.rooms.indexOf(path.split('/')[0] ?? '');
    const isLater = (path: string, { target }: Import) =>
      isOwn(target) && path.includes('/') && roomOf(target) > roomOf(path);
    expect(findImports(isLater)).toEqual([]);
    const isInner = (path: string, { target }: Import) =>
      path.startsWith('cli/') &&
      target.startsWith('import/') &&
      !RULES.importEntries.includes(target);
    expect(findImports(isInner)).toEqual([]);
    const unknown = paths.filter((path) => path.includes('/') && roomOf(path) === -1);
    expect(unknown).toEqual([]);
  });

  test('of pure files name no module with side effects, and no edge file', () => {
    const isImpure = (path: string, { target, isTypeOnly }: Import) =>
      !isEdge(path) && !isTypeOnly && OUTSIDE.test(target);
    expect(findImports(isImpure)).toEqual([]);
    const usesEdge = (path: string, { target, isTypeOnly }: Import) =>
      /^(text|problems|markdown|translate|essays|site|theme|render)\//.test(path) &&
      !isEdge(path) &&
      !isTypeOnly &&
      isEdge(target);
    expect(findImports(usesEdge)).toEqual([]);
  });

  test('make no circle, not even of types', () => {
    const targetsOf = new Map(
      sources.map(({ path, imports }) => [path, imports.map(({ target }) => target).filter(isOwn)]),
    );
    const reach = (from: string) => {
      const found = new Set<string>();
      const add = (path: string) => {
        for (const target of targetsOf.get(path) ?? []) {
          if (found.has(target)) continue;
          found.add(target);
          add(target);
        }
      };
      add(from);
      return found;
    };
    expect(paths.filter((path) => reach(path).has(path))).toEqual([]);
  });

  test.each(Object.entries(RULES.importers))('of %s are in one file', (name, importers) => {
    const found = findImports((_, { target, isTypeOnly }) => target === name && !isTypeOnly);
    expect([...new Set(found)]).toEqual(importers.map((path) => `${path} → ${name}`));
  });
});

describe('no code', () => {
  const notCli = sources.filter(
    ({ path }) => !/^cli\/(cli|commands|contain|process)\.ts$/.test(path),
  );
  const notCheck = sources.filter(
    ({ path }) =>
      !/^(dev\/sitemaps|files\/public-host|import\/pictures)\.ts$|\.client\.ts$/.test(path),
  );
  const rules: readonly [name: string, pattern: RegExp, among?: Source[]][] = [
    [
      'but the entry point reads the clock',
      /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)/g,
      notCli,
    ],
    ['but the entry point ends the process', /\bprocess\.(exit|exitCode|argv|env|cwd)\b/g, notCli],
    [
      'but the entry point writes to the terminal',
      /\bconsole\b|\bprocess\.(std(out|err|in))\b/g,
      notCli,
    ],
    [
      'but the check and the import ask other hosts',
      /\b(?:fetch|askHost|requestHttps?)\(/g,
      notCheck,
    ],
    ['uses random numbers', /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/g],
    ['depends on the machine’s locale', /\.toLocale\w+\(|\.localeCompare\(/g],
    [
      'depends on the machine’s time zone',
      /\.get(FullYear|Month|Date|Day|Hours|Minutes)\(|Intl\.\w+\(\s*(\)|undefined)/g,
    ],
    // `$&` in the text would have a meaning; a function's result is taken literally.
    [
      'makes a replacement pattern of a text',
      /\.replace(All)?\((\/[^\n]+\/\w*|'[^']*'|[\w.]+), `(?![^`]*\$\d)[^`\n]*\$\{[^`\n]*`\)/g,
    ],
    ['only re-exports', /^export (\*|\{[^}]*\}) from .*$/gm],
    [
      'of a component uses the clock, random numbers or the document',
      /\bDate\b|\bMath\.random\b|\bwindow\b|\bdocument\.|\bprocess\b|\bfetch\(/g,
      templates.filter(({ path }) => path.endsWith('.tsx')),
    ],
  ];
  test.each(rules)('%s', (_, pattern, among) => {
    expect(findCode(pattern, among).filter((each) => !RULES.texts.includes(each))).toEqual([]);
  });
});

test('the functions that .github/CONTRIBUTING.md names are in the files that it names', () => {
  const guide = readFileSync(join(packageRoot, '.github/CONTRIBUTING.md'), 'utf8');
  const named = [...guide.matchAll(/`([a-z]+\/[\w/-]+\.ts)`: ((?:`\w+`(?:, )?)+)/g)].flatMap(
    ([, path = '', list = '']) => {
      const names = [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
      return names.map((name) => ({ path, name }));
    },
  );
  expect(named.length).toBeGreaterThan(10);
  const wrong = named.filter(({ path, name }) => {
    const code = sources.find((source) => source.path === path)?.code ?? '';
    return !new RegExp(`^(?:export )?(?:async )?(?:function|class|const) ${name}\\b`, 'm').test(
      code,
    );
  });
  expect(wrong).toEqual([]);
});

test('messages have straight apostrophes, as the manual has, so that both can be searched for', () => {
  expect(findCode(/\w+’\w+/g)).toEqual([]);
});

test('no file has a meaningless name', () => {
  const empty = /(^|\/)(utils?|helpers?|types?|managers?|index|common|misc|shared)\.tsx?$/;
  expect(paths.filter((path) => empty.test(path))).toEqual([]);
});

test('templates import only React, each other and types of the program; client scripts only each other', () => {
  const own = templates.map(({ path }) => path);
  const isForeign = (path: string, { target, isTypeOnly }: Import) => {
    if (own.includes(target)) return false;
    const isAllowed = target === 'react' || (target === 'essay-blog' && isTypeOnly);
    return path.endsWith('.client.ts') || (path.endsWith('.tsx') && !isAllowed);
  };
  expect(own.filter((path) => path.endsWith('.client.ts'))).not.toEqual([]);
  expect(findImports(isForeign, templates)).toEqual([]);
});
