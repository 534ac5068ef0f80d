/**
 * `_headers`: the rules that hosts such as Netlify and Cloudflare Pages serve a site with. `tests/browser/audit/`
 * tests the policy in a browser.
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseHeaderRules } from '../../support/header-rules.ts';
import { type BuiltSite, buildSettled, buildSite, essay, shareSite } from '../../support/site.ts';

const SITE = {
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01\nexcerpt: x'),
  'content/about.md': 'About me.\n',
};
const shared = shareSite(SITE);
const build = (files: object) => buildSite({ ...SITE, ...files });

/** The headers for each path pattern, in the order of the file. */
const readRules = (site: BuiltSite) => parseHeaderRules(site.text('_headers'));

/** The policy's directives, each with its sources. */
function readPolicy(site: BuiltSite): Record<string, string[]> {
  const policy = readRules(site).get('/*')?.['Content-Security-Policy'] ?? '';
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  return Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]));
}

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const html = (body: string) => essay('title: B\npublished: 2019-01-01\nexcerpt: x', body);
const KEEP = 'public, max-age=31536000, immutable';

describe('every path', () => {
  test('has a policy, no guessing of types, and tells other sites no more than where from', () => {
    expect(readRules(shared()).get('/*')).toEqual({
      'Content-Security-Policy': expect.stringMatching(/^default-src 'self'; /),
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  test('is revalidated as hosts do without a rule, except files with a fingerprint', () => {
    const kept = [...readRules(shared())].filter(([, headers]) => 'Cache-Control' in headers);
    expect(kept).toEqual([['/assets/*', { 'Cache-Control': KEEP }]]);
  });

  test('has the base path before it', async () => {
    const site = await build({ 'content/site.yaml': 'name: Ann\nurl: https://ann.example/blog\n' });
    expect([...readRules(site).keys()]).toEqual(['/blog/*', '/blog/assets/*']);
  });
});

test('where files of the author’s lie in assets/, only what bears its fingerprint is kept', async () => {
  const site = await build({ 'content/public/assets/cv.pdf': 'x' });
  const kept = [...readRules(site)].filter(([, headers]) => headers['Cache-Control'] === KEEP);
  const paths = kept.map(([path]) => path).sort();
  const compiled = site.paths.filter((path) => /^assets\/(?!cv)/.test(path));
  expect(paths).toEqual(compiled.map((path) => `/${path}`).sort());
});

describe('the policy', () => {
  test('lets in pictures, films and frames from anywhere, and scripts from nowhere else', () => {
    expect(readPolicy(shared())).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'", "'inline-speculation-rules'"],
      'style-src': ["'self'", "'unsafe-inline'", 'https:'],
      'img-src': ['*', 'data:', 'blob:'],
      'media-src': ['*', 'data:', 'blob:'],
      'font-src': ["'self'", 'https:', 'data:'],
      'frame-src': ['*'],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'", 'https:'],
      'frame-ancestors': ["'self'"],
    });
  });

  test('allows the endpoint to which clicks are reported', async () => {
    const yaml =
      'name: A\nurl: https://a.example\nsocialImages: false\nanalytics: { outbound: https://s.example/x?y }\n';
    const site = await build({ 'content/site.yaml': yaml });
    expect(readPolicy(site)['connect-src']).toEqual(["'self'", 'https://s.example']);
  });

  test('lets in what essays and the biography bring along, drafts apart', async () => {
    const site = await build({
      'content/essays/b.html': html('x<script>let b;</script><embed src="http://f.example/x.swf">'),
      'content/essays/c.html': `${html('<p>x</p><script src="https://d.example/x.js"></script>').replace('---\n', '---\ndraft: true\n')}`,
      'content/about.md': 'Me.\n\n<script src="https://w.example/x.js"></script>\n',
    });
    const policy = readPolicy(site);
    expect(policy['script-src']).toEqual([
      "'self'",
      "'inline-speculation-rules'",
      hash('let b;'),
      'https://w.example',
      hash(site.page('index.html')('[type="speculationrules"]').text()),
    ]);
    expect(policy['object-src']).toEqual(['http://f.example']);
    expect(policy['connect-src']).toEqual(["'self'", 'https:']);
  });

  test('lets in what the author’s own templates bring along', async () => {
    const site = await build({
      'templates/NotFoundPage.tsx': `export default function NotFoundPage() {
  return <html><body><script src="https://count.example/x.js" /><script>{'let t;'}</script></body></html>;
}
`,
    });
    expect(readPolicy(site)['script-src']?.slice(2)).toEqual([
      'https://count.example',
      hash('let t;'),
      hash(site.page('index.html')('[type="speculationrules"]').text()),
    ]);
  });

  test('gives up on single scripts where they do not fit into a line', async () => {
    const scripts = Array.from({ length: 50 }, (_, index) => `<script>let s${index};</script>`);
    const site = await build({ 'content/essays/b.html': html(`<p>x</p>${scripts.join('')}`) });
    expect(readPolicy(site)['script-src']).toEqual(["'self'", "'unsafe-inline'", 'https:']);
    const lines = site.text('_headers').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2000);
  });

  test('is written again when an edit brings a script along, and only then', async () => {
    const site = await buildSettled({ ...SITE, 'content/essays/b.html': html('<p>x</p>') });
    const before = site.text('_headers');
    const edited = await site.rebuild({ 'content/essays/b.html': html('<p>y</p>') });
    expect(edited.text('_headers')).toBe(before);
    const script = html('<p>x</p><script>let b;</script>');
    const scripted = await site.rebuild({ 'content/essays/b.html': script });
    expect(readPolicy(scripted)['script-src']).toContain(hash('let b;'));
  });
});

describe('the author’s own public/_headers', () => {
  const own = (text: string) => build({ 'content/public/_headers': text });

  test('comes first, and is no page of its own', async () => {
    const site = await own('/x\n  X-Own: 1');
    expect(site.report).toBe('');
    expect(site.text('_headers')).toMatch(/^\/x\n {2}X-Own: 1\n\/\*\n {2}Content-Security-Pol/);
  });

  test('settles the headers that it names, whatever their paths and case', async () => {
    const lines =
      "/*\n  content-security-policy: default-src 'self'\n/a\n\tCache-Control: no-store\n";
    const text = (await own(lines)).text('_headers');
    const names = ['Content-Security-Policy', 'Cache-Control', 'X-Content-Type-Options'];
    const counts = names.map((name) => text.match(new RegExp(name, 'gi'))?.length);
    expect(counts).toEqual([1, 1, 1]);
  });
});
