/**
 * Runs `blog init`: asks what a new site needs to know, and writes its files.
 *
 * The files are those of `starter/` in the package, with the answers filled in. A file that exists is kept, so
 * the command may be run in a repository, or again.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseConfig } from '../content/config.ts';
import { findStats } from '../content/file-state.ts';
import { ABOUT_PATH, CONFIG_PATH, ESSAYS_FOLDER } from '../content/paths.ts';
import { formatText } from '../content/yaml.ts';
import type { Problem } from '../problems.ts';
import { makePaint, type Terminal } from '../report.ts';
import { slugify } from '../site/slugs.ts';

/** What the flags say; the rest is asked for, or else taken from git and from defaults. */
interface InitRequest {
  readonly root: string;
  readonly name?: string;
  readonly url?: string;
  /** One of `hosts`, for each of which `starter/hosts/` has a workflow. */
  readonly host?: string;
  readonly hosts: readonly string[];
  readonly packageRoot: string;
  readonly version: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly year: number;
}

/** Asks a question in the terminal; an empty answer is the `fallback`. */
export type Ask = (question: string, fallback: string) => Promise<string>;

const EXAMPLE_URL = 'https://example.com';

/** Writes a new site and lists its files. Returns the exit code: 2 for a name or a URL that cannot be. */
export async function runInit(
  request: InitRequest,
  ask: Ask | null,
  terminal: Terminal,
): Promise<0 | 2> {
  const { root, hosts, packageRoot, timeZone } = request;
  const paint = makePaint(terminal.hasColor);
  /** The value of a flag; else an answer that `refuse` has nothing against, or the fallback. */
  const find = async (
    stated: string | undefined,
    question: string,
    fallback: string,
    refuse: (answer: string) => string | null,
  ) => {
    if (stated !== undefined || ask === null) return stated ?? fallback;
    for (;;) {
      const answer = await ask(question, fallback);
      const reason = refuse(answer);
      if (reason === null) return answer;
      terminal.writeError(`${reason}\n`);
    }
  };
  const refuseAs = (key: string) => (answer: string) =>
    describe(findFaults({ name: 'A', url: EXAMPLE_URL, [key]: answer })) || null;
  const author = runGit(root, 'config', 'user.name') || 'Your Name';
  const name = await find(request.name, 'Your name?', author, refuseAs('name'));
  const hostQuestion = `Where will the site be published: ${hosts.join(', ')}?`;
  const host = await find(request.host, hostQuestion, 'github', (answer) =>
    hosts.includes(answer) ? null : `Write one of ${hosts.join(', ')}.`,
  );
  const suggested = (host === 'github' && suggestUrl(root)) || EXAMPLE_URL;
  const url = completeUrl(await find(request.url, 'Its address?', suggested, refuseAs('url')));
  const faults = findFaults({ name, url });
  if (faults.length > 0) {
    terminal.writeError(`error: ${describe(faults)}\n`);
    return 2;
  }

  const read = (path: string) => readFileSync(join(packageRoot, 'starter', path), 'utf8');
  const draft = `${ESSAYS_FOLDER}/${request.year}/hello.md`;
  const project = slugify(basename(root)) || 'blog';
  const texts = { name: formatText(name), url, timezone: timeZone, draft, project };
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, key: keyof typeof texts) => texts[key]);
  const files: Record<string, string> = {
    'package.json': makeManifest(project, request.version),
    '.gitignore': read('gitignore'),
    'tsconfig.json': read('tsconfig.json'),
    '.vscode/settings.json': read('vscode-settings.json'),
    '.vscode/extensions.json': read('vscode-extensions.json'),
    '.github/workflows/publish.yml': fill(read(`hosts/${host}.yml`)),
    [CONFIG_PATH]: fill(read('site.yaml')),
  };
  // A site that has essays needs no example of one.
  if (findStats(join(root, ESSAYS_FOLDER)) === null) {
    files[ABOUT_PATH] = read('about.md');
    files[draft] = fill(read('hello.md'));
  }
  for (const [path, text] of Object.entries(files)) {
    const isNew = writeNew(join(root, path), text);
    terminal.write(`  ${paint(isNew ? 'green' : 'dim', isNew ? 'new ' : 'kept')}  ${path}\n`);
  }
  if (url === EXAMPLE_URL && findStats(join(root, CONFIG_PATH)) !== null) {
    terminal.write(`\nBefore you publish, write the site’s address into ${CONFIG_PATH}.\n`);
  }
  const isInstalled = findStats(join(root, 'node_modules/essay-blog')) !== null;
  const steps = isInstalled
    ? ['npx blog dev', 'npx blog new "My First Essay"']
    : ['npm install', 'npx blog dev'];
  const folder = relative('', root);
  const enter = folder === '' ? [] : [`cd ${/^[\w./-]+$/.test(folder) ? folder : `'${folder}'`}`];
  const list = [...enter, ...steps].map((step) => `  ${paint('cyan', step)}\n`);
  terminal.write(`\n${paint('bold', 'Next:')}\n${list.join('')}`);
  return 0;
}

/** Writes a file in a folder that is made where it is missing; false, and nothing, if the file exists. */
export function writeNew(file: string, text: string): boolean {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function makeManifest(name: string, version: string): string {
  const manifest = {
    name,
    private: true,
    type: 'module',
    scripts: { dev: 'blog dev', build: 'blog build' },
    dependencies: { 'essay-blog': version },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Finds what site.yaml would be refused for with these settings. */
function findFaults(settings: { name: string; url: string }): readonly Problem[] {
  const lines = { ...settings, url: completeUrl(settings.url) };
  const text = Object.entries(lines).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return parseConfig({ path: CONFIG_PATH, bytes: Buffer.from(text.join('')) }).problems;
}

function describe(faults: readonly Problem[]): string {
  return faults.map(({ message, hint }) => `${message}. ${hint}`).join('\n');
}

/** `ann.example` → `https://ann.example` */
function completeUrl(url: string): string {
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(url) ? `https://${url}` : url;
}

/** The address that GitHub Pages gives the repository in `root`; empty where there is none. */
function suggestUrl(root: string): string {
  const remote = runGit(root, 'remote', 'get-url', 'origin');
  const [, owner = '', name = ''] = /github\.com[:/]([^/]+)\/(.+?)(?:\.git)?$/.exec(remote) ?? [];
  const domain = `${owner.toLowerCase()}.github.io`;
  if (owner === '') return '';
  return `https://${domain}${name.toLowerCase() === domain ? '' : `/${name}`}`;
}

/** What git prints; empty where it fails or is missing. */
function runGit(root: string, ...args: string[]): string {
  const cwd = findStats(root) === null ? undefined : root;
  return spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout?.trim() ?? '';
}
