/**
 * Templates of a site that compile and yet do not do what their author expects, and what is said of them.
 */
import { expect, test } from 'vitest';
import { writeOrigin } from '../../src/render/template-slips.ts';
import { buildSite, essay, type Files } from '../support/site.ts';

/** The reports of a site with these templates, as `code file:line:column message → hint`. */
async function report(templates: Files, settings?: Files) {
  const named = Object.entries(templates).map(([name, text]) => [`templates/${name}`, text]);
  const site = await buildSite({
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
    ...settings,
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

const card = (body: string, head = '') => ({
  'EssayCard.tsx': `${head}export const EssayCard = () => <li>${body}</li>;\n`,
});

test.each<[what: string, templates: Files, words: readonly string[]]>([
  ['a handler', card('<b onClick={() => 1}>x</b>'), ['handler-ignored', '`onClick` has no effect']],
  ['a clock', card('{Date.now()}'), ['template-impure', '`Date.now` reads what is not']],
  ['a file', card('', `import 'react';\nimport { a } from 'node:fs';\na;`), ['`node:fs` reads']],
  ['chance', card('{Math.random()}'), ['template-impure', '`Math.random`']],
  ['another host', card('', 'fetch("x").catch(() => 1);\n'), ['template-impure', '`fetch`']],
  [
    'a name in lower case',
    { 'homepage.tsx': 'x' },
    ['file-unused', 'mean templates/HomePage.tsx?'],
  ],
  ['a mistyped name', { 'EsayPage.tsx': 'x' }, ['file-unused', 'mean templates/EssayPage.tsx?']],
  [
    'a mistyped style',
    { 'styles/cod.css': '' },
    ['file-unused', 'mean templates/styles/code.css?'],
  ],
  [
    'a brace that is not closed, as by `blog eject`',
    { 'styles/code.css': '/* Code. */\nx { color: ' },
    ['style-invalid templates/styles/code.css:2:12 Expected "}"', '→ Fix the rule here'],
  ],
  ['a brace too many', { 'styles/code.css': '.a{color:red}} .b{c:d}' }, ['Unexpected "}"']],
  [
    'a mistyped property',
    { 'styles/code.css': 'a { colour: red; heigth: 1px }' },
    ['style-invalid templates/styles/code.css:1:18', 'Did you mean height?'],
  ],
  ['a script that no page has', { 'a.client.ts': '' }, ['file-unused', 'load it with `<Script>`']],
])('%s is reported', async (_, templates, words) => {
  const found = await report(templates);
  expect(found).toHaveLength(1);
  for (const word of words) expect(found[0]).toContain(word);
  expect(found[0]).toContain(` templates/${Object.keys(templates)[0]}`);
});

test.each<[what: string, templates: Files]>([
  ['comments about them', card('{/* onClick={x} Date.now() */}', '// new Date()\n')],
  ['a date that is given', card('{new Date(0).getTime()}')],
  ['words like them', card('<b title="onClick=">fetch (it), Date.now</b>')],
  [
    'client scripts and what they import',
    {
      ...card('<Script src="./a.client.ts" />', `import { Script } from './Script.tsx';\n`),
      'a.client.ts': `import { now } from './b.ts';\ndocument.title = String(now + Date.now());\n`,
      'b.ts': 'export const now = new Date().getFullYear();\n',
    },
  ],
  [
    'style sheets',
    { 'styles/code.css': 'a { b: c; &:has(d) { e: f } } @media (x >= 1px) { g {} }' },
  ],
  ['types, tests, notes', { 'a.d.ts': '', 'b.test.tsx': '', 'README.md': '', '.x.ts': '' }],
  ['a card of a site without cards', { 'SocialCard.tsx': 'export default () => null;' }],
  ['a template that another one replaces', { 'TagFilter.tsx': 'x', ...card('') }],
])('nothing is said of %s', async (_, templates) => {
  const own =
    'TagFilter.tsx' in templates ? { 'HomePage.tsx': `export default () => <p>x</p>;` } : {};
  expect(await report({ ...templates, ...own })).toEqual([]);
});

test('a copy is reported once its original has changed, with what to write then', async () => {
  const copy = (fingerprint: string) => ({
    'EssayCard.tsx': `// ${writeOrigin('0.0.9', fingerprint)}\nexport const EssayCard = () => null;\n`,
  });
  const [found = '', ...others] = await report(copy('0123456789'));
  expect(others).toEqual([]);
  expect(found).toMatch(
    /^template-outdated templates\/EssayCard\.tsx:1:4 .* since essay-blog 0\.0\.9 →/,
  );
  const [, fingerprint = ''] = /\((.*)\)/.exec(found) ?? [];
  expect(await report(copy(fingerprint))).toEqual([]);
});
