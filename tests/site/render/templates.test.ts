import { describe, expect, test } from 'vitest';
import { readManualCode } from '../../support/manual.ts';
import { withPlaces } from '../../support/problems.ts';
import { type BuiltSite, buildSite, essay, type Files, SITE_YAML } from '../../support/site.ts';
import { expectFacts } from '../../support/texts.ts';

const content: Files = {
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01'),
};

/** Builds a site of two essays with these templates. */
function buildWith(templates: Files, more: Files = {}) {
  const named = Object.entries(templates).map(([name, text]) => [`templates/${name}`, text]);
  return buildSite({ ...content, ...more, ...Object.fromEntries(named) });
}

test('the page and the footer of the manual work as they are printed there', async () => {
  const [page = '', footer = '', mark = ''] = readManualCode('templates.md', 'tsx');
  const site = await buildWith({
    'EssayPage.tsx': page,
    'SiteFooter.tsx': footer,
    'shortcodes/Figure.tsx': mark,
  });
  expect(site.report).toBe('');
  expectFacts(site.page('blog/a.html'), {
    title: ['A · Ann Author'],
    '.site-header a:first': ['Ann Author'],
    'main > *': ['A', 'Some words.'],
    '.footer a@href': ['/about'],
  });
  expectFacts(site.page('index.html'), { '.footer': ['© 2026 Ann Author · About'] });
});

test('a component of a mark has texts, but no page', async () => {
  const write = (code: string) => `import { usePage, useTexts } from '../hooks.ts';
export const Sign = () => <b>{${code}}</b>;
`;
  const files = { 'content/essays/c.md': essay('title: C\npublished: 2020-01-02', '::sign\n') };
  const site = await buildWith({ 'shortcodes/Sign.tsx': write("useTexts()('about')") }, files);
  expect(site.page('blog/c.html')('.prose b').text()).toBe('About');
  const failed = await buildWith({ 'shortcodes/Sign.tsx': write('usePage().year') }, files);
  expect(failed.report).toMatch(/usePage\(\) works only in pages/);
});

test('a site replaces some templates, with modules of its own and of the package', async () => {
  const site = await buildWith({
    'EssayCard.tsx': `import type { CardProps } from 'essay-blog';
export function EssayCard({ card }: { readonly card: CardProps }) {
  return <li className="mine" data-url={card.url}>{card.title}</li>;
}
`,
    'AboutPage.tsx': `import type { AboutProps } from 'essay-blog';
import { usePage } from './hooks.ts';
import { Layout } from './Layout.tsx';
export default function AboutPage({ page }: AboutProps) {
  const { site, url } = usePage();
  return <Layout><p id="mine">{site.name}, {page.title}, {url}</p></Layout>;
}
`,
    // React's state and context, from a single copy of React.
    'SiteHeader.tsx': `import React, { createContext, useContext, useState } from 'react';
import * as Everything from 'react';
import { motto } from './parts/motto.ts';
import data from './data.json';
const Name = createContext('none');
function Inner() {
  const [count] = useState(41);
  const isSame = Everything.createElement === React.createElement;
  return <b>{useContext(Name) + (count + 1) + isSame}</b>;
}
export const SiteHeader = () => (
  <header id="top">{motto + data.more}<Name.Provider value="x"><Inner /></Name.Provider></header>
);
`,
    'parts/motto.ts': `import { word } from './word.ts';\nexport const motto = word;\n`,
    'parts/word.ts': `export const word = 'Ever';\n`,
    'data.json': '{ "more": "more " }',
    'NotFoundPage.tsx': `import { Suspense } from 'react';
export default () => <html><body><Suspense fallback="Loading"><p>Here</p></Suspense></body></html>;
`,
  });
  expect(site.report).toBe('');
  expectFacts(site.page('index.html'), { '.essays > .mine': ['A', 'B'] });
  expectFacts(site.page('about.html'), {
    '#mine': ['Ann Author, About, /about'],
    title: ['About · Ann Author'],
  });
  expectFacts(site.page('404.html'), { 'body > *': ['Here'], body: ['Here'] });
  for (const path of ['index.html', 'blog/a.html']) {
    expectFacts(site.page(path), { '#top': ['Evermore x42true'] });
  }
  // All other templates come from the package.
  expectFacts(site.page('blog/a.html'), { '.essay h1': ['A'] });
});

describe('a site replaces the style sheet', () => {
  test('which may import others and use pictures and fonts, all published under a fingerprint', async () => {
    const site = await buildWith({
      'style.css': '@import "./more.css";\nbody { background: url(./paper.png) }\n',
      'more.css':
        '@font-face { font-family: x; src: url("fonts/x.woff2") }\np { color: #010203 }\n',
      'paper.png': 'a picture',
      'fonts/x.woff2': 'a font',
    });
    expect(site.report).toBe('');
    const $ = site.page('index.html');
    const css = site.text($('link[rel=stylesheet]').last().attr('href')?.slice(1) ?? '');
    expect(css).toContain('#010203');
    const urls = [...css.matchAll(/url\("?([^")]+)"?\)/g)].map((match) => match[1] ?? '');
    expect(urls).toHaveLength(2);
    // From the style sheet, in the same folder.
    for (const url of urls) expect(url).toMatch(/^\.\/[a-z]+\.[0-9A-Za-z]+\.[a-z0-9]+$/);
    const texts = urls.map((url) => site.text(`assets/${url.slice(2)}`));
    expect(texts.sort()).toEqual(['a font', 'a picture']);
  });

  test('which may import the style sheet of a package, with fonts in every format', async () => {
    const formats = ['woff2', 'woff', 'ttf', 'otf'];
    const faces = formats.map((format) => `url(fonts/${format}.${format})`);
    const fonts = formats.map((format) => [
      `node_modules/x/dist/fonts/${format}.${format}`,
      format,
    ]);
    const site = await buildWith(
      { 'style.css': '@import "x/dist/x.min.css";\n' },
      {
        'node_modules/x/package.json': '{ "name": "x", "version": "1.0.0" }',
        'node_modules/x/dist/x.min.css': `@font-face{font-family:x;src:${faces.join()}}`,
        ...Object.fromEntries(fonts),
      },
    );
    expect(site.report).toBe('');
    for (const format of formats) {
      const path = site.paths.find((each) => each.startsWith(`assets/${format}.`)) ?? '';
      expect(path).toMatch(/^assets\/\w+\.\w{8}\.\w+$/);
      expect(site.text(path)).toBe(format);
    }
  });

  test('which may not include files of other kinds', async () => {
    const site = await buildWith({
      'style.css': 'p { background: url(a.cur) }\n',
      'a.cur': 'x',
    });
    expect(site.report).toMatch(
      /^error \[template-invalid\] No loader is configured for ".cur" files: .*\n {2}templates\/style\.css:1:17/,
    );
  });

  test('in which an absolute URL refers to a public file, below any base path', async () => {
    const site = await buildWith(
      { 'style.css': 'body { background: url(/images/paper.png) }' },
      {
        'content/site.yaml': 'name: A\nurl: https://me.github.io/blog\nsocialImages: false\n',
        'content/public/images/paper.png': 'x',
      },
    );
    const path = site.paths.find((each) => /style\..*\.css$/.test(each)) ?? '';
    expect(site.text(path)).toContain('url(../images/paper.png)');
  });
});

describe('root paths that templates write', () => {
  const LAYOUT = `import { usePage } from './hooks.ts';
export const Layout = ({ children }) => (
  <html lang="en">
    <head><title>T</title><link rel="stylesheet" href={usePage().head.styleUrls.at(-1)} /></head>
    <body>
      <img src="/logo.svg" srcSet="/logo.svg 1x, /logo.png 2x" alt="" />
      <video poster="/logo.png" style={{ backgroundImage: "url('/logo.png')" }} />
      <a id="none" href="/nothing">x</a> <a id="own" href="/blog/a">a</a> <a id="out" href="//b.example/">b</a>
      <a id="computed" href={\`/years/\${2020}\`}>2020</a> {/* href="/gone" */}
      {children}
    </body>
  </html>
);
`;
  const FILES = {
    'content/site.yaml': 'name: A\nurl: https://me.example/base\nsocialImages: false\n',
    'content/public/logo.svg': 'x',
    'content/public/logo.png': 'x',
    'content/essays/c.md': essay(
      'title: C\npublished: 2020-01-02',
      'As in `<a href="/logo.svg">`.\n',
    ),
  };
  const NOTHING = 'The path `/nothing` leads to nothing in the site';

  test('in HTML of their own, only where they are addresses', async () => {
    const cases: readonly [html: string, expected: string | null][] = [
      [`<script>write('<a href="/docs">')</script>`, null],
      ['<style>a::after { content: \'<a href="/docs">\' }</style>', null],
      ['<textarea><a href="/docs"></textarea>', null],
      ['<!-- <a href="/docs"> -->', null],
      ['<p title=\'<a href="/docs">\'>x</p>', null],
      ['<a href=/logo.svg>x</a>', '<a href=/base/logo.svg>x</a>'],
      ["<a title='>' href='/logo.svg'>x</a>", "<a title='>' href='/base/logo.svg'>x</a>"],
      [
        '<IMG SRC="/logo.svg"><script src="/logo.svg"></script>',
        '<IMG SRC="/base/logo.svg"><script src="/base/logo.svg"></script>',
      ],
    ];
    const inner = cases.map(([html]) => {
      return `<div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(html)} }} />`;
    });
    const layout = LAYOUT.replace('{children}', inner.join(''));
    const site = await buildWith({ 'Layout.tsx': layout }, FILES);
    for (const [html, expected] of cases) {
      expect(site.text('about.html')).toContain(`<div>${expected ?? html}</div>`);
    }
    expect(site.report).not.toContain('/docs');
  });

  test('get the base path, on every page, but for those of a text', async () => {
    const site = await buildWith({ 'Layout.tsx': LAYOUT }, FILES);
    for (const path of ['index.html', 'blog/a.html', 'about.html', '404.html']) {
      expectFacts(site.page(path), {
        'img@src': ['/base/logo.svg'],
        'img@srcset': ['/base/logo.svg 1x, /base/logo.png 2x'],
        'video@poster': ['/base/logo.png'],
        'video@style': ["background-image:url('/base/logo.png')"],
        '#own@href': ['/base/blog/a'],
        '#out@href': ['//b.example/'],
        '#computed@href': ['/base/years/2020'],
      });
      // Those in props have it already.
      expect(site.text(path)).not.toContain('/base/base');
    }
    expect(site.page('blog/c.html')('code').text()).toBe('<a href="/logo.svg">');
  });

  test('are checked at their places, unless they are computed; in a later build, which renders fewer pages, too', async () => {
    const site = await buildWith({ 'Layout.tsx': LAYOUT }, FILES);
    expect(site.report).toMatch(
      /^warning \[link-broken\] The path `\/nothing` leads .*\n {2}templates\/Layout\.tsx:8:26\n/,
    );
    expect(site.codes).toEqual(['link-broken']);
    const again = await site.rebuild({
      'content/essays/d.md': essay('title: D\npublished: 2009-01-02'),
    });
    expect(again.problems.map(({ message }) => message)).toEqual([NOTHING]);
    const less = await site.rebuild({ 'content/public/logo.png': null });
    expect(less.problems.map(({ message }) => message).sort()).toEqual([
      'The path `/logo.png` leads to nothing in the site',
      NOTHING,
    ]);
    const sound = await site.rebuild({
      'content/public/logo.png': 'x',
      'content/pages/nothing.md': essay('title: Nothing'),
    });
    expect(sound.report).toBe('');
  });

  test('of components of marks get it as well, in feeds with the host', async () => {
    const mark = 'export default ({ children }) => <div><a href="/logo.svg">l</a>{children}</div>;';
    const body = ':::logo\n`<a href="/nothing">`\n:::\n';
    const site = await buildWith(
      { 'shortcodes/Logo.tsx': mark },
      { ...FILES, 'content/essays/c.md': essay('title: C\npublished: 2020-01-02', body) },
    );
    expect(site.report).toBe('');
    expect(site.page('blog/c.html')('.prose a').attr('href')).toBe('/base/logo.svg');
    expect(site.page('blog/c.html')('.prose code').text()).toBe('<a href="/nothing">');
    expect(site.text('feed.xml')).toContain('<a href="https://me.example/base/logo.svg">l</a>');
  });
});

test('a site replaces the client script, which may import a file beside it', async () => {
  const site = await buildWith({
    'home.client.ts': `import { word } from './word.ts';\nconsole.log(word satisfies string);\n`,
    'word.ts': `export const word: string = 'Evermore';\n`,
  });
  expect(site.report).toBe('');
  const script = site.page('index.html')('script').attr('src') ?? '';
  expect(site.text(script.slice(1))).toContain('Evermore');
  expect(site.text(script.slice(1))).not.toMatch(/require|import/);
});

describe('a template that throws', () => {
  test('is reported at its line, with the essay that it was rendering and the mapped stack', async () => {
    const site = await buildWith(
      {
        'Prose.tsx': `interface Props {
  readonly html: string;
}

export function Prose({ html }: Props) {
  return <div>{firstWord(html)}</div>;
}

function firstWord(html: string): string {
  if (html.includes('B-word')) throw new RangeError('No such word');
  return html;
}
`,
      },
      { 'content/essays/b.md': essay('title: B\npublished: 2019-01-01', 'B-word.\n') },
    );
    expect(site.commit).toBeNull();
    expect(site.paths).toEqual([]);
    expect(
      site.report,
    ).toBe(`error [template-threw] RangeError while rendering /blog/b (content/essays/b.md): No such word
  templates/Prose.tsx:10:38
  10 |   if (html.includes('B-word')) throw new RangeError('No such word');
     |                                      ^
  RangeError: No such word
      at firstWord (templates/Prose.tsx:10:38)
      at Prose (templates/Prose.tsx:6:16)
  → Fix the template at this line; nothing is written until every page renders.`);
  });

  const page = (statement: string) => `export default function Page() {\n  ${statement};\n}\n`;
  const BELOW = `import { Suspense } from 'react';

function Inner(): never {
  throw new Error('Below');
}
export default () => <html><body><Suspense fallback={<p>Loading</p>}><Inner /></Suspense></body></html>;
`;
  const EARLY = 'const x = [][0] as any;\nexport const y = x.z();\nexport default () => 1;\n';
  const ALWAYS = `export function Prose() {\n  throw new Error('Always');\n}\n`;
  test.each([
    // Of the about page and both essays.
    ['on many pages', 'Prose', ALWAYS, ':2:9 Error while rendering /about: Always (and for 2 more'],
    ['at its top level', 'AboutPage', EARLY, ':2:20 '],
    ['a text', 'AboutPage', page("throw 'no words'"), ' Error while rendering /about: no words'],
    ['a promise', 'NotFoundPage', page('throw Promise.resolve()'), ' Error while rendering /404: '],
    [
      'or is empty',
      'HomePage',
      '',
      ' Error while rendering /: This template has no default export',
    ],
    [
      'or exports what there is not',
      'HomePage',
      "export { default } from './Layout.tsx';",
      ' Error while rendering /: This template has no default export',
    ],
    ['or returns nothing', 'HomePage', page('return'), ' Error while rendering /: The page is em'],
    ['below Suspense', 'AboutPage', BELOW, ':4:9 '],
  ])('%s is reported, and nothing is published', async (_, name, text, report) => {
    const { commit, problems } = await buildWith({ [`${name}.tsx`]: text });
    const told = expect.stringContaining(`template-threw templates/${name}.tsx${report}`);
    expect([commit, withPlaces(problems)]).toEqual([null, [told]]);
  });

  test('and belongs to the package is named as such', async () => {
    const site = await buildWith({ 'Prose.tsx': 'export const Prose = (undefined as any);' });
    expect(new Set(site.codes)).toEqual(new Set(['template-threw']));
    expect(site.report).not.toMatch(/node_modules|pages\.cjs|\/src\//);
  });
});

describe('a template that cannot be compiled', () => {
  const card = (text: string) => ['EssayCard.tsx', text] as const;
  const home = (text: string) => ['HomePage.tsx', text] as const;
  const style = (text: string) => ['style.css', text] as const;
  const client = (text: string) => ['home.client.ts', text] as const;
  const cases: readonly [source: readonly [file: string, text: string], report: string][] = [
    [card('\nexport const EssayCard = () => <li>oh</b>;\n'), ':2:40 Unexpected closing "b" tag'],
    [home('export default () => {\n  return return <p />;\n}\n'), ':2:10 Unexpected "return"'],
    [card(`import { N } from './Nope.tsx';\nN();\n`), ':1:19 Could not resolve "./Nope.tsx"'],
    [card(`import n from 'no-such-package';\nn();\n`), ':1:15 Could not resolve "no-such-package"'],
    [home(`import { N } from './Layout.tsx';\nexport default N;`), ':1:10 No matching export in '],
    [home(`import L from './Layout.tsx';\nexport default L;\n`), ':1:8 No matching export in '],
    [home('export const HomePage = () => <p />;\n'), " This file doesn't export `default`"],
    [
      ['SiteFooter.tsx', 'export default function SiteFooter() { return <p />; }\n'],
      " This file doesn't export `SiteFooter`",
    ],
    [style('@import "./gone.css";\n'), ':1:9 Could not resolve "./gone.css"'],
    [style('p { background: url(./gone.png) }'), ':1:17 Could not resolve "./gone.png"'],
    [client(`import logo from './logo.png';\nlogo;\n`), ':1:18 This cannot be imported: put it'],
    [card(`import logo from './logo.png';\nlogo;\n`), ':1:18 This cannot be imported: put it'],
    [card(`import './card.css';\n`), ':1:8 This cannot be imported: @import it in style.css'],
    [client('const x = ;\n'), ':1:11 Unexpected ";"'],
  ];
  test.each(cases)('%j is reported at its place', async ([file, text], report) => {
    const site = await buildWith({ [file]: text });
    expect(site.commit).toBeNull();
    expect(withPlaces(site.problems)).toEqual([
      expect.stringContaining(`template-invalid templates/${file}${report}`),
    ]);
  });

  test('is reported once per error, along with the errors of the content', async () => {
    const [file, imports] = card(`import a from './a.ts';\nimport b from './b.ts';\na + b;\n`);
    const broken = {
      'content/essays/c.md': essay('published: 2020-01-01'),
      'content/site.yaml': `${SITE_YAML}timezone: Mars\n`,
    };
    const codes = [...(await buildWith({ [file]: imports }, broken)).codes].sort();
    const twice = ['template-invalid', 'template-invalid'];
    expect(codes).toEqual([...twice, 'title-missing', 'value-invalid']);
  });
});

test('a page links the style sheets that its body needs, and the theme last', async () => {
  const bodies = {
    words: 'Words.',
    greek: 'Λόγος.',
    picture: '![A hill](https://other.example/a.png)',
    code: '```js\nlet a = 1;\n```',
    unknown: '```\nlet a = 1;\n```',
    table: '| A |\n| --- |\n| b |',
    notes: 'Words.[^1]\n\n[^1]: A note.',
    all: 'Words.[^1]\n\n```js\n1;\n```\n\n<video src="https://other.example/a.mp4"></video>\n\n[^1]: A note.',
  };
  const write = (name: string, body: string) => {
    return { [`content/essays/${name}.md`]: essay(`title: ${name}\npublished: 2020-01-01`, body) };
  };
  const files = Object.entries(bodies).map(([name, body]) => write(name, body));
  const site = await buildSite(Object.assign({}, ...files));
  const linked = (path: string) => {
    const links = site.page(path)('link[rel="stylesheet"]').toArray();
    const urls = links.map(({ attribs }) => attribs.href ?? '');
    expect(urls.every((url) => site.paths.includes(url.slice(1)))).toBe(true);
    return urls.map((url) => /\/(\w+)\.\w+\.css$/.exec(url)?.[1]).join(' ');
  };
  expect(Object.keys(bodies).map((name) => [name, linked(`blog/${name}.html`)])).toEqual([
    ['words', 'style'],
    ['greek', 'alphabets style'],
    ['picture', 'media style'],
    ['code', 'code style'],
    ['unknown', 'code style'],
    ['table', 'tables style'],
    ['notes', 'notes style'],
    ['all', 'media notes code style'],
  ]);
  expect([linked('index.html'), linked('404.html')]).toEqual(['cards alphabets style', 'style']);
  const edited = await site.rebuild(write('words', bodies.code));
  expect(edited.page('blog/words.html')('link[rel="stylesheet"]')).toHaveLength(2);
});

test('a table or code of a template of the site’s own has its style sheet, too', async () => {
  const own = (shown: string) => `
import { Layout } from './Layout.tsx';
export default function NotFoundPage() {
  return <Layout><h1>Lost</h1><div className="prose">${shown}</div></Layout>;
}
`;
  const linked = (site: BuiltSite, path: string) => {
    const links = site.page(path)('link[rel="stylesheet"]').toArray();
    const urls = links.map(({ attribs }) => attribs.href ?? '');
    expect(urls.every((url) => site.paths.includes(url.slice(1)))).toBe(true);
    return urls.map((url) => /\/(\w+)\.\w+\.css$/.exec(url)?.[1]).join(' ');
  };
  const site = await buildWith(
    { 'NotFoundPage.tsx': own('<table><tbody><tr><td>1</td></tr></tbody></table>') },
    content,
  );
  expect([linked(site, '404.html'), linked(site, 'index.html')]).toEqual([
    'tables style',
    'cards style',
  ]);
  const coded = await site.rebuild({ 'templates/NotFoundPage.tsx': own('<pre>1</pre>') });
  expect(linked(coded, '404.html')).toBe('code style');
  const worded = await site.rebuild({ 'templates/NotFoundPage.tsx': own('<p>&lt;pre&gt;</p>') });
  expect(linked(worded, '404.html')).toBe('style');
});
