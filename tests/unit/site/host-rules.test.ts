/**
 * `_redirects` and `_headers` as hosts read them.
 */
import { expect, onTestFinished, test, vi } from 'vitest';
import { readHostHeaders, readHostRedirects } from '../../../src/render/host-rules.ts';
import { matchParts, splitPath } from '../../../src/site/path-patterns.ts';

const REDIRECTS = `
# a comment
/a /b
/a /never
/c/ /d 302
/:year/:slug /blog/:slug 301
/x/* /y/:splat 308
/gone /gone 410!
/ p=123 /blog/p 301
/ tag=:tag /tags/all
not a rule
/alone
`;

test.each([
  ['/a', '', '/b', 301],
  ['/a.html', '', '/b', 301],
  ['/c', '', '/d', 302],
  ['/2007/on-walking', '', '/blog/on-walking', 301],
  ['/x/', '', null, null],
  ['/x/1/2', '', '/y/1/2', 308],
  ['/gone', '', '/gone', 410],
  ['/', '?p=123', '/blog/p', 301],
  ['/', '?tag=hills', '/tags/all', 301],
  ['/', '', null, null],
  ['/alone', '', null, null],
])('%s%s leads to %s with %s', (path, search, to, status) => {
  expect(readHostRedirects(REDIRECTS)(path, search)).toEqual(
    to && expect.objectContaining({ to, status }),
  );
});

const HEADERS = `/*
  X-All: 1
  X-Both: a
/blog/*
  X-Both: b
/
  X-Home: 1
`;

test.each([
  ['/', { 'X-All': '1', 'X-Both': 'a', 'X-Home': '1' }],
  ['/about', { 'X-All': '1', 'X-Both': 'a' }],
  ['/blog/x', { 'X-All': '1', 'X-Both': 'a, b' }],
])('%s gets the headers of all rules that match', (path, headers) => {
  expect(Object.fromEntries(readHostHeaders(HEADERS)(path))).toEqual(headers);
});

test.each([
  ['/:a/:a /x', '/b/b'],
  ['/:splat /x', '/b'],
  ['/a /b 7', '/a'],
  ['/a /b 100', '/a'],
])('no rule is read from the line `%s`', (line, path) => {
  expect(readHostRedirects(line)(path)).toBeNull();
});

test.each([
  ['/:a/:a\n  X: y', {}],
  ['/*\n  X-A: “q”\n  X-B: "q"', { 'X-B': '"q"' }],
  ['/*\n  X: 1\nhttps://x.example/*\n  Y: 2', { X: '1' }],
])('only what can be sent is read from %j', (text, headers) => {
  expect(Object.fromEntries(readHostHeaders(text)('/b/b'))).toEqual(headers);
});

test.each([
  ['/a /“b” 301', '/a', '/%E2%80%9Cb%E2%80%9D'],
  ['/x/*/y/* /z/:splat', '/x/1/y/2/y/3', '/z/1/y/2'],
  ['/:a-:b/:c /:c/:b/:a', '/1-2-3/4', '/4/3/1-2'],
  ['/*/:name.pdf /:name', '/files/2/map.pdf', '/map'],
])('by `%s`, %s leads to %s', (line, path, to) => {
  expect(readHostRedirects(line)(path)?.to).toBe(to);
});

test.each(['/*a*a*a*a*a*a*a*a*a*a*a*a*b', '/:a-:b-:c-:d-:e-:f-:g-:h-:i-:j-:k.'])(
  'matching `%s` takes no more steps than its length times that of the path',
  (pattern) => {
    const path = `/${'a-'.repeat(100)}`;
    const looks = vi.spyOn(String.prototype, 'startsWith');
    onTestFinished(() => looks.mockRestore());
    expect(matchParts(splitPath(pattern), path)).toBeNull();
    expect(looks.mock.calls.length).toBeLessThan(pattern.length * path.length);
  },
);
