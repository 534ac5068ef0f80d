/**
 * Random hostile exports: an import ends with a report, whatever they hold, and the next build accepts what it wrote.
 *
 * BLOG_FUZZ is the number of exports. A failure reports its seed, for `fc.assert(…, { seed, path })`.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importFiles } from '../../support/import.ts';
import { SITE_YAML } from '../../support/site.ts';
import { hostileBody, oddText } from './sites.ts';

const EXPORTS = Number(process.env.BLOG_FUZZ ?? 20);

const oddDate = fc.oneof(
  fc.constantFrom('2019-03-01', '2019-03-01T10:00:00-05:00', '0000-00-00 00:00:00', '1e999', 'NaN'),
  fc.constantFrom('+275760-09-13T00:00:00Z', '-000001-01-01', '2020-02-30', 'yesterday', ''),
  fc.date().map(String),
);
const oddUrl = fc.oneof(
  fc.constantFrom('https://old.example/a/', '/2019/03/a.html', 'https://old.example/?p=7', '../x'),
  fc.constantFrom('javascript:x()', 'https://i0.wp.com/', 'https://', '//x', '/a b', '/x/../y', ''),
  oddText,
);
const odd = fc.oneof(oddText, fc.constantFrom(null, true, 7, [], {}, ['a', null], { a: 'b' }));

const record = fc.record(
  {
    id: odd,
    slug: odd,
    title: odd,
    content: hostileBody,
    published: fc.oneof(oddDate, odd),
    publishedTimestamp: fc.constantFrom('1e999', 1e300, -1, '1577836800000', null),
    url: oddUrl,
    tags: odd,
    author: odd,
    excerpt: odd,
    image: fc.oneof(oddUrl, odd),
    draft: odd,
  },
  { requiredKeys: ['content'] },
);

/** Imports, and builds the site. */
async function prove(name: string, contents: string): Promise<void> {
  const imported = await importFiles({ 'content/site.yaml': SITE_YAML, [name]: contents }, [name]);
  if (imported.code === 0) {
    const { problems } = await imported.build();
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
  } else {
    expect(imported.err).toMatch(/^error: .+\n {2}→ .+\n$/s);
  }
}

test('the next build accepts an import of any records', async () => {
  const records = fc.array(record, { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(records, (all) => prove('x.json', JSON.stringify(all)));
  await fc.assert(property, { numRuns: EXPORTS, endOnFailure: true });
});
