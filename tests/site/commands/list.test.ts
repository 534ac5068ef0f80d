/**
 * `blog list`: every essay with its state, and the ones that are asked for.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { type ListOptions, runList } from '../../../src/cli/list.ts';
import { essay, makeRequest, makeSite, packageRoot, SITE_YAML } from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const of = (name: string, lines: string, body = 'Two words.') => ({
  [`content/essays/${name}.md`]: essay(`title: ${name}\n${lines}`, body),
});
const FILES = {
  'content/site.yaml': `${SITE_YAML}publishFuture: false\ntimezone: America/New_York\n`,
  'content/pages/books.md': '---\ntitle: Books\n---\nA page.\n',
  ...of('one', 'published: 2020-01-02\ntags: [walks, C++]', 'One word more here.'),
  ...of('two', 'published: 2019-05-06T01:00:00Z\nunlisted: true\ntags: [walks]'),
  ...of('idea', 'tags: [ideas]'),
  ...of('later', 'published: 2099-01-01'),
  ...of('mine', 'published: 2018-01-01\nprivate: true'),
  ...of('sale', 'published: 2017-01-01\nexpires: 2018-01-01'),
};

async function list(options: ListOptions, files = FILES) {
  const terminal = makeTerminal();
  const code = await runList(makeRequest(makeSite(files)), options, terminal);
  return { code, ...terminal.texts };
}

const ROWS = {
  idea: '            draft           2 words  /blog/idea  #ideas',
  later: '2099-01-01  scheduled       2 words  /blog/later',
  one: '2020-01-02  published       4 words  /blog/one  #walks #C++',
  two: '2019-05-05  unlisted        2 words  /blog/two  #walks',
  mine: '2018-01-01  private         2 words  /blog/mine',
  sale: '2017-01-01  expired         2 words  content/essays/sale.md',
};
const { idea, later, one, two, mine, sale } = ROWS;

test.each<[ListOptions, readonly string[]]>([
  [{}, [idea, later, one, two, mine, sale, '6 essays, 14 words']],
  [{ tag: 'walks' }, [one, two, '2 essays, 6 words']],
  [{ drafts: true }, [idea, later, '2 essays, 4 words']],
  [{ hidden: true }, [two, mine, sale, '3 essays, 6 words']],
  [{ hidden: true, tag: 'walks' }, [two, '1 essay, 2 words']],
  [{ hidden: true, drafts: true, tag: 'ideas' }, [idea, '1 essay, 2 words']],
  [{ tag: 'none' }, ['0 essays, 0 words']],
])('%j', async (options, lines) => {
  expect(await list(options)).toEqual({ code: 0, out: `${lines.join('\n')}\n`, err: '' });
});

test('as JSON, each essay has its file and title', async () => {
  const { out } = await list({ json: true, drafts: true });
  const schema = JSON.parse(readFileSync(join(packageRoot, 'docs/json.schema.json'), 'utf8'));
  const validate = new Ajv({ allowUnionTypes: true, formats: { date: true } }).compile(
    schema.$defs.list,
  );
  expect([validate(JSON.parse(out)), validate.errors]).toEqual([true, null]);
  expect(JSON.parse(out).essays[0]).toEqual({
    file: 'content/essays/idea.md',
    title: 'idea',
    date: null,
    state: 'draft',
    tags: ['ideas'],
    words: 2,
    address: '/blog/idea',
  });
});

test('an essay with an error is listed, and the error is shown', async () => {
  const { code, out, err } = await list({}, { ...FILES, ...of('odd', 'published: 2020-13-01') });
  expect([code, err]).toEqual([1, expect.stringContaining('date-impossible')]);
  expect(out).toContain('/blog/one');
});
