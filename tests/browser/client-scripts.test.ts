/**
 * A site's own client scripts: `<Script src="./x.client.ts" />` in a template or in the component of a mark.
 */
import { expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { buildSite, essay, SITE_YAML } from '../support/site.ts';

const SCRIPT = `import { Script } from './Script.tsx';\n`;
const FILES = {
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01', '::chart\n\n::chart\n'),
  'templates/SiteFooter.tsx': `${SCRIPT}export const SiteFooter = () => <footer>
    <Script src="./lib/menu.client.ts" /> <Script src="./a.client.ts" /></footer>;
`,
  'templates/lib/menu.client.ts': `import { word } from './word.ts';\ndocument.querySelector('footer')?.append(word);\n`,
  'templates/a.client.ts': '',
  'templates/lib/word.ts': `export const word: string = 'Menu';\n`,
  'templates/shortcodes/Chart.tsx': `import { Script } from '../Script.tsx';
export const Chart = () => <><b>1</b><Script src={'./chart.client.ts'} /></>;
`,
  'templates/shortcodes/chart.client.ts': `for (const each of document.querySelectorAll('b')) each.append('+');\n`,
};
const SETTINGS = { 'content/site.yaml': SITE_YAML.replace('ann.example', 'ann.example/sub') };

const browser = startBrowser();
const shared = shareSite(FILES);

test('are compiled, named by their contents, and published once', async () => {
  const site = await buildSite({ ...FILES, ...SETTINGS });
  expect(site.codes).toEqual([]);
  const scripts = site.page('blog/a.html')('script[type=module]').toArray();
  const urls = scripts.map(({ attribs }) => attribs.src);
  const [chart = '', menu = '', a = ''] = [...new Set(urls)];
  expect(urls).toEqual([chart, chart, menu, a]);
  expect(chart).toMatch(/^\/sub\/assets\/script-shortcodes-chart\.[0-9a-f]{10}\.js$/);
  expect(menu).toMatch(/^\/sub\/assets\/script-lib-menu\.[0-9a-f]{10}\.js$/);
  expect(site.text(menu.slice('/sub/'.length))).toContain('"Menu"');
  expect(site.text('feed.xml')).not.toContain('script');

  const changed = await site.rebuild({ 'templates/lib/word.ts': `export const word = 'Other';\n` });
  expect(changed.paths).not.toContain(menu.slice('/sub/'.length));
  const again = await changed.rebuild({ 'templates/lib/word.ts': FILES['templates/lib/word.ts'] });
  expect(again.text('blog/a.html')).toBe(site.text('blog/a.html'));
});

test('run in the browser, once each, under the site’s policy', async () => {
  const { page, complaints } = await visit(browser(), shared().root, '/blog/a');
  expect(shared().text('_headers')).toContain("script-src 'self'");
  await page.waitForFunction(() => document.querySelector('footer')?.textContent?.includes('Menu'));
  expect(await page.locator('b').allTextContents()).toEqual(['1+', '1+']);
  expect(complaints).toEqual([]);
});

test.each([
  ['"./lib/men.client.ts"', ':3:18', 'no client script ./lib/men.client.ts; its name must end in'],
  ['"./lib/word.ts"', ':3:18', 'There is no client script ./lib/word.ts'],
  ['{"./Menu.clent.ts"}', ':3:19', 'There is no client script ./Menu.clent.ts'],
  ['{String(1)}', ' Error while rendering', 'needs a plain src such as "./menu.client.ts", not'],
])('a src=%s that is none is reported at its place', async (src, place, words) => {
  const footer = FILES['templates/SiteFooter.tsx'].replace('"./lib/menu.client.ts"', src);
  const others = { 'templates/menu.client.ts': '', 'templates/SiteFooter.tsx': footer };
  const site = await buildSite({ ...FILES, ...others });
  expect(site.commit).toBeNull();
  expect(site.report).toContain(words);
  expect(`${site.problems.at(-1)?.message} ${site.report}`).toContain(place);
});
