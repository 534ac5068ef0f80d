/**
 * Edits a site step by step during a session, and expects the served tree to equal a clean build after
 * each step.
 */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { untilClean, untilQuiet } from '../../support/clean-build.ts';
import { type DevSite, startDevIn } from '../../support/dev.ts';
import { essay, type Files, makeSite, SITE_YAML, writeFiles } from '../../support/site.ts';

/** An essay whose slug is its title in lower case. Its words are unique, so that a renamed file is recognized. */
export const titled = (title: string, body = `${title}s, ${title}ish.\n`) =>
  essay(`title: ${title}\npublished: 2020-01-01`, body);

export const picture = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="3"/>`;

/** A card that shows its text beside each title. */
export const card = (text: string) =>
  `export const EssayCard = ({ card }) => <li>{card.title} ${text}</li>;\n`;

export const FILES: Files = {
  'content/site.yaml': SITE_YAML,
  'content/about.md': 'I am Ann.\n',
  'content/essays/alpha.md': titled('Alpha'),
  'content/essays/walk/beta.md': titled('Beta', '![x](pic.svg)\n'),
  'content/essays/walk/pic.svg': picture(4),
  'content/public/robots.txt': 'User-agent: *\n',
};

/** The folder of the site, and a folder outside of it. */
export interface Places {
  readonly root: string;
  readonly outside: string;
  readonly site: DevSite;
}

type Act = (places: Places) => void;
export type Changes = Readonly<Record<string, string | null>>;

/** An act, and the served files that it affects, each with text that it must contain; null: removed. */
export type Step = readonly [act: Act, shows: Changes];

export interface Setting {
  /** Returns the session that several tests share; by default each starts its own. */
  readonly session?: (files: Files) => Promise<DevSite>;
  /** Files outside of the site. */
  readonly outside?: Files;
  /** Waits for the check that follows each step: chokidar misses a second rename in quick succession. */
  readonly isPaced?: boolean;
  /** Changes may go unreported, until a check of all files finds them. */
  readonly mayBeMissed?: boolean;
  readonly prepare?: (places: Omit<Places, 'site'>) => void;
}

export const put =
  (changes: Changes) =>
  ({ root }: { root: string }) =>
    writeFiles(root, changes);

export const move =
  (from: string, to: string) =>
  ({ root }: { root: string }) =>
    renameSync(join(root, from), join(root, to));

export const inTurn =
  (...acts: readonly Act[]): Act =>
  (places) => {
    for (const act of acts) act(places);
  };

/** The second act comes after a build has reported errors of the first. */
export const afterErrors =
  (first: Act, second: Act): Act =>
  (places) => {
    first(places);
    const failed = places.site.until((last) => last?.commit === null);
    void failed.then(() => second(places));
  };

export const WALK = 'content/essays/walk';
export const ALPHA = 'content/essays/alpha.md';

/** Performs the steps in order, and checks the served tree after each. */
export async function check(setting: Setting, steps: readonly Step[]): Promise<void> {
  const { mayBeMissed = false, isPaced, prepare, session } = setting;
  const outside = makeSite(setting.outside ?? {});
  const start = () => {
    const root = makeSite(FILES);
    prepare?.({ root, outside });
    return startDevIn(root);
  };
  const site = await (session?.(FILES) ?? start());
  const { root } = site;
  await untilQuiet(site);
  for (const [act, shows] of steps) {
    if (isPaced) await untilQuiet(site);
    const before = site.builds.length;
    act({ root, outside, site });
    const isTold = () =>
      mayBeMissed || site.builds.slice(before).some(({ changed }) => changed.length > 0);
    const isShown = ([path, text]: [string, string | null]) => {
      const actual = site.read(path);
      return text === null ? actual === null : actual?.includes(text);
    };
    await site.until(() => isTold() && Object.entries(shows).every(isShown));
    await untilClean(site);
  }
}
