/**
 * Finds the essays and pages that a path on the command line may refer to.
 */
import { toPath } from './site.ts';

/** Finds the files that a name may mean: the one at that path, or else those whose path ends with it. */
export function findNamed(root: string, files: readonly string[], name: string): string[] {
  const path = toPath(root, name);
  const ending = name.replaceAll('\\', '/');
  const exact = files.filter((each) => each === path || each === ending);
  const stem = (each: string) => each.replace(/(\/index)?\.\w+$/, '');
  const isEnd = (each: string) => `/${each}`.endsWith(`/${ending}`);
  return exact.length > 0 ? exact : files.filter((each) => isEnd(each) || isEnd(stem(each)));
}
