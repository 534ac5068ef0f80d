/**
 * Templates that change while they are compiled: what comes of it is never taken for what it is not.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFileClock, stampFile } from '../../src/content/stamps.ts';
import { prepareTemplates } from '../../src/workers/prepare-templates.ts';
import { type Files, makeRequest, makeSite, SITE_YAML, writeFiles } from '../support/site.ts';

const PROSE = 'templates/Prose.tsx';
const STYLE = 'templates/styles/prose.css';

const FILES: Files = {
  'content/site.yaml': SITE_YAML,
  [PROSE]: 'export const Prose = () => <p>Prose</p>;\n',
  [STYLE]: 'p { color: red; }\n',
  'spare/prose.css': 'p { color: blue; }\n',
};

const CONFIG = { url: 'https://ann.example', socialImages: false };

/** A site, and its clock when everything in it had come to rest. */
function makeRestingSite() {
  const root = makeSite(FILES);
  const request = makeRequest(root);
  const stamps = [PROSE, STYLE, 'templates', 'spare'].map((path) => stampFile(join(root, path)));
  const latest = Math.max(...stamps.map((stamp) => stamp?.changedMs ?? 0));
  let clockMs = readFileClock(request.cacheDir);
  while (clockMs <= latest) clockMs = readFileClock(request.cacheDir);
  const prepare = async (sinceMs: number) => {
    const { value } = await prepareTemplates(request, CONFIG, sinceMs);
    value?.remember();
    return value;
  };
  return { root, cacheDir: request.cacheDir, clockMs, prepare };
}

const isKept = (cacheDir: string) => existsSync(join(cacheDir, 'templates/set.json'));

describe('a compiled set', () => {
  test('of templates at rest is kept', async () => {
    const { cacheDir, clockMs, prepare } = makeRestingSite();
    await prepare(clockMs);
    expect(isKept(cacheDir)).toBe(true);
  });

  // Whatever the compiler has read of them: the first or the last state.
  const changes: readonly [change: string, act: (root: string) => void][] = [
    ['a template is changed', (root) => writeFiles(root, { [PROSE]: `${FILES[PROSE]}// new\n` })],
    ['a style sheet is changed', (root) => writeFiles(root, { [STYLE]: 'p { color: green; }\n' })],
    ['a template comes to it', (root) => writeFiles(root, { 'templates/New.tsx': '// new\n' })],
    [
      'a folder is replaced by an old one',
      (root) => {
        renameSync(join(root, 'templates/styles'), join(root, 'away'));
        renameSync(join(root, 'spare'), join(root, 'templates/styles'));
      },
    ],
  ];
  test.each(changes)('is not kept when, since the build began, %s', async (_, act) => {
    const { root, cacheDir, clockMs, prepare } = makeRestingSite();
    act(root);
    expect(await prepare(clockMs)).not.toBeNull();
    expect(isKept(cacheDir)).toBe(false);
  });

  test('is kept by the next build', async () => {
    const { root, cacheDir, clockMs, prepare } = makeRestingSite();
    writeFiles(root, { [PROSE]: 'export const Prose = () => <p>Other</p>;\n' });
    const first = await prepare(clockMs);
    const changed = stampFile(join(root, PROSE))?.changedMs ?? 0;
    let later = readFileClock(cacheDir);
    while (later <= changed) later = readFileClock(cacheDir);
    const second = await prepare(later);
    expect(isKept(cacheDir)).toBe(true);
    expect(second?.set.compiled.digest).toBe(first?.set.compiled.digest);
  });
});
