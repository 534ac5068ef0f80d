import { expect, test } from 'vitest';
import { listTitleSlugs } from '../../../src/import/slug-rules.ts';

test.each<[title: string, slugs: Readonly<Record<string, string>>]>([
  ['The sea', { plaintitle: 'the-sea', sluggedtitle: 'the-sea', sluggedwords: 'the-sea' }],
  ['It’s a.b/c — été', { plaintitle: 'its-abc-ete', sluggedtitle: 'its-a-b-c-ete' }],
  ['fooBAR & HTML5', { plaintitle: 'foobar-html5', sluggedtitle: 'foobar-and-html5' }],
  ['Über 10', { plaintitle: 'uber-10', sluggedtitle: 'uber-10' }],
  ['Größe', {}],
  ['海', {}],
])('%j has the slugs %j', (title, slugs) => expect(listTitleSlugs(title)).toEqual(slugs));
