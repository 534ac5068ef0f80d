/**
 * docs/recipes.md in a browser: each recipe does what it promises, with the code of the manual, under the site's policy.
 * Those that don't change pages are in `tests/long/recipes.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { runAxe, serve, startBrowser, visitAt } from '../support/browser.ts';
import { readHeaderRules } from '../support/header-rules.ts';
import { readRecipe } from '../support/manual.ts';
import { buildSite, essay, type Files, packageRoot, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

/** A copy of a template, with code put in before or after a line. */
function eject(name: string, pattern: RegExp, change: (line: string) => string): Files {
  const text = readFileSync(join(packageRoot, `templates/${name}`), 'utf8');
  expect(text).toMatch(pattern);
  return { [`templates/${name}`]: text.replace(pattern, change) };
}

const BODY = `${'Some words of a paragraph that fills the whole column of a wide window. '.repeat(9)}\n`;

/** Builds a site without problems, and opens a page under its policy. Other hosts answer as `answers` says. */
async function open(
  files: Files,
  path: string,
  answers: Readonly<Record<string, string>> = {},
  contentType = 'text/javascript',
) {
  const one = essay('title: One\npublished: 2020-01-01', BODY);
  const base = { 'content/public/favicon.ico': '', 'content/essays/one.md': one };
  const site = await buildSite({ ...base, ...files });
  expect(site.report).toBe('');
  const headersOf = readHeaderRules(site.text('_headers'));
  const origin = await serve(join(site.root, 'out'), { headersOf });
  const prepare = async (page: Page) => {
    for (const [url, body] of Object.entries(answers)) {
      const headers = { 'access-control-allow-origin': '*' };
      await page.route(url, (route) => route.fulfill({ body, headers, contentType }));
    }
  };
  return visitAt(browser(), origin, path, { viewport: { width: 1400, height: 900 } }, prepare);
}

test('analytics: the script of a service runs on every page', async () => {
  const files = { 'content/site.yaml': `${SITE_YAML}${readRecipe('Analytics')('yaml')}` };
  const answers = { 'https://plausible.io/**': 'document.title = "counted"' };
  const { page, complaints } = await open(files, '/blog/one', answers);
  expect(await page.title()).toBe('counted');
  expect(complaints).toEqual([]);
});

test('analytics: a click on a marked link is reported', async () => {
  const html = '<p><a href="/about" data-outbound>me</a></p>';
  const files = {
    'content/site.yaml': `${SITE_YAML}${readRecipe('Analytics')('yaml', 1)}`,
    'content/essays/two.html': essay('title: Two\npublished: 2019-01-01', html),
  };
  const { page, foreignRequests, complaints } = await open(files, '/blog/two');
  await page.getByRole('link', { name: 'me', exact: true }).click();
  await page.waitForURL('**/about');
  await expect.poll(() => foreignRequests).toEqual(['https://ann.example/clicks']);
  expect(complaints.filter((each) => each.includes('Policy'))).toEqual([]);
});

test('comments: they appear below the essay, as wide as its text', async () => {
  const code = readRecipe('Comments')('tsx');
  const files = eject('EssayPage.tsx', /<Prose [^>]*\/>/, (prose) => `${prose}\n${code}`);
  // As giscus does it.
  const client = `const box = document.createElement('div');
    box.className = 'giscus';
    box.innerHTML = '<iframe class="giscus-frame" style="width: 100%; border: 0"></iframe>';
    document.currentScript.insertAdjacentElement('afterend', box);`;
  const { page, complaints } = await open(files, '/blog/one', {
    'https://giscus.app/client.js': client,
  });
  const [frame, text] = await Promise.all(
    ['.giscus-frame', '.prose p'].map((each) => page.locator(each).first().boundingBox()),
  );
  expect(frame).toMatchObject({ x: text?.x, width: text?.width });
  expect(frame?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0) - 1);
  expect(complaints).toEqual([]);
});

test('edit on GitHub: the link leads to the file of the essay', async () => {
  const component = readRecipe('Edit on GitHub')('tsx');
  const copied = eject(
    'EssayPage.tsx',
    /<Prose [^>]*\/>/,
    (prose) => `${prose}<EditLink essay={essay} />`,
  );
  const [[name, text] = ['', '']] = Object.entries(copied);
  const page = `import { EditLink } from './EditLink.tsx';\n${text}`;
  const files = {
    [name]: page,
    'templates/EditLink.tsx': component,
    'content/essays/of walks/two.md': essay('title: Two\npublished: 2019-01-01', 'Words.\n'),
  };
  const { page: shown, complaints } = await open(files, '/blog/two');
  const link = shown.getByRole('link', { name: 'Edit on GitHub' });
  expect(await link.getAttribute('href')).toBe(
    'https://github.com/ann/blog/edit/main/content/essays/of%20walks/two.md',
  );
  expect(complaints).toEqual([]);
});

/** A site with the files of recipes that every page loads. */
const withHead = (...titles: readonly string[]): Files => {
  const names = titles.map((title) => `${title.split(' ').slice(1).join('-')}.html`);
  const texts = titles.map((title, index) => [
    `templates/${names[index]}`,
    readRecipe(title)('html'),
  ]);
  const settings = { 'content/site.yaml': `${SITE_YAML}head: [${names.join(', ')}]\n` };
  return { ...settings, ...Object.fromEntries(texts) };
};

test('a copy button: it copies the code beside it', async () => {
  const body = 'Words.\n\n```js\nlet a;\n```\n\n```\nplain\n```\n';
  const files = {
    ...withHead('A copy button'),
    'content/essays/two.md': essay('title: Two\npublished: 2019-01-01', body),
  };
  const { page, complaints } = await open(files, '/blog/two');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('let a;\n');
  expect(await page.getByRole('button', { name: 'Copy', exact: true }).count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('a lightbox: a picture fills the window until it is clicked again', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="1500"/>';
  const files = {
    ...withHead('A copy button', 'A lightbox'),
    'content/essays/a.svg': svg,
    'content/essays/two.md': essay('title: Two\npublished: 2019-01-01', '![A hill](a.svg)\n'),
  };
  const { page, complaints } = await open(files, '/blog/two');
  await page.getByRole('button', { name: 'A hill' }).press('Enter');
  const large = page.getByRole('dialog').getByRole('img');
  expect(await large.boundingBox()).toMatchObject({ width: 0.96 * 1400 });
  await large.click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'A hill' }).click();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('another typeface: a reader sees it on the first visit, without the program’s own', async () => {
  const fonts = join(packageRoot, 'templates/fonts/source-serif-4');
  const normal = readFileSync(join(fonts, 'latin-normal.preload.woff2'));
  const recipe = readRecipe('Another typeface');
  const files = {
    'content/site.yaml': SITE_YAML + recipe('yaml'),
    'content/fonts/literata.woff2': normal,
  };
  const { page, complaints } = await open(files, '/blog/one');
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  // A font that is too late for the first paint is there on the second visit.
  await page.reload();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  expect(await listLoaded(page)).toEqual(['Own Text']);
  for (const selector of ['h1', '.prose p', '.site-name']) {
    expect([selector, await isOwnFont(page, selector)]).toEqual([selector, true]);
  }
  expect(complaints).toEqual([]);
});

test('another typeface: titles, code and italics have their own', async () => {
  const fonts = join(packageRoot, 'templates');
  const read = (path: string) => readFileSync(join(fonts, path));
  const files = {
    'content/site.yaml': SITE_YAML + readRecipe('Another typeface')('yaml', 1),
    'content/fonts/literata.woff2': read('fonts/source-serif-4/latin-normal.preload.woff2'),
    'content/fonts/literata-italic.woff2': read('fonts/source-serif-4/latin-italic.preload.woff2'),
    'content/fonts/bricolage.woff2': read('themes/gallery/fonts/latin.preload.woff2'),
    'content/fonts/iosevka.woff2': read('themes/letter/fonts/latin-normal.preload.woff2'),
    'content/essays/two.md': essay(
      'title: Two\npublished: 2019-01-01',
      'Words, *slanted*, `code`.\n',
    ),
  };
  const { page, complaints } = await open(files, '/blog/two');
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.reload();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  expect(await listLoaded(page)).toEqual(['Own Code', 'Own Text', 'Own Text', 'Own Titles']);
  expect(complaints).toEqual([]);
});

/** The families of the fonts that the page has loaded, sorted; those of the system apart. */
function listLoaded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    const families = loaded.map(({ family }) => family.replaceAll('"', ''));
    return families.filter((family) => !/ (?:Georgia|Times|Arial|Courier)$/.test(family)).sort();
  });
}

/** True if most of an element's text is set in a font of the site. */
async function isOwnFont(page: Page, selector: string): Promise<boolean | undefined> {
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument');
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const used = await client.send('CSS.getPlatformFontsForNode', { nodeId });
  // A line break counts as a glyph of some font of the system.
  const [most] = used.fonts.sort((a, b) => b.glyphCount - a.glyphCount);
  return most?.isCustomFont;
}

test('search: Pagefind finds an essay, under the policy that the build writes', async () => {
  const recipe = readRecipe('Search');
  const site = await buildSite({
    'content/public/favicon.ico': '',
    'content/site.yaml': `${SITE_YAML}${recipe('yaml')}`,
    'content/pages/search.md': recipe('md'),
    'templates/site.css': recipe('css'),
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01', 'A marmot whistled.\n'),
  });
  expect(site.report).toBe('');
  const out = join(site.root, 'out');
  const [, , ...args] = recipe('sh').split(' && ')[1]?.trim().split(' ') ?? [];
  const pagefind = join(packageRoot, 'node_modules/pagefind/lib/runner/bin.cjs');
  const { status } = spawnSync(process.execPath, [pagefind, ...args], { cwd: site.root });
  expect(status).toBe(0);
  const headersOf = readHeaderRules(site.text('_headers'));
  const origin = await serve(out, { headersOf });
  const { page, foreignRequests, complaints } = await visitAt(browser(), origin, '/search');
  await page.getByRole('searchbox').fill('marmot');
  await page.getByRole('link', { name: 'One', exact: true }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await runAxe(page);
    expect([colorScheme, violations.map(({ id }) => id)]).toEqual([colorScheme, []]);
  }
  await page.getByRole('link', { name: 'One', exact: true }).click();
  await page.waitForURL('**/blog/one**');
  expect(await page.getByRole('link', { name: 'Search' }).count()).toBe(1);
  expect([foreignRequests, complaints]).toEqual([[], []]);
});

test('another domain: the site builds, and its feed keeps the ids of the first one', async () => {
  const settings = `name: Ann\nsocialImages: false\n${readRecipe('Another domain')('yaml')}`;
  const { page, origin } = await open({ 'content/site.yaml': settings }, '/');
  const feed = await page.request.get(`${origin}/feed.xml`);
  expect(await feed.text()).toContain('<id>https://ann.github.io/notes/</id>');
});

/** The files of a recipe whose code begins with their names, and stand-ins for the packages it installs. */
function readFiles(title: string, packages: Readonly<Record<string, string>>): Files {
  const manual = readFileSync(join(packageRoot, 'docs/recipes.md'), 'utf8');
  const [, section = ''] = manual.split(`## ${title}\n`);
  const blocks = (section.split('\n## ')[0] ?? '').matchAll(/^```\w+\n([\s\S]*?)^```/gm);
  const found = [...blocks].flatMap(([, code = '']) => {
    const [, path] = /^(?:\/\/|\/\*) (templates\/[\w./]+)/.exec(code) ?? [];
    return path === undefined ? [] : [[path, code]];
  });
  const modules = Object.entries(packages).map(([name, code]) => [`node_modules/${name}`, code]);
  return Object.fromEntries([...found, ...modules]);
}

/** As the packages of diagrams do it. */
const DRAWERS = {
  'mermaid/package.json': '{}',
  '@aduh95/viz.js/package.json': '{}',
  'mermaid/index.js': `let theme;
    export default {
      initialize: (options) => { theme = options.themeVariables; },
      render: async (id, text) => ({
        svg: '<svg id="' + id + '"><style>#' + id + '{fill:' + theme.lineColor + '}</style><text>' + text.length + '</text></svg>',
      }),
    };`,
  '@aduh95/viz.js/sync/index.js': `module.exports = (dot) =>
    '<?xml version="1.0"?>\\n<svg><g id="graph0"><path stroke="black"/><text>' + dot.length + '</text></g></svg>\\n';`,
};

test('diagrams: blocks of code become drawings, only on the pages that have them', async () => {
  const text =
    '```mermaid\nA --> "B"\n```\n\n- x\n\n  ```mermaid\n  C -- D\n  ```\n\n```dot\na -> b\n```\n';
  const files = {
    ...readFiles('Diagrams', DRAWERS),
    'content/essays/two.md': essay('title: Two\npublished: 2019-01-01', text),
  };
  const { page, complaints, origin } = await open(files, '/blog/two');
  const drawings = page.locator('.prose figure > svg');
  await expect.poll(() => drawings.count()).toBe(3);
  // The lengths of the texts, with the line end that only scripts see.
  expect(await drawings.locator('text').allTextContents()).toEqual(['10', '7', '6']);
  expect(await page.locator('[id="graph0"]').count()).toBe(0);
  const dot = page.locator('.dot path');
  const colour = (of: string) => page.evaluate(of);
  expect(await dot.evaluate((path) => getComputedStyle(path).stroke)).toBe(
    await colour('getComputedStyle(document.body).color'),
  );
  expect(complaints).toEqual([]);
  await page.goto(`${origin}/blog/one`);
  expect(await page.locator('script[src*="shortcodes"]').count()).toBe(0);
  const feed = await (await page.request.get(`${origin}/feed.xml`)).text();
  expect(feed).toContain('<code class="language-mermaid">A --&gt; "B"');
  expect(feed).toContain('<figure class="dot"><svg><g><path');
});
