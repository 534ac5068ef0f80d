import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BuildBasis,
  readRecord,
  type WrittenFile,
  writePending,
  writeRecord,
} from '../../src/output/record.ts';
import { decodeTable, encodeTable } from '../../src/output/stamp-table.ts';
import { makeProblem, wholeFile } from '../../src/problems.ts';
import { DAMAGES, passTick } from '../support/damages.ts';
import {
  type BuiltSite,
  buildSite,
  essay,
  type Files,
  listFiles,
  makeSite,
} from '../support/site.ts';

const OUT = '/site/out';
const stamp = { size: 7, modifiedMs: 1.25, changedMs: 1_700_000_000_000.5, inode: 12 };

const FILES = new Map<string, WrittenFile>([
  ['index.html', { key: 'a', digest: null, stamp, isSettled: true }],
  ['blog/詩 😀.html', { key: 'b', digest: 'abc', stamp: { ...stamp, size: 0 }, isSettled: false }],
  ['gone.html', { key: '', digest: null, stamp: null, isSettled: false }],
]);

const BASIS: BuildBasis = {
  request: 'asked',
  inputs: new Map([
    ['content/essays/a.md', { stamp: { ...stamp, inode: 13 }, isSettled: true }],
    ['content/about.md', { stamp: null, isSettled: true }],
  ]),
  folders: [OUT, `${OUT}/blog`],
  listing: 'listing',
  feeds: { paths: ['feed.xml'], sources: ['content/essays/a.md'] },
  placements: '["a"]\n["詩"]',
  validFrom: 1_700_000_000_000,
  validUntil: 1_800_000_000_000,
  report: {
    essays: 1,
    draftsShown: 2,
    draftsLeftOut: 3,
    futureLeftOut: 4,
    url: 'https://a.example',
  },
  problems: [makeProblem('link-broken', wholeFile('content/essays/a.md'), 'No “x”\n\0', 'y')],
};

const makeCache = () => join(makeSite({}), '.blog');

/** A cache with a record, and the file in which it is. */
function makeRecord(basis: BuildBasis | null = BASIS) {
  const cacheDir = makeCache();
  writeRecord(cacheDir, OUT, FILES, basis);
  const [name = ''] = listFiles(cacheDir);
  return { cacheDir, file: join(cacheDir, name) };
}

const read = (cacheDir: string) => readRecord(cacheDir, OUT).record;

describe('a record', () => {
  test.each([
    ['with all that the next build may take for granted', BASIS],
    ['without it', null],
    ['of a site of nothing', { ...BASIS, inputs: new Map(), folders: [], problems: [] }],
  ])('%s comes back as it was', (_, basis) => {
    expect(read(makeRecord(basis).cacheDir)).toEqual({ files: FILES, pending: [], basis });
  });

  test('of any paths and keys comes back as it was', () => {
    const text = fc.string({ unit: 'binary' });
    const files = fc.uniqueArray(fc.tuple(text, text), { selector: ([path]) => path });
    const cacheDir = makeCache();
    fc.assert(
      fc.property(files, (pairs) => {
        const written = pairs.map(([path, key]) => {
          return [path, { key, digest: key === '' ? null : key, stamp, isSettled: true }] as const;
        });
        writeRecord(cacheDir, OUT, new Map(written), null);
        expect(read(cacheDir)).toEqual({ files: new Map(written), pending: [], basis: null });
      }),
      { numRuns: 20 },
    );
  });

  test('is that of one output folder', () => {
    const { cacheDir } = makeRecord();
    expect(readRecord(cacheDir, '/site/other').record).toBeNull();
    writeRecord(cacheDir, '/site/other', new Map(), null);
    expect(read(cacheDir)?.files).toEqual(FILES);
  });

  test('that is missing is none', () => {
    expect(read(makeCache())).toBeNull();
  });

  test('is written into a folder that is made for it, and leaves nothing else there', () => {
    const { cacheDir } = makeRecord();
    writeRecord(cacheDir, OUT, FILES, null);
    expect(listFiles(cacheDir)).toEqual([expect.stringMatching(/^written-[0-9a-f]{10}\.json$/)]);
  });
});

describe('a record that was read before', () => {
  test('is not read again while its file is the same', () => {
    const { cacheDir } = makeRecord();
    const known = readRecord(cacheDir, OUT);
    expect(readRecord(cacheDir, OUT, known)).toBe(known);
  });

  test('is read again once another build has written it', () => {
    const { cacheDir } = makeRecord();
    const known = readRecord(cacheDir, OUT);
    passTick(cacheDir);
    writeRecord(cacheDir, OUT, new Map(), null);
    expect(readRecord(cacheDir, OUT, known).record?.files.size).toBe(0);
  });

  test('is read again once another build has begun to write, and once it is done', () => {
    const { cacheDir } = makeRecord();
    const known = readRecord(cacheDir, OUT);
    writePending(cacheDir, OUT, ['new.html']);
    const begun = readRecord(cacheDir, OUT, known);
    expect(begun.record?.pending).toEqual(['new.html']);
    expect(readRecord(cacheDir, OUT, begun)).toBe(begun);
    writeRecord(cacheDir, OUT, FILES, null);
    expect(readRecord(cacheDir, OUT, begun).record?.pending).toEqual([]);
  });

  test('is read again once it is there', () => {
    const cacheDir = makeCache();
    const known = readRecord(cacheDir, OUT);
    expect(known.record).toBeNull();
    writeRecord(cacheDir, OUT, FILES, null);
    expect(readRecord(cacheDir, OUT, known).record?.files).toEqual(FILES);
  });
});

describe('the paths that a build is about to add', () => {
  const PENDING = ['blog/new.html', '詩.html'];

  test('stand beside the record until it is written again', () => {
    const { cacheDir } = makeRecord();
    writePending(cacheDir, OUT, PENDING);
    expect(read(cacheDir)).toEqual({ files: FILES, pending: PENDING, basis: BASIS });
    writePending(cacheDir, OUT, ['other.html']);
    expect(read(cacheDir)?.pending).toEqual(['other.html']);
    writeRecord(cacheDir, OUT, FILES, null);
    expect(read(cacheDir)?.pending).toEqual([]);
    expect(listFiles(cacheDir)).toHaveLength(1);
  });

  test('are known where there is no record yet', () => {
    const cacheDir = makeCache();
    writePending(cacheDir, OUT, PENDING);
    expect(read(cacheDir)).toEqual({ files: new Map(), pending: PENDING, basis: null });
  });

  test.each(DAMAGES)('are known where the record is %s', (_, damage) => {
    const { cacheDir, file } = makeRecord();
    writePending(cacheDir, OUT, PENDING);
    damage(file);
    expect(read(cacheDir)).toEqual({ files: new Map(), pending: PENDING, basis: null });
  });

  const damages = DAMAGES.filter(([name]) => name !== 'longer than it was');
  test.each(damages)('are none where their file is %s', (_, damage) => {
    const { cacheDir, file } = makeRecord();
    writePending(cacheDir, OUT, PENDING);
    damage(`${file}.pending`);
    expect(read(cacheDir)).toEqual({ files: FILES, pending: [], basis: BASIS });
  });

  test.each(['null', '{}'])('are none where their file says %s', (text) => {
    const { cacheDir, file } = makeRecord();
    writeFileSync(`${file}.pending`, text);
    expect(read(cacheDir)).toEqual({ files: FILES, pending: [], basis: BASIS });
  });
});

describe('there is no record where its file is', () => {
  test.each(DAMAGES)('%s', (_, damage) => {
    const { cacheDir, file } = makeRecord();
    damage(file);
    expect(read(cacheDir)).toBeNull();
  });

  test('cut anywhere', () => {
    const { cacheDir, file } = makeRecord();
    const bytes = readFileSync(file);
    for (let length = 0; length < bytes.length; length += 5) {
      writeFileSync(file, bytes.subarray(0, length));
      expect(read(cacheDir)).toBeNull();
    }
  });

  test('another one at any of its bytes', () => {
    const { cacheDir, file } = makeRecord();
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at += 5) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(file, damaged);
      expect(read(cacheDir)).toBeNull();
    }
  });

  const heads: readonly [name: string, change: (head: Record<string, unknown>) => object][] = [
    ['of another format', (head) => ({ ...head, format: Number(head.format) + 1 })],
    ['of no format', ({ format, ...head }) => head],
    ['without paths', ({ paths, ...head }) => head],
    ['of paths that are no list', (head) => ({ ...head, paths: 'CNAME' })],
    ['of more paths than stamps', (head) => ({ ...head, paths: Array(9).fill('x') })],
    ['without keys', ({ keys, ...head }) => head],
    ['without inputs', (head) => ({ ...head, basis: {} })],
  ];
  test.each(heads)('%s', (_, change) => {
    const { cacheDir, file } = makeRecord();
    const table = decodeTable<Record<string, unknown>>(readFileSync(file));
    writeFileSync(file, encodeTable({ ...table, head: change(table.head) }));
    expect(read(cacheDir)).toBeNull();
  });
});

const CONTENT: Files = {
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01\naliases: /old/a', '[x](/gone)\n'),
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01'),
};

describe('a build says nothing of it, and is right, when the record is', () => {
  const describeSite = ({ paths, text, report }: BuiltSite) => ({
    files: paths.map((path) => [path, text(path)]),
    report,
  });

  test.each(DAMAGES)('%s', async (_, damage) => {
    const site = await buildSite(CONTENT);
    const before = describeSite(site);
    const cacheDir = join(site.root, '.blog');
    const [name = ''] = listFiles(cacheDir).filter((path) => path.startsWith('written-'));
    damage(join(cacheDir, name));
    const times = () => site.paths.map((path) => statSync(join(site.root, 'out', path)).mtimeMs);
    const written = times();
    const again = await site.rebuild();
    expect(describeSite(again)).toEqual(before);
    expect(again.commit).toEqual({ written: 0, unchanged: site.paths.length, removed: 0 });
    expect(times()).toEqual(written);
    // It knows again what it has written, so it takes it away.
    const less = await again.rebuild({ 'content/essays/a.md': null });
    expect([less.report, less.commit?.removed]).toEqual(['', 2]);
  });

  test('followed by pending paths that are no list', async () => {
    const site = await buildSite(CONTENT);
    const before = describeSite(site);
    const cacheDir = join(site.root, '.blog');
    const [name = ''] = listFiles(cacheDir).filter((path) => path.startsWith('written-'));
    writeFileSync(join(cacheDir, `${name}.pending`), 'null');
    expect(describeSite(await site.rebuild())).toEqual(before);
  });
});

test('what a killed build left of a new record does not matter', () => {
  const { cacheDir, file } = makeRecord();
  const aside = `${file}.${process.pid}.new`;
  writeFileSync(aside, 'half');
  expect(read(cacheDir)?.files).toEqual(FILES);
  writeRecord(cacheDir, OUT, new Map(), null);
  expect(read(cacheDir)?.files.size).toBe(0);
  mkdirSync(aside);
  expect(() => writeRecord(cacheDir, OUT, FILES, null)).toThrow(/EISDIR/);
  expect(read(cacheDir)?.files.size).toBe(0);
});
