/**
 * Builds the manual as a site, with the program itself: `docs/*.md` are its pages, every problem code has a page, every
 * version in the changelog is an item of the feed, and the sample site stands beside it in each theme.
 *
 * The site is assembled in `.blog/manual/`; `.blog/manual/web/` is the result. Any warning fails the build.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = 'https://github.com/essay-blog/essay-blog/blob/main';
const THEMES = ['book', 'gallery', 'index', 'letter'];

const read = (path) => readFileSync(join(root, path), 'utf8');

/** Writes the manual's site into `folder`: its settings, its templates and its pages. */
export function assembleManual(folder) {
  for (const name of ['content', 'templates']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  const write = (path, text) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  cpSync(join(root, 'docs/site/templates'), join(folder, 'templates'), { recursive: true });
  cpSync(join(root, '.github/themes'), join(folder, 'content/public/looks'), { recursive: true });
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const pages = new Map(names.map((name) => [name, splitTitle(read(`docs/${name}`))]));
  write('content/site.yaml', read('docs/site/site.yaml') + listTitles(pages));
  write('content/about.md', read('docs/site/about.md'));
  write('content/pages/search.md', read('docs/site/search.md'));
  write('content/pages/index.md', makeHome(read('README.md')));
  write('content/public/json.schema.json', read('docs/json.schema.json'));
  const problems = listProblems(read('docs/problems.md'));
  for (const [name, { title, body }] of pages) {
    const text = name === 'problems.md' ? makeProblemList(body, problems) : body;
    write(`content/pages/${name}`, makePage(title, text));
  }
  for (const problem of problems) {
    write(`content/pages/problems/${problem.code}.md`, makeProblemPage(problem));
  }
  for (const { version, date, text } of listVersions(read('docs/changelog.md'))) {
    const head = `---\ntitle: Version ${version}\npublished: ${date}\nslug: ${version}\n---\n\n`;
    write(`content/essays/${version}.md`, head + resolveLinks(text, '../pages/'));
  }
}

/** The title and the rest of a page of the manual. */
function splitTitle(text) {
  const [, title = '', body = ''] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
  return { title, body };
}

function makePage(title, body) {
  return `---\ntitle: ${JSON.stringify(title)}\ntemplate: Manual\n---\n${resolveLinks(body)}`;
}

/** The titles of all pages, for the list of chapters. */
function listTitles(pages) {
  const titles = [...pages].map(([name, { title }]) => [name.replace('.md', ''), title]);
  return `  titles: ${JSON.stringify(Object.fromEntries(titles))}\n`;
}

/** Fenced blocks and code spans, in which nothing is a link. */
const CODE_PARTS = /(^(`{3,})[^\n]*\n[\s\S]*?^\2$|(`+)(?!`)[\s\S]*?(?<!`)\3(?!`))/m;

/** Links that work in the repository → links of the site. `folder` is where the pages are, relative to the text. */
export function resolveLinks(text, folder = '') {
  const code = new RegExp(CODE_PARTS, 'gm');
  const parts = [];
  let at = 0;
  for (const { 0: part, index } of text.matchAll(code)) {
    parts.push(resolveProse(text.slice(at, index), folder), part);
    at = index + part.length;
  }
  return [...parts, resolveProse(text.slice(at), folder)].join('');
}

function resolveProse(text, folder) {
  return text
    .replace(/\]\(problems\.md#([a-z-]+)\)/g, `](${folder}problems/$1.md)`)
    .replace(/\]\((?=[a-z-]+\.md)/g, `](${folder}`)
    .replace(/\]\(json\.schema\.json\)/g, '](/json.schema.json)')
    .replace(/\]\(\.\.\/([^)]+)\)/g, (link, path) =>
      folder === '' ? `](${SOURCE}/${path})` : link,
    );
}

/** The front page: what the README says about the program, without what is for its repository only. */
function makeHome(readme) {
  const start = readme.indexOf('## What no other');
  const body = readme.slice(start, readme.indexOf('## Two commands'));
  return resolveLinks(
    body.replaceAll('](docs/', '](').replaceAll('](.github/themes/', '](/looks/'),
  );
}

/** The sections of docs/problems.md: each code with its message and its explanation. */
export function listProblems(text) {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [code = '', , ...lines] = section.trimEnd().split('\n');
    const body = lines.join('\n');
    const [, severity = '', message = ''] = /^(\w+)\. ([\s\S]+?[.:])(?=\s|$)/.exec(body) ?? [];
    // The message without its exceptions and reasons.
    const [title = ''] = message
      .replaceAll('\n', ' ')
      .split(/[.:;]$|[:;] |, (?:so|which|such|because) /);
    return { code, severity, message: title, body };
  });
}

/** A page whose title is the message, as people search for it. */
function makeProblemPage({ code, severity, message, body }) {
  const title = JSON.stringify(message.replaceAll('`', ''));
  const subtitle = `${severity} ${code}`;
  const head = `---\ntitle: ${title}\nsubtitle: ${subtitle}\ntemplate: Manual\n---\n`;
  const more = `\n\n\`blog explain ${code}\` prints this page. [All problems](../problems.md)\n`;
  return head + resolveLinks(body.replace(/^\w+\. /, ''), '../') + more;
}

function makeProblemList(body, problems) {
  const rows = problems.map(
    ({ code, severity, message }) =>
      `| [\`${code}\`](problems/${code}.md) | ${severity} | ${message.replaceAll('|', '\\|')} |\n`,
  );
  return `${body.split(/^## /m)[0]}| Code | | Message |\n| --- | --- | --- |\n${rows.join('')}`;
}

/** The versions of the changelog that have a date: `## 1.2.0, 2027-01-31`. */
export function listVersions(changelog) {
  return changelog.split(/^## /m).flatMap((section) => {
    const [, version, date, text] = /^(\S+), (\d{4}-\d\d-\d\d)\n([\s\S]*)$/.exec(section) ?? [];
    return version === undefined ? [] : [{ version, date, text }];
  });
}

/** Runs a script of the package, and fails if it does. */
function run(script, ...args) {
  const child = spawn(process.execPath, [join(root, script), ...args], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    const end = (status) => (status === 0 ? resolve() : reject(new Error(`${script}: ${status}`)));
    child.on('error', reject).on('close', end);
  });
}

/** Builds the sample site in a theme, as a preview at its address beside the manual. */
async function buildExample(folder, theme, url) {
  const own = join(folder, 'examples', theme);
  cpSync(join(root, 'content'), join(own, 'content'), { recursive: true });
  writeFileSync(
    join(own, 'content/site.yaml'),
    `${read('content/site.yaml')}\ntheme: ${theme}\nreadTagQuery: true\n`,
  );
  await run('bin/blog.js', 'build', '--root', own, '--url', `${url}/examples/${theme}`);
}

async function buildSite(folder) {
  const url = /^url: (.+)$/m.exec(read('docs/site/site.yaml'))?.[1];
  const [site, web] = [join(folder, 'site'), join(folder, 'web')];
  assembleManual(site);
  rmSync(web, { recursive: true, force: true });
  await Promise.all([
    run('bin/blog.js', 'build', '--root', site, '--strict', '--for', 'github'),
    ...THEMES.map((theme) => buildExample(folder, theme, url)),
  ]);
  cpSync(join(site, 'out'), web, { recursive: true });
  await run('node_modules/pagefind/lib/runner/bin.cjs', '--site', web, '--quiet');
  for (const theme of THEMES) {
    const built = join(folder, 'examples', theme, 'out');
    cpSync(built, join(web, 'examples', theme), { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildSite(join(root, '.blog/manual'));
}
