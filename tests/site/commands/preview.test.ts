/**
 * `blog preview`: serves the built site as a host would.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPreviewServer } from '../../../src/dev/preview.ts';
import { listen } from '../../support/listen.ts';
import { blog } from '../../support/program.ts';
import { buildSite, essay, type Files, packageRoot, SITE_YAML } from '../../support/site.ts';

const FILES: Files = {
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01\naliases: /old'),
  'content/public/_redirects': '/soon /blog/a 302\n',
  'content/public/_headers': '/*\n  X-Mine: 1\n',
  'content/public/film.mp4': 'x'.repeat(100),
};

async function serve(files: Files = FILES, base = '') {
  const site = await buildSite(files);
  const hosts = new Set(['localhost']);
  const port = await listen(createPreviewServer(join(site.root, 'out'), base, () => hosts));
  const get = async (path: string, host = 'localhost') => {
    const asked = request({ port, host: '127.0.0.1', path, headers: { host } }).end();
    const [response] = await once(asked, 'response');
    let text = '';
    for await (const piece of response) text += piece;
    const { statusCode: status, headers } = response;
    return { status, headers, text, location: headers.location };
  };
  return { site, get };
}

test('serves the pages, files, 404 page and headers of the build', async () => {
  const { site, get } = await serve();
  const home = await get('/');
  expect(home).toMatchObject({ status: 200, text: site.text('index.html') });
  expect(home.headers).toMatchObject({
    'x-mine': '1',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'cache-control': 'public, max-age=0, must-revalidate',
  });
  expect(await get('/blog/a')).toMatchObject({ status: 200, text: site.text('blog/a.html') });
  expect(await get('/film.mp4')).toMatchObject({ status: 200, text: 'x'.repeat(100) });
  expect(await get('/nothing')).toMatchObject({ status: 404, text: site.text('404.html') });
});

test('follows the rules of _redirects, with their status, and those of a later build', async () => {
  const { site, get } = await serve();
  expect(await get('/soon')).toMatchObject({ status: 302, location: '/blog/a' });
  expect(await get('/old')).toMatchObject({ status: 301, location: '/blog/a' });
  expect(await get('/blog/a.html?x=1')).toMatchObject({ status: 301, location: '/blog/a?x=1' });
  await site.rebuild({ 'content/public/_redirects': '/soon /about 301\n' });
  expect(await get('/soon')).toMatchObject({ status: 301, location: '/about' });
});

test('shows the 404 page of a language below its folder, by a line that Netlify needs', async () => {
  const { site, get } = await serve({
    ...FILES,
    'content/site.yaml': `${SITE_YAML}languages: { de: {} }\n`,
    'content/essays/a.de.md': essay('title: A\npublished: 2020-01-01'),
  });
  expect(site.text('_redirects')).toMatch(/\n\/de\/\* \/de\/404\.html 404\n$/);
  const nothing = await get('/de/nothing');
  expect(nothing).toMatchObject({ status: 404, text: site.text('de/404.html') });
  expect(await get('/nothing')).toMatchObject({ status: 404, text: site.text('404.html') });
  expect(await get('/de/blog/a')).toMatchObject({ status: 200 });
  const at = await serve(
    {
      'content/site.yaml': `${SITE_YAML.replace(/url: .*/, 'url: https://ann.example/x')}languages: { de: {} }\n`,
      'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
    },
    '/x',
  );
  expect(at.site.text('_redirects')).toBe('/x/de/* /x/de/404.html 404\n');
});

test('an invalid header gives 500 for its own pages only; other host names are refused', async () => {
  const trailer = '/blog/*\n  Trailer: X\n';
  const { get } = await serve({ ...FILES, 'content/public/_headers': trailer });
  expect((await get('/blog/a')).status).toBe(500);
  expect((await get('/')).status).toBe(200);
  expect((await get('/', 'evil.example')).status).toBe(403);
});

test('an address in `gone` answers with 410 and a page', async () => {
  const settings = 'name: Ann\nurl: https://ann.example\nsocialImages: false\ngone: [/blog/b]\n';
  const { get } = await serve({ ...FILES, 'content/site.yaml': settings });
  const gone = await get('/blog/b');
  expect([gone.status, gone.text]).toEqual([410, expect.stringContaining('Post not found.')]);
});

test('the root redirects to the base path', async () => {
  const settings = 'name: Ann\nurl: https://ann.example/notes\nsocialImages: false\n';
  const { get } = await serve({ ...FILES, 'content/site.yaml': settings }, '/notes');
  expect(await get('/')).toMatchObject({ status: 302, location: '/notes/' });
  expect(await get('/notes')).toMatchObject({ status: 302, location: '/notes/' });
  expect((await get('/notes/blog/a')).status).toBe(200);
});

test.each([
  ['of its own', '', null],
  ['of the preview that was built', 'notes/', 'https://deploy-42.example/notes'],
])(
  'the command prints where it serves the site, at the base path %s',
  async (_, base, previewUrl) => {
    const { root } = await buildSite(FILES);
    if (previewUrl !== null) blog(root, `build --url ${previewUrl}`);
    const program = join(packageRoot, 'bin/blog.js');
    const child = spawn(process.execPath, [program, 'preview', '--port', '0'], { cwd: root });
    onTestFinished(() => void child.kill('SIGKILL'));
    let printed = '';
    child.stdout.on('data', (piece) => {
      printed += piece;
    });
    const line = new RegExp(
      `^Serving out until .* Ctrl\\+C:\\n {2}(http://localhost:\\d+/${base})\\n$`,
    );
    await expect.poll(() => printed).toMatch(line);
    const [, url = ''] = line.exec(printed) ?? [];
    expect((await fetch(url)).status).toBe(200);
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
  },
);
