/**
 * Everything that is done to a site between two builds, by name: the specification of "any edit".
 *
 * An edit is plain data. Its numbers name things and values by their place among however many there
 * are, so that it can be applied to any site, and a failing sequence shrinks.
 */
import { copyFileSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { NOW } from '../support/site.ts';
import { type Desk, MEMORY, png } from './desk.ts';
import * as texts from './essay-text.ts';

export interface Edit {
  readonly kind: string;
  readonly target: number;
  readonly other: number;
  readonly value: number;
}

type Numbers = Omit<Edit, 'kind'>;
type Act = (desk: Desk, numbers: Numbers) => void;
type Acts = Readonly<Record<string, Act>>;

/** Applies an edit; one whose target does not exist does nothing. */
export function applyEdit(desk: Desk, edit: Edit): void {
  const act = ALL[edit.kind];
  if (act === undefined) throw new Error(`There is no edit named ${edit.kind}`);
  act(desk, edit);
}

type ActOn = (desk: Desk, path: string, numbers: Numbers) => void;

/** Makes an act on one of some paths an act on a desk. */
const on =
  (list: (desk: Desk) => readonly string[]) =>
  (act: ActOn): Act =>
  (desk, numbers) => {
    const paths = list(desk);
    if (paths.length > 0) act(desk, pick(paths, numbers.target), numbers);
  };
const onEssay = on((desk) => desk.listEssays());
/** On one of the author's own files. */
const onFile = on((desk) => desk.listOwn());
const onFileIn = (folder: string, act: ActOn) => on((desk) => desk.list(folder))(act);
const onFolder = (folder: string, act: ActOn) => on((desk) => desk.listFolders(folder))(act);

type Change = (number: number, essay: texts.EssayText) => Partial<texts.EssayText>;

const changeEssay = (change: Change) =>
  onEssay((desk, path, { value }) => {
    const essay = desk.essay(path);
    desk.writeEssay(path, { ...essay, ...change(value, essay) });
  });

export const ESSAY_EDITS: Acts = {
  'rewrite a body': changeEssay((n) => ({ body: pickSome(texts.PIECES, n) })),
  'add to a body': changeEssay((n, { body }) => ({ body: [...body, pick(texts.PIECES, n)] })),
  'retitle an essay': changeEssay((n) => ({ title: pick(texts.TITLES, n) })),
  'date an essay anew': changeEssay((n) => ({ published: pick(texts.DATES, n) })),
  'take the date away': changeEssay(() => ({ published: null })),
  'tag an essay anew': changeEssay((n) => ({ tags: pickSet(texts.TAGS, n) })),
  'state another slug': changeEssay((n) => ({ slug: pick(texts.SLUGS, n) })),
  'give another alias': changeEssay((n) => ({ alias: pick(texts.ALIASES, n) })),
  'turn a draft into an essay, or back': changeEssay((_, { draft }) => ({ draft: !draft })),
  'show another thumbnail': changeEssay((n) => ({ image: pick(texts.IMAGES, n) })),
  'use a rare key': changeEssay((n) => ({ more: pick(texts.MORE, n) })),
  'write another excerpt': changeEssay((n) => ({ excerpt: pick(texts.EXCERPTS, n) })),
};

const FOLDERS = ['content/essays', 'content/essays/2020', 'content/essays/deep/er'];
const NAMES = ['first', 'same-title', '2019-07-08-second', 'index'];
const FORMATS = ['.md', '.html', '.txt'];

/** Where essays can lie. */
export const ESSAY_PATHS = FOLDERS.flatMap((folder) =>
  NAMES.flatMap((name) => FORMATS.map((format) => `${folder}/${name}${format}`)),
);

export const FILE_EDITS: Acts = {
  'create an essay': (desk, { target, value }) => {
    desk.writeEssay(pick(ESSAY_PATHS, target), {
      ...texts.PLAIN,
      title: pick(texts.TITLES, value),
      published: pick(texts.DATES, value),
    });
  },
  'delete an essay': onEssay((desk, path) => desk.remove(path)),
  'copy an essay': onEssay((desk, path, { value }) => {
    desk.writeEssay(`${pick(FOLDERS, value)}/copy-of-${basename(path)}`, desk.essay(path));
  }),
  'rename an essay’s file': onEssay((desk, path, { value }) => {
    desk.move(path, `${dirname(path)}/${pick(NAMES, value)}${extname(path)}`);
  }),
  'move an essay to another folder': onEssay((desk, path, { value }) => {
    desk.move(path, `${pick(FOLDERS, value)}/${basename(path)}`);
  }),
  'give an essay’s file another ending': onEssay((desk, path, { value }) => {
    desk.move(path, path.replace(/\.\w+$/, pick(FORMATS, value)));
  }),
  'swap two essays’ files': onEssay((desk, path, { other }) => {
    const twin = pick(desk.listEssays(), other);
    if (twin === path) return;
    desk.move(path, `${path}.aside`);
    desk.move(twin, path);
    desk.move(`${path}.aside`, twin);
  }),
  'rename a folder': onFolder('content/essays', (desk, path, { value }) => {
    desk.move(path, `content/essays/${pick(['2020', '2021', 'deep'], value)}`);
  }),
  'delete a folder': onFolder('content/essays', (desk, path) => desk.remove(path)),
  'touch a file': onFile((desk, path, { value }) => {
    desk.setTime(path, new Date((1_600_000_000 + value) * 1000));
  }),
  'set a file’s time back': onFile((desk, path) => desk.setTime(path, new Date(1000))),
  'write a file again as it is': onFile((desk, path) => desk.write(path, desk.read(path))),
  'put a copy in a file’s place': onFile((desk, path) => {
    copyFileSync(desk.file(path), desk.file(`${path}.copy`));
    renameSync(desk.file(`${path}.copy`), desk.file(path));
  }),
  'bring an old version back, with its old time': (desk, { target }) => {
    const version = desk.version(target);
    if (version === null) return;
    desk.write(version.path, version.bytes);
    desk.setTime(version.path, version.modified);
  },
  'change a letter, and keep size and time': onFile(changeAndKeepTime),
};

/** Null: the key is left out. */
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
  slugs: [null, 'file', 'title'],
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
  // Mostly off: a card takes longer than all else of an essay.
  socialImages: ['false', 'false', 'true'],
  nav: [null, '[Essays, /now, Books]', '\n  - Spot: /old/spot'],
  footer: [null, 'CC BY', '{ links: [Feed] }'],
  data: [null, '{ a: 1 }', '{ a: 2 }'],
  tagPages: [null, 'true'],
  homeEssays: [null, '2', '1'],
  colour: [null, 'red'],
};

/** Those after which the site can still be built. */
export const SAFE_SETTING_EDITS: Acts = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, values]) => [
    `set ${key} in site.yaml`,
    (desk, { value }) => desk.set(key, pick(values, value)),
  ]),
);

export const SETTING_EDITS: Acts = {
  ...SAFE_SETTING_EDITS,
  'leave out the name in site.yaml': (desk) => desk.set('name', null),
  'lose site.yaml': (desk) => desk.remove('content/site.yaml'),
};

const PUBLIC_FILES = ['notes.txt', 'x', 'x/y.txt', 'CNAME', '_redirects', 'blog/own.txt'];
const PUBLIC_TEXTS = ['/from /about 302\n', '/from /about 301\n', '', '/a b', 'x'.repeat(3000)];
/** In public/, and in each folder of essays. */
export const PICTURES = [
  'content/public/images/wide.png',
  ...FOLDERS.map((folder) => `${folder}/pic.png`),
];
const SIDES = [640, 480, 1];
const PAGES = ['now.md', 'books/index.md', 'tags.md', 'books/pic.png.md'];
/** A page that shows something of every essay, and embeds a script that depends on them. */
const BOOKS = `export default ({ essays, site, content }) => <html><body>
  {essays.map(({ title, url, data }) => <p key={url}>{title}{JSON.stringify(data)}</p>)}
  {JSON.stringify(site.data)}{content}<script src={'https://' + essays.length + '.example/x.js'} />
</body></html>;
`;

/** Those after which the site can still be built. */
export const SAFE_FILE_EDITS: Acts = {
  'write a public file': (desk, { target, value }) => {
    desk.write(`content/public/${pick(PUBLIC_FILES, target)}`, pick(PUBLIC_TEXTS, value));
  },
  'change a public file, and keep its size': onFileIn('content/public', (desk, path, { value }) => {
    desk.write(path, changeLetter(desk.read(path), value));
  }),
  'change a public file, and keep size and time': onFileIn('content/public', changeAndKeepTime),
  'remove a public file': onFileIn('content/public', (desk, path) => desk.remove(path)),
  'draw a picture': (desk, { target, other, value }) => {
    desk.write(pick(PICTURES, target), png(pick(SIDES, other), pick(SIDES, value)));
  },
  'spoil a picture': (desk, { target }) => {
    desk.write(pick(PICTURES, target), 'no picture'.padEnd(33));
  },
  'remove a picture': (desk, { target }) => desk.remove(pick(PICTURES, target)),
  'write about.md': (desk, { value }) => {
    const body = texts.writeBody('about.md', 'About', pickSome(texts.PIECES, value));
    desk.write('content/about.md', `## Early years\n\n${body}`);
  },
  'remove about.md': (desk) => desk.remove('content/about.md'),
  'write a page': (desk, { target, value }) => {
    const keys = pick(['nav: true', 'draft: true', 'template: Books', 'aliases: /then', ''], value);
    const body = texts.writeBody('now.md', 'Now', pickSome(texts.PIECES, value));
    desk.write('templates/pages/Books.tsx', BOOKS);
    desk.write(`content/pages/${pick(PAGES, target)}`, `---\ntitle: Now\n${keys}\n---\n${body}`);
  },
  'remove a page': onFileIn('content/pages', (desk, path) => desk.remove(path)),
};

export const OTHER_FILE_EDITS: Acts = {
  ...SAFE_FILE_EDITS,
  'take the place of a page with a public file': (desk) => {
    desk.write('content/public/about.html', 'mine');
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

const BROKEN_TEMPLATES: Templates = [
  ...cards('() => <li>', '({ card }) => card.no.where', '(() => { throw new Error("at once") })()'),
  ['CallToAction.tsx', 'export function CallToAction() {\n  throw new Error("Not here");\n}\n'],
  ['Prose.tsx', 'export const Prose = ({ html }) => html.match(/word2/)[0];\n'],
  ['style.css', '@import "./gone.css";\n'],
  ['home.client.ts', 'const = 1;\n'],
];

const writeOneOf =
  (templates: Templates): Act =>
  (desk, { value }) => {
    const [name, text] = pick(templates, value);
    desk.write(`templates/${name}`, text);
  };

export const TEMPLATE_EDITS: Acts = {
  'replace a template, or change it': writeOneOf(TEMPLATES),
  'change a template that is there': onFileIn('templates', (desk, path, { value }) => {
    const variants = TEMPLATES.filter(([name]) => path === `templates/${name}`);
    if (variants.length > 0) desk.write(path, pick(variants, value)[1]);
  }),
  'go back to the package’s template': onFileIn('templates', (desk, path) => desk.remove(path)),
  'remove all templates': (desk) => desk.remove('templates'),
  'make an empty folder of templates': (desk) => {
    desk.write('templates/styles/x', '');
    desk.remove('templates/styles/x');
  },
  'break a template': writeOneOf(BROKEN_TEMPLATES),
};

export const OUTPUT_EDITS: Acts = {
  'delete a file of out/': onFileIn('out', (desk, path) => desk.remove(path)),
  'cut a file of out/ short': onFileIn('out', cutShort),
  'alter a file of out/, and keep its size and time': onFileIn('out', changeAndKeepTime),
  'write a file of out/ again as it is': onFileIn('out', (desk, path) => {
    desk.write(path, desk.read(path));
  }),
  'delete a folder of out/': onFolder('out', (desk, path) => desk.remove(path)),
  'delete out/': (desk) => desk.remove('out'),
};

/** Rubbish of two kinds: what no JSON has, and what could stand in a text. */
const RUBBISH = ['\0', 'A'];
const COPY = 'copy-of-memory';

export const MEMORY_EDITS: Acts = {
  'delete .blog/': (desk) => {
    desk.remove('.blog');
    desk.isRecordHarmed = true;
  },
  'delete a file of .blog/': harm((desk, path) => desk.remove(path)),
  'cut a file of .blog/ short': harm(cutShort),
  'fill a file of .blog/ with rubbish': harm((desk, path, { value }) => {
    desk.write(path, pick(RUBBISH, value).repeat(desk.read(path).length));
  }),
  'write rubbish into the middle of a file of .blog/': harm((desk, path, { other, value }) => {
    const bytes = desk.read(path);
    const start = placeIn(bytes, other);
    desk.write(path, bytes.fill(pick(RUBBISH, value), start, Math.min(start + 16, bytes.length)));
  }),
  'put a copy of .blog/ aside': (desk) => {
    if (!existsSync(desk.cacheDir)) return;
    rmSync(desk.file(COPY), { recursive: true, force: true });
    cpSync(desk.cacheDir, desk.file(COPY), { recursive: true });
  },
  'bring the old copy of .blog/ back': (desk) => {
    if (!existsSync(desk.file(COPY))) return;
    desk.remove('.blog');
    cpSync(desk.file(COPY), desk.cacheDir, { recursive: true });
    desk.isRecordHarmed = true;
  },
};

const HOUR = 3_600_000;
/** Around the dates of essays: one hour and two and a half after the first build. */
const SAME_DAY = [NOW, NOW + 1, NOW + HOUR - 1, NOW + HOUR, NOW + 2.5 * HOUR, NOW - 2 * HOUR];
/** The next day, both sides of New Year's, the next year, long ago. */
const OTHER_DAYS = [
  NOW + 24 * HOUR,
  Date.UTC(2026, 11, 31, 23, 59),
  Date.UTC(2027, 0, 1, 0, 45),
  Date.UTC(2027, 8, 1),
  Date.UTC(2019, 0, 1),
];

const setFlags =
  (change: (value: number, flags: Desk['flags']) => Partial<Desk['flags']>): Act =>
  (desk, { value }) => {
    desk.flags = { ...desk.flags, ...change(value, desk.flags) };
  };

export const FLAG_EDITS: Acts = {
  'move the clock within the day': setFlags((n) => ({ now: pick(SAME_DAY, n) })),
  'move the clock to another day': setFlags((n) => ({ now: pick(OTHER_DAYS, n) })),
  'show drafts, or hide them': setFlags((_, { showDrafts }) => ({ showDrafts: !showDrafts })),
  'be strict, or lenient': setFlags((_, { isStrict }) => ({ isStrict: !isStrict })),
  'lose the published addresses': (desk) => desk.remove(MEMORY),
  'install another version': setFlags((n) => ({ program: `version ${1 + (n % 2)}` })),
};

const ALL: Acts = {
  ...ESSAY_EDITS,
  ...FILE_EDITS,
  ...SETTING_EDITS,
  ...OTHER_FILE_EDITS,
  ...TEMPLATE_EDITS,
  ...OUTPUT_EDITS,
  ...MEMORY_EDITS,
  ...FLAG_EDITS,
};

/** What holds no record of what was written. */
const ASIDE = /^\.blog\/(cards|pictures|templates)\//;

function harm(act: ActOn): Act {
  return onFileIn('.blog', (desk, path, numbers) => {
    act(desk, path, numbers);
    if (!ASIDE.test(path)) desk.isRecordHarmed = true;
  });
}

/** The value with this number, counted round and round. */
export function pick<Value>(values: readonly Value[], number: number): Value {
  return values[number % values.length] as Value;
}

/** Up to three of the values. */
export function pickSome<Value>(values: readonly Value[], number: number): Value[] {
  return Array.from({ length: number % 4 }, (_, index) =>
    pick(values, Math.floor(number / 4 / values.length ** index)),
  );
}

/** Each value at most once, in their order. */
export function pickSet<Value>(values: readonly Value[], number: number): Value[] {
  return values.filter((_, index) => Math.floor(number / 2 ** index) % 2 === 1);
}

export function changeAndKeepTime(desk: Desk, path: string, { value } = { value: -1 }): void {
  const time = desk.timeOf(path);
  desk.write(path, changeLetter(desk.read(path), value));
  desk.setTime(path, time);
}

/** The same bytes but for one letter; of a picture, its width. */
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

function cutShort(desk: Desk, path: string, { value }: Numbers): void {
  const bytes = desk.read(path);
  desk.write(path, bytes.subarray(0, placeIn(bytes, value)));
}

function placeIn(bytes: Buffer, number: number): number {
  return Math.floor(((number % 1000) / 1000) * bytes.length);
}
