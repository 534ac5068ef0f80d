/**
 * Files besides code that templates and shortcodes import: `.csv`, `.yaml`, `.json`, `.txt` and `.svg`.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

describe('a .csv file', () => {
  test.each<[what: string, csv: string, rows: readonly object[]]>([
    [
      'names its columns in the first row',
      'year,words\n2019,120\n2020,90\n',
      [
        { year: '2019', words: '120' },
        { year: '2020', words: '90' },
      ],
    ],
    [
      'may have quoted cells with separators, quotes and line ends',
      'a,b\n"x, y","""z""\nw"\n',
      [{ a: 'x, y', b: '"z"\nw' }],
    ],
    [
      'may have empty cells, and a last line without an end',
      'a,b,c\n,"",1',
      [{ a: '', b: '', c: '1' }],
    ],
    [
      'may come from a spreadsheet: BOM, CRLF, semicolons, blank lines',
      '\ufeffa;b\r\n1,5;2\r\n\r\n',
      [{ a: '1,5', b: '2' }],
    ],
    ['may be separated by tabs', 'a\tb\n1\t2\n', [{ a: '1', b: '2' }]],
    ['may have a quote inside a cell', 'a,b\n6" pipe,2\n', [{ a: '6" pipe', b: '2' }]],
    ['may have one column', 'name\nAnn\n', [{ name: 'Ann' }]],
    ['may have no rows', 'a,b\n', []],
  ])('%s', async (_, csv, rows) => {
    expect(await importFile('data.csv', csv)).toEqual(rows);
  });
});

test('a .yaml or .yml file becomes its value', async () => {
  const yaml = '- name: Ann\n  born: 1970\n  from: 2020-01-01\n  isbn: "0123"\n- plain\n';
  const value = [{ name: 'Ann', born: 1970, from: '2020-01-01', isbn: '0123' }, 'plain'];
  expect(await importFile('data.yaml', yaml)).toEqual(value);
  expect(await importFile('data.yml', 'open: true\n')).toEqual({ open: true });
  expect(await importFile('data.yaml', '')).toBe(null);
});

test('a .json file becomes its value, and a .txt file its text', async () => {
  expect(await importFile('data.json', '{ "a": [1] }')).toEqual({ a: [1] });
  expect(await importFile('poem.txt', '\ufeffOne\r\nTwo  \r\n')).toBe('One\nTwo  \n');
});

test.each([
  ['data.csv', 'a,b\n1,2\n1,2,3\n', '3:1 This row has 3 cells, but the first row has 2'],
  ['data.csv', 'a,b\n1\n', '2:1 This row has 1 cell, but the first row has 2'],
  ['data.csv', 'a,b\n1,"2\n3,4\n', '2:3 A quoted cell is never closed'],
  ['data.csv', 'a,b\n1,"2" x\n', '2:6 Text follows the end of a quoted cell'],
  ['data.csv', 'a,a\n', '1:1 Two columns are named `a`'],
  ['data.csv', 'a,\n', '1:1 Column 2 has no name'],
  ['data.csv', '', '1:1 This file is empty'],
  ['data.yaml', 'a: 1\nb: [1\n', ''],
  ['data.yaml', 'a: 1\nb: 2\na: 3\n', '3:1 `a` occurs twice'],
  ['data.json', '{\n  "a" 1\n}', '2:7 Expected ":" in JSON but found "1"'],
  ['art.svg', '<svg>\n<g></svg>', "2:4 This SVG isn't well-formed: unexpected close tag"],
  ['art.svg', '<p/>', '1:1 This file contains <p>, not <svg>'],
  ['art.svg', '', '1:1 '],
  ['poem.txt', Buffer.from('ok\ncaf\xe9', 'latin1'), '2:4 '],
])('a mistake in %s is reported at its line: %j', async (file, contents, message) => {
  const site = await buildSite({ ...show(file), [`templates/shortcodes/${file}`]: contents });
  const [only, ...others] = withPlaces(site.problems);
  expect(others).toEqual([]);
  expect(only).toContain(`template-invalid templates/shortcodes/${file}:${message}`);
});

describe('an .svg file', () => {
  const ART = `<?xml version="1.0"?>
<!-- Made by hand. -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" class="art" style="fill: red" stroke-width="2">
  <style>.a{fill:url(#fade)} #fade{opacity:1}</style>
  <defs><linearGradient id="fade"/></defs>
  <rect class="a" fill="url(#fade)"/><use href="#fade"/><text>1 &lt; 2</text>
</svg>
`;
  const draw = async (element: string) => {
    const site = await buildSite({
      'templates/shortcodes/Show.tsx': `import Art from './art.svg';
export const Show = () => ${element};
`,
      'content/essays/a.md': essay('title: A\npublished: 2020-01-01', '::show\n'),
      'templates/shortcodes/art.svg': ART,
    });
    expect(site.report).toBe('');
    // React chooses the end of the prefix.
    return (site.page('blog/a.html')('.prose').html() ?? '').replace(/art-\w+-/g, 'art-0-').trim();
  };
  const INNER = `<style>.art-0-a{fill:url(#art-0-fade)} #art-0-fade{opacity:1}</style>
  <defs><linearGradient id="art-0-fade"></linearGradient></defs>
  <rect class="art-0-a" fill="url(#art-0-fade)"></rect><use href="#art-0-fade"></use><text>1 &lt; 2</text>`;

  test('is a component with the attributes of the file, and ids and classes of its own', async () => {
    expect(await draw('<Art />')).toBe(
      `<svg viewBox="0 0 4 4" stroke-width="2" class="art-0-art" style="fill:red">${INNER}</svg>`,
    );
  });

  test('takes props, which override the file, and a title', async () => {
    const html = await draw(
      '<Art title="A & B" className="big" viewBox="0 0 9 9" style={{ opacity: 1 }} />',
    );
    expect(html).toBe(
      '<svg viewBox="0 0 9 9" stroke-width="2" role="img" class="art-0-art big" style="fill:red;opacity:1">' +
        `<title>A &amp; B</title>${INNER}</svg>`,
    );
  });

  test('has other ids each time it is drawn', async () => {
    const site = await buildSite({
      'templates/SiteFooter.tsx': `import Art from './art.svg';
export const SiteFooter = () => <footer><Art /><Art /></footer>;
`,
      'templates/art.svg': ART,
    });
    const ids = site
      .page('index.html')('footer [id]')
      .map((_, { attribs }) => attribs.id)
      .get();
    expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
  });

  test('stays a picture for style sheets, and is refused in client scripts', async () => {
    const style = 'body { background: url(./art.svg) }';
    const sound = await buildSite({ 'templates/site.css': style, 'templates/art.svg': ART });
    expect(sound.paths.filter((path) => /^assets\/art\..*\.svg$/.test(path))).toHaveLength(1);
    const refused = await buildSite({
      'templates/SiteFooter.tsx': `import { Script } from './Script.tsx';
export const SiteFooter = () => <Script src="./art.client.ts" />;
`,
      'templates/art.client.ts': "import art from './art.svg';\nconsole.log(art);\n",
      'templates/art.svg': ART,
    });
    expect(refused.report).toContain('This cannot be imported');
  });
});

test('a client script can import data', async () => {
  const site = await buildSite({
    'content/essays/b.md': essay('title: B\npublished: 2019-01-01'),
    'templates/SiteFooter.tsx': `import { Script } from './Script.tsx';
export const SiteFooter = () => <Script src="./rows.client.ts" />;
`,
    'templates/rows.client.ts': "import rows from './rows.csv';\nconsole.log(rows);\n",
    'templates/rows.csv': 'name\nAnn\n',
  });
  expect(site.report).toBe('');
  const script = site.paths.find((path) => path.startsWith('assets/script-rows.')) ?? '';
  expect(site.text(script)).toContain('name:"Ann"');
});

test('after a change, a warm build gives what a clean one does', async () => {
  const files = { ...show('data.csv'), 'templates/shortcodes/data.csv': 'a\n1\n' };
  const changes: Files[] = [
    { 'templates/shortcodes/data.csv': 'a\n2\n' },
    { 'templates/shortcodes/data.csv': 'a\n2\n3\n' },
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
  const broken = await site.rebuild({ 'templates/shortcodes/data.csv': 'a\n1,2\n' });
  expect(broken.codes).toEqual(['template-invalid']);
  const mended = await site.rebuild({ 'templates/shortcodes/data.csv': 'a\n7\n' });
  expect(mended.page('blog/a.html')('pre').text()).toBe('[{"a":"7"}]');
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
