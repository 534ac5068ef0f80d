/**
 * The manual as a site (`npm run docs`): every page and every problem code has a page there, no link is broken, and a
 * version of the changelog is in the feed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import {
  assembleManual,
  listProblems,
  listVersions,
  resolveLinks,
} from '../../docs/site/build.mjs';
import { severityOfCode } from '../../src/problems/problems.ts';
import { buildIn, makeSite, packageRoot, writeFiles } from '../support/site.ts';

const names = readdirSync(join(packageRoot, 'docs')).filter((name) => name.endsWith('.md'));

describe('the site', () => {
  test('has a page for each file of docs/ and for each problem, and no broken link', async () => {
    const root = makeSite({});
    assembleManual(root);
    const site = await buildIn(root, { isStrict: true });
    expect(site.codes).toEqual(['code-language-unknown', 'essays-none']);
    for (const name of names) expect(site.paths).toContain(name.replace(/md$/, 'html'));
    for (const code of Object.keys(severityOfCode)) {
      const page = site.page(`problems/${code}.html`);
      expect(page('.subtitle').text()).toMatch(new RegExp(`^(Error|Warning|Notice) ${code}$`));
      expect(page('h1').text().length).toBeGreaterThan(10);
    }
    expect(site.page('problems/link-space.html')('title').text()).toContain(
      'There is a space between the text and the address of a link',
    );
    const chapters = site.page('index.html')('.chapters a');
    expect(chapters.length).toBe(names.length);
    // A version, once it has a date, is an item of the feed.
    writeFiles(root, {
      'content/essays/1.2.0.md': '---\ntitle: Version 1.2.0\npublished: 2027-01-31\n---\nNew.\n',
    });
    const released = await buildIn(root);
    expect(released.text('feed.xml')).toContain('<title>Version 1.2.0</title>');
  });

  test('lists every page in a chapter', () => {
    const settings = readFileSync(join(packageRoot, 'docs/site/site.yaml'), 'utf8');
    const { data } = load(settings) as { data: { chapters: Record<string, string[]> } };
    const listed = Object.values(data.chapters).flat();
    expect(listed.map((name) => `${name}.md`).sort()).toEqual(names.sort());
  });

  test('has the search of the recipe', () => {
    const recipe = readFileSync(join(packageRoot, 'docs/recipes.md'), 'utf8');
    const page = readFileSync(join(packageRoot, 'docs/site/search.md'), 'utf8');
    expect(recipe).toContain(page);
  });
});

test.each([
  ['[a](problems.md#link-empty)', '[a](problems/link-empty.md)'],
  ['[a](write.md#code) and `[b](c.md)`', '[a](x/write.md#code) and `[b](c.md)`'],
  ['```md\n[a](b.md)\n```\n[c](d.md)', '```md\n[a](b.md)\n```\n[c](x/d.md)'],
])('links: %j', (text, expected) => {
  expect(resolveLinks(text, text.includes('problems') ? '' : 'x/')).toBe(expected);
});

test('versions with a date are items of the feed, and the others are not', () => {
  const changelog = '# C\n\n## 1.1.0, not yet released\n\nA.\n\n## 1.0.0, 2027-01-31\n\nB.\n';
  expect(listVersions(changelog)).toEqual([
    { version: '1.0.0', date: '2027-01-31', text: '\nB.\n' },
  ]);
});

test('the title of a problem is its message, without reasons', () => {
  const text = '# P\n\n## a-b\n\nWarning. A link is `old`, so nobody\nfinds it. More.\n\nGood: x\n';
  expect(listProblems(text)).toEqual([
    {
      code: 'a-b',
      severity: 'Warning',
      message: 'A link is `old`',
      body: 'Warning. A link is `old`, so nobody\nfinds it. More.\n\nGood: x',
    },
  ]);
});

test('the manual has at most 20,000 words', () => {
  // A word has a letter or a digit; the bars of tables don't count.
  const count = (name: string) =>
    readFileSync(join(packageRoot, 'docs', name), 'utf8').match(/\S*[\p{L}\d]\S*/gu)?.length ?? 0;
  expect(names.reduce((sum, name) => sum + count(name), 0)).toBeLessThanOrEqual(20_000);
});
