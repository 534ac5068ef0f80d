/**
 * Quarto: `_quarto.yml`, and `.qmd` files, which become `.md`. A page has the address of its file.
 */
import { posix } from 'node:path';
import { findValue, isRecord, toText } from '../json.ts';
import type { Generator } from './generator.ts';
import { listPages } from './pages.ts';
import { findKey, readFronts, readSettings } from './settings.ts';

export const quarto: Generator = {
  signs: { settings: /^_quarto\.ya?ml$/ },
  feed: ['/index.xml', '/rss.xml'],
  async read(input, settingsPath) {
    const settings = await readSettings(input, settingsPath);
    const site = isRecord(settings.website) ? settings.website : {};
    const texts = listPages(input.files).filter((path) => !/\.html?$/i.test(path));
    const fronts = await readFronts(input, texts);
    const isPost = (path: string) =>
      path.includes('/') && !/^listing:/m.test(fronts.get(path) ?? '');
    return {
      base: '',
      posts: texts.filter(isPost),
      pages: texts.filter((path) => !isPost(path)),
      statics: [],
      settings: {
        ...site,
        url: toText(findValue(site, 'site-url')),
        language: toText(settings.lang),
      },
      plugins: [],
      addressOf(path) {
        const name = posix.basename(path).replace(/\.\w+$/, '');
        const output = findKey(fronts.get(path), 'output-file');
        if (output !== '') return `/${posix.join(posix.dirname(path), output)}`;
        return name === 'index' ? '/:sections/:basename/' : '/:sections/:basename.html';
      },
    };
  },
};
