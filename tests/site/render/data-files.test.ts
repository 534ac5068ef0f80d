/**
 * Files besides code that templates and shortcodes import: `.yaml`, `.json` and `.txt`.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listTree } from '../../support/clean-build.ts';
import { withPlaces } from '../../support/problems.ts';
import { buildSettled, buildSite, essay, type Files } from '../../support/site.ts';

/** A site with a shortcode that shows what it imports, and an essay that uses it. */
const show = (file: string, code = '<pre>{JSON.stringify(value)}</pre>'): Files => ({
  'templates/shortcodes/Show.tsx': `import value from './${file}';
export const Show = () => ${code};
`,
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01', '::show\n'),
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01'),
});

/** What a component gets for a file with this text. */
async function importFile(file: string, contents: string | Uint8Array) {
  const site = await buildSite({ ...show(file), [`templates/shortcodes/${file}`]: contents });
  expect(site.report).toBe('');
  return JSON.parse(site.page('blog/a.html')('pre').text());
}

test('a .yaml or .yml file becomes its value', async () => {
  const yaml = '- name: Ann\n  born: 1970\n  from: 2020-01-01\n  isbn: "0123"\n- plain\n';
  const value = [{ name: 'Ann', born: 1970, from: '2020-01-01', isbn: '0123' }, 'plain'];
  expect(await importFile('data.yaml', yaml)).toEqual(value);
  expect(await importFile('data.yml', 'open: true\n')).toEqual({ open: true });
  expect(await importFile('data.yaml', '')).toBe(null);
});

test('a .json file becomes its value, and a .txt file its text', async () => {
  expect(await importFile('data.json', '{ "a": [1] }')).toEqual({ a: [1] });
  expect(await importFile('poem.txt', 'One\nTwo  \n')).toBe('One\nTwo  \n');
});

test.each([
  ['data.yaml', 'a: 1\nb: [1\n', ''],
  ['data.yaml', 'a: 1\nb: 2\na: 3\n', '3:1 `a` occurs twice'],
  ['data.json', '{\n  "a" 1\n}', '2:7 Expected ":" in JSON but found "1"'],
])('a mistake in %s is reported at its line: %j', async (file, contents, message) => {
  const site = await buildSite({ ...show(file), [`templates/shortcodes/${file}`]: contents });
  const [only, ...others] = withPlaces(site.problems);
  expect(others).toEqual([]);
  expect(only).toContain(`template-invalid templates/shortcodes/${file}:${message}`);
});

test('a client script can import data', async () => {
  const site = await buildSite({
    'content/essays/b.md': essay('title: B\npublished: 2019-01-01'),
    'templates/SiteFooter.tsx': `import { Script } from './Script.tsx';
export const SiteFooter = () => <Script src="./rows.client.ts" />;
`,
    'templates/rows.client.ts': "import rows from './rows.yaml';\nconsole.log(rows);\n",
    'templates/rows.yaml': '- name: Ann\n',
  });
  expect(site.report).toBe('');
  const script = site.paths.find((path) => path.startsWith('assets/script-rows.')) ?? '';
  expect(site.text(script)).toContain('name:"Ann"');
});

test('after a change, a warm build gives what a clean one does', async () => {
  const files = { ...show('data.yaml'), 'templates/shortcodes/data.yaml': '- a: 1\n' };
  const changes: Files[] = [
    { 'templates/shortcodes/data.yaml': '- a: 2\n' },
    { 'templates/shortcodes/data.yaml': '- a: 2\n- a: 3\n' },
  ];
  const site = await buildSettled(files);
  let written = { ...files };
  for (const change of changes) {
    written = { ...written, ...change };
    const warm = await site.rebuild(change);
    const clean = await buildSite(written);
    expect(warm.report).toBe('');
    expect(listTree(join(warm.root, 'out'))).toEqual(listTree(join(clean.root, 'out')));
  }
  const broken = await site.rebuild({ 'templates/shortcodes/data.yaml': 'a: [1\n' });
  expect(broken.codes).toEqual(['template-invalid']);
  const mended = await site.rebuild({ 'templates/shortcodes/data.yaml': '- a: 7\n' });
  expect(mended.page('blog/a.html')('pre').text()).toBe('[{"a":7}]');
});

test('a file of the site replaces that of a theme', async () => {
  const theme: Files = {
    'look/package.json': '{ "name": "look", "version": "1.0.0", "essay-blog": { "props": 1 } }',
    'look/SiteFooter.tsx': `import words from './words.yaml';
export const SiteFooter = () => <footer>{words.motto}</footer>;
`,
    'look/words.yaml': 'motto: Theirs\n',
    'content/site.yaml':
      'name: Ann\nurl: https://ann.example\nsocialImages: false\ntheme: ./look\n',
  };
  const site = await buildSettled(theme);
  expect(site.page('index.html')('footer').text()).toBe('Theirs');
  const own = await site.rebuild({ 'templates/words.yaml': 'motto: Mine\n' });
  expect(own.page('index.html')('footer').text()).toBe('Mine');
  const back = await own.rebuild({ 'templates/words.yaml': null });
  expect(back.page('index.html')('footer').text()).toBe('Theirs');
});
