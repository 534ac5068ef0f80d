/**
 * A site that is worked on step by step while a session runs over it: after each step the tree that is
 * served is that of a clean build.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DevSite, startDevIn } from '../support/dev.ts';
import { essay, type Files, makeSite, SITE_YAML, writeFiles } from '../support/site.ts';
import { expectCleanTree, untilQuiet } from './clean-build.ts';

/** An essay whose address is its title in small letters. */
export const titled = (title: string, body = 'Some words.\n') =>
  essay(`title: ${title}\npublished: 2020-01-01`, body);

export const picture = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="3"/>`;

/** A card that shows its text beside each title. */
export const card = (text: string) =>
  `export const EssayCard = ({ card }) => <li>{card.title} ${text}</li>;\n`;

export const WORD_CARD = `import { word } from '../lib/words';
export const EssayCard = ({ card }) => <li>{card.title} {word}</li>;
`;

export const FILES: Files = {
  'content/site.yaml': SITE_YAML,
  'content/about.md': 'I am Ann.\n',
  'content/essays/alpha.md': titled('Alpha'),
  'content/essays/walk/beta.md': titled('Beta', '![x](pic.svg)\n'),
  'content/essays/walk/pic.svg': picture(4),
  'content/public/robots.txt': 'User-agent: *\n',
};

/** Folders: of the site, and of what lies outside of it. */
export interface Places {
  readonly root: string;
  readonly outside: string;
  readonly site: DevSite;
}

export interface Step {
  readonly act: (places: Places) => void;
  /** The paths of the tree in which it can be seen, each with a part of its text; null: gone. */
  readonly shows: Readonly<Record<string, string | null>>;
}

export interface Case {
  /** What lies there before the session starts, besides `FILES`. */
  readonly files?: Files;
  /** What lies outside of the site. */
  readonly outside?: Files;
  readonly isPolling?: boolean;
  /** Each step begins when all folders that the one before has made are watched. */
  readonly changesFolders?: boolean;
  readonly prepare?: (places: Omit<Places, 'site'>) => void;
  /** Takes one after the other. */
  readonly steps: readonly Step[];
}

export const put =
  (changes: Readonly<Record<string, string | null>>) =>
  ({ root }: { root: string }) =>
    writeFiles(root, changes);

export const putOutside =
  (changes: Readonly<Record<string, string | null>>) =>
  ({ outside }: { outside: string }) =>
    writeFiles(outside, changes);

export const move =
  (from: string, to: string) =>
  ({ root }: { root: string }) =>
    renameSync(join(root, from), join(root, to));

/** As editors do that never leave half a file: the new text is written beside, and put in place. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}~`, text);
  renameSync(`${file}~`, file);
}

export const WALK = 'content/essays/walk';
export const ALPHA = 'content/essays/alpha.md';

export async function check(given: Case): Promise<void> {
  const { files, outside: outer, prepare, steps, isPolling, changesFolders } = given;
  const [root, outside] = [makeSite({ ...FILES, ...files }), makeSite(outer ?? {})];
  prepare?.({ root, outside });
  const site = await startDevIn(root, { isPolling: isPolling ?? false });
  await untilQuiet(site);
  for (const { act, shows } of steps) {
    if (changesFolders) await untilQuiet(site);
    const before = site.builds.length;
    act({ root, outside, site });
    // The second look finds everything, so it does not count.
    const isSeen = () =>
      changesFolders || site.builds.slice(before).some(({ changed }) => changed.length > 0);
    const isShown = ([path, text]: [string, string | null]) => {
      const actual = site.read(path);
      return text === null ? actual === null : actual?.includes(text);
    };
    await site.until(() => isSeen() && Object.entries(shows).every(isShown));
    await expectCleanTree(site);
  }
}
