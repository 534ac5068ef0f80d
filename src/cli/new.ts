/**
 * Runs `blog new`: writes the file of a new essay or page, a draft without a date.
 */
import { spawnSync } from 'node:child_process';
import { join, win32 } from 'node:path';
import { DEFAULT_PORT } from '../dev/listen.ts';
import { listEditions, placeEssay } from '../essays/editions.ts';
import { ABOUT_PATH, pageAddressOf } from '../essays/paths.ts';
import { formatText } from '../essays/yaml.ts';
import { writeNew } from '../files/author-files.ts';
import { findStats } from '../files/file-state.ts';
import { refuse, type Terminal } from '../problems/report.ts';
import { readAddressForm } from '../site/permalinks.ts';
import { isReserved } from '../site/reserved-names.ts';
import { isSafeSlug } from '../site/slug-letters.ts';
import { slugFromTitle } from '../site/slugs.ts';
import { makeSiteUrls, pagePath, toUrl } from '../site/urls.ts';
import type { Flags } from './command-line.ts';
import { chooseEdition, choosePath } from './new-file.ts';
import { readConfig, tellNoSite } from './site.ts';

interface NewRequest
  extends Pick<Flags, 'slug' | 'folder' | 'page' | 'lang' | 'translates' | 'unlisted'> {
  readonly root: string;
  readonly title: string;
  /** The command of an editor to open the file in, or null. */
  readonly editor: string | null;
  /** In ms since the epoch. */
  readonly now: number;
}

/** Writes the file and prints its path and address. Returns the exit code: 1 if it cannot be written. */
export function runNew(request: NewRequest, terminal: Terminal): 0 | 1 {
  const { root, title, page: isPage, editor, now } = request;
  if (tellNoSite(root, terminal)) return 1;
  const site = readConfig(root);
  const config = chooseEdition(request, site);
  if ('hint' in config) return refuse(config.message, config.hint, terminal);
  const derived = slugFromTitle(title, config);
  const slug = (request.slug ?? derived).normalize();
  const unusable = findUnusable(title, slug);
  if (unusable !== null) {
    const hint = 'Choose an address of letters, digits and hyphens: --slug my-essay';
    return refuse(unusable, hint, terminal);
  }
  const path = choosePath(request, slug, config, site, now);
  if (typeof path === 'object') return refuse(path.message, path.hint, terminal);
  // Other files would have the same address.
  const bare = path.replace(/\/index(?=(?:\.[^./]+)?\.md$)/, '');
  const others = [bare, bare.replace(/(?:\.[^./]+)?\.md$/, '/index$&')];
  if (pageAddressOf(path) === pageAddressOf(ABOUT_PATH)) others.push(ABOUT_PATH);
  const taken = others.find((each) => findStats(join(root, each)) !== null);
  const isStated = !isPage && slug !== derived && !config.slugs.startsWith('file');
  const lines = [
    `title: ${formatText(title)}`,
    ...(isStated ? [`slug: ${slug}`] : []),
    ...(isPage ? [] : ['tags: []']),
    ...(request.unlisted ? ['unlisted: true'] : []),
    'draft: true',
  ];
  const text = `---\n${lines.join('\n')}\n---\n\n`;
  if (taken !== undefined || !writeNew(join(root, path), text, join(root, '.blog'))) {
    const hint = 'Open that file, or choose another title or --slug.';
    return refuse(`${taken ?? path} already exists`, hint, terminal);
  }
  const { name, page, stem } = placeEssay(path, null, listEditions(site));
  const draft = {
    path,
    stem,
    title,
    fileName: name.name,
    statedSlug: null,
    categories: [],
    tags: [],
    edition: config.language,
    publishedTimestamp: now,
  };
  const { form } = readAddressForm(site);
  const last = config.slugs.startsWith('file') ? name.name : slug;
  const address = page === null ? form.addressOf(draft, last) : pagePath(page);
  const url = toUrl(makeSiteUrls(config.url), address);
  terminal.write(`${terminal.paint('green', '✓')} Created ${path}, a draft\n`);
  terminal.write(
    `  To see it, run \`npx essay-blog dev\`: http://localhost:${DEFAULT_PORT}${url}\n`,
  );
  const status = editor === null ? 0 : openEditor(editor, join(root, path));
  if (status === 0) return 0;
  return STARTLESS.includes(status)
    ? refuse(`can't start the editor: ${editor}`, 'Set EDITOR to its command.', terminal)
    : refuse(`the editor ended with an error: ${editor}`, `Open ${path} yourself.`, terminal);
}

/** Says why a slug can't name the file of an essay with this title; null if it can. */
function findUnusable(title: string, slug: string): string | null {
  if (slug === '') return `\`${title}\` has no letters or digits that an address can use`;
  if (!isSafeSlug(slug)) return `\`${slug}\` can't be a slug`;
  return isReserved(slug) ? `Windows reserves the name \`${slug}\`` : null;
}

/** Exit codes of shells that cannot start a command; null if there is no shell. */
const STARTLESS: readonly (number | null)[] = [126, 127, 9009, null];

/** The command of the author's editor: the one that the environment names, or one that every system has. */
export function chooseEditor({ VISUAL, EDITOR }: NodeJS.ProcessEnv, platform: string): string {
  return VISUAL || EDITOR || (platform === 'win32' ? 'notepad' : 'vi');
}

/** Opens a file in an editor, whose command may have arguments, as in git. Returns its exit code. */
function openEditor(editor: string, file: string): number | null {
  if (process.platform !== 'win32') {
    return spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' }).status;
  }
  const { command, cwd } = makeWindowsCommand(editor, findStats(editor) !== null, file);
  return spawnSync(command, { stdio: 'inherit', shell: true, cwd }).status;
}

/**
 * The command line that opens a file on Windows, and the folder to run it in, if that matters. An editor that `isFile`
 * is the path of a program, which may have spaces.
 */
export function makeWindowsCommand(editor: string, isFile: boolean, file: string) {
  const program = isFile ? `"${editor}"` : editor;
  // The shell would take `%x%` in a folder's name for a variable.
  return file.includes('%')
    ? { command: `${program} "${win32.basename(file)}"`, cwd: win32.dirname(file) }
    : { command: `${program} "${file}"`, cwd: undefined };
}
