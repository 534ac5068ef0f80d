/**
 * What of content/public and of films is published, and what their author is told.
 */
import { expect, test } from 'vitest';
import { withPlaces } from '../support/problems.ts';
import { buildSite, essay } from '../support/site.ts';

const A = 'content/essays/a.md';
const LEFT_OUT = 'Its name begins with a dot, so it is left out of the site';

test('files and folders that begin with a dot are left out, each told once, except those for hosts', async () => {
  const site = await buildSite({
    [A]: essay('title: A\ndate: 2020-01-01'),
    'content/public/.env': 'KEY=zebra',
    'content/public/.git-credentials': 'zebra',
    'content/public/.obsidian/a.json': 'zebra',
    'content/public/.obsidian/b/c.json': 'zebra',
    'content/public/files/.secret/a.txt': 'zebra',
    'content/public/files/.htaccess': 'Options',
    'content/public/.htaccess': 'Options',
    'content/public/.nojekyll': '',
    'content/public/.domains': 'ann.example',
    'content/public/.well-known/security.txt': 'Contact',
  });
  expect(site.paths.filter((path) => site.text(path).includes('zebra'))).toEqual([]);
  expect(site.paths.filter((path) => /(?:^|\/)\./.test(path))).toEqual([
    '.domains',
    '.htaccess',
    '.nojekyll',
    '.well-known/security.txt',
    'files/.htaccess',
  ]);
  expect(withPlaces(site.problems)).toEqual([
    `dot-file content/public/.env ${LEFT_OUT}`,
    `dot-file content/public/.git-credentials ${LEFT_OUT}`,
    `dot-file content/public/.obsidian ${LEFT_OUT}`,
    `dot-file content/public/files/.secret ${LEFT_OUT}`,
  ]);
});

/** A box of a film. */
function box(type: string, content: Uint8Array | string): Buffer {
  const inside = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + inside.length);
  return Buffer.concat([size, Buffer.from(type, 'latin1'), inside]);
}

/** A film with these metadata, in front of its pictures or after them. */
function film(metadata: string, isFirst = true): Buffer {
  const parts = [box('moov', box('udta', metadata)), box('mdat', '\xa9xyz loci'.repeat(9))];
  return Buffer.concat([box('ftyp', 'isom'), ...(isFirst ? parts : parts.reverse())]);
}

test.each([
  ['of a phone', film('\xa9xyz+27.5916+086.5640/'), true],
  ['after the pictures', film('\xa9xyz+27.5916+086.5640/', false), true],
  ['in the form of 3GPP', film('loci'), true],
  ['of an iPhone', film('com.apple.quicktime.location.ISO6709'), true],
  ['without one', film('name'), false],
  ['that is damaged', Buffer.from('\0\0\0\x01moov'), false],
  ['that is empty', Buffer.alloc(0), false],
])('a film with a place in its metadata is reported: %s', async (_, bytes, isReported) => {
  const site = await buildSite({
    [A]: essay('title: A\ndate: 2020-01-01', '![Waves](waves.mp4)\n'),
    'content/essays/waves.mp4': bytes,
    'content/essays/unused.mp4': film('loci'),
    'content/public/films/a.MOV': bytes,
  });
  const told = site.problems.filter(({ code }) => code === 'media-metadata');
  expect(told.map(({ file }) => file)).toEqual(
    isReported ? ['content/essays/waves.mp4', 'content/public/films/a.MOV'] : [],
  );
});
