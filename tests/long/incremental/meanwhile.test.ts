/**
 * Files that change during a build. That build may show the old state or the new, or fail; the next one
 * must equal a clean build.
 */
import { describe, expect, test } from 'vitest';
import { buildIn, essay, type Files, makeSite, SITE_YAML } from '../../support/site.ts';
import { changeAndKeepTime, changeLetter } from './edits.ts';
import { Sandbox, verifyBuild } from './verify.ts';
import { png, Workspace } from './workspace.ts';

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

/** Changes to each of the files. */
const acts: readonly [name: string, act: (workspace: Workspace, path: string) => void][] = [
  ['is changed', (workspace, path) => workspace.write(path, changeLetter(workspace.read(path)))],
  ['is changed, keeping its time', (workspace, path) => changeAndKeepTime(workspace, path)],
  ['is deleted', (workspace, path) => workspace.remove(path)],
];

// Each file changes during one of the two stages; with BLOG_AUDIT=all, during both.
const isWhole = process.env.BLOG_AUDIT === 'all';
const moments = ['reading', 'rendering'] as const;

describe.each(moments)('after a build during whose %s', (moment) => {
  test.each(acts)('a file %s', async (_, act) => {
    const sandbox = new Sandbox(makeSite({}));
    const isChosen = (_: string, index: number) => isWhole || moments[index % 2] === moment;
    for (const path of PATHS.filter(isChosen)) {
      const workspace = new Workspace(
        makeSite(path in TEMPLATES ? { ...CONTENT, ...TEMPLATES } : CONTENT),
      );
      await verifyBuild(workspace, sandbox, false);
      // Another version of the program reads every file again.
      workspace.flags = { ...workspace.flags, program: 'version 2' };
      let isDone = false;
      const once = () => {
        if (!isDone) act(workspace, path);
        isDone = true;
      };
      await buildIn(workspace.root, {
        ...workspace.flags,
        onProgress: (stage) => stage === moment && once(),
      });
      expect(isDone, `${path} was changed`).toBe(true);
      await verifyBuild(workspace, sandbox, false);
    }
  });
});
