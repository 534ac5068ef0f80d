/**
 * Opening a place in an editor: which editor is started, with which arguments, and the message if none can be.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPlace } from '../../../src/dev/editor.ts';
import { makeSite } from '../../support/site.ts';

/** Environment variables that name an editor; `BIN` stands for the folder that holds `code`. */
type Named = Readonly<Record<string, string>>;

/** An editor that writes its arguments into a file beside it, one per line. */
const EDITOR = '#!/bin/sh\nprintf "%s\\n" "$@" > "$(/usr/bin/dirname "$0")/arguments"\n';

/** Opens a place; returns the answer, and the arguments that the editor got. */
async function open(named: Named, file = 'a b;$(x).md', line: number | null = 3) {
  const root = makeSite({
    'a b;$(x).md': '',
    'bin/code': EDITOR,
    'bin/my code': EDITOR,
    'bin/fails': '#!/bin/sh\nexit 3\n',
  });
  mkdirSync(join(root, 'folder.md'));
  const bin = join(root, 'bin');
  for (const name of ['code', 'my code', 'fails']) chmodSync(join(bin, name), 0o755);
  // Without `ps`, a running editor cannot be found.
  const env = { LAUNCH_EDITOR: '', VISUAL: '', EDITOR: '', PATH: '', ...named };
  for (const [name, text] of Object.entries(env)) vi.stubEnv(name, text.replace('BIN', bin));
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const answer = await openPlace(root, { file, line, column: line && 7, excerpt: null });
  const written = join(bin, 'arguments');
  const started = existsSync(written) ? readFileSync(written, 'utf8').trimEnd().split('\n') : null;
  return { answer: answer?.replaceAll(bin, 'BIN'), started, path: join(root, file) };
}

test.each<[fact: string, named: Named, ...first: string[]]>([
  ['the one of LAUNCH_EDITOR', { LAUNCH_EDITOR: 'BIN/code', EDITOR: 'nano' }, '-r', '-g'],
  ['the one of VISUAL', { VISUAL: 'BIN/code', EDITOR: 'nano' }, '-r', '-g'],
  ['the one of EDITOR', { EDITOR: 'BIN/code' }, '-r', '-g'],
  ['with arguments', { EDITOR: 'BIN/code --wait' }, '--wait', '-r', '-g'],
])('a place is opened in an editor: %s', async (_, named, ...first) => {
  const { answer, started, path } = await open(named);
  expect([answer, started]).toEqual([undefined, [...first, `${path}:3:7`]]);
});

test('an editor’s path may contain spaces, and the line may be absent', async () => {
  const named = { LAUNCH_EDITOR: 'BIN/my code' };
  const { started, path } = await open(named, undefined, null);
  expect(started).toEqual([path]);
});

test.each<[named: Named, answer: string, file?: string]>([
  [{}, 'No editor was found. Start yours, or name its command in LAUNCH_EDITOR.'],
  [
    { EDITOR: 'vim' },
    'vim needs a terminal of its own. Name an editor with a window in LAUNCH_EDITOR.',
  ],
  [{ VISUAL: '/usr/bin/nano -w' }, '/usr/bin/nano -w needs a terminal of its own. Name an'],
  [{ EDITOR: 'C:\\Program Files\\Vim\\vim.exe' }, 'vim.exe needs a terminal of its own. Name an'],
  [{ EDITOR: '"C:\\Tools\\Nano.EXE" -w' }, '-w needs a terminal of its own. Name an'],
  [{ EDITOR: 'BIN/gone' }, 'BIN/gone could not be started: spawn BIN/gone ENOENT'],
  [{ EDITOR: 'BIN/fails' }, 'BIN/fails could not be started: (code 3)'],
  [{ EDITOR: 'BIN/code' }, 'This file is gone.', 'gone.md'],
  [{ EDITOR: 'BIN/code' }, 'This file is gone.', 'folder.md'],
])('%j: %s', async (named, answer, file) => {
  const opened = await open(named, file);
  expect(opened.answer).toContain(answer);
  expect(opened.started).toBe(null);
});
