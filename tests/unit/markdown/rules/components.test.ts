/**
 * Calls of components: what they get, and what of it the site completes.
 */
import { describe, expect, test } from 'vitest';
import type { Fill } from '../../../../src/markdown/fill-parts.ts';
import { pageOf, readSource } from '../../../support/bodies.ts';

const options = { components: ['Card', 'Note'], firstLine: 5 };
const read = (source: string) => readSource(source, options);

describe('a component', () => {
  test.each([
    ['::card{a="1" b="c d"}', '<Card {"a":"1","b":"c d"}></Card>'],
    ['::card[T *x*]', '<Card {"title":"T x"}></Card>'],
    [':::note\na *b*\n:::', '<Note {}><p>a <em>b</em></p></Note>'],
    [
      '::::note\n:::note{n="1"}\n[x](/y)\n:::\n::::',
      '<Note {}><Note {"n":"1"}><p><a href="/y">x</a></p></Note></Note>',
    ],
    ['::card{style="margin: 0; --a: b"}', '<Card {"style":{"margin":"0","--a":"b"}}></Card>'],
  ])('%j', (source, html) => expect(pageOf(read(source)).replace(/\n/g, '')).toBe(html));

  test('has addresses that the site completes, and attributes of its picture', () => {
    const body = read('::card{src="a b.jpg" href="/x" poster="p.png" alt="c.png" width="3"}');
    expect(body.links.map(({ element, url }) => `${element} ${url}`)).toEqual([
      'img a b.jpg',
      'video /x',
      'img p.png',
    ]);
    const [picture, link] = body.links;
    expect(picture?.stated).toEqual({ width: '3' });
    const fills: Fill[] = [
      [picture?.slot ?? -1, '/assets/a.jpg', '/assets/small.jpg'],
      [link?.slot ?? -1, '/base/x'],
      [picture?.attributesSlot ?? -1, { height: 2, srcset: '/b.jpg 2w' }],
    ];
    expect(pageOf(body, fills)).toBe(
      '<Card {"src":"/assets/a.jpg","href":"/base/x","poster":"p.png","alt":"c.png","width":"3","height":"2","srcSet":"/b.jpg 2w"}></Card>',
    );
    expect(pageOf(body, fills, 'feed')).toContain('"src":"https://ann.example/assets/small.jpg"');
  });

  test('gets no URL that runs a script', () => {
    const body = read('::card{href="javascript:x()" a="javascript:y"}');
    expect(pageOf(body)).toBe('<Card {"a":"javascript:y"}></Card>');
    expect(body.faults.map(({ code }) => code)).toEqual(['script-url']);
  });

  test('has an id that links lead to, and a line in the file', () => {
    const body = read('Text.\n\n::card{id="a"}');
    expect(body.ids).toEqual(['a']);
    expect(body.parts.at(-2)).toMatchObject({ kind: 'component', call: { line: 7 } });
    expect(pageOf(body, [], 'embedded')).toContain('"id":"a.a"');
  });

  test('is something to see, and may need any style sheet of code and tables', () => {
    const { isEmpty, hasComponents, styles } = read('::card');
    expect([isEmpty, hasComponents, styles]).toEqual([false, true, ['media', 'code', 'tables']]);
  });
});
