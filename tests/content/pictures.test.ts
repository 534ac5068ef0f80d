import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readLinkedFiles } from '../../src/content/pictures.ts';
import { formatProblem, makePaint } from '../../src/report.ts';
import { makeSite } from '../support/site.ts';

type Size = { width: number; height: number } | null;

/** What is made of one file, and the report on it. */
function check(path: string, bytes: string | Uint8Array, size: Size, report = ''): void {
  const root = makeSite({ [path]: bytes });
  const { value, problems } = readLinkedFiles(root, [path]);
  expect(value.get(path)).toEqual({
    path,
    hash: path.startsWith('content/public/')
      ? ''
      : createHash('sha256').update(bytes).digest('hex').slice(0, 10),
    size,
    variants: {},
  });
  expect(problems.map((each) => formatProblem(each, makePaint(false))).join('\n')).toBe(report);
}

function png(width: number, height: number): Buffer {
  const header = Buffer.from(
    '89504e470d0a1a0a0000000d494844520000000000000000080600000000000000',
    'hex',
  );
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

function gif(width: number, height: number): Buffer {
  const bytes = Buffer.from('474946383961000000000000', 'hex');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

/** A JPEG's head, with an EXIF orientation. */
function jpeg(width: number, height: number, orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const exif = Buffer.concat([Buffer.from('457869660000', 'hex'), tiff]);
  const app1 = Buffer.from('ffd8ffe10000', 'hex');
  app1.writeUInt16BE(exif.length + 2, 4);
  const frame = Buffer.from('ffc0001108000000000301220002110103110100ffd9', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([app1, exif, frame]);
}

test.each([
  ['content/essays/a/a.png', png(640, 480), { width: 640, height: 480 }],
  ['content/public/A.PNG', png(1, 2), { width: 1, height: 2 }],
  ['content/public/a.gif', gif(30, 20), { width: 30, height: 20 }],
  [
    'content/public/a.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="34"/>',
    { width: 12, height: 34 },
  ],
  [
    'content/public/b.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 25"/>',
    { width: 50, height: 25 },
  ],
  ['content/public/a.png', gif(30, 20), { width: 30, height: 20 }],
] as [string, string | Buffer, Size][])('reads the size of %s', (path, bytes, size) =>
  check(path, bytes, size),
);

test.each([
  [1, { width: 400, height: 300 }],
  [3, { width: 400, height: 300 }],
  [6, { width: 300, height: 400 }],
  [8, { width: 300, height: 400 }],
])('a photograph of orientation %i has the size in which it is shown', (orientation, size) =>
  check('content/public/a.jpg', jpeg(400, 300, orientation), size),
);

test.each([
  ['content/essays/notes.pdf', '%PDF-1.4'],
  ['content/essays/tune.mp3', ''],
])('%s is no picture, and has no size', (path, bytes) => check(path, bytes, null));

test.each([
  ['words', 'not a picture'],
  ['nothing', ''],
  ['half a header', png(1, 1).subarray(0, 12)],
])('a picture that holds %s is a warning', (_name, bytes) =>
  check(
    'content/public/a.png',
    bytes,
    null,
    `warning [image-unreadable] This picture cannot be read, so its size is not known
  content/public/a.png
  → Open it in an image program and save it again.`,
  ),
);

test('the fingerprint follows the bytes', () => {
  const root = makeSite({ 'a.png': png(1, 1), 'b.png': png(1, 1), 'c.png': png(1, 2) });
  const { value } = readLinkedFiles(root, ['a.png', 'b.png', 'c.png']);
  const [a, b, c] = ['a.png', 'b.png', 'c.png'].map((path) => value.get(path)?.hash);
  expect(a).toMatch(/^[0-9a-f]{10}$/);
  expect(b).toBe(a);
  expect(c).not.toBe(a);
});
