/**
 * Sessions of `blog dev`: what one takes over from the last, and changes that it finds without a notification.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { expectCleanTree, untilQuiet } from '../../support/clean-build.ts';
import { startDevIn, startDevSite } from '../../support/dev.ts';
import { photo } from '../../support/pictures.ts';
import { essay, NOW, SITE_YAML } from '../../support/site.ts';

const FILES = {
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01', 'The words.\n'),
};

test('with settings that are broken at the start, the pages of the last session stay available', async () => {
  const settings = 'name: Ann\nurl: https://me.github.io/blog\n';
  const first = await startDevSite({ ...FILES, 'content/site.yaml': settings });
  await first.until((last) => last?.commit != null);
  await first.close();
  first.write({ 'content/site.yaml': 'name: [\n' });
  const second = await startDevIn(first.root);
  await second.until((last) => last !== null);
  const page = await fetch(`${second.origin}/blog/blog/one`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('The words.')]);
});

test('an error is shown first, with the warnings that may explain it below', async () => {
  const site = await startDevSite({
    'content/essays/one.md': '---\ntitel: One\npublished: 2020-01-01\n---\nWords.\n',
  });
  await site.until((last) => last !== null);
  const html = await (await fetch(`${site.origin}/`)).text();
  expect(html).toMatch(/This essay has no title.*label">warning.*Did you mean <code>title</s);
});

test('a file that stays unreadable is told, although the build is tried once more first', async () => {
  const site = await startDevSite(FILES);
  await site.until((last) => last?.commit != null);
  const named = Buffer.concat([
    Buffer.from(`${site.root}/content/essays/`),
    Buffer.of(0xff),
    Buffer.from('.md'),
  ]);
  writeFileSync(named, 'Words.\n');
  await site.until(
    (last) => last?.problems.some(({ code }) => code === 'file-unreadable') === true,
  );
  rmSync(named);
  await site.until((last) => last?.problems.length === 0);
});

test('published addresses are recorded, except those of today, which redirect during the session', async () => {
  const today = new Date(NOW).toISOString().slice(0, 10);
  const two = (title: string) => ({
    'content/essays/two.md': essay(`title: ${title}\npublished: ${today}`),
  });
  const site = await startDevSite({ ...FILES, ...two('Two') });
  const goalOf = async (slug: string) => {
    const address = `${site.origin}/blog/${slug}?x`;
    const { status, headers } = await fetch(address, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const memory = () => site.read('../../content/addresses.txt')?.match(/^\S+/gm);
  // Pages are there before the build is done, and addresses are recorded at its end.
  await site.until((last) => last !== null && site.read('blog/two.html') !== null);
  expect(memory()).toEqual(['/blog/one']);
  for (const title of ['Three', 'Four', 'Two', 'Five']) {
    site.write(two(title));
    await site.until(() => site.read(`blog/${title.toLowerCase()}.html`) !== null);
  }
  site.write({ 'content/essays/one.md': essay('title: Other\npublished: 2020-01-01', 'More.\n') });
  await site.until((last) => last?.commit != null && site.read('blog/other.html') !== null);
  for (const slug of ['three', 'four', 'two']) {
    expect(await goalOf(slug)).toEqual([302, '/blog/five?x']);
  }
  expect(await goalOf('five')).toEqual([200, null]);
  expect(memory()).toEqual(['/blog/one', '/blog/other']);
  expect(site.read('blog/one.html')).toContain('url=/blog/other');
});

test('a root that is moved away is not recreated, and is built again when it is back', async () => {
  const site = await startDevSite(FILES);
  await untilQuiet(site);
  const elsewhere = `${site.root}-elsewhere`;
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  renameSync(site.root, elsewhere);
  await site.until((last) => last?.problems[0]?.code === 'root-missing');
  expect(existsSync(site.root)).toBe(false);
  renameSync(elsewhere, site.root);
  site.write({ 'content/essays/one.md': essay('title: Two\npublished: 2020-01-01') });
  await site.until(() => site.read('blog/two.html') !== null);
  renameSync(site.root, elsewhere);
  await site.close();
  expect(existsSync(site.root)).toBe(false);
});

test('a new photograph shows at once, and its copies follow', async () => {
  const site = await startDevSite(FILES);
  await untilQuiet(site);
  const one = essay('title: One\npublished: 2020-01-01', '![A](p.jpg)\n');
  const seen: (string | undefined)[] = [];
  const look = () =>
    seen.push(/<img src="[^.]*|srcset="[^.]*/.exec(site.read('blog/one.html') ?? '')?.[0]);
  site.write({ 'content/essays/p.jpg': await photo(3000, 300), 'content/essays/one.md': one });
  await site.until((last) => {
    if (last?.waiting) look();
    return seen.length > 0 && last?.waiting === null;
  });
  look();
  expect([seen[0], seen.at(-1)]).toEqual(['<img src="/assets/p', '<img src="/assets/p-2400']);
  const { result } = site.builds.find(({ result }) => result.waiting !== null) ?? {};
  expect(result?.waiting).toEqual({ pictures: 1, sizes: 5 });
  await expectCleanTree(site);
});

test('a fix in a folder that is not watched is found', async () => {
  const site = await startDevSite({
    ...FILES,
    'templates/Prose.tsx':
      "import { word } from 'some-words';\nexport const Prose = () => <p>{word}</p>;\n",
  });
  await site.until((last) => last?.problems[0]?.code === 'template-invalid');
  await untilQuiet(site);
  site.write({
    'node_modules/some-words/package.json': '{ "name": "some-words", "main": "index.js" }',
    'node_modules/some-words/index.js': "exports.word = 'A word from a package';\n",
  });
  await site.until(() => site.read('blog/one.html')?.includes('A word from a package') === true);
});

test.each([
  ['a folder', './look', 'look'],
  ['a package', 'look', 'node_modules/look'],
])('a change in %s that is the theme shows at once', async (_, theme, folder) => {
  const manifest = '{ "name": "look", "essay-blog": { "props": 1 } }';
  const site = await startDevSite({
    ...FILES,
    'content/site.yaml': `${SITE_YAML}theme: ${theme}\n`,
    [`${folder}/package.json`]: manifest,
    [`${folder}/skin.css`]: 'a { color: teal }\n',
  });
  await site.until((last) => last?.commit != null);
  const readStyle = () => {
    const [, path = ''] =
      /href="\/(assets\/style\.\w+\.css)"/.exec(site.read('index.html') ?? '') ?? [];
    return site.read(path) ?? '';
  };
  expect(readStyle()).toContain('teal');
  const isNoticed = (path: string) => site.builds.some(({ changed }) => changed.includes(path));
  // The second file is one that no template imported before.
  for (const [path, element] of [
    [`${folder}/skin.css`, 'b'],
    [`${folder}/styles/prose.css`, 'i'],
  ] as const) {
    // Until the watch is ready, a change is found by the next check of every file.
    for (let edit = 1; !isNoticed(path) && edit < 20; edit++) {
      const rule = `${element}{z-index:${edit}}`;
      site.write({ [path]: `${rule}\n` });
      await site.until(() => readStyle().includes(rule));
    }
    expect(isNoticed(path)).toBe(true);
  }
});

test('a changed data file that a shortcode imports is on the page at once, and so is its mistake', async () => {
  const data = 'templates/shortcodes/rows.yaml';
  const site = await startDevSite({
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01', '::rows\n'),
    'templates/shortcodes/Rows.tsx': `import rows from './rows.yaml';
export const Rows = () => <p id="rows">{rows.map((row) => row.name)}</p>;
`,
    [data]: '- name: Ann\n',
  });
  await site.until((last) => last?.commit != null);
  site.write({ [data]: '- name: [Ann\n' });
  await site.until((last) => last?.problems.some(({ file }) => file === data) === true);
  site.write({ [data]: '- name: Bob\n' });
  await site.until((last) => last?.problems.length === 0);
  await expectCleanTree(site);
  const page = await (await fetch(`${site.origin}/blog/one`)).text();
  expect(page).toContain('<p id="rows">Bob</p>');
});
