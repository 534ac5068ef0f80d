import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digest, fingerprint } from '../../src/content/fingerprint.ts';
import { recallTemplateSet, rememberTemplateSet } from '../../src/render/template-cache.ts';
import type { TemplateOrigin } from '../../src/render/template-inputs.ts';
import type { TemplateSet } from '../../src/render/templates.ts';
import { DAMAGES } from '../support/damages.ts';
import { installProgram } from '../support/installed.ts';
import {
  type BuiltSite,
  buildSettled,
  buildSite,
  essay,
  type Files,
  listFiles,
  makeSite,
  NOW,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../support/site.ts';

/** React as two files, which is all that a cache sees of it. */
const REACT: Files = {
  'node_modules/react/package.json': '{ "name": "react" }',
  'node_modules/react/index.js': 'module.exports = 19;',
  'node_modules/react-dom/package.json': '{ "name": "react-dom" }',
  'node_modules/react-dom/server.js': 'module.exports = 19;',
};

/** A folder with a site, a package that brings React, another React, and a place for the set. */
function makePlaces() {
  const top = makeSite({
    'site/templates/EssayCard.tsx': 'own card',
    'site/templates/parts/motto.ts': 'own motto',
    'site/package.json': '{}',
    'package/templates/HomePage.tsx': 'page',
    'package/templates/EssayCard.tsx': 'card',
    'package/templates/style.css': 'p {}',
    'package/templates/fonts/x.woff2': 'font',
  });
  for (const home of ['package', 'other']) {
    for (const [path, text] of Object.entries(REACT))
      writeFiles(top, { [`${home}/${path}`]: text });
  }
  const origin: TemplateOrigin = {
    root: join(top, 'site'),
    packageRoot: join(top, 'package'),
    reactHome: join(top, 'package'),
    base: '',
    program: 'the program that is tested',
    withCards: true,
  };
  const code = 'module.exports = {};';
  const inputs = [
    'site/templates/EssayCard.tsx',
    'site/templates/parts/motto.ts',
    'package/templates/HomePage.tsx',
    'package/templates/style.css',
    'package/templates/fonts/x.woff2',
    'package/node_modules/react/index.js',
    'package/node_modules/react-dom/server.js',
  ];
  const cardCode = 'module.exports = 1;';
  const font = join(top, 'package/templates/fonts/x.woff2');
  const set: TemplateSet = {
    compiled: { code, digest: digest(code) },
    card: {
      compiled: { code: cardCode, digest: digest(cardCode) },
      fonts: [{ file: font, digest: digest('font'), coverage: [32, 126] }],
      readSourceMap: () => '{"version":3,"of":"cards"}',
    },
    assets: [
      { name: 'style', outputPath: 'assets/style.0123456789.css', bytes: Buffer.from('p{}') },
      { name: 'x.png', outputPath: 'assets/x.abc.png', bytes: Uint8Array.of(0, 255, 10) },
    ],
    inputs: inputs.map((path) => join(top, path)),
    readSourceMap: () => '{"version":3}',
    sourceRoot: join(top, 'site'),
  };
  const folder = join(top, 'cache/templates');
  rememberTemplateSet(folder, set, origin);
  return { top, origin, set, folder };
}

/** A set as plain data. */
function describeSet({ compiled, card, assets, inputs, readSourceMap }: TemplateSet) {
  const files = assets.map((asset) => ({
    ...asset,
    bytes: Buffer.from(asset.bytes).toString('hex'),
  }));
  const cards = card && { ...card, readSourceMap: card.readSourceMap() };
  return { compiled, cards, assets: files, inputs, sourceMap: readSourceMap() };
}

test('a set is recalled as it was remembered', () => {
  const { folder, origin, set } = makePlaces();
  const recalled = recallTemplateSet(folder, origin);
  expect(recalled && describeSet(recalled)).toEqual(describeSet(set));
});

test('no set is recalled where none was remembered', () => {
  const { top, origin } = makePlaces();
  expect(recallTemplateSet(join(top, 'elsewhere'), origin)).toBeNull();
});

test('a set takes the place of the one before it, and leaves nothing of it', () => {
  const { folder, origin, set } = makePlaces();
  const less = { ...set, card: null, assets: set.assets.slice(0, 1) };
  rememberTemplateSet(folder, less, origin);
  expect(listFiles(folder)).toEqual(['asset-0', 'bundle.cjs', 'map', 'set.json']);
  const recalled = recallTemplateSet(folder, origin);
  expect(recalled && describeSet(recalled)).toEqual(describeSet(less));
});

type Places = ReturnType<typeof makePlaces>;

/** What happens between two builds, and the origin of the second if that is another one. */
type Change = (places: Places) => Partial<TemplateOrigin>;
const write =
  (changes: Readonly<Record<string, string | null>>): Change =>
  ({ top }) => {
    writeFiles(top, changes);
    return {};
  };

describe('a set is recalled all the same', () => {
  const cases: readonly [name: string, change: Change][] = [
    [
      'when files were written again with the same bytes',
      ({ top, set }) => {
        for (const file of set.inputs) utimesSync(file, 1, 1);
        writeFiles(top, { 'site/templates/EssayCard.tsx': 'own card' });
        return {};
      },
    ],
    [
      'when a template that another one shadows has changed',
      write({ 'package/templates/EssayCard.tsx': 'other card' }),
    ],
    ['when the same React is found elsewhere', ({ top }) => ({ reactHome: join(top, 'other') })],
    ['when files beside the templates have changed', write({ 'site/content/a.md': 'x' })],
  ];
  test.each(cases)('%s', (_, change) => {
    const places = makePlaces();
    const origin = { ...places.origin, ...change(places) };
    expect(recallTemplateSet(places.folder, origin)?.compiled).toEqual(places.set.compiled);
  });

  test('when the folder with site, package and cache was moved', () => {
    const { top, origin, set } = makePlaces();
    mkdirSync(join(top, 'deep'));
    for (const name of ['site', 'package', 'cache']) {
      renameSync(join(top, name), join(top, 'deep', name));
    }
    const move = (file: string) => file.replace(top, join(top, 'deep'));
    const { root, packageRoot: packages, reactHome } = origin;
    const recalled = recallTemplateSet(join(top, 'deep/cache/templates'), {
      ...origin,
      root: move(root),
      packageRoot: move(packages),
      reactHome: move(reactHome),
    });
    expect(recalled?.inputs).toEqual(set.inputs.map(move));
  });
});

describe('a set is recalled no more', () => {
  const cases: readonly [name: string, change: Change][] = [
    ['when a template of the site has changed', write({ 'site/templates/EssayCard.tsx': 'new' })],
    ['when a file that it imports has changed', write({ 'site/templates/parts/motto.ts': 'new' })],
    [
      'when a template of the package has changed',
      write({ 'package/templates/HomePage.tsx': 'x' }),
    ],
    ['when the style sheet has changed', write({ 'package/templates/style.css': 'b {}' })],
    ['when a template of the site was removed', write({ 'site/templates/EssayCard.tsx': null })],
    [
      'when a template was removed that none imports',
      write({ 'package/templates/EssayCard.tsx': null }),
    ],
    ['when a new template takes another’s place', write({ 'site/templates/HomePage.tsx': 'mine' })],
    [
      'when a new file takes another’s place by its ending',
      write({ 'site/templates/HomePage.js': 'x' }),
    ],
    [
      'when a new file in a folder can do so',
      write({ 'site/templates/parts/motto/index.ts': 'x' }),
    ],
    ['when the package has a new template', write({ 'package/templates/Footer.tsx': 'x' })],
    [
      'when a template was renamed',
      write({ 'site/templates/EssayCard.tsx': null, 'site/templates/essaycard.tsx': 'own card' }),
    ],
    [
      'when React has changed',
      write({ 'package/node_modules/react/index.js': 'module.exports = 20;' }),
    ],
    [
      'when React’s other half has changed',
      write({ 'package/node_modules/react-dom/server.js': 'x' }),
    ],
    ['when React is gone', write({ 'package/node_modules/react': null })],
    [
      'when another React is found elsewhere',
      ({ top }) => {
        writeFiles(top, { 'other/node_modules/react/index.js': 'module.exports = 20;' });
        return { reactHome: join(top, 'other') };
      },
    ],
    [
      'when the site’s package.json has changed',
      write({ 'site/package.json': '{"type":"module"}' }),
    ],
    ['when the site’s package.json is gone', write({ 'site/package.json': null })],
    ['under another base path', () => ({ base: '/blog' })],
    ['by another program', () => ({ program: 'another program' })],
    ['for a site without cards', () => ({ withCards: false })],
    ['when a font has changed', write({ 'package/templates/fonts/x.woff2': 'new' })],
    ['when there is another font', write({ 'site/templates/fonts/y.woff2': 'font' })],
    ['for a site without templates', write({ 'site/templates': null })],
    [
      'for another site',
      ({ top }) => {
        cpSync(join(top, 'site'), join(top, 'copy'), { recursive: true });
        writeFiles(top, { 'copy/templates/EssayCard.tsx': 'new' });
        return { root: join(top, 'copy') };
      },
    ],
  ];
  test.each(cases)('%s', (_, change) => {
    const places = makePlaces();
    const origin = { ...places.origin, ...change(places) };
    expect(recallTemplateSet(places.folder, origin)).toBeNull();
  });
});

describe.each(['set.json', 'bundle.cjs', 'asset-0', 'asset-1', 'card.cjs', 'card-map'])(
  'a set is never recalled as another than it was when %s is',
  (name) => {
    test.each(DAMAGES)('%s', (_, damage) => {
      const { folder, origin, set } = makePlaces();
      damage(join(folder, name));
      const recalled = recallTemplateSet(folder, origin);
      expect(recalled === null ? null : describeSet(recalled)).toBeOneOf([null, describeSet(set)]);
    });
  },
);

test.each([
  ['another program’s', '{"key":"x","inputs":[],"digest":"x","assets":[]}'],
  ['null', 'null'],
  ['a list', '[]'],
  ['without inputs', '{"key":"x"}'],
])('no set is recalled where its list is %s', (_, text) => {
  const { folder, origin } = makePlaces();
  writeFileSync(join(folder, 'set.json'), text);
  expect(recallTemplateSet(folder, origin)).toBeNull();
});

const CONTENT: Files = { 'content/essays/a.md': essay('title: A\npublished: 2020-01-01') };
const CARD = 'templates/EssayCard.tsx';
const card = (word: string) =>
  `export const EssayCard = () => <li className="mine">${word}</li>;\n`;

describe('a site with templates of its own', () => {
  const cached = (root: string) => join(root, '.blog/templates');

  test('keeps its set, with what V8 made of its bundle under that bundle’s digest', async () => {
    const site = await buildSettled({ ...CONTENT, [CARD]: card('One') });
    const files = listFiles(cached(site.root));
    expect(files).toEqual(expect.arrayContaining(['bundle.cjs', 'map', 'set.json']));
    const bundle = readFileSync(join(cached(site.root), 'bundle.cjs'));
    expect(files.filter((path) => path.endsWith('.v8'))).toEqual([`${digest(bundle)}.v8`]);
  });

  test('keeps what V8 made of a bundle that is compiled again and comes out the same', async () => {
    const site = await buildSettled({ ...CONTENT, [CARD]: card('One') });
    const files = listFiles(cached(site.root));
    await site.rebuild({ 'package.json': '{}' });
    expect(listFiles(cached(site.root))).toEqual(files);
  });

  test.each(['set.json', 'bundle.cjs', 'asset-0', 'asset-1'])(
    'is the same after its %s was damaged',
    async (name) => {
      const site = await buildSettled({ ...CONTENT, [CARD]: card('One') });
      const pages = ({ paths, text }: BuiltSite) =>
        paths.map((path) => `${path} ${fingerprint(text(path))}`);
      const before = pages(site);
      writeFileSync(join(cached(site.root), name), 'rubbish');
      const again = await site.rebuild({ out: null });
      expect(again.report).toBe('');
      expect(pages(again)).toEqual(before);
    },
  );

  test.each(DAMAGES)(
    'has its templates’ errors reported when its source map is %s',
    async (_, damage) => {
      const site = await buildSettled({
        ...CONTENT,
        [CARD]: `import type { CardProps } from 'essay-blog';
export function EssayCard({ card }: { readonly card: CardProps }) {
  if (card.title === 'B') throw new Error('no');
  return <li />;
}
`,
      });
      damage(join(cached(site.root), 'map'));
      const again = await site.rebuild({
        'content/essays/b.md': essay('title: B\npublished: 2020-01-01'),
      });
      expect(again.codes).toEqual(['template-threw']);
      expect(again.report).toContain('Error while rendering /: no');
    },
  );

  test('shows a template that is new, and none that is gone', async () => {
    const site = await buildSite(CONTENT);
    const own = await site.rebuild({ [CARD]: card('One') });
    expect(own.page('index.html')('.mine').text()).toBe('One');
    const changed = await own.rebuild({ [CARD]: card('Two') });
    expect(changed.page('index.html')('.mine').text()).toBe('Two');
    const gone = await changed.rebuild({ templates: null });
    expect(gone.paths.map(gone.text)).toEqual(site.paths.map(site.text));
  });
});

/** Runs `blog build` of a program that lies at `program`. */
function blog(program: string, root: string) {
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    [join(program, 'bin/blog.js'), 'build'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: '/nowhere', SOURCE_DATE_EPOCH: String(NOW / 1000) },
      encoding: 'utf8',
    },
  );
  return { code: status ?? signal, err: stderr };
}

const SITE: Files = { 'content/site.yaml': SITE_YAML, ...CONTENT };

describe('what V8 made of the templates is not taken when it is', () => {
  const half = (file: string) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, Math.floor(bytes.length / 2)));
  };
  test.each([...DAMAGES, ['half lost', half] as const])('%s', (_, damage) => {
    const root = makeSite({ ...SITE, [CARD]: card('One') });
    expect(blog(packageRoot, root)).toEqual({ code: 0, err: '' });
    const text = () => readFileSync(join(root, 'out/blog/a.html'), 'utf8');
    const before = text();
    const folder = join(root, '.blog/templates');
    for (const name of readdirSync(folder)) damage(join(folder, name));
    rmSync(join(root, 'out'), { recursive: true });
    expect(blog(packageRoot, root)).toEqual({ code: 0, err: '' });
    expect(text()).toBe(before);
  });
});

describe('the compiler is not even loaded', () => {
  const removeCompiler = (program: string) => rmSync(join(program, 'node_modules/esbuild'));

  test('for a site without templates of its own', () => {
    const program = installProgram();
    removeCompiler(program);
    const root = makeSite(SITE);
    expect(blog(program, root)).toEqual({ code: 0, err: '' });
    expect(existsSync(join(root, 'out/blog/a.html'))).toBe(true);
  });

  test('for templates that an earlier build has compiled', () => {
    const program = installProgram();
    const root = makeSite({ ...SITE, [CARD]: card('One') });
    expect(blog(program, root)).toEqual({ code: 0, err: '' });
    removeCompiler(program);
    writeFiles(root, { 'content/essays/b.md': essay('title: B\npublished: 2020-01-01') });
    expect(blog(program, root)).toEqual({ code: 0, err: '' });
    const home = readFileSync(join(root, 'out/index.html'), 'utf8');
    expect(home.match(/<li class="mine">One<\/li>/g)).toHaveLength(2);
  });

  test('and templates that are new cannot do without it', () => {
    const program = installProgram();
    removeCompiler(program);
    const root = makeSite({ ...SITE, [CARD]: card('One') });
    const { code, err } = blog(program, root);
    expect(code).toBe(1);
    expect(err).toContain('esbuild');
    expect(existsSync(join(root, 'out'))).toBe(false);
  });
});
