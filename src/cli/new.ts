/**
 * Runs `blog new`: writes the file of a new essay or page, a draft without a date.
 */
import { join } from 'node:path';
import { ABOUT_PATH, pageAddressOf } from '../essays/paths.ts';
import { formatText } from '../essays/yaml.ts';
import { writeNew } from '../files/author-files.ts';
import { findStats } from '../files/file-state.ts';
import { refuse, type Terminal } from '../problems/report.ts';
import { isReserved } from '../site/reserved-names.ts';
import { isSafeSlug } from '../site/slug-letters.ts';
import { slugFromTitle } from '../site/slugs.ts';
import type { Flags } from './command-line.ts';
import { chooseEdition, choosePath } from './new-file.ts';
import { readConfig, tellNoSite } from './site.ts';

interface NewRequest extends Pick<Flags, 'slug' | 'folder' | 'page' | 'lang' | 'unlisted'> {
  readonly root: string;
  readonly title: string;
  /** In ms since the epoch. */
  readonly now: number;
}

/** Writes the file and prints its path. Returns the exit code: 1 if it cannot be written. */
export function runNew(request: NewRequest, terminal: Terminal): 0 | 1 {
  const { root, title, page: isPage, now } = request;
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
  terminal.write(`${terminal.paint('green', '✓')} Created ${path}, a draft\n`);
  terminal.write('  To see it, run `npx essay-blog dev`\n');
  return 0;
}

/** Says why a slug can't name the file of an essay with this title; null if it can. */
function findUnusable(title: string, slug: string): string | null {
  if (slug === '') return `\`${title}\` has no letters or digits that an address can use`;
  if (!isSafeSlug(slug)) return `\`${slug}\` can't be a slug`;
  return isReserved(slug) ? `Windows reserves the name \`${slug}\`` : null;
}
