/**
 * Sets up the same essays as a site of `blog` and of other generators: a home page with all of them, a page for
 * each, an about page and a 404 page. There are no tag pages, since not every generator makes them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type GeneratedEssay, generateEssays } from './essays.ts';
import type { FloorFacts } from './floor.ts';

/** npm runs the benchmark in the folder of package.json. */
export const packageRoot = process.cwd();

/** A generator and its site in the benchmark. Folders are absolute. */
export interface Generator {
  readonly name: string;
  /** Its version; null if it is not installed. */
  findVersion(): string | null;
  /** The folder of essays in its site. */
  readonly essaysFolder: string;
  /** An essay's front matter, without its delimiters. */
  readonly frontMatter: (essay: GeneratedEssay) => string;
  /** Its settings and templates, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Its output and caches, which are removed before a cold build. */
  readonly made: readonly string[];
  readonly command: readonly [program: string, ...args: string[]];
  /** Prepares what its builds need besides its files; `folder` is its site's, with all files written. */
  setUp?(folder: string): void;
}

/** Writes a site of `count` essays into an empty folder. */
export function writeSite(generator: Generator, folder: string, count: number, seed: number): void {
  const essays = join(folder, generator.essaysFolder);
  mkdirSync(essays, { recursive: true });
  for (const [path, text] of Object.entries(generator.files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const essay of generateEssays(count, seed)) {
    const text = `---\n${generator.frontMatter(essay)}---\n${essay.body}`;
    writeFileSync(join(essays, `${essay.name}.md`), text);
  }
  generator.setUp?.(folder);
}

/** Removes the generator's output and caches. */
export function makeCold(generator: Generator, folder: string): void {
  for (const path of generator.made) rmSync(join(folder, path), { recursive: true, force: true });
}

function askVersion(program: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? (stdout.trim().split('\n')[0] ?? '') : null;
}

/** Front matter that every generator reads. */
function describe({ title, date, tags }: GeneratedEssay): string {
  return `title: ${title}\ndate: ${date}\ntags: [${tags.join(', ')}]\n`;
}

const BLOG_FILES = {
  'content/site.yaml':
    'name: Ann Author\nurl: https://ann.example\nslugs: file\nsocialImages: false\n',
  'content/about.md': 'About me.\n',
};

export const blog: Generator = {
  name: 'blog',
  findVersion: () => askVersion(process.execPath, [join(packageRoot, 'bin/blog.js'), '--version']),
  essaysFolder: 'content/essays',
  frontMatter: describe,
  files: BLOG_FILES,
  made: ['out', '.blog'],
  command: [process.execPath, join(packageRoot, 'bin/blog.js'), 'build'],
};

/**
 * This program as it was at a commit. If it isn't there yet, it is checked out, installed and compiled in the system's
 * folder for temporary files.
 */
export function findCommit(commit: string): Generator {
  const runIn = (cwd: string, program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`\`${program} ${args.join(' ')}\` failed: ${stderr}`);
    return stdout.trim();
  };
  const name = runIn(packageRoot, 'git', 'rev-parse', '--short', `${commit}^{commit}`);
  const folder = join(tmpdir(), `essay-blog-${name}`);
  if (!existsSync(join(folder, 'dist'))) {
    rmSync(folder, { recursive: true, force: true });
    runIn(packageRoot, 'git', 'clone', '--quiet', '--no-checkout', packageRoot, folder);
    runIn(folder, 'git', 'checkout', '--quiet', name);
    runIn(folder, 'npm', 'ci');
  }
  return {
    ...blog,
    name,
    findVersion: () => '',
    command: [process.execPath, join(folder, 'bin/blog.js'), 'build'],
  };
}

const HUGO_HEAD = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }} · Ann Author</title><meta name="description" content="{{ .Summary | plainify | truncate 180 }}"><link rel="canonical" href="{{ .Permalink }}"></head>`;
const HUGO_META = `<div class="meta"><time datetime="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}">{{ .Date.Year }}</time><span>{{ .ReadingTime }} min read</span></div>`;

export const hugo: Generator = {
  name: 'hugo',
  findVersion: () => askVersion('hugo', ['version']),
  essaysFolder: 'content/blog',
  frontMatter: describe,
  files: {
    'config.toml': `baseURL = "https://ann.example/"
title = "Essays"
uglyURLs = true
disableKinds = ["taxonomy", "term", "section", "RSS", "sitemap"]
[permalinks]
blog = "/blog/:filename"
[markup.goldmark.renderer]
unsafe = true
[markup.highlight]
noClasses = false
`,
    'layouts/_default/single.html': `${HUGO_HEAD}<body><header><a href="/">Ann Author</a><nav><ul><li><a href="/">Essays</a></li><li><a href="/about">About</a></li></ul></nav></header><main><article><header><h1>{{ .Title }}</h1>${HUGO_META}<ul>{{ range .Params.tags }}<li><a href="/?tag={{ . }}">{{ . }}</a></li>{{ end }}</ul></header><div class="prose">{{ .Content }}</div></article></main></body></html>`,
    'layouts/index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Essays · Ann Author</title></head><body><main><h1>Essays</h1><ol>{{ range .Site.RegularPages.ByDate.Reverse }}<li><article class="card"><h3><a href="{{ .RelPermalink }}">{{ .Title }}</a></h3><p class="excerpt">{{ .Summary | plainify | truncate 180 }}</p>${HUGO_META}<ul>{{ range first 2 (.Params.tags | default slice) }}<li>{{ . }}</li>{{ end }}</ul></article></li>{{ end }}</ol></main></body></html>`,
    'layouts/404.html': '<!doctype html><html lang="en"><title>Post not found</title></html>',
    'content/about.md': '---\ntitle: About\n---\nAbout me.\n',
  },
  made: ['public', 'resources', '.hugo_build.lock'],
  command: ['hugo', '--quiet'],
};

/** A template that shows its own props, so that the floor can be given those of a real page. */
const SHOW_PROPS = `import { usePage } from './hooks.ts';
export default function EssayPage({ essay }) {
  const text = JSON.stringify({ essay, page: usePage() });
  return <script id="props" type="application/json" dangerouslySetInnerHTML={{ __html: text.replaceAll('<', '\\u003c') }} />;
}
`;

/** Builds one essay with `blog`, and returns the props of its page. */
function readProps(folder: string): Pick<FloorFacts, 'essay' | 'page'> {
  const site = join(folder, 'props');
  writeSite(
    { ...blog, files: { ...BLOG_FILES, 'templates/EssayPage.tsx': SHOW_PROPS } },
    site,
    1,
    1,
  );
  const [program, ...args] = blog.command;
  const { status, stderr } = spawnSync(program, args, { cwd: site, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The props of a page could not be read: ${stderr}`);
  const page = readFileSync(join(site, 'out/blog/essay-000000.html'), 'utf8');
  return JSON.parse(/<script id="props"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '');
}

export const floor: Generator = {
  name: 'floor',
  findVersion: () => 'of this engine and these templates',
  essaysFolder: 'content/essays',
  frontMatter: describe,
  files: {},
  made: ['out'],
  command: [process.execPath, join(packageRoot, 'node_modules/.cache/floor.mjs'), 'facts.json'],
  setUp(folder) {
    const props = readProps(folder);
    const compiled = join(packageRoot, 'dist/templates');
    const facts: FloorFacts = {
      essays: join(folder, 'content/essays'),
      out: join(folder, 'out'),
      script: join(compiled, readdirSync(compiled)[0] ?? '', 'pages.cjs'),
      essay: props.essay,
      page: props.page,
    };
    writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts));
  },
};
