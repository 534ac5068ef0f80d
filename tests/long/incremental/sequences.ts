/**
 * Generators of random small sites, and of random sequences of edits to them.
 */
import fc from 'fast-check';
import * as kinds from './edits.ts';
import * as texts from './essay-text.ts';
import { png, type Workspace } from './workspace.ts';

/** A site, and rounds of edits; it is built after each round. */
export type Sequence =
  ReturnType<typeof sequenceOf> extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes a site into an empty workspace. Of essays with the same slug, alias or address, only the first keeps it. */
export function populate(workspace: Workspace, { essays, extras }: Sequence['site']): void {
  workspace.set('name', 'Ann Author');
  workspace.set('url', 'https://ann.example');
  const used = new Set<string>();
  const once = (value: string | null) => {
    if (value === null || used.has(value)) return null;
    used.add(value);
    return value;
  };
  for (const { path, ...text } of essays) {
    const published = text.draft ? text.published : (text.published ?? '2018-02-03');
    const stated = {
      slug: once(text.slug),
      alias: once(text.alias),
      permalink: once(text.permalink),
    };
    workspace.writeEssay(path, { ...text, published, ...stated });
  }
  for (const path of kinds.PICTURES) workspace.write(path, png(4, 3));
  for (const edit of extras) kinds.applyEdit(workspace, edit);
}

const number = fc.nat({ max: 99_999 });
/** True with a probability of 1 in `times`. */
const oneOf = (times: number) => fc.nat({ max: times - 1 }).map((value) => value === times - 1);

export function editOf(acts: object): fc.Arbitrary<kinds.Edit> {
  const kind = fc.constantFrom(...Object.keys(acts));
  return fc.record({ kind, target: number, other: number, value: number });
}

const bodies = [texts.SOUND_PIECES, texts.PIECES].map((pieces) =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }),
);

/** Of the two kinds of essays, the first draws no warnings. */
const essays = bodies.map((body, index) =>
  fc.record({
    path: fc.constantFrom(...kinds.ESSAY_PATHS),
    title: fc.constantFrom(...texts.TITLES),
    published: fc.constantFrom(...texts.DATES.slice(0, -1), null),
    tags: number.map((value) => kinds.pickSet(texts.TAGS, value)),
    slug: fc.constantFrom(...texts.SLUGS),
    alias: fc.constantFrom(...texts.ALIASES),
    permalink: fc.constantFrom(...texts.PERMALINKS),
    draft: oneOf(4),
    image: fc.constantFrom(...(index === 0 ? [null] : texts.IMAGES)),
    excerpt: fc.constantFrom(...texts.EXCERPTS),
    more: number.map((value) => (value % 4 === 3 ? kinds.pick(texts.MORE, value >> 2) : {})),
    body,
  }),
);

/** All essays of a site are of one kind. */
const startingEssays = fc.oneof(
  ...essays.map((essay) =>
    fc.uniqueArray(essay, { minLength: 3, maxLength: 12, selector: ({ path }) => path }),
  ),
);

const ordinaryEdit = fc.oneof(
  { weight: 10, arbitrary: editOf(kinds.ESSAY_EDITS) },
  { weight: 8, arbitrary: editOf(kinds.FILE_EDITS) },
  { weight: 4, arbitrary: editOf(kinds.SETTING_EDITS) },
  { weight: 5, arbitrary: editOf(kinds.OTHER_FILE_EDITS) },
  { weight: 3, arbitrary: editOf(kinds.OUTPUT_EDITS) },
  { weight: 3, arbitrary: editOf(kinds.CACHE_EDITS) },
  { weight: 6, arbitrary: editOf(kinds.FLAG_EDITS) },
);
/** Not out/ and .blog/: changes to them during a build have no defined result. */
const meanwhile = fc.array(
  fc.oneof(editOf(kinds.ESSAY_EDITS), editOf(kinds.FILE_EDITS), editOf(kinds.OTHER_FILE_EDITS)),
  { minLength: 1, maxLength: 2 },
);
const languageEdit = editOf(kinds.LANGUAGE_EDITS);
const multilingualEdit = fc.oneof(ordinaryEdit, languageEdit);
const templateEdit = editOf(kinds.TEMPLATE_EDITS);
const mixedEdit = fc.oneof(
  { weight: 3, arbitrary: ordinaryEdit },
  { weight: 1, arbitrary: templateEdit },
);
const noExtras = fc.constant<kinds.Edit[]>([]);
const severalLanguages = fc.array(languageEdit, { minLength: 3, maxLength: 6 });
const someTemplates = fc.array(templateEdit, { minLength: 1, maxLength: 2 });

/** A site that nearly always builds without errors, with these edits besides its own. */
function startingSite(more: fc.Arbitrary<kinds.Edit[]>) {
  const safeEdit = fc.oneof(editOf(kinds.SAFE_SETTING_EDITS), editOf(kinds.SAFE_FILE_EDITS));
  const extraEdits = fc.array(safeEdit, { maxLength: 6 });
  const extras = fc.tuple(extraEdits, more).map((parts) => parts.flat());
  return fc.record({ essays: startingEssays, extras });
}

/** Few sequences have templates: compiling them takes longer than everything else. */
export const sequence = fc.oneof(
  { weight: 20, arbitrary: sequenceOf(ordinaryEdit, noExtras) },
  { weight: 12, arbitrary: sequenceOf(multilingualEdit, severalLanguages) },
  { weight: 2, arbitrary: sequenceOf(mixedEdit, someTemplates) },
);

function sequenceOf(edit: fc.Arbitrary<kinds.Edit>, more: fc.Arbitrary<kinds.Edit[]>) {
  const site = startingSite(more);
  const several = fc.array(edit, { minLength: 2, maxLength: 4 });
  const round = fc.record({
    /** Continues with a broken site, instead of going back to the last good one. */
    keepsBroken: oneOf(4),
    /** Builds into another folder first. */
    elsewhere: oneOf(6),
    /** Makes the clean build compile templates that an earlier one has already compiled. */
    compilesAnew: oneOf(4),
    edits: fc.oneof(fc.tuple(edit), several),
    /** Edits during a build, whose result is then not verified; only that of the next build is. */
    meanwhile: fc.oneof(
      { weight: 7, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: meanwhile },
    ),
    /** Moves the site to another folder first. */
    moves: oneOf(12),
    /** Edits the site during a `blog dev` session. */
    inSession: oneOf(20),
    /** Kills a build at its disk write of this number; 0: kills none. */
    killedAt: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
    ),
  });
  return fc.record({ site, rounds: fc.array(round, { minLength: 2, maxLength: 6 }) });
}
