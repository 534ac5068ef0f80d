/**
 * Files that change while a build is at work. That build may show the old state or the new, or refuse;
 * the next one is that of a build from nothing.
 */
import { describe, expect, test } from 'vitest';
import { buildIn, essay, type Files, makeSite, SITE_YAML } from '../support/site.ts';
import { Desk, png } from './desk.ts';
import { proveBuild, Workshop } from './proof.ts';

const CONTENT: Files = {
  'content/site.yaml': SITE_YAML,
  'content/about.md': 'Me.\n',
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01', '![x](x.png)\n\nWords.\n'),
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01', '[a](a.md)\n\nWords.\n'),
  'content/essays/2018/c.md': essay('title: C\npublished: 2018-01-01'),
  'content/essays/x.png': png(2, 2),
  'content/public/robots.txt': 'User-agent: *\n',
  'content/public/_redirects': '/x /y 301\n',
};
const TEMPLATES: Files = {
  'templates/EssayCard.tsx': 'export const EssayCard = ({ card }) => <li>{card.title}</li>;\n',
};
const PATHS = Object.keys({ ...CONTENT, ...TEMPLATES });

/** What may happen to each of the files. */
const acts: readonly [name: string, act: (desk: Desk, path: string) => void][] = [
  ['is changed', (desk, path) => desk.write(path, spoil(desk.read(path)))],
  [
    'is changed, with its time as before',
    (desk, path) => {
      const time = desk.timeOf(path);
      desk.write(path, spoil(desk.read(path)));
      desk.setTime(path, time);
    },
  ],
  ['is deleted', (desk, path) => desk.remove(path)],
];

/** The same length, and other content: the last small letter, or a picture's width. */
function spoil(bytes: Buffer): Buffer {
  const spoilt = Buffer.from(bytes);
  const letter = bytes.findLastIndex((byte) => byte >= 0x61 && byte < 0x7a);
  const at = bytes.toString('latin1', 1, 4) === 'PNG' ? 19 : letter;
  spoilt[at] = (spoilt[at] ?? 0) + 1;
  return spoilt;
}

describe.each(['reading', 'rendering'] as const)('after a build in whose %s', (moment) => {
  test.each(acts)('a file %s', async (_, act) => {
    const workshop = new Workshop(makeSite({}));
    for (const path of PATHS) {
      const desk = new Desk(makeSite(path in TEMPLATES ? { ...CONTENT, ...TEMPLATES } : CONTENT));
      await proveBuild(desk, workshop, false);
      // For another version of the program every file is new.
      desk.flags = { ...desk.flags, program: 'version 2' };
      let isDone = false;
      const once = () => {
        if (!isDone) act(desk, path);
        isDone = true;
      };
      await buildIn(desk.root, {
        ...desk.flags,
        onProgress: (stage) => stage === moment && once(),
      });
      expect(isDone, `${path} was changed`).toBe(true);
      await proveBuild(desk, workshop, false);
    }
  });
});
