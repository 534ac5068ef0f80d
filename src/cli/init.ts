/**
 * Runs `blog init`: asks for the settings of a new site, and writes its files.
 *
 * The files are those of `src/starter/`, with the answers filled in. Existing files are kept, so the
 * command can be run in an existing repository, or again.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { parseConfig } from '../essays/config.ts';
import { ABOUT_PATH, CONFIG_PATH, ESSAYS_FOLDER, quoteArgument } from '../essays/paths.ts';
import { formatText } from '../essays/yaml.ts';
import { writeNew } from '../files/author-files.ts';
import { findStats, ifThere } from '../files/file-state.ts';
import type { Terminal } from '../problems/report.ts';
import { slugify } from '../site/slugs.ts';
import { readLanguage } from '../text/language-tags.ts';
import { suggestWord } from '../text/text.ts';
import { ENGLISH_TEXTS, fillText, findTexts } from '../text/texts.ts';
import { THEME_NAMES, THEMES } from '../theme/themes.ts';
import { type Flags, HOSTS } from './command-line.ts';

/** Answers given as flags; the others are asked for, or else taken from git and from defaults. */
interface InitRequest extends Pick<Flags, 'name' | 'url' | 'host' | 'theme' | 'lang' | 'agents'> {
  readonly root: string;
  readonly packageRoot: string;
  readonly version: string;
  /** The system's language and country, as a BCP 47 tag. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly year: number;
}

/** Asks a question in the terminal; an empty answer is the `fallback`. */
export type AskValue = (question: string, fallback: string) => Promise<string>;

type Answer = 'name' | 'url' | 'host' | 'theme' | 'lang';

/** A file of a new site, and its source in `src/starter/`. */
type StarterFile = readonly [path: string, source: string];

/** For a Netlify site that is connected to the repository: Netlify builds it without a workflow. */
const NETLIFY_FILES: readonly StarterFile[] = [['netlify.toml', 'netlify.toml']];

/** The package's own notes for coding agents that work on a site. */
const AGENTS_FILES: readonly StarterFile[] = [['AGENTS.md', '../../AGENTS.md']];

/** Essays that show the theme; all are drafts, so `blog build` leaves them out. */
const SAMPLES = [
  'samples/the-bench.md',
  'samples/four-mornings/index.md',
  'samples/four-mornings/dawn.jpg',
  'samples/four-mornings/mist.jpg',
  'samples/four-mornings/dusk.jpg',
  'samples/a-minute-of-words.md',
];

const SAMPLE_FILES: readonly StarterFile[] = [
  [ABOUT_PATH, 'about.md'],
  ...SAMPLES.map((name): StarterFile => [`${ESSAYS_FOLDER}/${name}`, name]),
];

/** Reads the samples, by their paths in a site; answers aren't filled in. */
export function readSamples(packageRoot: string): ReadonlyMap<string, Buffer> {
  const folder = join(packageRoot, 'src/starter');
  return new Map(SAMPLE_FILES.map(([path, source]) => [path, readFileSync(join(folder, source))]));
}

const EXAMPLE_URL = 'https://example.com';

const THEME_QUESTION = [
  'The themes:',
  ...Object.entries(THEMES).map(([name, about]) => `  ${name.padEnd(8)} ${about}`),
  'Which one?',
].join('\n');

/** For a site whose texts are in English. */
const ENGLISH_WORDS = `# Words of the pages that you want to change.
texts:
  noEssays: There are no essays here yet.

`;

/** Writes a new site and lists its files. Returns the exit code: 2 for an invalid flag. */
export async function runInit(
  request: InitRequest,
  ask: AskValue | null,
  terminal: Terminal,
): Promise<0 | 2> {
  const { root, packageRoot, version, timeZone: timezone } = request;
  const { paint } = terminal;
  const answers = await findAnswers(request, ask, terminal);
  if (answers === null) return 2;
  const { host, lang } = answers;
  const url = completeUrl(answers.url);
  const project = slugify(basename(root), lang) || 'blog';
  const words = { name: formatText(answers.name), theme: formatText(answers.theme) };
  const year = String(request.year);
  const texts = { ...words, ...writeLanguage(lang), url, timezone, year, project, version };
  const read = (path: string): Buffer => {
    const bytes = readFileSync(join(packageRoot, 'src/starter', path));
    if (path.endsWith('.jpg')) return bytes;
    const fill = (_: string, key: keyof typeof texts) => texts[key];
    return Buffer.from(String(bytes).replace(/\{\{(\w+)\}\}/g, fill));
  };
  const files: readonly StarterFile[] = [
    ['package.json', 'package.json'],
    ['.gitignore', 'gitignore'],
    ['tsconfig.json', 'tsconfig.json'],
    ['.vscode/settings.json', 'vscode-settings.json'],
    ['.vscode/extensions.json', 'vscode-extensions.json'],
    ['.github/workflows/publish.yml', `hosts/${host}.yml`],
    ['.github/workflows/preview.yml', `previews/${host}.yml`],
    ['.github/workflows/changes.yml', 'changes.yml'],
    ...(request.agents ? AGENTS_FILES : []),
    ...(host === 'netlify' ? NETLIFY_FILES : []),
    [CONFIG_PATH, 'site.yaml'],
    // A site with essays needs no samples.
    ...(hasOwnEssays(root, read) ? [] : SAMPLE_FILES),
  ];
  for (const [path, source] of files) {
    const isNew = writeNew(join(root, path), read(source), join(root, '.blog'));
    terminal.write(`  ${paint(isNew ? 'green' : 'dim', isNew ? 'new ' : 'kept')}  ${path}\n`);
  }
  if (url === EXAMPLE_URL) {
    terminal.write(`\nBefore you publish, set \`url\` in ${CONFIG_PATH} to the site's address.\n`);
  }
  if (runGit(root, 'rev-parse', '--show-prefix') !== '') {
    terminal.write(
      '\nGitHub runs workflows only at the top of a repository: move .github there.\n',
    );
  }
  tellNext(root, terminal);
  return 0;
}

/**
 * True if the site has essays other than unchanged samples. An interrupted `init` leaves unchanged samples, so they don't
 * count.
 */
function hasOwnEssays(root: string, read: (path: string) => Buffer): boolean {
  const folder = join(root, ESSAYS_FOLDER);
  const names = ifThere(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? [];
  return names.some((name) => {
    const path = name.replaceAll(sep, '/');
    const isSample = () =>
      SAMPLES.includes(path) && readFileSync(join(folder, name)).equals(read(path));
    // An interrupted `init` can also leave empty folders; a name without a dot is taken for a folder.
    return path.includes('.') && !isSample();
  });
}

/** Finds the answers: flags, or else what the author says, or else defaults. Null if a flag is invalid. */
async function findAnswers(
  request: InitRequest,
  ask: AskValue | null,
  terminal: Terminal,
): Promise<Readonly<Record<Answer, string>> | null> {
  const { root } = request;
  /** Null if the flag is invalid. */
  const find = async (key: Answer, question: string, fallback: string) => {
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
  const system = new Intl.Locale(request.locale).minimize().baseName;
  const lang = name && (await find('lang', 'The language of your essays?', system));
  const places = `Where will the site be published: ${HOSTS.join(', ')}?`;
  const host = lang && (await find('host', places, 'github'));
  const suggested = (host === 'github' && suggestUrl(root)) || EXAMPLE_URL;
  const pages = host === 'github' ? ', such as https://NAME.github.io/REPO' : '';
  const url = host && (await find('url', `Its address${pages}?`, suggested));
  const theme = url && (await find('theme', THEME_QUESTION, 'book'));
  return name && lang && host && url && theme ? { name, lang, host, url, theme } : null;
}

/** The lines of site.yaml that depend on the language. */
function writeLanguage(tag: string) {
  const language = readLanguage(tag) ?? tag;
  const texts = findTexts(language);
  const isEnglish = texts === null || texts === ENGLISH_TEXTS;
  return {
    language,
    title: formatText(fillText((texts ?? ENGLISH_TEXTS).essays)),
    intro: `${isEnglish ? '' : '# '}intro: On what I read, build and change my mind about.`,
    words: isEnglish ? ENGLISH_WORDS : '',
  };
}

/** Lists the commands to run next. */
function tellNext(root: string, { write, paint }: Terminal): void {
  const steps = ['npm install', 'npx essay-blog dev'];
  const folder = relative('', root);
  const enter = folder === '' ? [] : [`cd ${quoteArgument(folder)}`];
  const list = [...enter, ...steps].map((step) => `  ${paint('cyan', step)}\n`);
  write(`\n${paint('bold', 'Next:')}\n${list.join('')}`);
}

/** Says what is wrong with an answer, as a build would about the same value in site.yaml; null if it is valid. */
function findFault(key: Answer, value: string): string | null {
  if (key === 'theme') {
    const meant = THEME_NAMES.includes(value) ? null : suggestWord(value, THEME_NAMES);
    return meant && `There is no theme ${value}. Did you mean ${meant}?`;
  }
  if (key === 'host') return HOSTS.includes(value) ? null : `Write one of ${HOSTS.join(', ')}.`;
  const setting = key === 'lang' ? 'language' : key;
  const stated = { [setting]: key === 'url' ? completeUrl(value) : value };
  const lines = { name: 'A', url: EXAMPLE_URL, ...stated };
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

/** The folder itself, or the nearest one above it that exists. */
function findPresent(folder: string): string {
  const above = dirname(folder);
  return findStats(folder) === null && above !== folder ? findPresent(above) : folder;
}

/** Runs git in the folder, or in the one that it will be made in, and returns its output; empty if git fails. */
function runGit(root: string, ...args: string[]): string {
  const options = { cwd: findPresent(root), encoding: 'utf8' } as const;
  return spawnSync('git', args, options).stdout?.trim() ?? '';
}
