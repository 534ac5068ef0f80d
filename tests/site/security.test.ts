/** The statements of docs/security.md: each has a test that proves it, and builds stay inside the site. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, essay, makeSite, packageRoot, SITE_YAML } from '../support/site.ts';

/** A statement of docs/security.md, and the test that proves it. */
const PROOFS: readonly (readonly [statement: string, file: string, test: string])[] = [
  [
    'exactly those',
    'site/render/header-rules.test.ts',
    'lets in what essays and the biography bring along, drafts apart',
  ],
  [
    'are removed even from trusted HTML',
    'unit/markdown/body.test.ts',
    'event handlers are removed',
  ],
  [
    'are removed even from trusted HTML',
    'unit/markdown/body.test.ts',
    'script URLs are removed, however they are written: %j',
  ],
  ['is text on every page', 'site/pages/head.test.ts', 'escapes its title and excerpt'],
  [
    'cannot close the elements of the page',
    'long/fuzz/hostile.test.ts',
    'every body can be read and leaves the page around it intact',
  ],
  [
    'cannot close the elements of the page',
    'long/fuzz/hostile.test.ts',
    'every site is built, or its problems say what to fix',
  ],
  ['becomes only MathML', 'long/fuzz/formulas.test.ts', 'hostile formulas'],
  [
    'removes nothing outside `out/`',
    'site/output/write.test.ts',
    'cannot make a build remove what lies outside out/',
  ],
  [
    'symlinks in it are replaced',
    'site/output/write.test.ts',
    'is not followed and does not wait where %s takes a place',
  ],
  [
    'unless `followLinks` is set',
    'site/essays/files.test.ts',
    'is reported, or followed if the settings say so: %s',
  ],
  [
    'read files beside them',
    'long/import/hostile.test.ts',
    'nothing is written, and an error explains why, for',
  ],
  [
    'read files beside them',
    'long/import/hostile.test.ts',
    'symlinks out of an archive or folder are not followed',
  ],
  ['names another host', 'site/dev/guard.test.ts', 'a request names this server as its host'],
  ["from another site's page", 'site/dev/guard.test.ts', 'another origin'],
  ['for a file outside the site', 'site/dev/guard.test.ts', 'nothing outside the folder is shown'],
  [
    'never goes to this machine',
    'site/import/import.test.ts',
    'of this network are not downloaded unless `--site` names their host',
  ],
  [
    'is kept only if it is the kind',
    'site/import/import.test.ts',
    'that are downloaded are what they claim to be: %s, %s',
  ],
  [
    'get pictures without EXIF',
    'long/pictures/photographs.test.ts',
    'whatever their format, shown or linked to',
  ],
  [
    'there that a page shows',
    'long/pictures/photographs.test.ts',
    'or public/ has them, which is a notice if a page shows one',
  ],
  [
    '`originals: true`',
    'long/pictures/photographs.test.ts',
    'unless the settings publish originals, byte for byte',
  ],
  [
    'No command sends anything',
    'unit/structure.test.ts',
    'but the check and the import ask other hosts',
  ],
  [
    'opens a connection in a build',
    'site/security.test.ts',
    'a build opens no connection, and reads nothing outside the site and the program',
  ],
  ['no code in front matter', 'unit/essays/yaml.test.ts', 'a value with a tag that would run code'],
  [
    'removes or overwrites files that',
    'site/output/write.test.ts',
    'are never removed, and reported: by the first build all, by every build the pages',
  ],
  [
    'a half-written site',
    'long/output/faults.test.ts',
    'whatever call of the file system fails, pages are whole, and the next build is right:',
  ],
];

test.each(PROOFS)('docs/security.md says "%s", which a test proves', (statement, file, name) => {
  const manual = readFileSync(join(packageRoot, 'docs/security.md'), 'utf8');
  expect(manual.replace(/\s+/g, ' ')).toContain(statement);
  expect(readFileSync(join(packageRoot, 'tests', file), 'utf8')).toContain(`'${name}'`);
});

/** Records the paths that are read, and ends the process if it opens a connection. */
const PRELOAD = `
const fs = require('node:fs');
const { resolve } = require('node:path');
const read = new Set();
for (const name of ['openSync', 'readFileSync', 'readdirSync', 'createReadStream']) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    if (typeof path !== 'number') read.add(resolve(String(path)));
    return original(path, ...rest);
  };
}
const { exit } = process; // A build replaces it for templates.
require('node:net').Socket.prototype.connect = require('node:dns').lookup = () => exit(99);
process.on('exit', () => fs.writeFileSync(process.env.READ_PATHS, JSON.stringify([...read])));
`;

test('a build opens no connection, and reads nothing outside the site and the program', () => {
  const target = '../../../../../../../../etc/passwd';
  const body = `![a](${target}) ![b](https://o.example/b.png) [c](file:///etc/passwd)
<img src="/..${target}"> <script src="https://o.example/x.js"></script>`;
  const root = makeSite({
    'site/content/site.yaml': SITE_YAML,
    'site/content/about.md': body,
    'site/content/essays/a.md': essay(`title: A\npublished: 2020-01-01\nimage: ${target}`, body),
    'preload.cjs': PRELOAD,
  });
  const command = ['-r', join(root, 'preload.cjs'), join(packageRoot, 'bin/blog.js'), 'build'];
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: join(root, 'site'),
    encoding: 'utf8',
    env: { ...process.env, READ_PATHS: join(root, 'read.json') },
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining('warning')]);
  const read: string[] = JSON.parse(readFileSync(join(root, 'read.json'), 'utf8'));
  // Native packages read `ldd` to detect the C library.
  const places = [join(root, 'site'), packageRoot, '/usr/bin/ldd'];
  expect(read).toContainEqual(expect.stringMatching(/essays\/a\.md$/));
  expect(read.filter((path) => !places.some((place) => path.startsWith(place)))).toEqual([]);
});

test('a password in an address is reported at its line, and the report hides it', async () => {
  const lines = [
    '[x](https://ann:secret@example.org/a)',
    '<https://ann:secret@example.org/b>',
    '![x](https://ann:secret@example.org/a.png)',
    '<iframe title="x" src="//ann:secret@example.org/"></iframe>',
    '<video src="https://ann:secret@example.org/a.mp4"></video>',
    // An address of mail, a port, and a name without a password.
    '<ann@example.org> [x](https://example.org:80/@b) [y](https://ann@example.org/)',
  ];
  const body = essay('title: A\npublished: 2020-01-01', lines.join('\n\n'));
  const site = await buildSite({ 'content/essays/a.md': body });
  const found = site.problems.filter(({ code }) => code === 'link-password');
  expect(found.map(({ line }) => line)).toEqual([5, 7, 9, 11, 13]);
  expect(JSON.stringify(site.problems)).not.toContain('secret');
});

test.each([
  ['/.git/:slug', "can't be the form of the essays' addresses"],
  ['/blog/.hidden/:slug', "can't be the form of the essays' addresses"],
  ['/:slug.', "can't be the form of the essays' addresses"],
  ['/a./:slug', "can't be the form of the essays' addresses"],
  ['/bl\u200bog/:slug', "can't be the form of the essays' addresses"],
  ['/blog\u202e/:slug', "can't be the form of the essays' addresses"],
  ['/~ann/:slug', null],
  ['/\u0645\u0642\u0627\u0644\u0647/:slug/', null],
])('`permalink: %s` of site.yaml: %s', async (permalink, message) => {
  const site = await buildSite({
    'content/site.yaml': `${SITE_YAML}permalink: ${JSON.stringify(permalink)}\n`,
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
  });
  expect(site.report).toContain(message ?? '');
  expect(site.commit === null).toBe(message !== null);
});

test.each(['/.git/x', '/.GIT/hooks/x/', '/a/.git', '/x./', '/x\u200b'])(
  'an essay is never published at `permalink: %s`, nor redirected to from a folder of git',
  async (path) => {
    const stated = JSON.stringify(path);
    const site = await buildSite({
      'content/essays/a.md': essay(`title: A\npublished: 2020-01-01\npermalink: ${stated}`),
      'content/essays/b.md': essay(`title: B\npublished: 2020-01-01\naliases: [${stated}]`),
    });
    const pages = site.paths.filter((each) => each.endsWith('.html'));
    expect(pages.filter((each) => /\.git(\/|$)/i.test(each))).toEqual([]);
    expect(site.site?.essays.map(({ address }) => address).sort()).toEqual(['/blog/a', '/blog/b']);
  },
);
