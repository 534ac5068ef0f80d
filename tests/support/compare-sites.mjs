/**
 * Compares the sites that two versions of the program build, page by page: by DOM, not by bytes.
 *
 *   node tests/support/compare-sites.mjs BEFORE [SITE...]
 *
 * BEFORE is a checkout of the older version, installed and compiled. Each SITE is a folder that holds
 * `content/`; by default, the sample site and the posts of ../shared/corpus are built, each at the root
 * of its host and below a base path. Run by hand, to check a change that must not affect pages.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'cheerio';

const own = fileURLToPath(new URL('../..', import.meta.url));
const [before, ...sites] = process.argv.slice(2);
if (before === undefined) throw new Error('Name the checkout of the version before');

const scratch = mkdtempSync(join(tmpdir(), 'compare-'));

/** Redirects that the first versions made by default. */
const OLD_SHAPE = 'redirects:\n  /blog/post/:slug: /blog/:slug\n';

/** Creates the sites that are compared by default. */
function layOutDefaults() {
  const posts = join(own, '../shared/corpus/remysharp/posts');
  const sources = [['sample', join(own, 'content'), null]];
  if (existsSync(posts)) sources.push(['posts', posts, 'name: Remy Sharp\nslugs: file\n']);
  return sources.flatMap(([name, source, settings]) =>
    ['https://example.com', 'https://me.github.io/blog'].map((url, index) => {
      const site = join(scratch, index === 0 ? name : `${name}-below`);
      const content = join(site, 'content');
      cpSync(source, settings === null ? content : join(content, 'essays'), { recursive: true });
      const file = join(content, 'site.yaml');
      const text = settings ?? readFileSync(file, 'utf8').replace(/^(url|socialImages):.*\n/gm, '');
      const redirects = text.includes('redirects:') ? '' : OLD_SHAPE;
      writeFileSync(file, `${text.trimEnd()}\nurl: ${url}\nsocialImages: false\n${redirects}`);
      return site;
    }),
  );
}

function build(checkout, site, version) {
  const root = join(scratch, version, basename(site));
  mkdirSync(root, { recursive: true });
  cpSync(join(site, 'content'), join(root, 'content'), { recursive: true });
  const command = [join(resolve(checkout), 'bin/blog.js'), 'build', '--root', root];
  const { stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: '1795262400' },
  });
  console.log(`${version.padEnd(6)} ${stdout.split('\n', 2).join(' ').trim() || stderr}`);
  return join(root, 'out');
}

/** A page's DOM as text, with sorted attributes. */
function toDom(html) {
  const $ = load(html);
  $('*').each((_, element) => {
    const attributes = Object.entries(element.attribs ?? {});
    element.attribs = Object.fromEntries(attributes.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return $.html().replaceAll('><', '>\n<');
}

/** Removes the digests from asset names, which may differ without a visible change. */
function dropHashes(text) {
  return text.replace(/(assets\/[\w-]+)\.[0-9a-f]{10}\./g, '$1.');
}

/** Formats pages for a comparison by line; leaves out the assets. */
function normalize(folder) {
  rmSync(join(folder, 'assets'), { recursive: true, force: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const text = dropHashes(readFileSync(file, 'utf8'));
    writeFileSync(file, file.endsWith('.html') ? toDom(text) : text);
  }
}

for (const site of sites.length > 0 ? sites : layOutDefaults()) {
  console.log(`\n${site}`);
  const folders = [build(before, site, 'before'), build(own, site, 'after')];
  for (const folder of folders) normalize(folder);
  const options = ['--no-index', '--patch-with-stat', '--unified=0'];
  spawnSync('git', ['diff', ...options, ...folders], { stdio: 'inherit' });
}
rmSync(scratch, { recursive: true });
