/**
 * Quarto: `_quarto.yml`, and `.qmd` files, which become `.md`. A page has the address of its file.
 */
import { posix } from 'node:path';
import { count } from '../../problems/report.ts';
import { ECHO } from '../../translate/quarto.ts';
import type { ImportInput } from '../input.ts';
import { findRecord, findValue, toText } from '../json.ts';
import type { Generator } from './generator.ts';
import { listPages } from './pages.ts';
import { findKey, readFronts, readSettings } from './settings.ts';

export const quarto: Generator = {
  settings: /^_quarto\.ya?ml$/,
  feed: ['/index.xml', '/rss.xml'],
  async read(input, settingsPath) {
    const settings = await readSettings(input, settingsPath);
    const site = findRecord(settings, 'website');
    const texts = listPages(input.files).filter((path) => !/\.html?$/i.test(path));
    const fronts = await readFronts(input, texts);
    const isPost = (path: string) =>
      path.includes('/') && !/^listing:/m.test(fronts.get(path) ?? '');
    const posts = texts.filter(isPost);
    return {
      base: '',
      posts,
      pages: texts.filter((path) => !isPost(path)),
      statics: [],
      settings: {
        ...site,
        url: toText(site['site-url']),
        language: toText(settings.lang),
      },
      hidesCode:
        ECHO.map((path) => toText(findValue(settings, path))).find((echo) => echo !== '') ===
        'false',
      decisions: await describeRun(posts, input),
      addressOf(path) {
        const name = posix.basename(path).replace(/\.\w+$/, '');
        const output = findKey(fronts.get(path), 'output-file');
        if (output !== '') return `/${posix.join(posix.dirname(path), output)}`;
        return name === 'index' ? '/:sections/:basename/' : '/:sections/:basename.html';
      },
    };
  },
};

/** Code that Quarto runs. */
const RUN = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*\{(?:r|python|julia|ojs)\b/m;

/** Says that the output of code isn't in the files, and that code which isn't shown is left out. */
async function describeRun(posts: readonly string[], { readText }: ImportInput): Promise<string[]> {
  const texts = await Promise.all(posts.map(readText));
  const run = texts.filter((text) => RUN.test(text)).length;
  if (run === 0) return [];
  return [
    `${count(run, 'post')} with code that Quarto runs: its output isn't in the files, so copy the output from the old site; any code with \`echo: false\` is left out`,
  ];
}
