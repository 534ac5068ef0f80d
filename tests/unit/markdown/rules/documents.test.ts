/**
 * Whole HTML documents as bodies.
 */
import { describe, expect, test } from 'vitest';
import { pageOf, readSource } from '../../../support/bodies.ts';

const HEAD = '<head>\n<title>Tea &amp; cake</title>\n<style>p { color: red }</style>\n</head>\n';

/** What is shown, and the first heading, which is the title if the author states none. */
const CASES: Readonly<Record<string, [body: string, html: string, heading: string | null]>> = {
  'a title': [
    `<!doctype html>\n<html lang="en">\n${HEAD}<body><p>a</p></body></html>`,
    '<p>a</p>',
    'Tea & cake',
  ],
  'a title and a heading': [`${HEAD}<h1>Tea</h1><p>a</p>`, '<p>a</p>', 'Tea'],
  'a head without an end': [
    '<html><head><title>Tea</title>\n<body><p>a</p></body></html>',
    '<p>a</p>',
    'Tea',
  ],
  'a header': ['<header>a</header>', '<header>a</header>', null],
};

describe('the head is left out', () => {
  test.each(Object.entries(CASES))('%s', (_, [source, html, heading]) => {
    const body = readSource(source, { format: 'html', title: null });
    expect([pageOf(body), body.heading]).toEqual([html, heading]);
  });
});

test('the title of the head is nowhere if the author states one', () => {
  const body = readSource(`${HEAD}<p>a</p>`, { format: 'html', title: 'Coffee' });
  expect([pageOf(body), body.heading]).toEqual(['<p>a</p>', null]);
});
