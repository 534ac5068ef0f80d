/**
 * Templates of a site that compile, yet do not do what their author expects, and the reports of them.
 */
import { expect, test } from 'vitest';
import { writeOrigin } from '../../../src/theme/template-lint.ts';
import { buildSite, essay, type Files } from '../../support/site.ts';

/** The reports of a site with these templates, as `code file:line:column message → hint`. */
async function report(templates: Files) {
  const named = Object.entries(templates).map(([name, text]) => [`templates/${name}`, text]);
  const site = await buildSite({
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
    ...Object.fromEntries(named),
  });
  const first = site.problems.map(({ code, file, line, column, message, hint }) => {
    const place = [file, line, column].filter((part) => part !== null).join(':');
    return `${code} ${place} ${message} → ${hint}`;
  });
  const again = await site.rebuild();
  expect(again.problems, 'from the cache').toEqual(site.problems);
  return first;
}

/** A component, under the names of all that are replaced below. */
const component = (body: string, head = '') =>
  `${head}const C = () => <li>${body}</li>;
export { C as CallToAction, C as EssayCard, C as EssayDate, C as SiteFooter, C as SiteHeader };
`;

/** Templates by their names, each with one mistake: what it holds, and what is said of it. */
const MISTAKES: Readonly<Record<string, readonly [text: string, ...words: string[]]>> = {
  'EssayCard.tsx': [component('<b onClick={() => 1} />'), 'handler-ignored', '`onClick` has no'],
  'EssayDate.tsx': [component('{Date.now()}'), 'template-impure', '`Date.now` depends on more'],
  'SiteFooter.tsx': [component('', `import { a } from 'node:fs';\na;`), '`node:fs` depends'],
  'CallToAction.tsx': [component('{Math.random()}'), 'template-impure', '`Math.random`'],
  'SiteHeader.tsx': [component('', 'fetch("x").catch(() => 1);\n'), 'template-impure', '`fetch`'],
  'shortcodes/Poll.tsx': [
    'export default () => <p><script src="https://p.example/p.js"\n  data-id="1" async /></p>;',
    'script-moved',
    '`async` makes',
  ],
  'homepage.tsx': ['x', 'file-unused', 'mean templates/HomePage.tsx?'],
  'EsayPage.tsx': ['x', 'file-unused', 'mean templates/EssayPage.tsx?'],
  'styles/cod.css': ['', 'file-unused', 'mean templates/styles/code.css?'],
  'mine/extra.css': ['', 'file-unused', '`@import "./mine/extra.css";`'],
  'style.scss': ['', 'file-unused', 'mean templates/style.css?'],
  // As by `blog eject`.
  'styles/code.css': ['/* Code. */\nx { color: ', 'style-invalid', ':2:12 Expected', '→ Fix the'],
  'styles/prose.css': ['.a{color:red}} .b{c:d}', 'style-invalid', 'Unexpected "}"'],
  'styles/cards.css': ['a { colour: red; heigth: 1px }', ':1:18 ', 'Did you mean height?'],
  'a.client.ts': ['', 'file-unused', 'load it with `<Script>`'],
};

test('each mistake is reported, once', async () => {
  const texts = Object.entries(MISTAKES).map(([name, [text]]) => [name, text]);
  const found = await report(Object.fromEntries(texts));
  const placeOf = (line: string) => /^\S+ templates\/([^ :]+)/.exec(line)?.[1];
  expect(found.map(placeOf).sort()).toEqual(Object.keys(MISTAKES).sort());
  for (const line of found) {
    const [, ...words] = MISTAKES[placeOf(line) ?? ''] ?? [''];
    for (const word of words) expect(line).toContain(word);
  }
});

const SCRIPT = `import { Script } from './Script.tsx';\n`;
test('code that only looks like a mistake is not reported', async () => {
  const found = await report({
    'EssayCard.tsx': component('{/* onClick={x} Date.now() */}', '// new Date()\n'),
    'EssayDate.tsx': component('{new Date(0).getTime()}', 'const f = () => ({ a: <p /> });\n'),
    'SiteHeader.tsx': component('<b title="onClick=">fetch (it), Date.now</b>'),
    'SiteFooter.tsx': component('<Script src="./a.client.ts" />', SCRIPT),
    'Layout.tsx': `import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
export const Layout = ({ children }) => (
  <html>
    <head><script src="https://s.example/s.js" async /></head>
    <body><SiteHeader />{children}<SiteFooter /></body>
  </html>
);`,
    'CallToAction.tsx': component('<script src="https://s.example/s.js" defer data-x="async" />'),
    'a.client.ts': `import { now } from './b.ts';\ndocument.title = String(now + Date.now());\n`,
    'b.ts': 'export const now = new Date().getFullYear();\n',
    'styles/code.css': 'a { b: c; &:has(d) { e: f } } @media (x >= 1px) { g {} }',
    // Types, tests, notes.
    ...{ 'a.d.ts': '', 'b.test.tsx': '', 'README.md': '', '.x.ts': '' },
    // The site has no cards, and its home page no filter.
    'SocialCard.tsx': 'export default () => null;',
    'HomePage.tsx': 'export default () => <p>x</p>;',
    'TagFilter.tsx': 'x',
  });
  expect(found).toEqual([]);
});

test('a copy is reported once its original has changed, with what to write then', async () => {
  const copy = (fingerprint: string) => ({
    'EssayCard.tsx': `// ${writeOrigin('essay-blog 0.0.9', fingerprint)}\nexport const EssayCard = () => null;\n`,
  });
  const [found = '', ...others] = await report(copy('0123456789'));
  expect(others).toEqual([]);
  expect(found).toMatch(/^template-outdated templates\/EssayCard\.tsx:1:4 .* essay-blog 0\.0\.9 →/);
  const [, fingerprint = ''] = /\((.*)\)/.exec(found) ?? [];
  expect(await report(copy(fingerprint))).toEqual([]);
});
