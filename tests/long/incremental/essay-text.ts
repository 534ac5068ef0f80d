/**
 * Values for random essays: few of each kind, so that titles, slugs, tags and link targets often collide.
 */
import { extname } from 'node:path';

/** An essay's content, independent of its format, which the file's extension decides. */
export interface EssayText {
  /** Null: the body's first heading. */
  readonly title: string | null;
  /** Null: no date, which only a draft may lack. */
  readonly published: string | null;
  readonly tags: readonly string[];
  readonly slug: string | null;
  readonly alias: string | null;
  /** Its own address. */
  readonly permalink: string | null;
  readonly draft: boolean;
  readonly image: string | null;
  readonly excerpt: string | null;
  /** Rare keys. */
  readonly more: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body: readonly Piece[];
}

/** A piece of a body; for words, the text is their number. */
type Piece = readonly [kind: keyof typeof MARKDOWN, text: string];

export const TITLES = ['Same Title', 'First', '"Same" title\'s', 'Größe & Glück', 'Stated', null];

/** The last is null; those of 2026 and later may be in the future, depending on the clock. */
export const DATES = [
  '2020-01-01',
  '2019-05-01 10:00',
  '2020-01-01',
  '2026-03-04',
  'Friday, November 20, 2026 at 11:30 PM EST',
  '2026-11-21 13:00 UTC',
  '2026-11-21 14:30 UTC',
  '2026-11-23',
  '2026-12-31 23:30',
  '2027-01-01 00:30',
  '2027-06-01',
  '2018-02-03',
  '2020-02-30',
];

export const TAGS = ['ai', 'the web', 'poems', 'AI'];
export const SLUGS = [null, 'stated', null, 'same-title-2', 'first', null, 'of-its-own'];
export const ALIASES = [null, '/old/place', null, '/2007/02/first', null, '/notes'];
export const PERMALINKS = [null, '/own/place', null, '/:year/own-:slug/', null, '/own.html', null];
export const IMAGES = [null, 'pic.png', '/images/wide.png', 'https://elsewhere.example/x.png'];
export const EXCERPTS = [null, 'In short.', 'In other words: <b>no</b>.'];

/** Link targets that exist in nearly every site. */
const SURE_TARGETS = ['/about', '/#listed', '#main-content', 'https://elsewhere.example/'];

export const MORE: readonly EssayText['more'][] = [
  {},
  { author: 'Cid' },
  { author: ['Ann', 'Ben'] },
  { readTime: 9, formattedDate: 'Once' },
  { image: 'pic.png', imageAlt: 'A view' },
  { updated: '2021-02-03' },
  { format: 'text' },
  { lang: 'ar' },
  { series: 'Letters' },
  { data: ['a', 'b'] },
  { lang: 'de', dir: 'auto' },
  { authr: 'Cid' },
];

/** Keys that say of which essays one is a translation, and into which language. */
export const TRANSLATING: readonly EssayText['more'][] = [
  {},
  { translationKey: 'walks' },
  { translationKey: 'walks', lang: 'ar' },
  { translationKey: 'walks', lang: 'de-AT' },
  { lang: 'ar' },
];

const TARGETS = `
  /blog/same-title /blog/same-title-2 /blog/post/first /blog/first#part-two /blog/stated
  first.md ../essays/2020/first.md #part-two #gone /about#early-years /about#contact /#nothing
  /old/place /notes.txt pic.png /nowhere /archive/first https://ann.example/blog/first
`
  .trim()
  .split(/\s+/);

const PICTURES = ['pic.png', '/images/wide.png', 'deep/pic.png', '/images/none.png'];

/** Pieces with event handlers, code, and HTML that a strict validator reports. */
const HTML = [
  '<a href="https://elsewhere.example/" onclick="track(this)">out</a>',
  '<em>never closed',
  '<a href="javascript:void(0)">no</a>',
  '<img src="pic.png" width="50" alt="">',
  '<pre><code class="language-js">if (a) b();</code></pre>',
  '```pyton\nword\n```',
];

const piecesOf = (kind: Piece[0], texts: readonly string[]): Piece[] =>
  texts.map((text) => [kind, text]);

/** Pieces that draw no warning. */
export const SOUND_PIECES: readonly Piece[] = [
  ...piecesOf('words', ['3', '90', '230']),
  ...piecesOf('heading', ['Part two', 'Same title']),
  ...piecesOf('link', SURE_TARGETS),
];

export const PIECES: readonly Piece[] = [
  ...SOUND_PIECES,
  ...piecesOf('link', TARGETS),
  ...piecesOf('picture', PICTURES),
  ...piecesOf('html', HTML),
];

/** An essay without any properties. */
export const PLAIN: EssayText = {
  title: 'First',
  published: '2020-01-01',
  tags: [],
  slug: null,
  alias: null,
  permalink: null,
  draft: false,
  image: null,
  excerpt: null,
  more: {},
  body: [['words', '3']],
};

/** The essay as a file with this name. */
export function writeEssay(path: string, essay: EssayText): string {
  const { alias: aliases, draft, more, body, ...others } = essay;
  // Plain text has no headings that could give it a title.
  const title = path.endsWith('.txt') ? (essay.title ?? 'Same Title') : essay.title;
  const values = { ...others, title, aliases, draft: draft || null, ...more };
  const lines = Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', writeBody(path, title, body)].join('\n');
}

/** The pieces in the format of the file; without a title, the first becomes a heading. */
export function writeBody(path: string, title: string | null, body: readonly Piece[]): string {
  const pieces = title === null ? [...piecesOf('heading', ['Same Title']), ...body] : body;
  const writers = WRITERS[extname(path)] ?? MARKDOWN;
  return `${pieces.map(([kind, text]) => writers[kind](text)).join('\n\n')}\n`;
}

const repeatWord = (count: string) =>
  Array.from({ length: Number(count) }, (_, index) => `word${index}`).join(' ');

const MARKDOWN = {
  words: repeatWord,
  heading: (text: string) => `## ${text}`,
  link: (target: string) => `Read [this](${target}) now.`,
  picture: (target: string) => `![A view](${target})`,
  html: (text: string) => text,
};

const WRITERS: Readonly<Record<string, typeof MARKDOWN>> = {
  '.html': {
    words: (count) => `<p>${repeatWord(count)}</p>`,
    heading: (text) => `<h2 id="part-two">${text}</h2>`,
    link: (target) => `<p>Read <a href="${target}">this</a> now.</p>`,
    picture: (target) => `<img src="${target}" alt="A view">`,
    html: (text) => text,
  },
  '.txt': {
    words: repeatWord,
    heading: (text) => text,
    link: (target) => `Read https://ann.example${target}\nnow.`,
    picture: () => 'A view.',
    html: () => 'A view.',
  },
};
