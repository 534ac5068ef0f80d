/**
 * Histories: the folder of an author, and everything that changes it between two builds. Pure; `addresses.test.ts`
 * builds the folders.
 */
import fc from 'fast-check';
import type { SiteConfig } from '../../../src/essays/config.ts';

/** One version of an essay; its number stays the same throughout a history. */
export interface Written {
  readonly number: number;
  readonly path: string;
  readonly title: string;
  /** Days before the build; 0 for a draft. */
  readonly day: number;
  readonly guid: string | null;
  readonly slug: string | null;
  /** The address that the essay states itself. */
  readonly permalink: string | null;
  /** The language that it states. */
  readonly lang: string | null;
  /** The key that it shares with its translations. */
  readonly translationKey: string | null;
}

/** The settings that change. */
export interface Settings {
  readonly permalink: string | null;
  readonly slugs: SiteConfig['slugs'];
  /** The languages besides the main one, with the forms of their addresses. */
  readonly languages: readonly (readonly [tag: string, permalink: string | null])[];
  readonly untranslated: SiteConfig['untranslated'];
}

/** A state of the author's folder: the essays, the settings and content/addresses.txt. */
export interface Folder extends Settings {
  readonly essays: readonly Written[];
  readonly addresses: string;
}

export const EMPTY: Folder = {
  essays: [],
  permalink: null,
  slugs: 'title',
  languages: [],
  untranslated: 'hide',
  addresses: '',
};

/** What an act works with besides the folder. */
interface Scene {
  readonly folder: Folder;
  /** The folder after each build so far. */
  readonly past: readonly Folder[];
  readonly target: number;
  readonly value: number;
  /** Null for a folder without essays. */
  readonly essay: Written | null;
  /** A number that no act had before. */
  count(): number;
}

const FORMS = [
  null,
  '/:slug/',
  '/:year/:slug.html',
  '/blog/:slug/',
  '/:slug.html',
  '/:file/',
  '/essays/:slug',
  '/:year/:slug/',
];
const SLUGS = ['title', 'ascii', 'file', 'file-ascii'] as const;
/** Several essays may state the first two. */
const OWN_ADDRESSES = ['/own/place', '/own.html', '/:year/own-:slug/', '/at/:file', '/blog/one'];
/** Those of essays in a language; some leave its prefix out. */
const LANGUAGE_FORMS = [null, '/de/aufsaetze/:slug', '/:slug/', '/de/:year/:file/', '/blog/:slug'];
const LANGUAGES = [[], ['de'], ['de', 'ar'], ['ar', 'de'], ['ar']];
/** Of files and folders; the first is the main language, and no site has the last. */
const TAGS = ['en', 'de', 'ar', 'fr'];
const TITLES = ['One', 'Two', 'Same', 'Other', 'On the way', 'Three', 'Über Äpfel', '歩くこと'];
const NAMES = ['essay', 'прогулка', 'one'];

const pick = <Value>(values: readonly Value[], number: number): Value =>
  values[number % values.length] as Value;

/** Changes one essay. */
type Change = (essay: Written, scene: Scene) => Partial<Written>;

const CHANGES = {
  retitle: (_, { value }) => ({ title: pick(TITLES, value) }),
  redate: (_, { count }) => ({ day: makeDay(count()) }),
  draft: ({ day }, { count }) => ({ day: day > 0 ? 0 : makeDay(count()) }),
  rename: (_, scene) => ({ path: makePath(scene) }),
  move: ({ path }, { value }) => {
    const folder = pick(['a', 'b', 'c/d'], value);
    return { path: `content/essays/${folder}/${path.split('/').at(-1)}` };
  },
  'rename and retitle': (_, scene) => ({
    path: makePath(scene),
    title: pick(TITLES, scene.value),
  }),
  'name the language in the file': ({ path }, { value }) => {
    const [folder, name] = splitPath(path);
    return { path: `${folder}/${name.replace(TAG_IN_NAME, '').replace('.md', nameTag(value))}` };
  },
  'move to the folder of a language': ({ path }, { value }) => {
    const [folder, name] = splitPath(path);
    const bare = folder.replace(/\/(?:en|de|ar|fr)$/, '');
    return { path: `${bare}/${pick(['', ...TAGS.map((tag) => `${tag}/`)], value)}${name}` };
  },
  'state the language': (_, { value }) => ({ lang: pick([null, ...TAGS, 'de-AT'], value) }),
  'state what it translates': (_, { folder, value }) => ({
    translationKey: pick([null, ...folder.essays.map(({ path }) => path)], value),
  }),
  'state an address': ({ permalink }, { value }) => ({
    permalink: permalink === null ? pick(OWN_ADDRESSES, value) : null,
  }),
} satisfies Record<string, Change>;

const TAG_IN_NAME = /\.(?:en|de|ar|fr)(?=\.md$)/;

/** The ending of a file, with a language or without. */
const nameTag = (value: number) => `${pick(['', ...TAGS.map((tag) => `.${tag}`)], value)}.md`;

const splitPath = (path: string): [folder: string, name: string] => {
  const end = path.lastIndexOf('/');
  return [path.slice(0, end), path.slice(end + 1)];
};

/** Changes the folder as a whole. */
type Act = (folder: Folder, scene: Scene) => Folder;

const ACTS = {
  write: (folder, scene) => replace(folder, null, [writeEssay(scene)]),
  delete: (folder, { essay }) => replace(folder, essay, []),
  translate: (folder, scene) => {
    const { essay, value } = scene;
    if (essay === null) return folder;
    const [folderOf, name] = splitPath(essay.path);
    const bare = name.replace(TAG_IN_NAME, '').replace('.md', '');
    const tag = pick(TAGS, value);
    const path =
      value % 2 === 0 ? `${folderOf}/${bare}.${tag}.md` : `${folderOf}/${tag}/${bare}.md`;
    return replace(folder, null, [{ ...writeEssay(scene), path }]);
  },
  revert: (folder, { past, value }) => ({ ...pick(past, value), addresses: folder.addresses }),
  'change permalink': (folder, { value }) => ({ ...folder, permalink: pick(FORMS, value) }),
  'change slugs': (folder, { value }) => ({ ...folder, slugs: pick(SLUGS, value) }),
  'change languages': (folder, { value }) => {
    const forms = new Map(folder.languages);
    const languages = pick(LANGUAGES, value).map((tag) => [tag, forms.get(tag) ?? null] as const);
    return { ...folder, languages };
  },
  'change the permalink of a language': (folder, { target, value }) => {
    const [tag] = pick([...folder.languages, [null]], target);
    const form = pick(LANGUAGE_FORMS, value);
    const languages = folder.languages.map(
      ([each, was]) => [each, each === tag ? form : was] as const,
    );
    return { ...folder, languages };
  },
  'show or hide what is untranslated': (folder) => ({
    ...folder,
    untranslated: folder.untranslated === 'hide' ? 'show' : 'hide',
  }),
} satisfies Record<string, Act>;

/** All acts; the frequent ones come twice. `branch` and `merge` concern two folders, so the test does them. */
const ACT_NAMES = [
  ...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]),
  ...(Object.keys(ACTS) as (keyof typeof ACTS)[]),
  ...(['write', 'retitle', 'change permalink', 'translate', 'change languages'] as const),
  ...(['branch', 'merge'] as const),
];

export const step = fc.record({
  act: fc.constantFrom(...ACT_NAMES),
  target: fc.nat(50),
  value: fc.nat(1000),
  /** Builds after this step, so that several may come between two builds. */
  builds: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Changes a folder; an act on an essay changes nothing where there is none. */
export function applyAct(act: keyof typeof CHANGES | keyof typeof ACTS, scene: Scene): Folder {
  const { folder, essay } = scene;
  if (act in ACTS) return (ACTS as Record<string, Act>)[act]?.(folder, scene) ?? folder;
  if (essay === null) return folder;
  const changed = (CHANGES as Record<string, Change>)[act]?.(essay, scene);
  return replace(folder, essay, [{ ...essay, ...changed }]);
}

/** Puts other essays in the place of one, or adds them; changes nothing where one of their files is another's. */
export function replace(folder: Folder, essay: Written | null, parts: readonly Written[]): Folder {
  const rest = folder.essays.filter((each) => each !== essay);
  const isTaken = parts.some((part) => rest.some(({ path }) => path === part.path));
  return isTaken ? folder : { ...folder, essays: [...rest, ...parts] };
}

function writeEssay(scene: Scene): Written {
  const { target, value } = scene;
  const number = scene.count();
  return {
    number,
    path: makePath(scene),
    title: pick(TITLES, target),
    day: makeDay(number),
    guid: value % 5 === 0 ? `https://old.example/${number}` : null,
    slug: null,
    permalink: null,
    lang: null,
    translationKey: null,
  };
}

/** A day that no other essay has: if one is deleted and another written, they count as one of that day, renamed. */
function makeDay(number: number): number {
  return 1 + ((37 * number) % 1000);
}

/** A path whose file name no other essay has. */
function makePath({ value, count }: Scene): string {
  return `content/essays/${pick(['', '2020/', 'deep/er/'], value)}${pick(NAMES, value)}-${count()}.md`;
}

/**
 * Merges a branch: changes of either side, ours if both changed; the lines of both addresses.txt. Null for a conflict,
 * which are two essays at one path.
 */
export function mergeFolders(ours: Folder, theirs: Folder, base: Folder): Folder | null {
  const [own, others, old] = [ours, theirs, base].map(({ essays }) => {
    return new Map(essays.map((each) => [each.number, each]));
  }) as [Map<number, Written>, Map<number, Written>, Map<number, Written>];
  const choose = <Value>(is: Value, other: Value, was: Value) => (is === was ? other : is);
  const essays = [...new Set([...own.keys(), ...others.keys()])].flatMap((number) => {
    return choose(own.get(number), others.get(number), old.get(number)) ?? [];
  });
  if (new Set(essays.map(({ path }) => path)).size < essays.length) return null;
  return {
    essays,
    permalink: choose(ours.permalink, theirs.permalink, base.permalink),
    slugs: choose(ours.slugs, theirs.slugs, base.slugs),
    languages: choose(ours.languages, theirs.languages, base.languages),
    untranslated: choose(ours.untranslated, theirs.untranslated, base.untranslated),
    addresses: ours.addresses + theirs.addresses,
  };
}
