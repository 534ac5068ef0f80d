/**
 * Runs `blog init`: asks for the settings of a new site, and writes its files.
 *
 * The files are those of `src/starter/`, with the answers filled in. Existing files are kept, so the
 * command can be run in an existing repository, or again.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { writeNew } from '../content/author-files.ts';
import { parseConfig } from '../content/config.ts';
import { findStats, ifThere } from '../content/file-state.ts';
import { ABOUT_PATH, CONFIG_PATH, ESSAYS_FOLDER, quoteArgument } from '../content/paths.ts';
import { formatText } from '../content/yaml.ts';
import type { Terminal } from '../report.ts';
import { slugify } from '../site/slugs.ts';
import { type Flags, HOSTS } from './command-line.ts';

/** Answers given as flags; the others are asked for, or else taken from git and from defaults. */
interface InitRequest extends Pick<Flags, 'name' | 'url' | 'host'> {
  readonly root: string;
  readonly packageRoot: string;
  readonly version: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly year: number;
}

/** Asks a question in the terminal; an empty answer is the `fallback`. */
export type Ask = (question: string, fallback: string) => Promise<string>;

const EXAMPLE_URL = 'https://example.com';

/** Writes a new site and lists its files. Returns the exit code: 2 for an invalid flag. */
export async function runInit(
  request: InitRequest,
  ask: Ask | null,
  terminal: Terminal,
): Promise<0 | 2> {
  const { root, packageRoot } = request;
  const { paint } = terminal;
  /** Returns the flag, or else a valid answer, or else the fallback; null if the flag is invalid. */
  const find = async (key: 'name' | 'url' | 'host', question: string, fallback: string) => {
    const stated = request[key] ?? (ask === null ? fallback : null);
    for (;;) {
      const answer = stated ?? (await ask?.(question, fallback)) ?? fallback;
      const fault = findFault(key, answer);
      if (fault === null) return answer;
      terminal.writeError(`error: ${fault}\n`);
      if (stated !== null) return null;
    }
  };
  const name = await find('name', 'Your name?', runGit(root, 'config', 'user.name') || 'Your Name');
  const places = `Where will the site be published: ${HOSTS.join(', ')}?`;
  const host = name && (await find('host', places, 'github'));
  const suggested = (host === 'github' && suggestUrl(root)) || EXAMPLE_URL;
  const address = host && (await find('url', 'Its address?', suggested));
  if (!name || !address) return 2;
  const url = completeUrl(address);

  const draft = `${ESSAYS_FOLDER}/${request.year}/hello.md`;
  const project = slugify(basename(root)) || 'blog';
  const { version, timeZone: timezone } = request;
  const texts = { name: formatText(name), url, timezone, draft, project, version };
  const read = (path: string) =>
    readFileSync(join(packageRoot, 'src/starter', path), 'utf8').replace(
      /\{\{(\w+)\}\}/g,
      (_, key: keyof typeof texts) => texts[key],
    );
  // A site with essays needs no example.
  const essays = ifThere(() => readdirSync(join(root, ESSAYS_FOLDER), { recursive: true }));
  // One that was killed has left empty folders.
  const hasEssays = essays?.some((name) => String(name).includes('.')) === true;
  const files: readonly (readonly [path: string, source: string])[] = [
    ['package.json', 'package.json'],
    ['.gitignore', 'gitignore'],
    ['tsconfig.json', 'tsconfig.json'],
    ['.vscode/settings.json', 'vscode-settings.json'],
    ['.vscode/extensions.json', 'vscode-extensions.json'],
    ['.github/workflows/publish.yml', `hosts/${host}.yml`],
    [CONFIG_PATH, 'site.yaml'],
    [ABOUT_PATH, 'about.md'],
    [draft, 'hello.md'],
  ];
  for (const [path, source] of hasEssays ? files.slice(0, -2) : files) {
    const isNew = writeNew(join(root, path), read(source), join(root, '.blog'));
    terminal.write(`  ${paint(isNew ? 'green' : 'dim', isNew ? 'new ' : 'kept')}  ${path}\n`);
  }
  if (url === EXAMPLE_URL) {
    terminal.write(`\nBefore you publish, write the site’s address into ${CONFIG_PATH}.\n`);
  }
  const isInstalled = findStats(join(root, 'node_modules/essay-blog')) !== null;
  const steps = isInstalled
    ? ['npx blog dev', 'npx blog new "My First Essay"']
    : ['npm install', 'npx blog dev'];
  const folder = relative('', root);
  const enter = folder === '' ? [] : [`cd ${quoteArgument(folder)}`];
  const list = [...enter, ...steps].map((step) => `  ${paint('cyan', step)}\n`);
  terminal.write(`\n${paint('bold', 'Next:')}\n${list.join('')}`);
  return 0;
}

/** Says what is wrong with an answer, as a build would about the same value in site.yaml; null if it is valid. */
function findFault(key: 'name' | 'url' | 'host', value: string): string | null {
  if (key === 'host') return HOSTS.includes(value) ? null : `Write one of ${HOSTS.join(', ')}.`;
  const lines = { name: 'A', url: EXAMPLE_URL, [key]: key === 'url' ? completeUrl(value) : value };
  const bytes = Buffer.from(JSON.stringify(lines));
  const { problems } = parseConfig({ path: CONFIG_PATH, bytes });
  const fault = problems.find(({ severity }) => severity === 'error');
  return fault ? `${fault.message}. ${fault.hint}` : null;
}

/** `ann.example` → `https://ann.example` */
function completeUrl(url: string): string {
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(url) ? `https://${url}` : url;
}

/** The address that GitHub Pages gives to the repository in `root`; empty if its origin is not on GitHub. */
function suggestUrl(root: string): string {
  const remote = runGit(root, 'remote', 'get-url', 'origin');
  const [, owner = '', name = ''] = /github\.com[:/]([^/]+)\/(.+?)(?:\.git)?$/.exec(remote) ?? [];
  const domain = `${owner.toLowerCase()}.github.io`;
  if (owner === '') return '';
  return `https://${domain}${name.toLowerCase() === domain ? '' : `/${name}`}`;
}

/** Runs git and returns its output; empty if git fails or is missing. */
function runGit(root: string, ...args: string[]): string {
  const cwd = findStats(root) === null ? undefined : root;
  return spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout?.trim() ?? '';
}
