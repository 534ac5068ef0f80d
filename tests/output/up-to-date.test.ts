import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digest } from '../../src/content/fingerprint.ts';
import { stampFile } from '../../src/content/stamps.ts';
import type { BuildBasis, BuildRecord, WrittenFile } from '../../src/output/record.ts';
import type { SettledStamp } from '../../src/output/stamp-table.ts';
import { compareWithRecord } from '../../src/output/up-to-date.ts';
import { passTick } from '../support/damages.ts';
import { makeSite, NOW, writeFiles } from '../support/site.ts';

const HOUR = 3_600_000;

describe('a record and what is on the disk', () => {
  const FROM = NOW - HOUR;
  const UNTIL = NOW + HOUR;

  /** A site of a few files, and a record that says that all of them are as they should be. */
  function makeRecord() {
    const root = makeSite({
      'content/essays/a.md': 'a',
      'content/essays/x/b.md': 'b',
      'out/index.html': 'home',
      'out/blog/a.html': 'page',
    });
    const outDir = join(root, 'out');
    const settled = (file: string) => ({ stamp: stampFile(file), isSettled: true });
    const folders = [outDir, join(outDir, 'blog')];
    const inputs = ['content/essays/a.md', 'content/essays', 'content/about.md', ...folders];
    const written = (path: string): [string, WrittenFile] => [
      path,
      { key: 'key', digest: null, ...settled(join(outDir, path)) },
    ];
    const basis: BuildBasis = {
      request: 'asked',
      inputs: new Map(inputs.map((path) => [path, settled(resolve(root, path))])),
      folders,
      listing: '',
      feeds: { paths: [], sources: [] },
      placements: '',
      validFrom: FROM,
      validUntil: UNTIL,
      report: { essays: 2, draftsShown: 0, draftsLeftOut: 0, futureLeftOut: 0, url: '' },
      problems: [],
    };
    const files = new Map([written('index.html'), written('blog/a.html')]);
    passTick(root);
    return { root, outDir, record: { files, pending: [], basis } };
  }

  type Made = ReturnType<typeof makeRecord>;
  type Question = { record?: BuildRecord | null; request?: string; now?: number };
  const ask = ({ root, outDir, record }: Made, question: Question = {}) => {
    const { request = 'asked', now = NOW } = question;
    const asked = question.record === undefined ? record : question.record;
    return compareWithRecord(asked, root, outDir, request, now);
  };
  const changeBasis = (record: Made['record'], basis: Partial<BuildBasis>): BuildRecord => {
    return { ...record, basis: { ...record.basis, ...basis } };
  };
  const changeFile = (record: Made['record'], file: Partial<WrittenFile>): BuildRecord => {
    const first = { ...(record.files.get('index.html') as WrittenFile), ...file };
    return { ...record, files: new Map([...record.files, ['index.html', first]]) };
  };

  const edit =
    (files: Readonly<Record<string, string | null>>) =>
    ({ root }: Made): undefined =>
      writeFiles(root, files) as undefined;

  const changes: readonly [
    name: string,
    changed: string[],
    change: (made: Made) => Question | undefined,
  ][] = [
    ['nothing has happened', [], () => undefined],
    ['it is the moment of the last build', [], () => ({ now: FROM })],
    ['it is the last moment', [], () => ({ now: UNTIL - 1 })],
    [
      'an output is not settled, and the same',
      [],
      ({ record }) => ({
        record: changeFile(record, { isSettled: false, digest: digest('home') }),
      }),
    ],
    ['a source has changed', ['content/essays/a.md'], edit({ 'content/essays/a.md': 'b' })],
    [
      'a source was removed',
      ['content/essays/a.md', 'content/essays'],
      edit({ 'content/essays/a.md': null }),
    ],
    ['a source was added', ['content/essays'], edit({ 'content/essays/c.md': '' })],
    ['a file is there that was not', ['content/about.md'], edit({ 'content/about.md': '' })],
    ['a file was added to the output', ['OUT/blog'], edit({ 'out/blog/x.html': '' })],
    [
      'a source is not settled',
      ['content/essays/a.md'],
      ({ record }) => {
        const inputs = new Map(record.basis.inputs);
        inputs.set('content/essays/a.md', {
          ...(inputs.get('content/essays/a.md') as SettledStamp),
          isSettled: false,
        });
        return { record: changeBasis(record, { inputs }) };
      },
    ],
  ];
  test.each(changes)('when %s, differ in %j', (_, changed, change) => {
    const made = makeRecord();
    const question = change(made) ?? {};
    const paths = changed.map((path) => path.replace('OUT', made.outDir));
    expect(ask(made, question)?.changed).toEqual(paths);
  });

  const useless: readonly [name: string, change: (made: Made) => Question | undefined][] = [
    ['there is none', () => ({ record: null })],
    ['the last build left no basis', ({ record }) => ({ record: { ...record, basis: null } })],
    ['something else is asked for', () => ({ request: 'asked otherwise' })],
    ['the clock is before that of the last build', () => ({ now: FROM - 1 })],
    ['its time is over', () => ({ now: UNTIL })],
    ['a build was killed', ({ record }) => ({ record: { ...record, pending: ['x.html'] } })],
    ['an output has changed', edit({ 'out/index.html': 'hoax' })],
    ['an output was removed', edit({ 'out/index.html': null })],
    ['the output was removed', edit({ out: null })],
    ['an output is a folder', edit({ 'out/index.html': null, 'out/index.html/x': '' })],
    [
      'an output is not settled, and another',
      ({ record }) => ({
        record: changeFile(record, { isSettled: false, digest: digest('other') }),
      }),
    ],
    [
      'an output is not settled, and nothing known of it',
      ({ record }) => ({
        record: changeFile(record, { isSettled: false }),
      }),
    ],
    [
      'very much has changed',
      ({ record }) => {
        const gone = Array.from(
          { length: 100 },
          (_, index) => [`${index}`, { stamp: null, isSettled: false }] as const,
        );
        return { record: changeBasis(record, { inputs: new Map(gone) }) };
      },
    ],
  ];
  test.each(useless)('are not even compared when %s', (_, change) => {
    const made = makeRecord();
    const question = change(made) ?? {};
    expect(ask(made, question)).toBeNull();
  });
});
