/**
 * Files that change while a build is at work. That build may show the old state or the new, or refuse;
 * the next one is that of a build from nothing.
 */
import { describe, expect, test } from 'vitest';
import { buildIn, essay, type Files, makeSite, SITE_YAML } from '../support/site.ts';
import { Desk, png } from './desk.ts';
import { changeAndKeepTime, changeLetter } from './edits.ts';
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
  ['is changed', (desk, path) => desk.write(path, changeLetter(desk.read(path)))],
  ['is changed, with its time as before', (desk, path) => changeAndKeepTime(desk, path)],
  ['is deleted', (desk, path) => desk.remove(path)],
];

// Each file in the middle of one half of a build; with BLOG_AUDIT=all, of both.
const isWhole = process.env.BLOG_AUDIT === 'all';
const moments = ['reading', 'rendering'] as const;

describe.each(moments)('after a build during whose %s', (moment) => {
  test.each(acts)('a file %s', async (_, act) => {
    const workshop = new Workshop(makeSite({}));
    const isChosen = (_: string, index: number) => isWhole || moments[index % 2] === moment;
    for (const path of PATHS.filter(isChosen)) {
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
