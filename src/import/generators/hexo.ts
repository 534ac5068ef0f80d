/**
 * Hexo: its folders and settings are nearly Jekyll's, with posts in `source/_posts/`.
 */
import { toText } from '../json.ts';
import type { Generator } from './generator.ts';
import { findPermalink, makeStyleAddresses, readAuthors, readUnderscored } from './jekyll.ts';
import { trimFolder } from './pages.ts';
import { readSettings } from './settings.ts';

export const hexo: Generator = {
  signs: {
    settings: /^_config\.ya?ml$/,
    // Jekyll would have to name the folder in its settings.
    isOwn: (settings, files) =>
      /^source_dir:/m.test(settings) ||
      (files.some((path) => path.startsWith('source/_posts/')) && !/^source:/m.test(settings)),
  },
  feed: ['/atom.xml', '/feed.xml'],
  tagPages: '',
  async read(input, settingsPath) {
    const settings = await readSettings(input, settingsPath);
    const base = trimFolder(toText(settings.source_dir) || 'source');
    return {
      ...readUnderscored(input, settings, base),
      authors: await readAuthors(input),
      addressDates: 'written',
      addressOf: makeStyleAddresses(
        findPermalink(settings) || ':year/:month/:day/:title/',
        ':file',
      ),
    };
  },
};
