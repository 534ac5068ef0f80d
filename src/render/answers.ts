/**
 * The question of `blog check --live` and `blog import --sitemap`: does a built site answer at a path? Pure.
 */
import { HOME_OUTPUT } from '../site/urls.ts';
import { decodePercent } from '../text/text.ts';
import { readHostRedirects } from './host-rules.ts';

/**
 * Makes a function that is true for a percent-encoded path at which a static host has a page, file or redirect.
 * `outputs` are the paths of the site's files, `redirects` is the text of its `_redirects`, and `base` the path of its URL.
 */
export function makeAnswers(
  outputs: Iterable<string>,
  redirects: string,
  base: string,
): (path: string) => boolean {
  const files = new Set(outputs);
  const redirect = readHostRedirects(redirects);
  const root = decodePercent(base);
  const isFile = (path: string) => {
    if (path !== root && !path.startsWith(`${root}/`)) return false;
    const inside = path.slice(root.length + 1);
    const name = inside.replace(/\/$/, '').replace(/\.html$/, '');
    if (name === '') return files.has(HOME_OUTPUT);
    return [inside, `${name}.html`, `${name}/index.html`].some((each) => files.has(each));
  };
  return (path) => isFile(decodePercent(path)) || (redirect(path)?.status ?? 400) < 400;
}
