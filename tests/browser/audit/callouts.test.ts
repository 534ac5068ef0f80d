/** Audit of accessibility of callouts: axe-core finds no violations, in light and dark colours and in each theme. */
import { expect, test } from 'vitest';
import { runAxe, startBrowser, visit } from '../../support/browser.ts';
import { buildSite, essay, SITE_YAML } from '../../support/site.ts';

const browser = startBrowser();

const KINDS =
  'note info summary todo tip success important question warning caution danger failure bug example quote';
const BODY = [
  ...KINDS.split(' ').map(
    (kind) => `> [!${kind}]\n> Some words with \`code\` and a [link](/about).`,
  ),
  '> [!faq]- Closed\n> Words.',
  '> [!faq]+ Open\n> Words.',
  '::::note[Closed]{fold="-"}\nWords.\n\n:::tip\nInner.\n:::\n::::',
  ':::note\nWithout a title.\n:::',
].join('\n\n');

test.each(['book', 'gallery', 'index', 'letter'])(
  'callouts in the theme %s have no violations',
  async (theme) => {
    const site = await buildSite({
      'content/site.yaml': `${SITE_YAML}theme: ${theme}\n`,
      'content/about.md': 'Me.',
      'content/essays/a.md': essay('title: A\npublished: 2020-01-01', BODY),
    });
    const { page } = await visit(browser(), site.root, '/blog/a', { reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await runAxe(page);
      for (const { id, nodes } of violations) {
        found.push(...nodes.map(({ html }) => `${id} (${colorScheme}): ${html.slice(0, 120)}`));
      }
    }
    expect(found).toEqual([]);
    expect(await page.locator('.callout').count()).toBe(KINDS.split(' ').length + 5);
  },
);
