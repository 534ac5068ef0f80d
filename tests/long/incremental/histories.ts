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
  readonly words: readonly string[];
  readonly guid: string | null;
  readonly slug: string | null;
  /** The address that the essay states itself. */
  readonly permalink: string | null;
}

/** A state of the author's folder: the essays, two settings and content/addresses.txt. */
export interface Folder {
  readonly essays: readonly Written[];
  readonly permalink: string | null;
  readonly slugs: SiteConfig['slugs'];
  readonly addresses: string;
}

export const EMPTY: Folder = { essays: [], permalink: null, slugs: 'title', addresses: '' };

/** What an act works with besides the folder. */
export interface Scene {
  readonly folder: Folder;
  /** The folder after each build so far. */
  readonly past: readonly Folder[];
  readonly target: number;
  readonly value: number;
  /** Null for a folder without essays. */
  readonly essay: Written | null;
  /** A number that no act had before. */
  count(): number;
  isPublished(essay: Written): boolean;
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
const TITLES = ['One', 'Two', 'Same', 'Other', 'On the way', 'Three', 'Über Äpfel', '歩くこと'];
const NAMES = ['essay', 'прогулка', 'one'];
const COMMON = Array.from({ length: 30 }, (_, index) => `word${index}`);
/** Shorter essays aren't split: their halves would be too much like those of others. */
const SPLITTABLE = 8;

const pick = <Value>(values: readonly Value[], number: number): Value =>
  values[number % values.length] as Value;

/** Changes one essay. */
type Change = (essay: Written, scene: Scene) => Partial<Written>;

const CHANGES = {
  retitle: (_, { value }) => ({ title: pick(TITLES, value) }),
  redate: (_, { value }) => ({ day: 1 + value }),
  draft: ({ day }, { value }) => ({ day: day > 0 ? 0 : value + 1 }),
  rename: (_, scene) => ({ path: makePath(scene) }),
  move: ({ path }, { value }) => {
    const folder = pick(['a', 'b', 'c/d'], value);
    return { path: `content/essays/${folder}/${path.split('/').at(-1)}` };
  },
  'rename and retitle': (_, scene) => ({
    path: makePath(scene),
    title: pick(TITLES, scene.value),
  }),
  edit: ({ words }, { value, count }) => ({
    words: words.map((word, index) => ((index + value) % 20 === 0 ? `new${count()}` : word)),
  }),
  'state an address': ({ permalink }, { value }) => ({
    permalink: permalink === null ? pick(OWN_ADDRESSES, value) : null,
  }),
} satisfies Record<string, Change>;

/** Changes the folder as a whole. */
type Act = (folder: Folder, scene: Scene) => Folder;

const ACTS = {
  write: (folder, scene) => replace(folder, null, [writeEssay(scene)]),
  delete: (folder, { essay }) => replace(folder, essay, []),
  split: (folder, scene) => {
    const { essay } = scene;
    if (essay === null || essay.words.length < SPLITTABLE) return folder;
    const half = essay.words.length / 2;
    const parts = [essay.words.slice(0, half), essay.words.slice(half)];
    return replace(
      folder,
      essay,
      parts.map((words) => ({ ...writeEssay(scene), words })),
    );
  },
  swap: (folder, { essay, value, isPublished }) => {
    const twin = pick(folder.essays, value);
    // A file that was never published and gets another essay's words counts as that essay, renamed.
    if (essay === null || !isPublished(essay) || !isPublished(twin)) return folder;
    const swapped = folder.essays.map((each) => {
      const other = each === essay ? twin : each === twin ? essay : each;
      return { ...each, path: other.path };
    });
    return { ...folder, essays: swapped };
  },
  revert: (folder, { past, value }) => ({ ...pick(past, value), addresses: folder.addresses }),
  'change permalink': (folder, { value }) => ({ ...folder, permalink: pick(FORMS, value) }),
  'change slugs': (folder, { value }) => ({ ...folder, slugs: pick(SLUGS, value) }),
} satisfies Record<string, Act>;

/** All acts; the frequent ones come twice. `branch` and `merge` concern two folders, so the test does them. */
const ACT_NAMES = [
  ...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]),
  ...(Object.keys(ACTS) as (keyof typeof ACTS)[]),
  ...(['write', 'retitle', 'edit', 'change permalink'] as const),
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

/** Puts other essays in the place of one, or adds them. */
export function replace(folder: Folder, essay: Written | null, parts: readonly Written[]): Folder {
  const rest = folder.essays.filter((each) => each !== essay);
  return { ...folder, essays: [...rest, ...parts] };
}

/** Half of an essay's words, and of any part of it, are its own. */
function writeEssay(scene: Scene): Written {
  const { target, value } = scene;
  const number = scene.count();
  return {
    number,
    path: makePath(scene),
    title: pick(TITLES, target),
    day: 1 + value,
    words: COMMON.flatMap((word, index) => [word, `own${number}x${index}`]),
    guid: value % 5 === 0 ? `https://old.example/${number}` : null,
    slug: null,
    permalink: null,
  };
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
    addresses: ours.addresses + theirs.addresses,
  };
}
