/**
 * `_redirects` and `_headers` as hosts read them.
 */
import { expect, test } from 'vitest';
import { readHostHeaders, readHostRedirects } from '../../src/site/host-rules.ts';

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
  ['/a/', '', '/b', 301],
  ['/a.html', '', '/b', 301],
  ['/c', '', '/d', 302],
  ['/2007/on-walking', '', '/blog/on-walking', 301],
  ['/2007/on/walking', '', null, null],
  ['/x/', '', null, null],
  ['/x/1/2', '', '/y/1/2', 308],
  ['/gone', '', '/gone', 410],
  ['/', '?p=123', '/blog/p', 301],
  ['/', '?p=124', null, null],
  ['/', '?tag=hills', '/tags/all', 301],
  ['/', '', null, null],
  ['/alone', '', null, null],
  ['/axb', '', null, null],
])('%s%s leads to %s with %s', (path, search, to, status) => {
  expect(readHostRedirects(REDIRECTS)(path, search)).toEqual(to && { to, status });
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
