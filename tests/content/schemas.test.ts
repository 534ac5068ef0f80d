/**
 * The JSON Schemas of the package: they accept what the parser accepts, refuse what editors can know to be wrong,
 * and say of each key what the manual says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { CONFIG_KEYS, parseConfig } from '../../src/content/config.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../../src/content/front-matter.ts';
import { readTable } from '../../src/content/values.ts';
import { hasErrors } from '../../src/problems.ts';
import { packageRoot } from '../support/site.ts';

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
    const own = Object.entries(
      schema.properties as Record<string, { description?: string; doNotSuggest?: true }>,
    );
    expect(own.filter(([, each]) => !each.doNotSuggest).map(([key]) => key)).toEqual(
      Object.keys(table),
    );
    expect(own.filter(([, each]) => !each.description)).toEqual([]);
  }
  expect(schemas.site.properties.wordsPerMinute).toMatchObject({
    default: 200,
    description: 'for the read time',
  });
  expect(schemas.essay.properties.pubDate).toMatchObject({ description: '`published`' });
});

describe('judge as the parser does', () => {
  const NEEDED = 'name: A\nurl: https://a.example\n';
  test.each<[line: string, isGood: boolean]>([
    ['title: 1984', true],
    ['title: [a]', false],
    ['intro:', true],
    ['originals: true', true],
    ['originals: maybe', false],
    ['feedItems: 5', true],
    ['feedItems: 0', false],
    ['feedItems: many', false],
    ['slugs: file', true],
    ['slugs: names', false],
    ['x: https://x.com/a', true],
    ['x: "@a"', false],
    ['gone: /a', true],
    ['gone: [/a, /b]', true],
    ['gone: { a: b }', false],
    ['redirects: { /a: /b }', true],
    ['redirects: /a', false],
    ['analytics: { outbound: https://a.example }', true],
    ['analytics: { outbound: a }', false],
  ])('site.yaml with `%s`', (line, isGood) => {
    const yaml = `${NEEDED}${line}\n`;
    const { problems } = parseConfig({ path: 'content/site.yaml', bytes: Buffer.from(yaml) });
    expect([isSite(parse(yaml)), !hasErrors(problems)]).toEqual([isGood, isGood]);
  });

  test.each<[line: string, isGood: boolean]>([
    ['date: 2020-12-03 22:15', true],
    ['published: false', true],
    ['tags: a, b', true],
    ['tags: [a, 2]', true],
    ['tags: { a: b }', false],
    ['draft: yes', true],
    ['draft: soon', false],
    ['publishedTimestamp: 1607051700000', true],
    ['cover: { image: a.jpg, caption: A }', true],
    ['dir: rtl', true],
    ['dir: up', false],
    ['layout: { any: thing }', true],
  ])('front matter with `%s`', (line, isGood) => {
    const file = { path: 'content/essays/a.md', bytes: Buffer.from(`---\n${line}\n---\n`) };
    const source = readFrontMatter(file);
    readTable(FRONT_MATTER_KEYS, source);
    expect([isEssay(parse(line)), !hasErrors(source.problems)]).toEqual([isGood, isGood]);
  });

  test.each(['name: A\n', `${NEEDED}tilte: A\n`])(
    'what is missing or unknown in %j is found',
    (yaml) => {
      expect(isSite(parse(yaml))).toBe(false);
    },
  );
});

test('accept the sample site and what `blog init` writes', () => {
  expect([isSite(parse(read('content/site.yaml'))), isSite.errors]).toEqual([true, null]);
  const starter = read('src/starter/site.yaml').replace(/\{\{url\}\}/, 'https://a.example');
  expect(isSite(parse(starter.replaceAll(/\{\{\w+\}\}/g, 'A')))).toBe(true);
  const essays = readdirSync(join(packageRoot, 'content/essays'), {
    recursive: true,
    encoding: 'utf8',
  });
  const fronts = essays.flatMap((path) => {
    const front =
      /\.(md|html|txt)$/.test(path) &&
      /^---\n(.*?\n)---\n/s.exec(read(`content/essays/${path}`))?.[1];
    return front ? [{ path, isGood: isEssay(parse(front)) }] : [];
  });
  expect(fronts.length).toBeGreaterThan(10);
  expect(fronts.filter(({ isGood }) => !isGood)).toEqual([]);
});
