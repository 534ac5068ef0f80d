/**
 * Zola: `config.toml`, or `zola.toml`, and sections in `content/`.
 */
import { findValue, toText } from '../json.ts';
import type { Generator } from './generator.ts';
import { splitPages } from './pages.ts';
import { readSettings } from './settings.ts';

export const zola: Generator = {
  signs: {
    settings: /^(?:zola|config)\.toml$/,
    isOwn: (settings) => /^\s*base_url\s*=/m.test(settings),
  },
  feed: ['/atom.xml', '/feed.xml'],
  tagPages: '',
  async read(input, settingsPath) {
    const settings = await readSettings(input, settingsPath);
    const isReduced = /^(?:on)?$/.test(toText(findValue(settings, 'slugify.paths')));
    return {
      ...splitPages(input.files, 'content'),
      statics: [['static', '']],
      settings,
      plugins: [toText(settings.theme)],
      // Zola reduces the letters of names to ASCII unless the settings say otherwise.
      addressOf: () => `/:sections/:${isReduced ? 'sluggedfile' : 'slugorfile'}/`,
    };
  },
};
