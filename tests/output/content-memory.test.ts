import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VariantSet } from '../../src/content/picture-variants.ts';
import {
  ContentMemory,
  type RememberedEssay,
  type RememberedPicture,
} from '../../src/output/content-memory.ts';
import { decodeTable, encodeTable } from '../../src/output/stamp-table.ts';
import { makeProblem, wholeFile } from '../../src/problems.ts';
import { DAMAGES, passTick } from '../support/damages.ts';
import { type BuiltSite, buildSite, essay, type Files, makeSite } from '../support/site.ts';

const PROGRAM = 'the program that is tested';
const config = { timezone: 'UTC', wordsPerMinute: 200, url: 'https://ann.example' };
const FILE = 'content';
const stamp = { size: 7, modifiedMs: 1.25, changedMs: 1_700_000_000_000.5, inode: 12 };
const problem = makeProblem('link-broken', wholeFile('content/essays/b.md'), 'No “x”\t\n');

const ESSAYS: Readonly<Record<string, RememberedEssay>> = {
  'content/essays/a.md': {
    stamp,
    isSettled: true,
    digest: 'abc',
    record: '["a"]',
    brokenLinks: null,
  },
  'content/essays/b.md': {
    stamp: { ...stamp, inode: 13 },
    isSettled: false,
    digest: 'def',
    record: '["詩 😀 \\n\\t"]',
    brokenLinks: { key: 'key', problems: [problem] },
  },
  'content/essays/c.md': {
    stamp: null,
    isSettled: false,
    digest: '',
    record: '',
    brokenLinks: null,
  },
};

const SET: VariantSet = {
  pack: 'a',
  stamp,
  variants: [{ width: 2, height: 1, hash: '9876543210', offset: 99, length: 7 }],
  wantsOriginal: true,
  fault: null,
};
const PICTURES: Readonly<Record<string, RememberedPicture>> = {
  'content/essays/p.png': {
    stamp,
    isSettled: true,
    file: {
      path: 'content/essays/p.png',
      hash: '0123456789',
      size: { width: 4, height: 3 },
      variants: { body: SET, thumbnail: { ...SET, pack: 'b', wantsOriginal: false } },
    },
  },
  'content/public/q.pdf': {
    stamp: { ...stamp, size: 0 },
    isSettled: false,
    file: { path: 'content/public/q.pdf', hash: '', size: null, variants: {} },
  },
};

const open = (folder: string) => new ContentMemory(folder, PROGRAM, config);

/** Keeps and saves entries in a new folder. */
function remember(essays = ESSAYS, pictures = PICTURES): string {
  const folder = join(makeSite({}), '.blog');
  const memory = open(folder);
  for (const [path, each] of Object.entries(essays)) memory.keepEssay(path, each);
  for (const [path, each] of Object.entries(pictures)) memory.keepPicture(path, each);
  memory.save();
  return folder;
}

/** What a later build finds of these paths. */
function recall(memory: ContentMemory, essays: object = ESSAYS, pictures: object = PICTURES) {
  return {
    essays: Object.fromEntries(Object.keys(essays).map((path) => [path, memory.essay(path)])),
    pictures: Object.fromEntries(Object.keys(pictures).map((path) => [path, memory.picture(path)])),
  };
}

/** What is found where nothing is remembered. */
const NOTHING = {
  essays: Object.fromEntries(Object.keys(ESSAYS).map((path) => [path, null])),
  pictures: Object.fromEntries(Object.keys(PICTURES).map((path) => [path, null])),
};

describe('what is saved is found again', () => {
  test('as it was', () => {
    expect(recall(open(remember()))).toEqual({ essays: ESSAYS, pictures: PICTURES });
  });

  test.each([
    ['essays alone', ESSAYS, {}],
    ['pictures alone', {}, PICTURES],
  ])('%s', (_, essays, pictures) => {
    const memory = open(remember(essays, pictures));
    expect(recall(memory, essays, pictures)).toEqual({ essays, pictures });
  });

  test('whatever the characters of paths and records', () => {
    const text = fc.string({ unit: 'binary' });
    const name = text.filter((path) => path !== '__proto__');
    const essays = fc.dictionary(name, text, { noNullPrototype: true });
    fc.assert(
      fc.property(essays, (records) => {
        const kept = Object.fromEntries(
          Object.entries(records).map(([path, record]) => {
            const each = { stamp, isSettled: true, digest: path, record: JSON.stringify(record) };
            return [path, { ...each, brokenLinks: null }];
          }),
        );
        expect(recall(open(remember(kept, {})), kept, {}).essays).toEqual(kept);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['by the same program', 'another program', config],
    ['in the same time zone', PROGRAM, { ...config, timezone: 'Asia/Tokyo' }],
    ['at the same reading speed', PROGRAM, { ...config, wordsPerMinute: 250 }],
    ['under the same URL', PROGRAM, { ...config, url: 'https://ben.example' }],
  ])('only %s', (_, program, settings) => {
    expect(recall(new ContentMemory(remember(), program, settings))).toEqual(NOTHING);
  });

  test('only what the last build has kept', () => {
    const folder = remember();
    const memory = open(folder);
    const [path = '', kept] = Object.entries(ESSAYS)[0] ?? [];
    memory.keepEssay(path, kept as RememberedEssay);
    memory.save();
    const { essays, pictures } = recall(open(folder));
    expect(essays).toEqual({ ...NOTHING.essays, [path]: kept });
    expect(pictures).toEqual(NOTHING.pictures);
  });

  test('and nothing is found where nothing was saved', () => {
    expect(recall(open(join(makeSite({}), 'gone')))).toEqual(NOTHING);
  });
});

describe('within a build', () => {
  const [path = '', known] = Object.entries(ESSAYS)[0] ?? [];
  const changed = { ...(known as RememberedEssay), digest: 'new' };

  test('what was kept of an essay comes before what was remembered', () => {
    const memory = open(remember());
    memory.keepEssay(path, changed);
    expect(memory.essay(path)).toBe(changed);
  });

  test('the packs in use are those of the pictures that were kept', () => {
    const memory = open(remember());
    expect(memory.keptPacks()).toEqual(new Set());
    for (const [each, picture] of Object.entries(PICTURES)) memory.keepPicture(each, picture);
    expect(memory.keptPacks()).toEqual(new Set(['a', 'b']));
  });

  test('the pictures that are in use are those that were kept', () => {
    const memory = open(remember());
    expect([...memory.keptPictures()]).toEqual([]);
    for (const [each, picture] of Object.entries(PICTURES)) memory.keepPicture(each, picture);
    expect([...memory.keptPictures()]).toEqual(Object.keys(PICTURES));
  });

  /** True when a build that keeps what it finds, and does this, writes the file. */
  function isWritten(change: (memory: ContentMemory) => void): boolean {
    const folder = remember();
    const memory = open(folder);
    const keep = <Entry>(entry: Entry | null) => entry as Entry;
    for (const each of Object.keys(ESSAYS)) memory.keepEssay(each, keep(memory.essay(each)));
    for (const each of Object.keys(PICTURES)) memory.keepPicture(each, keep(memory.picture(each)));
    change(memory);
    rmSync(join(folder, FILE));
    memory.save();
    return existsSync(join(folder, FILE));
  }

  const cases: readonly [
    name: string,
    change: (memory: ContentMemory) => void,
    written: boolean,
  ][] = [
    ['nothing is written when nothing has changed', () => {}, false],
    ['a changed essay is written', (memory) => memory.keepEssay(path, changed), true],
    ['a new essay is written', (memory) => memory.keepEssay('new.md', changed), true],
    [
      'a changed picture is written',
      (memory) => {
        const [each = '', picture] = Object.entries(PICTURES)[0] ?? [];
        memory.keepPicture(each, { ...(picture as RememberedPicture), isSettled: false });
      },
      true,
    ],
  ];
  test.each(cases)('%s', (_, change, written) => expect(isWritten(change)).toBe(written));

  test.each([
    ['an essay', { ...ESSAYS, [path]: null }, PICTURES],
    ['a picture', ESSAYS, {}],
  ])('%s that is gone is written', (_, essays, pictures) => {
    const folder = remember();
    const memory = open(folder);
    for (const [each, kept] of Object.entries(essays)) {
      if (kept !== null) memory.keepEssay(each, memory.essay(each) as RememberedEssay);
    }
    for (const each of Object.keys(pictures)) {
      memory.keepPicture(each, memory.picture(each) as RememberedPicture);
    }
    rmSync(join(folder, FILE));
    memory.save();
    expect(existsSync(join(folder, FILE))).toBe(true);
  });
});

describe('nothing is remembered, and nothing said, when the file is', () => {
  test.each(DAMAGES)('%s', (_, damage) => {
    const folder = remember();
    damage(join(folder, FILE));
    expect(recall(open(folder))).toEqual(NOTHING);
  });

  const heads: readonly [name: string, change: (head: Record<string, unknown>) => object][] = [
    ['of another format', (head) => ({ ...head, format: Number(head.format) + 1 })],
    ['of no format', ({ format, ...head }) => head],
    ['without paths', ({ paths, ...head }) => head],
    [
      'with more paths than stamps',
      (head) => ({ ...head, paths: [...Object.keys(ESSAYS), 'x', 'y', 'z'] }),
    ],
  ];
  test.each(heads)('%s', (_, change) => {
    const folder = remember();
    const file = join(folder, FILE);
    const table = decodeTable<Record<string, unknown>>(readFileSync(file));
    writeFileSync(file, encodeTable({ ...table, head: change(table.head) }));
    expect(recall(open(folder))).toEqual(NOTHING);
  });
});

const CONTENT: Files = {
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01', '[x](/gone)\n'),
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01', 'Some words.\n'),
};

describe('a build is right although what is remembered is', () => {
  const describeSite = ({ paths, text, report }: BuiltSite) => ({
    files: paths.map((path) => [path, text(path)]),
    report,
  });

  /** Builds, damages the memory, and builds again with another author, which no page can be without. */
  async function buildAfter(damage: (file: string) => void) {
    const site = await buildSite(CONTENT);
    passTick(site.root);
    const changes = { 'content/site.yaml': 'name: Ben\nurl: https://ann.example\n' };
    const expected = describeSite(await buildSite({ ...CONTENT, ...changes }));
    // What is damaged has settled: no file is looked into that has not changed.
    await site.rebuild({ out: null });
    damage(join(site.root, '.blog', FILE));
    const again = await site.rebuild(changes);
    expect(describeSite(again)).toEqual(expected);
    expect(describeSite(await site.rebuild())).toEqual(expected);
  }

  test.each(DAMAGES)('%s', (_, damage) => buildAfter(damage));

  test.each([
    ['zeros', 0],
    ['spaces', 0x20],
    ['digits', 0x37],
  ])('filled with %s in its midst', (_, filling) =>
    buildAfter((file) => {
      const bytes = readFileSync(file);
      const record = bytes.indexOf('["content/essays/a.md"');
      expect(record).toBeGreaterThan(0);
      writeFileSync(file, bytes.fill(filling, record + 1, record + 100));
    }),
  );
});

describe('a build that learns nothing new of the content leaves the file alone', () => {
  test.each([
    ['of essays', {}],
    [
      'of essays and pictures',
      {
        'content/essays/c.md': essay('title: C\npublished: 2018-01-01', '![p](p.svg)\n'),
        'content/essays/p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
      },
    ],
  ])('%s', async (_, more) => {
    const site = await buildSite({ ...CONTENT, ...more });
    passTick(site.root);
    await site.rebuild({ out: null });
    const inode = () => statSync(join(site.root, '.blog', FILE)).ino;
    const before = inode();
    const again = await site.rebuild({ out: null });
    expect(again.commit?.written).toBe(again.paths.length);
    expect(inode()).toBe(before);
  });
});
