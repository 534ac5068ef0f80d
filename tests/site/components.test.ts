/**
 * Components in templates/shortcodes/: their props, their output in pages and feeds, and their errors.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawPhoto } from '../support/pictures.ts';
import { withPlaces } from '../support/problems.ts';
import { type BuiltSite, buildSite, essay, type Files } from '../support/site.ts';

const FIGURE = 'templates/shortcodes/Figure.tsx';
const A = 'content/essays/a.md';
const ECHO = `import type { ShortcodeProps } from 'essay-blog';
export function Figure({ children, ...props }: ShortcodeProps) {
  return <figure data-props={JSON.stringify(props)}>{children}{children && <hr />}</figure>;
}
`;
const write = (body: string, frontMatter = ''): Files => ({
  [A]: essay(`title: A\npublished: 2020-01-01\n${frontMatter}`, body),
});
/** All sites share their cache, so that equal templates are compiled once. */
let cacheDir: string;
beforeAll(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'blog-cache-'));
  return () => rmSync(cacheDir, { recursive: true });
});
const build = (body: string, more: Files = {}) =>
  buildSite({ [FIGURE]: ECHO, ...write(body), ...more }, { cacheDir });

/** The props of the first figure on a page. */
const propsOf = (site: BuiltSite, page = 'blog/a.html') =>
  JSON.parse(site.page(page)('figure').first().attr('data-props') ?? 'null');

test('a component receives its attributes, its label and its content', async () => {
  const site = await build(
    'Before.\n\n:::figure[The title]{a="&lt;b>" n="2"}\nAn *aside*.\n:::\n\n::figure\n',
  );
  expect(site.report).toBe('');
  expect(propsOf(site)).toEqual({ a: '<b>', n: '2', title: 'The title' });
  const html = site.page('blog/a.html')('.prose').html() ?? '';
  expect(html.replace(/\n/g, '').replace(/ data-props="[^"]*"/g, '')).toBe(
    '<p>Before.</p><figure><p>An <em>aside</em>.</p><hr></figure><figure></figure>',
  );
});

test('a page with a component has the styles of whatever that may render', async () => {
  const site = await build('A.\n\n::figure\n', {
    [FIGURE]:
      'export const Figure = () => <><pre>x</pre><table><tbody><tr><td /></tr></tbody></table></>;',
    'content/essays/b.md': essay('title: B\npublished: 2020-01-01'),
  });
  const listStyles = (page: string) =>
    site
      .page(page)('link[rel=stylesheet]')
      .get()
      .map(({ attribs }) => /(\w+)\.\w+\.css$/.exec(attribs.href ?? '')?.[1]);
  expect(listStyles('blog/a.html')).toEqual(['media', 'code', 'tables', 'style']);
  expect(listStyles('blog/b.html')).toEqual(['style']);
});

test('a picture of a component is not preloaded, in pages or feeds, and a script stays in its place', async () => {
  const site = await build('::figure{src="/x.png"}\n', {
    [FIGURE]:
      'export const Figure = ({ src }) => <p><img src={src} alt="" /><script async src="/z.js" /><img src="/y.png" alt="" /></p>;',
    'content/public/x.png': '',
  });
  expect(site.page('blog/a.html')('.prose').html()).toBe(
    '<p><img src="/x.png" alt=""><script async="" src="/z.js"></script><img src="/y.png" alt=""></p>\n',
  );
  expect(site.text('feed.xml')).not.toContain('preload');
});

describe('an attribute that React would refuse', () => {
  const BOX = 'export const Figure = (props) => <figure {...props} />;\n';

  test('is a style, or is ignored as in HTML', async () => {
    const cases = {
      'style="color: red; background-color: BLUE;"': ' style="color:red;background-color:BLUE"',
      'style="--gap: 1px; -webkit-hyphens: auto"': ' style="--gap:1px;-webkit-hyphens:auto"',
      'style="background: url(data:image/gif;base64,AA)"':
        ' style="background:url(data:image/gif;base64,AA)"',
      'style="font-family: \'A; B\', serif"': ' style="font-family:\'A; B\', serif"',
      'style="wide"': '',
      style: '',
      'style="wide" title="T"': ' title="T"',
    };
    const body = Object.keys(cases).map((written) => `::figure{${written}}\n\n`);
    const site = await build(body.join(''), { [FIGURE]: BOX });
    const html = site.page('blog/a.html')('.prose').html()?.trim().split(/\n+/);
    const expected = Object.values(cases).map((written) => `<figure${written}></figure>`);
    expect([html, site.report]).toEqual([expected, '']);
  });

  test('reaches a component that uses it itself', async () => {
    const site = await build('::figure{style="wide"}\n');
    expect(propsOf(site)).toEqual({ style: 'wide' });
  });

  test('children="" of an element that has none is left out', async () => {
    const box = 'export const Figure = (props) => <hr {...props} />;\n';
    const site = await build('::figure{children="x"}\n', { [FIGURE]: box });
    expect([site.page('blog/a.html')('.prose').html()?.trim(), site.report]).toEqual(['<hr>', '']);
  });

  test('leaves other errors of the component alone', async () => {
    const throws = "export const Figure = () => { throw new Error('Broken'); };\n";
    const site = await build('::figure{style="color: red"}\n', { [FIGURE]: throws });
    expect(site.codes).toEqual(['template-threw']);
  });
});

test('words, excerpt and links of content count as those of the essay', async () => {
  const site = await build(':::figure{alt="unseen"}\nOne [two](/gone) three.\n:::\n');
  expect(site.codes).toEqual(['link-broken']);
  expect(site.site?.essays[0]).toMatchObject({ excerpt: 'One two three.', readTime: 1 });
});

describe('a URL', () => {
  const yaml = 'name: Ann\nurl: https://ann.example/base\nsocialImages: false\n';

  test('of a picture, an essay or a file is resolved as links are, and absolute in feeds', async () => {
    const photo = await drawPhoto(600, 400).jpeg().toBuffer();
    const site = await build('::figure{src="p q.jpg" href="b.md" title="p.jpg" thumb="/x.png"}\n', {
      'content/site.yaml': yaml,
      'content/essays/p q.jpg': photo,
      'content/public/x.png': '',
      'content/essays/b.md': essay('title: B\npublished: 2019-01-01'),
    });
    const props = propsOf(site);
    const { src, href, title, thumb, width, height, loading } = props;
    expect({ href, title, thumb, width, height, loading }).toEqual({
      ...{ href: '/base/blog/b', title: 'p.jpg', thumb: '/base/x.png' },
      ...{ width: '600', height: '400', loading: 'lazy' },
    });
    expect(site.paths).toContain(decodeURI(src).replace('/base/', ''));
    expect(site.text('feed.xml')).toContain(`https://ann.example${href}`);
    expect(site.text('feed.xml')).toContain(`https://ann.example/base/x.png`);
  });

  test.each([
    ['::figure{src="gone.jpg"}', 'image-missing', '5:15'],
    ['::figure{href="/gone"}', 'link-broken', '5:16'],
    ['::figure{href="javascript:alert(1)"}', 'script-url', '5:16'],
  ])('that leads nowhere is reported: %s', async (body, code, place) => {
    const site = await build(`${body}\n`);
    expect(withPlaces(site.problems).join()).toContain(`${code} ${A}:${place} `);
    expect(site.text('blog/a.html')).not.toContain('javascript:');
  });

  test('several times is reported at each place', async () => {
    const site = await build('::figure{src="gone.jpg"}\n\n'.repeat(3));
    const places = site.problems.filter(({ code }) => code === 'image-missing');
    expect(places.map(({ line }) => line)).toEqual([5, 7, 9]);
  });
});

test('feeds and the biography get components as well; scripts stay out of feeds', async () => {
  const script = `<script dangerouslySetInnerHTML={{ __html: 'go()' }} />`;
  const site = await buildSite({
    [FIGURE]: `export default () => <p>Drawn{${script}}</p>;\n`,
    'content/about.md': 'I am:\n\n::figure\n',
    ...write('::figure\n'),
  });
  expect(site.page('about.html')('main').text()).toContain('Drawn');
  expect(site.text('feed.xml')).toMatch(/Drawn(?!.*go\(\))/);
  // The policy of the site lets the script run.
  const hash = createHash('sha256').update('go()').digest('base64');
  expect(site.text('_headers')).toContain(`'sha256-${hash}'`);
});

test('feeds keep what only looks like a script', async () => {
  const html = [
    '<!-- <script> --><p>one</p><!-- </script> -->',
    '<xmp><style></xmp><p>two</p>',
    `<b title='<script>'>t</b><SCRIPT src='x'>go()</script><p title=" onclick=x() b=">three</p>`,
    '<svg><style>a{}</style><title>s</title></svg><script/>go()</script><p>four</p>',
  ];
  const text = `export default () => <div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(html.join(''))} }} />;\n`;
  const site = await buildSite({ [FIGURE]: text, ...write('::figure\n') });
  const feed = JSON.parse(site.text('feed.json'));
  expect(feed.items[0].content_html).toContain(
    '<p>one</p><xmp><style></xmp><p>two</p><b title="&lt;script&gt;">t</b>' +
      '<p title=" onclick=x() b=">three</p><svg><title>s</title></svg><p>four</p>',
  );
});

describe('an error', () => {
  test('in a component names its line, and the mark', async () => {
    const text = 'export default function Figure() {\n  throw new Error("no");\n}\n';
    const site = await build('Words.\n\n::figure\n', { [FIGURE]: text });
    expect(site.commit).toBeNull();
    const message = `Error while rendering the component in ${A}:7: no`;
    expect(withPlaces(site.problems)[0]).toMatch(`template-threw ${FIGURE}:2:9 ${message}`);
  });

  test('caused by a value names the essay that gives it, and its line', async () => {
    const text = "export default ({ count }) => <b>{'*'.repeat(count)}</b>;\n";
    const site = await build('Words.\n\n::figure{count=-1}\n\n::figure{count=3}\n', {
      [FIGURE]: text,
    });
    const [problem] = site.problems.filter(({ code }) => code === 'template-threw');
    expect(withPlaces(site.problems)[0]).toContain(
      `template-threw ${A} RangeError while rendering the component in ${A}:7: Invalid count value: -1`,
    );
    expect([problem?.hint, problem?.cause]).toEqual([
      `Correct the value there, or have ${FIGURE} accept it.`,
      expect.stringContaining(`(${FIGURE}:1:`),
    ]);
  });

  test.each([
    ['export const other = 1;\n', 'template-threw'],
    ['\n', 'template-threw'],
    ['export default () => <p>;\n', 'template-invalid'],
  ])('of a file that has no component is reported: %s', async (text, code) => {
    const site = await build('::figure\n', { [FIGURE]: text });
    expect(site.codes).toContain(code);
    expect(site.problems.every(({ file }) => file === FIGURE)).toBe(true);
    if (code === 'template-threw') expect(site.report).toContain('export a component');
  });
});

test('an essay in MDX stops the build', async () => {
  const site = await buildSite({
    'content/essays/x.mdx': essay('title: X\npublished: 2020-01-01', '<Figure n={1} />\n'),
  });
  expect(site.codes).toContain('essay-format');
  expect(site.commit).toBeNull();
});

describe('a block of code in a language that isn’t highlighted', () => {
  const DRAW = `export const Mermaid = ({ code, children }) => <figure data-code={code}>{children}</figure>;\n`;
  const files = { 'templates/shortcodes/Mermaid.tsx': DRAW };
  const CODE = 'a --> "b" & <c>\n\n  x.png';
  const fence = (prefix: string) =>
    ['```Mermaid', ...CODE.split('\n'), '```'].map((line) => prefix + line).join('\n');

  test.each([
    ['in a paragraph of its own', fence('')],
    ['in a list', `- One\n\n${fence('  ')}`],
    ['in a quotation', fence('> ')],
  ])('%s is rendered by the component of its name', async (_, written) => {
    const site = await build(`Before.\n\n${written}\n\nAfter.\n`, files);
    expect(site.report).toBe('');
    const figure = site.page('blog/a.html')('.prose figure');
    expect([figure.length, figure.attr('data-code')]).toEqual([1, CODE]);
    expect(figure.find('pre > code.language-Mermaid').text()).toBe(`${CODE}\n`);
  });

  test('stays code and is reported without a component, but a component never takes highlighted code', async () => {
    const site = await build('```mermaid\nx\n```\n\n```js\ny\n```\n', {
      'templates/shortcodes/Js.tsx': 'export const Js = () => <b>drawn</b>;\n',
    });
    expect(site.codes).toEqual(['code-language-unknown']);
    expect(site.page('blog/a.html')('.prose').text()).not.toContain('drawn');
  });

  test('is rendered again when its component changes, and says which essay it fails in', async () => {
    const site = await build('```mermaid\nx\n```\n', files);
    const changed = await site.rebuild({
      'templates/shortcodes/Mermaid.tsx': 'export const Mermaid = ({ code }) => <i>{code}</i>;\n',
    });
    expect(changed.page('blog/a.html')('.prose i').text()).toBe('x');
    const failed = await changed.rebuild({
      'templates/shortcodes/Mermaid.tsx':
        "export const Mermaid = () => { throw new Error('No'); };\n",
    });
    expect(failed.report).toContain(
      'while rendering a block of Mermaid in content/essays/a.md: No',
    );
    const without = await failed.rebuild({ 'templates/shortcodes/Mermaid.tsx': null });
    expect(without.codes).toEqual(['code-language-unknown']);
  });
});

test('paths of films, sounds and captions are resolved under any name, but not in texts', async () => {
  const site = await build('::figure{captions="talk.vtt" sound="x.mp3" title="talk.vtt"}\n', {
    'content/essays/talk.vtt': 'WEBVTT',
    'content/essays/x.mp3': 'x',
  });
  expect(site.report).toBe('');
  const { captions, sound, title } = propsOf(site);
  expect(captions).toMatch(/^\/assets\/talk\.\w+\.vtt$/);
  expect(sound).toMatch(/^\/assets\/x\.\w+\.mp3$/);
  expect(title).toBe('talk.vtt');
});
