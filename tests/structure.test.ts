/**
 * The rules that the folders of src/ imply (design, section 2), read from the imports themselves.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from './support/site.ts';

interface Import {
  /** The path under src/ for a file of the program, else the package's name. */
  readonly target: string;
  readonly isOwn: boolean;
  readonly isTypeOnly: boolean;
}

interface SourceText {
  /** Relative to src/. */
  readonly path: string;
  /** Without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
}

function readSources(folder: string): SourceText[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(packageRoot, folder, path), 'utf8');
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
      return { path, code, imports: listImports(path, code) };
    });
}

function listImports(path: string, code: string): Import[] {
  const statements =
    /\b(?:import|export)\s+(type\s)?(?:([\w*{}\s,$]+?)\s*from\s*)?'([^']+)'|\bimport\('([^']+)'\)|\brequire\('([^']+)'\)/g;
  return [...code.matchAll(statements)].flatMap(([, type, names, from, dynamic, required]) => {
    const specifier = from ?? dynamic ?? required ?? '';
    // An import in a text that is code for the compiler, with a name still to be filled in.
    if (specifier.includes('${')) return [];
    const isOwn = specifier.startsWith('.');
    const named = /^\{([^}]*)\}$/.exec(names?.trim() ?? '')?.[1] ?? null;
    const isEachType = named?.split(',').every((name) => /^\s*(type\s.*)?$/.test(name)) ?? false;
    return {
      target: isOwn ? posix.join(posix.dirname(path), specifier) : specifier,
      isOwn,
      isTypeOnly: type !== undefined || isEachType,
    };
  });
}

const sources = readSources('src');
const paths = sources.map(({ path }) => path);

/** From the lowest up. A file may import from its own stage and from those below it. */
const STAGES = [
  'compiled-script.ts',
  'content',
  'site',
  'render',
  'output',
  'build-request.ts',
  'workers',
  'pipeline.ts',
  'touch-up.ts',
  'build.ts',
  'dev',
  'commands',
  'cli.ts',
  'main.ts',
  'load-main.ts',
  'start.ts',
  'start-thread.ts',
  'record-machine-code.ts',
  'practice-site.ts',
  'ship-machine-code.ts',
];
/** What every stage may use; these import nothing but each other. */
const BASE = ['problems.ts', 'problem-text.ts', 'stage-watch.ts'];

/**
 * The only files that touch the world outside themselves: files, processes, threads, the network. The
 * other workers know it through these alone.
 */
const EDGES = [
  'cli.ts',
  'load-main.ts',
  'start-thread.ts',
  'ship-machine-code.ts',
  'content/pictures.ts',
  'content/read.ts',
  'content/root.ts',
  'content/stamps.ts',
  'render/card-fonts.ts',
  'render/client-assets.ts',
  'render/compiler.ts',
  'render/machine-code.ts',
  'render/template-cache.ts',
  'render/template-inputs.ts',
  'render/template-resolution.ts',
  'render/templates.ts',
  'workers/crew.ts',
  'workers/draw-cards.ts',
  'workers/fill-orders.ts',
  'workers/make-variants.ts',
  'workers/prepare-templates.ts',
  'workers/ship-templates.ts',
  'workers/thread.ts',
  /^output\//,
  /^dev\//,
];
const isEdge = (path: string) =>
  EDGES.some((edge) => (typeof edge === 'string' ? edge === path : edge.test(path)));

const OUTSIDE = [
  'fs',
  'fs/promises',
  'os',
  'http',
  'https',
  'http2',
  'net',
  'child_process',
  'worker_threads',
  'esbuild',
  'chokidar',
  'sharp',
  'sirv',
  'fast-glob',
  'open',
];

function stageOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : path;
}

/** `file → what it imports` for every import that the rule forbids. */
function findImports(rule: (source: SourceText, each: Import) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports
      .filter((each) => rule(source, each))
      .map((each) => `${source.path} → ${each.target}`),
  );
}

/** `file: code` for every match of the pattern outside the allowed files. */
function findCode(pattern: RegExp, isAllowed: (path: string) => boolean): string[] {
  return sources
    .filter(({ path }) => !isAllowed(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(pattern)].map((match) => `${path}: ${match[0]}`),
    );
}

describe('the reading of imports', () => {
  const cases: readonly [code: string, target: string, isTypeOnly: boolean][] = [
    [`import { a } from './x.ts';`, 'content/x.ts', false],
    [`import { type A, b } from '../site/x.ts';`, 'site/x.ts', false],
    [`import { type A, type B } from '../site/x.ts';`, 'site/x.ts', true],
    [`import type { A } from 'esbuild';`, 'esbuild', true],
    [`import * as fs from 'node:fs';`, 'node:fs', false],
    [`import fs, { a } from 'node:fs';`, 'node:fs', false],
    [`import 'node:fs';`, 'node:fs', false],
    [`import {\n  type A,\n  b,\n} from './x.ts';`, 'content/x.ts', false],
    [`export { a } from './x.ts';`, 'content/x.ts', false],
    [`export * from './x.ts';`, 'content/x.ts', false],
    [`const { a } = await import('esbuild');`, 'esbuild', false],
    [`const a = require('esbuild');`, 'esbuild', false],
  ];
  test.each(cases)('%s', (code, target, isTypeOnly) => {
    expect(listImports('content/a.ts', code)).toEqual([
      { target, isTypeOnly, isOwn: target.includes('/') },
    ]);
  });

  test('finds the files of the program, and no import leads to one that is not there', () => {
    expect(paths).toEqual(expect.arrayContaining(['cli.ts', 'content/read.ts', 'site/site.ts']));
    expect(findImports((_, { isOwn, target }) => isOwn && !paths.includes(target))).toEqual([]);
    for (const edge of EDGES) {
      if (typeof edge === 'string') expect(paths).toContain(edge);
    }
  });
});

test('every file belongs to a stage', () => {
  expect(paths.filter((path) => ![...STAGES, ...BASE].includes(stageOf(path)))).toEqual([]);
});

test('an arrow only ever points down the stages, types included', () => {
  const rank = (path: string) => (BASE.includes(path) ? -1 : STAGES.indexOf(stageOf(path)));
  expect(findImports(({ path }, { isOwn, target }) => isOwn && rank(target) > rank(path))).toEqual(
    [],
  );
});

test('problems know nothing of the stages', () => {
  const found = findImports(
    ({ path }, { target }) => BASE.includes(path) && !BASE.includes(target),
  );
  expect(found).toEqual([]);
});

test('pure files import no file system, no network, no process and no compiler', () => {
  const found = findImports(
    ({ path }, { target, isTypeOnly }) =>
      !isEdge(path) && !isTypeOnly && OUTSIDE.includes(target.replace(/^node:/, '')),
  );
  expect(found).toEqual([]);
});

test('one file knows the compiler, one the Markdown engine, one sharp, one the renderer of cards', () => {
  const knowers = (name: string) =>
    sources
      .filter(({ imports }) => imports.some((each) => each.target === name && !each.isTypeOnly))
      .map(({ path }) => path);
  expect(knowers('esbuild')).toEqual(['render/compiler.ts']);
  expect(knowers('satteri')).toEqual(['content/markdown.ts']);
  expect(knowers('sharp')).toEqual(['workers/make-variants.ts']);
  expect(knowers('@takumi-rs/core')).toEqual(['workers/draw-cards.ts']);
});

test('pure files of the stages take nothing but types from the edges', () => {
  const found = findImports(
    ({ path }, { isOwn, target, isTypeOnly }) =>
      /^(content|site|render)\//.test(path) &&
      !isEdge(path) &&
      isOwn &&
      !isTypeOnly &&
      isEdge(target),
  );
  expect(found).toEqual([]);
});

test('no files import each other in a ring', () => {
  const next = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ isOwn, isTypeOnly }) => isOwn && !isTypeOnly).map(({ target }) => target),
    ]),
  );
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    (next.get(from) ?? []).some((target) => {
      if (target === goal) return true;
      if (seen.has(target)) return false;
      seen.add(target);
      return reaches(target, goal, seen);
    });
  expect(paths.filter((path) => reaches(path, path))).toEqual([]);
});

describe('nothing but cli.ts', () => {
  const rules: readonly [name: string, pattern: RegExp][] = [
    ['reads the clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)/g],
    [
      'ends the process or reads its arguments and environment',
      /\bprocess\.(exit|exitCode|argv|env|cwd)\b/g,
    ],
    ['writes to the terminal', /\bconsole\b|\bprocess\.(stdout|stderr|stdin)\b/g],
  ];
  test.each(rules)('%s', (_, pattern) => {
    const found = findCode(pattern, (path) => path === 'cli.ts');
    // A bundler's definition of process.env is a text, not a reading of it; so is a language's name.
    const texts = ['render/compiler.ts: process.env', 'content/code.ts: console'];
    expect(found.filter((each) => !texts.includes(each))).toEqual([]);
  });
});

test('nothing is left to chance', () => {
  expect(findCode(/\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/g, () => false)).toEqual([]);
});

test('nothing depends on the machine’s zone or locale', () => {
  const local =
    /\.toLocale\w+\(|\.localeCompare\(|\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(|Intl\.\w+\(\s*(?:\)|undefined)/g;
  expect(findCode(local, () => false)).toEqual([]);
});

test('no file is called by a name that says nothing', () => {
  const empty = /(^|\/)(utils?|helpers?|types?|managers?|index|common|misc|shared)\.tsx?$/;
  expect(paths.filter((path) => empty.test(path))).toEqual([]);
});

test('no file only hands on what others export', () => {
  expect(findCode(/^export (\*|\{[^}]*\}) from .*$/gm, () => false)).toEqual([]);
});

describe('templates', () => {
  const templates = readSources('templates');

  test('client scripts import nothing of the program', () => {
    const clients = templates.filter(({ path }) => path.endsWith('.client.ts'));
    expect(clients.length).toBeGreaterThan(0);
    const inTemplates = templates.map(({ path }) => path);
    const targets = clients.flatMap(({ imports }) => imports.map(({ target }) => target));
    expect(targets.filter((target) => !inTemplates.includes(target))).toEqual([]);
  });

  test('components import React, each other, and types of the program', () => {
    const found = templates
      .filter(({ path }) => path.endsWith('.tsx'))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ isOwn, target, isTypeOnly }) => {
            const isTemplate = isOwn && templates.some((each) => each.path === target);
            return !isTemplate && target !== 'react' && !(target === 'essay-blog' && isTypeOnly);
          })
          .map(({ target }) => `${path} → ${target}`),
      );
    expect(found).toEqual([]);
  });

  test('components read no clock, no chance and no document', () => {
    const impure = /\bDate\b|\bMath\.random\b|\bwindow\b|\bdocument\.|\bprocess\b|\bfetch\(/g;
    const found = templates
      .filter(({ path }) => path.endsWith('.tsx'))
      .flatMap(({ path, code }) =>
        [...code.matchAll(impure)].map((match) => `${path}: ${match[0]}`),
      );
    expect(found).toEqual([]);
  });
});
