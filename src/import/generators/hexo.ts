/**
 * Hexo: its folders and settings are nearly Jekyll's, with posts in `source/_posts/`.
 */
import { posix } from 'node:path';
import { toText } from '../json.ts';
import type { Generator } from './generator.ts';
import { readUnderscored } from './jekyll.ts';
import { trimFolder } from './pages.ts';
import { readSettings } from './settings.ts';

export const hexo: Generator = {
  settings: /^_config\.ya?ml$/,
  // Jekyll would have to name the folder in its settings.
  isOwn: (settings, files) =>
    /^source_dir:/m.test(settings) ||
    (files.some((path) => path.startsWith('source/_posts/')) && !/^source:/m.test(settings)),
  feed: ['/atom.xml', '/feed.xml'],
  tagPages: '',
  async read(input, settingsPath) {
    const settings = await readSettings(input, settingsPath);
    const base = trimFolder(toText(settings.source_dir) || 'source');
    const form = toText(settings.permalink) || ':year/:month/:day/:title/';
    const nameForm = toText(settings.new_post_name) || ':title.md';
    return {
      ...readUnderscored(input, settings, base),
      addressDates: 'written',
      addressOf(path) {
        const inner = posix.relative(posix.join(base, '_posts'), path);
        const title = findTitle(nameForm, inner);
        const name = title === ':unread' ? title : posix.basename(title);
        return `/${form}`
          .replace(/^\/+/, '/')
          .replace(/:title\b/g, () => title)
          .replace(/:name\b/g, () => name)
          .replace(/:(?:category|post_title)\b/g, ':unread');
      },
    };
  },
};

/** Finds what Hexo calls the title of a file, by the form of names in the settings. */
function findTitle(form: string, path: string): string {
  const folder = posix.dirname(path);
  if (form === ':title.md') return posix.join(folder, ':basename');
  if (form === ':category/:title.md') return folder.includes('/') ? ':unread' : ':basename';
  return form === ':year-:month-:day-:title.md' && folder === '.' ? ':stem' : ':unread';
}
