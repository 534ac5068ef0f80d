/**
 * Every kind of edit that the random tests apply to a site between two builds, by name.
 *
 * An edit is plain data. Its numbers select targets and values by index, modulo their count, so that it applies to
 * any site and a failing sequence can shrink.
 */
import { copyFileSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { DAMAGES } from '../../support/damages.ts';
import { NOW } from '../../support/site.ts';
import * as texts from './essay-text.ts';
import { ADDRESSES, png, type Workspace } from './workspace.ts';

export interface Edit {
  readonly kind: string;
  readonly target: number;
  readonly other: number;
  readonly value: number;
}

export type Numbers = Omit<Edit, 'kind'>;
type Act = (workspace: Workspace, numbers: Numbers) => void;
export type Acts = Readonly<Record<string, Act>>;

/** Applies an edit; one whose target does not exist does nothing. */
export function applyEdit(workspace: Workspace, edit: Edit): void {
  const act = ALL[edit.kind];
  if (act === undefined) throw new Error(`There is no edit named ${edit.kind}`);
  act(workspace, edit);
}

type ActOn = (workspace: Workspace, path: string, numbers: Numbers) => void;

/** Turns an act on a path into an act on a workspace, at one of the listed paths. */
export const on =
  (list: (workspace: Workspace) => readonly string[]) =>
  (act: ActOn): Act =>
  (workspace, numbers) => {
    const paths = list(workspace);
    if (paths.length > 0) act(workspace, pick(paths, numbers.target), numbers);
  };
export const onEssay = on((workspace) => workspace.listEssays());
/** On one of the author's own files. */
const onFile = on((workspace) => workspace.listOwn());
const onFileIn = (folder: string, act: ActOn) => on((workspace) => workspace.list(folder))(act);
const onFolder = (folder: string, act: ActOn) =>
  on((workspace) => workspace.listFolders(folder))(act);

type Change = (number: number, essay: texts.EssayText) => Partial<texts.EssayText>;

const changeEssay = (change: Change) =>
  onEssay((workspace, path, { value }) => {
    const essay = workspace.essay(path);
    workspace.writeEssay(path, { ...essay, ...change(value, essay) });
  });

export const ESSAY_EDITS: Acts = {
  'rewrite a body': changeEssay((n) => ({ body: pickSome(texts.PIECES, n) })),
  'add to a body': changeEssay((n, { body }) => ({ body: [...body, pick(texts.PIECES, n)] })),
  'retitle an essay': changeEssay((n) => ({ title: pick(texts.TITLES, n) })),
  'change the date of an essay': changeEssay((n) => ({ published: pick(texts.DATES, n) })),
  'remove the date of an essay': changeEssay(() => ({ published: null })),
  'change the tags of an essay': changeEssay((n) => ({ tags: pickSet(texts.TAGS, n) })),
  'state another slug': changeEssay((n) => ({ slug: pick(texts.SLUGS, n) })),
  'give another alias': changeEssay((n) => ({ alias: pick(texts.ALIASES, n) })),
  'give an essay its own address': changeEssay((n) => ({ permalink: pick(texts.PERMALINKS, n) })),
  'turn a draft into an essay, or back': changeEssay((_, { draft }) => ({ draft: !draft })),
  'show another thumbnail': changeEssay((n) => ({ image: pick(texts.IMAGES, n) })),
  'use a rare key': changeEssay((n) => ({ more: pick(texts.MORE, n) })),
  'write another excerpt': changeEssay((n) => ({ excerpt: pick(texts.EXCERPTS, n) })),
};

const FOLDERS = ['content/essays', 'content/essays/2020', 'content/essays/deep/er'];
const NAMES = ['first', 'same-title', '2019-07-08-second', 'index'];
const FORMATS = ['.md', '.html', '.txt'];

/** The possible paths of essays. */
export const ESSAY_PATHS = FOLDERS.flatMap((folder) =>
  NAMES.flatMap((name) => FORMATS.map((format) => `${folder}/${name}${format}`)),
);

export const FILE_EDITS: Acts = {
  'create an essay': (workspace, { target, value }) => {
    workspace.writeEssay(pick(ESSAY_PATHS, target), {
      ...texts.PLAIN,
      title: pick(texts.TITLES, value),
      published: pick(texts.DATES, value),
    });
  },
  'delete an essay': onEssay((workspace, path) => workspace.remove(path)),
  'copy an essay': onEssay((workspace, path, { value }) => {
    workspace.writeEssay(
      `${pick(FOLDERS, value)}/copy-of-${basename(path)}`,
      workspace.essay(path),
    );
  }),
  'rename an essay’s file': onEssay((workspace, path, { value }) => {
    workspace.move(path, `${dirname(path)}/${pick(NAMES, value)}${extname(path)}`);
  }),
  'move an essay to another folder': onEssay((workspace, path, { value }) => {
    workspace.move(path, `${pick(FOLDERS, value)}/${basename(path)}`);
  }),
  'give an essay’s file another ending': onEssay((workspace, path, { value }) => {
    workspace.move(path, path.replace(/\.\w+$/, pick(FORMATS, value)));
  }),
  'swap two essays’ files': onEssay((workspace, path, { other }) => {
    const twin = pick(workspace.listEssays(), other);
    if (twin === path) return;
    workspace.move(path, `${path}.aside`);
    workspace.move(twin, path);
    workspace.move(`${path}.aside`, twin);
  }),
  'rename a folder': onFolder('content/essays', (workspace, path, { value }) => {
    workspace.move(path, `content/essays/${pick(['2020', '2021', 'deep'], value)}`);
  }),
  'delete a folder': onFolder('content/essays', (workspace, path) => workspace.remove(path)),
  'touch a file': onFile((workspace, path, { value }) => {
    workspace.setTime(path, new Date((1_600_000_000 + value) * 1000));
  }),
  'set a file’s time back': onFile((workspace, path) => workspace.setTime(path, new Date(1000))),
  'write a file again as it is': onFile((workspace, path) =>
    workspace.write(path, workspace.read(path)),
  ),
  'put a copy in a file’s place': onFile((workspace, path) => {
    copyFileSync(workspace.file(path), workspace.file(`${path}.copy`));
    renameSync(workspace.file(`${path}.copy`), workspace.file(path));
  }),
  'bring an old version back, with its old time': (workspace, { target }) => {
    const version = workspace.version(target);
    if (version === null) return;
    workspace.write(version.path, version.bytes);
    workspace.setTime(version.path, version.modified);
  },
  'change a letter, and keep size and time': onFile(changeAndKeepTime),
};

/** Null: without the key. */
const SETTINGS: Readonly<Record<string, readonly (string | null)[]>> = {
  name: ['Ann Author', '"Ben <Author>"'],
  // The first again, so that it is the more frequent.
  url: ['ann.example', 'ann.example/blog', 'other.example/deep/base/', 'ann.example'].map(
    (at) => `https://${at}`,
  ),
  email: [null, 'ann@example.com'],
  title: [null, 'Letters'],
  intro: [null, 'Some letters.'],
  description: [null, 'About "everything".'],
  language: [null, 'de', 'en'],
  timezone: [null, 'Pacific/Kiritimati', 'America/New_York', 'UTC'],
  slugs: [null, 'file', 'title', 'ascii', 'file-ascii'],
  permalink: [null, '/:slug/', null, '/:year/:slug.html', '/:file/', null, '/essays/:slug'],
  formerUrl: [null, 'https://old.example/blog'],
  substack: [null, 'https://ann.substack.com'],
  x: [null, 'https://x.com/ann'],
  redirects: [
    null,
    '\n  /old/spot: /about\n  /gone: /blog/first',
    '\n  /essays/:slug: /blog/:slug',
    '\n  /gone: /nowhere',
  ],
  analytics: [null, '\n  outbound: https://stats.example/out'],
  wordsPerMinute: [null, '50', '200', '7'],
  readTagQuery: [null, 'true'],
  publishFuture: [null, 'false', 'true'],
  // Mostly off: a social image takes longer than the rest of an essay.
  socialImages: ['false', 'false', 'true'],
  nav: [null, '[Essays, /now, Books]', '\n  - Spot: /old/spot'],
  footer: [null, 'CC BY', '{ links: [Feed] }'],
  data: [null, '{ a: 1 }', '{ a: 2 }'],
  tagPages: [null, 'true'],
  home: [null, 'full', 'full'],
  homeEssays: [null, '2', '1'],
  theme: [null, 'gallery', 'index', 'letter', 'book'],
  colour: [null, 'red'],
};

/** Edits that never break the build. */
export const SAFE_SETTING_EDITS: Acts = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, values]) => [
    `set ${key} in site.yaml`,
    (workspace, { value }) => workspace.set(key, pick(values, value)),
  ]),
);

export const SETTING_EDITS: Acts = {
  ...SAFE_SETTING_EDITS,
  'leave out the name in site.yaml': (workspace) => workspace.set('name', null),
  'lose site.yaml': (workspace) => workspace.remove('content/site.yaml'),
};

const PUBLIC_FILES = ['notes.txt', 'x', 'x/y.txt', 'CNAME', '_redirects', 'blog/own.txt'];
const PUBLIC_TEXTS = ['/from /about 302\n', '/from /about 301\n', '', '/a b', 'x'.repeat(3000)];
/** The endings of the names of translations, and their folders; no site has the language `fr`. */
const LANGUAGE_ENDINGS = ['.de', '.ar', '.en', '.fr', ''];
const LANGUAGE_FOLDERS = ['content/essays/de', 'content/essays/2020/ar', 'content/essays/en'];
const TRANSLATED_PAGES = ['now.de.md', 'de/now.md', 'about.de.md', 'index.de.md', '404.ar.md'];
const LANGUAGES = [
  null,
  '{ de: { title: Aufsätze, intro: "[Erster](/blog/first)" } }',
  '{ de: {}, ar: {} }',
  '{ ar: {}, de: { permalink: "/de/aufsaetze/:slug", nav: [/now], dates: full } }',
  '{ de: { name: Anna, footer: CC BY }, it: {} }',
];

/** The file as one in a language, or in none. */
function nameLanguage(path: string, value: number): string {
  const extension = extname(path);
  const bare = path.slice(0, -extension.length).replace(/\.(?:de|ar|en|fr)$/, '');
  return bare + pick(LANGUAGE_ENDINGS, value) + extension;
}

/** Languages and translations. */
export const LANGUAGE_EDITS: Acts = {
  'have other languages': (workspace, { value }) =>
    workspace.set('languages', pick(LANGUAGES, value)),
  'show or hide what is untranslated': (workspace, { value }) =>
    workspace.set('untranslated', pick([null, 'show', 'hide'], value)),
  'translate an essay': onEssay((workspace, path, { other, value }) => {
    const translation = nameLanguage(path, other);
    if (translation === path) return;
    const own = { title: pick(texts.TITLES, value), slug: null, permalink: null, alias: null };
    workspace.writeEssay(translation, { ...workspace.essay(path), ...own });
  }),
  'name the language of an essay’s file': onEssay((workspace, path, { value }) => {
    workspace.move(path, nameLanguage(path, value));
  }),
  'move an essay to the folder of a language': onEssay((workspace, path, { value }) => {
    workspace.move(path, `${pick(LANGUAGE_FOLDERS, value)}/${basename(path)}`);
  }),
  'say what an essay translates': changeEssay((n) => ({ more: pick(texts.TRANSLATING, n) })),
  'translate a page': (workspace, { target, value }) => {
    const keys = pick(['nav: true', 'draft: true', 'lang: ar', 'aliases: /dann', ''], value);
    const body = texts.writeBody('now.md', 'Jetzt', pickSome(texts.SOUND_PIECES, value));
    const path = `content/pages/${pick(TRANSLATED_PAGES, target)}`;
    workspace.write(path, `---\ntitle: Jetzt\n${keys}\n---\n${body}`);
  },
  'translate about.md': (workspace, { value }) => {
    const body = texts.writeBody('about.md', 'Über', pickSome(texts.PIECES, value));
    workspace.write('content/about.de.md', body);
  },
  'remove the translation of about.md': (workspace) => workspace.remove('content/about.de.md'),
};

/** In public/ and in each folder of essays. */
export const PICTURES = [
  'content/public/images/wide.png',
  ...FOLDERS.map((folder) => `${folder}/pic.png`),
];
const SIDES = [640, 480, 1];
const PAGES = ['now.md', 'books/index.md', 'tags.md', 'books/pic.png.md', 'index.md', '404.md'];
/** A page that shows something of every essay, and embeds a script that depends on them. */
const BOOKS = `import { usePage } from '../hooks.ts';
export default ({ essays, content }) => <html><body>
  {essays.map(({ title, url, data }) => <p key={url}>{title}{JSON.stringify(data)}</p>)}
  {JSON.stringify(usePage().site.data)}{content}<script src={'https://' + essays.length + '.example/x.js'} />
</body></html>;
`;

/** Edits that never break the build. */
export const SAFE_FILE_EDITS: Acts = {
  'write a public file': (workspace, { target, value }) => {
    workspace.write(`content/public/${pick(PUBLIC_FILES, target)}`, pick(PUBLIC_TEXTS, value));
  },
  'change a public file, and keep its size': onFileIn(
    'content/public',
    (workspace, path, { value }) => {
      workspace.write(path, changeLetter(workspace.read(path), value));
    },
  ),
  'change a public file, and keep size and time': onFileIn('content/public', changeAndKeepTime),
  'remove a public file': onFileIn('content/public', (workspace, path) => workspace.remove(path)),
  'draw a picture': (workspace, { target, other, value }) => {
    workspace.write(pick(PICTURES, target), png(pick(SIDES, other), pick(SIDES, value)));
  },
  'spoil a picture': (workspace, { target }) => {
    workspace.write(pick(PICTURES, target), 'no picture'.padEnd(33));
  },
  'remove a picture': (workspace, { target }) => workspace.remove(pick(PICTURES, target)),
  'write about.md': (workspace, { value }) => {
    const body = texts.writeBody('about.md', 'About', pickSome(texts.PIECES, value));
    workspace.write('content/about.md', `## Early years\n\n${body}`);
  },
  'remove about.md': (workspace) => workspace.remove('content/about.md'),
  'write a page': (workspace, { target, value }) => {
    const keys = pick(['nav: true', 'draft: true', 'template: Books', 'aliases: /then', ''], value);
    const body = texts.writeBody('now.md', 'Now', pickSome(texts.PIECES, value));
    workspace.write('templates/pages/Books.tsx', BOOKS);
    workspace.write(
      `content/pages/${pick(PAGES, target)}`,
      `---\ntitle: Now\n${keys}\n---\n${body}`,
    );
  },
  'remove a page': onFileIn('content/pages', (workspace, path) => workspace.remove(path)),
};

export const OTHER_FILE_EDITS: Acts = {
  ...SAFE_FILE_EDITS,
  'replace a page by a public file': (workspace) => {
    workspace.write('content/public/about.html', 'mine');
  },
};

type Templates = readonly (readonly [name: string, text: string])[];

const cards = (...codes: readonly string[]): Templates =>
  codes.map((code) => ['EssayCard.tsx', `export const EssayCard = ${code};\n`]);

/** Components, a part that only one page has, the style sheet and the client's script. */
const TEMPLATES: Templates = [
  ...cards('({ card }) => <li>{card.title}</li>', '({ card }) => <li>{card.excerpt}</li>'),
  ['CallToAction.tsx', 'export const CallToAction = () => <hr id="contact" />;\n'],
  ['NotFoundPage.tsx', "import { Sign } from './Sign.tsx';\nexport default () => <Sign />;\n"],
  ['Sign.tsx', 'export const Sign = () => <html><p>Lost?</p></html>;\n'],
  ['Sign.tsx', 'export const Sign = () => <html><p>Found.</p></html>;\n'],
  ['style.css', '@import "./styles/base.css";\np { color: red }\n'],
  ['style.css', 'p { background: url(/images/wide.png) }\n'],
  ['styles/base.css', 'p { color: blue; background: url(./dot.svg) }\n'],
  ['styles/dot.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n'],
  ['home.client.ts', 'console.log(1);\n'],
  ['unused.txt', 'nothing\n'],
];

/** Mostly one that fits. */
const THEME_MANIFESTS = [1, 1, 1, 2].map((props) => `{ "essay-blog": { "props": ${props} } }\n`);

const BROKEN_TEMPLATES: Templates = [
  ...cards('() => <li>', '({ card }) => card.no.where', '(() => { throw new Error("at once") })()'),
  ['CallToAction.tsx', 'export function CallToAction() {\n  throw new Error("Not here");\n}\n'],
  ['Prose.tsx', 'export const Prose = ({ html }) => html.match(/word2/)[0];\n'],
  ['style.css', '@import "./gone.css";\n'],
  ['home.client.ts', 'const = 1;\n'],
];

const writeOneOf =
  (templates: Templates): Act =>
  (workspace, { value }) => {
    const [name, text] = pick(templates, value);
    workspace.write(`templates/${name}`, text);
  };

export const TEMPLATE_EDITS: Acts = {
  'replace a template, or change it': writeOneOf(TEMPLATES),
  'change an existing template': onFileIn('templates', (workspace, path, { value }) => {
    const variants = TEMPLATES.filter(([name]) => path === `templates/${name}`);
    if (variants.length > 0) workspace.write(path, pick(variants, value)[1]);
  }),
  'go back to the package’s template': onFileIn('templates', (workspace, path) =>
    workspace.remove(path),
  ),
  'remove all templates': (workspace) => workspace.remove('templates'),
  'make an empty folder of templates': (workspace) => {
    workspace.write('templates/styles/x', '');
    workspace.remove('templates/styles/x');
  },
  'break a template': writeOneOf(BROKEN_TEMPLATES),
  'choose a theme of the site’s own, or change it': (workspace, { target, value }) => {
    const [name, text] = pick(TEMPLATES, value);
    workspace.write(`look/${name}`, text);
    workspace.write('look/package.json', pick(THEME_MANIFESTS, target));
    workspace.set('theme', './look');
  },
  'change a file of the theme': onFileIn('look', changeAndKeepTime),
  'remove a file of the theme': onFileIn('look', (workspace, path) => workspace.remove(path)),
  'remove the theme': (workspace) => workspace.remove('look'),
};

export const OUTPUT_EDITS: Acts = {
  'delete a file of out/': onFileIn('out', (workspace, path) => workspace.remove(path)),
  'cut a file of out/ short': onFileIn('out', cutShort),
  'alter a file of out/, and keep its size and time': onFileIn('out', changeAndKeepTime),
  'rewrite a file of out/ unchanged': onFileIn('out', (workspace, path) => {
    workspace.write(path, workspace.read(path));
  }),
  'delete a folder of out/': onFolder('out', (workspace, path) => workspace.remove(path)),
  'delete out/': (workspace) => workspace.remove('out'),
};

const COPY = 'copy-of-cache';

export const CACHE_EDITS: Acts = {
  'delete .blog/': (workspace) => {
    workspace.remove('.blog');
    workspace.isRecordDamaged = true;
  },
  'damage a file of .blog/': onFileIn('.blog', (workspace, path, { value }) => {
    const [, damage] = pick(DAMAGES, value);
    damage(workspace.file(path));
    if (!NO_RECORDS.test(path)) workspace.isRecordDamaged = true;
  }),
  'keep a copy of .blog/': (workspace) => {
    if (!existsSync(workspace.cacheDir)) return;
    rmSync(workspace.file(COPY), { recursive: true, force: true });
    // A session's builds remove these meanwhile.
    const filter = (path: string) => !/[/\\]lock-|\.new$/.test(path);
    cpSync(workspace.cacheDir, workspace.file(COPY), { recursive: true, filter });
  },
  'restore the old copy of .blog/': (workspace) => {
    if (!existsSync(workspace.file(COPY))) return;
    workspace.remove('.blog');
    cpSync(workspace.file(COPY), workspace.cacheDir, { recursive: true });
    workspace.isRecordDamaged = true;
  },
};

const HOUR = 3_600_000;
/** Around the dates of essays, which are one hour and two and a half hours after the first build. */
const SAME_DAY = [NOW, NOW + 1, NOW + HOUR - 1, NOW + HOUR, NOW + 2.5 * HOUR, NOW - 2 * HOUR];
/** The next day, before and after New Year, the next year, long ago. */
const OTHER_DAYS = [
  NOW + 24 * HOUR,
  Date.UTC(2026, 11, 31, 23, 59),
  Date.UTC(2027, 0, 1, 0, 45),
  Date.UTC(2027, 8, 1),
  Date.UTC(2019, 0, 1),
];

const setFlags =
  (change: (value: number, flags: Workspace['flags']) => Partial<Workspace['flags']>): Act =>
  (workspace, { value }) => {
    workspace.flags = { ...workspace.flags, ...change(value, workspace.flags) };
  };

export const FLAG_EDITS: Acts = {
  'move the clock within the day': setFlags((n) => ({ now: pick(SAME_DAY, n) })),
  'move the clock to another day': setFlags((n) => ({ now: pick(OTHER_DAYS, n) })),
  'show drafts, or hide them': setFlags((_, { showDrafts }) => ({ showDrafts: !showDrafts })),
  'build for GitHub Pages, or any host': setFlags((n) => ({ isForGitHub: n % 2 === 1 })),
  'be strict, or lenient': setFlags((_, { isStrict }) => ({ isStrict: !isStrict })),
  'lose the published addresses': (workspace) => workspace.remove(ADDRESSES),
  'install another version': setFlags((n) => ({ program: `version ${1 + (n % 2)}` })),
};

const ALL: Acts = {
  ...LANGUAGE_EDITS,
  ...ESSAY_EDITS,
  ...FILE_EDITS,
  ...SETTING_EDITS,
  ...OTHER_FILE_EDITS,
  ...TEMPLATE_EDITS,
  ...OUTPUT_EDITS,
  ...CACHE_EDITS,
  ...FLAG_EDITS,
};

/** The files of .blog/ that record nothing of out/. */
const NO_RECORDS = /^\.blog\/(cards|pictures|templates)\//;

/** The value at this index, modulo their count. */
export function pick<Value>(values: readonly Value[], number: number): Value {
  return values[number % values.length] as Value;
}

/** Up to three of the values. */
function pickSome<Value>(values: readonly Value[], number: number): Value[] {
  return Array.from({ length: number % 4 }, (_, index) =>
    pick(values, Math.floor(number / 4 / values.length ** index)),
  );
}

/** A subset of the values, in their order. */
export function pickSet<Value>(values: readonly Value[], number: number): Value[] {
  return values.filter((_, index) => Math.floor(number / 2 ** index) % 2 === 1);
}

export function changeAndKeepTime(
  workspace: Workspace,
  path: string,
  { value } = { value: -1 },
): void {
  const time = workspace.timeOf(path);
  workspace.write(path, changeLetter(workspace.read(path), value));
  workspace.setTime(path, time);
}

/** The same bytes except for one letter and, in a picture, its width. */
export function changeLetter(bytes: Buffer, number = -1): Buffer {
  const changed = Buffer.from(bytes);
  if (bytes.toString('latin1', 1, 4) === 'PNG') changed[19] = (changed[19] ?? 0) ^ 1;
  const letters = [...bytes.keys()].filter((at) =>
    /[a-z]/.test(bytes.toString('latin1', at, at + 1)),
  );
  const at = letters.at(number % letters.length);
  if (at !== undefined) changed[at] = changed[at] === 0x7a ? 0x61 : (changed[at] ?? 0) + 1;
  return changed;
}

function cutShort(workspace: Workspace, path: string, { value }: Numbers): void {
  const bytes = workspace.read(path);
  workspace.write(path, bytes.subarray(0, value % (bytes.length + 1)));
}
