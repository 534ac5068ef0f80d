/**
 * Runs the compiled program, without the environment's colour settings.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NOW, packageRoot } from './site.ts';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const split = (args: string) => args.split(' ').filter((each) => each !== '');

/** Runs `blog` in a folder, in a new process. */
export function blog(folder: string, args: string, env: Record<string, string> = {}): Ended {
  return run('bin/blog.js', folder, split(args), env);
}

/** Runs `blog` while the author saves `file`, at the worst moment (`edit.cjs`). */
export function blogWhileSaving(file: string, folder: string, args: string): Ended {
  const script = join(packageRoot, 'tests/support/edit.cjs');
  return blog(folder, args, { BLOG_EDIT: file, NODE_OPTIONS: `--require ${script}` });
}

/** Runs `blog` with a file size limit in blocks of 512 bytes, as on a disk that is nearly full. */
export function blogWithin(blocks: number, folder: string, args: string): Ended {
  const shell = ['sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath] as const;
  return run('bin/blog.js', folder, split(args), {}, shell);
}

/** Runs commands that touch no site one after another in one process; returns their results. */
export function blogAll(commands: readonly string[]): Map<string, Ended> {
  const lists = JSON.stringify(commands.map(split));
  const { out } = run('tests/support/program-worker.cjs', '/', [lists], {});
  const ended: Ended[] = JSON.parse(out);
  return new Map(ended.map((each, index) => [commands[index] ?? '', each]));
}

function run(
  program: string,
  folder: string,
  args: readonly string[],
  more: Record<string, string>,
  [command, ...words]: readonly [string, ...string[]] = [process.execPath],
): Ended {
  const { PATH } = process.env;
  const env = { PATH, HOME: '/nowhere', SOURCE_DATE_EPOCH: String(NOW / 1000), ...more };
  const { status, stdout, stderr } = spawnSync(
    command,
    [...words, join(packageRoot, program), ...args],
    { cwd: folder, env, encoding: 'utf8' },
  );
  return { code: status, out: stdout, err: stderr };
}
