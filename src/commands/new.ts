/**
 * Runs `blog new`: writes a file for an essay or a page, a draft without a date.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { calendarDay } from '../content/dates.ts';
import { ESSAYS_FOLDER, PAGES_FOLDER } from '../content/paths.ts';
import { formatText } from '../content/yaml.ts';
import { DEFAULT_PORT } from '../dev/listen.ts';
import { makePaint, refuse, type Terminal } from '../report.ts';
import { isSafeSlug, slugFromTitle } from '../site/slugs.ts';
import { essayPath, makeSiteUrls, toUrl } from '../site/urls.ts';
import { writeNew } from './init.ts';
import { readConfig, tellNoSite } from './site.ts';

interface NewRequest {
  readonly root: string;
  readonly title: string;
  /** The last part of the address; null for that of the title. */
  readonly slug: string | null;
  /** True for `slug/index.md`, which can have pictures beside it. */
  readonly isFolder: boolean;
  readonly isPage: boolean;
  /** The command of an editor to open the file in, or null. */
  readonly editor: string | null;
  /** In ms since the epoch. */
  readonly now: number;
}

/** Writes the file and prints its path and address. Returns the exit code: 1 if it cannot be written. */
export function runNew(request: NewRequest, terminal: Terminal): 0 | 1 {
  const { root, title, isFolder, isPage, editor, now } = request;
  const paint = makePaint(terminal.hasColor);
  if (tellNoSite(root, terminal)) return 1;
  const derived = slugFromTitle(title);
  const slug = request.slug ?? derived;
  if (!isSafeSlug(slug)) {
    const message =
      slug === '' ? `\`${title}\` gives no address` : `\`${slug}\` cannot be part of a URL`;
    return refuse(message, 'Name one of letters, digits and hyphens: --slug my-essay', terminal);
  }
  const config = readConfig(root);
  const year = String(calendarDay(now, config.timezone).year).padStart(4, '0');
  const folder = isPage ? PAGES_FOLDER : `${ESSAYS_FOLDER}/${year}`;
  const path = `${folder}/${slug}${isFolder ? '/index' : ''}.md`;
  const isStated = !isPage && slug !== derived && config.slugs === 'title';
  const lines = [
    `title: ${formatText(title)}`,
    ...(isStated ? [`slug: ${slug}`] : []),
    ...(isPage ? [] : ['tags: []']),
    'draft: true',
  ];
  if (!writeNew(join(root, path), `---\n${lines.join('\n')}\n---\n\n`)) {
    const hint = 'Open that file, or choose another title or --slug.';
    return refuse(`${path} is there already`, hint, terminal);
  }
  const url = toUrl(makeSiteUrls(config.url), isPage ? `/${slug}` : essayPath(slug));
  terminal.write(`${paint('green', '✓')} ${path}, a draft\n`);
  terminal.write(`  http://localhost:${DEFAULT_PORT}${url} while \`npx blog dev\` runs\n`);
  return editor === null || openEditor(editor, join(root, path))
    ? 0
    : refuse(`the editor cannot be started: ${editor}`, 'Set EDITOR to its command.', terminal);
}

/** Opens a file as git does: the command may have arguments. */
function openEditor(editor: string, file: string): boolean {
  const stdio = 'inherit';
  const { status } =
    process.platform === 'win32'
      ? spawnSync(`${editor} "${file}"`, { stdio, shell: true })
      : spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio });
  return status === 0;
}
