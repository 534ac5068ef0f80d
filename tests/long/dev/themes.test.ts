/**
 * The page of `blog dev` that shows the site in every theme.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { startDevSite } from '../../support/dev.ts';
import { essay, packageRoot, SITE_YAML } from '../../support/site.ts';

const THEMES = ['book', 'gallery', 'index', 'letter'];

test('shows the home page and the newest essay in every theme, with the line to copy', async () => {
  const site = await startDevSite({
    'content/site.yaml': SITE_YAML.replace('ann.example', 'ann.example/blog'),
    'content/essays/old.md': essay('title: Old\npublished: 2019-01-01'),
    'content/essays/new.md': essay('title: New\npublished: 2020-01-01'),
    'templates/EssayCard.tsx':
      'export const EssayCard = ({ card }) => <li>Mine: {card.title}</li>;\n',
  });
  await site.until((last) => last?.commit != null);
  const get = async (path: string) => {
    const response = await fetch(site.origin + path);
    return { status: response.status, text: await response.text() };
  };
  const $ = load((await get('/__themes')).text);
  expect(
    $('pre')
      .toArray()
      .map((each) => $(each).text()),
  ).toEqual(THEMES.map((name) => `theme: ${name}`));
  expect($('iframe')).toHaveLength(4 * THEMES.length);
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect((await get(`/__themes/${name}/home`)).status).toBe(404);
  }
  for (const name of THEMES) {
    const home = load((await get(`/__themes/${name}/home`)).text);
    expect(home('main li').first().text()).toBe('Mine: New');
    const page = load((await get(`/__themes/${name}/essay`)).text);
    expect(page('h1').text()).toBe('New');
    const url = page('link[rel=stylesheet]').attr('href') ?? '';
    const { text: css } = await get(url);
    const skin = name === 'book' ? 'skin.css' : `themes/${name}/skin.css`;
    const original = readFileSync(join(packageRoot, 'templates', skin), 'utf8');
    const [, paper = 'none'] = /--paper: (#\w+)/.exec(original) ?? [];
    expect(css.toLowerCase()).toContain(paper.toLowerCase());
    const [font] = /[\w.-]+\.preload\.\w+\.woff2/.exec(css) ?? [];
    if (font) expect((await get(url.replace(/[^/]+$/, font))).status).toBe(200);
  }
  for (const path of ['/__themes/none/home', '/__themes/book/assets/x.css', '/__themes/book/x']) {
    expect((await get(path)).status).toBe(404);
  }
});

test('without an essay, shows the home page alone', async () => {
  const site = await startDevSite({ 'content/about.md': 'I am Ann.\n' });
  await site.until((last) => last?.commit != null);
  const $ = load(await (await fetch(`${site.origin}/__themes`)).text());
  expect($('iframe')).toHaveLength(2 * THEMES.length);
});
