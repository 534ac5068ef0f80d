/**
 * The JSON Schemas of the package: they accept what the parser accepts, reject what an editor can know to be wrong,
 * and describe each key as the manual does.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { CONFIG_KEYS, parseConfig } from '../../../src/essays/config.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../../../src/essays/front-matter.ts';
import { readTable } from '../../../src/essays/key-table.ts';
import { hasErrors } from '../../../src/problems/problems.ts';
import { packageRoot } from '../../support/site.ts';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const schemas = {
  site: JSON.parse(read('dist/schemas/site.json')),
  essay: JSON.parse(read('dist/schemas/front-matter.json')),
};
const ajv = new Ajv({ strict: true, allowUnionTypes: true, keywords: ['doNotSuggest'] });
const [isSite, isEssay] = [ajv.compile(schemas.site), ajv.compile(schemas.essay)];
const parse = (yaml: string) => load(yaml, { schema: CORE_SCHEMA });

test('have every key of the parser, with its default and a description', () => {
  for (const [schema, table] of [
    [schemas.site, CONFIG_KEYS],
    [schemas.essay, FRONT_MATTER_KEYS],
  ]) {
    const own = Object.entries<{ description?: string; doNotSuggest?: true }>(schema.properties);
    const suggested = own.filter(([, each]) => !each.doNotSuggest).map(([key]) => key);
    expect(suggested).toEqual(Object.keys(table));
    expect(own.filter(([, each]) => !each.description)).toEqual([]);
  }
  const described = { default: 200, description: 'for the read time' };
  expect(schemas.site.properties.wordsPerMinute).toMatchObject(described);
  expect(schemas.essay.properties.pubDate).toMatchObject({ description: '`published`' });
});

describe('agree with the parser about', () => {
  const NEEDED = 'name: A\nurl: https://a.example\n';

  /** Whether the schema and the parser accept a line of site.yaml. */
  function judgeSite(line: string): [boolean, boolean] {
    const yaml = `${NEEDED}${line}\n`;
    const { problems } = parseConfig({ path: 'content/site.yaml', bytes: Buffer.from(yaml) });
    return [isSite(parse(yaml)), !hasErrors(problems)];
  }

  test.each([
    ...['title: 1984', 'intro:', 'originals: true', 'feedItems: 5', 'slugs: file', 'gone: /a'],
    ...['x: https://x.com/a', 'gone: [/a, /b]', 'redirects: { /a: /b }'],
    'analytics: { outbound: https://a.example }',
    ...['colors: { ink: black, dark: { ink: white } }', 'colorScheme: dark', 'head: <meta name=a>'],
    ...[
      'head: [<meta name=a>, <meta name=b>]',
      'dates: month',
      'languages: { de: , fr: { nav: a } }',
    ],
  ])('site.yaml with `%s`', (line) => expect(judgeSite(line)).toEqual([true, true]));

  test.each([
    ...['title: [a]', 'originals: maybe', 'feedItems: 0', 'feedItems: many', 'slugs: names'],
    ...['x: "@a"', 'gone: { a: b }', 'redirects: /a', 'analytics: { outbound: a }', 'colors: red'],
    ...['colorScheme: black', 'head: { a: b }', 'dates: short'],
    ...['languages: de', 'languages: { de: A }', 'languages: { de: { dates: short } }'],
  ])('wrong site.yaml with `%s`', (line) => expect(judgeSite(line)).toEqual([false, false]));

  function judgeEssay(line: string): [boolean, boolean] {
    const file = { path: 'content/essays/a.md', bytes: Buffer.from(`---\n${line}\n---\n`) };
    const source = readFrontMatter(file);
    readTable(FRONT_MATTER_KEYS, source);
    return [isEssay(parse(line)), !hasErrors(source.problems)];
  }

  test.each([
    ...['date: 2020-12-03 22:15', 'published: false', 'tags: a, b', 'tags: [a, 2]', 'draft: yes'],
    ...['publishedTimestamp: 1607051700000', 'cover: { image: a.jpg, caption: A }', 'dir: rtl'],
    'layout: { any: thing }',
  ])('front matter with `%s`', (line) => expect(judgeEssay(line)).toEqual([true, true]));

  test.each(['slug: { a: b }', 'draft: soon', 'dir: up'])('wrong front matter with `%s`', (line) =>
    expect(judgeEssay(line)).toEqual([false, false]),
  );

  test.each(['name: A\n', `${NEEDED}tilte: A\n`])('the missing or unknown key in %j', (yaml) => {
    expect(isSite(parse(yaml))).toBe(false);
  });
});

test('accept the sample site and what `blog init` writes', () => {
  expect([isSite(parse(read('content/site.yaml'))), isSite.errors]).toEqual([true, null]);
  const starter = read('src/starter/site.yaml')
    .replace('{{url}}', 'https://a.example')
    .replace('{{words}}', '');
  expect(isSite(parse(starter.replaceAll(/\{\{\w+\}\}/g, 'A')))).toBe(true);
});
