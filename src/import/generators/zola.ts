/**
 * Zola: `config.toml`, or `zola.toml`, and sections in `content/`.
 */
import { findRecord, findValue, toText } from '../json.ts';
import type { Generator } from './generator.ts';
import { findLanguages, splitName, toLanguageKey } from './languages.ts';
import { splitPages } from './pages.ts';
import { readSettings } from './settings.ts';

export const zola: Generator = {
  settings: /^(?:zola|config)\.toml$/,
  isOwn: (settings) => /^\s*base_url\s*=/m.test(settings),
  feed: ['/atom.xml', '/feed.xml'],
  tagPages: '',
  async read(input, settingsPath) {
    const settings = await readSettings(input, settingsPath);
    const main = toLanguageKey(toText(settings.default_language)) || 'en';
    const keys = Object.keys(findRecord(settings, 'languages'));
    const known = new Set([...keys, main]);
    const of = (path: string) => splitName(path, known).key || main;
    const nameOf = (path: string) => splitName(path, known).path;
    const settingsOf = (key: string) => findRecord(settings, `languages.${key}`);
    const texts = splitPages(input.files, 'content', nameOf);
    const isReduced = /^(?:on)?$/.test(toText(findValue(settings, 'slugify.paths')));
    return {
      ...texts,
      statics: [['static', '']],
      settings,
      plugins: [toText(settings.theme)],
      languages: findLanguages({ main, keys, settingsOf, of }, texts.posts),
      // Zola transliterates names to ASCII unless the settings say otherwise.
      addressOf(path) {
        const { written } = splitName(path, known);
        const prefix = of(path) === main ? '' : `/${written}`;
        return isReduced
          ? `${prefix}/:slugsections/:slugorslugfile/`
          : `${prefix}/:sections/:slugorfile/`;
      },
      nameOf,
    };
  },
};
