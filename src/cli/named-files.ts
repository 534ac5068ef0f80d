/**
 * Finds the essay that a name on the command line means.
 */
import { splitFileName } from '../essays/paths.ts';
import type { Refusal } from '../problems/report.ts';
import { suggestWord } from '../text/text.ts';
import { toPath } from './site.ts';

/** Finds the file that a name means: the one at that path, or else the only one whose path ends with it. */
export function findNamed(root: string, files: readonly string[], name: string): string | Refusal {
  const path = toPath(root, name);
  const ending = name.replaceAll('\\', '/');
  const exact = files.filter((each) => each === path || each === ending);
  const stem = (each: string) => each.replace(/(\/index)?\.\w+$/, '');
  const isEnd = (each: string) => `/${each}`.endsWith(`/${ending}`);
  const found = exact.length > 0 ? exact : files.filter((each) => isEnd(each) || isEnd(stem(each)));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first !== undefined) {
    return {
      message: `${name} matches several essays`,
      hint: `Name the file: ${found.join(', ')}`,
    };
  }
  const nameOf = (each: string) => splitFileName(each).name;
  const meant = suggestWord(nameOf(`${stem(ending)}.md`), files.map(nameOf));
  const near = files.filter((each) => nameOf(each) === meant);
  const hint = near.length > 0 ? `Name the file: ${near.join(', ')}` : 'Give the path of its file.';
  return { message: `there is no essay ${name}`, hint };
}
