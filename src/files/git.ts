/**
 * Reads files as they are in the last commit of the repository around a site. An edge.
 */
import { spawnSync } from 'node:child_process';

/**
 * Returns the text of a file of the site in the last commit; empty if the commit doesn't have the file. Null without
 * git, or if the last commit doesn't have the file `kept` either: the repository then holds other things, and says
 * nothing about the site.
 */
export function readCommitted(root: string, path: string, kept: string): string | null {
  const run = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout : null;
  };
  const text = run('cat-file', 'blob', `HEAD:./${path}`);
  if (text !== null) return text;
  const hasCommit = run('rev-parse', '--quiet', '--verify', 'HEAD') !== null;
  const isKept = hasCommit
    ? run('cat-file', '-e', `HEAD:./${kept}`) !== null
    : run('rev-parse', '--is-inside-work-tree') === 'true\n';
  return isKept ? '' : null;
}
