/** Tags of site.yaml at the end of the head of every page, and what the policy allows because of them. */
import { expect, test } from 'vitest';
import { buildFresh, describeResult, settle } from '../../support/rebuild.ts';
import { buildSite, buildSound, essay, SITE_YAML } from '../../support/site.ts';

const FILES = { 'content/essays/a.md': essay('title: A\npublished: 2020-01-01') };
const SCRIPT = '<script defer src="https://count.example/c.js"></script>';

test('every page has them, and the policy allows their scripts', async () => {
  const own = `head:\n  - <meta name="verify" content="x">\n  - ${SCRIPT}\n  - <script>f("</a>$&")</script>\n`;
  const site = await buildSound({
    ...FILES,
    'content/site.yaml': `${SITE_YAML}tagPages: true\n${own}`,
  });
  const pages = site.paths.filter((path) => path.endsWith('.html'));
  expect(pages).toEqual(
    expect.arrayContaining(['404.html', 'about.html', 'blog/a.html', 'index.html']),
  );
  for (const path of pages) {
    const end = `<meta name="verify" content="x">${SCRIPT}<script>f("</a>$&")</script></head>`;
    expect(site.text(path)).toContain(end);
  }
  const [policy = ''] = /Content-Security-Policy: .*/.exec(site.text('_headers')) ?? [];
  expect(policy).toMatch(/script-src [^;]*https:\/\/count\.example 'sha256-[^;]*;/);
  expect(policy).toMatch(/connect-src 'self' https:;/);
});

test('root paths get the base path, beside templates of the author’s own as well', async () => {
  const yaml = SITE_YAML.replace('ann.example', 'ann.example/base');
  const head = 'head: <link rel="icon" href="/i.png"><script src=/s.js></script>\n';
  const files = { ...FILES, 'content/site.yaml': yaml + head };
  const layout =
    'export default function NotFoundPage() { return <html><head><title>A</title></head><body/></html>; }';
  const site = await buildSite({ ...files, 'templates/NotFoundPage.tsx': layout });
  const end = '<link rel="icon" href="/base/i.png"><script src=/base/s.js></script></head>';
  expect(site.text('404.html')).toContain(`<title>A</title>${end}`);
  expect(site.text('blog/a.html')).toContain(end);
});

test('root paths that lead to nothing are reported like those in essays, whatever has changed', async () => {
  const yaml = SITE_YAML.replace('ann.example', 'ann.example/base');
  const own = '<link rel="stylesheet" href="/mine.css">\n<script src="/conut.js"></script>\n';
  const site = await buildSite({
    ...FILES,
    'content/site.yaml': `${yaml}head:\n  - mine.html\n  - <link rel="me" href="/blog/b"><link rel="feed" href="/base/feed.xml">\n`,
    'templates/mine.html': own,
    'content/public/count.js': '0',
  });
  const wanted = [
    'The path `/blog/b` leads to nothing in the site',
    'The path `/mine.css` leads to nothing in the site',
    'The path `/conut.js` leads to nothing in the site',
  ];
  expect(site.report).toMatch(/\/conut\.js` leads .*\n {2}templates\/mine\.html:2:14\n/);
  expect(site.report).toMatch(/\/blog\/b` leads .*\n {2}content\/site\.yaml:\d+:26\n/);
  expect(site.report).toContain('Did you mean `/count.js`?');
  const again = await site.rebuild({
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01', 'New.\n'),
  });
  expect(again.problems.map(({ message }) => message).sort()).toEqual(wanted.sort());
  const sound = await again.rebuild({
    'content/public/mine.css': '',
    'content/essays/b.md': essay('title: B\npublished: 2020-01-02'),
    'templates/mine.html': own.replace('conut', 'count'),
  });
  expect(sound.report).toBe('');
});

test('a change of their file makes every page anew, and without it nothing is published', async () => {
  let site = await buildSound({
    ...FILES,
    'content/site.yaml': `${SITE_YAML}head: mine.html\n`,
    'templates/mine.html': '<meta name="a">\n',
  });
  expect(site.text('blog/a.html')).toContain('<meta name="a"></head>');
  site = await site.rebuild({ 'templates/mine.html': '<meta name="b">\n' });
  expect(site.text('blog/a.html')).toContain('<meta name="b"></head>');
  expect(describeResult(await settle(site))).toEqual(await buildFresh(site.root));
  site = await site.rebuild({ 'templates/mine.html': null });
  expect(site.codes).toEqual(['value-invalid']);
  site = await site.rebuild({ 'templates/mine.html': '<meta name="c">\n' });
  expect(site.text('blog/a.html')).toContain('<meta name="c"></head>');
});
