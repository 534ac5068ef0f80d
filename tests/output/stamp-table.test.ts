import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeStamp,
  decodeTable,
  encodeStamps,
  encodeTable,
  type SettledStamp,
} from '../../src/output/stamp-table.ts';

/** Times as the system tells them: fractions of a millisecond, before 1970 too. */
const ms = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }).map((time) => time + 0);
const stamp = fc.record({
  size: fc.maxSafeNat(),
  modifiedMs: ms,
  changedMs: ms,
  inode: fc.maxSafeNat(),
});
const settledStamp: fc.Arbitrary<SettledStamp> = fc.record({
  stamp: fc.option(stamp, { nil: null }),
  isSettled: fc.boolean(),
});

const decodeAll = (numbers: Float64Array, count: number) =>
  Array.from({ length: count }, (_, index) => decodeStamp(numbers, index));

test('stamps come back as they were, those of no file too', () => {
  fc.assert(
    fc.property(fc.array(settledStamp), (stamps) => {
      const numbers = encodeStamps(stamps);
      expect(decodeAll(numbers, stamps.length)).toEqual(stamps);
      expect(() => decodeStamp(numbers, stamps.length)).toThrow();
    }),
  );
});

describe('a table', () => {
  const table = fc.record({
    head: fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), {
      noNullPrototype: true,
    }),
    text: fc.string({ unit: 'binary' }),
    numbers: fc.array(fc.double({ noNaN: true })).map((numbers) => Float64Array.from(numbers)),
  });

  test('comes back as it was, whatever its characters', () => {
    fc.assert(
      fc.property(table, (each) => {
        expect(decodeTable(Buffer.from(encodeTable(each)))).toEqual(each);
      }),
    );
  });

  test('that is cut anywhere, or longer than it was, is refused', () => {
    fc.assert(
      fc.property(table, fc.nat(), (each, at) => {
        const bytes = Buffer.from(encodeTable(each));
        expect(() => decodeTable(bytes.subarray(0, at % bytes.length))).toThrow();
        expect(() => decodeTable(Buffer.concat([bytes, Buffer.from('x')]))).toThrow();
        expect(() => decodeTable(Buffer.concat([bytes, Buffer.alloc(8)]))).toThrow();
      }),
    );
  });

  test('of which any byte is another one is refused', () => {
    fc.assert(
      fc.property(table, fc.nat(), fc.integer({ min: 1, max: 255 }), (each, at, change) => {
        const bytes = Buffer.from(encodeTable(each));
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ change;
        expect(() => decodeTable(bytes)).toThrow();
      }),
    );
  });

  test.each(['', '\n', 'x\n', 'null\n', '[]\n', '7\n', '{"textLength":0}\n', '{"count":0}'])(
    'is not what %j holds',
    (text) => expect(() => decodeTable(Buffer.from(text))).toThrow(),
  );
});
