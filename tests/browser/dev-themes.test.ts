/**
 * The page of `blog dev` that shows the site in every theme.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBrowser, visitAt } from '../support/browser.ts';
import { startDevSite } from '../support/dev.ts';
import { essay, packageRoot, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();
const THEMES = ['book', 'gallery', 'index', 'letter'];

/** The colour of the paper in a theme. */
function paperOf(name: string): string {
  const skin = name === 'book' ? 'skin.css' : `themes/${name}/skin.css`;
  const css = readFileSync(join(packageRoot, 'templates', skin), 'utf8');
  return /--paper: (#\w+)/.exec(css)?.[1] ?? '';
}

test('shows the home page and the newest essay in every theme, with the line to copy', async () => {
  const site = await startDevSite({
    'content/site.yaml': SITE_YAML.replace('ann.example', 'ann.example/blog'),
    'content/essays/old.md': essay('title: Old\npublished: 2019-01-01'),
    'content/essays/new.md': essay('title: New\npublished: 2020-01-01\ndraft: true'),
    'templates/EssayCard.tsx':
      'export const EssayCard = ({ card }) => <li>Mine: {card.title}</li>;\n',
  });
  await site.until((last) => last?.commit != null);
  const { page, complaints } = await visitAt(browser(), site.origin, '/__themes');
  expect(await page.locator('code').allTextContents()).toEqual(
    THEMES.map((name) => `theme: ${name}`),
  );
  expect(await page.locator('iframe').count()).toBe(4 * THEMES.length);
  for (const name of THEMES) {
    const frame = (part: string) => {
      const element = page.locator(
        `iframe[title="The ${part} page in the theme ${name}, on a phone"]`,
      );
      return { element, content: element.contentFrame() };
    };
    const home = frame('home');
    await home.element.scrollIntoViewIfNeeded();
    await home.content.getByText('Mine: New').waitFor();
    const { element, content } = frame('essay');
    await element.scrollIntoViewIfNeeded();
    await content.getByRole('heading', { name: 'New', level: 1 }).waitFor();
    const read = () =>
      content
        .locator(':root')
        .evaluate((root) => getComputedStyle(root).getPropertyValue('--paper').trim());
    await expect.poll(read).toBe(paperOf(name));
  }
  await page.getByRole('link', { name: 'home page in the theme letter, on a desktop' }).click();
  expect(new URL(page.url()).hash).toBe('#letter-home-desktop');
  expect((await fetch(`${site.origin}/__themes/none/assets/x.css`)).status).toBe(404);
  expect(complaints).toEqual([]);
});

test('without an essay, shows the home page alone', async () => {
  const site = await startDevSite({ 'content/about.md': 'I am Ann.\n' });
  await site.until((last) => last?.commit != null);
  const text = await (await fetch(`${site.origin}/__themes`)).text();
  expect(text.split('<iframe').length - 1).toBe(2 * THEMES.length);
});
