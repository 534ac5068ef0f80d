/**
 * Compares the sites that two versions of the program build, page by page: by DOM, not by bytes.
 *
 *   node tests/support/compare-sites.mjs BEFORE [SITE...] [--show N]
 *
 * BEFORE is a checkout of the older version, installed and compiled. Each SITE is a folder that holds
 * `content/`; without any, the sample site and the posts of ../shared/corpus are built, each at the root
 * of its host and below a base path. Run by hand before and after a change that must not show.
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
import { parseArgs } from 'node:util';
import { load } from 'cheerio';

const own = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string', default: '20' } },
});
const [before, ...sites] = positionals;
if (before === undefined) throw new Error('Name the checkout of the version before');

const scratch = mkdtempSync(join(tmpdir(), 'compare-'));

/** Pages that the first versions made without being asked. */
const OLD_SHAPE = 'redirects:\n  /blog/post/:slug: /blog/:slug\n';

/** The sites that are compared when none is named. */
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

/** A page as a browser has it; the order of attributes means nothing. */
function toDom(html) {
  const $ = load(html);
  $('*').each((_, element) => {
    const attributes = Object.entries(element.attribs ?? {});
    element.attribs = Object.fromEntries(attributes.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return $.html();
}

/** Names of assets bear a digest of their bytes, which may differ where nothing that shows does. */
function dropHashes(text) {
  return text.replace(/(assets\/[\w-]+)\.[0-9a-f]{10}\./g, '$1.');
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('assets/'))
    .sort();
}

const limit = Number(values.show);
let shown = 0;
for (const site of sites.length > 0 ? sites : layOutDefaults()) {
  console.log(`\n${site}`);
  const folders = [build(before, site, 'before'), build(own, site, 'after')];
  const [old, now] = folders.map((folder) => new Set(listFiles(folder)));
  const counts = { 'same bytes': 0, 'same DOM': 0, different: 0 };
  for (const path of old.union?.(now) ?? new Set([...old, ...now])) {
    if (!old.has(path) || !now.has(path)) {
      counts.different++;
      if (++shown <= limit) console.log(`  ${path}: only ${old.has(path) ? 'before' : 'after'}`);
      continue;
    }
    let [a, b] = folders.map((folder) => dropHashes(readFileSync(join(folder, path), 'utf8')));
    if (a === b) {
      counts['same bytes']++;
      continue;
    }
    if (path.endsWith('.html')) [a, b] = [toDom(a), toDom(b)];
    counts[a === b ? 'same DOM' : 'different']++;
    if (a === b || ++shown > limit) continue;
    let at = 0;
    while (a[at] === b[at]) at++;
    const excerpt = (text) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 120));
    console.log(`  ${path}\n    before ${excerpt(a)}\n    after  ${excerpt(b)}`);
  }
  console.log(counts);
}
rmSync(scratch, { recursive: true });
