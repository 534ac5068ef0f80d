/**
 * Translates other programs' syntax in the files of a site, for `blog fix`. Loads `translate/` on demand.
 */
import { join } from 'node:path';
import type { BuildRequest } from '../build/request.ts';
import type { EssayParser } from '../essays/essay-body.ts';
import { readFrontMatter } from '../essays/front-matter.ts';
import { findContent, pickListingSettings } from '../essays/listing.ts';
import { findLock } from '../files/author-files.ts';
import { findStats } from '../files/file-state.ts';
import type { Problem, TextEdit } from '../problems/problems.ts';
import {
  applyTextEdits,
  type ChosenChanges,
  type EditedFile,
  type FileChange,
  readEditable,
} from './changes.ts';
import { readConfig } from './site.ts';

const MDX = /\.mdx$/i;

/** True if any file has another program's syntax. */
export function hasForeign(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === 'markup-foreign' || code === 'essay-format');
}

/** Translates the essays and pages that `selects` accepts (all if it is null). An `.mdx` file becomes an `.md` file. */
export async function translateSite(
  { root }: BuildRequest,
  { config: { url, math, components } }: Pick<EssayParser, 'config'>,
  selects: ((path: string) => boolean) | null,
): Promise<ChosenChanges> {
  const { translateFile } = await import('../translate/translate.ts');
  const config = readConfig(root);
  const { listing, pages } = findContent(root, pickListingSettings(config)).value;
  const context = { components, math: math.isOn, siteUrl: url };
  const changes: FileChange[] = [];
  const files = new Map<string, EditedFile>();
  const locks = new Map<string, string>();
  const all = [...listing.essays, ...pages, ...listing.neighbours.filter((path) => MDX.test(path))];
  for (const path of all.filter((each) => selects?.(each) ?? true)) {
    const read = readEditable(root, path);
    if (read === null) continue;
    const { original } = read;
    const source = readFrontMatter(read);
    const translated = translateFile(source, context);
    const edits = [findChange(source.text, translated.text)];
    const text = applyTextEdits(original, edits);
    const renamed = MDX.test(path) ? { newPath: path.replace(MDX, '.md') } : {};
    const isInWay =
      renamed.newPath !== undefined && findStats(join(root, renamed.newPath)) !== null;
    if (text === null || (text === original && renamed.newPath === undefined)) continue;
    const lock = isInWay
      ? `can't become ${renamed.newPath}, which already exists`
      : findLock(join(root, path));
    if (lock !== null) {
      locks.set(path, lock);
      continue;
    }
    const code = MDX.test(path) ? 'essay-format' : 'markup-foreign';
    files.set(path, { ...read, edits, text, ...renamed });
    changes.push({ problem: { code }, file: path, was: original, is: text, ...renamed });
  }
  return { changes, files, locks };
}

/** The edit from the first difference between two texts to the last. */
function findChange(was: string, is: string): TextEdit {
  const most = Math.min(was.length, is.length);
  let at = 0;
  while (at < most && was[at] === is[at]) at++;
  let end = 0;
  while (end < most - at && was.at(-1 - end) === is.at(-1 - end)) end++;
  return { at, was: was.slice(at, was.length - end), is: is.slice(at, is.length - end) };
}
